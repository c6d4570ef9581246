"""Where the cursor goes from here when an arrow is pressed."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from textual.geometry import Region

Way: TypeAlias = Literal["up", "down", "left", "right"]


def towards(way: Way, here: Region, there: Sequence[Region]) -> int | None:
    """Which of these is next that way: along the row, or the nearest of the nearest row above or below."""
    ahead = [(at, region) for at, region in enumerate(there) if _ahead(way, here, region)]
    if not ahead:
        return None
    return min(ahead, key=lambda found: _distance(way, here, found[1]))[0]


def _ahead(way: Way, here: Region, there: Region) -> bool:
    same_row = there.y < here.bottom and here.y < there.bottom
    match way:
        case "left":
            return same_row and there.x < here.x
        case "right":
            return same_row and there.x > here.x
        case "up":
            return not same_row and there.y < here.y
        case "down":
            return not same_row and there.y > here.y


def _distance(way: Way, here: Region, there: Region) -> tuple[float, float]:
    across = abs(here.center[0] - there.center[0])
    along = abs(here.center[1] - there.center[1])
    return (across, along) if way in ("left", "right") else (along, across)
