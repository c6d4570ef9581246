"""`facedown simulate`: results that add up."""

import json
import re
from pathlib import Path

import pytest

from client.conftest import Run
from facedown.client.simulate import interval


def test_simulate_counts(facedown: Run, home: Path) -> None:
    args = ["simulate", "duel", "--bots", "greedy,random", "--games", "12", "--seed", "1", "--processes", "1"]
    table = facedown(*args, "--log", home / "last.log")
    assert table.returncode == 0
    assert table.stderr == ""
    assert re.search(r"^greedy +1[0-2] ", table.stdout, re.MULTILINE)
    assert "12 games of duel" in table.stdout
    assert facedown("verify", home / "last.log").returncode == 0
    found = json.loads(facedown(*args, "--json").stdout)
    assert found["games"] == 12
    assert sum(score["wins"] + score["draws"] / 2 for score in found["scores"]) == 12
    low, high = found["scores"][0]["interval"]
    assert low < found["scores"][0]["score"] <= high


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (50, 100, 0.404, 0.596),
        (0, 10, 0.0, 0.278),
        (10, 10, 0.722, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_intervals_are_those_of_wilson(wins: float, games: int, low: float, high: float) -> None:
    found = interval(wins, games)
    assert found == pytest.approx((low, high), abs=0.002)


@pytest.mark.parametrize(("wins", "games"), [(99.5, 100), (3, 200), (61, 120)])
def test_a_bound_is_where_the_share_is_just_196_deviations_away(wins: float, games: int) -> None:
    for bound in interval(wins, games):
        assert (wins / games - bound) ** 2 == pytest.approx(1.96**2 * bound * (1 - bound) / games)


@pytest.mark.parametrize("dealer", ["house", "mental"])
def test_what_this_machine_has_played_it_answers_for(facedown: Run, home: Path, dealer: str) -> None:
    log = home / "match.log"
    facedown("simulate", "duel", "--bots", "random,random", "--games", 1, "--dealer", dealer, "--log", log)
    done = facedown("verify", log)
    assert done.stdout.splitlines()[-1] == "fair"
    assert done.stdout.count(" (this machine)\n") == 3
