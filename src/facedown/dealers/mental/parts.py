"""What players say to deal with each other. Each part is on the record, signed, for anybody to check."""

from typing import TypeAlias

import msgspec

from facedown.crypto.decklist import Opening
from facedown.crypto.group import Point
from facedown.kernel import Face, Seat


class Part(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The root of all parts. Bytes travel as base64, points end to end."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One holder's share of a new layer key: its public point, and the share itself in a letter."""

    seat: Seat
    public: Point
    letter: bytes

    def __repr__(self) -> str:
        return f"<Share for seat {self.seat}>"


class Mixed(Part, frozen=True, tag="mixed"):
    """These cards again, in another order and under a new key of mine.

    `rekeyed` are all other cards of the deck, places kept, under the same new key; `link` proves it.
    """

    key: Point
    points: bytes
    proof: bytes
    rekeyed: bytes = b""
    link: bytes = b""
    shares: tuple[Share, ...] = ()


class Stripped(Part, frozen=True, tag="stripped"):
    """My layer is off these cards. `openings` and `letters` are the owner's: what the cards are."""

    points: bytes = b""
    proof: bytes = b""
    openings: tuple[Opening, ...] = ()
    letters: tuple[bytes, ...] = ()


class Committed(Part, frozen=True, tag="committed"):
    """I have a number for this throw, and this binds me to it."""

    commitment: bytes


class Thrown(Part, frozen=True, tag="thrown"):
    """The number that I was bound to."""

    number: bytes


class Listed(Part, frozen=True, tag="listed"):
    """The match is over: this was my whole list."""

    cards: tuple[Face, ...]
    salts: tuple[bytes, ...]


class Released(Part, frozen=True, tag="released"):
    """My shares of the keys that one who is gone had on these decks."""

    shares: tuple[bytes, ...]


class Shared(Part, frozen=True, tag="shared"):
    """My keys on others' decks, shared anew among those who are left: a row of shares a deck."""

    shares: tuple[tuple[Share, ...], ...]


AnyPart: TypeAlias = Mixed | Stripped | Committed | Thrown | Listed | Released | Shared
