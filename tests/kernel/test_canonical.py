"""One byte string for one value."""

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.kernel import InvalidAction, decode, digest, encode


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    x: int
    tags: tuple[str, ...] = ()
    notes: dict[str, int] = {}


@given(
    st.builds(
        Point,
        st.integers(-(2**64), 2**64),
        st.lists(st.text()).map(tuple),
        st.dictionaries(st.text(), st.integers(0, 9)),
    )
)
def test_values_come_back(point: Point) -> None:
    data = encode(point)
    assert decode(data, Point) == point
    assert encode(decode(data, Point)) == data


def test_canonical_bytes_are_compact_declared_and_sorted() -> None:
    assert (
        encode(Point(1, ("é", '"'), {"b": 1, "a": 2}))
        == '{"x":1,"tags":["é","\\""],"notes":{"a":2,"b":1}}'.encode()
    )


@pytest.mark.parametrize(
    "data",
    [
        b' {"x":1,"tags":[],"notes":{}}',
        b'{"x":1,"tags":[],"notes":{} }',
        b'{"tags":[],"x":1,"notes":{}}',
        b'{"x":1}',
        b'{"x":1,"x":1,"tags":[],"notes":{}}',
        b'{"x":1,"tags":["\\u0061"],"notes":{}}',
        b'{"x":-0,"tags":[],"notes":{}}',
        b'{"x":1,"tags":[],"notes":{"b":1,"a":1}}',
        b'{"x":1,"tags":[],"notes":{"a":1,"a":1}}',
    ],
)
def test_another_spelling_of_the_same_value_is_refused(data: bytes) -> None:
    assert isinstance(msgspec.json.decode(data, type=Point), Point)
    with pytest.raises(InvalidAction, match="not the canonical form of Point"):
        decode(data, Point)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"x":"1"}',
        b'{"x":1.0}',
        b'{"x":true}',
        b'{"x":1,"y":2}',
        b'{"x":"\xff"}',
        b"\xff",
        b"[" * 100_000,
        b'{"x":' * 100_000,
        b'{"x":' + b"9" * 5_000 + b"}",
        b'{"x":1}\n{"x":1}',
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_value_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidAction, match="not of the form Point"):
        decode(data, Point)


def test_a_digest_is_sha256_over_lengths_and_parts() -> None:
    assert digest() == hashlib.sha256().digest()
    assert digest(b"ab", b"") == hashlib.sha256(b"\0" * 7 + b"\2ab" + b"\0" * 8).digest()


@given(st.lists(st.binary(max_size=4), max_size=4), st.lists(st.binary(max_size=4), max_size=4))
def test_no_two_lists_of_parts_collide(one: list[bytes], other: list[bytes]) -> None:
    assert (digest(*one) == digest(*other)) == (one == other)
