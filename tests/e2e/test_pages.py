"""The pages around the table, as a person uses them."""

import hashlib
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from e2e.conftest import Keep, Visit
from e2e.visitor import DESKTOP, PHONE, Visitor
from server.modern import Player
from server.process import ServerProcess

PAGES = ("", "decks", "profile", "settings", "nowhere")

Veteran = Callable[..., Visitor]


@pytest.fixture(scope="module")
def played(server: ServerProcess) -> tuple[str, str]:
    """The token of somebody who has finished a match, and the match."""
    choose = random.Random(7)
    with Player(server.url, name="Veteran") as player:
        player.say("play_bot", bot="random", bot_deck="wildfire")
        player.hear("snapshot")
        while not player.over():
            if player.to_move():
                player.move(choose)
            else:
                player.hear("update")
        return player.token, player.match


@pytest.fixture
def veteran(visit: Visit, server: ServerProcess, played: tuple[str, str]) -> Veteran:
    """Somebody who has finished a match comes to a page; `{match}` in its path is that match."""

    def come(path: str, **context: Any) -> Visitor:
        return visit(path.format(match=played[1]), storage_state=_signed_in(server, played[0]), **context)

    return come


def _signed_in(server: ServerProcess, token: str) -> dict[str, Any]:
    """What the browser of somebody with this token has kept."""
    kept = [{"name": "facedown.token", "value": token}]
    return {"cookies": [], "origins": [{"origin": f"http://127.0.0.1:{server.port}", "localStorage": kept}]}


def test_a_search_can_be_given_up(visit: Visit) -> None:
    page = visit().page
    page.get_by_role("radio", name=re.compile("^A person")).check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("link", name="Waiting for an opponent", exact=True).click()
    page.get_by_role("button", name="Cancel", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_wrong_code_is_said_to_be(visit: Visit) -> None:
    someone = visit("/settings")
    someone.forgive("404")  # on the console, of the lobby that is not there
    page = someone.page
    page.goto("/lobby/ZZZZZZ")
    expect(page.get_by_role("status", name="Messages", exact=True)).to_contain_text(
        "No lobby waits under 'ZZZZZZ'"
    )


def test_the_lesson_is_played_with_the_keyboard(visit: Visit) -> None:
    page = visit().page
    page.get_by_role("button", name="Rules in a minute", exact=True).click()
    dialog = page.get_by_role("dialog")
    for step in range(1, 7):
        expect(dialog).to_contain_text(f"{step} / 6")
        page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)


def test_verify_says_what_was_checked_and_what_nobody_answers_for(veteran: Veteran) -> None:
    page = veteran("/replay/{match}#verify").page
    verify = page.get_by_role("region", name="Was it fair?", exact=True)
    expect(verify.locator(".verdict-word")).to_have_text("Unattested")
    expect(verify.locator(".doubts")).to_have_text("Veteran has signed nothing.")
    expect(verify).to_contain_text("Each deck is the one its player was bound to")
    expect(verify.get_by_role("img", name=re.compile("^Your own shuffles"))).to_be_visible()
    expect(verify).to_contain_text("in 1 shuffle.")


def test_verify_names_who_cheated(veteran: Veteran) -> None:
    def forge(route: Route) -> None:
        route.fulfill(body=_forged(route.fetch().text()), content_type="application/jsonl")

    page = veteran("/nowhere").page
    page.route("**/matches/*/log", forge)
    page.goto("/profile")
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.get_by_text(re.compile("^The log breaks the rules"))).to_be_visible()
    page.get_by_role("button", name="Verify this match", exact=True).click()
    verify = page.get_by_role("region", name="Was it fair?", exact=True)
    expect(verify).to_contain_text("Not fair")
    expect(verify).to_contain_text("Veteran: ")


def _forged(log: str) -> str:
    """The match with an attack of nobody in it, and every hash right."""
    entries = [json.loads(line) for line in log.splitlines()[:-1]]
    first = next(entry for entry in entries if entry["body"].get("seat") == 0 and "action" in entry["body"])
    first["body"] |= {"action": {"type": "attack", "attacker": 999, "target": -2}, "faces": []}
    lines, head = [], ""
    for entry in entries:
        entry["prev"] = head
        lines.append(json.dumps(entry, separators=(",", ":"), ensure_ascii=False))
        head = hashlib.sha256(lines[-1].encode()).hexdigest()
    return "\n".join([*lines, json.dumps({"head": head}, separators=(",", ":")), ""])


def test_a_replay_goes_where_it_is_told(veteran: Veteran) -> None:
    page = veteran("/replay/{match}").page
    place = page.get_by_role("slider", name="Place in the match", exact=True)
    expect(place).to_have_value("0")
    page.keyboard.press("End")
    last = int(place.get_attribute("max") or 0)
    expect(place).to_have_value(str(last))
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_value(str(last - 1))
    page.get_by_role("combobox", name="Turn", exact=True).select_option("3")
    expect(page.locator("[aria-current=step]")).to_contain_text("Turn 3")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Home")
    expect(place).to_have_value("0")
    page.keyboard.press("Space")
    expect(place).not_to_have_value("0")


