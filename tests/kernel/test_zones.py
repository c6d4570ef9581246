"""Who may look."""

import pytest

from facedown.kernel import EVERYONE, NOBODY, Zone, entitled, may_look, only


@pytest.mark.parametrize(
    ("sight", "who"),
    [
        (NOBODY, []),
        (EVERYONE, [-1, 0, 1, 2]),
        (only(0), [0]),
        (only(2), [2]),
        (only(0, 2), [0, 2]),
        (only(), []),
    ],
)
def test_sight(sight: int, who: list[int]) -> None:
    """A spectator asks with -1 and sees only what everyone may see."""
    assert [seat for seat in range(-1, 3) if may_look(sight, seat)] == who


def test_everybody_at_the_table_is_not_everyone() -> None:
    assert only(0, 1) != EVERYONE
    assert not may_look(only(0, 1), -1)


def test_entitlement_is_the_union_of_the_zones_that_hold_a_card() -> None:
    zones = [
        Zone("deck", 0, NOBODY, (1, 2)),
        Zone("scry", 0, only(0), (2,), grant=True),
        Zone("tell", 0, only(1), (2,), grant=True),
        Zone("board", 1, EVERYONE, (3,)),
    ]
    assert entitled(zones, 1) == NOBODY
    assert entitled(zones, 2) == only(0, 1)
    assert entitled(zones, 3) == EVERYONE
    assert entitled(zones, 4) == NOBODY
