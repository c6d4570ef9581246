"""`explain`: every characteristic with the effects that made it, and why in that order."""

from typing import Any

import pytest

from facedown.games.magic.explain import BODY, Explanation, explain, in_words
from facedown.games.magic.scenario import turns  # noqa: F401 (registers steps)
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import take
from facedown.games.magic.view import view_of


def board(*cards: str | dict[str, Any]) -> Stage:
    """Ada's permanents, in this order; each is called like its card unless it says otherwise."""
    stage = Stage(["Ada", "Bob"], {})
    for card in cards:
        step: dict[str, Any] = {"card": card} if isinstance(card, str) else card
        take(stage, {"op": "put", "player": "Ada", "id": step["card"], **step})
    return stage


def why(stage: Stage, name: str) -> Explanation:
    return explain(stage.state, stage.ids[name], stage.names)


def layers(explanation: Explanation, characteristic: str) -> list[tuple[str, str, str]]:
    return [(cause.layer, cause.source, cause.after) for cause in explanation.of(characteristic).causes]


def test_in_7b_the_younger_wins_and_humility_goes_on_without_its_ability() -> None:
    told = why(board("Humility", "Opalescence"), "Humility")
    assert told.of(BODY).value == "4/4"
    assert layers(told, BODY) == [
        ("", "printed", ""),
        ("7b", "Humility", "1/1"),
        ("7b", "Opalescence", "4/4"),
    ]
    assert [cause.continued for cause in told.of(BODY).causes] == [False, True, False]
    assert layers(told, "abilities")[1:] == [("6", "Humility", "")]
    other = why(board("Opalescence", "Humility"), "Humility")
    assert [source for _, source, _ in layers(other, BODY)] == ["printed", "Opalescence", "Humility"]
    assert other.of(BODY).value == "1/1"


def test_the_older_of_two_humilities_ends_the_younger() -> None:
    twins = board({"card": "Humility", "id": "a"}, "Opalescence", {"card": "Humility", "id": "b"})
    for name in ("a", "b"):
        told = why(twins, name)
        assert layers(told, "abilities")[1:] == [("6", "Humility 1", "")]
        assert told.of(BODY).value == "4/4"


@pytest.mark.parametrize(
    "cards", [("Blood Moon", "Urborg, Tomb of Yawgmoth"), ("Urborg, Tomb of Yawgmoth", "Blood Moon")]
)
def test_an_effect_that_depends_waits_and_may_never_begin(cards: tuple[str, str]) -> None:
    told = why(board(*cards, "Taiga"), "Urborg, Tomb of Yawgmoth")
    assert told.of("types").value == "Legendary Land — Mountain"
    assert layers(told, "types")[1:] == [("4", "Blood Moon", "Legendary Land — Mountain")]
    assert told.of("types").causes[1].ends == ("Urborg, Tomb of Yawgmoth",)
    assert [layer for layer, _, _ in layers(told, "abilities")] == ["", "4", "4"]
    assert told.of("abilities").value == "{T}: Add {R}"
    assert "depends on it and never begins (613.8)" in "\n".join(in_words(told))


def test_an_older_effect_waits_for_a_younger_one_that_it_depends_on() -> None:
    stage = board("Opalescence", "Enchanted Evening", "Sol Ring")
    told = why(stage, "Sol Ring")
    assert layers(told, "types")[1:] == [
        ("4", "Enchanted Evening", "Artifact Enchantment"),
        ("4", "Opalescence", "Artifact Enchantment Creature"),
    ]
    late, early = told.of("types").causes[2], told.of("types").causes[1]
    assert late.depends == ("Enchanted Evening",)
    assert late.stamp < early.stamp
    assert late.id == stage.ids["Opalescence"]
    assert "waits for Enchanted Evening, on which it depends (613.8)" in "\n".join(in_words(told))


def test_counters_a_defined_body_control_and_what_resolved() -> None:
    stage = board({"card": "Grizzly Bears", "counters": {"+1/+1": 2}}, "Tarmogoyf")
    take(stage, {"op": "cast", "player": "Ada", "card": "Giant Growth", "targets": ["Grizzly Bears"]})
    take(
        stage, {"op": "cast", "player": "Bob", "card": "Control Magic", "id": "cm", "targets": ["Tarmogoyf"]}
    )
    bears = why(stage, "Grizzly Bears")
    assert layers(bears, BODY) == [
        ("", "printed", "2/2"),
        ("7c", "Giant Growth", "5/5"),
        ("7c", "counters", "7/7"),
    ]
    goyf = why(stage, "Tarmogoyf")
    assert layers(goyf, "controller") == [("", "printed", "Ada"), ("2", "Control Magic", "Bob")]
    assert layers(goyf, BODY) == [("", "printed", "*/1+*"), ("7a", "Tarmogoyf", "1/2")]


def test_a_copy_and_a_card_that_lies_face_down() -> None:
    stage = board("Serra Angel", {"card": "Clone", "copy_of": "Serra Angel"})
    clone = why(stage, "Clone")
    assert layers(clone, "name") == [("", "printed", "Clone"), ("1", "copy", "Serra Angel")]
    assert layers(clone, BODY) == [("", "printed", "0/0"), ("1", "copy", "4/4")]
    hidden = board({"card": "Exalted Angel", "face_down": True})
    told = why(hidden, "Exalted Angel")
    assert told.of(BODY).value == "2/2"
    assert "Exalted" not in "\n".join(in_words(told))


def test_it_ends_with_what_the_view_says() -> None:
    stage = board(
        "Humility",
        "Opalescence",
        "Blood Moon",
        "Goblin King",
        "Mogg Fanatic",
        "Faerie Conclave",
        "Forest",
        "Maro",
    )
    view = view_of(stage.state)
    for key, seen in view.seen.items():
        told = explain(stage.state, key, stage.names)
        assert told.of("types").value.replace(" —", "").split() == [
            *seen.supertypes,
            *seen.types,
            *seen.subtypes,
        ]
        assert bool(told.of("abilities").value) == bool(seen.abilities)
        if seen.creature:
            assert told.of(BODY).value == f"{seen.power}/{seen.toughness}"
        for one in told.characteristics:
            assert one.value == one.causes[-1].after
            assert all(
                cause.before == last.after
                for last, cause in zip(one.causes[1:], one.causes[2:], strict=False)
            )


def test_nothing_is_called_that() -> None:
    with pytest.raises(KeyError):
        explain(board("Forest").state, 999, ["Ada", "Bob"])
