"""Hero Duel on the terminal's table."""

from collections.abc import Mapping, Sequence

from facedown.client.talk import Move
from facedown.client.tui.view import Gesture, Key, Look, Piece, Row
from facedown.games.duel import (
    CARDS,
    Action,
    Attack,
    Card,
    Creature,
    DuelState,
    EndTurn,
    PlayCreature,
    PlaySpell,
    hero,
)
from facedown.games.duel.cards import KEYWORDS
from facedown.games.duel.words import describe, title
from facedown.kernel import Ref, Seat

TINTS = {"hearth": "#e3b873", "ember": "#f08a6b", "tide": "#7fc4e8", "grave": "#c3a1e0"}


class DuelView:
    """Two heroes with their creatures between them, and the hand at the near edge."""

    def rows(self, look: Look) -> Sequence[Row]:
        """Far hero and board; near board, hero and hand."""
        near, far = look.near, 1 - look.near
        hand = "Your hand is empty." if look.seat >= 0 else ""
        return (
            Row("far-hero", [_hero(look, far)], far=True),
            Row("far-board", _board(look, far), "no creatures", far=True),
            Row("near-board", _board(look, near), "no creatures"),
            Row("near-hero", [_hero(look, near)]),
            Row("hand", [_held(look, ref) for ref in look.state.sides[near].hand], hand),
        )

    def gesture(self, look: Look, move: Move) -> Gesture:  # noqa: ARG002 (an action says it all)
        """From the hand or the board to its target."""
        action: Action = move.action
        match action:
            case PlayCreature(card=ref):
                return Gesture(_key(ref))
            case PlaySpell(card=ref, target=target) | Attack(attacker=ref, target=target):
                return Gesture(_key(ref), _key(target))
            case EndTurn():
                return Gesture(key="e")

    def prompt(self, look: Look) -> str:  # noqa: ARG002
        """The usual."""
        return ""

    def legend(self) -> Mapping[str, str]:
        """Keywords, and what happens when."""
        return {
            **{word: text.partition(": ")[2] for word, text in KEYWORDS.items()},
            "arrival": "something happens when it comes to the board.",
            "parting": "something happens when it dies.",
            "zzz": "it has attacked or has just arrived, and rests this turn.",
        }


def _key(ref: Ref) -> Key:
    return f"c{ref}" if ref >= 0 else f"hero{-1 - ref}"


def _hero(look: Look, seat: Seat) -> Piece:
    side, options = look.state.sides[seat], look.state.options
    mana = look.state.mana if look.state.turn and look.state.active == seat else None
    parts = [
        *([look.clocks[seat]] if look.clocks and look.clocks[seat] else []),
        f"hand {len(side.hand)}",
        f"deck {len(side.deck)}",
        f"grave {len(side.grave)}",
    ]
    grave = ", ".join(CARDS[card.card].name for card in side.grave[-8:])
    return Piece(
        _key(hero(seat)),
        "hero",
        look.names[seat],
        numbers=f"♥ {side.health}",
        meter=side.health / options.hero_health,
        cost="" if mana is None else f"{mana} mana {'◆' * mana}{'◇' * (options.mana - mana)}",
        text="  ".join(parts),
        detail=f"{look.names[seat]}'s hero, {side.health} of {options.hero_health} health."
        + (f" Grave: {grave}." if grave else ""),
    )


def _board(look: Look, seat: Seat) -> list[Piece]:
    """A side's creatures. Whether one rests is worth a word only while it might have attacked."""
    state, turn = look.state, look.state.active == seat
    return [_unit(state, creature, tired=turn and creature.tired) for creature in state.sides[seat].board]


def _unit(state: DuelState, creature: Creature, *, tired: bool) -> Piece:
    card, name = CARDS[creature.card], title(state, creature.ref)
    rests = "Rests this turn. " if tired else ""
    return Piece(
        _key(creature.ref),
        "unit",
        name,
        numbers=f"{creature.attack}/{creature.health}",
        signs=[*(sign for sign in _signs(card) if sign != "arrival"), *(["zzz"] if tired else [])],
        text=_short(card) if card.having("parting") else "",
        tint=TINTS.get(card.school, ""),
        detail=f"{name} {creature.attack}/{creature.health}. {rests}{card.text}".rstrip(),
        faint=tired,
    )


def _held(look: Look, ref: Ref) -> Piece:
    if ref not in look.faces:
        return Piece(_key(ref), "back", "face down", detail="A card, face down.")
    card = CARDS[look.faces[ref]]
    mine = look.state.active == look.seat
    dear = mine and card.cost > look.state.mana
    return Piece(
        _key(ref),
        "card",
        card.name,
        numbers=f"{card.attack}/{card.health}" if card.type == "creature" else f"{card.power} dmg",
        cost=f"{card.cost}◆",
        signs=[sign for sign in _signs(card) if sign in KEYWORDS],
        text=_short(card),
        tint=TINTS.get(card.school, ""),
        detail=f"{card.name}: {describe(card)}" + (" Too dear now." if dear else ""),
        faint=dear,
    )


def _signs(card: Card) -> list[str]:
    words = [word for word in KEYWORDS if getattr(card, word)]
    return words + [when for when in ("arrival", "parting") if card.having(when)]


def _short(card: Card) -> str:
    """The text of a card without what its keywords mean: the signs name them."""
    text = card.text
    for explained in KEYWORDS.values():
        text = text.replace(explained, "")
    return text.strip()
