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
