"""How deep a message may go: checked before it is decoded, exactly, and in time linear in its length."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.kernel import InvalidAction
from facedown.server.nesting import DEEPEST, check_nesting


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _refused(data: bytes) -> bool:
    try:
        check_nesting(data)
    except InvalidAction:
        return True
    return False


@pytest.mark.parametrize("around", ["[%s]", '{"a":%s}', '[{},"]",%s]'])
def test_the_limit_is_exact(around: str) -> None:
    value = "0"
    for _ in range(DEEPEST):
        deep = value
        value = around.replace("%s", value)
    depth = _depth(json.loads(value))
    assert _refused(value.encode()) == (depth > DEEPEST)
    assert _refused(f"[{value}]".encode())
    assert not _refused(deep.encode())


BRACKETS = st.text(alphabet='[]{}"\\ax ', max_size=300)


@given(
    st.recursive(
        BRACKETS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(BRACKETS, inner, max_size=5)
    )
)
def test_brackets_in_strings_do_not_count(value: Any) -> None:
    levels = DEEPEST - _depth(value)
    fits = b"[" * levels + json.dumps(value).encode() + b"]" * levels
    assert not _refused(fits)
    assert _refused(b"[" + fits + b"]")


@given(st.binary(max_size=500))
def test_what_is_no_json_is_only_looked_at(data: bytes) -> None:
    _refused(data * 10)


@pytest.mark.parametrize(
    "data", [b"[" * 32_000, b'{"a":' * 6_000, b'[["' + b'\\"[' * 9_000 + b'",' + b"[" * 99]
)
def test_what_does_not_end_is_measured_too(data: bytes) -> None:
    assert _refused(data)


def test_a_string_that_does_not_end_holds_all_that_follows() -> None:
    assert not _refused(b'["' + b'\\"[' * 10_000)
