"""Abbreviated moves: one meaning, several, none."""

import pytest

from facedown.client.choices import candidates

LABELS = [
    "end turn",
    "play Hearth Pup",
    "play Hearth Pup 2",
    "play Oak Colossus",
    "cast Firebolt at enemy hero",
    "cast Firebolt at your hero",
    "attack enemy hero with Cinder Fox 1",
    "attack enemy hero with Cinder Fox 10",
    "attack enemy Gate Warden with Cinder Fox 1",
]


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("1", "end turn"),
        (" 4 ", "play Oak Colossus"),
        ("end turn", "end turn"),
        ("END TURN", "end turn"),
        ("e", "end turn"),
        ("end", "end turn"),
        ("oak", "play Oak Colossus"),
        ("play oak", "play Oak Colossus"),
        ("p o", "play Oak Colossus"),
        ("play pup", "play Hearth Pup"),
        ("play hearth pup", "play Hearth Pup"),
        ("pup 2", "play Hearth Pup 2"),
        ("fire enemy", "cast Firebolt at enemy hero"),
        ("att enemy hero with fox 1", "attack enemy hero with Cinder Fox 1"),
        ("fox 10 hero", "attack enemy hero with Cinder Fox 10"),
        ("fox 1 warden", "attack enemy Gate Warden with Cinder Fox 1"),
    ],
)
def test_what_can_mean_only_one_thing_means_it(typed: str, label: str) -> None:
    assert [LABELS[at] for at in candidates(typed, LABELS)] == [label]


@pytest.mark.parametrize(
    ("typed", "count"), [("fire", 2), ("cast", 2), ("attack", 3), ("att hero", 2), ("play", 3), ("hero", 4)]
)
def test_what_may_mean_several_things_names_them_all(typed: str, count: int) -> None:
    assert len(candidates(typed, LABELS)) == count


@pytest.mark.parametrize("typed", ["", "  ", "!", "0", "10", "leviathan", "play fox", "turn end end"])
def test_what_means_nothing_means_nothing(typed: str) -> None:
    assert candidates(typed, LABELS) == []


def test_every_label_typed_in_full_means_itself() -> None:
    for label in LABELS:
        assert [LABELS[at] for at in candidates(label, LABELS)] == [label]
