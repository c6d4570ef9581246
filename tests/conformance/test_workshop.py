"""The workshop, which asks everything of a dealer, is a game like any other."""

import pytest

from facedown.table import registry
from facedown.testing import Conformance
from facedown.testing.workshop import WORKSHOP, WorkshopOptions


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)


class TestWorkshop(Conformance):
    game = WORKSHOP
    options = (WorkshopOptions(hand=5, turns=40),)
    matches = 6
