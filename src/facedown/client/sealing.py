"""How far players are with dealing to each other at a sealed table, in words."""

from facedown.table import find_dealer
from facedown.table.dealing import Dealing
from facedown.table.mirror import Mirror

_WORK = {
    "stir": "everybody adds randomness",
    "mix": "everybody shuffles {owner} deck",
    "open": "cards are let through to whom they are for",
    "throw": "everybody throws the die",
    "list": "everybody shows its list",
    "mend": "the others go on without who has left",
}
LONG = ("stir", "mix", "list", "mend")
"""What is worth a line of its own; the rest is done in a moment, and often."""


def sealed(mirror: Mirror) -> bool:
    """Whether nobody holds the cards."""
    return find_dealer(mirror.dealer).keyring is not None


def stage(mirror: Mirror) -> str:
    """What is being done that takes a while; empty if nothing is."""
    dealing = _dealing(mirror)
    return f"sealed: {_what(mirror, dealing)}." if dealing is not None and dealing.work in LONG else ""


def progress(mirror: Mirror) -> str:
    """The same step by step, for a line that overwrites itself."""
    dealing = _dealing(mirror)
    if dealing is None:
        return ""
    names = " and ".join("you" if seat == mirror.seat else mirror.names[seat] for seat in dealing.seats)
    return f"sealed: {_what(mirror, dealing)}; step {dealing.done + 1} of {dealing.of}, waiting for {names}…"


def _dealing(mirror: Mirror) -> Dealing | None:
    over = mirror.standing.outcome is not None
    return None if over or not sealed(mirror) else mirror.dealing()


def _what(mirror: Mirror, dealing: Dealing) -> str:
    owner = dealing.owner
    whose = "a" if owner is None else "your" if owner == mirror.seat else f"{mirror.names[owner]}'s"
    return _WORK.get(dealing.work, "everybody deals").format(owner=whose)
