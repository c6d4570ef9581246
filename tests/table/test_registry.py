"""Games and dealers by name."""

import pytest

from facedown.dealers import House
from facedown.games.duel import DUEL
from facedown.table.registry import find_dealer, find_game, games


def test_ours_are_there() -> None:
    assert find_game("duel") is DUEL
    assert find_dealer("house") is House
    assert "duel" in games()


@pytest.mark.parametrize("name", ["", "chess", "../duel", "Duel"])
def test_what_is_not_there_is_said_with_what_is(name: str) -> None:
    with pytest.raises(LookupError, match=r"no game is called .*; there are: .*duel"):
        find_game(name)
    with pytest.raises(LookupError, match=r"no dealer is called .*; there are: house"):
        find_dealer(name)
