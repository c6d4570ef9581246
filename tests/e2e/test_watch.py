"""A spectator sees all that is open and nothing that is hidden, on the page and on the wire."""

from typing import Any

import msgspec
from playwright.sync_api import expect

from e2e.conftest import Keep, Visit
from e2e.hands import Hands
from e2e.test_people import choose, mover, seated
from e2e.visitor import Visitor


def test_a_spectator_never_gets_a_hidden_face(visit: Visit, keep: Keep) -> None:
    ada, bea = visit("/", reduced_motion="reduce"), visit("/", reduced_motion="reduce")
    choose(ada, "A person")
    choose(bea, "A person")
    seated(ada, bea)
    watch = ada.page.url.replace("/match/", "/watch/").removeprefix(ada.origin)
    eve = visit(watch, reduced_motion="reduce")
    expect(eve.page.get_by_text("You are watching", exact=True)).to_be_visible()
    seen = Hands(eve.page)
    for _ in range(3):
        mine, theirs = mover(ada, bea)
        mine.turn(most=1)
        assert theirs.wait()
        expect(seen.seal.locator("code")).to_have_text(theirs.head)
        expect(eve.page.locator('.stage[data-busy="false"]')).to_be_visible()
        for side in ("near", "far"):
            hand = eve.page.locator(f".piece.card.hand.{side}")
            assert hand.count() > 0
            assert all(label.endswith("face down") for label in labels(eve, side))
        assert eve.page.locator(".piece.source, .piece.hand.up").count() == 0
    expect(seen.seal).to_have_attribute("data-seal", "checked")
    keep(eve.page, "spectator")

    hidden = own_hand(ada) | own_hand(bea)
    assert len(hidden) > 4
    assert hidden.isdisjoint(told(eve))
    eve.page.get_by_role("button", name="See it from the other side", exact=True).click()
    assert eve.page.locator(".piece.hand.up").count() == 0

    mine, _ = mover(ada, bea)
    mine.give_up()
    expect(seen.over).to_contain_text("wins")


def labels(visitor: Visitor, side: str) -> list[str]:
    """The cards in a hand, as they are called."""
    found: list[str] = visitor.page.locator(f".piece.card.hand.{side}").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    return found


def own_hand(visitor: Visitor) -> set[int]:
    """The refs of the cards that only this player sees."""
    keys: list[str] = visitor.page.locator(".piece.card.hand.near.up").evaluate_all(
        "all => all.map(one => one.dataset.key)"
    )
    return {int(key.removeprefix("c")) for key in keys}


def told(visitor: Visitor) -> set[int]:
    """Every ref whose face has come over the wire, wherever in a message it was."""
    found: set[int] = set()
    for frame in visitor.frames:
        _faces(msgspec.json.decode(frame), found)
    return found


def _faces(value: Any, found: set[int]) -> None:
    match value:
        case [int(ref), str()]:
            found.add(ref)
        case list():
            for one in value:
                _faces(one, found)
        case dict():
            if "ref" in value and "card" in value:
                found.add(value["ref"])
            for one in value.values():
                _faces(one, found)
