"""Every field of a finished log altered, every hash after it in order: how far a forger without keys gets.

The table says it for each field: `unfair` is refused wherever it stands; `unattested` follows the rules in
some place, and is told to be nobody's word. Nothing is fair.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import pytest

from facedown.kernel import ProofRejected, encode
from facedown.table import log_file, registry, verify
from facedown.table.entries import Seal, head_of
from facedown.testing.workshop import WORKSHOP
from table.altered import alterations, bare, chained, fields, telling
from table.attested import Attested, abandoned, drawn, given_up, three


@pytest.fixture(autouse=True)
def _workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)


class Expected(NamedTuple):
    """With the broken signatures under the end taken off: a house log, the same with every key and signature
    taken out of it, and a sealed log. With them left in it is unfair, whatever it was."""

    house: str
    bare: str
    sealed: str


NO = "unfair"
NOBODY = "unattested"
SIGNED = Expected(NO, NO, NO)
"""The rules, the commitments or a signature in a later entry speak against it."""
OPENING = Expected(NO, NOBODY, NO)
"""Nothing but the players' signatures under their randomness or their words: they hold the opening's hash."""

EXPECTED = {
    "entry.at": SIGNED,
    # Times are nobody's word but the server's: they are bound by what is signed after them, and by the end.
    "entry.time": Expected(NOBODY, NOBODY, NOBODY),
    "entry.prev": SIGNED,
    "entry.sign": SIGNED,
    "opened.format": SIGNED,
    "opened.match": OPENING,
    "opened.game": SIGNED,
    "opened.version": SIGNED,
    "opened.options": OPENING,
    "opened.clock.turn": OPENING,
    "opened.clock.reserve": OPENING,
    "opened.clock.lag": OPENING,
    "opened.dealer": SIGNED,
    "opened.commitment": SIGNED,
    "opened.chairs.name": OPENING,
    "opened.chairs.cards": SIGNED,
    "opened.chairs.deck": SIGNED,
    "opened.chairs.nonce": SIGNED,
    "opened.chairs.key": SIGNED,
    "opened.chairs.box": OPENING,
    "opened.chairs.id": SIGNED,
    "opened.chairs.vouch": SIGNED,
    "opened.started": OPENING,
    "opened.server": OPENING,
    "contributed.seat": SIGNED,
    "contributed.nonce": SIGNED,
    "acted.seat": SIGNED,
    "acted.action": SIGNED,
    "acted.faces": SIGNED,
    "acted.wish": SIGNED,
    "acted.proof": SIGNED,
    "parted.seat": SIGNED,
    "parted.job": SIGNED,
    "parted.part": SIGNED,
    "dealt.answer": SIGNED,
    "undone.seat": SIGNED,
    "undone.to": SIGNED,
    "undone.signs": SIGNED,
    "left.seat": SIGNED,
    # Without keys a player that gave up may as well have left.
    "left.why": Expected(NO, NOBODY, NO),
    "left.proof": SIGNED,
    "accused.seat": SIGNED,
    "accused.whom": SIGNED,
    "accused.why": SIGNED,
    "accused.proof": SIGNED,
    "agreed.signs": SIGNED,
    "ended.outcome.winners": SIGNED,
    "ended.outcome.reason": SIGNED,
    "ended.reveal": SIGNED,
}
ONLY_SEALED = {name for name in EXPECTED if name.startswith(("parted.", "accused."))}
HOUSE: list[Callable[[str], Attested]] = [drawn, given_up, abandoned, three]
SEALED: list[Callable[[str], Attested]] = [drawn, abandoned, three]


def verdict(log: bytes) -> str:
    try:
        return verify(log).verdict
    except ProofRejected:
        return "unfair"


def test_the_table_has_every_field_that_there_is() -> None:
    assert {*EXPECTED, "seal.head", "seal.signs"} == fields()


def best(dealer: str, makers: list[Callable[[str], Attested]], *, strip: bool = False) -> dict[str, str]:
    """How far a forger gets at best, by field. Nothing is fair, and all is unfair if the signatures stay."""
    found = defaultdict(set)
    for make in makers:
        match = make(dealer)
        entries = [json.loads(line) for line in match.lines]
        signs = match.signs()
        assert verdict(log_file(match.lines, signs)) == "fair"
        entries = bare(entries) if strip else entries
        places = range(len(entries)) if dealer == "house" else telling(entries)
        for altered in alterations(entries, places):
            lines = chained(entries, altered)
            told = verdict(log_file(lines))
            assert told in {"unfair", "unattested"}, (make.__name__, altered)
            if told != "unfair":  # what is refused without signatures is not held up by broken ones
                assert verdict(log_file(lines, signs)) == "unfair", (make.__name__, altered)
            found[altered.field].add(told)
    return {name: "unattested" if "unattested" in told else "unfair" for name, told in found.items()}


def test_where_the_house_deals() -> None:
    assert best("house", HOUSE) == {
        name: expected.house for name, expected in EXPECTED.items() if name not in ONLY_SEALED
    }


def test_where_the_house_deals_and_every_key_is_taken_out() -> None:
    assert best("house", HOUSE, strip=True) == {
        name: expected.bare for name, expected in EXPECTED.items() if name not in ONLY_SEALED
    }


def test_at_a_sealed_table() -> None:
    assert best("mental", SEALED) == {name: expected.sealed for name, expected in EXPECTED.items()}


@pytest.mark.parametrize("dealer", ["house", "mental"])
@pytest.mark.parametrize("make", [given_up, three])
def test_the_seal(dealer: str, make: Callable[[str], Attested]) -> None:
    """Another hash, somebody else's name under a signature, a signature that is none, one twice."""
    match = make(dealer)
    head, signs = head_of(match.lines[-1]), sorted(match.signs().items())
    other = signs[0][1]
    spoilt = [
        Seal(head[:-1] + ("0" if head[-1] != "0" else "1"), tuple(signs)),
        Seal(head, tuple(reversed(signs))),
        Seal(head, (*signs, signs[-1])),
        Seal(head, (*signs, (len(signs) - 1, other))),
        Seal(head, ((-2, other), *signs)),
    ]
    for place, (seat, sign) in enumerate(signs):
        wrong = (other if seat >= 0 else signs[1][1], sign.upper(), sign[:-2], "")
        spoilt += [Seal(head, (*signs[:place], (seat, new), *signs[place + 1 :])) for new in wrong]
    for seal in spoilt:
        log = b"\n".join([*match.lines, encode(seal), b""])
        assert verdict(log) == "unfair", seal


@pytest.mark.parametrize("dealer", ["house", "mental"])
def test_all_times_at_once(dealer: str) -> None:
    """A second more from some entry on, as a server would write it: unfair if signed, else nobody's word."""
    match = abandoned(dealer)
    entries = [json.loads(line) for line in match.lines]
    left = next(at for at, entry in enumerate(entries) if entry["body"]["type"] == "left")
    late = [{**entry, "time": entry["time"] + 1_000 * (at >= left)} for at, entry in enumerate(entries)]
    lines, head = [], ""
    for entry in late:
        lines.append(json.dumps({**entry, "prev": head}, separators=(",", ":")).encode())
        head = head_of(lines[-1])
    if dealer == "house":  # at a sealed table the winner's list comes after it, and is signed
        assert verdict(log_file(lines)) == "unattested"
    assert verdict(log_file(lines, match.signs())) == "unfair"
