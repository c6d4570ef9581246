"""The deck builder with Magic: searched, pasted, saved, played, and with a commander."""

import re

from playwright.sync_api import expect

from e2e.conftest import Keep, Visit
from e2e.hands import Hands

PASTED = """Deck
4 Lightning Bolt (M10) 146
4 Goblin Guide
12 Mogg Fanatic
19 Mountain
1 Lightening Blot

Sideboard
2 Shock
"""


def test_a_deck_is_pasted_finished_saved_and_played(visit: Visit, keep: Keep) -> None:
    page = visit("/decks", reduced_motion="reduce").page
    page.get_by_role("combobox", name="Which game?", exact=True).select_option("magic")
    desk = page.get_by_role("region", name="Deck", exact=True)
    expect(desk).to_contain_text("0 / 40+")
    desk.get_by_role("button", name="List", exact=True).click()
    page.get_by_label("List of cards", exact=True).fill(PASTED)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("39 cards understood")
    expect(dialog).to_contain_text("Line 6:")
    expect(dialog).to_contain_text("2 of the sideboard")
    page.get_by_role("button", name="Take over", exact=True).click()
    expect(desk).to_contain_text("One card is missing")
    page.get_by_role("button", name="Red", exact=True).click()
    page.get_by_role("button", name="Creatures", exact=True).click()
    page.get_by_role("searchbox").fill("warchief")
    card = page.locator(".card-grid .pick")
    expect(card).to_have_count(1)
    card.click()
    expect(desk).to_contain_text("Ready to play")
    expect(
        desk.get_by_role("img", name=re.compile("^Mana curve: 0 for 0, 20 for 1, 0 for 2, 1 for 3"))
    ).to_be_visible()
    page.get_by_role("combobox", name="Which format?", exact=True).select_option("constructed")
    expect(desk).to_contain_text("20 cards are missing. More than 4 of: Mogg Fanatic")
    page.get_by_role("combobox", name="Which format?", exact=True).select_option("casual")
    desk.get_by_label("Name of the deck", exact=True).fill("Pasted")
    desk.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/decks/*")
    page.get_by_role("button", name="Show all", exact=True).click()
    expect(page.locator(".card-grid .pick").nth(59)).to_be_attached()
    keep(page, "magic-decks")
    desk.get_by_role("button", name="Play with it", exact=True).click()
    expect(page.get_by_role("radio", name=re.compile("^Pasted"))).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    page.locator("[data-asked=mulligan]").wait_for()
    hand = page.locator(".piece.card.hand.near")
    expect(hand).to_have_count(7)
    labels = hand.evaluate_all("all => all.map(one => one.ariaLabel)")
    assert {label.partition(",")[0] for label in labels} <= {
        "Lightning Bolt",
        "Goblin Guide",
        "Mogg Fanatic",
        "Mountain",
        "Goblin Warchief",
    }
    Hands(page).give_up()


def test_commander_has_its_own_decks_and_its_own_table(visit: Visit, keep: Keep) -> None:
    page = visit("/", reduced_motion="reduce").page
    page.get_by_role("combobox", name="Which game?", exact=True).select_option("magic")
    expect(page.get_by_role("radio", name=re.compile("^Goblins"))).to_be_attached()
    expect(page.get_by_role("radio", name=re.compile("^Krenko"))).to_have_count(0)
    page.get_by_role("combobox", name="Which format?", exact=True).select_option("commander")
    expect(page.get_by_role("radio", name=re.compile("^Krenko"))).to_be_checked()
    expect(page.get_by_role("radio", name=re.compile("^Goblins"))).to_have_count(0)
    page.goto("/decks")
    page.get_by_role("button", name="Tolsimir 100", exact=True).click()
    desk = page.get_by_role("region", name="Deck", exact=True)
    expect(desk).to_contain_text("Ready to play")
    desk.get_by_role("button", name="Make it commander: Ezuri, Renegade Leader", exact=True).click()
    expect(desk.locator(".deck-row").first).to_contain_text("Ezuri, Renegade Leader")
    expect(desk).to_contain_text("outside those of Ezuri")
    keep(page, "magic-commander-deck")
    page.get_by_role("button", name="Tolsimir 100", exact=True).click()
    desk.get_by_role("button", name="Play with it", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    page.locator("[data-asked=mulligan]").wait_for()
    expect(page.get_by_text("40", exact=True).first).to_be_visible()
    keep(page, "magic-commander")
    Hands(page).give_up()
