"""Ed25519 session keys (RFC 8032): who sent a message, for anybody to check later.

Sign only bytes that name the match and the place in its log, as entries do: a signature has no other context.
"""

from facedown.crypto.backend import sodium
from facedown.crypto.errors import BadProof
from facedown.crypto.seeds import PUBLIC, SeedKey

SIGNATURE = 64


class SessionKey(SeedKey):
    """The key that one player signs one match with."""

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
