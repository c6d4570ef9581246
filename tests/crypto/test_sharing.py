"""Shared keys: all together have the key, everybody can check, and fewer have nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.crypto import BadProof, LayerKey, sharing
from facedown.crypto.group import ORDER
from profiles import examples


@examples(25)
@given(st.integers(1, ORDER - 1), st.integers(1, 4))
def test_all_shares_are_the_key(secret: int, count: int) -> None:
    key = LayerKey(secret)
    shares = sharing.share(key, count)
    assert len(shares) == count
    sharing.check(key.public, [share.public for share in shares])
    sent = [sharing.received(share.public, share.to_bytes()) for share in shares]
    assert sharing.join(key.public, sent) == key


def test_fewer_have_nothing() -> None:
    key = LayerKey.fresh()
    shares = sharing.share(key, 3)
    for some in (shares[:2], shares[1:], [shares[0]], [], [shares[0]] * 3):
        with pytest.raises(BadProof, match="add up"):
            sharing.join(key.public, some)
        with pytest.raises(BadProof, match="add up"):
            sharing.check(key.public, [share.public for share in some])
    assert not {share.public for share in shares} & {share.public for share in sharing.share(key, 3)}


def test_a_share_is_the_one_announced() -> None:
    key = LayerKey.fresh()
    mine, other = sharing.share(key, 2)
    for data in (other.to_bytes(), bytes(32), b"", mine.to_bytes() + b"\0"):
        with pytest.raises(BadProof):
            sharing.received(mine.public, data)


@pytest.mark.parametrize("bad", [bytes(32), b"\xff" * 32, b""])
def test_points_that_are_none(bad: bytes) -> None:
    key = LayerKey.fresh()
    with pytest.raises(BadProof):
        sharing.check(key.public, [key.public, bad])
    with pytest.raises(BadProof):
        sharing.check(bad, [key.public])


def test_nobody_to_share_with() -> None:
    with pytest.raises(ValueError, match="one or more"):
        sharing.share(LayerKey.fresh(), 0)
