"""Layer keys in trust: with three or four players, one's keys on others' decks are shared among the rest.

If that player goes for good, the rest put the key together, take the layer off, and play on. A key on one's
own deck is never given to anybody: a hand stays closed even when its owner has left.
"""

from typing import TYPE_CHECKING

from facedown.crypto import BadProof, sharing
from facedown.crypto.group import Point
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental import letters
from facedown.dealers.mental.parts import Mixed, Share
from facedown.kernel import Seat

if TYPE_CHECKING:
    from facedown.dealers.mental.ledger import Ledger


class Escrow:
    """Who holds which share of which key, as everybody can see it."""

    def __init__(self) -> None:
        self._shares: dict[tuple[Seat, Seat], tuple[Share, ...]] = {}

    def deposit(self, owner: Seat, seat: Seat, shares: tuple[Share, ...]) -> None:
        """This seat's shares of its new key on this deck."""
        self._shares[owner, seat] = shares

    def shares(self, owner: Seat, seat: Seat) -> tuple[Share, ...]:
        """The shares of this seat's key on this deck; none if it is not in trust."""
        return self._shares.get((owner, seat), ())

    def public(self, owner: Seat, seat: Seat, holder: Seat) -> Point | None:
        """The public point of the share that this holder has."""
        return next((s.public for s in self.shares(owner, seat) if s.seat == holder), None)


def holders(present: list[Seat], owner: Seat, seat: Seat) -> list[Seat]:
    """Who holds shares of this seat's key on this deck: nobody for one's own deck, or with two players."""
    others = [other for other in present if other != seat]
    return others if owner != seat and len(others) > 1 else []


def check_shares(present: list[Seat], owner: Seat, seat: Seat, part: Mixed) -> None:
    """Everybody has a share, and together they are the key; `BadProof` if not."""
    wanted = holders(present, owner, seat)
    if [share.seat for share in part.shares] != wanted:
        raise BadProof("a new key is not shared among the right seats")
    if wanted:
        sharing.check(part.key, [share.public for share in part.shares])


def make_shares(ledger: "Ledger", job: int, owner: Seat, seat: Seat, key: LayerKey) -> tuple[Share, ...]:
    """The shares of a new key, each in a letter to its holder."""
    readers = holders(ledger.present(), owner, seat)
    if not readers:
        return ()
    return tuple(
        Share(
            reader,
            share.public,
            letters.seal(ledger.bonds[reader].box, ledger.letter(job, seat, reader), share.to_bytes()),
        )
        for reader, share in zip(readers, sharing.share(key, len(readers)), strict=True)
    )
