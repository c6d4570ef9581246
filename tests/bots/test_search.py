"""The search sees what one step ahead does not show."""

from itertools import count
from typing import Any

import pytest

from bots.matches import ask, table_of
from conformance.peek import PEEK, VALUES, Play
from facedown.bots import search
from facedown.bots.greedy import Greedy
from facedown.bots.imagine import World
from facedown.bots.search import EFFORTS, Effort, Search
from facedown.games.duel import DUEL, Attack, EndTurn, PlayCreature, PlaySpell, hero
from games.positions import Position, half


def choice(position: Position, seed: int = 1, level: int | None = 2) -> Any:
    return Search(seed, level=level).choose(DUEL, position.state, 0, position.faces)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_finds_the_win_in_one(level: int) -> None:
    position = Position(half("ogre imp", hand="giant leaf"), half("giant", health=5))
    for seed in range(3):
        assert choice(position, seed, level) == Attack(position.on_board(0), hero(1))


def test_finds_the_win_that_takes_the_whole_turn() -> None:
    """The wall must fall before the ogre can strike the hero; one step ahead the giant is the better prey."""
    position = Position(half("ogre", hand="blast leaf"), half("wall giant", health=5), mana=5)
    won = 0
    for seed in range(4):
        turn = Position(half("ogre", hand="blast leaf"), half("wall giant", health=5), mana=5)
        while DUEL.active(turn.state) == (0,):
            turn.do(choice(turn, seed))
        outcome = DUEL.outcome(turn.state)
        won += outcome is not None and outcome.winners == (0,)
    assert won == 4
    greedy = {Greedy(seed).choose(DUEL, position.state, 0, position.faces) for seed in range(20)}
    assert PlaySpell(position.card(0), position.on_board(0, seat=1)) not in greedy


def test_a_single_action_needs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Imagination", None)
    position = Position(half("pawn!", hand="giant"), half("ogre"), mana=0)
    assert choice(position, level=3) == EndTurn()


def test_plain_search_is_level_two() -> None:
    table = table_of(DUEL, 5)
    (seat,) = table.active
    assert ask(Search(3), table, seat) == ask(Search(3, level=2), table, seat)
    efforts = [(EFFORTS[level].rounds, EFFORTS[level].turns) for level in Search.levels]
    assert efforts == sorted(set(efforts))


def test_stops_in_time_if_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that moves a second whenever somebody looks at it."""
    seconds = count()
    monkeypatch.setattr(search, "monotonic", lambda: next(seconds))
    table = table_of(DUEL, 5)
    (seat,) = table.active
    assert ask(Search(1, effort=Effort(1_000_000_000, 2, seconds=5)), table, seat) in table.legal(seat)
    assert next(seconds) == 7


def test_every_candidate_meets_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What differs between two candidates is the action, not the luck."""
    met: dict[Any, list[Any]] = {}
    after = World.after

    def spy(world: World, seat: int, action: Any) -> Any:
        if world.state is table.state:
            met.setdefault(action, []).append(dict(world.faces))
        return after(world, seat, action)

    monkeypatch.setattr(World, "after", spy)
    monkeypatch.setattr(search, "outlook", lambda _world, _seat, actions: [0] * len(actions))
    table = table_of(DUEL, 5)
    (seat,) = table.active
    ask(Search(1, effort=Effort(8, 1, width=4)), table, seat)
    worlds = sorted(met.values(), key=len)
    assert len(worlds) == 4
    assert all(some == worlds[-1][: len(some)] for some in worlds)
    assert len(worlds[0]) < len(worlds[-1])


def test_of_two_like_cards_one_is_a_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def spy(_world: World, _seat: int, actions: list[Any]) -> list[int]:
        seen.append(actions)
        return [0] * len(actions)

    monkeypatch.setattr(search, "outlook", spy)
    position = Position(half(hand="ogre ogre pawn"), half(), mana=9)
    choice(position)
    assert seen[0] == [EndTurn(), PlayCreature(position.card(0)), PlayCreature(position.card(2))]


def test_plays_a_game_it_was_not_made_for() -> None:
    """No worth to go by, dice, shuffles, a turn that every action ends: the best card is the best move."""
    table = table_of(PEEK, 2, turns=2)
    points = {Play(ref): VALUES[table.faces[0][ref]] for ref in table.state.sides[0].hand}
    assert sorted(points.values())[-2] < max(points.values())
    assert points[ask(Search(1, level=2), table, 0)] == max(points.values())
