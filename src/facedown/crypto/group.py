"""ristretto255 (RFC 9496): points are 32 canonical bytes, scalars are numbers below ORDER.

Everything that goes wrong with a received point is `BadProof`. Lists of points are worked in one batch.
"""

import hashlib
from collections.abc import Iterable, Sequence
from os import urandom
from typing import TypeAlias

from facedown.crypto.backend import sodium
from facedown.crypto.errors import BadProof

Point: TypeAlias = bytes
Scalar: TypeAlias = int

SIZE = 32
ORDER = 2**252 + 27742317777372353535851937790883648493
ZERO: Point = bytes(SIZE)
BASE: Point = bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")

_DOMAIN = b"facedown/v1/"


def random_scalar() -> Scalar:
    """From the operating system; never zero, and every other number as likely, but for 2**-250."""
    return 1 + int.from_bytes(urandom(2 * SIZE), "little") % (ORDER - 1)


def inverse(scalar: Scalar) -> Scalar:
    """One over it."""
    return pow(scalar, -1, ORDER)


def pack(scalars: Iterable[Scalar]) -> bytes:
    """Scalars end to end, 32 bytes little-endian each."""
    return b"".join([(scalar % ORDER).to_bytes(SIZE, "little") for scalar in scalars])


def unpack(data: bytes) -> list[Scalar]:
    """Received scalars; each has to be reduced, so that a proof has one form."""
    found = [int.from_bytes(data[at : at + SIZE], "little") for at in range(0, len(data), SIZE)]
    if len(data) % SIZE or any(scalar >= ORDER for scalar in found):
        raise BadProof("a number is not in its canonical form")
    return found


def split(data: bytes) -> list[Point]:
    """Packed points, one by one."""
    return [data[at : at + SIZE] for at in range(0, len(data), SIZE)]


def join(points: Sequence[Point]) -> bytes:
    """Points end to end. Refuses what has not the length of a point, and zero."""
    for point in points:
        if len(point) != SIZE:
            raise BadProof("a point has the wrong length")
        if point == ZERO:
            raise BadProof("a point is the identity")
    return b"".join(points)


def validated(points: Sequence[Point]) -> bytes:
    """Received points end to end: each canonical and not the identity. Before any secret touches one."""
    packed = join(points)
    if not sodium().valid(packed):
        raise BadProof("not the canonical encoding of a point")
    return packed


def mul(scalars: Sequence[Scalar], points: Sequence[Point]) -> list[Point]:
    """Each point times the scalar at its place."""
    assert len(scalars) == len(points)
    return split(_sound(sodium().mul(pack(scalars), join(points))))


def scale(scalar: Scalar, points: Sequence[Point]) -> list[Point]:
    """All points times one scalar."""
    return split(_sound(sodium().mul(pack([scalar]) * len(points), join(points))))


def mul_base(scalars: Sequence[Scalar]) -> list[Point]:
    """The base point times each scalar."""
    return split(sodium().mul_base(pack(scalars)))


def add(left: Sequence[Point], right: Sequence[Point]) -> list[Point]:
    """Sums, place by place."""
    assert len(left) == len(right)
    return split(_sound(sodium().add(b"".join(left), b"".join(right))))


def sub(left: Sequence[Point], right: Sequence[Point]) -> list[Point]:
    """Differences, place by place."""
    assert len(left) == len(right)
    return split(_sound(sodium().sub(b"".join(left), b"".join(right))))


def combine(scalars: Sequence[Scalar], points: Sequence[Point]) -> Point:
    """The sum of all points, each times the scalar at its place; ZERO if they cancel."""
    assert len(scalars) == len(points)
    return _sound(sodium().combine(pack(scalars), join(points)))


def total(points: Sequence[Point]) -> Point:
    """The sum of all points."""
    return combine([1] * len(points), points)


def hash_to_group(domain: str, *messages: bytes) -> list[Point]:
    """A point for each message; nobody knows a relation between them (RFC 9380, ristretto255_XMD:SHA-512)."""
    label = _DOMAIN + domain.encode()
    return split(sodium().from_hash(b"".join([expand(message, label) for message in messages])))


def expand(message: bytes, domain: bytes) -> bytes:
    """64 uniform bytes (RFC 9380, expand_message_xmd with SHA-512)."""
    assert len(domain) < 256
    tail = domain + bytes([len(domain)])
    first = hashlib.sha512(bytes(128) + message + b"\x00\x40\x00" + tail).digest()
    return hashlib.sha512(first + b"\x01" + tail).digest()


def _sound(packed: bytes | None) -> bytes:
    if packed is None:
        raise BadProof("not the canonical encoding of a point")
    return packed
