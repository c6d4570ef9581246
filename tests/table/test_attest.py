"""Who has to sign what for a log to be more than anybody's word."""

from collections.abc import Callable

import msgspec
import pytest

from facedown.crypto.signing import SessionKey
from facedown.dealers import House
from facedown.games.duel import DUEL
from facedown.kernel import InvalidAction, ProofRejected
from facedown.table import Table, log_file, registry, verify
from facedown.table.attest import check_keys
from facedown.table.entries import SERVER, Opened, ending_claim, head_of, read_entry
from facedown.table.hand import Hand, say
from facedown.testing.workshop import WORKSHOP
from table.attested import KEYS, SERVER_KEY, Attested, abandoned, drawn, given_up, three
from table.played import LISTS, finished, new_table


@pytest.fixture(autouse=True)
def _workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)


ENOUGH: list[tuple[Callable[[str], Attested], str, tuple[int, ...], str]] = [
    # Where the house deals, moves are unsigned: each has to sign the end, or to have the last word signed.
    (given_up, "house", (-1, 0, 1), "fair"),
    (given_up, "house", (0, 1), "fair"),
    (given_up, "house", (-1, 0), "fair"),  # Bo gave up: its signature is under all that was before
    (given_up, "house", (-1, 1), "unattested"),
    (given_up, "house", (-1,), "unattested"),
    (given_up, "house", (0,), "unattested"),
    (given_up, "house", (1,), "unattested"),
    (drawn, "house", (-1,), "fair"),  # both have signed the draw
    (drawn, "house", (0,), "unattested"),
    (three, "house", (0, 1, 2), "fair"),
    (three, "house", (-1, 0, 2), "unattested"),
    (three, "house", (-1, 1), "fair"),  # the other two gave up
    # At a sealed table all that players do is signed: the server says that it ended.
    (given_up, "mental", (-1,), "fair"),
    (given_up, "mental", (0, 1), "fair"),
    (given_up, "mental", (0,), "unattested"),
    (given_up, "mental", (1,), "unattested"),
    (abandoned, "mental", (-1,), "fair"),
    (abandoned, "mental", (0,), "unattested"),
    (three, "mental", (-1,), "fair"),
    (three, "mental", (0, 1), "unattested"),
]


@pytest.mark.parametrize(("make", "dealer", "signers", "verdict"), ENOUGH)
def test_whose_signatures_are_enough(
    make: Callable[[str], Attested], dealer: str, signers: tuple[int, ...], verdict: str
) -> None:
    match = make(dealer)
    report = verify(match.log(*signers))
    assert (report.verdict, report.attestation.signed) == (verdict, signers)
    assert report.attested is (verdict == "fair")
    assert report.attestation.keys == tuple(key.public.hex() for key in KEYS[: match.table.seats])
    assert report.attestation.server == SERVER_KEY.public.hex()


def test_a_log_without_keys_is_nobodys_word() -> None:
    report = verify(log_file(finished()))
    assert report.verdict == "unattested"
    assert report.attestation.doubts == (
        "Ada has signed nothing",
        "Bo has signed nothing",
        "no server has signed the times and the end",
    )


def test_a_seat_that_the_server_plays_rests_on_the_servers_signature() -> None:
    key = SERVER_KEY.public.hex()
    table, steps = Table.open(
        DUEL,
        House(bytes(32), LISTS),
        match="m",
        names=["ada", "bot greedy"],
        decks=LISTS,
        keys=[KEYS[0].public.hex(), key],
        server=key,
    )
    steps += say(table, 0, Hand(table, 0, None, KEYS[0]).concede(), 10)
    sign = SERVER_KEY.sign(ending_claim("m", table.head, SERVER)).hex()
    report = verify(log_file((step.line for step in steps), {SERVER: sign}))
    assert report.verdict == "fair"
    assert "bot greedy is played by the server, which has signed the whole match" in report.checks


def test_a_match_that_has_not_ended_cannot_be_signed_as_a_whole() -> None:
    match = given_up("house")
    lines = match.lines[:6]
    sign = KEYS[0].sign(ending_claim("house-2", head_of(lines[-1]), 0)).hex()
    with pytest.raises(ProofRejected, match="signed as a whole, but has no end"):
        verify(log_file(lines, {0: sign}))


@pytest.mark.parametrize(
    "key", ["", "no key", "AB" * 32, "ab" * 31, "ab" * 33, "ab " * 32, "\x1b[2J" + "a" * 60]
)
def test_keys_are_keys(key: str) -> None:
    """Nothing else gets as far as a fingerprint."""
    _, steps = new_table()
    opening = steps[0].entry.body
    assert isinstance(opening, Opened)
    chair = opening.chairs[0]
    for spoilt in (
        msgspec.structs.replace(opening, server=key),
        msgspec.structs.replace(opening, chairs=(msgspec.structs.replace(chair, key=key), opening.chairs[1])),
        msgspec.structs.replace(opening, chairs=(msgspec.structs.replace(chair, id=key), opening.chairs[1])),
    ):
        with pytest.raises(InvalidAction, match="a key has 64 hexadecimal digits"):
            Table(DUEL, House(bytes(32), LISTS), spoilt)


def test_who_lends_its_name_to_another_key() -> None:
    """A lasting key vouches for list and keys, all of them."""
    match = given_up("mental")
    opening = read_entry(match.lines[0]).body
    assert isinstance(opening, Opened)
    ada, bo = opening.chairs
    for chair in (
        msgspec.structs.replace(ada, id=bo.id),
        msgspec.structs.replace(ada, vouch=bo.vouch),
        msgspec.structs.replace(ada, key=bo.key),
        msgspec.structs.replace(ada, box=bo.box),
        msgspec.structs.replace(ada, deck=bo.deck),
    ):
        spoilt = msgspec.structs.replace(opening, chairs=(chair, bo))
        with pytest.raises(ProofRejected, match="its lasting key has not signed"):
            Table(match.table.game, match.table.dealer, spoilt)


def test_pinned_keys() -> None:
    opening = given_up("house").table.opening
    ada, bo, server = KEYS[0].public.hex(), KEYS[1].public.hex(), SERVER_KEY.public.hex()
    check_keys(opening, {"Ada": ada, "Bo": bo}, server)
    for players, pinned, why in (
        ({"Ada": bo}, None, "another key of Ada"),
        ({}, ada, "another key of the server"),
        ({"Cy": ada}, None, "nobody called Cy"),
    ):
        with pytest.raises(ProofRejected, match=why):
            check_keys(opening, players, pinned)
    bare = new_table()[1][0].entry.body
    assert isinstance(bare, Opened)
    with pytest.raises(ProofRejected, match="no key of the server"):
        check_keys(bare, {}, server)
    with pytest.raises(ProofRejected, match="no key of Ada"):
        check_keys(bare, {"Ada": SessionKey.fresh().public.hex()})
