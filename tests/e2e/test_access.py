"""Without a mouse, without sight, without motion."""

from playwright.sync_api import Page, expect

from e2e.conftest import Visit
from e2e.hands import Hands

NAMELESS = """() => [...document.querySelectorAll('button, a[href], input, select, textarea, [role]')]
    .filter((one) => /^(button|a|input|select|textarea)$/i.test(one.tagName) || /button|img/.test(one.role))
    .filter((one) => one.checkVisibility())
    .filter((one) => !(one.getAttribute('aria-label') || one.innerText || one.labels?.[0]?.innerText
        || one.getAttribute('aria-labelledby') || one.title || one.closest('[aria-hidden=true]')))
    .map((one) => one.outerHTML.slice(0, 120))"""
MOVING = """() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 50)
    .filter((one) => one.effect.getKeyframes().some((frame) => frame.transform))
    .map((one) => `${one.effect.target.className} ${one.animationName} ${one.effect.getTiming().duration}`)"""
FOCUSED = (
    "() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.innerText || ''"
)


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until it is there."""
    for _ in range(60):
        if page.evaluate(FOCUSED).strip().startswith(wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {wanted!r}")


def test_a_card_is_played_and_the_turn_ended_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce").page
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled()
    tab_to(page, "Play")
    while page.evaluate("document.activeElement.tagName") != "BUTTON":
        page.keyboard.press("Tab")
        tab_to(page, "Play")
    page.keyboard.press("Enter")
    hands = Hands(page)
    assert hands.wait()
    expect(page.locator(".piece.source").first).to_be_attached()
    wanted = hands.glowing()
    page.keyboard.press("ArrowDown")
    for arrow in ("ArrowRight", "ArrowLeft") * 12:
        if page.evaluate("document.activeElement.dataset.key") in hands.glowing():
            break
        page.keyboard.press(arrow)
    chosen = page.evaluate("document.activeElement.dataset.key")
    assert chosen in hands.glowing(), (chosen, wanted)
    head = hands.head
    page.keyboard.press("Enter")
    expect(page.locator(".piece.target, .zone.lit").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".piece.held")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.key") == chosen
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(hands.seal.locator("code")).not_to_have_text(head)
    expect(page.locator("[data-live]")).not_to_be_empty()
    assert hands.wait()
    assert page.evaluate("document.activeElement !== document.body")
    head = hands.head
    page.keyboard.press("e")
    expect(hands.seal.locator("code")).not_to_have_text(head)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play at this table", exact=True)).to_be_visible()


def test_everything_that_can_be_pressed_has_a_name(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce").page
    for path in ("/", "/decks", "/profile", "/settings"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(NAMELESS) == [], path
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).click()
    hands = Hands(page)
    assert hands.wait()
    hands.turn(most=2)
    assert hands.wait()
    assert page.evaluate(NAMELESS) == []
    labels = page.locator(".piece").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert all(labels)
    hands.give_up()
    assert page.evaluate(NAMELESS) == []


def test_little_motion_is_little(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce").page
    expect(page.locator("html")).to_contain_class("calm")
    page.get_by_role("button", name="Play", exact=True).click()
    hands = Hands(page)
    assert hands.wait()
    hands.turn(most=1)
    assert page.evaluate(MOVING) == []
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator("html")).not_to_contain_class("calm")
