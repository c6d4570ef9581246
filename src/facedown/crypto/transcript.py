"""Fiat and Shamir: challenges that depend on everything said before them, beginning with where it was said.

The context names match, place in the log, seat and operation; a proof made for one of them fails in another.
Each absorbed piece carries its label and length, so no two histories have the same bytes.
"""

import hashlib
from collections.abc import Iterable
from os import urandom
from typing import Any

from facedown.crypto.group import ORDER, Scalar

_WIDE = 64
"""Bytes for a scalar: twice its length, so that no value is favoured."""


class Transcript:
    """What prover and verifier have both seen, in order."""

    def __init__(self, protocol: bytes, context: bytes) -> None:
        self._hash = hashlib.shake_256(b"facedown/v1/transcript")
        self.absorb(b"protocol", protocol)
        self.absorb(b"context", context)

    def absorb(self, label: bytes, data: bytes) -> None:
        """Adds one piece."""
        _absorb(self._hash, label, data)

    def absorb_numbers(self, label: bytes, numbers: Iterable[int]) -> None:
        """Adds counts or labels, four bytes each."""
        self.absorb(label, b"".join([number.to_bytes(4, "big") for number in numbers]))

    def challenges(self, label: bytes, count: int) -> list[Scalar]:
        """Numbers that nobody could choose; later ones depend on their label too."""
        self.absorb(b"challenge", label + count.to_bytes(4, "big"))
        return _scalars(self._hash.digest(_WIDE * count))

    def nonces(self, count: int, secret: bytes, entropy: bytes | None = None) -> list[Scalar]:
        """The prover's own secret numbers, from statement, secret and the operating system together.

        A weak source of randomness gives nothing away, nor does a repeated statement. Tests fix `entropy`.
        """
        fork = self._hash.copy()
        _absorb(fork, b"secret", secret)
        _absorb(fork, b"entropy", urandom(32) if entropy is None else entropy)
        return _scalars(fork.digest(_WIDE * count))


def _absorb(hash_: Any, label: bytes, data: bytes) -> None:
    hash_.update(len(label).to_bytes(8, "big") + label + len(data).to_bytes(8, "big") + data)


def _scalars(data: bytes) -> list[Scalar]:
    return [int.from_bytes(data[at : at + _WIDE], "little") % ORDER for at in range(0, len(data), _WIDE)]
