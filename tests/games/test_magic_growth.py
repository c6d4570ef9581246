"""A view grows with objects times effects, whatever the effects have to do with each other (613.8)."""

import pytest

from facedown.games.magic.cards import CARDS
from facedown.games.magic.layers import LAYERS
from facedown.games.magic.model import Static
from facedown.games.magic.nature import nature_of
from facedown.games.magic.seen import printed
from facedown.games.magic.view import View
from games.boards import MIXTURES, STATIC, board, calls

MOST = 25
"""Calls for an object and an effect; one of them changes the object or looks at it, others try it."""


def _cost(faces: tuple[str, ...], effects: int, size: int) -> int:
    state = board(faces, effects, size, seats=3)
    View(state)  # what is found once for each card is found now
    return calls(lambda: View(state))


@pytest.mark.parametrize("name", [name for name in MIXTURES if name != "everything"])
def test_twice_as_many_effects_on_twice_as_many_objects_take_four_times_the_work(name: str) -> None:
    faces = MIXTURES[name]
    small, large = _cost(faces, 40, 60), _cost(faces, 80, 120)
    assert large < 4.6 * small
    assert large < MOST * 80 * 120


def test_a_table_of_all_cards_with_an_effect_and_a_swarm_of_any() -> None:
    assert _cost(STATIC, 200, 250) < MOST * 200 * 250
    for face in STATIC:
        cost = _cost((face,), 60, 80)
        assert cost < MOST * 60 * 80, face


def test_no_card_has_to_be_tried_against_each_other_one() -> None:
    """What an ability reads may be of a kind that `dependency` cannot keep: such a card costs a lot more."""
    for face, card in CARDS.items():
        for has in printed(card).kit.abilities:
            if isinstance(has.ability, Static):
                assert nature_of(has.ability).unsteady.isdisjoint(LAYERS), face
