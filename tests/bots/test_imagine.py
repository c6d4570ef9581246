"""Imagined worlds agree with everything the seat can see, and deal as a dealer would."""

import random
from collections import Counter

import pytest

from bots.matches import stroll, table_of
from conformance.peek import PEEK, Gamble, Look, Mill, Mix
from facedown.bots.bot import AnyGame
from facedown.bots.imagine import Imagination
from facedown.games.duel import DECKS, DUEL, DuelState
from facedown.kernel import Face, Ref
from facedown.table import Table

RNG = random.Random(1)


def imagination(table: Table, seat: int, deck: tuple[Face, ...] | None = None) -> Imagination:
    return Imagination(table.game, table.state, seat, table.faces[seat], deck)


def refs_of(table: Table, seat: int) -> list[Ref]:
    zones = table.game.zones(table.state)
    return [ref for zone in zones if zone.owner == seat and not zone.grant for ref in zone.refs]


@pytest.mark.parametrize(("game", "seats"), [(DUEL, 2), (PEEK, 3)])
def test_a_world_agrees_with_what_is_known(game: AnyGame, seats: int) -> None:
    for seed in range(3):
        table = table_of(game, seed, seats)
        decks = table.dealer.decks()
        for seat in stroll(table, seed):
            world = imagination(table, seat, decks[seat]).world(RNG)
            assert world.state is table.state
            every = [ref for other in range(seats) for ref in refs_of(table, other)]
            assert set(world.faces) == set(every)
            assert {ref: world.faces[ref] for ref in table.faces[seat] if ref in world.faces} == {
                ref: face for ref, face in table.faces[seat].items() if ref in world.faces
            }
            assert Counter(world.faces[ref] for ref in refs_of(table, seat)) == Counter(decks[seat])


def test_the_other_hand_and_my_deck_differ_from_world_to_world() -> None:
    table = table_of(DUEL, 3)
    state: DuelState = table.state
    worlds = [imagination(table, 0, table.dealer.decks()[0]).world(RNG) for _ in range(40)]
    for refs in (state.sides[1].hand, state.sides[0].deck):
        assert len({tuple(world.faces[ref] for ref in refs) for world in worlds}) > 35


def test_the_other_cards_are_guessed_from_what_the_game_says() -> None:
    table = table_of(DUEL, 3)
    likely = set(DUEL.guesses(table.state, 0))
    guessed = set()
    for _ in range(200):
        world = imagination(table, 0).world(RNG)
        guessed |= {world.faces[ref] for ref in refs_of(table, 1)}
    assert guessed == likely


def test_a_list_that_does_not_fit_is_no_trouble() -> None:
    """Somebody else's list, or one that is too short: whatever is missing is guessed."""
    table = table_of(DUEL, 3, decks=[DECKS["starter"], DECKS["starter"]])
    for deck in (DECKS["moonwell"], DECKS["starter"][:7], ()):
        world = imagination(table, 0, deck).world(RNG)
        assert set(world.faces) == {*refs_of(table, 0), *refs_of(table, 1)}


def test_a_shuffle_brings_fresh_refs_and_the_same_faces() -> None:
    table = table_of(PEEK, 2)
    before = refs_of(table, 0)
    world = imagination(table, 0, table.dealer.decks()[0]).world(RNG)
    world.state = world.after(0, Mix())
    side = world.state.sides[0]
    after = [*side.deck, *side.hand]
    assert not {*after} & {*before, *refs_of(table, 1)}
    assert Counter(world.faces[ref] for ref in after) == Counter(table.dealer.decks()[0])
    again = {tuple(world.faces[ref] for ref in world.after(1, Mix()).sides[1].deck) for _ in range(30)}
    assert len(again) > 20


def test_a_reveal_shows_the_face_of_this_world_and_a_die_has_every_side() -> None:
    table = table_of(PEEK, 2)
    table.act(0, Look(), 0)
    (top,) = table.state.sides[0].peeked
    world = imagination(table, 0, table.dealer.decks()[0]).world(RNG)
    milled = world.after(0, Mill())
    assert milled.sides[0].table[-1].face == table.faces[0][top] == world.faces[top]
    assert {world.after(0, Gamble()).sides[0].luck for _ in range(200)} == set(range(6))
    assert world.state is table.state
