"""A phone, upright and on its side: fingers play, and nothing is wider than the screen."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Keep, Visit
from e2e.hands import Hands
from e2e.visitor import LANDSCAPE, PHONE

OVERFLOW = """() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const seen = [...document.querySelectorAll('button, a, .piece.near, [data-end]')].filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 0 && (right < 0 || left > clientWidth);
    });
    return [scrollWidth - clientWidth, ...seen.map((one) => one.outerHTML.slice(0, 80))];
}"""


def fits(page: Page) -> bool:
    """Nothing to scroll to the side, nothing to press beyond the edge."""
    found = page.evaluate(OVERFLOW)
    assert found == [0]
    return True


@pytest.mark.parametrize("name", ["phone", "landscape"])
def test_fingers_play_on_a_small_screen(visit: Visit, keep: Keep, name: str) -> None:
    size = {"phone": PHONE, "landscape": LANDSCAPE}[name]
    someone = visit("/", viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = someone.page
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_visible()
    assert fits(page)
    play.tap()
    hands = Hands(page)
    assert hands.wait()
    assert fits(page)
    moves = hands.turn(("tap",), most=2)
    assert hands.wait()
    moves += hands.turn(("tap",), most=2)
    assert moves > 1
    assert hands.wait()
    assert fits(page)
    keep(page, name)
    page.get_by_role("button", name="Chronicle", exact=True).tap()
    expect(page.get_by_role("region", name="Chronicle", exact=True)).to_be_visible()
    page.get_by_role("button", name="Chronicle", exact=True).tap()
    page.locator("[data-menu]").tap()
    page.get_by_role("menuitem", name="Give up", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).tap()
    expect(hands.over).to_contain_text("Defeat")
    assert fits(page)
    keep(page, f"{name}-over")


def test_a_finger_that_rests_sees_a_card_larger(visit: Visit) -> None:
    page = visit("/", viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce").page
    page.get_by_role("button", name="Play", exact=True).tap()
    hands = Hands(page)
    assert hands.wait()
    card = page.locator(".piece.card.near.up").first
    card.dispatch_event("pointerdown", {"pointerType": "touch", "button": 0, "pointerId": 7, "bubbles": True})
    expect(page.locator(".zoom")).to_be_visible()
    card.dispatch_event("pointerup", {"pointerType": "touch", "button": 0, "pointerId": 7, "bubbles": True})
    expect(page.locator(".zoom")).to_have_count(0)


def test_a_table_that_is_turned_stays_whole(visit: Visit) -> None:
    page = visit("/", viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce").page
    page.get_by_role("button", name="Play", exact=True).tap()
    hands = Hands(page)
    assert hands.wait()
    for size in (LANDSCAPE, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        end = page.locator("[data-end]")
        expect(end).to_be_in_viewport(ratio=1)
        assert fits(page)
