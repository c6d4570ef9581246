"""The table as text, as one seat sees it."""

from collections.abc import Sequence

from facedown.games.magic.naming import Names
from facedown.games.magic.nouns import COLORS
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import MagicState, index
from facedown.games.magic.text import keyword_name
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Faces, Seat


def show(state: MagicState, seat: Seat, names: Sequence[str], faces: Faces) -> str:
    """The table: others first, the viewer's own side at the bottom, the stack between."""
    n = Names(state, faces, names, numbered=True)
    near = max(seat, 0)
    lines = [_head(state, names)]
    for other in range(len(state.players)):
        if other != near:
            lines += [_player(state, other, n), *_board(state, other, n)]
    lines += _stack(state, n)
    lines += [*_board(state, near, n), _player(state, near, n)]
    if seat >= 0:
        hand = [f"    {_held(ref, n)}" for ref in state.players[near].hand]
        lines += ["  hand:", *(hand or ["    (empty)"])]
        prompt = state.prompt
        if prompt is not None and prompt.seat == seat and prompt.sees:
            lines += ["  you look at:", *(f"    {_held(ref, n)}" for ref in prompt.sees)]
    return "\n".join(lines)


def _head(state: MagicState, names: Sequence[str]) -> str:
    if not state.turn:
        return "  before the first turn"
    return f"  turn {state.turn}, {names[state.active]}'s {state.step}"


def _player(state: MagicState, seat: Seat, n: Names) -> str:
    own = state.players[seat]
    grave = sum(1 for obj in state.objects if obj.zone == "graveyard" and obj.owner == seat)
    parts = [
        f"{own.life} life",
        f"{len(own.hand)} in hand",
        f"{len(own.library)} in library",
        f"{grave} in graveyard",
    ]
    parts += [f"{count} {kind}" for kind, count in own.counters]
    parts += ["mana " + "".join(f"{{{mana[0]}}}" for mana in own.pool)] if own.pool else []
    parts += [f"out: {own.lost}"] if own.lost else []
    return f"{n.player(seat)}: {', '.join(parts)}"


def _board(state: MagicState, seat: Seat, n: Names) -> list[str]:
    view = view_of(state)
    mine = view.controlled(seat)
    lands = [seen for seen in mine if "Land" in seen.types and not seen.creature]
    rest = [seen for seen in mine if seen not in lands]
    lines = [f"    {_permanent(state, seen, n)}" for seen in rest]
    if lands:
        lines.append("    lands: " + ", ".join(_land(state, seen, n) for seen in lands))
    graveyard = [n.card(obj.id) for obj in state.objects if obj.zone == "graveyard" and obj.owner == seat]
    if graveyard:
        lines.append("    graveyard: " + ", ".join(graveyard))
    command = [n.card(obj.id) for obj in state.objects if obj.zone == "command" and obj.owner == seat]
    if command:
        lines.append("    command zone: " + ", ".join(command))
    return lines or ["    (nothing)"]


def _land(state: MagicState, seen: Seen, n: Names) -> str:
    status = index(state.status).get(seen.id)
    return n.card(seen.id) + (" (tapped)" if status is not None and status.tapped else "")


def _permanent(state: MagicState, seen: Seen, n: Names) -> str:
    status = index(state.status).get(seen.id)
    words = n.card(seen.id)
    if seen.creature:
        words += f" {seen.power}/{seen.toughness}"
    signs = [keyword_name(keyword) for group in seen.keywords.values() for keyword in group]
    signs += [f"{count} {kind}" for kind, count, _ in seen.obj.counters]
    if status is not None:
        signs += ["tapped"] if status.tapped else []
        signs += [f"{status.damage} damage"] if status.damage else []
        signs += ["new"] if seen.creature and status.fresh else []
        signs += [status.note] if status.note else []
    signs += [f"on {n.thing(seen.obj.attached)}"] if seen.obj.attached is not None else []
    signs += ["attacking"] if view_of(state).attacks(seen.id) else []
    signs += ["blocking"] if view_of(state).blocks(seen.id) else []
    return words + (f" ({', '.join(signs)})" if signs else "")


def _stack(state: MagicState, n: Names) -> list[str]:
    lines = [f"  {'-' * 40}"]
    for key in reversed(state.stack):
        obj = index(state.objects)[key]
        aimed = tuple(p[0] for group in obj.play.targets for p in group) if obj.play is not None else ()
        kind = "ability of " if obj.play is not None and obj.play.ability is not None else ""
        at = f" at {n.things(aimed)}" if aimed else ""
        lines.append(f"    stack: {kind}{n.card(key)} by {n.player(obj.controller)}{at}")
    return lines


def _held(ref: int, n: Names) -> str:
    if ref not in n.faces:
        return "a card, face down"
    from facedown.games.magic.state import Obj

    card = printed_card(Obj(-1, -1, "exile", 0, 0, n.faces[ref]))
    body = f" {card.power}/{card.toughness}" if card.power is not None else ""
    return f"{n.card(ref)}{body} [{card.cost or ' '.join(card.types).lower()}]"


def glance(state: MagicState, seat: Seat) -> str:
    """Life, the step and the mana, in a few words."""
    lives = [own.life for own in state.players]
    others = ", ".join(str(life) for other, life in enumerate(lives) if other != seat)
    pool = state.players[seat].pool
    mana = ", mana " + " ".join(COLORS.get(one[0], "colorless") for one in pool) if pool else ""
    asked = ""
    if state.prompt is not None and state.prompt.kind != "priority":
        asked = f", {state.prompt.about or state.prompt.kind}"
    return f"{state.step}, life {lives[seat]} to {others}{mana}{asked}"
