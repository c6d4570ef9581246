"""Walking a match from its log: the restart of a server, a mirror, a replay and an audit are this walk."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from facedown.dealers import Dealer, Witness
from facedown.kernel import InvalidAction, ProofRejected, Refused
from facedown.kernel.play import replay
from facedown.table.entries import (
    FORMAT,
    Accused,
    Acted,
    Agreed,
    Body,
    Contributed,
    Dealt,
    Ended,
    Entry,
    Left,
    Opened,
    Parted,
    Undone,
    read_entry,
)
from facedown.table.registry import find_dealer, find_game
from facedown.table.table import Step, Table, Unsigned


class Follower:
    """A table that is led by recorded entries and refuses one that it would not have written itself.

    With the dealer that the match was played with (a server after a restart, an auditor after the reveal)
    every card is recomputed. With a `Witness` the dealer's answers are taken as recorded.
    """

    def __init__(self, first: bytes, dealer: Dealer | None = None) -> None:
        entry = _read(first, 0)
        opening = entry.body
        if not isinstance(opening, Opened):
            raise ProofRejected("log", "does not begin with the opening of a match", 0)
        if opening.format != FORMAT:
            raise ProofRejected("log", f"has format {opening.format}, this version reads {FORMAT}", 0)
        try:
            game = find_game(opening.game)
        except LookupError as error:
            raise ProofRejected("log", str(error), 0) from None
        if game.version != opening.version:
            raise ProofRejected(
                "log", f"is of {game.name} version {opening.version}, here is {game.version}", 0
            )
        self._check_chairs(game.seats, opening)
        try:
            if dealer is None:
                dealer = find_dealer(opening.dealer).witness(opening.chairs, opening.commitment)
            self._witness = dealer if isinstance(dealer, Witness) else None
            self.table = Table(game, dealer, opening)
            self.state: Any = self.table.state
            """The state after the last entry that was fed; the table may have gone on to what follows."""
            self._expected: deque[Step] = deque(self.table.begin())
        except ProofRejected as error:
            raise ProofRejected(error.who, error.why, 0) from None
        except (Refused, LookupError) as error:
            raise ProofRejected("log", str(error), 0) from None
        self.opened = self._confirm(entry, first)

    @staticmethod
    def _check_chairs(seats: tuple[int, int], opening: Opened) -> None:
        if not seats[0] <= len(opening.chairs) <= seats[1]:
            raise ProofRejected("log", f"seats {len(opening.chairs)} players", 0)
        if any(not 0 <= chair.cards <= 1000 for chair in opening.chairs):
            raise ProofRejected("log", "has a deck of an impossible size", 0)

    def feed(self, line: bytes) -> Step:
        """The step that the next recorded line stands for. Raises `ProofRejected` with who, where and why."""
        at = self.table.at if not self._expected else self._expected[0].entry.at
        entry = _read(line, at)
        if entry.at != at:
            raise ProofRejected("log", f"has entry {entry.at} where entry {at} belongs", at)
        if not self._expected:
            if entry.prev != self.table.head:
                raise ProofRejected("log", "does not follow from the entry before: the hash differs", at)
            self._perform(entry)
        return self._confirm(entry, line)

    @property
    def ended(self) -> bool:
        """Whether the match is over, on the record."""
        return self.table.outcome is not None and not self._expected

    @property
    def expects(self) -> bool:
        """Whether the log must go on: the dealer owes what follows from the last entry."""
        return bool(self._expected)

    def _perform(self, entry: Entry) -> None:
        body, table, time = entry.body, self.table, entry.time
        if time < table.time:
            raise ProofRejected("log", "time runs backwards", entry.at)
        who = _author(body)
        try:
            match body:
                case Contributed(seat=seat, nonce=nonce):
                    steps = table.contribute(seat, nonce, time, entry.sign)
                case Acted(seat=seat, action=action, faces=faces, wish=sealed, proof=proof):
                    if self._witness is not None:
                        self._witness.see(dict(faces))
                    read = table.game.read_action(action)
                    steps = table.act(seat, read, time, sealed=sealed, proof=proof, sign=entry.sign)
                case Parted(seat=seat, job=job, part=part):
                    steps = table.take(seat, job, part, time, entry.sign)
                case Left(seat=seat, why=why, proof=proof):
                    steps = table.leave(seat, why, time, entry.sign, proof)
                case Accused(seat=seat, whom=whom, why=why, proof=proof):
                    steps = table.accuse(seat, whom, why, time, entry.sign, proof)
                case Agreed(signs=signs):
                    steps = table.agree(time, signs)
                case Undone(seat=seat, signs=signs):
                    steps = table.undo(seat, time, signs)
                case Dealt(answer=answer) if self._witness is not None:
                    self._witness.hear(answer)
                    steps = table.proceed(time)
                case Ended(reveal=reveal) if self._witness is not None:
                    self._witness.hear_reveal(reveal)
                    steps = table.proceed(time)
                case _:
                    raise ProofRejected("log", f"has no place for a {type(body).__name__} here", entry.at)
        except ProofRejected as error:
            kind = Unsigned if isinstance(error, Unsigned) else ProofRejected
            raise error if error.at is not None else kind(error.who, error.why, entry.at) from None
        except Refused as error:
            raise ProofRejected(who, str(error), entry.at) from None
        except (LookupError, ValueError, TypeError) as error:
            raise ProofRejected(who, f"cannot be carried out: {error}", entry.at) from None
        self._expected.extend(steps)

    def _confirm(self, entry: Entry, line: bytes) -> Step:
        if not self._expected:
            raise ProofRejected("log", f"has no place for a {type(entry.body).__name__} here", entry.at)
        step = self._expected.popleft()
        if step.line != line:
            raise ProofRejected(*_blame(step.entry, entry), entry.at)
        table = self.table
        self.state = replay(table.game, self.state, step.events) if self._expected else table.state
        return step


def _author(body: Body) -> str:
    """Who answers for an entry: a player for what it did, the table for what it says of a player."""
    match body:
        case (
            Contributed(seat=seat)
            | Acted(seat=seat)
            | Parted(seat=seat)
            | Undone(seat=seat)
            | Accused(seat=seat)
            | Left(seat=seat, why="conceded")
        ):
            return f"seat {seat}"
        case Left() | Agreed():
            return "log"
        case _:
            return "dealer"


def _blame(ours: Entry, theirs: Entry) -> tuple[str, str]:
    """Who wrote something else than the rules give, and what."""
    if ours.prev != theirs.prev:
        return "log", "does not follow from the entry before: the hash differs"
    if ours.time != theirs.time:
        return "log", f"gives the time as {theirs.time} where it was {ours.time}"
    if type(ours.body) is not type(theirs.body):
        return "log", f"has {type(theirs.body).__name__} where {type(ours.body).__name__} belongs"
    match ours.body:
        case Opened():
            return "dealer", "what it revealed is not what it had committed to"
        case Dealt(answer=answer):
            return "dealer", f"its answer is not the one its secret gives ({type(answer).__name__})"
        case Acted(faces=faces) if isinstance(theirs.body, Acted) and faces != theirs.body.faces:
            if [ref for ref, _ in faces] != [ref for ref, _ in theirs.body.faces]:
                return "log", "turns up other cards than the action does"
            return "dealer", "turned up a face that is not the card's"
        case Ended():
            return "dealer", "the outcome or what was revealed is not what the match gives"
        case _:
            return "log", "is not what the table would have written"


def _read(line: bytes, at: int) -> Entry:
    try:
        return read_entry(line)
    except InvalidAction as error:
        raise ProofRejected("log", str(error), at) from None


def follow(lines: Iterable[bytes], dealer: Dealer | None = None) -> Iterator[tuple[Table, Step]]:
    """Each step of a recorded match, with the table as it stands after it."""
    lines = iter(lines)
    follower = Follower(next(lines, b""), dealer)
    yield follower.table, follower.opened
    for line in lines:
        step = follower.feed(line)
        yield follower.table, step
