"""The table as text, as one seat sees it."""

from collections import Counter
from collections.abc import Sequence

from facedown.games.magic.naming import Names
from facedown.games.magic.nouns import COLORS
from facedown.games.magic.players import judges
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import JUDGE, MagicState, Obj, index
from facedown.games.magic.text import ability_text, keyword_name, text
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Faces, Ref, Seat

STEP_NAMES = {
    "main": "first main phase",
    "begin combat": "beginning of combat",
    "attackers": "declaring attackers",
    "blockers": "declaring blockers",
    "second main": "second main phase",
}
LATEST = 5
"""So many cards of a graveyard are named on the table; `graveyard` lists all."""
GLANCED = 28
"""So many letters of what resolves next fit into a prompt; `stack` tells all."""


def show(state: MagicState, seat: Seat, names: Sequence[str], faces: Faces) -> str:
    """The table: others first, the viewer's own side at the bottom, the stack between."""
    n = Names(state, faces, names, numbered=True)
    near = max(seat, 0)
    lines = [_head(state, names)]
    for turn in range(1, len(state.players)):
        other = (near + turn) % len(state.players)
        lines += [_player(state, other, n), *_board(state, other, n), *_judged(state, seat, other, n)]
    lines += [*stack(state, n), f"  {'-' * 40}", *_board(state, near, n), _player(state, near, n)]
    if seat >= 0:
        hand = [f"    {_held(ref, n)}" for ref in state.players[near].hand]
        lines += ["  hand:", *(hand or ["    (empty)"])]
        seen = looked_at(state, seat, faces)
        if seen:
            counts = Counter(_held(ref, n) for ref in seen)
            told = (f"{count} × {held}" if count > 1 else held for held, count in counts.items())
            lines += ["  you look at:", *(f"    {line}" for line in told)]
    return "\n".join(lines)


def looked_at(state: MagicState, seat: Seat, faces: Faces) -> list[Ref]:
    """Hidden cards outside the hand that a player sees now: for a choice, or because of being shown them."""
    prompt, own = state.prompt, state.players[seat]
    asked = prompt.sees if prompt is not None and prompt.seat == seat else ()
    lie = {ref for other in state.players for ref in other.hidden} - set(own.hand)
    return [ref for ref in dict.fromkeys((*asked, *own.seen)) if ref in lie and ref in faces]


def stack(state: MagicState, n: Names, *, full: bool = False) -> list[str]:
    """What waits to resolve, the next one first, if anything does. `full`: spells with their text."""
    lines = ["  stack, the next one first:"] if state.stack else []
    for key in reversed(state.stack):
        obj = index(state.objects)[key]
        lines.append(f"    {on_stack(obj, n)} ({n.player(obj.controller)})")
        if obj.play is not None and obj.play.ability is not None:
            lines.append(f"      {ability_text(obj.play.ability, n.bare(key))}")
        elif full and not obj.face_down:
            lines += [f"      {line}" for line in text(printed_card(obj)).split("\n") if line]
    return lines


def on_stack(obj: Obj, n: Names) -> str:
    """A spell or ability on the stack in a few words, with its targets."""
    play = obj.play
    if play is None:
        return n.card(obj.id)
    aimed = tuple(pointer[0] for group in play.targets for pointer in group)
    what = f"ability of {n.bare(obj.id)}" if play.ability is not None else n.card(obj.id)
    what += f", X is {play.x}" if play.x else ""
    return what + (f" → {n.things(aimed)}" if aimed else "")


def pile(state: MagicState, seat: Seat, zone: str, n: Names) -> list[str]:
    """All cards of a player's graveyard or exile, the last one to come first."""
    cards = [obj.id for obj in state.objects if obj.zone == zone and obj.owner == seat]
    lines = [f"  {n.player(seat)}'s {zone}: {len(cards)} card{'' if len(cards) == 1 else 's'}"]
    return [*lines, *(f"    {n.bare(key)}" for key in reversed(cards))]


def _head(state: MagicState, names: Sequence[str]) -> str:
    if not state.turn:
        return "  before the first turn"
    return f"  turn {state.turn}, {names[state.active]}'s {STEP_NAMES.get(state.step, f'{state.step} step')}"


def _judged(state: MagicState, seat: Seat, other: Seat, n: Names) -> list[str]:
    """Another's hand, for a judge."""
    hand = state.players[other].hand
    return [f"    hand: {n.cards(list(hand))}"] if hand and seat in judges(state) else []


