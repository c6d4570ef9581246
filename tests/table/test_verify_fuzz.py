"""Whatever bytes an auditor is given, the answer is a report or one clear line, and never another error."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from facedown.kernel import ProofRejected
from facedown.table import Report, log_file, verify
from facedown.table.entries import head_of
from profiles import examples
from table.played import finished

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def audited(data: bytes) -> Report | None:
    try:
        return verify(data)
    except ProofRejected as error:
        rejected = error
    assert str(rejected).isprintable()
    assert len(str(rejected)) < 700
    assert rejected.who
    return None


@examples(200)
@given(st.binary(max_size=300))
@example(b"\n\n\n")
def test_random_bytes(data: bytes) -> None:
    assert audited(data) is None


@examples(200)
@given(st.lists(anything, min_size=1, max_size=4))
def test_random_json_under_a_seal_that_fits(values: list[Any]) -> None:
    lines = [json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() for value in values]
    assert audited(log_file(lines)) is None


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        found += places(item, (*path, key))
    return found


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(copy[path[0]], path[1:], new)
    return copy


def chained(entries: list[Any]) -> list[bytes]:
    """Lines in which every hash fits, as far as the entries have one."""
    head, lines = "", []
    for entry in entries:
        if isinstance(entry, dict) and "prev" in entry:
            entry["prev"] = head
        lines.append(json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode())
        head = head_of(lines[-1])
    return lines


@examples(400)
@given(st.data())
def test_one_value_changed_anywhere_and_every_hash_in_order(data: st.DataObject) -> None:
    """Some changes make another honest log (a name, the time it began); the others are refused."""
    entries = [json.loads(line) for line in finished()]
    at = data.draw(st.integers(0, len(entries) - 1))
    path = data.draw(st.sampled_from(places(entries[at])))
    others: st.SearchStrategy[Any] = st.sampled_from([0, 1, -1, 2**64, "", "house", [], {}, None, "0" * 64])
    entries[at] = put(entries[at], path, data.draw(anything | others))
    report = audited(log_file(chained(entries)))
    if report is not None:
        assert report.finished == (at < len(entries) - 1 or report.outcome is not None)


@given(st.data())
def test_bytes_changed_cut_and_put_in(data: st.DataObject) -> None:
    log = log_file(finished())
    at = data.draw(st.integers(0, len(log)))
    cut, new = data.draw(st.integers(0, 40)), data.draw(st.binary(max_size=40))
    spoilt = log[:at] + new + log[at + cut :]
    assert (audited(spoilt) is None) == (spoilt != log)


NASTY = [
    b'"field\\nof two lines":1',
    b'"\\u001b[2J":1',
    b'"type":"\\u001b]0;title\\u0007"',
    b'"seat":' + b"9" * 4_000,
    b'"seat":1e400',
    b'"action":' + b"[" * 50_000 + b"]" * 50_000,
    b'"action":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    b'"action":"\xff"',
    b'"action":' + b"9" * 5_000,
    b'"faces":[[1,"\\ud800"]]',
]


@pytest.mark.parametrize("field", NASTY, ids=lambda field: repr(field[:24]))
def test_what_a_malicious_log_may_hold(field: bytes) -> None:
    """Lines that would break a terminal, a parser or a stack: refused like any other."""
    lines = list(finished())
    at = next(at for at, line in enumerate(lines) if b'"acted"' in line)
    for spoilt in (
        lines[at].replace(b'"seat":', field + b',"seat":', 1),
        lines[at][: lines[at].index(b'"seat"')] + field + b"}}",
        lines[at].replace(b'"action":', field + b',"was":', 1),
    ):
        assert audited(log_file([*lines[:at], spoilt, *lines[at + 1 :]])) is None
        assert audited(log_file([spoilt])) is None
