"""The cursor among things of different widths."""

import pytest
from textual.geometry import Region

from facedown.client.tui.moving import Way, towards

#    [   hero    ]
#  [a][b]   [  c  ]
#        [x]
THINGS = {
    "hero": Region(4, 0, 13, 1),
    "a": Region(2, 1, 4, 4),
    "b": Region(6, 1, 4, 4),
    "c": Region(12, 1, 8, 4),
    "x": Region(8, 5, 3, 4),
}


@pytest.mark.parametrize(
    ("here", "way", "there"),
    [
        ("a", "right", "b"),
        ("b", "right", "c"),
        ("c", "right", None),
        ("c", "left", "b"),
        ("a", "left", None),
        ("a", "up", "hero"),
        ("hero", "up", None),
        ("hero", "down", "b"),
        ("b", "down", "x"),
        ("x", "up", "b"),
        ("x", "down", None),
    ],
)
def test_an_arrow_goes_to_the_nearest_that_way(here: str, way: Way, there: str | None) -> None:
    others = [name for name in THINGS if name != here]
    at = towards(way, THINGS[here], [THINGS[name] for name in others])
    assert (None if at is None else others[at]) == there
