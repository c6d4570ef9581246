"""One byte string for one value, so that a hash means something."""

import hashlib
from typing import Any, TypeVar

import msgspec

from facedown.kernel.errors import InvalidAction

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    """The canonical bytes of a struct: JSON without spaces, fields as declared, mappings by key."""
    return _encoder.encode(value)


def decode(data: bytes, type_: type[T]) -> T:
    """The value behind canonical bytes. Refuses bytes that are not the canonical form of what they say."""
    try:
        value = msgspec.json.decode(data, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidAction(f"not of the form {getattr(type_, '__name__', 'value')}: {error}") from None
    if encode(value) != data:
        raise InvalidAction(f"not the canonical form of {getattr(type_, '__name__', 'value')}")
    return value


def digest(*parts: bytes) -> bytes:
    """SHA-256 over length-prefixed parts, so that no two lists of parts collide."""
    hasher = hashlib.sha256()
    for part in parts:
        hasher.update(len(part).to_bytes(8, "big"))
        hasher.update(part)
    return hasher.digest()
