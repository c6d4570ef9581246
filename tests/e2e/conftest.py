"""A real server, a real browser, and people who come with it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.visitor import PATIENCE, Visitor
from facedown.server.pages import BUILT
from server.process import ServerProcess
from web.chromium import browser as chromium

Visit = Callable[..., Visitor]
Keep = Callable[[Page, str], None]

ARTEFACTS = Path(__file__).parents[2] / "artefacts"


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    if not (BUILT / "manifest.json").is_file():
        pytest.fail("the browser client is not built: run `make web`")
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for the tests of a file. Leave nobody in its queue."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def luck(server: ServerProcess, request: pytest.FixtureRequest) -> None:
    """Each test has its own cards, the same ones every time; `LUCK=2` in the environment deals others."""
    server.draw(f"{os.environ.get('LUCK', '')}{request.node.nodeid}")


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[Visit]:
    """Somebody comes with a browser of their own; at the end nothing on any of their consoles is an error."""
    visitors: list[Visitor] = []

    def come(path: str = "/", **context: Any) -> Visitor:
        visitor = Visitor(browser, f"http://127.0.0.1:{server.port}", **context)
        visitors.append(visitor)
        visitor.page.goto(path)
        return visitor

    yield come
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def keep(tmp_path: Path) -> Keep:
    """Keeps a picture of a page: in artefacts/ of the repository, or with pytest's own files."""
    try:
        ARTEFACTS.mkdir(exist_ok=True)
        folder = ARTEFACTS if os.access(ARTEFACTS, os.W_OK) else tmp_path
    except OSError:
        folder = tmp_path

    def take(page: Page, name: str) -> None:
        expect(page.locator(".banner, .fx-float")).to_have_count(0)
        page.screenshot(path=folder / f"{name}.png")

    return take
