"""Somebody has gone, and those who are left take its layer off their decks and play on.

Whoever goes in peace strips all of them itself, in one proved batch. Otherwise the rest put its keys together
from the shares they hold. Its key on its own deck nobody has: what it held in its hand stays closed for ever.
"""

from collections.abc import Sequence

from facedown.crypto import BadProof, sharing
from facedown.crypto.group import BASE, Point
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental.escrow import check_shares
from facedown.dealers.mental.job import Job, wrong
from facedown.dealers.mental.ledger import Ledger
from facedown.dealers.mental.opening import check_strips
from facedown.dealers.mental.parts import AnyPart, Released, Shared, Stripped
from facedown.kernel import Seat


def farewell(ledger: Ledger, seat: Seat) -> list[tuple[Point, Point]]:
    """What a seat strips before it goes: every form of others' cards with its layer on, after its key."""
    decks = ledger.covered(seat)
    return [(ledger.keys[owner][seat], point) for owner, forms in decks for point in ledger.points(forms)]


def check_farewell(context: bytes, ledger: Ledger, seat: Seat, part: Stripped) -> None:
    """`BadProof` unless this takes the seat's layer off everything that is not its own."""
    if part.openings or part.letters:
        raise BadProof("a farewell says nothing of cards")
    check_strips(context, farewell(ledger, seat), part)


def bare(ledger: Ledger, seat: Seat, points: Sequence[Point]) -> None:
    """Without this seat's layer, those forms are these points; it has no key on these decks any more."""
    left = list(points)
    for owner, forms in ledger.covered(seat):
        ledger.rekey(owner, seat, BASE, forms, left[: len(forms)])
        left = left[len(forms) :]


def recoverable(ledger: Ledger, seat: Seat) -> bool:
    """Whether those who are here hold all shares of this seat's keys on each other's decks."""
    here = set(ledger.present()) - {seat}
    held = [set(ledger.escrow.holders(owner, seat)) for owner, _ in ledger.covered(seat)]
    return all(holders and holders <= here for holders in held)


class Release(Job):
    """All holders show their shares of the keys of one who is gone."""

    def __init__(self, ledger: Ledger, number: int, place: int, head: str, gone: Seat) -> None:
        super().__init__(ledger, number, place, head)
        self.gone = gone
        self.decks = [owner for owner, _ in ledger.covered(gone)]
        self._due = ledger.present() if self.decks else []
        self._shares: dict[Seat, list[LayerKey]] = {}

    @property
    def step(self) -> str:
        """There is one."""
        return "release"

    def awaited(self) -> Sequence[Seat]:
        """All at once."""
        return self._due

    def take(self, seat: Seat, part: AnyPart) -> None:
        """A holder's shares; each has the public point that was announced for it."""
        if not isinstance(part, Released):
            raise wrong(part)
        if len(part.shares) != len(self.decks):
            raise BadProof("too many or too few shares were released")
        escrow = self.ledger.escrow
        self._shares[seat] = [
            sharing.received(escrow.share(owner, self.gone, seat)[1].public, share)
            for owner, share in zip(self.decks, part.shares, strict=True)
        ]
        self._due.remove(seat)
        if not self._due:
            self._strip()

    def _strip(self) -> None:
        ledger, points = self.ledger, list[Point]()
        for at, (owner, forms) in enumerate(ledger.covered(self.gone)):
            shares = [found[at] for found in self._shares.values()]
            key = sharing.join(ledger.keys[owner][self.gone], shares)
            points += key.strip(ledger.points(forms)) if forms else []
        bare(ledger, self.gone, points)


class Resharing(Job):
    """Shares that the one who is gone held are lost: everybody shares its keys anew."""

    def __init__(self, ledger: Ledger, number: int, place: int, head: str) -> None:
        super().__init__(ledger, number, place, head)
        self._due = [seat for seat in ledger.present() if ledger.covered(seat)]

    @property
    def step(self) -> str:
        """There is one."""
        return "share"

    def awaited(self) -> Sequence[Seat]:
        """All at once."""
        return self._due

    def take(self, seat: Seat, part: AnyPart) -> None:
        """A row of shares for each deck that this seat has a layer on."""
        if not isinstance(part, Shared):
            raise wrong(part)
        ledger, decks = self.ledger, [owner for owner, _ in self.ledger.covered(seat)]
        if len(part.shares) != len(decks):
            raise BadProof("too many or too few keys were shared anew")
        for owner, shares in zip(decks, part.shares, strict=True):
            check_shares(ledger.present(), owner, seat, ledger.keys[owner][seat], shares)
        for owner, shares in zip(decks, part.shares, strict=True):
            ledger.escrow.deposit(owner, seat, self.number, shares)
        self._due.remove(seat)
