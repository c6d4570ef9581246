"""What players say of themselves and of the turn: life, mana, steps, dice, words."""

from facedown.games.magic.dial.rest import REST, begin_turn, following, leave_freely
from facedown.games.magic.dial.rules import turn_based
from facedown.games.magic.dial.touch import somebody, within, written
from facedown.games.magic.engine.run import Run
from facedown.games.magic.events import (
    CombatChanged,
    LifeChanged,
    ManaAdded,
    ManaSpent,
    OrderReversed,
    PoolsEmptied,
    StepBegan,
    Told,
    Unwanted,
)
from facedown.games.magic.freeform import (
    AddPool,
    Concede,
    Kick,
    NextTurn,
    ReverseOrder,
    RollDie,
    Say,
    SetLife,
    SetStep,
)
from facedown.games.magic.players import in_order
from facedown.games.magic.state import STEPS
from facedown.kernel import IllegalAction, Roll, Seat

MOST_LIFE = 99_999
COMBAT = STEPS[STEPS.index("begin combat") : STEPS.index("end combat")]


def set_life(run: Run, seat: Seat, command: SetLife) -> None:
    """One's own life total."""
    if not command.by:
        raise IllegalAction("by how much?")
    within(run.state.players[seat].life + command.by, -MOST_LIFE, MOST_LIFE, "life")
    run.emit(LifeChanged(seat, command.by))


def add_pool(run: Run, seat: Seat, command: AddPool) -> None:
    """Mana into one's own pool, or out of it."""
    out = command.mana.startswith("-")
    mana = tuple(command.mana.removeprefix("-"))
    pool = run.state.players[seat].pool
    if not mana or any(one not in "WUBRGC" for one in mana):
        raise IllegalAction("mana is W, U, B, R, G and C, as in `WWC`, with a minus to spend it")
    if not out:
        within(len(pool) + len(mana), 0, 100, "mana in a pool")
        run.emit(ManaAdded(seat, mana))
        return
    left = list(pool)
    for one in mana:
        found = one if one in left else f"{one}s"
        if found not in left:
            raise IllegalAction("you do not have that mana")
        left.remove(found)
    spent = list(pool)
    for one in left:
        spent.remove(one)
    run.emit(ManaSpent(seat, tuple(spent)))


def set_step(run: Run, seat: Seat, command: SetStep) -> None:  # noqa: ARG001
    """The turn goes to a step, forth or back."""
    step = next((step for step in STEPS if step == command.step), None)
    if step is None:
        raise IllegalAction(f"steps: {', '.join(STEPS)}")
    if step == run.state.step:
        raise IllegalAction("it is that step already")
    if any(own.pool for own in run.state.players):
        run.emit(PoolsEmptied())
    if run.state.combat is not None and step not in COMBAT:
        run.emit(CombatChanged(None, "end"))
    run.emit(StepBegan(step))
    if run.state.options.dial == "assisted":
        turn_based(run, step)


def next_turn(run: Run, seat: Seat, command: NextTurn) -> None:  # noqa: ARG001
    """The next player's turn, or somebody's."""
    whose = following(run.state) if command.seat < 0 else somebody(run.state, command.seat)
    begin_turn(run, whose)
    if run.state.result is None and run.state.options.dial == "assisted":
        turn_based(run, "untap")


def reverse_order(run: Run, seat: Seat, _: ReverseOrder) -> None:  # noqa: ARG001
    """Turns go the other way round."""
    run.emit(OrderReversed())


def roll_die(run: Run, seat: Seat, command: RollDie) -> None:
    """The dealer rolls, for all to see."""
    within(command.sides, 2, 1000, "sides of a die")
    value = run.deal(Roll(command.sides)).value + 1
    run.emit(Told("rolled", seat=seat, text=str(command.sides), number=value))


def say(run: Run, seat: Seat, command: Say) -> None:
    """Words that stay in the record."""
    if not written(command.text):
        raise IllegalAction("say what?")
    run.emit(Told("said", seat=seat, text=command.text))


def concede(run: Run, seat: Seat, _: Concede) -> None:
    """A player gives up; the others play on."""
    leave_freely(run, seat, "conceded")
    if run.state.result is None:
        run.agenda = [REST]


def kick(run: Run, seat: Seat, command: Kick) -> None:
    """A player wants another to go; the last of all others to say so has said it for all."""
    whom = somebody(run.state, command.seat)
    others = [one for one in in_order(run.state) if one != whom]
    said = run.state.players[whom].unwanted
    if seat == whom:
        raise IllegalAction("to go yourself, concede")
    if len(others) < 2:
        raise IllegalAction("of two players neither can send the other away; `claim` when a line is lost")
    if seat in said:
        raise IllegalAction("you have said so; the others have to say it, too")
    run.emit(Unwanted(seat, whom))
    if all(one == seat or one in said for one in others):
        leave_freely(run, whom, "kicked")
        if run.state.result is None:
            run.agenda = [REST]
