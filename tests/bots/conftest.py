"""Bots in the middle of a duel: positions with cards of our own, as in the tests of its rules."""

import pytest

from facedown.games.duel import CARDS
from games.positions import TEST_CARDS


@pytest.fixture(autouse=True)
def our_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our cards beside the real ones."""
    for face, card in TEST_CARDS.items():
        monkeypatch.setitem(CARDS, face, card)
