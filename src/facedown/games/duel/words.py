"""A duel in words: sentences for events, commands for actions, the table as text."""

from collections.abc import Sequence

from facedown.games.duel.cards import CARDS, Card
from facedown.games.duel.moves import (
    Action,
    Attack,
    Attacked,
    CardBurned,
    CardDrawn,
    CardOverdrawn,
    CreatureDied,
    CreaturePlayed,
    Damaged,
    DeckShuffled,
    EndTurn,
    Event,
    FirstChosen,
    HeroHealed,
    HeroWearied,
    PlayCreature,
    PlaySpell,
    SpellCast,
    TurnBegan,
)
from facedown.games.duel.state import Creature, DuelState, Side, whose_hero
from facedown.kernel import Faces, Ref, Seat


def say(state: DuelState, event: Event, names: Sequence[str], faces: Faces) -> str:
    """The event as one sentence. `state` is the one before the event."""
    match event:
        case DeckShuffled(seat=seat, refs=refs):
            return f"{names[seat]}'s deck of {len(refs)} cards is shuffled."
        case FirstChosen(seat=seat):
            return f"The coin falls: {names[seat]} begins."
        case TurnBegan(seat=seat, turn=turn):
            return f"Turn {turn}: {names[seat]}."
        case CardDrawn(seat=seat, ref=ref):
            return f"{names[seat]} draws {CARDS[faces[ref]].name if ref in faces else 'a card'}."
        case CardOverdrawn(seat=seat):
            return f"{names[seat]}'s hand is full: the next card burns."
        case CardBurned(seat=seat, card=card):
            return f"{CARDS[card].name} burns away from {names[seat]}'s deck."
        case HeroWearied(seat=seat, amount=amount):
            return f"{names[seat]}'s deck is empty: the hero takes {amount} from weariness."
        case CreaturePlayed(seat=seat, card=card):
            return f"{names[seat]} plays {CARDS[card].name}."
        case SpellCast(seat=seat, card=card, target=target):
            return f"{names[seat]} casts {CARDS[card].name} at {_name(state, target, names)}."
        case Attacked(attacker=attacker, target=target, struck=struck):
            who = _name(state, attacker, names)
            if struck != target:
                guard, ward = _name(state, struck, names), _name(state, target, names)
                return f"{who} attacks {ward}, but {guard} steps in."
            return f"{who} attacks {_name(state, target, names)}."
        case Damaged(target=target, amount=amount):
            return f"{_capital(_name(state, target, names))} takes {amount}."
        case HeroHealed(seat=seat, amount=amount):
            return f"{_capital(_hero(seat, names))} {_healed(state, seat, amount)}."
        case CreatureDied(ref=ref):
            return f"{_name(state, ref, names)} dies."


def label(state: DuelState, seat: Seat, action: Action, faces: Faces) -> str:
    """The action as a command: `play Hearth Pup`, `cast Firebolt at the enemy hero`, `end turn`."""
    match action:
        case PlayCreature(card=ref):
            return f"play {_held(state, seat, ref, faces)}"
        case PlaySpell(card=ref, target=target):
            return f"cast {_held(state, seat, ref, faces)} at {_seen_from(state, seat, target)}"
        case Attack(attacker=ref, target=target):
            return f"attack {_seen_from(state, seat, target)} with {title(state, ref)}"
        case EndTurn():
            return "end turn"


def show(state: DuelState, seat: Seat, names: Sequence[str], faces: Faces) -> str:
    """The table as text, the viewer's own side at the bottom."""
    near = max(seat, 0)
    far = 1 - near
    lines = [
        _hero_line(state, far, names),
        *_board_lines(state, far),
        f"  {'-' * 40}",
        *_board_lines(state, near),
        _hero_line(state, near, names),
    ]
    if seat >= 0:
        lines.append("  hand:")
        lines += [_hand_line(state, seat, ref, faces) for ref in state.sides[near].hand] or ["    (empty)"]
    return "\n".join(lines)


