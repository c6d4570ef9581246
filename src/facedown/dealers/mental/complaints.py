"""A letter that says something wrong, or not what it had to, shown to all.

Its reader publishes the point that opens this one letter. Nothing else becomes known by that, and everybody
can see whether the letter or the complaint is false. Who was told nothing of a card that was opened to it
shows which card it is, and all letters that it got from the card's owner.
"""

from typing import TypeAlias

import msgspec

from facedown.crypto import BadProof, dleq, sharing
from facedown.crypto.decklist import HiddenList, Opening
from facedown.crypto.group import Point
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental import letters
from facedown.dealers.mental.ledger import Ledger, list_context
from facedown.dealers.mental.opening import check_strips
from facedown.dealers.mental.parts import Stripped
from facedown.kernel import Face, Ref, Seat, digest


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner tells a seat of cards that it lets that seat see: these slots, or the whole list."""

    openings: tuple[Opening, ...] = ()
    cards: tuple[Face, ...] = ()
    seed: bytes = b""

    def __repr__(self) -> str:
        return "<Letter>"


class Complaint(msgspec.Struct, frozen=True, tag="false", forbid_unknown_fields=True):
    """Which letter: the share of a key on this deck, or, with -1, the letter of this number about cards."""

    deck: int
    number: int
    opener: Point
    proof: bytes


class Silence(msgspec.Struct, frozen=True, tag="silent", forbid_unknown_fields=True):
    """A card without its last layer, with the proof of that; and what opens each of its owner's letters."""

    ref: Ref
    point: bytes
    proof: bytes
    openers: tuple[tuple[Point, bytes], ...]


AnyComplaint: TypeAlias = Complaint | Silence


def read_letter(ledger: Ledger, owner: Seat, message: bytes) -> list[Opening]:
    """The slots that an owner's letter opens, all checked; `BadProof` if it tells what does not hold."""
    try:
        letter = msgspec.json.decode(message, type=Letter)
        if not letter.cards:
            openings = list(letter.openings)
        else:
            hidden = HiddenList(list_context(ledger.bonds[owner].key), letter.cards, letter.seed)
            openings = [hidden.open(slot) for slot in range(len(hidden.cards))]
    except (msgspec.DecodeError, ValueError, RecursionError):
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


def judge(ledger: Ledger, reader: Seat, sender: Seat, complaint: AnyComplaint) -> None:
    """`BadProof` unless the sender's letter says what does not hold, or none says what one had to."""
    if isinstance(complaint, Silence):
        _judge_silence(ledger, reader, sender, complaint)
        return
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


def miss(ledger: Ledger, reader: Seat, ref: Ref, key: LayerKey | None, box: LayerKey) -> Silence:
    """The complaint of a seat that a card was opened to, and that nobody told what it is."""
    form, where = ledger.form(ref, 1 << reader), _context(ledger, reader, ref, -1)
    point, proof = b"", b""
    if key is not None:
        (point,) = key.strip([form.point])
        proof = dleq.prove(where, key, [point], [form.point])
    told = _told(ledger, ledger.owner(ref), reader)
    return Silence(
        ref,
        point,
        proof,
        tuple(letters.prove_opener(_context(ledger, reader, -1, at), box, letter) for at, _, letter in told),
    )


def _judge_silence(ledger: Ledger, reader: Seat, sender: Seat, silence: Silence) -> None:
    ref, bit = silence.ref, 1 << reader
    if not ledger.exists(ref) or ledger.owner(ref) != sender or ref in ledger.faces:
        raise BadProof("complains of a card that nobody hides")
    form = ledger.form(ref, bit)
    if form.layers & ~bit:
        raise BadProof("complains of a card that was not opened to it")
    covered = [(ledger.key(ref, reader), form.point)] if form.layers else []
    check_strips(_context(ledger, reader, ref, -1), covered, Stripped(silence.point, silence.proof))
    slot = ledger.slot(sender, silence.point if form.layers else form.point)
    told = _told(ledger, sender, reader)
    if len(told) != len(silence.openers):
        raise BadProof("does not show all letters that it got")
    for (at, where, letter), (opener, proof) in zip(told, silence.openers, strict=True):
        letters.check_opener(
            _context(ledger, reader, -1, at), ledger.bonds[reader].box, letter, opener, proof
        )
        try:
            known = read_letter(ledger, sender, letters.read(opener, where, letter))
        except BadProof:
            continue
        if any(opening.slot == slot for opening in known):
            raise BadProof("accuses somebody of silence who has told it")


def _told(ledger: Ledger, sender: Seat, reader: Seat) -> list[tuple[int, bytes, bytes]]:
    """The letters about cards between these two: number, where each belongs, the letter."""
    return [
        (at, ledger.letter(job, owner, viewer), letter)
        for at, (job, owner, viewer, letter) in enumerate(ledger.letters)
        if (owner, viewer) == (sender, reader)
    ]


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
