"""Magic on the terminal's table, for two to four players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from facedown.client.magic import asks
from facedown.client.talk import Move
from facedown.client.tui.view import Gesture, Key, Look, Piece, Row
from facedown.games.magic import freeform as f
from facedown.games.magic.actions import Activate, Cast, Choose, Done, Pass, PlayLand, TurnUp
from facedown.games.magic.manas import symbols
from facedown.games.magic.model import Keyword
from facedown.games.magic.naming import Names
from facedown.games.magic.picture import on_stack, signs
from facedown.games.magic.question import POINTED, VALUES, question
from facedown.games.magic.scene import looks_of
from facedown.games.magic.seen import Seen
from facedown.games.magic.seen import printed as printed_values
from facedown.games.magic.state import MagicState, Obj, index, player, seat_of
from facedown.games.magic.text import ability_text, one_line, text, type_line
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Face, Ref, Seat

TINTS = {"W": "#f4ecc8", "U": "#8ec5f0", "B": "#c3a1e0", "R": "#f08a6b", "G": "#8fce8a"}
GOLD, GREY = "#e8c26a", "#c8c4ba"
TAPPED = "↷"
STEPS = {
    "main": "main phase",
    "begin combat": "combat",
    "attackers": "attackers",
    "blockers": "blockers",
    "end": "end step",
}
"""Steps in few words: the bar has to hold the buttons, too."""
UNTIL = {"end of turn": ("e", "End turn"), "my turn": ("t", "My turn"), "stack": ("s", "Resolve")}


class MagicView:
    """Opponents at the far edge, the stack in the middle, one's own side and hand at the near one."""

    def __init__(self) -> None:
        self._known: tuple[MagicState, dict[int, Key]] | None = None

    def rows(self, look: Look) -> Sequence[Row]:
        """Each opponent's line and things, the stack; one's own things, line and hand."""
        state: MagicState = look.state
        near, count = look.near, len(state.players)
        others = [(near + turn) % count for turn in range(1, count)]
        rows = []
        for seat in others:
            rows.append(Row(f"seat{seat}", [_banner(look, seat)], far=True, style="banner"))
            things, lands = self._board(look, seat)
            if count > 2:
                rows.append(Row(f"board{seat}", [*things, *lands], "nothing", far=True, style="folk"))
            else:
                rows.append(Row(f"lands{seat}", lands, "no lands", far=True, style="chips"))
                rows.append(Row(f"board{seat}", things, "nothing else", far=True, style="boxes"))
        things, lands = self._board(look, near)
        hand = "Your hand is empty." if look.seat >= 0 else ""
        return (
            *rows,
            Row("stack", _stack(look), "the stack is empty", far=True, style="chips"),
            Row("near-board", things, "nothing else", style="boxes"),
            Row("near-lands", lands, "no lands", style="chips"),
            Row("near-hero", [_banner(look, near)], style="banner"),
            Row("hand", [*self._hand(look), *_commanders(look)], hand),
        )

    def gesture(self, look: Look, move: Move) -> Gesture:
        """From a card or permanent, and for attacks and blocks to what it meets."""
        state: MagicState = look.state
        if move.then:  # everybody at once; where there are several defenders only the list says against whom
            defenders = {option[1] for option in state.prompt.options} if state.prompt is not None else set()
            return Gesture(key="a", label="All attack") if len(defenders) == 1 else Gesture(listed=True)
        match move.action:
            case Pass(until=""):
                fights = state.step == "main" and state.active == look.seat and not state.stack
                return Gesture(key="p", label="To combat" if fights else "Pass")
            case Pass(until=until):
                key, label = UNTIL[until]
                return Gesture(key=key, label=label)
            case Done():
                return Gesture(key="p", label="Done")
            case Cast(card=ref) | PlayLand(card=ref) | Activate(card=ref) | TurnUp(card=ref):
                return self._at(look, ref)
            case Choose(option=option) if not move.wish:
                return self._option(look, option)
            case f.MoveCards(cards=(ref,)) | f.SetAttribute(cards=(ref,)) | f.Flip(card=ref):
                return msgspec.structs.replace(self._at(look, ref), listed=True)
            case f.NextTurn(seat=-1):
                return Gesture(key="e", label="Turn")
            case f.SetStep():
                return Gesture(key="s", label="Step")
            case f.DrawCards(count=1):
                return Gesture(key="t", label="Draw a card")
            case f.UntapAll():
                return Gesture(key="z", label="Untap")
            case f.Resolve():
                return Gesture(key="p", label="Resolve")
            case f.CheckTable():
                return Gesture(key="k", label="Check")
        return Gesture(listed=state.options.dial != "enforced")

    def prompt(self, look: Look) -> str:
        """What is asked, or which step it is."""
        state: MagicState = look.state
        asked = question(state)
        if state.options.dial != "enforced" and (asked is None or asked.kind == "free"):
            whose = "Your" if state.active == look.seat else f"{look.names[state.active]}'s"
            return f"{whose} {STEPS.get(state.step, state.step)}"
        if asked is None or asked.seat != look.seat:
            return ""
        if asked.kind != "priority":
            return asks(state, _names(look))
        whose = "Your" if state.active == look.seat else f"{look.names[state.active]}'s"
        return f"{whose} {STEPS.get(state.step, state.step)}"

    def legend(self) -> Mapping[str, str]:
        """What the table writes on things."""
        return {
            TAPPED: "tapped.",
            "p": "pass, or done with choosing; e: until the end of turn; t: until your turn; s: until the "
            "stack is empty; a: everybody attacks.",
            "i": "why the thing under the cursor is what it is: every effect in its order.",
            "attacks": "it attacks; B: it blocks; N: it is new and cannot attack yet.",
            "×": "so many of the same on one line.",
        }

    # --- inside ---

    def _board(self, look: Look, seat: Seat) -> tuple[list[Piece], list[Piece]]:
        """A side's permanents, and its lands with those together that are alike."""
        state: MagicState = look.state
        mine = view_of(state).controlled(seat)
        lands = [seen for seen in mine if "Land" in seen.types and not seen.creature]
        keys = self._keys(state)
        shown: dict[Key, list[Seen]] = {}
        for seen in lands:
            shown.setdefault(keys[seen.id], []).append(seen)
        rest = [_unit(look, seen, 1) for seen in mine if seen not in lands]
        return rest, [_unit(look, group[0], len(group)) for group in shown.values()]

    def _keys(self, state: MagicState) -> dict[int, Key]:
        """Under which key each object lies on the table: lands that are alike share that of the first."""
        if self._known is None or self._known[0] is not state:
            keys: dict[int, Key] = {}
            first: dict[Any, Key] = {}
            worn = {obj.attached for obj in state.objects if obj.attached is not None}
            for seen in view_of(state).seen.values():
                keys[seen.id] = _key(seen.id)
                alike = "Land" in seen.types and not seen.creature and seen.zone == "battlefield"
                if alike and not seen.obj.counters and seen.id not in worn:
                    status = index(state.status).get(seen.id)
                    tapped = status is not None and status.tapped
                    kind = seen.controller, seen.name, seen.card, seen.abilities, tapped
                    keys[seen.id] = first.setdefault(kind, _key(seen.id))
            self._known = state, keys
        return self._known[1]

    def _hand(self, look: Look) -> list[Piece]:
        """One's own hand with those together that are alike, unless cards of it are chosen one by one."""
        held = self._held(look)
        counts = Counter(held.values())
        return [_held(look, ref, look.faces.get(ref, ""), counts[ref]) for ref in counts]

    def _held(self, look: Look) -> dict[Ref, Ref]:
        """Under which card of the hand each of them lies."""
        state: MagicState = look.state
        hand, prompt = state.players[look.near].hand, state.prompt
        chosen = {option[0] for option in prompt.options} if prompt is not None else set()
        if any(ref in chosen or ref not in look.faces for ref in hand):
            return {ref: ref for ref in hand}
        first: dict[str, Ref] = {}
        return {ref: first.setdefault(look.faces[ref], ref) for ref in hand}

    def _at(self, look: Look, ref: int, target: Key = "") -> Gesture:
        """At this thing; of things that are alike only the first makes a move by being pointed at."""
        key = self._keys(look.state).get(ref) or _key(self._held(look).get(ref, ref))
        return Gesture(key, target) if key == _key(ref) else Gesture(listed=True)

    def _option(self, look: Look, option: int) -> Gesture:
        prompt = look.state.prompt
        if prompt is None or not 0 <= option < len(prompt.options):
            return Gesture()
        chosen = prompt.options[option]
        if prompt.kind in POINTED:
            to = int(chosen[1])
            targets = {one[1] for one in prompt.options if one[0] == chosen[0]}
            return self._at(look, int(chosen[0]), self._at(look, to).source if len(targets) > 1 else "")
        if prompt.kind in VALUES or not isinstance(chosen[0], int):
            return Gesture()
        return self._at(look, chosen[0])


