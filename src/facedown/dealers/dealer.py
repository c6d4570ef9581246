"""The contract of a dealer, as the table uses it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec

from facedown.kernel import (
    EVERYONE,
    NOBODY,
    Answer,
    Choice,
    Face,
    ProofRejected,
    Ref,
    Request,
    Seat,
    Sight,
    Wish,
    Zone,
)


class Faulty(ProofRejected):
    """The dealer's own part of a log does not hold."""

    def __init__(self, why: str, at: int | None = None) -> None:
        super().__init__("dealer", why, at)


class Dealer(ABC):
    """One match's dealer: holds what is hidden, beside the state and never in it."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self._looked: dict[tuple[str, Seat, Sight], tuple[Ref, ...]] = {}

    @abstractmethod
    def commitment(self) -> str:
        """What binds the dealer before anybody else has said anything."""

    @abstractmethod
    def deck_commitments(self) -> tuple[str, ...]:
        """What binds each seat to its deck without showing it."""

    def decks(self) -> tuple[tuple[Face, ...], ...]:
        """The decks, as far as this dealer knows them."""
        return ()

    @classmethod
    def fresh(cls, entropy: bytes, decks: Sequence[Sequence[Face]]) -> "Dealer":
        """A dealer for a new match, from 32 bytes of the operating system's randomness and each deck."""
        raise Faulty(f"a {cls.name} dealer opens no match")

    @classmethod
    def revealed(cls, reveal: msgspec.Raw) -> "Dealer":
        """The same dealer again, from what it revealed at the end; `Faulty` if that is unusable."""
        raise Faulty(f"a {cls.name} dealer reveals nothing")

    @abstractmethod
    def seed(self, match: str, nonces: Sequence[str]) -> None:
        """Take the players' own randomness. From here on every answer is determined."""

    @abstractmethod
    def answer(self, request: Request, at: int) -> Answer | None:
        """The answer to a request, for entry `at`; None while the dealer waits for somebody."""

    @abstractmethod
    def wish(self, choice: Choice, wish: Wish, at: int) -> str:
        """Take a player's wish, told with entry `at`. Returns what the log keeps of it: nothing readable."""

    @abstractmethod
    def recall(self, choice: Choice, sealed: str, at: int) -> str:
        """Take the same wish again from what the log kept of it; `Faulty` if that is no wish."""

    @abstractmethod
    def open(self, refs: Sequence[Ref]) -> dict[Ref, Face]:
        """Turn these cards up for all."""

    @abstractmethod
    def face(self, ref: Ref) -> Face | None:
        """The face behind a ref, if this dealer can tell."""

    @abstractmethod
    def reveal(self) -> msgspec.Raw | None:
        """Everything an auditor needs, once the match is over; None while the dealer waits for somebody."""

    def owed(self, zones: Iterable[Zone]) -> list[tuple[Ref, Sight]]:
        """Cards that somebody has just become entitled to look at, and who that is.

        A public zone needs nothing: its cards were turned up on the way there, on the record.
        """
        owed: list[tuple[Ref, Sight]] = []
        looked = self._looked
        for zone in zones:
            if zone.sight == NOBODY or zone.sight == EVERYONE:
                continue
            key, refs = (zone.name, zone.owner, zone.sight), zone.refs
            before = looked.get(key, ())
            if refs is before:
                continue
            looked[key] = refs
            owed += [(ref, zone.sight) for ref in refs if ref not in before]
        return owed
