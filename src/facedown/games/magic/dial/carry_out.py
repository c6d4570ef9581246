"""From a command to its events: the same events as those of the enforced rules."""

from collections.abc import Callable
from typing import Any

import msgspec

from facedown.games.magic import freeform as f
from facedown.games.magic.actions import Activate, AnyAction, Cast, PlayLand, TurnUp
from facedown.games.magic.dial import cards, marks, people, rules
from facedown.games.magic.dial.rest import at_rest
from facedown.games.magic.dial.touch import somebody
from facedown.games.magic.engine.run import Pause, Run, task
from facedown.games.magic.events import AnyEvent, Told
from facedown.games.magic.players import judges
from facedown.games.magic.state import MADE, MagicState, Task, index, player
from facedown.kernel import Faces, IllegalAction, Reveal, Roll, Seat

_DO: dict[type, Callable[[Run, Seat, Any], None]] = {
    f.MoveCards: cards.move_cards,
    f.DrawCards: cards.draw_cards,
    f.Mulligan: cards.mulligan,
    f.ShuffleLibrary: cards.shuffle_library,
    f.Look: cards.look_at,
    f.Show: cards.show,
    f.Flip: cards.flip,
    f.AttachCard: marks.attach,
    f.Point: marks.point,
    f.MakeToken: marks.make_token,
    f.SetAttribute: marks.set_attribute,
    f.UntapAll: marks.untap_all,
    f.SetCounters: marks.set_counters,
    f.SetLife: people.set_life,
    f.AddPool: people.add_pool,
    f.SetStep: people.set_step,
    f.NextTurn: people.next_turn,
    f.ReverseOrder: people.reverse_order,
    f.RollDie: people.roll_die,
    f.Say: people.say,
    f.Concede: people.concede,
    f.Kick: people.kick,
    f.CheckTable: rules.check_table,
    f.Resolve: rules.resolve,
    f.NeverMind: rules.never_mind,
}
OF_NOBODY = (f.Say, f.RollDie, f.SetStep, f.NextTurn, f.ReverseOrder)
"""What a judge may do without doing it for somebody."""
BY_THE_RULES = (Cast, Activate, PlayLand, TurnUp)
"""What assisted play does by the rules, if one asks for it."""


def decide_freely(state: MagicState, seat: Seat, action: AnyAction, faces: Faces) -> list[AnyEvent] | None:
    """The events of a command; None if the rules decide: an answer to what they ask, or assisted play."""
    does = action.does if isinstance(action, f.Ruling) else action
    if type(does) not in _DO:
        if at_rest(state) and (state.options.dial == "free" or not isinstance(action, BY_THE_RULES)):
            raise IllegalAction("nobody waits for that: move cards, and say what you do")
        return None
    if not at_rest(state) and not isinstance(does, f.NeverMind):
        raise IllegalAction("somebody is asked something first; `never mind` leaves it")
    _check_judge(state, seat, action)
    run = Run(state, faces)
    run.answers = ()
    try:
        _carry_out(run, seat, action)
    except Pause:
        # The dealer is asked; the command is carried out from its start once the answer is there.
        run = Run(state, faces)
        run.push(Task("by hand", seat, text=msgspec.json.encode(action).decode()))
    if run.state.result is None and (tuple(run.agenda) != state.agenda or run.state.active != state.active):
        run.go()
    return run.done()


@task("by hand")
def by_hand(run: Run, task: Task) -> None:
    """A command that had to wait for the dealer."""
    _carry_out(run, task.seat, msgspec.json.decode(task.text, type=f.Command))


def dropped(state: MagicState) -> list[AnyEvent]:
    """A command that turns out to be too much once cards were turned up for it: it is not done.

    Nothing if it was no command, or if cards have come back under fresh refs.
    """
    if state.agenda[-1].name != "by hand" or not isinstance(state.owed[0], Reveal | Roll):
        return []
    run = Run(state)
    run.answers = ()
    run.emit(Told("reversed", seat=run.agenda.pop().seat))
    run.go()
    return run.events


def _carry_out(run: Run, seat: Seat, command: AnyAction) -> None:
    if isinstance(command, f.Ruling):
        run.emit(Told("ruled", seat=seat, to=(player(command.seat),)))
        _DO[type(command.does)](run, command.seat, command.does)
        return
    _DO[type(command)](run, seat, command)


def _check_judge(state: MagicState, seat: Seat, action: AnyAction) -> None:
    """Judges act for players, and nobody else does."""
    if isinstance(action, f.Ruling):
        if seat not in judges(state):
            raise IllegalAction("only a judge acts for others")
        somebody(state, action.seat)
    elif seat in judges(state) and not isinstance(action, OF_NOBODY):
        raise IllegalAction("you are the judge: say for whom, as in `for Ann: life -2`")


def opens_freely(state: MagicState, seat: Seat, action: AnyAction) -> tuple[int, ...]:
    """The hidden cards that a command turns up, if they are the player's own to turn up."""
    match action:
        case f.Ruling(seat=whose, does=does) if 0 <= whose < len(state.players) and seat in judges(state):
            return opens_freely(state, whose, does)
        case f.MoveCards(cards=refs, to=to, face_down=False) if cards.public(to):
            return cards.turned_up(state, seat, refs)
        case f.Flip(card=ref):
            obj = index(state.objects).get(ref)
            down = obj is not None and obj.face_down and obj.id < MADE
            return cards.turned_up(state, seat, (ref,)) if down else ()
    return ()
