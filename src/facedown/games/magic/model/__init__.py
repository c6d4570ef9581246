"""Cards as data: the words that a card is written in."""

from facedown.games.magic.model.abilities import *  # noqa: F403
from facedown.games.magic.model.expressions import *  # noqa: F403
