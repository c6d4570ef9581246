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
        # With what the dealer revealed every card is worked out again; without it the log's word is taken.
        walk = self._walk = Follower(lines[0], dealer)
        self.table: Table = walk.table
        self.finished = dealer is not None
        self.frames: list[Frame] = []
        self._faces: tuple[dict[Ref, Face], ...] = tuple({} for _ in range(self.table.seats))
        self._turn: tuple[int, Hashable] = (0, None)
        self._add(Moment(walk.state, walk.opened))
        for line in lines[1:]:
            self._add(Moment(walk.state, walk.feed(line)))
        self.finished = self.finished or walk.ended

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

    def _add(self, moment: Moment) -> None:
        if shown := moment.step.faces:
            self._faces = tuple({**old, **new} for old, new in zip(self._faces, shown, strict=True))
        turn, last = self._turn
        state = self._walk.state
        chapter = self.table.game.chapter(state)
        if bool(chapter) and chapter != last and self.table.game.active(state) and not self.table.awaited:
            self._turn = (turn + 1, chapter)
        self.frames.append(Frame(moment, state, self._faces, self._turn[0]))
