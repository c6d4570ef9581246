"""What every environment has from the kernel: seeds, refusals, text, copies, and the extra it needs."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from facedown.envs import duel_v0
from facedown.games.duel import DECKS, DuelOptions
from facedown.kernel import IllegalAction, InvalidAction, encode


def deal(env: Any, seed: int | None = None) -> bytes:
    """What both seats see after a reset."""
    env.reset(seed=seed)
    return b"".join(env.observe(agent)["observation"].tobytes() for agent in env.agents)


def play(env: Any, steps: int) -> None:
    """The highest number that is legal, again and again."""
    for _ in range(steps):
        env.step(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1])


def test_a_seed_settles_this_match_and_the_next_ones() -> None:
    one, two = duel_v0.raw_env(), duel_v0.raw_env()
    first, second = deal(one, 7), deal(one)
    assert first != second
    assert (deal(two, 7), deal(two)) == (first, second)
    assert deal(two, 8) != first


def test_without_a_seed_no_two_are_alike() -> None:
    assert len({deal(duel_v0.raw_env()) for _ in range(10)}) == 10


def test_a_masked_action_changes_nothing() -> None:
    env = duel_v0.raw_env()
    env.reset(seed=1)
    masked = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    before, agent = encode(env.match_state), env.agent_selection
    for number in (masked, -1, 10_000):
        with pytest.raises(IllegalAction, match=f"action {number} is masked for {agent}"):
            env.step(number)
    assert (encode(env.match_state), env.agent_selection) == (before, agent)
    play(env, 20)


def test_a_masked_action_loses_in_the_checked_environment() -> None:
    env = duel_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


def test_an_end_allows_no_step_but_none_and_then_all_are_gone() -> None:
    env = duel_v0.raw_env(DuelOptions(hero_health=3, arrival="ready"))
    env.reset(seed=1)
    while not any(env.terminations.values()):
        play(env, 1)
    assert sum(env.rewards.values()) == 0
    assert set(env.rewards.values()) == {1.0, -1.0}
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    rewards = {}
    for agent in env.agent_iter():
        seen, rewards[agent], over, _, _ = env.last()
        assert over
        assert seen["action_mask"].all()
        env.step(None)
    assert sorted(rewards.values()) == [-1, 1]
    assert env.agents == []


def test_text_is_what_the_seat_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = duel_v0.env(render_mode="ansi", decks=[DECKS["wildfire"], DECKS["moonwell"]])
    env.reset(seed=2)
    text = env.render()
    mover = env.agent_selection
    assert f"{mover}: 50 health, 5 in hand, 25 in deck" in text
    other = next(agent for agent in env.agents if agent != mover)
    assert f"{other}: 50 health, 5 in hand, 25 in deck" in text
    assert text.count(" mana]") == 5
    assert capsys.readouterr().out == ""


def test_human_text_is_printed_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = duel_v0.env(render_mode="human")
    env.reset(seed=2)
    assert capsys.readouterr().out.count("in deck") == 2
    env.step(0)
    assert capsys.readouterr().out.count("in deck") == 2
    assert env.render() is None


def test_text_has_to_be_wanted() -> None:
    env = duel_v0.raw_env()
    env.reset(seed=2)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None
    with pytest.raises(ValueError, match="render_mode is one of"):
        duel_v0.raw_env(render_mode="rgb_array")


def test_a_deck_that_may_not_be_played_is_refused() -> None:
    with pytest.raises(InvalidAction, match="a deck has 30 cards"):
        duel_v0.raw_env(decks=[DECKS["starter"], DECKS["starter"][1:]])


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alike_and_apart(how: Any) -> None:
    env = duel_v0.raw_env()
    env.reset(seed=4)
    play(env, 8)
    before, twin = encode(env.match_state), how(env)
    play(twin, 12)
    assert encode(env.match_state) == before
    play(env, 12)
    assert encode(env.match_state) == encode(twin.match_state)
    assert deal(env) == deal(twin)


@pytest.mark.parametrize("missing", ["numpy", "pettingzoo"])
def test_the_missing_extra_is_named(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import facedown.envs.duel_v0"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: environments need PettingZoo and NumPy: pip install 'facedown[rl]'"
    )