def _key(ref: Ref) -> Key:
    return f"c{ref}" if ref >= 0 else f"hero{seat_of(ref)}"


def _names(look: Look) -> Names:
    return Names(look.state, look.faces, look.names, numbered=True)


def _banner(look: Look, seat: Seat) -> Piece:
    state: MagicState = look.state
    own = state.players[seat]
    n = _names(look)
    piles = {
        zone: [n.bare(obj.id) for obj in state.objects if obj.zone == zone and obj.owner == seat]
        for zone in ("graveyard", "exile", "command")
    }
    parts = [
        *([look.clocks[seat]] if look.clocks and look.clocks[seat] else []),
        *([f"out: {own.lost}"] if own.lost else []),
        f"hand {len(own.hand)}",
        f"library {len(own.library)}",
        *(f"{zone} {len(cards)}" for zone, cards in piles.items() if cards),
        *(f"{kind} {count}" for kind, count in own.counters),
        *(f"{count} by {n.bare(ref)}" for ref, count in own.wounds),
        *([f"until {own.until}"] if own.until else []),
    ]
    detail = "".join(f" {zone.capitalize()}: {', '.join(reversed(c))}." for zone, c in piles.items() if c)
    return Piece(
        _key(player(seat)),
        "hero",
        f"{'▸' if state.turn and state.active == seat else ' '}{look.names[seat]}",
        numbers=f"♥ {own.life}",
        meter=max(0.0, min(1.0, own.life / state.options.starting_life)),
        cost=f"mana {' '.join(mana[0] for mana in own.pool)}" if own.pool else "",
        text="  ".join(parts),
        detail=f"{look.names[seat]}, {own.life} life.{detail}",
        faint=bool(own.lost),
    )


