"""`facedown replay`: a recorded match told again, whole or step by step, from any seat."""

import argparse
from typing import Any

import msgspec

from facedown.client import files
from facedown.client.announcer import Line
from facedown.client.console import Console
from facedown.client.story import Moment, result, tell
from facedown.client.trouble import NOT_SO, OK, Trouble
from facedown.kernel import Face, ProofRejected, Ref, Seat
from facedown.table import Follower
from facedown.table.table import Table
from facedown.table.verify import read_log, revealed_dealer

EVERYTHING: Seat = -1
"""The seat of one who looks back and knows all that was revealed."""

HELP = """\
Enter          the next step
12             to entry 12
turn 3         to the beginning of turn 3
back           one step back
table          the table at this step
seat 0         see what seat 0 saw; `seat all` for everything
end            to the last entry
quit           enough"""


class Frame(msgspec.Struct, frozen=True):
    """One step of the reel: what happened, how the table stands after it, and who knew which faces."""

    moment: Moment
    state: Any
    faces: tuple[dict[Ref, Face], ...]
    turn: int
    """How often the move has gone to another player, and one; 0 before anybody could act."""


class Reel:
    """A whole recorded match. Raises `ProofRejected` if it is not one that the rules allow."""

    def __init__(self, log: bytes) -> None:
        lines = read_log(log)
        dealer = revealed_dealer(lines)
        # One walk without secrets gives the states; one with the revealed dealer gives the faces.
        witness = Follower(lines[0])
        knowing = None if dealer is None else Follower(lines[0], dealer)
        self.table: Table = witness.table
        self.finished = dealer is not None
        self.frames: list[Frame] = []
        self._faces: tuple[dict[Ref, Face], ...] = tuple({} for _ in range(self.table.seats))
        self._turn: tuple[int, tuple[Seat, ...]] = (0, ())
        opened = knowing.opened if knowing is not None else witness.opened
        self._add(Moment(self.table.state, witness.opened), opened.faces)
        for line in lines[1:]:
            moment = Moment(self.table.state, witness.feed(line))
            step = moment.step if knowing is None else knowing.feed(line)
            self._add(moment, step.faces)

    def say(self, frame: Frame, seat: Seat) -> str:
        """What happened in this frame, for one who saw what this seat saw."""
        return tell(self.table.game, self.table.names, frame.moment, self.known(frame, seat))

    def show(self, frame: Frame, seat: Seat) -> str:
        """The table after this frame."""
        return self.table.game.show(frame.state, seat, self.table.names, self.known(frame, seat))

    def known(self, frame: Frame, seat: Seat) -> dict[Ref, Face]:
        """The hidden faces that this seat had seen by then, or that are known by now."""
        if seat != EVERYTHING:
            return frame.faces[seat]
        return {ref: face for faces in frame.faces for ref, face in faces.items()}

    def _add(self, moment: Moment, shown: list[dict[Ref, Face]]) -> None:
        if shown:
            self._faces = tuple({**old, **new} for old, new in zip(self._faces, shown, strict=True))
        turn, last = self._turn
        active = tuple(self.table.game.active(self.table.state))
        if active and active != last and not self.table.awaited:
            self._turn = (turn + 1, active)
        self.frames.append(Frame(moment, self.table.state, self._faces, self._turn[0]))


def run(args: argparse.Namespace) -> int:
    """Tell a log's match."""
    try:
        reel = Reel(files.read(args.log))
    except ProofRejected as error:
        raise Trouble(f"this is not a match that the rules allow: {error}", NOT_SO) from None
    seat = EVERYTHING if args.seat is None else args.seat
    _check_seat(reel, seat)
    console = Console()
    try:
        if args.step:
            _Projector(reel, seat, console).run()
        else:
            _tell_all(reel, seat, console)
    finally:
        console.close()
    return OK


def _tell_all(reel: Reel, seat: Seat, console: Console) -> None:
    turn = 0
    for at, frame in enumerate(reel.frames):
        text = reel.say(frame, seat)
        if frame.turn != turn and turn:
            console.print([("event", "")])
        turn = frame.turn
        if text:
            console.print([("event", f"{at:4} {text}")])
    console.print(_ending(reel))


def _ending(reel: Reel) -> list[Line]:
    if reel.table.outcome is None:
        return [("heading", "The record ends here; the match was not over.")]
    return [("event", ""), ("heading", result(reel.table.outcome, reel.table.names))]


def _check_seat(reel: Reel, seat: Seat) -> None:
    if not -1 <= seat < reel.table.seats:
        raise Trouble(f"there is no seat {seat}; this match has seats 0 to {reel.table.seats - 1}")


class _Projector:
    """The reel under somebody's hand."""

    def __init__(self, reel: Reel, seat: Seat, console: Console) -> None:
        self._reel, self._seat, self._console = reel, seat, console
        self._at = 0

    def run(self) -> None:
        self._show()
        while True:
            last = len(self._reel.frames) - 1
            frame = self._reel.frames[self._at]
            typed = self._console.ask(f"entry {self._at} of {last}, turn {frame.turn}> ")
            if typed is None or typed.strip() in ("quit", "q"):
                return
            self._obey(typed.strip().casefold(), last)

    def _obey(self, typed: str, last: int) -> None:
        word, _, rest = typed.partition(" ")
        if not typed or word == "next":
            self._forward(last)
        elif typed.isdecimal():
            self._jump(int(typed), last)
        elif word == "back":
            self._jump(max(0, self._at - 1), last)
        elif word == "end":
            self._jump(last, last)
        elif word == "turn" and rest.isdecimal():
            self._turn(int(rest))
        elif word == "table":
            self._table()
        elif word == "seat":
            self._look_from(rest)
        else:
            self._console.print([("table", line) for line in HELP.splitlines()])

    def _forward(self, last: int) -> None:
        """To the next step that there is something to say about."""
        if self._at == last:
            self._console.print(_ending(self._reel))
            return
        self._at += 1
        while self._at < last and not self._reel.say(self._reel.frames[self._at], self._seat):
            self._at += 1
        self._show()

    def _jump(self, at: int, last: int) -> None:
        if at > last:
            self._console.print([("error", f"The last entry is {last}.")])
            return
        self._at = at
        self._table()
        self._show()

    def _turn(self, turn: int) -> None:
        found = [at for at, frame in enumerate(self._reel.frames) if frame.turn == turn]
        if not found:
            self._console.print([("error", f"The last turn is {self._reel.frames[-1].turn}.")])
            return
        self._jump(found[0], len(self._reel.frames) - 1)

    def _look_from(self, seat: str) -> None:
        if seat == "all":
            self._seat = EVERYTHING
        elif seat.isdecimal() and int(seat) < self._reel.table.seats:
            self._seat = int(seat)
        else:
            self._console.print([("error", f"Seats are 0 to {self._reel.table.seats - 1}, or `seat all`.")])
            return
        self._table()

    def _table(self) -> None:
        text = self._reel.show(self._reel.frames[self._at], self._seat)
        self._console.print([("table", line) for line in text.splitlines()])

    def _show(self) -> None:
        if text := self._reel.say(self._reel.frames[self._at], self._seat):
            self._console.print([("event", f"{self._at:4} {text}")])