def _player(state: MagicState, seat: Seat, n: Names) -> str:
    own = state.players[seat]
    if own.lost == JUDGE:
        return f"{n.player(seat)}: the judge"
    parts = [
        f"{own.life} life",
        f"{len(own.hand)} in hand",
        f"{len(own.library)} in library",
    ]
    parts += [f"{len(own.sideboard)} in sideboard"] if own.sideboard else []
    parts += [f"{count} {kind}" for kind, count in own.counters]
    parts += [f"{count} damage by {n.bare(ref)}" for ref, count in own.wounds]
    parts += ["mana " + "".join(f"{{{mana[0]}}}" for mana in own.pool)] if own.pool else []
    parts += [f"passes until {own.until}"] if own.until else []
    parts += [f"out: {own.lost}"] if own.lost else []
    return f"{n.player(seat)}: {', '.join(parts)}"


def _board(state: MagicState, seat: Seat, n: Names) -> list[str]:
    view = view_of(state)
    mine = view.controlled(seat)
    lands = [seen for seen in mine if "Land" in seen.types and not seen.creature]
    rest = [seen for seen in mine if seen not in lands]
    lines = [f"    {_permanent(state, seen, n)}" for seen in rest]
    if lands:
        lines.append(f"    lands: {_lands(state, lands, n)}")
    for zone, words in (("graveyard", "graveyard"), ("exile", "exile"), ("command", "command zone")):
        cards = [n.bare(obj.id) for obj in state.objects if obj.zone == zone and obj.owner == seat]
        if cards:
            more = f" and {len(cards) - LATEST} more" if len(cards) > LATEST else ""
            lines.append(f"    {words}: {', '.join(reversed(cards[-LATEST:]))}{more}")
    return lines or ["    (nothing)"]


def _lands(state: MagicState, lands: Sequence[Seen], n: Names) -> str:
    """Lands by name, with how many of them are tapped."""
    by_name: dict[str, list[bool]] = {}
    for seen in lands:
        status = index(state.status).get(seen.id)
        by_name.setdefault(n.bare(seen.id), []).append(status is not None and status.tapped)
    parts = []
    for name, tapped in by_name.items():
        count = f" ×{len(tapped)}" if len(tapped) > 1 else ""
        down = sum(tapped)
        words = "" if not down else " (tapped)" if down == len(tapped) else f" ({down} tapped)"
        parts.append(f"{name}{count}{words}")
    return ", ".join(parts)


def signs(state: MagicState, seen: Seen, n: Names) -> list[str]:
    """What there is to know about a permanent besides its name and numbers, in words."""
    status = index(state.status).get(seen.id)
    words = list(dict.fromkeys(keyword_name(one) for group in seen.keywords.values() for one in group))
    words += [f"{count} {kind}" for kind, count, _ in seen.obj.counters]
    if status is not None:
        words += ["tapped"] if status.tapped else []
        words += [f"{status.damage} damage"] if status.damage else []
        words += ["new"] if seen.creature and status.fresh and not seen.has("haste") else []
        words += [status.note] if status.note else []
    words += [f"on {n.thing(seen.obj.attached)}"] if seen.obj.attached is not None else []
    if state.combat is not None:
        words += [f"attacks {n.thing(a.defender)}" for a in state.combat.attacks if a.id == seen.id]
        words += [f"blocks {n.card(a.id)}" for a in state.combat.attacks if seen.id in a.blockers]
    return words


def _permanent(state: MagicState, seen: Seen, n: Names) -> str:
    words = n.card(seen.id)
    if seen.creature:
        words += f" {seen.power}/{seen.toughness}"
    told = signs(state, seen, n)
    return words + (f" ({', '.join(told)})" if told else "")


def _held(ref: int, n: Names) -> str:
    if ref not in n.faces:
        return "a card, face down"
    card = printed_card(Obj(-1, -1, "exile", 0, 0, n.faces[ref]))
    body = f" {card.power}/{card.toughness}" if card.power is not None else ""
    return f"{n.bare(ref)}{body} [{card.cost or ' '.join(card.types).lower()}]"


def glance(state: MagicState, seat: Seat) -> str:
    """The step, what is on top of the stack, life and mana, in a few words."""
    if not state.turn:
        return ""
    lives = {other: own.life for other, own in enumerate(state.players) if own.lost != JUDGE}
    others = ", ".join(str(life) for other, life in lives.items() if other != seat)
    whose = "your" if state.active == seat else "their"
    parts = [f"{whose} {STEP_NAMES.get(state.step, f'{state.step} step')}"]
    if state.stack:
        obj = index(state.objects)[state.stack[-1]]
        n = Names(
            state, {}, ["you" if at == seat else f"player {at + 1}" for at in range(len(state.players))]
        )
        words = on_stack(obj, n)
        parts.append(f"next: {words if len(words) <= GLANCED else f'{words[: GLANCED - 1]}…'}")
    parts.append(f"life {lives[seat]} to {others}" if seat in lives else f"life {others}")
    pool = state.players[seat].pool
    if pool:
        parts.append("mana " + " ".join(COLORS.get(one[0], "colorless") for one in pool))
    return ", ".join(parts)
