"""Magic by its rules does what every game has to do, for two to four players, with and without commanders."""

from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions
from facedown.testing import Conformance


class TestMagic(Conformance):
    game = MAGIC
    options = (MagicOptions(commander=True, life=9, hand=5, turn_limit=40),)
    matches = 2
