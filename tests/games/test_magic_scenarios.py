"""Every scenario file here: one test each, so that a failure says which rule is broken."""

import json
from pathlib import Path
from typing import Any

import pytest

from facedown.games.magic.cards import CARDS, slug
from facedown.games.magic.scenario import play

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = {file.name: json.loads(file.read_text()) for file in sorted(FOLDER.glob("*.json"))}
SCENARIOS = [
    pytest.param(scenario, id=f"{name.removesuffix('.json')}:{scenario['id']}")
    for name, data in FILES.items()
    for scenario in data["scenarios"]
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: dict[str, Any]) -> None:
    assert play(scenario).problems == ()


def test_a_false_expectation_fails() -> None:
    scenario = FILES["magic.json"]["scenarios"][0]
    wrong = {**scenario, "expect": [{**scenario["expect"][0], "power": 99}]}
    assert play(scenario).passed
    assert not play(wrong).passed


def test_ids_are_there_once_in_each_file() -> None:
    for name, data in FILES.items():
        ids = [scenario["id"] for scenario in data["scenarios"]]
        assert len(set(ids)) == len(ids), name


def test_the_cards_that_were_given_are_as_they_were_given() -> None:
    """What `magic.json` says about its cards is what ours are printed with."""
    for name, said in FILES["magic.json"]["cards"].items():
        if said.get("token"):
            continue
        card = CARDS[slug(name)]
        assert card.name == name
        assert card.cost == said["mana_cost"], name
        for field in ("types", "subtypes", "supertypes"):
            assert sorted(getattr(card, field)) == sorted(said[field]), (name, field)
        assert (card.power, card.toughness) == (said.get("power"), said.get("toughness")), name


BEARS = {"op": "put", "player": "P1", "card": "Grizzly Bears", "id": "bears"}
GIANT = {"op": "put", "player": "P2", "card": "Hill Giant", "id": "giant"}
FALSE = {
    "life": ({"player": "P1", "life": 19}, "P1 life: expected 19, seen 20"),
    "winner": ({"winner": "P1"}, "winner: expected ['P1'], seen []"),
    "count": ({"count": {"types": ["Creature"]}, "value": 3}, "expected 3, seen 2"),
    "count in it": ({"count": {"types": ["Creature"], "value": 3}}, "expected 3, seen 2"),
    "cost": ({"cost": {"player": "P1", "card": "Humility"}, "value": 5}, "cost: expected 5, seen 4"),
    "block": (
        {"can_block": {"blocker": "giant", "attacker": "bears"}, "value": False},
        "can giant block bears: expected False, seen True",
    ),
    "legal": ({"legal": {"op": "cast", "player": "P1", "card": "Counterspell"}}, "expected to be legal"),
    "illegal": (
        {"illegal": {"op": "cast", "player": "P1", "card": "Lightning Bolt", "targets": ["P2"]}},
        "expected to be illegal",
    ),
    "damage": (
        {
            "illegal_assignment": {
                "attackers": {"bears": "P2"},
                "blocks": {"giant": "bears"},
                "assign": {"bears": {"giant": 2}},
            }
        },
        "expected True, seen False",
    ),
    "unknown fact": ({"weather": "fine"}, "nobody knows how to check"),
    "unknown filter": ({"count": {"wings": 2}, "value": 0}, "nobody knows how to count by ['wings']"),
    "no value": ({"count": {"types": ["Creature"]}}, "expects no value"),
    "unknown card": ({"illegal": {"op": "cast", "player": "P1", "card": "Nonesuch"}}, "there is no card"),
    "unknown operation": ({"illegal": {"op": "teleport", "player": "P1"}}, "there is no operation"),
}


@pytest.mark.parametrize(("fact", "words"), FALSE.values(), ids=FALSE)
def test_what_is_false_or_unknown_fails_and_says_why(fact: dict[str, Any], words: str) -> None:
    (problem,) = play({"id": "false", "steps": [BEARS, GIANT], "expect": [fact]}).problems
    assert words in problem


ASKED = {
    "a copy of which": [BEARS, {"op": "put", "player": "P2", "card": "Clone", "id": "clone"}],
    "a copy of which, cast": [BEARS, {"op": "cast", "player": "P2", "card": "Clone", "id": "clone"}],
    "a color": [{"op": "put", "player": "P1", "card": "Painter's Servant", "id": "servant"}],
    "a creature type": [{"op": "cast", "player": "P1", "card": "Conspiracy", "id": "plot"}],
    "a target": [BEARS, {"op": "cast", "player": "P1", "card": "Lightning Bolt"}],
    "a trigger's target": [BEARS, {"op": "cast", "player": "P1", "card": "Flametongue Kavu", "id": "kavu"}],
    "which legend": [
        {"op": "put", "player": "P1", "card": "Isamaru, Hound of Konda", "id": "one"},
        {"op": "put", "player": "P1", "card": "Isamaru, Hound of Konda", "id": "two"},
    ],
    "whether to": [
        {"op": "put", "player": "P1", "card": "Rampaging Baloths", "id": "baloths"},
        {"op": "play_land", "player": "P1", "card": "Forest", "id": "land"},
    ],
}


@pytest.mark.parametrize("steps", ASKED.values(), ids=ASKED)
def test_a_question_that_no_step_answers_fails(steps: list[dict[str, Any]]) -> None:
    (problem,) = play({"id": "asked", "steps": steps, "expect": []}).problems
    assert "an unexpected question to P" in problem