def glance(state: DuelState, seat: Seat) -> str:
    """Mana and both heroes' health, the viewer's own first."""
    mine, theirs = state.sides[seat].health, state.sides[1 - seat].health
    return f"{state.mana} mana, hero {mine} to {theirs}"


def describe(card: Card) -> str:
    """Everything printed on a card but its name."""
    kind = f"creature {card.attack}/{card.health}" if card.type == "creature" else "spell"
    return f"{card.cost} mana, {card.school} {kind}. {card.text}".rstrip()


def _hero_line(state: DuelState, seat: Seat, names: Sequence[str]) -> str:
    side = state.sides[seat]
    turn = f", {state.mana} mana" if state.active == seat and state.turn else ""
    return (
        f"{names[seat]}: {side.health} health, {len(side.hand)} in hand, "
        f"{len(side.deck)} in deck, {len(side.grave)} discarded{turn}"
    )


def _board_lines(state: DuelState, seat: Seat) -> list[str]:
    return [f"    {_creature(state, c)}" for c in state.sides[seat].board] or ["    (no creatures)"]


def _creature(state: DuelState, creature: Creature) -> str:
    card = CARDS[creature.card]
    signs = [word for word in ("swift", "guard", "drain") if getattr(card, word)]
    signs += ["tired"] if creature.tired else []
    return f"{title(state, creature.ref)} {creature.attack}/{creature.health}" + (
        f" ({', '.join(signs)})" if signs else ""
    )


def _hand_line(state: DuelState, seat: Seat, ref: Ref, faces: Faces) -> str:
    if ref not in faces:
        return "    a card, face down"
    card = CARDS[faces[ref]]
    body = f" {card.attack}/{card.health}" if card.type == "creature" else ""
    dear = state.active == seat and card.cost > state.mana
    cost = f"{card.cost} mana" + (", too dear now" if dear else "")
    return f"    {card.name}{body} [{cost}] {card.text}".rstrip()


def _seen_from(state: DuelState, seat: Seat, target: Ref) -> str:
    if target < 0:
        return "your hero" if whose_hero(target) == seat else "enemy hero"
    owner = _owner(state, target)
    return f"{'your' if owner == seat else 'enemy'} {title(state, target)}"


def _name(state: DuelState, target: Ref, names: Sequence[str]) -> str:
    if target < 0:
        return _hero(whose_hero(target), names)
    return f"{names[_owner(state, target)]}'s {title(state, target)}"


def _hero(seat: Seat, names: Sequence[str]) -> str:
    return f"{names[seat]}'s hero"


def _healed(state: DuelState, seat: Seat, amount: int) -> str:
    health = state.sides[seat].health
    gained = min(amount, state.options.hero_health - health)
    if not health:
        return "has fallen and is not healed"
    return f"is healed by {gained}" if gained else "has nothing to heal"


def _owner(state: DuelState, ref: Ref) -> Seat:
    return 0 if any(c.ref == ref for c in state.sides[0].board) else 1


def title(state: DuelState, ref: Ref) -> str:
    """A creature's name, numbered where its side has more than one of that name."""
    for side in state.sides:
        for creature in side.board:
            if creature.ref == ref:
                name = CARDS[creature.card].name
                twins = _twins(side, creature)
                return f"{name} {twins.index(ref) + 1}" if len(twins) > 1 else name
    return f"card {ref}"


def _held(state: DuelState, seat: Seat, ref: Ref, faces: Faces) -> str:
    """A card in hand: the first of its name by name alone, its twins by name and number."""
    face = faces[ref]
    twins = [held for held in state.sides[seat].hand if faces.get(held) == face]
    number = twins.index(ref) + 1 if ref in twins else 1
    return CARDS[face].name if number == 1 else f"{CARDS[face].name} {number}"


def _twins(side: Side, creature: Creature) -> list[Ref]:
    return [c.ref for c in side.board if c.card == creature.card]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
