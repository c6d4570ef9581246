"""Units are counted, and end."""

import pytest

from facedown.games.duel import DUEL
from facedown.games.magic.game import MAGIC
from facedown.kernel import IllegalAction, Refused, TooMuch, Work


def test_what_is_spent_adds_up_to_the_limit_and_no_further() -> None:
    work = Work(10)
    work.spend(4)
    work.spend(6)
    assert work.spent == 10
    with pytest.raises(TooMuch, match="smaller parts"):
        work.spend(1)


def test_it_is_refused_like_everything_that_the_rules_do_not_allow() -> None:
    assert issubclass(TooMuch, IllegalAction)
    assert TooMuch.code == "illegal"
    assert issubclass(TooMuch, Refused)


def test_a_game_says_how_much_its_steps_may_take() -> None:
    assert MAGIC.budget > 0
    assert not DUEL.budget
