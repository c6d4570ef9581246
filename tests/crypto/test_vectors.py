"""Published vectors and our own, computed here; tests/web/test_crypto.py does so in a browser."""

import json

import pytest

from vectors.crypto import OURS, PUBLISHED, again, ours

PUBLIC = json.loads(PUBLISHED.read_text("utf-8"))


@pytest.mark.parametrize("name", PUBLIC)
def test_published(name: str) -> None:
    assert again(PUBLIC)[name] == PUBLIC[name]


@pytest.mark.parametrize("name", ours())
def test_ours(name: str) -> None:
    assert ours()[name] == json.loads(OURS.read_text("utf-8"))[name]


def test_none_is_missing() -> None:
    assert list(ours()) == list(json.loads(OURS.read_text("utf-8")))
    assert [len(vectors) for vectors in PUBLIC.values()] == [16, 29, 11, 2, 4]
