"""How far players are with dealing to each other, and what they have proved: for people who watch it."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from facedown.crypto.group import SIZE
from facedown.dealers.mental.mixing import Mixing
from facedown.dealers.mental.parts import (
    AnyPart,
    Committed,
    Listed,
    Mixed,
    Released,
    Shared,
    Stripped,
    Thrown,
)
from facedown.kernel import Arrange, Request, Roll, Seat
from facedown.table.entries import Acted, Contributed, Entry, Left, Parted
from facedown.table.story import Moment
from facedown.table.table import Table

Work: TypeAlias = Literal["stir", "mix", "open", "throw", "list", "mend"]
"""Add randomness, mix a deck, let cards through, throw a die, show one's list, go on without one who left."""

_WORK: dict[str, Work] = {
    "mix": "mix",
    "align": "mix",
    "open": "open",
    "commit": "throw",
    "show": "throw",
    "list": "list",
    "release": "mend",
    "share": "mend",
}


class Dealing(msgspec.Struct, frozen=True):
    """What the players are doing now instead of playing."""

    work: Work
    seats: tuple[Seat, ...]
    """Who is awaited."""
    owner: Seat | None
    """Whose deck is mixed."""
    done: int
    """Parts that were given since somebody last could act."""
    of: int
    """About so many will be needed."""


class Proof(msgspec.Struct, frozen=True):
    """Something that a player did, signed and proved, and that was checked."""

    at: int
    seat: Seat
    what: Literal[
        "stirred",
        "mixed",
        "stripped",
        "committed",
        "thrown",
        "listed",
        "turned",
        "released",
        "shared",
        "signed",
    ]
    cards: int
    """How many cards it was about."""
    size: int
    """Bytes of the proof; the signature comes to that."""


def dealing(table: Table, history: Sequence[Moment]) -> Dealing | None:
    """What is owed now; None if nothing is."""
    done = 0
    for moment in reversed(history):
        body = moment.step.entry.body
        if isinstance(body, Acted | Left):
            break
        done += isinstance(body, Parted | Contributed)
    requests = table.game.requests(table.state)
    if table.awaited and table.ending is None:
        seats = tuple(sorted(table.awaited))
        return Dealing("stir", seats, None, done, done + len(seats) + _parts(requests, table.seats))
    tasks = table.due
    if not tasks:
        return None
    kind, _, count = tasks[0].step.partition(" ")
    seats = tuple(task.seat for task in tasks)
    left = int(count) if kind == "mix" else len(tasks) + table.seats * (kind == "commit")
    if kind != "list" and (kind != "open" or not table.game.active(table.state)):
        left += _parts(requests[1:], table.seats)
    return Dealing(_WORK[kind], seats, _owner(table, tasks[0].job), done, done + left)


def proofs(entries: Sequence[Entry]) -> list[Proof]:
    """Everything that players have signed and proved so far."""
    return [proof for entry in entries if (proof := _proof(entry)) is not None]


def _parts(requests: Sequence[Request], seats: int) -> int:
    """About how many parts these requests will take, and then the cards that are dealt."""
    return seats + sum(
        2 * seats if isinstance(one, Roll) else 1 if isinstance(one, Arrange) else seats for one in requests
    )


def _owner(table: Table, number: int) -> Seat | None:
    job = getattr(table.dealer, "job", None)
    found = None if job is None else job(number)
    return found.owner if isinstance(found, Mixing) else None


def _proof(entry: Entry) -> Proof | None:
    at = entry.at
    match entry.body:
        case Contributed(seat=seat):
            return Proof(at, seat, "stirred", 0, 0)
        case Acted(seat=seat, faces=faces, proof=proof) if proof is not msgspec.UNSET:
            return Proof(at, seat, "turned", len(faces), len(msgspec.json.decode(proof, type=Stripped).proof))
        case Acted(seat=seat) | Left(seat=seat, why="conceded"):
            return Proof(at, seat, "signed", 0, 0)
        case Parted(seat=seat, part=part):
            return _part(at, seat, msgspec.json.decode(part, type=AnyPart))
        case _:
            return None


def _part(at: int, seat: Seat, part: AnyPart) -> Proof:
    match part:
        case Mixed(points=points, proof=proof, link=link):
            return Proof(at, seat, "mixed", len(points) // SIZE, len(proof) + len(link))
        case Stripped(points=points, proof=proof):
            return Proof(at, seat, "stripped", len(points) // SIZE, len(proof))
        case Committed():
            return Proof(at, seat, "committed", 0, 0)
        case Thrown():
            return Proof(at, seat, "thrown", 0, 0)
        case Listed(cards=cards):
            return Proof(at, seat, "listed", len(cards), 0)
        case Released():
            return Proof(at, seat, "released", 0, 0)
        case Shared():
            return Proof(at, seat, "shared", 0, 0)
