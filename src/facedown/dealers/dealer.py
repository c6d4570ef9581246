"""The contract of a dealer, as the table uses it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from facedown.kernel import (
    EVERYONE,
    NOBODY,
    Answer,
    Choice,
    Face,
    IllegalAction,
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


class Bound(Protocol):
    """What a log says of each player: who it is bound to be, and with what deck."""

    @property
    def cards(self) -> int:
        """The size of the deck."""

    @property
    def deck(self) -> str:
        """The commitment to it."""

    @property
    def key(self) -> str | msgspec.UnsetType:
        """What the player signs with."""

    @property
    def box(self) -> str | msgspec.UnsetType:
        """Where the player gets letters."""


class Task(msgspec.Struct, frozen=True):
    """A part that a seat owes the others. `place` is the entry after which it arose, `head` its hash."""

    job: int
    seat: Seat
    step: str
    place: int
    head: str


class Dealer(ABC):
    """One match's dealer: holds what is hidden, beside the state and never in it.

    A dealer may deal alone (the house), or need the players for it (`mental`). Then `answer` and `reveal`
    wait, `due` says who owes a part, and `take` gets it.
    """

    name: ClassVar[str]
    proves_late: ClassVar[bool] = True
    """Whether what it did can be checked only with what it reveals at the end."""
    certified: ClassVar[bool] = False
    """Whether a player is only gone, with others playing on, when all of those have signed it."""
    keyring: ClassVar[Any] = None
    """The class of what each player holds for it; None if players need nothing."""
    at: int = 0
    head: str = ""
    """The place of the next entry and the hash of the last one. The table keeps them up to date."""

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

    @classmethod
    def witness(cls, chairs: Sequence[Bound], commitment: str) -> "Dealer":
        """A dealer that follows a recorded match of this one without any secret."""
        from facedown.dealers.witness import Witness

        return Witness(commitment, tuple(chair.deck for chair in chairs), [chair.cards for chair in chairs])

    def sizes(self) -> tuple[int, ...]:
        """How many cards each deck has."""
        return tuple(map(len, self.decks()))

    def keys(self) -> tuple[str, ...]:
        """What players have to sign with, where the dealer asks for it."""
        return ()

    def boxes(self) -> tuple[str, ...]:
        """Where players get letters, where the dealer asks for it."""
        return ()

    def meet(self, catalogue: Callable[[], Container[Face]]) -> None:  # noqa: B027
        """Told once which cards there are in the game."""

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

    def turn(self, seat: Seat, refs: Sequence[Ref], proof: bytes) -> dict[Ref, Face]:  # noqa: ARG002
        """Turn these cards up for an action of this seat, which may have to prove what they are."""
        return self.open(refs)

    def turned(self) -> None:  # noqa: B027
        """The action was legal: what it turned up stays so."""

    @abstractmethod
    def face(self, ref: Ref) -> Face | None:
        """The face behind a ref, if this dealer can tell."""

    @abstractmethod
    def reveal(self) -> msgspec.Raw | None:
        """Everything an auditor needs, once the match is over; None while the dealer waits for somebody."""

    # --- for dealers that need the players ---

    @property
    def waits(self) -> bool:
        """Whether somebody owes a part; nobody acts before."""
        return False

    def due(self) -> Sequence[Task]:
        """The parts that are owed now."""
        return ()

    def place(self, job: int) -> tuple[int, str, str]:  # noqa: ARG002
        """What a part for this job is signed with: the entry after which it arose, its hash, and the step."""
        raise IllegalAction("nothing is asked of you now")

    def take(self, seat: Seat, job: int, part: bytes) -> None:  # noqa: ARG002
        """A part that a seat owed; raises who is to blame and why if it does not hold."""
        raise IllegalAction("nothing is asked of you now")

    def close(self, seats: Sequence[Seat]) -> None:  # noqa: B027
        """The match is over; these seats are still here."""

    def survives(self, seat: Seat, *, in_peace: bool) -> bool:  # noqa: ARG002
        """Whether the others can go on without this seat; in peace: it takes its leave itself."""
        return True

    def out_of_reach(self, request: Request) -> bool:  # noqa: ARG002
        """Whether this can never be answered any more, because of somebody who has left."""
        return False

    def depart(self, seat: Seat, farewell: bytes) -> None:  # noqa: B027
        """A seat leaves, and the others go on. What it says at parting is checked before anything changes."""

    def departed(self, seat: Seat) -> None:  # noqa: B027
        """That a seat has left is on the record now."""

    def judge(self, seat: Seat, whom: Seat, proof: bytes) -> None:  # noqa: ARG002
        """Raises unless this seat's proof shows that the other has cheated."""
        raise IllegalAction("this dealer hears no accusations")

    def excuse(self, seat: Seat) -> None:  # noqa: B027
        """After the end, a seat has gone without giving what it owed."""

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
