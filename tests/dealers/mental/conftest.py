"""The workshop is installed for these tests."""

import pytest

from facedown.table import registry
from facedown.testing.workshop import WORKSHOP


@pytest.fixture(autouse=True)
def _workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)
