"""A letter that says something wrong, shown to all: its reader publishes the point that opens this one.

Nothing else becomes known by that, and everybody can see whether the letter or the complaint is false.
"""

import msgspec

from facedown.crypto import BadProof, sharing
from facedown.crypto.decklist import HiddenList, Opening
from facedown.crypto.group import Point
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental import letters
from facedown.dealers.mental.ledger import Ledger, list_context
from facedown.kernel import Face, Seat, digest


class Letter(msgspec.Struct, frozen=True):
    """What an owner tells a seat of cards that it lets that seat see: these slots, or the whole list."""

    openings: tuple[Opening, ...] = ()
    cards: tuple[Face, ...] = ()
    seed: bytes = b""

    def __repr__(self) -> str:
        return "<Letter>"


class Complaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which letter: the share of a key on this deck, or, with -1, the letter of this number about cards."""

    deck: int
    number: int
    opener: Point
    proof: bytes


def read_letter(ledger: Ledger, owner: Seat, message: bytes) -> list[Opening]:
    """The slots that an owner's letter opens, all checked; `BadProof` if it tells what does not hold."""
    try:
        letter = msgspec.json.decode(message, type=Letter)
        if not letter.cards:
            openings = list(letter.openings)
        else:
            hidden = HiddenList(list_context(ledger.bonds[owner].key), letter.cards, letter.seed)
            openings = [hidden.open(slot) for slot in range(len(hidden.cards))]
    except (msgspec.DecodeError, ValueError):
        raise BadProof("a letter says nothing that can be read") from None
    for opening in openings:
        ledger.check_opening(owner, opening)
    return openings


def complain(ledger: Ledger, between: tuple[Seat, Seat], box: LayerKey, deck: int, number: int) -> Complaint:
    """The complaint about a letter between sender and reader; the box is the reader's."""
    sender, reader = between
    _, letter = _find(ledger, reader, sender, deck, number)
    opener, proof = letters.prove_opener(_context(ledger, reader, deck, number), box, letter)
    return Complaint(deck, number, opener, proof)


def judge(ledger: Ledger, reader: Seat, sender: Seat, complaint: Complaint) -> None:
    """`BadProof` unless the sender's letter to this reader says something that does not hold."""
    deck, number = complaint.deck, complaint.number
    where, letter = _find(ledger, reader, sender, deck, number)
    context, box = _context(ledger, reader, deck, number), ledger.bonds[reader].box
    letters.check_opener(context, box, letter, complaint.opener, complaint.proof)
    try:
        message = letters.read(complaint.opener, where, letter)
        if deck < 0:
            read_letter(ledger, sender, message)
        else:
            sharing.received(ledger.escrow.share(deck, sender, reader)[1].public, message)
    except BadProof:
        return
    raise BadProof("accuses somebody of a false letter, and the letter is true")


def _find(ledger: Ledger, reader: Seat, sender: Seat, deck: int, number: int) -> tuple[bytes, bytes]:
    """Where the letter belongs, and the letter."""
    if deck >= 0:
        job, share = ledger.escrow.share(deck, sender, reader)
        if job != number:
            raise BadProof("complains of a letter that does not count any more")
        return ledger.letter(job, sender, reader), share.letter
    if not 0 <= number < len(ledger.letters):
        raise BadProof("complains of a letter that there is not")
    job, owner, viewer, letter = ledger.letters[number]
    if (owner, viewer) != (sender, reader):
        raise BadProof("complains of a letter of somebody else")
    return ledger.letter(job, sender, reader), letter


def _context(ledger: Ledger, reader: Seat, deck: int, number: int) -> bytes:
    place = b"%d/%d/%d" % (reader, deck, number)
    return digest(b"facedown/mental/complaint/1", ledger.session, place)
