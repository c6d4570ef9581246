"""What holds for every test: the same examples every time, and no process that outlives the tests."""

import pytest

import leftovers
import profiles

profiles.choose_profile()

LEFT = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Whoever is left alone comes to us; the workers of xdist leave that to their master."""
    if not hasattr(config, "workerinput"):
        leftovers.adopt()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests are marked by what they are: nobody has to remember it."""
    for item in items:
        if isinstance(item, pytest.Function):
            if getattr(item.obj, "is_hypothesis_test", False):
                item.add_marker("property")
            if "browser" in item.fixturenames:
                item.add_marker("browser")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Processes that are still there are named, ended, and make the run fail."""
    if hasattr(session.config, "workerinput"):
        return
    if left := leftovers.end():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        session.config.stash[LEFT] = left


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for command in config.stash.get(LEFT, []):
        terminalreporter.write_line(f"LEFT BEHIND {command}", red=True)
