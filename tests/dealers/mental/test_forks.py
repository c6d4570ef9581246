"""Two conflicting messages at one place: each log holds, and the two together show who said both."""

import copy
from pathlib import Path

import pytest

from dealers.mental.party import Party
from facedown.client.main import main
from facedown.kernel import ProofRejected
from facedown.table import log_file, verify
from facedown.table.entries import Acted
from facedown.table.forks import compare
from facedown.table.messages import Part
from facedown.testing.workshop import Do


def forked(party: Party) -> Party:
    """The same match again, everybody with the same keys: what a server could tell somebody else."""
    return copy.deepcopy(party)


def test_two_parts_for_one_place() -> None:
    party = Party()
    other = forked(party)
    for table in (party, other):  # fresh keys and orders for each: two different shuffles at one place
        seat, part = table.part()
        table.hear(seat, part)
    assert seat == 0
    one, two = party.log(), other.log()
    assert verify(one).verdict == verify(two).verdict == "unfinished"
    with pytest.raises(ProofRejected, match="two different things for one place") as caught:
        compare(one, two)
    assert (caught.value.who, caught.value.at) == ("seat 0", party.table.at - 1)


def test_two_actions_at_one_place() -> None:
    party = Party()
    party.settle()
    seat, other = party.seat, forked(party)
    party.do(Do("draw"))
    other.do(Do("roll"))
    with pytest.raises(ProofRejected, match="two different things") as caught:
        compare(party.log(), other.log())
    assert caught.value.who == f"seat {seat}"
    acted = next(step for step in party.steps if isinstance(step.entry.body, Acted))
    assert caught.value.at == acted.entry.at


def test_a_server_that_tells_two_stories_is_to_blame_if_the_players_are_not() -> None:
    """Two players give their parts at the same time; two orders of them are two stories."""
    party = Party()
    party.settle(until=lambda: party.table.due[0].step == "commit")
    parts: list[tuple[int, Part]] = [(seat, party.hands[seat].parts()[0]) for seat in (0, 1)]
    other = forked(party)
    for seat, part in parts:
        party.hear(seat, part)
    for seat, part in parts[::-1]:
        other.hear(seat, part)
    with pytest.raises(ProofRejected, match="two stories") as caught:
        compare(party.log(), other.log())
    assert (caught.value.who, caught.value.at) == ("server", len(party.lines()) - 2)


def test_the_beginning_of_a_log_contradicts_nothing() -> None:
    party = Party()
    log = party.end()
    compare(log, log)
    compare(log, log_file(party.lines()[:9]))
    compare(log_file(party.lines()[:9]), log)
    with pytest.raises(ProofRejected, match="another match"):
        compare(log, Party(match="another").end())


def test_verify_compares_two_copies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    party = Party()
    other = forked(party)
    for table, name in ((party, "one"), (other, "two")):
        table.hear(*table.part())
        (tmp_path / name).write_bytes(table.log())
    with pytest.raises(SystemExit, match="1"):
        main(["verify", str(tmp_path / "one"), "--against", str(tmp_path / "two")])
    assert "seat 0 at entry 1: has signed two different things for one place" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="1"):  # unfinished
        main(["verify", str(tmp_path / "one"), "--against", str(tmp_path / "one")])
    assert "not fair" not in capsys.readouterr().out
