"""The group: its laws, and what is turned away before any secret touches it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.crypto import BadProof, group
from facedown.crypto.group import BASE, ORDER, ZERO
from profiles import examples
from vectors.crypto import PUBLISHED

NOT_POINTS = [bytes.fromhex(bad) for bad in json.loads(PUBLISHED.read_text())["RFC 9496 A.2, not points"]]
scalars = st.integers(0, ORDER - 1)


@examples(40)
@given(scalars, scalars)
def test_scalars_add_and_multiply_as_points_do(a: int, b: int) -> None:
    at_a, at_b, at_sum, at_product = group.mul_base([a, b, a + b, a * b])
    assert group.add([at_a], [at_b]) == [at_sum]
    assert group.sub([at_sum], [at_b]) == [at_a]
    if ZERO not in (at_a, at_b):
        assert group.mul([b], [at_a]) == [at_product]
        assert group.combine([b, 1], [at_a, at_b]) == group.mul_base([a * b + b])[0]


def test_the_order_is_that_of_the_base() -> None:
    assert group.mul([ORDER - 1], [BASE]) == group.sub([ZERO], [BASE])
    assert group.mul_base([ORDER, 0, 1]) == [ZERO, ZERO, BASE]
    assert group.mul([0, 1], [BASE, BASE]) == [ZERO, BASE]


def test_sums_that_cancel() -> None:
    assert group.combine([5, -5], [BASE, BASE]) == ZERO
    assert group.combine([], []) == ZERO
    assert group.total([BASE] * 3) == group.mul_base([3])[0]


@pytest.mark.parametrize("bad", [*NOT_POINTS, ZERO, b"", bytes(31), BASE + b"\0"])
def test_what_is_no_point_is_turned_away_everywhere(bad: bytes) -> None:
    points = [BASE, bad, BASE]
    for work in (
        lambda: group.validated(points),
        lambda: group.mul([1, 2, 3], points),
        lambda: group.scale(3, points),
        lambda: group.combine([1, 2, 3], points),
        lambda: group.mul([0, 0, 0], points),
        lambda: group.combine([0, 0, 0], points),
    ):
        with pytest.raises(BadProof):
            work()


@pytest.mark.parametrize("bad", NOT_POINTS)
def test_what_is_no_point_is_not_added(bad: bytes) -> None:
    for work in (group.add, group.sub):
        with pytest.raises(BadProof):
            work([BASE, bad], [BASE, BASE])
        with pytest.raises(BadProof):
            work([BASE, BASE], [BASE, bad])


def test_numbers_have_one_form() -> None:
    numbers = [0, 1, ORDER - 1]
    assert group.unpack(group.pack(numbers)) == numbers
    assert group.pack([-1, ORDER + 2]) == group.pack([ORDER - 1, 2])
    for bad in (ORDER.to_bytes(32, "little"), b"\xff" * 32, bytes(31), bytes(33)):
        with pytest.raises(BadProof, match="canonical"):
            group.unpack(bad)


def test_hashing_separates_domains_and_messages() -> None:
    made = [
        *group.hash_to_group("card", b"", b"a", b"b"),
        *group.hash_to_group("generator", b"", b"a"),
        *group.hash_to_group("card" + "a", b""),
    ]
    assert len(set(made)) == len(made)
    group.validated(made)


def test_random_numbers_differ_and_are_never_zero() -> None:
    made = {group.random_scalar() for _ in range(100)}
    assert len(made) == 100
    assert all(0 < number < ORDER for number in made)