def _unit(look: Look, seen: Seen, count: int) -> Piece:
    """A permanent, or so many lands that are alike."""
    state: MagicState = look.state
    n, status = _names(look), index(state.status).get(seen.id)
    tapped = status is not None and status.tapped
    numbers = f"{seen.power}/{seen.toughness}" if seen.creature else ""
    loyalty = seen.obj.counter("loyalty")
    numbers += f"[{loyalty}]" if loyalty else ""
    numbers += f" -{status.damage}" if status is not None and status.damage else ""
    numbers += TAPPED if tapped else ""
    told = signs(state, seen, n)
    land = "Land" in seen.types and not seen.creature
    name = n.bare(seen.id) if land else n.card(seen.id)
    name += f" ×{count}" if count > 1 else ""
    rules = " ".join(
        ability_text(has.ability, seen.name)
        for has in seen.abilities
        if not has.intrinsic and not isinstance(has.ability, Keyword)
    )
    line = " ".join((*seen.supertypes, *seen.types))
    line += f" — {' '.join(seen.subtypes)}" if seen.subtypes else ""
    body = f" {seen.power}/{seen.toughness}" if seen.creature else ""
    shown = [sign for sign in told if sign != "tapped" and not sign.endswith("damage")]
    prompt = state.prompt
    mine = prompt is not None and prompt.seat == look.seat
    picked = [prompt.options[at] for at in prompt.picked] if mine and prompt is not None else []
    picked = [option for option in picked if option[0] == seen.id]
    if picked and prompt is not None and prompt.kind in POINTED:
        aims = [f"→ {n.things(tuple(int(option[1]) for option in picked))}"]
        shown, told = aims + shown, aims + told
    return Piece(
        _key(seen.id),
        "unit",
        name,
        numbers=numbers,
        signs=shown,
        text=rules,
        tint=_tint(seen.colors),
        detail=f"{name}{body}, {line}. {', '.join(told)}{'. ' if told else ''}{rules}",
        faint=tapped,
        chosen=bool(picked),
        called=n.card(seen.id),
    )


