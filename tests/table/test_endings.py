"""A public log cut somewhere and given another ending, every hash in order: nobody's word is never fair."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from facedown.crypto.signing import SessionKey, fingerprint
from facedown.kernel import ProofRejected
from facedown.table import Clock, Entry, Follower, log_file, registry, verify
from facedown.table.entries import SERVER, Acted, Agreed, Body, Left, Undone, ending_claim, read_entry
from facedown.table.table import PART_GRACE
from facedown.table.verify import revealed_dealer
from facedown.testing.workshop import WORKSHOP
from table.attested import KEYS, SERVER_KEY, Attested, drawn, three


@pytest.fixture(autouse=True)
def _workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)


class Cut:
    """Somebody else's match up to a place, in the hands of one who has no key."""

    def __init__(self, match: Attested, at: int) -> None:
        self.lines = match.lines[:at]
        follower = Follower(self.lines[0], revealed_dealer(match.lines))
        for line in self.lines[1:]:
            follower.feed(line)
        assert not follower.expects
        self.table = follower.table

    def leave(self, seat: int, why: Any, later: int = 1_000) -> None:
        """The table takes it: it is a server's to say."""
        self.lines += [step.line for step in self.table.leave(seat, why, self.table.time + later)]
        while self.table.outcome is None and self.table.ending is not None:
            late = self.table.due[0].seat
            time = self.table.time + PART_GRACE
            self.lines += [step.line for step in self.table.leave(late, "withheld its list", time)]

    def write(self, body: Body, sign: Any = msgspec.UNSET) -> bytes:
        """Whatever it is, the table's leave or not."""
        table = self.table
        return log_file([*self.lines, Entry(table.at, table.time, table.head, body, sign).line()])

    def log(self, *keys: tuple[int, SessionKey]) -> bytes:
        table = self.table
        assert table.outcome is not None
        signs = {
            seat: key.sign(ending_claim(table.opening.match, table.head, seat)).hex() for seat, key in keys
        }
        return log_file(self.lines, signs)


def free(match: Attested, which: int = 0) -> int:
    """A place where a player may act: there one did, the first time or (-1) the last."""
    return [at for at, line in enumerate(match.lines) if isinstance(read_entry(line).body, Acted)][which]


def unfair(log: bytes) -> str:
    with pytest.raises(ProofRejected) as refused:
        verify(log)
    return refused.value.why


BOTH = pytest.mark.parametrize("dealer", ["house", "mental"])
SEATS = pytest.mark.parametrize("make", [drawn, three])


@BOTH
@SEATS
@pytest.mark.parametrize("seat", [0, 1])
def test_abandoned(dealer: str, make: Callable[[str], Attested], seat: int) -> None:
    match = make(dealer)
    cut = Cut(match, free(match))
    cut.leave(seat, "abandoned")
    while cut.table.outcome is None:  # three: the others play on; they leave too
        cut.leave(min({0, 1, 2} - cut.table.gone), "abandoned")
    report = verify(cut.log())
    assert report.verdict == "unattested"
    doubts = report.attestation.doubts
    assert "no server has signed the times and the end" in doubts
    assert f"nobody answers for it that {report.players[seat]} abandoned" in doubts


@BOTH
def test_timed_out(dealer: str) -> None:
    """Times can be written by anybody: so far ahead that a flag has fallen."""
    match = Attested(dealer, 2, clock=Clock(60_000, 0, 0))
    match.act(match.some())
    match.draw()
    cut = Cut(match, free(match))
    cut.leave(cut.table.active[0], "timed out", 120_000)
    report = verify(cut.log())
    assert report.verdict == "unattested"
    assert any(doubt.endswith(" timed out") for doubt in report.attestation.doubts)


def test_withheld_a_part() -> None:
    match = drawn("mental")
    parted = next(at for at, line in enumerate(match.lines) if b'"parted"' in line)
    cut = Cut(match, parted)
    cut.leave(cut.table.due[0].seat, "withheld a part", PART_GRACE)
    report = verify(cut.log())
    assert report.verdict == "unattested"
    assert any("withheld a part" in doubt for doubt in report.attestation.doubts)


