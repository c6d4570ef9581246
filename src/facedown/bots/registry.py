"""Bots by name: ours, and those that other packages bring by entry point."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from facedown.bots.bot import Bot
from facedown.bots.greedy import Greedy
from facedown.bots.search import Search
from facedown.bots.uniform import Random
from facedown.kernel import Face

_BOTS: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy, "search": Search}


def find_bot(name: str) -> type[Bot]:
    """The bot's class of this name, or `LookupError` with the names there are."""
    if name in _BOTS:
        return _BOTS[name]
    found = _entry_points()
    if name not in found:
        raise LookupError(f"no bot is called {name!r}; there are: {', '.join(bots())}")
    bot: type[Bot] = found[name].load()
    return bot


def make_bot(name: str, seed: int | None = None, *, deck: Sequence[Face] | None = None) -> Bot:
    """A bot by its name, with a level after a colon if it has any: `greedy`, `search`, `search:3`."""
    kind, _, level = name.partition(":")
    bot = find_bot(kind)
    if level and level not in map(str, bot.levels):
        raise LookupError(f"no bot is called {name!r}; there are: {', '.join(bots())}")
    return bot(seed, deck=deck, level=int(level) if level else None)


def bots() -> list[str]:
    """The names of all bots that are installed, each level with its own."""
    names = []
    for name in sorted({*_BOTS, *_entry_points()}):
        names += [name, *(f"{name}:{level}" for level in find_bot(name).levels)]
    return names


@cache
def _entry_points() -> dict[str, Any]:
    # Imported late: it costs 30 ms, and our own bots do not need it.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group="facedown.bots")}
