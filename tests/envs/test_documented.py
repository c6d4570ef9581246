"""docs/environments.md does what it says, with a game that rolls dice all through the match."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # has no type information

from facedown.dealers import House
from facedown.envs.kernel_env import MATCH
from facedown.games.duel import CARDS
from facedown.kernel import encode
from facedown.table import Table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/environments.md").read_text()


@pytest.fixture
def documented(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Whatever the page's code defines, in one run from top to bottom."""
    monkeypatch.syspath_prepend(str(ROOT / "examples/highcard"))
    names: dict[str, Any] = {"__name__": "documented"}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(block, names)
    return names


def test_a_duel_is_played_to_its_end(documented: dict[str, Any]) -> None:
    assert documented["termination"]
    assert documented["env"].agents == []
    assert documented["reward"] in (-1, 0, 1)


def test_sizes_are_as_documented(documented: dict[str, Any]) -> None:
    env = documented["env"]
    assert f"{env.action_space('player_0').n} by default" in PAGE
    table = PAGE[PAGE.index("## What is observed") : PAGE.index("## What the actions are")]
    lengths = [int(cell) for cell in re.findall(r"^\| [^|]+ \| (\d+) \|", table, re.MULTILINE)]
    assert lengths[-1] == len(CARDS)
    assert env.observation_space("player_0")["observation"].shape == (sum(lengths),)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_the_other_game_passes_the_same_tests(documented: dict[str, Any]) -> None:
    env = documented["highcard_env"]
    api_test(env, num_cycles=100)
    seed_test(lambda: type(env)(env.game, env.codec), num_cycles=100)


def test_the_other_game_is_dealt_as_at_a_table(documented: dict[str, Any]) -> None:
    env, rng = documented["highcard_env"], random.Random(3)
    env.reset(seed=3)
    game, house = env.game, House(random.Random(3).randbytes(32), env.decks)
    table, _ = Table.open(game, house, match=MATCH, names=["a", "b"], decks=env.decks)
    while table.outcome is None:
        assert encode(env.match_state) == encode(table.state)
        (seat,) = game.active(table.state)
        action = rng.choice(game.legal(table.state, seat, table.faces[seat]))
        env.step(env.codec.number(table.state, seat, [action])[0])
        table.act(seat, action, 0)
    assert encode(env.match_state) == encode(table.state)


def test_a_codec_is_shown_only_what_the_seat_may_see(documented: dict[str, Any]) -> None:
    env = documented["highcard_env"]
    env.reset(seed=4)
    shown: list[dict[int, str]] = []
    observe = env.codec.observe

    def look(state: Any, seat: int, faces: dict[int, str]) -> list[int]:
        shown.append(dict(faces))
        seen: list[int] = observe(state, seat, faces)
        return seen

    env.codec.observe = look
    while not any(env.terminations.values()):
        hands, laid = env.match_state.hands, env.match_state.laid
        for seat in (0, 1):
            env.observe(f"player_{seat}")
            faces = shown[-1]
            assert set(hands[seat]) <= set(faces)
            assert not set(faces) & {*hands[1 - seat], *env.match_state.decks[0], *env.match_state.decks[1]}
            assert seat == env.match_state.lead or not set(faces) & set(laid)
        env.step(env.observe(env.agent_selection)["action_mask"].argmax())
