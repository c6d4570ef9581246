"""A deck of one's own: built in the page, saved, and played with."""

import re

from playwright.sync_api import expect

from e2e.conftest import Keep, Visit
from e2e.hands import Hands

SCHOOL = (
    "Spark Imp",
    "Firebolt",
    "Hearth Pup",
    "Gate Warden",
    "Bread Bearer",
    "Tide Scholar",
    "Bell Ringer",
    "Iron Sentinel",
    "Village Champion",
    "Oak Colossus",
)


def test_a_deck_is_built_saved_and_played(visit: Visit, keep: Keep) -> None:
    page = visit("/decks", reduced_motion="reduce").page
    desk = page.get_by_role("region", name="Deck", exact=True)
    search = page.get_by_role("searchbox")
    for name in SCHOOL:
        search.fill(name)
        card = page.locator(".card-grid .pick")
        expect(card).to_have_count(1)
        for _ in range(3):
            card.click()
    expect(desk).to_contain_text("30 / 30")
    expect(desk).to_contain_text("Ready to play")
    desk.get_by_label("Name of the deck", exact=True).fill("Ten by three")
    desk.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/decks/*")
    search.fill("")
    expect(page.locator(".card-grid .pick")).not_to_have_count(1)
    keep(page, "decks")
    desk.get_by_role("button", name="Play with it", exact=True).click()
    expect(page.get_by_role("radio", name=re.compile("^Ten by three"))).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    hands = Hands(page)
    assert hands.wait()
    hand = page.locator(".piece.card.hand.near").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(hand) >= 5
    assert {label.partition(",")[0] for label in hand} <= set(SCHOOL)
    hands.give_up()
    page.get_by_role("button", name="Back to the lobby", exact=True).click()
    expect(page.get_by_text("Your last matches", exact=True).locator("xpath=../..")).to_contain_text("Lost")
    page.goto("/profile")
    expect(page.get_by_role("table").first).to_contain_text("given up")
