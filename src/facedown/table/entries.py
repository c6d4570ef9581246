"""What stands in a match's log: one entry a step, each bound to the one before it by a hash."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from facedown.kernel import Answer, Face, Outcome, Ref, Seat, digest, encode
from facedown.kernel.canonical import decode

FORMAT = 1
"""The version of the log's format."""


Span = Annotated[int, msgspec.Meta(ge=0)]
"""Milliseconds."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long players may think, in milliseconds. A turn of 0 means: as long as they like."""

    turn: Span = 90_000
    reserve: Span = 180_000
    """Time for a whole match that a seat may use after its turn's time has run out."""
    lag: Span = 2_000
    """Network delay that a seat is forgiven, at most so much saved up."""


class Chair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits here and what binds them."""

    name: str
    cards: int
    """How many cards the deck has."""
    deck: str
    """The commitment to the deck."""
    nonce: str = ""
    """The hash of the player's own randomness; empty if the player adds none."""
    key: str | msgspec.UnsetType = msgspec.UNSET
    """The public key that the player signs this match with, if it signs."""
    box: str | msgspec.UnsetType = msgspec.UNSET
    """Where the player gets letters, if the dealer needs it."""
    id: str | msgspec.UnsetType = msgspec.UNSET
    """The player's lasting key, where `key` is for this match alone; else `key` is the lasting one."""
    vouch: str | msgspec.UnsetType = msgspec.UNSET
    """The lasting key's signature under what binds the player to this match (`bond_claim`)."""

    @property
    def lasting(self) -> str:
        """The key by which others know the player from match to match; empty if there is none."""
        key = self.key if self.id is msgspec.UNSET else self.id
        return "" if key is msgspec.UNSET else key


class Opened(msgspec.Struct, frozen=True, tag="opened", forbid_unknown_fields=True):
    """The match begins: what is played, by whom, and what the dealer has bound itself to."""

    format: int
    match: str
    game: str
    version: int
    options: msgspec.Raw
    clock: Clock
    dealer: str
    commitment: str
    chairs: tuple[Chair, ...]
    started: int
    """Wall clock time in milliseconds since 1970; all later times count from here."""
    server: str | msgspec.UnsetType = msgspec.UNSET
    """The public key of the server, which answers for time, absence and the seats that it plays itself."""


class Contributed(msgspec.Struct, frozen=True, tag="contributed", forbid_unknown_fields=True):
    """A player added randomness that it had committed to."""

    seat: Seat
    nonce: str


class Acted(msgspec.Struct, frozen=True, tag="acted", forbid_unknown_fields=True):
    """A player acted; the cards this turned up are here with their faces."""

    seat: Seat
    action: msgspec.Raw
    faces: tuple[tuple[Ref, Face], ...] = ()
    wish: str | msgspec.UnsetType = msgspec.UNSET
    """A hidden choice that came with the action, so sealed that nobody can read it before the end."""
    proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The player's proof that the faces are those of the cards, where the dealer does not know them."""


class Parted(msgspec.Struct, frozen=True, tag="parted", forbid_unknown_fields=True):
    """A player did its part in what the dealer cannot do alone: a step of a shuffle, a card let through."""

    seat: Seat
    job: int
    part: msgspec.Raw


class Dealt(msgspec.Struct, frozen=True, tag="dealt", forbid_unknown_fields=True):
    """The dealer answered the game's first request."""

    answer: Answer


Signs: TypeAlias = tuple[str, ...]
"""A signature of each seat, empty for one that has no key or is gone; none at all where nobody has a key."""


class Undone(msgspec.Struct, frozen=True, tag="undone", forbid_unknown_fields=True, omit_defaults=True):
    """By consent, the table is again as it was before entry `to`."""

    seat: Seat
    to: int
    signs: Signs = ()


Accusation = Literal["timed out", "abandoned", "withheld a part", "cheated"]
Leaving = Literal[
    "conceded",
    "timed out",
    "abandoned",
    "withheld randomness",
    "withheld a part",
    "withheld its list",
    "cheated",
]


class Left(msgspec.Struct, frozen=True, tag="left", forbid_unknown_fields=True):
    """A player gave up, or ran out of time, or did not come back."""

    seat: Seat
    why: Leaving
    proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """What one who concedes leaves behind, so that the others can go on without it."""


