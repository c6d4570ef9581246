"""The audit: fair, or who broke which rule at which entry."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from facedown.games.duel import DuelOptions
from facedown.kernel import decode
from facedown.table import Entry, Table, log_file, verify
from facedown.table.entries import Acted, Ended, head_of
from facedown.table.verify import MAX_LOG, read_log
from table.played import (
    NAMES,
    NONCES,
    dealt_table,
    finished,
    new_table,
    random_moves,
    rejection,
)


def short() -> list[bytes]:
    """A whole match in a few bytes: three cards each, a turn, and one gives up."""
    options = DuelOptions(deck_size=3, initial_draw=1)
    deck = ("firebolt", "ice-shard", "spark-imp")
    table, lines = dealt_table(options, decks=[deck, deck])
    random_moves(table, lines, 1, most=3)
    lines += [step.line for step in table.leave(0, "conceded", 9_000)]
    return lines


# --- fair ---


def test_a_fair_match() -> None:
    lines = finished()
    report = verify(log_file(lines), head_of(lines[-1]))
    assert (report.match, report.game, report.dealer, report.players) == ("match-1", "duel", "house", NAMES)
    assert (report.entries, report.head, report.finished) == (len(lines), head_of(lines[-1]), True)
    ended = decode(lines[-1], Entry).body
    assert isinstance(ended, Ended)
    assert report.outcome == ended.outcome
    actions = sum(isinstance(decode(line, Entry).body, Acted) for line in lines)
    told = "\n".join(report.checks)
    assert f"{actions} actions are legal" in told
    assert "2 of 2 players added randomness" in told
    assert "the secret it had committed to" in told
    assert "each deck is the one its player was bound to" in told


@pytest.mark.parametrize("nonces", [("", ""), ("", NONCES[1])])
def test_a_player_without_randomness_is_named(nonces: tuple[str, str]) -> None:
    table, lines = dealt_table(nonces=nonces)
    random_moves(table, lines, 2)
    told = "\n".join(verify(log_file(lines)).checks)
    assert f"{sum(map(bool, nonces))} of 2 players added" in told
    assert "no randomness of their own: Ada" in told


def endings() -> Iterator[Table | Any]:
    table, lines = dealt_table()
    yield table, lines, lambda: table.agree(1_000)
    table2, lines2 = dealt_table()
    yield table2, lines2, lambda: table2.leave(1, "conceded", 1_000)
    table3, lines3 = dealt_table()
    yield table3, lines3, lambda: table3.leave(table3.state.active, "timed out", 10**7)
    table4, lines4 = dealt_table()
    yield table4, lines4, lambda: table4.leave(0, "abandoned", 1_000)
    table5, steps = new_table()
    yield table5, [step.line for step in steps], lambda: table5.leave(1, "withheld randomness", 20_000)
    table6, steps = new_table()
    yield table6, [step.line for step in steps], lambda: table6.leave(0, "conceded", 5)


@pytest.mark.parametrize(
    "ending", list(endings()), ids=["draw", "concede", "time", "gone", "withheld", "early"]
)
def test_every_way_to_end_is_fair(ending: tuple[Table, list[bytes], Callable[[], Any]]) -> None:
    table, lines, end = ending
    report = verify(log_file([*lines, *(step.line for step in end())]))
    assert report.finished
    assert report.outcome == table.outcome


@pytest.mark.parametrize("upto", [1, 2, 5, 6, 12])
def test_a_match_that_is_not_over_is_not_proved_yet(upto: int) -> None:
    report = verify(log_file(finished()[:upto]))
    assert not report.finished
    assert report.outcome is None
    assert not any("secret" in check or "deck is the one" in check for check in report.checks)


def test_the_head_that_a_player_kept_tells_a_cut_log() -> None:
    """Whoever cuts a log can seal it again, but not so that it ends in the hash that was seen."""
    lines = finished()
    head = head_of(lines[-1])
    told = rejection(log_file(lines[:-1]), head)
    assert str(told).startswith("log: is another match than the one you kept")
    assert rejection(log_file(short()), head).who == "log"


# --- changed by accident, or by somebody who cannot hash ---


def test_any_byte_that_is_changed_is_noticed() -> None:
    """Every byte of a whole match, its seal and its newlines, changed in three ways."""
    data = log_file(short())
    ends, place = [], 0
    for line in data.split(b"\n"):
        place += len(line) + 1
        ends.append(place)
    last = len(ends) - 3
    for at in range(len(data)):
        for bit in (1, 32, 128):
            spoilt = data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]
            told = rejection(spoilt)
            number = next(number for number, end in enumerate(ends) if at < end)
            if told.at is not None:
                assert abs(told.at - number) <= 1 or told.at == last
            else:
                assert "is cut short: the last line is missing" in str(told)
                assert at == len(data) - 1


def test_a_log_that_is_cut_anywhere_is_noticed() -> None:
    data = log_file(short())
    for at in range(len(data)):
        assert rejection(data[:at]).who == "log"


def test_an_entry_that_is_missing_doubled_or_moved_is_noticed() -> None:
    lines = list(finished())
    for at in range(len(lines)):
        for spoilt in (
            lines[:at] + lines[at + 1 :],
            [*lines[: at + 1], *lines[at:]],
            lines[:at] + lines[at + 1 : at + 2] + lines[at : at + 1] + lines[at + 2 :],
        ):
            if spoilt in (lines, lines[:-1]):
                continue  # nothing was exchanged, or the end is missing: such a log is only not over
            told = rejection(log_file(spoilt))
            assert told.at is not None
            assert at <= told.at + 1 <= at + 3 or told.at == len(spoilt) - 1 or at <= 1


def test_an_entry_of_another_match_is_noticed() -> None:
    lines = list(finished())
    other, log = dealt_table(match="match-2")
    random_moves(other, log, 7)
    for at in range(len(lines)):
        for spoilt in (
            [*lines[:at], log[min(at, len(log) - 1)], *lines[at:]],
            [*lines[:at], log[5], *lines[at + 1 :]],
        ):
            assert rejection(log_file(spoilt)).at is not None


def test_a_seal_of_another_log_is_noticed() -> None:
    ours, theirs = log_file(finished()), log_file(short())
    spoilt = b"\n".join([*ours.split(b"\n")[:-2], theirs.split(b"\n")[-2], b""])
    assert str(rejection(spoilt)).endswith("was changed or cut: the seal does not fit")


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n\n", b"{}", b"{}\n{}\n", b"\xff" * 100, b'{"head":""}\n', b"\0\n\0\n"]
)
def test_files_that_are_no_log(data: bytes) -> None:
    assert rejection(data).who == "log"


def test_a_file_that_is_too_large() -> None:
    assert "is larger than 64 MB" in str(rejection(b"\n" * (MAX_LOG + 1)))


def test_the_lines_of_a_log() -> None:
    assert read_log(log_file(finished())) == list(finished())
