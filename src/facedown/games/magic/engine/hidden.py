"""Choosing from hidden cards: searching, scrying, arranging. What is chosen only the dealer is told."""

import msgspec

from facedown.games.magic.engine.run import Run
from facedown.games.magic.events import LibraryChanged, Moved, Told
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import Filter, LookAndTake, Search
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Frame, Obj, Prompt
from facedown.games.magic.view import printed_card
from facedown.kernel import Arrange, Reveal, Seat
from facedown.kernel import Search as Ask


def passing(run: Run, frame: Frame, filter: Filter, ref: int, face: str, owner: Seat) -> bool:
    """Whether a card of this face passes, wherever the filter would look for it."""
    obj = Obj(ref, -1, "exile", owner, owner, face)
    ctx = Ctx(run.view, frame.controller, run.view.last(frame.source), frame)
    bare = msgspec.structs.replace(filter, zone="anywhere", control="", own="")
    return passes(bare, ctx, Seen(obj, printed_card(obj)))


def take_from_library(run: Run, frame: Frame, seat: Seat, op: Search) -> list[int]:
    """Search a library: look at it, say how many to take, and take them as wished (701.23).

    Which cards they are only the player knows; what has to be revealed is revealed, and what does not pass
    the filter goes back, as if it had not been found.
    """
    library = run.state.players[seat].library
    if not library:
        return []
    most = min(op.count, len(library))
    options = tuple((number,) for number in range(most + 1))
    prompt = Prompt(
        seat,
        "search",
        options,
        about="how many to take",
        source=frame.source[0],
        default=(most,),
        sees=library,
    )
    count = int(run.choose(prompt)[0])
    given = run.renew(
        seat, Ask(seat, library, count), lambda given: (*given.rest, *reversed(given.refs)), shuffled=True
    )
    taken = list(given.refs)
    good = taken
    public = op.to in ("battlefield", "graveyard")
    if taken and (op.reveal or public or op.filter != Filter(zone="library")):
        faces = dict(run.deal(Reveal(tuple(taken))).faces)
        run.faces.update(faces)
        good = [ref for ref in taken if passing(run, frame, op.filter, ref, faces[ref], seat)]
        run.emit(Told("revealed", -1, seat, ", ".join(printed_card(_card(f)).name for f in faces.values())))
    back = [ref for ref in taken if ref not in good]
    if back:
        # Not what was to be found: it goes back among the rest, and all are shuffled once more.
        from facedown.games.magic.engine.moving import shuffle

        shuffle(run, seat)
        return []
    return good


def _card(face: str) -> Obj:
    return Obj(-1, -1, "exile", 0, 0, face)


def arrange(run: Run, seat: Seat, count: int, why: str) -> list[int]:
    """Look at the top cards; keep so many on top, in the order wished for. Returns those that go away.

    For a scry they go to the bottom at once; for a surveil the caller puts them into the graveyard.
    """
    library = run.state.players[seat].library
    count = min(count, len(library))
    if count <= 0:
        return []
    top = tuple(reversed(library[len(library) - count :]))
    options = tuple((number,) for number in range(count + 1))
    prompt = Prompt(
        seat, "arrange", options, about=f"{why}: how many stay on top", default=(count,), sees=top
    )
    kept = int(run.choose(prompt)[0])
    rest = library[: len(library) - count]
    refs = _arranged(run, seat, top, rest)
    stay, away = refs[:kept], refs[kept:]
    if why == "surveil":
        run.emit(LibraryChanged(seat, (*rest, *away, *reversed(stay)), shuffled=False))
        return list(away)
    run.emit(LibraryChanged(seat, (*reversed(away), *rest, *reversed(stay)), shuffled=False))
    return []


def _arranged(run: Run, seat: Seat, top: tuple[int, ...], rest: tuple[int, ...]) -> tuple[int, ...]:
    """The top cards in the order that the player wishes for, the first one on top."""
    given = run.renew(seat, Arrange(seat, top), lambda given: (*rest, *reversed(given.refs)), shuffled=False)
    return given.refs


def look_and_take(run: Run, frame: Frame, op: LookAndTake) -> None:
    """Look at the top cards, put some into the hand, the rest on the bottom, on top or into the graveyard."""
    from facedown.games.magic.amounts import value
    from facedown.games.magic.engine.moving import Going, move

    seat = frame.controller
    library = run.state.players[seat].library
    count = min(value(op.look, run.ctx(frame)), len(library))
    if count <= 0:
        return
    top = tuple(reversed(library[len(library) - count :]))
    rest = library[: len(library) - count]
    most = min(op.take, count)
    least = most if op.filter is None else 0
    options = tuple((number,) for number in range(least, most + 1))
    prompt = Prompt(seat, "arrange", options, about="how many to take", default=(len(options) - 1,), sees=top)
    number = int(run.choose(prompt)[0])
    refs = _arranged(run, seat, top, rest)
    taken, left = list(refs[:number]), list(refs[number:])
    if op.filter is not None and taken:
        faces = dict(run.deal(Reveal(tuple(taken))).faces)
        run.faces.update(faces)
        bad = [ref for ref in taken if not passing(run, frame, op.filter, ref, faces[ref], seat)]
        taken, left = [ref for ref in taken if ref not in bad], [*bad, *left]
    if op.rest == "bottom":
        order = (*reversed(left), *rest, *reversed(taken))
    else:
        order = (*rest, *reversed(left), *reversed(taken))
    run.emit(LibraryChanged(seat, order, shuffled=False))
    for ref in taken:
        run.emit(Moved(ref, seat, "library", "hand"))
    if op.rest == "graveyard":
        move(run, [Going(ref, seat, "library", "graveyard") for ref in left])
