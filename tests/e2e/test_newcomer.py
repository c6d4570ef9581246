"""Somebody who has never been here: one button, a whole match, and the proof that it was fair."""

import re

from playwright.sync_api import expect

from e2e.conftest import Keep, Visit
from e2e.hands import Hands


def test_a_newcomer_plays_a_whole_match_and_reads_that_it_was_fair(visit: Visit, keep: Keep) -> None:
    page = visit("/", reduced_motion="reduce").page
    play = page.get_by_role("button", name="Play", exact=True)
    expect(page.locator(".fan > *")).to_have_count(5)
    keep(page, "lobby")
    play.click()
    hands = Hands(page)
    assert hands.wait()
    moves = turns = 0
    while hands.wait():
        turns += 1
        if turns == 4:
            keep(page, "table")
        moves += hands.turn(("click", "drag", "keys"))
    assert moves >= 3
    expect(hands.over.get_by_role("heading")).to_have_text(re.compile("^(Victory|Defeat|Drawn)$"))
    expect(hands.seal).to_have_attribute("data-seal", "checked")
    keep(page, "game-over")
    match = page.url.rpartition("/")[2]
    page.get_by_role("link", name="Replay and verify", exact=True).click()
    page.get_by_role("link", name="Verify", exact=True).click()
    verify = page.get_by_role("region", name="Was it fair?", exact=True)
    expect(verify.locator(".verdict-word")).to_have_text("Fair")
    expect(verify).to_contain_text("It is the very match that you played")
    expect(verify.locator(".checks li").first).to_be_visible()
    assert page.url.endswith(f"/replay/{match}#verify")
    keep(page, "verify")


def test_the_rules_are_a_press_away(visit: Visit) -> None:
    page = visit("/").page
    page.get_by_role("button", name="Rules in a minute", exact=True).click()
    lesson = page.get_by_role("dialog")
    expect(lesson).to_be_visible()
    page.keyboard.press("Escape")
    expect(lesson).to_have_count(0)
    expect(page.get_by_role("button", name="Rules in a minute", exact=True)).to_be_focused()


def test_what_is_not_there_is_said_so(visit: Visit) -> None:
    someone = visit("/nowhere")
    expect(someone.page.get_by_role("heading", level=1)).to_be_visible()
    someone.forgive("404")
    someone.page.goto("/match/00000000000000000000000000000000")
    expect(someone.page.get_by_role("link", name="To the lobby", exact=True)).to_be_visible()
