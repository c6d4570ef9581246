"""Letters from one player to another through the open log. A bad one can be shown to be bad.

Like a sealed box, but over our own group: whoever gets a letter that says nothing useful publishes the one
number that opens it, with a proof that it is that number. Then all can read this letter, and no other.
"""

import hashlib
import hmac

from facedown.crypto import BadProof, dleq, group
from facedown.crypto.group import BASE, SIZE, Point, random_scalar
from facedown.crypto.keys import LayerKey

TAG = 16
HEAD = SIZE + TAG
"""What a letter is longer than what it says."""


def seal(box: Point, context: bytes, message: bytes) -> bytes:
    """A letter to the holder of this box, for this place alone."""
    once = LayerKey(random_scalar())
    pad, tag = _veil(once.public, once.mask([box])[0], context, message)
    return once.public + tag + pad


def check_shape(letter: bytes, size: int | None = None) -> None:
    """What everybody can see of a letter: it begins with a point, and is as long as it has to be."""
    if len(letter) < HEAD or (size is not None and len(letter) != HEAD + size):
        raise BadProof("a letter has the wrong length")
    group.validated([letter[:SIZE]])


def unseal(key: LayerKey, context: bytes, letter: bytes) -> bytes:
    """What the letter says, or `BadProof`."""
    return read(opener(key, letter), context, letter)


def opener(key: LayerKey, letter: bytes) -> Point:
    """The number (a point) that opens this one letter."""
    return key.mask([letter[:SIZE]])[0]


def read(opener: Point, context: bytes, letter: bytes) -> bytes:
    """What the letter says, with the point that opens it."""
    tag, pad = letter[SIZE : SIZE + TAG], letter[SIZE + TAG :]
    message, _ = _veil(letter[:SIZE], opener, context, pad)
    if not hmac.compare_digest(_veil(letter[:SIZE], opener, context, message)[1], tag):
        raise BadProof("a letter does not open")
    return message


def prove_opener(context: bytes, key: LayerKey, letter: bytes) -> tuple[Point, bytes]:
    """The point that opens the letter, and the proof that it is the one of the holder's key."""
    point = opener(key, letter)
    return point, dleq.prove(context, key, [letter[:SIZE]], [point])


def check_opener(context: bytes, box: Point, letter: bytes, opener: Point, proof: bytes) -> None:
    """Raises `BadProof` unless this is the point that opens the letter for the holder of the box."""
    group.validated([opener])
    dleq.verify(context, BASE, box, [letter[:SIZE]], [opener], proof)


def _veil(first: Point, shared: Point, context: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The data under a stream (or from under it), and the tag of the data as it was given."""
    key = hashlib.sha256(b"facedown/mental/letter/1" + first + shared + context).digest()
    stream = hashlib.shake_256(b"stream" + key).digest(len(data))
    veiled = bytes(a ^ b for a, b in zip(data, stream, strict=True))
    return veiled, hmac.digest(key, data, "sha256")[:TAG]
