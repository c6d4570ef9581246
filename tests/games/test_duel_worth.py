"""The number bots go by, and the short way to it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from facedown.dealers import House
from facedown.games.duel import DUEL, DuelOptions, EndTurn
from facedown.kernel.play import act
from facedown.table import Clock, Table
from games.positions import Position, half
from games.test_duel_properties import deck, options
from profiles import examples


@examples(150)
@given(options, deck, deck, st.randoms(use_true_random=False))
def test_what_is_foreseen_is_what_comes(
    chosen: DuelOptions, first: list[str], second: list[str], chance: Any
) -> None:
    decks = [first, second]
    table, _ = Table.open(
        DUEL, House(b"w" * 32, decks), match="m", names="ab", decks=decks, options=chosen, clock=Clock(turn=0)
    )
    for _ in range(60):
        if table.outcome is not None:
            break
        state, seat = table.state, table.state.active
        faces = table.faces[seat]
        actions = DUEL.legal(state, seat, faces)
        for action, value in zip(actions, DUEL.foresee(state, seat, actions, faces), strict=True):
            if value is None:
                continue
            if isinstance(action, EndTurn):
                assert value == DUEL.worth(state, seat)
                continue
            opened = {ref: faces[ref] for ref in DUEL.opens(state, seat, action)}
            after, _ = act(DUEL, state, seat, action, opened)
            assert DUEL.active(after) == (seat,)
            assert value == DUEL.worth(after, seat)
        table.act(seat, chance.choice(actions), 0)


def test_most_is_foreseen_in_an_ordinary_position() -> None:
    position = Position(
        half("ogre bat pawn", hand="bolt wave herald page", deck="pawn pawn pawn"), half("wall ogre imp")
    )
    actions = DUEL.legal(position.state, 0, position.faces)
    assert None not in DUEL.foresee(position.state, 0, actions, position.faces)


def test_the_last_points_of_health_count_most() -> None:
    losses = [
        DUEL.worth(Position(half(), half(health=health - 5)).state, 0)
        - DUEL.worth(Position(half(), half(health=health)).state, 0)
        for health in (50, 30, 10)
    ]
    assert losses == sorted(losses)
    assert 0 < losses[0] < losses[-1]


def test_a_win_is_worth_more_than_any_board() -> None:
    won = Position(half(), half("giant giant giant", health=0))
    ahead = Position(half("giant " * 10, hand="giant " * 10), half(health=1))
    assert DUEL.worth(won.state, 0) > DUEL.worth(ahead.state, 0)
    assert DUEL.worth(won.state, 1) == -DUEL.worth(won.state, 0)
