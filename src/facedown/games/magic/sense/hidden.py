"""Hidden cards that one may choose from: what to look for, and what to keep on top."""

import msgspec

from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import Card, Filter, LookAndTake, Search
from facedown.games.magic.seen import Seen
from facedown.games.magic.sense.plays import Plays
from facedown.games.magic.sense.values import keeping
from facedown.games.magic.state import MagicState, Obj, Prompt
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Faces, Ref, Wish

KEEP = 45
"""A card that is worth less than this in the hand may go to the bottom."""


def matches(state: MagicState, prompt: Prompt, faces: Faces) -> list[Ref]:
    """The cards that a search may find, best first."""
    filter = _filter(state)
    found = []
    for ref in prompt.sees:
        if ref in faces and (filter is None or _passes(state, prompt, filter, ref, faces[ref])):
            found.append(ref)
    return _best_first(state, prompt, faces, found)


def staying(state: MagicState, prompt: Prompt, faces: Faces) -> tuple[int, ...] | None:
    """How many of the cards on top are wanted; None where that is not asked."""
    if _taking(state):
        able = len(matches(state, prompt, faces))
        numbers = [int(option[0]) for option in prompt.options]
        return (numbers.index(max(number for number in numbers if number <= max(able, numbers[0]))),)
    good = sum(price >= KEEP for price in _prices(state, prompt, faces).values())
    return (min(good, len(prompt.options) - 1),)


def wish(state: MagicState, prompt: Prompt, option: int, faces: Faces) -> Wish:
    """What to wish for, having said how many."""
    if prompt.kind == "search":
        return tuple(matches(state, prompt, faces)[: int(prompt.options[option][0])])
    found = matches(state, prompt, faces) if _taking(state) else []
    rest = [ref for ref in prompt.sees if ref in faces and ref not in found]
    return (*found, *_best_first(state, prompt, faces, rest))


def _taking(state: MagicState) -> bool:
    frame = state.agenda[-1].frame if state.agenda else None
    return frame is not None and bool(frame.do) and isinstance(frame.do[0], LookAndTake)


def _filter(state: MagicState) -> Filter | None:
    frame = state.agenda[-1].frame if state.agenda else None
    op = frame.do[0] if frame is not None and frame.do else None
    return op.filter if isinstance(op, Search | LookAndTake) else None


def _passes(state: MagicState, prompt: Prompt, filter: Filter, ref: Ref, face: str) -> bool:
    frame = state.agenda[-1].frame
    assert frame is not None
    view = view_of(state)
    bare = msgspec.structs.replace(filter, zone="anywhere", control="", own="")
    obj = Obj(ref, -1, "exile", prompt.seat, prompt.seat, face)
    ctx = Ctx(view, frame.controller, view.last(frame.source), frame)
    return passes(bare, ctx, Seen(obj, printed_card(obj)))


def _best_first(state: MagicState, prompt: Prompt, faces: Faces, refs: list[Ref]) -> list[Ref]:
    prices = _prices(state, prompt, faces)
    return sorted(refs, key=lambda ref: -prices.get(ref, 0))


def _prices(state: MagicState, prompt: Prompt, faces: Faces) -> dict[Ref, int]:
    view = view_of(state)
    hand = state.players[prompt.seat].hand
    in_hand = sum("Land" in _card(faces, ref).types for ref in hand)
    plays = Plays(state, prompt.seat, faces)
    found: dict[Ref, int] = {}
    known: dict[str, int] = {}
    for ref in prompt.sees:
        if ref in faces:
            face = faces[ref]
            if face not in known:
                promise = plays.promise(ref) // 2 if prompt.kind == "search" else 0
                known[face] = keeping(_card(faces, ref), view, prompt.seat, in_hand) + promise
            found[ref] = known[face]
    return found


def _card(faces: Faces, ref: Ref) -> Card:
    return printed_card(Obj(ref, 0, "hand", 0, 0, faces.get(ref, "")))
