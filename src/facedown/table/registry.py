"""Games and dealers by name: ours, and those that other packages bring by entry point."""

from functools import cache
from importlib import import_module
from typing import Any

from facedown.dealers import Dealer, House
from facedown.dealers.mental import Mental
from facedown.games.duel import DUEL
from facedown.table.table import AnyGame

_GAMES: dict[str, AnyGame] = {"duel": DUEL}
_LATER = {"magic": ("facedown.games.magic.game", "MAGIC")}
"""Games of ours that are imported when somebody plays them; a page has no entry points to find them by."""
_DEALERS: dict[str, type[Dealer]] = {"house": House, "mental": Mental}


def find_game(name: str) -> AnyGame:
    """The game of this name, or `LookupError` with the names there are."""
    if name in _LATER:
        module, instance = _LATER[name]
        later: AnyGame = getattr(import_module(module), instance)
        return later
    found: AnyGame = _find("facedown.games", name, _GAMES)
    return found


def find_dealer(name: str) -> type[Dealer]:
    """The dealer's class of this name, or `LookupError` with the names there are."""
    found: type[Dealer] = _find("facedown.dealers", name, _DEALERS)
    return found


def games() -> list[str]:
    """The names of all games that are installed."""
    return sorted({*_GAMES, *_LATER, *_entry_points("facedown.games")})


def dealers() -> list[str]:
    """The names of all dealers that are installed."""
    return sorted({*_DEALERS, *_entry_points("facedown.dealers")})


def _find(group: str, name: str, ours: dict[str, Any]) -> Any:
    if name in ours:
        return ours[name]
    found = _entry_points(group)
    if name not in found:
        kind = group.rpartition(".")[2].rstrip("s")
        raise LookupError(f"no {kind} is called {name!r}; there are: {', '.join(sorted({*ours, *found}))}")
    return found[name].load()


@cache
def _entry_points(group: str) -> dict[str, Any]:
    # Imported late: it costs 30 ms, and our own games do not need it.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}
