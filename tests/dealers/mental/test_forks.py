"""Two conflicting messages at one place: each log holds, and the two together show who said both."""

import copy
from pathlib import Path
from typing import Literal

import pytest

from dealers.mental.party import Party
from facedown.client.main import main
from facedown.kernel import IllegalAction, ProofRejected
from facedown.table import log_file, verify
from facedown.table.entries import Acted
from facedown.table.forks import compare
from facedown.table.messages import Part
from facedown.testing.workshop import Do
from table.attested import Attested, taken_back


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


def agreed(match: Attested, what: Literal["draw", "undo"]) -> bytes:
    """The match as it is after all have signed this."""
    table, seat = match.table, match.seat
    signs = match.consents(seat, what)
    match.note(table.agree(table.time, signs) if what == "draw" else table.undo(seat, table.time, signs))
    return log_file(match.lines)


@pytest.mark.parametrize("dealer", ["house", "mental"])
def test_two_agreements_at_one_place(dealer: str) -> None:
    """Whoever has agreed to a draw and to an undo at one place has told two stories."""
    match = taken_back(dealer)
    other = copy.deepcopy(match)
    with pytest.raises(ProofRejected, match="two different things for one place") as caught:
        compare(agreed(match, "draw"), agreed(other, "undo"))
    assert caught.value.who == "seat 0"


@pytest.mark.parametrize("dealer", ["house", "mental"])
def test_nobody_of_ours_agrees_to_two_things_at_one_place(dealer: str) -> None:
    match = taken_back(dealer)
    hand = match.hands[0]
    assert hand.offer("draw") == hand.offer("draw")
    with pytest.raises(IllegalAction, match="signed for a draw here"):
        hand.accept("undo")
    match.act(match.some())
    assert match.table.outcome is None
    assert hand.accept("draw").sign


@pytest.mark.parametrize(("signers", "who"), [((-1,), "server"), ((0,), "seat 0"), ((1,), "seat 1")])
@pytest.mark.parametrize("dealer", ["house", "mental"])
def test_two_ends_of_one_match(dealer: str, signers: tuple[int, ...], who: str) -> None:
    match = Attested(dealer, 2)
    other = copy.deepcopy(match)
    match.concede(0)
    other.concede(1)
    with pytest.raises(ProofRejected, match="two different things for one place") as caught:
        compare(match.log(*signers), other.log(*signers))
    assert caught.value.who == who
    with pytest.raises(ProofRejected, match=r"signature of .* that does not hold"):
        compare(match.log(), log_file(other.lines, match.signs()))


def test_an_offer_that_was_declined_accuses_nobody() -> None:
    """One player offers a draw and moves on; the other and the server make an agreement of the offer."""
    match = taken_back("mental")
    other = copy.deepcopy(match)
    one = agreed(match, "draw")
    other.act(other.some())
    with pytest.raises(ProofRejected, match="two stories") as caught:
        compare(log_file(other.lines), one)
    assert caught.value.who == "server"
