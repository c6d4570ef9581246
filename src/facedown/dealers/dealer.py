"""The contract of a dealer, as the table uses it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec

from facedown.kernel import EVERYONE, NOBODY, Answer, Face, ProofRejected, Ref, Request, Seat, Zone, may_look


class Faulty(ProofRejected):
    """The dealer's own part of a log does not hold."""

    def __init__(self, why: str, at: int | None = None) -> None:
        super().__init__("dealer", why, at)


class Dealer(ABC):
    """One match's dealer: holds what is hidden, beside the state and never in it."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self._looked: dict[tuple[str, Seat], tuple[Ref, ...]] = {}

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
    def open(self, refs: Sequence[Ref]) -> dict[Ref, Face]:
        """Turn these cards up for all."""

    @abstractmethod
    def face(self, ref: Ref) -> Face | None:
        """The face behind a ref, if this dealer can tell."""

    @abstractmethod
    def reveal(self) -> msgspec.Raw | None:
        """Everything an auditor needs, once the match is over; None while the dealer waits for somebody."""

    def show(self, zones: Iterable[Zone], seats: int) -> list[dict[Ref, Face]]:
        """What each seat has just become entitled to see and was not shown before.

        A public zone needs nothing: its cards were turned up on the way there, on the record.
        """
        owed: list[dict[Ref, Face]] = [{} for _ in range(seats)]
        looked = self._looked
        for zone in zones:
            if zone.sight == NOBODY or zone.sight == EVERYONE:
                continue
            key, refs = (zone.name, zone.owner), zone.refs
            before = looked.get(key, ())
            if refs is before:
                continue
            looked[key] = refs
            for ref in refs:
                if ref not in before and (face := self.face(ref)) is not None:
                    for seat in range(seats):
                        if may_look(zone.sight, seat):
                            owed[seat][ref] = face
        return owed
