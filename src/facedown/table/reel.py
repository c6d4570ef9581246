"""A recorded match as a reel: every step with the state after it, from any perspective."""

from collections.abc import Hashable
from typing import Any

import msgspec

from facedown.kernel import Face, Ref, Seat
from facedown.table.follow import Follower
from facedown.table.story import Moment, tell
from facedown.table.table import Table
from facedown.table.verify import read_log, revealed_dealer

EVERYTHING: Seat = -1
"""The seat of one who looks back and knows all that was revealed."""


class Frame(msgspec.Struct, frozen=True):
    """One step of the reel: what happened, how the table stands after it, and who knew which faces."""

    moment: Moment
    state: Any
    faces: tuple[dict[Ref, Face], ...]
    turn: int
    """The game's chapters as they were counted so far; 0 before anybody could act."""


class Reel:
    """A whole recorded match. Raises `ProofRejected` if it is not one that the rules allow."""

    def __init__(self, log: bytes) -> None:
        lines = read_log(log)
        dealer = revealed_dealer(lines)
        # One walk without secrets gives the states; one with the revealed dealer gives the faces.
        witness = self._witness = Follower(lines[0])
        knowing = None if dealer is None else Follower(lines[0], dealer)
        self.table: Table = witness.table
        self.finished = dealer is not None
        self.frames: list[Frame] = []
        self._faces: tuple[dict[Ref, Face], ...] = tuple({} for _ in range(self.table.seats))
        self._turn: tuple[int, Hashable] = (0, None)
        opened = knowing.opened if knowing is not None else witness.opened
        self._add(Moment(witness.state, witness.opened), opened.faces)
        for line in lines[1:]:
            moment = Moment(witness.state, witness.feed(line))
            step = moment.step if knowing is None else knowing.feed(line)
            self._add(moment, step.faces)
        self.finished = self.finished or witness.ended

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
        state = self._witness.state
        chapter = self.table.game.chapter(state)
        if bool(chapter) and chapter != last and self.table.game.active(state) and not self.table.awaited:
            self._turn = (turn + 1, chapter)
        self.frames.append(Frame(moment, state, self._faces, self._turn[0]))