class Accused(msgspec.Struct, frozen=True, tag="accused", forbid_unknown_fields=True):
    """A player says of another that it is gone, or shows that it has cheated.

    Where nobody holds the cards, a player is gone when all others say so: they have to go on without it.
    """

    seat: Seat
    whom: Seat
    why: Accusation
    proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Agreed(msgspec.Struct, frozen=True, tag="agreed", forbid_unknown_fields=True, omit_defaults=True):
    """All players agreed to a draw."""

    signs: Signs = ()


class Ended(msgspec.Struct, frozen=True, tag="ended", forbid_unknown_fields=True):
    """The match is over and the dealer opens its books."""

    outcome: Outcome
    reveal: msgspec.Raw


Body: TypeAlias = Opened | Contributed | Acted | Parted | Dealt | Undone | Accused | Left | Agreed | Ended


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the log. `time` counts milliseconds from the opening, while the table is attended."""

    at: int
    time: int
    prev: str
    body: Body
    sign: str | msgspec.UnsetType = msgspec.UNSET
    """The player's signature under its own words (`claim`), where the player signs."""

    def line(self) -> bytes:
        """The entry as it stands in the log: canonical bytes, no newline."""
        return encode(self)


def claim(match: str, at: int, prev: str, body: Body, step: str = "") -> bytes:
    """What a player signs: its own words in an entry, and where in which match they belong.

    An action belongs to one place. A part, and randomness, belong to the entry after which they were asked
    for, since several players give theirs at the same time; a part also to one step of its job. So whoever
    has signed two different claims for one place has cheated, and the two show it.
    """
    match body:
        case Acted(seat=seat, action=action, proof=proof):
            words = [b"acted", bytes(action), _bytes(proof)]
        case Parted(seat=seat, job=job, part=part):
            words = [b"parted", b"%d" % job, step.encode(), bytes(part)]
        case Contributed(seat=seat, nonce=nonce):
            words = [b"contributed", nonce.encode()]
        case Left(seat=seat, why=why, proof=proof):
            words = [b"left", why.encode(), _bytes(proof)]
        case Accused(seat=seat, whom=whom, why=why, proof=proof):
            words = [b"accused", b"%d" % whom, why.encode(), _bytes(proof)]
        case _:
            raise ValueError(f"nobody signs a {type(body).__name__}")
    return _placed(match, at, prev, seat, *words)


def consent(match: str, at: int, prev: str, seat: Seat, what: Literal["draw", "undo"]) -> bytes:
    """What each player signs who agrees to a draw, or to take the last action back, at this very place."""
    return _placed(match, at, prev, seat, b"consent", what.encode())


def ending_claim(match: str, head: str, seat: Seat) -> bytes:
    """What is signed under a whole log: by a player, that this is the match it played; by the server
    (seat -1), that times and absences were so."""
    return digest(b"facedown/end/1", match.encode(), head.encode(), b"%d" % seat)


def bond_claim(deck: str, cards: int, key: str, box: str) -> bytes:
    """What a lasting key signs to vouch for the keys and the list that a player brings to a sealed match."""
    return digest(b"facedown/bond/1", deck.encode(), b"%d" % cards, key.encode(), box.encode())


def _placed(match: str, at: int, prev: str, seat: Seat, *words: bytes) -> bytes:
    return digest(b"facedown/entry/1", match.encode(), b"%d" % at, prev.encode(), b"%d" % seat, *words)


def _bytes(raw: msgspec.Raw | msgspec.UnsetType) -> bytes:
    return b"" if raw is msgspec.UNSET else bytes(raw)


def read_entry(line: bytes) -> Entry:
    """An entry from a line of a log, or `InvalidAction`."""
    return decode(line, Entry)


def head_of(line: bytes) -> str:
    """The hash of a line: the next entry's `prev`, and the name of all history up to here."""
    return hashlib.sha256(line).hexdigest()


SERVER: Seat = -1
"""The server, among those who sign a log."""


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line of a log's file: the hash of the last entry, and who has signed it."""

    head: str
    signs: tuple[tuple[Seat, str], ...] = ()
    """Signatures under the finished match (`ending_claim`) by seat; the server's under -1."""


def log_file(lines: Iterable[bytes], signs: Mapping[Seat, str] | None = None) -> bytes:
    """A log as a file: a line an entry, and a last line that seals the one before it."""
    lines = list(lines)
    seal = Seal(head_of(lines[-1]) if lines else "", tuple(sorted((signs or {}).items())))
    return b"\n".join([*lines, encode(seal), b""])
