"""Layer keys in trust: with three or four players, one's keys on others' decks are shared among the rest.

If that player goes for good, the rest put the key together, take the layer off, and play on. A key on one's
own deck is never given to anybody: a hand stays closed even when its owner has left.
"""

from typing import TYPE_CHECKING

from facedown.crypto import BadProof, sharing
from facedown.crypto.group import SIZE, Point
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental import letters
from facedown.dealers.mental.parts import Share
from facedown.kernel import Seat

if TYPE_CHECKING:
    from facedown.dealers.mental.ledger import Ledger


class Escrow:
    """Who holds which share of which key, as everybody can see it."""

    def __init__(self) -> None:
        self._shares: dict[tuple[Seat, Seat], tuple[int, tuple[Share, ...]]] = {}

    def deposit(self, owner: Seat, seat: Seat, job: int, shares: tuple[Share, ...]) -> None:
        """This seat's shares of its key on this deck, made in this job."""
        self._shares[owner, seat] = job, shares

    def holders(self, owner: Seat, seat: Seat) -> list[Seat]:
        """Who holds a share of this seat's key on this deck; nobody if it is not in trust."""
        return [share.seat for share in self._shares.get((owner, seat), (0, ()))[1]]

    def share(self, owner: Seat, seat: Seat, holder: Seat) -> tuple[int, Share]:
        """The job that it was made in, and the share that this holder has."""
        job, shares = self._shares.get((owner, seat), (0, ()))
        for share in shares:
            if share.seat == holder:
                return job, share
        raise BadProof("that seat holds no share of that key")

    def held(self, holder: Seat) -> list[tuple[Seat, Seat]]:
        """The keys, by deck and seat, of which this holder has a share."""
        return [pair for pair in self._shares if holder in self.holders(*pair)]


def holders(present: list[Seat], owner: Seat, seat: Seat) -> list[Seat]:
    """Who holds shares of this seat's key on this deck: nobody for one's own deck, or with two players."""
    others = [other for other in present if other != seat]
    return others if owner != seat and len(others) > 1 else []


def check_shares(present: list[Seat], owner: Seat, seat: Seat, key: Point, shares: tuple[Share, ...]) -> None:
    """Everybody has a share, and together they are the key; `BadProof` if not.

    What is in the letters only their readers see: `Keyring.complaints` is for them.
    """
    wanted = holders(present, owner, seat)
    if [share.seat for share in shares] != wanted:
        raise BadProof("a key is not shared among the right seats")
    for share in shares:
        letters.check_shape(share.letter, SIZE)
    if wanted:
        sharing.check(key, [share.public for share in shares])


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
