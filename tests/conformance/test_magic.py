"""Magic by its rules does what every game has to do, with and without commanders, in short games."""

from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions
from facedown.testing import Conformance
from facedown.testing.walk import Walk


class TestMagic(Conformance):
    game = MAGIC
    defaults = False
    options = (MagicOptions(life=6), MagicOptions(commander=True, life=4, hand=5, turn_limit=24))
    matches = 2


def test_two_and_three_players_were_at_it() -> None:
    walks = [Walk(MAGIC, seed, TestMagic.options[0]) for seed in range(TestMagic.matches)]
    assert {walk.table.seats for walk in walks} == {2, 3}
