"""Hero Duel does what every game has to do, with each of its options."""

from facedown.games.duel import DUEL, DuelOptions
from facedown.testing import Conformance


class TestDuel(Conformance):
    game = DUEL
    options = (
        DuelOptions(max_hand=6, max_board=3, arrival="ready"),
        DuelOptions(
            max_hand=6, overdraw="keep", empty_deck="nothing", double_knockout="active_wins", turn_limit=40
        ),
    )
    matches = 4
