"""A built browser client, a server for it, and a browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from facedown.server.pages import BUILT, Pages
from web.chromium import browser as chromium
from web.site import served


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    if not (BUILT / "manifest.json").is_file():
        pytest.fail("the browser client is not built: run `make web`")


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with served(Pages()) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """A blank page of the site, under the site's policy."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/blank")
    yield page
    context.close()
