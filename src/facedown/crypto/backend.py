"""The one place that reaches libsodium. Bytes in, bytes out; points, scalars and hashes lie end to end.

CPython takes the library that the wheel `rbcl` brings; the browser takes libsodium.js, which the worker puts
beside Python (web/src/mirror/sodium.ts). Both give the same bytes. It is loaded when first needed.
"""

import sys
from functools import cache
from typing import Protocol


class Sodium(Protocol):
    """What we use of libsodium. `None` says that something in the input is no point, or does not open."""

    def valid(self, points: bytes) -> bool:
        """Whether each is the canonical encoding of a point."""

    def mul(self, scalars: bytes, points: bytes) -> bytes | None:
        """Each point times the scalar at its place."""

    def mul_base(self, scalars: bytes) -> bytes:
        """The base point times each scalar."""

    def add(self, left: bytes, right: bytes) -> bytes | None:
        """The sums of the points at the same place."""

    def sub(self, left: bytes, right: bytes) -> bytes | None:
        """The differences of the points at the same place."""

    def combine(self, scalars: bytes, points: bytes) -> bytes | None:
        """The sum of all points, each times the scalar at its place: one point."""

    def from_hash(self, hashes: bytes) -> bytes:
        """A point for each 64 uniform bytes."""

    def sign_pair(self, seed: bytes) -> bytes:
        """Ed25519: the public key (32 bytes) and the secret key (64) of a seed."""

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """An Ed25519 signature, 64 bytes."""

    def signed(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """Whether the signature holds."""

    def box_pair(self, seed: bytes) -> bytes:
        """X25519: the public key and the secret key of a seed."""

    def seal(self, public: bytes, message: bytes) -> bytes | None:
        """A box that only the holder of the secret key opens."""

    def unseal(self, public: bytes, secret: bytes, box: bytes) -> bytes | None:
        """What the box holds."""


@cache
def sodium() -> Sodium:
    """The library of this platform, loaded once."""
    if sys.platform == "emscripten":
        from facedown.crypto.browser import Browser

        return Browser()
    from facedown.crypto.native import Native

    return Native()
