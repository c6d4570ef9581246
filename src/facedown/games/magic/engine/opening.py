"""Before the first turn: shuffles, who begins, opening hands and mulligans (103)."""

from facedown.games.magic.engine.moving import Going, draw, move
from facedown.games.magic.engine.run import Run, task
from facedown.games.magic.events import Kept, Moved, Told
from facedown.games.magic.model import Keyword
from facedown.games.magic.players import company, in_order
from facedown.games.magic.state import MagicState, Obj, Prompt, Task
from facedown.games.magic.view import printed_card
from facedown.kernel import Face, Ref, Reveal, Roll, Seat


@task("commanders")
def commanders(run: Run, _: Task) -> None:
    """Commanders are turned up and wait in the command zone (903.6)."""
    leaders = {seat: run.state.players[seat].commander for seat in in_order(run.state)}
    faces = dict(run.deal(Reveal(tuple(leaders.values()))).faces)
    for seat, ref in leaders.items():
        born = run.tick()
        obj = Obj(ref, born, "command", seat, seat, faces[ref], stamp=born)
        run.emit(Moved(ref, seat, "library", "command", obj))


@task("first")
def first(run: Run, _: Task) -> None:
    """Chance says who begins; everybody draws seven cards."""
    playing = in_order(run.state, 0)
    seat = playing[run.deal(Roll(len(playing))).value]
    run.emit(Told("begins", seat=seat))
    order = in_order(run.state, seat)
    for one in order:
        draw(run, one, run.state.options.hand)
    keep = [] if run.state.options.dial == "free" else [Task("mulligan", one) for one in order]
    run.push(*keep, Task("turn" if run.state.options.dial == "enforced" else "free turn", seat))


@task("mulligan")
def mulligan(run: Run, task: Task) -> None:
    """Keep, or shuffle the hand away and draw seven new cards (the London mulligan, 103.5)."""
    seat = task.seat
    own = run.state.players[seat]
    hand = run.state.options.hand
    if own.kept or bottoms(run, seat) >= hand:
        run.emit(Kept(seat))
        if bottoms(run, seat):
            run.push(Task("bottom", seat))
        return
    options = (("keep",), ("mulligan",))
    about = f"keep this hand{f' and put {bottoms(run, seat)} on the bottom' if bottoms(run, seat) else ''}"
    picked = run.choose(Prompt(seat, "mulligan", options, about=about, default=(0,)))
    if picked == ("keep",):
        run.emit(Kept(seat))
        if bottoms(run, seat):
            run.push(Task("bottom", seat))
        return
    run.emit(Kept(seat, mulligan=True))
    run.push(Task("shuffle", seat), Task("seven", seat), task)


def begins_with(state: MagicState, seat: Seat, ref: Ref, face: Face) -> int | None:
    """The place of the ability that lets a card in this hand begin the game on the battlefield (103.6a)."""
    prompt = state.prompt
    if prompt is None or prompt.kind != "mulligan" or prompt.seat != seat:
        return None
    if ref not in state.players[seat].hand:
        return None
    if any(one.name == "opening" and one.id == ref for one in state.agenda):
        return None  # said already
    abilities = printed_card(Obj(ref, -1, "hand", seat, seat, face)).abilities
    found = (n for n, one in enumerate(abilities) if isinstance(one, Keyword) and one.name == "leyline")
    return next(found, None)


def begin_with(run: Run, seat: Seat, ref: Ref, face: Face) -> None:
    """A player shows a card to begin with. It waits until everybody has kept; a mulligan takes it back."""
    turn = next(place for place, one in enumerate(run.agenda) if one.name in ("turn", "free turn"))
    run.agenda.insert(turn + 1, Task("opening", seat, ref, face=face))
    run.emit(Told("revealed", ref, seat, printed_card(Obj(ref, -1, "hand", seat, seat, face)).name))


@task("opening")
def opening(run: Run, task: Task) -> None:
    """A card that its player shows from the opening hand begins on the battlefield."""
    if task.id in run.state.players[task.seat].hand:
        move(run, [Going(task.id, task.seat, "hand", "battlefield", face=task.face)])


def bottoms(run: Run, seat: int) -> int:
    """How many cards go on the bottom: one a mulligan, the first one free with three or more players."""
    taken = run.state.players[seat].mulligans
    free = 1 if company(run.state) > 2 else 0
    return max(0, taken - free)


@task("seven")
def seven(run: Run, task: Task) -> None:
    """A new hand."""
    draw(run, task.seat, run.state.options.hand)


@task("bottom")
def bottom(run: Run, task: Task) -> None:
    """Put cards on the bottom of the library, in an order of one's choice."""
    seat = task.seat
    own = run.state.players[seat]
    count = min(bottoms(run, seat), len(own.hand))
    options = tuple((ref,) for ref in own.hand)
    prompt = Prompt(
        seat,
        "bottom",
        options,
        count,
        count,
        default=tuple(range(count)),
        about="put on the bottom, first one first",
    )
    chosen = [int(option[0]) for option in run.ask(prompt)]
    for ref in chosen:
        run.emit(Moved(ref, seat, "hand", "library", bottom=True))
