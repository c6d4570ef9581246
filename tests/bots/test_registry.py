"""Bots by name, ours and those of other packages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from facedown.bots.greedy import Greedy
from facedown.bots.registry import bots, find_bot, make_bot
from facedown.bots.search import Search
from facedown.bots.uniform import Random

HASTY = '''
from facedown.bots.bot import Bot

class Hasty(Bot):
    """Takes the last action it is offered."""

    def choose(self, game, state, seat, faces):
        return game.legal(state, seat, faces)[-1]
'''

PLAY = """
from facedown.bots.arena import matches
from facedown.bots.registry import bots, find_bot
from facedown.table import find_game

assert "hasty" in bots()
print(find_bot("hasty").__doc__)
for result in matches(find_game("duel"), ["hasty", "greedy"], 2, seed=1):
    print(result.players, len(result.winners))
"""


def test_ours() -> None:
    assert [find_bot(name) for name in ("random", "greedy", "search")] == [Random, Greedy, Search]
    assert {"random", "greedy", "search", "search:1", "search:2", "search:3"} <= set(bots())


@pytest.mark.parametrize("name", ["search:1", "search:3", "search", "greedy"])
def test_a_level_comes_after_a_colon(name: str) -> None:
    bot = make_bot(name, 5, deck=("a", "b"))
    level = name.partition(":")[2]
    assert (bot.level, bot.deck) == (int(level) if level else None, ("a", "b"))
    assert bot.rng.random() == make_bot(name, 5).rng.random()


@pytest.mark.parametrize("name", ["minimax", "search:4", "search:0", "search:x", "greedy:1", ""])
def test_a_name_that_does_not_exist_is_answered_with_those_that_do(name: str) -> None:
    with pytest.raises(LookupError, match=f"no bot is called '{name}'; there are: .*greedy, .*search:3"):
        make_bot(name)


def test_a_bot_of_another_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(HASTY)
    package = tmp_path / "hasty-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: hasty\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[facedown.bots]\nhasty = hasty:Hasty\n")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Takes the last action it is offered.",
        "('hasty', 'greedy') 1",
        "('hasty', 'greedy') 1",
    ]
