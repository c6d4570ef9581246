"""Two logs of one match: whoever has signed two different things for one place has cheated, and they show it.

Each log for itself may be without fault. Only next to each other they tell: of a player who said one thing to
one and another to the other, or, if all players said the same to both, of a server that told two stories.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Literal

import msgspec

from facedown.kernel import ProofRejected, Seat
from facedown.table.attest import signers
from facedown.table.entries import (
    SERVER,
    Accused,
    Acted,
    Agreed,
    Contributed,
    Entry,
    Left,
    Parted,
    Seal,
    Undone,
    claim,
    consent,
    ending_claim,
    read_entry,
)
from facedown.table.follow import Follower
from facedown.table.table import Table
from facedown.table.verify import open_log


class Word(msgspec.Struct, frozen=True):
    """What a player has signed: in which entry it stands, and the bytes that are signed."""

    seat: Seat
    at: int
    claim: bytes


def compare(one: bytes, other: bytes) -> None:
    """Raises `ProofRejected` if these two logs of a match cannot both be true, and says who is to blame."""
    (first, seal), (second, sealed) = open_log(one), open_log(other)
    if first[0] != second[0]:
        raise ProofRejected("log", "is of another match than the one it is compared with", 0)
    said = _words(first, seal)
    for place, word in _words(second, sealed).items():
        before = said.get(place)
        if before is not None and before.claim != word.claim:
            who = "server" if word.seat == SERVER else f"seat {word.seat}"
            raise ProofRejected(who, "has signed two different things for one place", before.at)
    for at, (here, there) in enumerate(zip(first, second, strict=False)):
        if here != there:
            raise ProofRejected("server", "has told two stories of one match; they part here", at)


def _words(lines: Iterable[bytes], seal: Seal) -> dict[Hashable, Word]:
    """Everything that was signed in a log, by the place it belongs to. The log has to hold."""
    lines = iter(lines)
    follower = Follower(next(lines))
    table, found = follower.table, dict[Hashable, Word]()
    for line in lines:
        said = _said(table, read_entry(line)) if not follower.expects else {}
        follower.feed(line)
        found |= said
    for seat in sorted(signers(table.opening, seal)):
        found[seat, "end"] = Word(seat, table.at - 1, ending_claim(table.opening.match, seal.head, seat))
    return found


def _said(table: Table, entry: Entry) -> dict[Hashable, Word]:
    """The places that an entry's words are signed for, and the words."""
    match entry.body:
        case Agreed(signs=signs):
            return _consents(table, signs, "draw")
        case Undone(signs=signs):
            return _consents(table, signs, "undo")
        case _ if entry.sign is msgspec.UNSET:
            return {}
        case _:
            return _word(table, entry)


def _consents(table: Table, signs: Sequence[str], what: Literal["draw", "undo"]) -> dict[Hashable, Word]:
    """One may move where one has offered a draw that was declined; but nobody agrees to two things there."""
    at, prev, match = table.at, table.head, table.opening.match
    return {
        (seat, at, prev, "consent"): Word(seat, at, consent(match, at, prev, seat, what))
        for seat, sign in enumerate(signs)
        if sign
    }


def _word(table: Table, entry: Entry) -> dict[Hashable, Word]:
    """The place that a player's words are signed for, and the words."""
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
            return {}
    return {(seat, at, prev, *place): Word(seat, entry.at, claim(match, at, prev, body, step))}
