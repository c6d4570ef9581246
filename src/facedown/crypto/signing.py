"""Ed25519 keys (RFC 8032): who sent a message, for anybody to check later.

Sign only bytes that name the match and the place in its log, as entries do: a signature has no other context.
"""

import hashlib

from facedown.crypto.backend import sodium
from facedown.crypto.errors import BadProof
from facedown.crypto.seeds import PUBLIC, SeedKey

SIGNATURE = 64


class SessionKey(SeedKey):
    """The key that a player signs with: one match in a sealed one, all of its matches elsewhere."""

    __slots__ = ()

    @staticmethod
    def _pair(seed: bytes) -> bytes:
        return sodium().sign_pair(seed)

    def sign(self, message: bytes) -> bytes:
        """The signature under a message."""
        return sodium().sign(self.secret, message)


def verify(public: bytes, message: bytes, signature: bytes) -> None:
    """Raises `BadProof` unless the holder of the key signed the message."""
    if len(public) != PUBLIC or len(signature) != SIGNATURE:
        raise BadProof("a signature has the wrong length")
    if not sodium().signed(public, message, signature):
        raise BadProof("a signature does not hold")


def signed(public: str, message: bytes, signature: str) -> bool:
    """Whether the holder of the key signed the message; in hexadecimal, as logs and messages have them."""
    try:
        raw = bytes.fromhex(signature)
        verify(bytes.fromhex(public), message, raw)
    except (BadProof, ValueError):
        return False
    return raw.hex() == signature  # one way to write it, or a log could be changed that says the same


def is_key(text: str) -> bool:
    """Whether this is how a public key is written. Whether anybody holds it is another question."""
    return len(text) == 2 * PUBLIC and set(text) <= set("0123456789abcdef")


def fingerprint(public: str) -> str:
    """A key as people compare it: half of its hash, in groups of four."""
    half = hashlib.sha256(bytes.fromhex(public)).hexdigest()[:32]
    return "-".join(half[at : at + 4] for at in range(0, 32, 4))
