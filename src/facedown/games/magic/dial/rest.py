"""Where a game without enforced rules rests: everybody may act, and a turn is what the players say it is."""

from facedown.games.magic.engine.leaving import lose
from facedown.games.magic.engine.run import Pause, Run, task
from facedown.games.magic.engine.turn import end_turn_effects
from facedown.games.magic.events import CombatChanged, GameEnded, PoolsEmptied, TurnBegan
from facedown.games.magic.players import in_order, next_in_turn
from facedown.games.magic.state import MagicState, Prompt, Task
from facedown.kernel import Outcome, Seat

REST = Task("free play")
KIND = "free"
"""The prompt that is for everybody."""


def at_rest(state: MagicState) -> bool:
    """Whether everybody may act."""
    return state.prompt is not None and state.prompt.kind == KIND


@task("free play")
def rest(run: Run, _: Task) -> None:
    """Wait for anybody."""
    about = "free play" if run.state.options.dial == "free" else "assisted play"
    raise Pause(Prompt(run.state.active, KIND, about=about), None)


@task("free turn")
def first_turn(run: Run, task: Task) -> None:
    """The first turn begins; whatever happens in it is for the players."""
    order = in_order(run.state, task.seat)
    begin_turn(run, order[0])
    run.push(REST)


def begin_turn(run: Run, seat: Seat) -> None:
    """What lasted until the end of the turn is over, and a player's turn begins."""
    state = run.state
    if state.turn >= state.options.turn_limit:
        run.emit(GameEnded(Outcome((), "turn limit")))
        return
    if state.turn:
        end_turn_effects(run)
    if any(own.pool for own in state.players):
        run.emit(PoolsEmptied())
    if state.combat is not None:
        run.emit(CombatChanged(None, "end"))
    extra = bool(state.extra_turns) and state.extra_turns[-1] == seat
    run.emit(TurnBegan(seat, state.turn + 1, extra))


def following(state: MagicState) -> Seat:
    """Whose turn is next: an extra one, or the next player's."""
    if state.extra_turns and not state.players[state.extra_turns[-1]].lost:
        return state.extra_turns[-1]
    return next_in_turn(state)


def leave_freely(run: Run, seat: Seat, why: str) -> None:
    """A player leaves; the others play on, from the next turn if it was the leaver's."""
    lose(run, [(seat, why)])
    if run.state.result is not None:
        return
    if not run.state.turn:
        # Before the first turn: hands are still dealt, and nobody waits for who has left.
        run.agenda = [one for one in run.agenda if one.seat != seat or one.name in ("shuffle", "free turn")]
        run.answers = ()
        return
    run.agenda = [one for one in run.agenda if not _theirs(one, seat)]
    run.answers = ()
    if run.state.active == seat:
        begin_turn(run, following(run.state))


def _theirs(one: Task, seat: Seat) -> bool:
    return one.seat == seat or (one.frame is not None and one.frame.controller == seat)
