"""How every shuffle of a finished match came out: to see whether chance has been fair."""

import msgspec

from facedown.kernel import Face, ProofRejected, Seat, Shuffled
from facedown.table.entries import Dealt
from facedown.table.follow import Follower
from facedown.table.verify import read_log, revealed_dealer


class ShuffleSeen(msgspec.Struct, frozen=True):
    """A shuffle as it is known once the dealer has opened its books."""

    at: int
    """Its entry in the log."""
    zone: str
    owner: Seat
    faces: tuple[Face, ...]
    """The zone's cards in their new order."""


def shuffles(log: bytes) -> list[ShuffleSeen]:
    """Every shuffle of the match. Raises `ProofRejected` if the log does not hold, or has not ended."""
    lines = read_log(log)
    dealer = revealed_dealer(lines)
    if dealer is None:
        raise ProofRejected("log", "has not ended, or nobody held the cards: their order is a secret")
    # The dealer knows the faces, but runs ahead of the log; the witness says what lay where at that moment.
    knowing, witness = Follower(lines[0], dealer), Follower(lines[0])
    found = []
    for line in lines[1:]:
        knowing.feed(line)
        body = witness.feed(line).entry.body
        if isinstance(body, Dealt) and isinstance(body.answer, Shuffled) and body.answer.refs:
            refs = body.answer.refs
            zones = witness.table.game.zones(witness.table.state)
            zone = next(zone for zone in zones if refs[0] in zone.refs and not zone.grant)
            faces = [dealer.face(ref) for ref in refs]
            # Cards that were shuffled again before anybody drew have no face under these refs any more.
            if None not in faces:
                found.append(ShuffleSeen(witness.table.at - 1, zone.name, zone.owner, tuple(map(str, faces))))
    return found
