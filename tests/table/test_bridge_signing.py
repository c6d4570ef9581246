"""What a page signs with its lasting key where the house deals: only what it has checked itself."""

from typing import Any

import msgspec
import pytest

from facedown.crypto.signing import SessionKey
from facedown.kernel import Seat, encode
from facedown.table import log_file, nonce_commitment, verify
from facedown.table.entries import Clock
from facedown.table.messages import Concede, Contribute, Offer, Reply
from table.rooms import Party
from table.test_bridge import NONCES
from table.test_bridge import Page as AnyPage

KEYS = SessionKey(b"a" * 32), SessionKey(b"b" * 32)
ASKED = {
    "game": "duel",
    "dealer": "house",
    "options": {},
    "clock": {"turn": 90_000, "reserve": 180_000, "lag": 2_000},
    "seats": 2,
    "name": "ada",
    "key": KEYS[0].public.hex(),
    "commit": nonce_commitment(NONCES[0]),
}


class Page(AnyPage):
    """A seat whose page keeps a key beside the bridge; the other seat has a page like it."""

    def __init__(self) -> None:
        keys = tuple(key.public.hex() for key in KEYS)
        super().__init__(party=Party(nonces=tuple(map(nonce_commitment, NONCES)), keys=keys), asked=ASKED)
        self.other = AnyPage(1, party=self.party)

    @property
    def pages(self) -> list[AnyPage]:
        return [self, self.other]

    def sign(self, seat: Seat, ask: str, **fields: Any) -> str:
        words = self.pages[seat].ask(ask, match="m", **fields)
        return KEYS[seat].sign(bytes.fromhex(words)).hex()

    def deal(self) -> None:
        for seat in (0, 1):
            sign = self.sign(seat, "contributing", nonce=NONCES[seat])
            self.party.say(seat, Contribute(NONCES[seat], sign))
        self.follow()

    def follow(self) -> None:
        for page in self.pages:
            page.hear()


def test_the_end_is_signed_by_both_and_the_match_is_attested() -> None:
    page = Page()
    page.deal()
    page.play(4)
    page.follow()
    assert page.ask("claim_end", match="m") is None  # it is not over
    page.party.say(0, Concede(page.sign(0, "conceding")))
    page.follow()
    assert page.party.result() == ((1,), "conceded")
    signs = {seat: page.sign(seat, "claim_end") for seat in (0, 1)}
    log = log_file(page.party.lines, signs)
    assert verify(log).verdict == "fair"
    verdict = page.ask("audit", match="m", log=log.decode())
    assert verdict["verdict"] == "fair"
    assert verdict["report"]["attestation"]["signed"] == [0, 1]
    half = log_file(page.party.lines, {0: signs[0]})
    assert page.ask("audit", match="m", log=half.decode())["verdict"] == "unattested"


@pytest.mark.parametrize("what", ["draw", "undo"])
def test_consent_is_signed_for_the_place_where_the_match_stands(what: Any) -> None:
    page = Page()
    page.deal()
    while not page.party.table.undoable(page.party.mover):
        page.play(1)
    page.follow()
    mover = page.party.mover
    at = page.party.table.at
    signs = []
    for seat in (0, 1):
        consent = page.pages[seat].ask("consent", match="m", what=what)
        assert consent["at"] == at
        signs.append(KEYS[seat].sign(bytes.fromhex(consent["words"])).hex())
    page.party.say(mover, Offer(what, at, signs[mover]))
    page.party.say(1 - mover, Reply(what, True, at, signs[1 - mover]))
    assert (b'"undone"' if what == "undo" else b'"agreed"') in b"".join(page.party.lines[at:])


def test_nothing_is_signed_for_a_match_that_was_not_checked() -> None:
    page = Page()
    page.deal()
    page.play(3)
    page.news()  # lost with the line
    picture = page.ask("catch_up", match="m", snapshot=page.snapshot(), log=None)
    assert not picture["checked"]
    assert page.ask("conceding", match="m") is None
    assert "nothing is signed" in page.refused("consent", match="m", what="draw")["why"]
    page.party.say(1, Concede())
    page.hear()
    assert page.ask("claim_end", match="m") is None
    verdict = page.ask("audit", match="m", log=None)
    assert (verdict["verdict"], "could not be checked" in verdict["fault"]["why"]) == ("unchecked", True)
    assert page.ask("mend", match="m", log=page.party.log.decode())["checked"]
    assert page.ask("claim_end", match="m") is not None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "magic"),
        ("dealer", "mental"),
        ("options", {"max_hand": 5}),
        ("clock", msgspec.to_builtins(Clock(1, 2, 3))),
        ("seats", 3),
        ("name", "eve"),
        ("key", KEYS[1].public.hex()),
        ("commit", nonce_commitment(NONCES[1])),
        ("server", KEYS[1].public.hex()),
    ],
)
def test_an_opening_that_is_not_what_was_asked_for_is_refused(field: str, value: Any) -> None:
    page = Page()
    fault = page.refused("open", snapshot=page.snapshot(), log=None, asked={**ASKED, field: value})
    assert (fault["code"], fault["who"], fault["at"]) == ("proof", "server", 0)


@pytest.mark.parametrize("field", ["match", "game", "dealer", "names", "options", "clock"])
def test_a_snapshot_says_what_its_opening_says(field: str) -> None:
    page = Page()
    snapshot = page.party.room.snapshot(0, page.party.now)
    other = {
        "match": "n",
        "game": "magic",
        "dealer": "mental",
        "names": ("ada", "eve"),
        "options": msgspec.Raw(b"{}"),
        "clock": Clock(0),
    }
    lie = encode(msgspec.structs.replace(snapshot, **{field: other[field]})).decode()
    fault = page.refused("open", snapshot=lie, log=None)
    assert (fault["code"], fault["who"]) == ("proof", "server")


def test_a_page_without_a_key_signs_nothing() -> None:
    page = AnyPage(0, log=True, moves=3)
    assert page.ask("contributing", match="m", nonce=NONCES[0]) is None
    assert page.ask("conceding", match="m") is None
    assert page.ask("consent", match="m", what="draw") == {"at": page.party.table.at, "words": None}
