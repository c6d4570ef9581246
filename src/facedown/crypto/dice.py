"""Public dice: everybody commits to a number, then everybody shows it, and nobody could choose the sum.

For a die, a coin, the first player, the index of a random discard; never for the order of a deck, which would
be public with it.
"""

import hashlib
import hmac
from collections.abc import Sequence
from os import urandom
from typing import Any

from facedown.crypto.errors import BadProof

SIZE = 32


def fresh() -> bytes:
    """One player's contribution, from the operating system."""
    return urandom(SIZE)


def commit(context: bytes, seat: int, number: bytes) -> bytes:
    """What a seat says before anybody shows anything. It is of no use to another seat or at another place."""
    if len(number) != SIZE:
        raise BadProof("a contribution to a throw has 32 bytes")
    committed: bytes = _hash(b"commit", context, seat.to_bytes(4, "big"), number).digest(SIZE)
    return committed


def check(context: bytes, seat: int, commitment: bytes, number: bytes) -> None:
    """Raises `BadProof` unless the seat shows what it committed to."""
    if not hmac.compare_digest(commit(context, seat, number), commitment):
        raise BadProof("a seat showed another number than it had committed to")


def throw(context: bytes, numbers: Sequence[bytes], limit: int, count: int = 1) -> list[int]:
    """Fair numbers below the limit, from all contributions, checked, in the order of the seats."""
    if not numbers or not 0 < limit <= 1 << 64:
        raise ValueError(f"no throw of {len(numbers)} contributions below {limit}")
    stream = _hash(b"throw", context, *numbers)
    fair = (1 << 64) // limit * limit
    wanted = 2 * count + 8
    while True:
        data = stream.digest(8 * wanted)
        words = [int.from_bytes(data[at : at + 8], "big") for at in range(0, len(data), 8)]
        found = [word % limit for word in words if word < fair]
        if len(found) >= count:
            return found[:count]
        wanted *= 2


def _hash(*parts: bytes) -> Any:
    hasher = hashlib.shake_256(b"facedown/v1/dice")
    for part in parts:
        hasher.update(len(part).to_bytes(8, "big") + part)
    return hasher
