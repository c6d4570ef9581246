"""A player who does not take the page from the operator either: `facedown join`, in a real browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from client.joined import Joined
from e2e.conftest import Visit
from e2e.hands import Hands
from e2e.visitor import Visitor
from server.process import ServerProcess


def test_the_page_says_whose_it_is(visit: Visit, server: ServerProcess) -> None:
    page = visit("/").page
    expect(page.locator(".whose")).to_contain_text(
        "This page comes from the server that you play on. To play there with a page of your own: "
        f"facedown join http://127.0.0.1:{server.port}"
    )


def test_a_match_on_ones_own_page_goes_on_after_a_restart_of_it(
    browser: Browser, server: ServerProcess, tmp_path: Path
) -> None:
    url = f"http://127.0.0.1:{server.port}"
    with Joined(tmp_path, url) as joined:
        visitor = Visitor(browser, joined.origin, reduced_motion="reduce")
        page = visitor.page
        page.goto("/")
        expect(page.locator(".whose")).to_have_text(
            f"This page comes from your own computer. It plays on {url}."
        )
        name = page.locator(".who-name").inner_text()
        page.get_by_role("button", name="Play", exact=True).click()
        hands = Hands(page)
        assert hands.wait()
        hands.turn()
        hands.wait()
        expect(hands.seal).to_have_attribute("data-seal", "checked")
        table = page.url
        page.goto("about:blank")
    with Joined(tmp_path, url) as again:
        assert again.origin == joined.origin
        page.goto(table)
        hands.wait()
        page.goto("/settings")
        expect(page.locator(".who-name")).to_have_text(name)
        visitor.close()


@pytest.mark.parametrize("path", ["/", "/settings"])
def test_it_is_said_on_every_page(visit: Visit, path: str) -> None:
    expect(visit(path).page.locator(".whose")).to_be_visible()