def test_a_replay_is_seen_with_other_eyes(veteran: Veteran) -> None:
    page = veteran("/replay/{match}").page
    eyes = page.get_by_role("combobox", name="See it as", exact=True)
    expect(eyes).to_have_value("0")
    page.get_by_role("combobox", name="Turn", exact=True).select_option("3")
    hidden = page.locator(".piece.card.down")
    expect(hidden).not_to_have_count(0)
    eyes.select_option("2")
    expect(hidden).to_have_count(0)


def test_a_link_opens_at_its_moment(veteran: Veteran) -> None:
    page = veteran("/replay/{match}#at=9&as=1").page
    told = page.locator("[aria-current=step]")
    expect(page.get_by_role("combobox", name="See it as", exact=True)).to_have_value("1")
    expect(told).to_be_visible()
    moment = told.inner_text()
    page.get_by_role("button", name="Copy a link to this moment", exact=True).click()
    assert page.url.endswith("#at=9&as=1")
    page.reload()
    expect(told).to_have_text(moment)


def test_a_deck_is_built_saved_deleted_and_brought_back(visit: Visit) -> None:
    page = visit("/decks").page
    page.get_by_role("button", name="Wildfire 30", exact=True).click()
    desk = page.get_by_role("region", name="Deck", exact=True)
    expect(desk).to_contain_text("Ready to play")
    desk.get_by_role("button", name="Take one out: Firebolt", exact=True).click()
    expect(desk).to_contain_text("One card is missing")
    desk.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/decks/*")
    page.reload()
    expect(desk.get_by_label("Name of the deck", exact=True)).to_have_value("My Wildfire")
    expect(desk).to_contain_text("29 / 30")
    desk.get_by_role("button", name="Delete", exact=True).click()
    expect(desk).to_contain_text("0 / 30")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(desk).to_contain_text("29 / 30")


def test_a_list_is_taken_over_as_far_as_it_is_understood(visit: Visit) -> None:
    page = visit("/decks").page
    desk = page.get_by_role("region", name="Deck", exact=True)
    desk.get_by_role("button", name="List", exact=True).click()
    page.get_by_label("List of cards", exact=True).fill(
        "// mine\n3 spark imp\n2x Firebolt # hot\nBlack Lotus\n"
    )
    expect(page.get_by_role("dialog")).to_contain_text("Line 4: No card is called 'Black Lotus'.")
    page.get_by_role("button", name="Take over", exact=True).click()
    expect(desk).to_contain_text("5 / 30")


def test_cards_are_found_and_added_with_the_keyboard(visit: Visit) -> None:
    page = visit("/decks").page
    expect(page.get_by_text("40 cards", exact=True)).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("ember spell 1")
    expect(page.get_by_text("1 card", exact=True)).to_be_visible()
    page.get_by_role("button", name=re.compile("^Firebolt, costs 1")).focus()
    for key in ("Enter", "+", "+", "-"):
        page.keyboard.press(key)
    expect(page.get_by_role("region", name="Deck", exact=True)).to_contain_text("2 / 30")


def test_a_guest_becomes_an_account_and_keeps_its_matches(visit: Visit, server: ServerProcess) -> None:
    with Player(server.url, name="Passer") as player:
        player.say("play_bot", bot="random")
        player.hear("snapshot")
        player.say("concede")
        while not player.over():
            player.hear("update")
        token = player.token
    page = visit("/profile", storage_state=_signed_in(server, token)).page
    page.get_by_role("textbox", name=re.compile("^Name")).fill("Stayer")
    page.get_by_label(re.compile(r"^Password")).fill("correct horse")
    page.get_by_role("button", name=re.compile("^Keep everything")).click()
    page.wait_for_url(f"http://127.0.0.1:{server.port}/")
    page.goto("/profile")
    expect(page.get_by_role("heading", name="Stayer", exact=True)).to_be_visible()
    expect(page.get_by_role("table").first).to_contain_text("given up")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.locator(".who-name")).to_contain_text("guest-")


def test_settings_take_effect_at_once_and_stay(visit: Visit) -> None:
    page = visit("/settings").page
    page.get_by_role("radio", name="130 %", exact=True).check()
    page.get_by_role("radio", name="Little", exact=True).check()
    for _ in range(2):
        root = page.locator("html")
        expect(root).to_have_class(re.compile("calm"))
        expect(root).to_have_css("font-size", "20.8px")
        page.reload()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_fits_and_has_a_heading(veteran: Veteran, keep: Keep, size: dict[str, int]) -> None:
    page = veteran("/replay/{match}", viewport=size).page
    expect(page.get_by_role("slider", name="Place in the match", exact=True)).to_be_visible()
    for path in ("replay", *PAGES):
        if path != "replay":
            page.goto(f"/{path}")
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        page.wait_for_load_state("networkidle")
        keep(page, f"page-{path or 'lobby'}-{size['width']}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
