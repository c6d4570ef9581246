"""Servers for the tests: one that many share, and as many of their own as they like."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from server.process import ServerProcess

StartServer = Callable[..., ServerProcess]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server as an operator runs it. Leave nobody in its queue."""
    with ServerProcess(tmp_path_factory.mktemp("shared")) as server:
        yield server


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> None:
    """Whatever the tests before have played, the cards of each are the same every time."""
    if "shared" in request.fixturenames:
        request.getfixturevalue("shared").draw(request.node.nodeid)


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    """Starts a server of the test's own: `start_server(Settings(...), LEFT_GRACE=300)`."""
    with ExitStack() as servers:
        yield lambda *settings, **graces: servers.enter_context(ServerProcess(tmp_path, *settings, **graces))
