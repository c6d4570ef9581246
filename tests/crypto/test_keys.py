"""Layer keys: they commute, come off again, tell nothing, and can be forgotten."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.crypto import BadProof, KeyErased, LayerKey, group, shuffle
from facedown.crypto.backend import sodium
from facedown.crypto.group import BASE, ORDER
from profiles import examples

CARDS = group.hash_to_group("card", b"1", b"2", b"3")
secrets = st.integers(1, ORDER - 1)


@examples(30)
@given(secrets, secrets)
def test_layers_come_off_in_any_order(a: int, b: int) -> None:
    one, two = LayerKey(a), LayerKey(b)
    both = two.mask(one.mask(CARDS))
    assert both == one.mask(two.mask(CARDS))
    assert two.strip(one.strip(both)) == one.strip(two.strip(both)) == CARDS


@examples(20)
@given(secrets, secrets)
def test_a_step_from_key_to_key(a: int, b: int) -> None:
    old, new = LayerKey(a), LayerKey(b)
    step = new.over(old)
    assert (step.base, step.public) == (old.public, new.public)
    assert step.mask([old.public]) == [new.public]
    assert step.mask(old.mask(CARDS)) == new.mask(CARDS)


def test_no_layer_changes_nothing() -> None:
    assert LayerKey.none().public == BASE
    assert LayerKey.none().mask(CARDS) == CARDS


def test_a_key_comes_back_from_its_bytes() -> None:
    key = LayerKey.fresh()
    assert LayerKey.from_bytes(key.to_bytes()) == key
    assert LayerKey.from_bytes(key.to_bytes()).public == key.public
    assert key != LayerKey.fresh()
    assert key != "a key"


@pytest.mark.parametrize("data", [b"", bytes(32), bytes(31), ORDER.to_bytes(32, "little"), b"\xff" * 32])
def test_bytes_that_are_no_key(data: bytes) -> None:
    with pytest.raises(BadProof):
        LayerKey.from_bytes(data)


@pytest.mark.parametrize("secret", [0, ORDER, -1])
def test_numbers_that_are_no_key(secret: int) -> None:
    with pytest.raises(ValueError, match="between"):
        LayerKey(secret)


def test_an_erased_key_does_nothing() -> None:
    key = LayerKey(123456789)
    public = key.public
    erased = [key.erased]
    key.erase()
    assert [*erased, key.erased] == [False, True]
    assert key.public == public
    for work in (
        key.to_bytes,
        lambda: key.mask(CARDS),
        lambda: key.strip(CARDS),
        lambda: key.over(LayerKey(2)),
    ):
        with pytest.raises(KeyErased):
            work()
    with pytest.raises(KeyErased):
        LayerKey(2).over(key)


def test_a_key_shows_its_public_part_only() -> None:
    key = LayerKey(123456789)
    shown = f"{key!r} {key!s} {[key]}"
    assert key.public.hex() in shown
    assert "123456789" not in shown
    assert key.to_bytes().hex() not in shown
    with pytest.raises(TypeError):
        hash(key)


class Watched:
    """libsodium, but a multiplication is a failure: that is where a secret would touch the points."""

    def __getattr__(self, name: str) -> Any:
        assert name == "valid", f"{name} came before the points were checked"
        return getattr(sodium(), name)


@pytest.mark.parametrize("bad", [bytes(32), b"\xff" * 32, b"\x01" + bytes(31), b""])
def test_no_secret_touches_any_point_where_one_is_none(monkeypatch: pytest.MonkeyPatch, bad: bytes) -> None:
    key, new = LayerKey.fresh(), LayerKey.fresh()
    monkeypatch.setattr(group, "sodium", Watched)
    for work in (
        lambda: key.mask([CARDS[0], bad]),
        lambda: key.strip([CARDS[0], bad]),
        lambda: shuffle.mix(b"", [CARDS[0], bad], [0, 0], [key], new, [0, 1]),
    ):
        with pytest.raises(BadProof):
            work()
