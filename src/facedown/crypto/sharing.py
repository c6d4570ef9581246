"""A layer key in parts: all holders together have it, all but one have nothing. For a player who goes away.

The shares add up to the key, so their public points add up to its public point, and anybody can check that.
"""

from collections.abc import Sequence

from facedown.crypto import group
from facedown.crypto.errors import BadProof
from facedown.crypto.group import ORDER, Point, random_scalar
from facedown.crypto.keys import LayerKey


def share(key: LayerKey, count: int) -> list[LayerKey]:
    """As many shares as there are holders; each is a layer key, its public point the public check."""
    if count < 1:
        raise ValueError("a key is shared among one or more")
    while True:
        secrets = [random_scalar() for _ in range(count - 1)]
        last = (key.secret - sum(secrets)) % ORDER
        if last:
            return [LayerKey(secret) for secret in [*secrets, last]]


def check(public: Point, shares: Sequence[Point]) -> None:
    """Raises `BadProof` unless the public points of the shares add up to that of the key."""
    if not shares or group.total([*shares, *group.scale(-1, [public])]) != group.ZERO:
        raise BadProof("the shares of a key do not add up to it")


def received(public: Point, data: bytes) -> LayerKey:
    """The share that came in a sealed box, if it is the one that was announced."""
    found = LayerKey.from_bytes(data)
    if found.public != public:
        raise BadProof("a share is not the one announced")
    return found


def join(public: Point, shares: Sequence[LayerKey]) -> LayerKey:
    """The key again, from all its shares."""
    secret = sum(share.secret for share in shares) % ORDER
    found = LayerKey(secret) if secret else None
    if found is None or found.public != public:
        raise BadProof("the shares of a key do not add up to it")
    return found
