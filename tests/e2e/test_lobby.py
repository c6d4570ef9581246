"""The lobby: what it loads beforehand, what can be chosen there, and what the server will not have."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from e2e.conftest import Visit
from e2e.visitor import DESKTOP, PHONE

READY = "performance.getEntriesByName('mirror ready').length > 0"


def test_the_mirror_is_loaded_while_one_is_still_in_the_lobby(visit: Visit) -> None:
    someone = visit("/", thrifty=False)
    someone.until(lambda: bool(someone.page.evaluate(READY)))
    assert someone.page.url.endswith("/")


def test_one_game_is_no_choice_and_two_are(visit: Visit) -> None:
    someone = visit("/settings")
    page = someone.page
    someone.forgive("404")  # the cards of a game that is not there
    others: list[dict[str, Any]] = []

    def offer(route: Route) -> None:
        answer = route.fetch()
        duel = next(game for game in answer.json() if game["name"] == "duel")
        one = {**duel, "dealers": ["house"]}
        route.fulfill(response=answer, json=[one, *({**one, **other} for other in others)])

    page.route("**/games", offer)
    page.goto("/")
    expect(page.locator(".fan > *")).to_have_count(5)
    expect(page.get_by_role("combobox", name="Which game?", exact=True)).to_have_count(0)
    expect(page.get_by_role("combobox", name="Who deals?", exact=True)).to_have_count(0)
    others.append({"name": "chess", "seats": [2, 4]})
    page.reload()
    page.get_by_role("combobox", name="Which game?", exact=True).select_option("Chess")
    page.get_by_role("radio", name=re.compile("^A friend")).check()
    page.get_by_role("combobox", name="How many players?", exact=True).select_option("3")
    page.get_by_role("button", name="Play", exact=True).click()
    # The wish names the game that was chosen: the server, which has none of that name, says so.
    expect(page.locator(".toast")).to_contain_text("chess")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_jumps_away_when_the_games_arrive(visit: Visit, size: dict[str, int]) -> None:
    someone = visit("/settings", viewport=size)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    someone.page.route("**/games", hold)
    someone.page.goto("/")
    tile = someone.page.locator("label.tile", has_text="A person")
    expect(tile).to_be_visible()
    expect(someone.page.get_by_role("combobox", name="Which game?", exact=True)).to_be_disabled()
    before = tile.bounding_box()
    someone.until(lambda: bool(held))
    held[0].continue_()
    expect(someone.page.get_by_role("combobox", name="Which game?", exact=True)).to_be_enabled()
    assert tile.bounding_box() == before
