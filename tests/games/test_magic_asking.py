"""What people are asked can be answered without knowing the card by heart."""

import random

import pytest

from facedown.games.magic.asking import sentence
from facedown.games.magic.game import MAGIC
from facedown.games.magic.naming import Names, option_name
from games.test_magic_scene import match

PAIRS = [("goblins", "zoo"), ("death", "sparks"), ("control", "enchantress"), ("elves", "zoo")]


@pytest.fixture(scope="module")
def asked() -> dict[str, str]:
    """All that is asked in games by chance, with the kind of its prompt."""
    found: dict[str, str] = {}
    for seed, decks in enumerate(PAIRS * 3):
        table, choose = match(decks), random.Random(seed)
        while table.outcome is None:
            seat, prompt = table.active[0], table.state.prompt
            assert prompt is not None
            found[sentence(table.state, prompt)] = prompt.kind
            if prompt.kind == "card":  # a hand that was shown is chosen from by name
                names = Names(table.state, {}, ["ada", "bo"])
                assert all(
                    option_name(table.state, prompt, place, names).startswith("choose ")
                    for place in range(len(prompt.options))
                )
            table.act(seat, choose.choice(MAGIC.legal(table.state, seat, table.faces[seat])), table.time + 1)
    return found


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Keep this hand?", "mulligan"),
        ("Put two cards on the bottom of your library: which, the first one first?", "bottom"),
        ("Discard a card: which?", "discard"),
        ("They discard a card: which?", "card"),
        ("Pay {1}{R}? Otherwise: sacrifice this.", "confirm"),
        ("Pay 2 life so that it enters untapped?", "confirm"),
        ("Pay kicker {4}?", "confirm"),
        ("Discard a card? Otherwise: sacrifice this.", "confirm"),
        ("Return target card in your graveyard to its owner's hand?", "confirm"),
        ("Choose one to two targets", "target"),
        ("What stays on top, and what goes to the bottom?", "arrange"),
        ("Which do you take?", "arrange"),
    ],
)
def test_a_question_says_what_it_is_about(asked: dict[str, str], words: str, kind: str) -> None:
    assert asked.get(words) == kind, sorted(asked)


def test_no_question_is_a_single_word_of_the_program(asked: dict[str, str]) -> None:
    assert not [words for words in asked if words.endswith("?") and " " not in words.rstrip("?")]
