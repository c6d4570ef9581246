"""`facedown replay`: a recorded match told again, whole or step by step, from any seat."""

import argparse

from facedown.client import files
from facedown.client.announcer import Line
from facedown.client.console import Console
from facedown.client.trouble import NOT_SO, OK, Trouble
from facedown.kernel import ProofRejected, Seat
from facedown.table.reel import EVERYTHING, Reel
from facedown.table.story import result

HELP = """\
Enter          the next step
12             to entry 12
turn 3         to the beginning of turn 3
back           one step back
table          the table at this step
seat 0         see what seat 0 saw; `seat all` for everything
end            to the last entry
quit           enough"""


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