@BOTH
def test_withheld_randomness(dealer: str) -> None:
    match = drawn(dealer)
    cut = Cut(match, 2)
    cut.leave(1, "withheld randomness")
    report = verify(cut.log())
    assert report.verdict == "unattested"
    assert "Bo has signed nothing" in report.attestation.doubts
    # A bond can be had from any public log: that the server has signed does not make it a word of Bo's.
    assert verify(cut.log((SERVER, SERVER_KEY))).verdict == "unattested"


@BOTH
@SEATS
def test_what_takes_the_players_signatures(dealer: str, make: Callable[[str], Attested]) -> None:
    """A draw, an undo and giving up: unsigned, with what was signed elsewhere, or with another's key."""
    match = make(dealer)
    at = free(match, -1) if make is three else _undoable(match)
    cut = Cut(match, at)
    table = cut.table
    elsewhere = [
        body.signs for line in match.lines if isinstance(body := read_entry(line).body, Agreed | Undone)
    ]
    none = ("",) * table.seats
    mallory = SessionKey(bytes(32))
    own = tuple(mallory.sign(table.consent(seat, "draw")).hex() for seat in range(table.seats))
    for signs in ((), none, own, *elsewhere[:1] * (make is three), *elsewhere[1:]):
        assert "signature" in unfair(cut.write(Agreed(signs)))
    mover = table.active[0]
    for undo in ((), none, own, *elsewhere[1:]):
        assert unfair(cut.write(Undone(mover, at - 1, undo)))
    for sign in (msgspec.UNSET, own[0]):
        assert "signature does not hold" in unfair(cut.write(Left(mover, "conceded"), sign))


def _undoable(match: Attested) -> int:
    """Where the move was taken back."""
    return next(at for at, line in enumerate(match.lines) if isinstance(read_entry(line).body, Undone))


@BOTH
def test_one_who_agrees_does_not_bind_the_other(dealer: str) -> None:
    """The server and one player cut the match where they like, and have one signature too few."""
    match = drawn(dealer)
    cut = Cut(match, _undoable(match))
    ours = match.hands[0].sign(cut.table.consent(0, "draw"))
    assert "signature" in unfair(cut.write(Agreed((ours, ""))))
    assert "signature" in unfair(cut.write(Agreed((ours, ours))))


def test_a_server_that_lies_is_told_to_be_the_one_who_says_so() -> None:
    """At a sealed table all that a player did is signed; that it left is the server's word, and told so."""
    match = drawn("mental")
    cut = Cut(match, free(match))
    cut.leave(1, "abandoned")
    report = verify(cut.log((SERVER, SERVER_KEY)))
    assert report.verdict == "fair"
    assert "on the server's word alone: Bo abandoned" in report.checks
    with pytest.raises(ProofRejected, match="another key of the server"):
        verify(cut.log((SERVER, SERVER_KEY)), server=KEYS[0].public.hex())
    unfair(cut.log((SERVER, KEYS[0])))


def test_a_server_with_one_players_help_where_the_house_deals() -> None:
    """It can write any legal course of play, but nobody else's name under it."""
    match = drawn("house")
    cut = Cut(match, free(match))
    table = cut.table
    for _ in range(3):
        seat = table.active[0]
        cut.lines += [step.line for step in table.act(seat, table.legal(seat)[0], table.time)]
    cut.leave(1, "abandoned")
    report = verify(cut.log((SERVER, SERVER_KEY), (0, KEYS[0])))
    assert report.verdict == "unattested"
    assert report.attestation.doubts == ("Bo has signed the opening, not the end",)
    unfair(cut.log((SERVER, SERVER_KEY), (0, KEYS[0]), (1, KEYS[0])))


def test_a_match_that_was_made_up_has_other_keys() -> None:
    """Whoever signs with keys of its own may write what it likes: the keys are not those one knows."""
    made_up = Attested("house", 2, keys=[SessionKey(bytes([90 + seat] * 32)) for seat in (0, 1)])
    made_up.concede(1)
    assert verify(made_up.log()).verdict == "fair"
    key = KEYS[0].public.hex()
    for known in (key, key.upper(), fingerprint(key), fingerprint(key).replace("-", "")):
        assert verify(drawn("house").log(), players={"Ada": known}).verdict == "fair"
        with pytest.raises(ProofRejected, match="another key of Ada"):
            verify(made_up.log(), players={"Ada": known})
    with pytest.raises(ProofRejected, match="nobody called Zoe"):
        verify(made_up.log(), players={"Zoe": key})