def _stack(look: Look) -> list[Piece]:
    """The next one to resolve first."""
    state: MagicState = look.state
    n, found = _names(look), []
    for place, key in enumerate(reversed(state.stack)):
        obj = index(state.objects)[key]
        play = obj.play
        says = (
            ability_text(play.ability, n.bare(key))
            if play is not None and play.ability is not None
            else one_line(text(printed_card(obj)))
            if not obj.face_down
            else ""
        )
        words = on_stack(obj, n)
        title = f"{'next: ' if not place else ''}{words} ({look.names[obj.controller]})"
        found.append(Piece(_key(key), "unit", title, detail=f"{words}: {says}", called=n.card(key)))
    return found


def _commanders(look: Look) -> list[Piece]:
    """What can be cast from the command zone lies beside the hand."""
    state: MagicState = look.state
    own = [obj for obj in state.objects if obj.zone == "command" and obj.owner == look.near and obj.face]
    tax = 2 * state.players[look.near].casts
    return [_commander(_held(look, obj.id, obj.face, 1), tax) for obj in own]


def _commander(piece: Piece, tax: int) -> Piece:
    more = f" It costs {{{tax}}} more now." if tax else ""
    return msgspec.structs.replace(
        piece,
        cost=f"{piece.cost}+{tax}" if tax else piece.cost,
        numbers=f"{piece.numbers} command",
        detail=f"In the command zone: {piece.detail}{more}",
    )


def _held(look: Look, ref: Ref, face: Face, count: int) -> Piece:
    """A card of the hand, or so many of the same."""
    if not face:
        return Piece(_key(ref), "back", "face down", detail="A card, face down.")
    card = printed_card(Obj(ref, -1, "hand", look.near, look.near, face))
    looks = looks_of(card)
    numbers = f"{card.power}/{card.toughness}" if card.power is not None else ""
    numbers = f"[{card.loyalty}]" if card.loyalty is not None else numbers
    rules = one_line(looks.text)
    prompt = look.state.prompt
    chosen = prompt is not None and any(prompt.options[at][0] == ref for at in prompt.picked)
    return Piece(
        _key(ref),
        "card",
        f"{card.name} ×{count}" if count > 1 else card.name,
        numbers=numbers or card.types[-1].lower() if card.types else numbers,
        cost="".join(one if len(one) == 1 else f"({one})" for one in symbols(card.cost)),
        text=rules,
        tint=_tint(printed_values(card)[1]),
        detail=f"{card.name} {card.cost} {type_line(card)} {numbers}. {rules}".replace(" .", "."),
        chosen=chosen,
        called=card.name,
    )


def _tint(colors: Sequence[str]) -> str:
    return GREY if not colors else TINTS[colors[0]] if len(colors) == 1 else GOLD
