"""Format checks: what may be played, and each reason why not."""

import pytest

from facedown.cards.facts import MTGCard
from facedown.cards.legality import Format, faults

FOREST = MTGCard("Forest", types=("Land",), supertypes=("Basic",), color_identity=("G",))
BOLT = MTGCard("Lightning Bolt", types=("Instant",), colors=("R",), color_identity=("R",))
ELVES = MTGCard("Llanowar Elves", types=("Creature",), colors=("G",), color_identity=("G",))
ROFELLOS = MTGCard(
    "Rofellos", types=("Creature",), supertypes=("Legendary",), colors=("G",), color_identity=("G",)
)
RATS = MTGCard("Rats", types=("Creature",), oracle_text="… any number of cards named Rats.")


def test_decks_that_may_be_played() -> None:
    assert not faults({"main": [FOREST] * 56 + [BOLT] * 4}, "constructed")
    assert not faults({"main": [RATS] * 40 + [FOREST] * 20, "sideboard": [BOLT] * 4}, "constructed")
    assert not faults({"commander": [ROFELLOS], "main": [FOREST] * 98 + [ELVES]}, "commander")
    assert not faults({"main": [BOLT] * 40}, "casual")
    assert not faults({"commander": [ROFELLOS], "main": [BOLT] * 40}, "casual")


@pytest.mark.parametrize(
    ("sections", "format", "why"),
    [
        ({"main": [FOREST] * 59}, "constructed", "at least 60 cards, this one has 59"),
        ({"main": [FOREST] * 251}, "constructed", "at most 250"),
        ({"main": [FOREST] * 56 + [BOLT] * 5}, "constructed", "5 copies of Lightning Bolt; at most 4"),
        ({"main": [FOREST] * 57 + [BOLT] * 3, "sideboard": [BOLT] * 2}, "constructed", "5 copies"),
        ({"main": [FOREST] * 60, "sideboard": [FOREST] * 16}, "constructed", "at most 15 cards"),
        ({"main": [FOREST] * 60, "commander": [ROFELLOS]}, "constructed", "has no commander"),
        ({"main": [FOREST] * 100}, "commander", "one commander, this one has none"),
        ({"commander": [ROFELLOS] * 2, "main": [FOREST] * 98}, "commander", "one commander"),
        ({"commander": [ELVES], "main": [FOREST] * 99}, "commander", "cannot be a commander"),
        ({"commander": [ROFELLOS], "main": [FOREST] * 98}, "commander", "100 cards with its commander"),
        ({"commander": [ROFELLOS], "main": [FOREST] * 97 + [ELVES] * 2}, "commander", "2 copies"),
        ({"commander": [ROFELLOS], "main": [FOREST] * 98 + [ROFELLOS]}, "commander", "2 copies"),
        (
            {"commander": [ROFELLOS], "main": [FOREST] * 98 + [BOLT]},
            "commander",
            "outside those of Rofellos: G",
        ),
        ({"main": [BOLT] * 39}, "casual", "at least 40"),
        ({"commander": [ELVES], "main": [BOLT] * 40}, "casual", "cannot be a commander"),
    ],
)
def test_each_reason_is_said(sections: dict[str, list[MTGCard]], format: Format, why: str) -> None:
    said = faults(sections, format)
    assert any(why in reason for reason in said), said
