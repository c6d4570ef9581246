"""The log: one line an entry, chained by hashes, sealed."""

import hashlib
import json

import pytest

from facedown.kernel import InvalidAction
from facedown.table import log_file
from facedown.table.entries import Acted, Dealt, Ended, Opened, Undone, head_of, read_entry
from table.played import finished


def test_every_line_is_the_canonical_form_of_its_entry() -> None:
    kinds = set()
    for line in finished():
        entry = read_entry(line)
        assert entry.line() == line
        assert b"\n" not in line
        kinds.add(type(entry.body))
    assert kinds >= {Opened, Acted, Dealt, Undone, Ended}


def test_every_entry_names_the_hash_of_the_line_before_it() -> None:
    """By hand: SHA-256 of the line's bytes."""
    head = ""
    for at, line in enumerate(finished()):
        entry = json.loads(line)
        assert (entry["at"], entry["prev"]) == (at, head)
        head = hashlib.sha256(line).hexdigest()
        assert head == head_of(line)


def test_times_never_fall() -> None:
    times = [read_entry(line).time for line in finished()]
    assert times == sorted(times)
    assert times[0] == 0


def test_a_log_file_is_its_lines_and_a_seal() -> None:
    lines = finished()
    data = log_file(lines)
    assert data.split(b"\n")[:-2] == list(lines)
    assert json.loads(data.split(b"\n")[-2]) == {"head": hashlib.sha256(lines[-1]).hexdigest()}
    assert data.endswith(b"\n")
    assert log_file([]) == b'{"head":""}\n'


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b'{"at":0,"time":0,"prev":"","body":{"type":"agreed"},"more":1}',
        b'{"at":0,"time":0,"prev":"","body":{"type":"agreed","more":1}}',
        b'{"at":0, "time":0,"prev":"","body":{"type":"agreed"}}',
        b'{"at":0,"time":0,"prev":"","body":{"type":"unheard of"}}',
        b'{"at":0,"time":0,"prev":"","body":{"type":"left","seat":0,"why":"bored"}}',
        b'{"time":0,"at":0,"prev":"","body":{"type":"agreed"}}',
        b'{"at":true,"time":0,"prev":"","body":{"type":"agreed"}}',
    ],
)
def test_what_is_no_entry_is_refused(line: bytes) -> None:
    with pytest.raises(InvalidAction):
        read_entry(line)
