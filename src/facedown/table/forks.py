"""Two logs of one match: whoever has signed two different things for one place has cheated, and they show it.

Each log for itself may be without fault. Only next to each other they tell: of a player who said one thing to
one and another to the other, or, if all players said the same to both, of a server that told two stories.
"""

from collections.abc import Hashable, Iterable

import msgspec

from facedown.kernel import ProofRejected, Seat
from facedown.table.entries import Accused, Acted, Contributed, Entry, Left, Parted, claim, read_entry
from facedown.table.follow import Follower
from facedown.table.table import Table
from facedown.table.verify import read_log


class Word(msgspec.Struct, frozen=True):
    """What a player has signed: in which entry it stands, and the bytes that are signed."""

    seat: Seat
    at: int
    claim: bytes


def compare(one: bytes, other: bytes) -> None:
    """Raises `ProofRejected` if these two logs of a match cannot both be true, and says who is to blame."""
    first, second = read_log(one), read_log(other)
    if first[0] != second[0]:
        raise ProofRejected("log", "is of another match than the one it is compared with", 0)
    said = _words(first)
    for place, word in _words(second).items():
        before = said.get(place)
        if before is not None and before.claim != word.claim:
            raise ProofRejected(
                f"seat {word.seat}", "has signed two different things for one place", before.at
            )
    for at, (here, there) in enumerate(zip(first, second, strict=False)):
        if here != there:
            raise ProofRejected("server", "has told two stories of one match; they part here", at)


def _words(lines: Iterable[bytes]) -> dict[Hashable, Word]:
    """Everything that players have signed in a log, by the place it belongs to. The log has to hold."""
    lines = iter(lines)
    follower = Follower(next(lines))
    found: dict[Hashable, Word] = {}
    for line in lines:
        entry = read_entry(line) if not follower.expects else None
        said = None if entry is None or entry.sign is msgspec.UNSET else _word(follower.table, entry)
        follower.feed(line)
        if said is not None:
            place, word = said
            found[place] = word
    return found


def _word(table: Table, entry: Entry) -> tuple[Hashable, Word] | None:
    """The place that an entry's words are signed for, and the words."""
    body, match, step = entry.body, table.opening.match, ""
    place: tuple[Hashable, ...]
    match body:
        case Acted(seat=seat) | Left(seat=seat):
            at, prev = table.at, table.head
            place = ("move",)
        case Contributed(seat=seat):
            at, prev = 0, table.opening_head
            place = ("randomness",)
        case Parted(seat=seat, job=job):
            at, prev, step = table.dealer.place(job)
            place = "part", job, step
        case Accused(seat=seat, whom=whom, why=why):
            at, prev = table.anchor
            place = "accusation", whom, why
        case _:
            return None
    return (seat, at, prev, *place), Word(seat, entry.at, claim(match, at, prev, body, step))
