"""A match told in sentences: every step of the log as a line that a person can read."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from facedown.kernel import Faces, Outcome, Seat
from facedown.table.entries import Accused, Acted, Agreed, Contributed, Ended, Left, Opened, Undone
from facedown.table.registry import find_dealer
from facedown.table.table import AnyGame, Step

_LEAVING = {
    "conceded": "gave up",
    "timed out": "ran out of time",
    "abandoned": "left and did not come back",
    "withheld randomness": "did not show the promised randomness",
    "withheld a part": "did not do its part in the deal",
    "withheld its list": "did not show its deck at the end",
    "cheated": "cheated",
}


class Moment(msgspec.Struct, frozen=True):
    """A step and the state before it: all that telling needs."""

    before: Any
    step: Step


def tell(game: AnyGame, names: Sequence[str], moment: Moment, faces: Faces) -> str:
    """The step in sentences, on one line; empty for a step that is nothing to a person."""
    if moment.step.events:
        return " ".join(_merged(_events(game, names, moment, faces))) or _by_hand(game, names, moment, faces)
    match moment.step.entry.body:
        case Opened(dealer=dealer) if find_dealer(dealer).keyring is not None:
            return "The table is sealed: the players deal to each other, bound to their lists and keys."
        case Opened(dealer=dealer, commitment=commitment):
            return f"The dealer ({dealer}) is bound to {short(commitment)}."
        case Contributed(seat=seat):
            return f"{names[seat]} adds randomness to the deal."
        case Accused(seat=seat, whom=whom, why=why):
            return f"{names[seat]} says that {names[whom]} {_LEAVING[why]}."
        case Left(seat=seat, why=why):
            return f"{names[seat]} {_LEAVING[why]}."
        case Agreed():
            return "The players agree to a draw."
        case Undone(seat=seat):
            return f"{names[seat]} takes the last action back."
        case Ended():
            return "The match is over, and the dealer opens its books."
        case _:
            return ""


def result(outcome: Outcome, names: Sequence[str], seat: Seat = -1) -> str:
    """How the match ended, as this seat would say it (a spectator's seat is -1)."""
    reason = _reason(outcome, ["you" if at == seat else name for at, name in enumerate(names)])
    if not outcome.winners:
        return f"The match is drawn: {reason}."
    if seat >= 0:
        return f"You {'win' if seat in outcome.winners else 'lose'}: {reason}."
    verb = "wins" if len(outcome.winners) == 1 else "win"
    return f"{' and '.join(names[winner] for winner in outcome.winners)} {verb}: {reason}."


def short(digest: str) -> str:
    """A hash for people: its beginning is enough to compare by eye."""
    return f"{digest[:12]}…" if len(digest) > 12 else digest


def _reason(outcome: Outcome, names: Sequence[str]) -> str:
    losers = [name for seat, name in enumerate(names) if seat not in outcome.winners]
    if outcome.reason in _LEAVING and len(losers) == 1:
        return f"{losers[0]} {_LEAVING[outcome.reason]}"
    return outcome.reason


def _events(game: AnyGame, names: Sequence[str], moment: Moment, faces: Faces) -> Iterable[str]:
    state = moment.before
    for event in moment.step.events:
        if not game.quiet(event):
            yield game.say(state, event, names, faces)
        state = game.apply(state, event)


def _by_hand(game: AnyGame, names: Sequence[str], moment: Moment, faces: Faces) -> str:
    """What a player did by hand and no event tells, such as tapping: the others have to hear of it."""
    body = moment.step.entry.body
    if not isinstance(body, Acted) or not game.open_ended(moment.before):
        return ""
    action = game.read_action(body.action)
    return f"{names[body.seat]}: {game.label(moment.before, body.seat, action, faces)}."


def _merged(sentences: Iterable[str]) -> Iterable[str]:
    """The same sentence six times over is said once: `Ada draws a card (6 times).`"""
    for sentence, same in groupby(sentences):
        times = len(list(same))
        yield sentence if times == 1 else f"{sentence.rstrip('.')} ({times} times)."
