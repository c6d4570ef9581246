"""Sealed boxes (X25519): what is meant for one seat passes through the server unread."""

import hashlib
import hmac

from facedown.crypto.backend import sodium
from facedown.crypto.errors import BadProof
from facedown.crypto.seeds import PUBLIC, SeedKey

TAG = 32


class BoxKey(SeedKey):
    """The key that one player opens boxes with."""

    __slots__ = ()

    @staticmethod
    def _pair(seed: bytes) -> bytes:
        return sodium().box_pair(seed)

    def open(self, context: bytes, box: bytes) -> bytes:
        """What the box holds; it was sealed for this key and this context, or `BadProof`."""
        found = sodium().unseal(self.public, self.secret, box)
        if found is None or len(found) < TAG:
            raise BadProof("a sealed box does not open")
        if not hmac.compare_digest(found[:TAG], _tag(context)):
            raise BadProof("a sealed box was made for another place")
        return found[TAG:]


def seal(public: bytes, context: bytes, message: bytes) -> bytes:
    """A box for the holder of the key. The context lies inside: a box moved elsewhere does not open."""
    if len(public) != PUBLIC:
        raise BadProof("the public key of a box has the wrong length")
    box = sodium().seal(public, _tag(context) + message)
    if box is None:
        raise BadProof("the public key of a box is of no use")
    return box


def _tag(context: bytes) -> bytes:
    return hashlib.sha256(b"facedown/v1/box" + context).digest()
