"""duel_v0: what is seen, what the numbers mean, and that it is the same duel as at a table."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # has no type information

from facedown.dealers import House
from facedown.envs import duel_v0
from facedown.envs.kernel_env import MATCH
from facedown.games.duel import (
    CARDS,
    DECKS,
    DUEL,
    Attack,
    DuelOptions,
    EndTurn,
    PlayCreature,
    PlaySpell,
    hero,
)
from facedown.kernel import Seat, encode
from facedown.table import Table

# PettingZoo knows its own environments with masks by their names, and warns of everybody else's.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

OPTIONS = [
    DuelOptions(),
    DuelOptions(max_hand=3, max_board=2, initial_draw=3, hero_health=20, arrival="ready"),
    DuelOptions(max_hand=6, overdraw="keep", empty_deck="nothing", turn_limit=30, mana=30, second_draws=3),
]


@pytest.fixture(params=OPTIONS, ids=["default", "small", "odd"])
def env(request: pytest.FixtureRequest) -> duel_v0.raw_env:
    return duel_v0.raw_env(request.param, decks=[DECKS["gravetide"], DECKS["wildfire"]])


def positions(env: duel_v0.raw_env, matches: int) -> Iterator[Seat]:
    """Random matches; stops before each action, at the seat whose move it is."""
    rng = random.Random(1)
    env.reset(seed=1)
    for _ in range(matches):
        while not any(env.terminations.values()):
            yield int(env.agent_selection[-1])
            env.step(rng.choice(list(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        env.reset()


def take(rest: list[int], count: int) -> list[int]:
    """The first numbers of an observation, which are then gone."""
    taken, rest[:] = rest[:count], rest[count:]
    return taken


@pytest.mark.parametrize("make", [duel_v0.env, duel_v0.raw_env])
def test_passes_the_api_test(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(), num_cycles=600)
    assert "Passed API test" in capsys.readouterr().out


def test_passes_the_seed_test() -> None:
    seed_test(duel_v0.env, num_cycles=300)


def test_is_the_duel_of_a_table(env: duel_v0.raw_env) -> None:
    rng = random.Random(5)
    env.reset(seed=5)
    house = House(random.Random(5).randbytes(32), env.decks)
    table, _ = Table.open(DUEL, house, match=MATCH, names=["a", "b"], decks=env.decks, options=env.options)
    burned = 0
    while table.outcome is None:
        seat = DUEL.active(table.state)[0]
        assert env.agent_selection == f"player_{seat}"
        assert encode(env.match_state) == encode(table.state)
        assert env.faces == table.faces
        actions = DUEL.legal(table.state, seat, table.faces[seat])
        action = rng.choice(actions)
        (number,) = env.codec.number(table.state, seat, [action])
        steps = table.act(seat, action, 0)
        burned += len(steps) - 1
        env.step(number)
    assert burned or env.options.overdraw == "keep"
    assert encode(env.match_state) == encode(table.state)
    assert all(env.terminations.values())
    assert [env.rewards[agent] for agent in env.possible_agents] == [
        {"won": 1, "lost": -1, "drawn": 0}[table.outcome.result(seat)] for seat in (0, 1)
    ]


def test_numbers_say_which_places(env: duel_v0.raw_env) -> None:
    """The table of docs/environments.md, read backwards."""
    hand, board = env.options.max_hand, env.options.max_board
    targets = 2 * board + 2
    assert env.action_space("player_0").n == 1 + hand * (1 + targets) + board * (board + 1)
    kinds = set()
    for seat in positions(env, 12):
        state = env.match_state
        mine, theirs = state.sides[seat], state.sides[1 - seat]
        by_target = dict(enumerate([c.ref for c in theirs.board]))
        by_target[board] = hero(1 - seat)
        by_target.update({board + 1 + at: c.ref for at, c in enumerate(mine.board)})
        by_target[2 * board + 1] = hero(seat)
        meant: list[Any] = []
        for number in np.flatnonzero(env.observe(f"player_{seat}")["action_mask"]).tolist():
            if number == 0:
                meant.append(EndTurn())
            elif number < 1 + hand * (1 + targets):
                place, target = divmod(number - 1, 1 + targets)
                ref = mine.hand[place]
                meant.append(PlaySpell(ref, by_target[target - 1]) if target else PlayCreature(ref))
            else:
                place, target = divmod(number - 1 - hand * (1 + targets), board + 1)
                meant.append(Attack(mine.board[place].ref, by_target[target]))
        legal = DUEL.legal(state, seat, env.faces[seat])
        assert len(meant) == len(legal)
        assert set(meant) == set(legal)
        kinds |= {type(action) for action in legal}
    assert len(kinds) == 4


def test_observation_says_what_lies_where(env: duel_v0.raw_env) -> None:
    """The table of docs/environments.md, read from the left."""
    faces = list(CARDS)
    hand, board = env.options.max_hand, env.options.max_board
    for _ in positions(env, 6):
        state = env.match_state
        for seat in (0, 1):
            seen = env.observe(f"player_{seat}")["observation"]
            assert env.observation_space(f"player_{seat}")["observation"].contains(seen)
            rest = seen.tolist()
            assert take(rest, 3) == [state.turn, state.active == seat, state.mana]
            for side in (state.sides[seat], state.sides[1 - seat]):
                assert take(rest, 4) == [side.health, len(side.deck), len(side.hand), side.fatigue]
            cards = [faces[number - 1] for number in take(rest, hand) if number]
            assert cards == [env.faces[seat][ref] for ref in state.sides[seat].hand]
            for side in (state.sides[seat], state.sides[1 - seat]):
                for creature in side.board:
                    card, attack, health, tired = take(rest, 4)
                    assert (faces[card - 1], attack, health) == (
                        creature.card,
                        creature.attack,
                        creature.health,
                    )
                    assert tired == creature.tired
                assert not any(take(rest, 4 * (board - len(side.board))))
            for side in (state.sides[seat], state.sides[1 - seat]):
                lie = [discarded.card for discarded in side.grave]
                assert take(rest, len(faces)) == [lie.count(face) for face in faces]
            assert rest == []


def test_seats_see_nothing_of_hidden_cards() -> None:
    """The other's cards could be any: as long as they are hidden, everything looks the same."""
    options = DuelOptions(overdraw="keep")
    worlds = [duel_v0.raw_env(options, decks=[DECKS["starter"], deck]) for deck in DECKS.values()]
    for env in worlds:
        env.reset(seed=3)
    for _ in range(10):
        seen = [env.observe("player_0") for env in worlds]
        own = [env.observe("player_1")["observation"].tolist() for env in worlds]
        assert len({s["observation"].tobytes() for s in seen}) == 1
        assert len({s["action_mask"].tobytes() for s in seen}) == 1
        assert own[0] != own[1] != own[2]
        for env in worlds:
            env.step(0)
    assert len({tuple(env.faces[1].values()) for env in worlds}) == len(worlds)


def test_only_the_seat_that_moves_may_choose() -> None:
    env = duel_v0.raw_env()
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(waiting)["action_mask"].any()
    assert env.observe(env.agent_selection)["action_mask"][0]
