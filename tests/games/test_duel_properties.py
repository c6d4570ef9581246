"""What holds in every duel, whatever is played."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from facedown.dealers import House
from facedown.games.duel import CARDS, DUEL, DuelOptions, DuelState
from facedown.games.duel.moves import HeroWearied
from facedown.table import Clock, Table
from facedown.table.entries import Acted, Dealt
from games.positions import TEST_CARDS
from profiles import examples

FACES = sorted({*TEST_CARDS, "firebolt", "leviathan", "night-regent"})

options = st.builds(
    DuelOptions,
    hero_health=st.integers(1, 30),
    mana=st.integers(1, 12),
    initial_draw=st.integers(0, 5),
    max_hand=st.integers(1, 6),
    max_board=st.integers(1, 4),
    second_draws=st.integers(0, 3),
    arrival=st.sampled_from(["rest", "ready"]),
    overdraw=st.sampled_from(["burn", "keep"]),
    empty_deck=st.sampled_from(["fatigue", "nothing"]),
    double_knockout=st.sampled_from(["draw", "active_wins"]),
    deck_size=st.just(12),
    max_copies=st.just(12),
    turn_limit=st.integers(2, 30),
)
deck = st.lists(st.sampled_from(FACES), min_size=12, max_size=12)


@examples(200)
@given(options, deck, deck, st.randoms(use_true_random=False))
def test_every_duel_keeps_the_rules(
    chosen: DuelOptions, first: list[str], second: list[str], chance: Any
) -> None:
    decks = [first, second]
    table, steps = Table.open(
        DUEL, House(b"p" * 32, decks), match="m", names="ab", decks=decks, options=chosen, clock=Clock(turn=0)
    )
    opened: dict[int, str] = {}
    for _ in range(400):
        for step in steps:
            body = step.entry.body
            if isinstance(body, Acted):
                opened.update(body.faces)
            if isinstance(body, Dealt):
                opened.update({event.ref: event.card for event in step.events if hasattr(event, "card")})
        check(table.state, opened, table.dealer)
        if table.outcome is not None:
            break
        seat = table.state.active
        weary = table.state.sides[1 - seat].fatigue
        steps = table.act(seat, chance.choice(DUEL.legal(table.state, seat, table.faces[seat])), 0)
        for event in (event for step in steps for event in step.events if isinstance(event, HeroWearied)):
            assert event.amount > 0
            assert event.seat == seat or event.amount == weary + 1
    else:
        assert table.state.turn <= chosen.turn_limit


def check(state: DuelState, opened: dict[int, str], dealer: Any) -> None:
    """Bounds, conservation, and every open card the card that it is."""
    limits = state.options
    assert 0 <= state.mana <= limits.mana
    assert state.turn <= limits.turn_limit + 1
    for side in state.sides:
        assert 0 <= side.health <= limits.hero_health
        assert len(side.hand) <= limits.max_hand
        assert len(side.board) <= limits.max_board
        assert len(side.deck) + len(side.hand) + len(side.board) + len(side.grave) + len(side.burning) == 12
        for creature in side.board:
            assert 0 < creature.health <= CARDS[creature.card].health
            assert creature.attack == CARDS[creature.card].attack
        shown = [(c.ref, c.card) for c in side.board] + [(c.ref, c.card) for c in side.grave]
        for ref, face in shown:
            assert opened[ref] == face == dealer.face(ref)
        assert not set(opened) & {*side.deck, *side.hand}
