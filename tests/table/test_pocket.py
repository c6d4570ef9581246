"""What a player carries: one agreement for one place, and a lasting key that vouches."""

import copy
import json
from typing import Any

import pytest

from facedown.crypto.signing import SessionKey, signed
from facedown.kernel import IllegalAction
from facedown.table import log_file
from facedown.table.pocket import Pocket
from table.test_sealed_pages import Page, Sealed


@pytest.fixture
def dealt() -> Sealed:
    game = Sealed()
    game.run()
    return game


def fault(page: Page, ask: str, **fields: Any) -> Any:
    return page.reply(ask, match="m", **fields)["fault"]


def test_nobody_agrees_to_two_things_for_one_place_even_after_a_break(dealt: Sealed) -> None:
    page = dealt.mover
    first = page.ask("offer", match="m", what="draw")
    assert page.ask("offer", match="m", what="draw") == first
    assert "signed for a draw here" in fault(page, "accept", what="undo")["why"]
    page.reload()
    assert "signed for a draw here" in fault(page, "accept", what="undo")["why"]
    assert page.ask("offer", match="m", what="draw") == first
    page.act(page.picture["legal"][-1])  # who has offered a draw may still move
    dealt.run()
    assert dealt.refused == []
    assert json.loads(page.ask("offer", match="m", what="draw"))["sign"] != json.loads(first)["sign"]


def test_a_lasting_key_vouches_for_what_the_pocket_brings() -> None:
    key = SessionKey.fresh()
    pocket = Pocket.fresh("mental", ["a", "b"], key=key)
    bond = pocket.bond
    assert bond.id == key.public.hex()
    assert signed(bond.id, pocket.claim, bond.vouch)
    assert Pocket.from_bytes(pocket.to_bytes()).bond == bond
    elsewhere = Pocket.fresh("mental", ["a", "b"], key=bond.id)  # the key signs beside it, in a page
    assert (elsewhere.bond.id, elsewhere.bond.vouch) == (bond.id, "")


def test_without_the_log_of_a_match_that_went_on_nothing_is_signed_and_nobody_accused(dealt: Sealed) -> None:
    page = dealt.mover
    page.act(page.picture["legal"][-1])
    dealt.run()
    safe = page.safe
    page.bridge = type(page.bridge)()
    key = page.bridge.key_of(dealt.snapshot(page.seat))
    page.bridge.restore(key, safe[key])
    page.sit(log=False)  # the log did not come
    assert not page.picture["checked"]
    assert fault(page, "concede")["code"] == IllegalAction.code
    page.ask("mend", match="m", log=log_file(dealt.lines).decode())
    assert page.ask("look", match="m")["checked"]
    assert "type" in json.loads(page.ask("concede", match="m"))


def test_what_was_only_told_does_not_take_the_place_of_what_was_checked(dealt: Sealed) -> None:
    other = copy.deepcopy(
        dealt
    )  # the same match, in which the server says later that something else was done
    mover, seat = dealt.mover, 1 - dealt.mover.seat
    mover.act(mover.picture["legal"][-1])
    dealt.run()
    while len(other.lines) <= len(dealt.lines):
        other.mover.act(other.mover.picture["legal"][0])
        other.run()
    page = dealt.pages[seat]
    key = page.bridge.key_of(dealt.snapshot(seat))
    for log in (None, log_file(other.lines).decode()):
        page.bridge = type(page.bridge)()
        page.bridge.restore(key, page.safe[key])
        reply = page.reply("open", snapshot=other.snapshot(seat), log=log)
        assert "answer" in reply if log is None else reply["fault"]["code"] == "proof", reply
