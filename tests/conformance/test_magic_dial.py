"""Magic in the two free positions of the dial does what every game has to do, for two to four players."""

from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions
from facedown.testing import Conformance


class TestFree(Conformance):
    game = MAGIC
    defaults = False
    options = (MagicOptions(dial="free", turn_limit=5),)
    matches = 2


class TestAssisted(Conformance):
    game = MAGIC
    defaults = False
    options = (MagicOptions(dial="assisted", commander=True, hand=5),)
    matches = 2
