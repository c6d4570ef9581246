"""Mana symbols: what a cost asks for and what a pool holds."""

from functools import lru_cache

WUBRG = ("W", "U", "B", "R", "G")


@lru_cache(maxsize=4096)
def symbols(cost: str) -> tuple[str, ...]:
    """`{2}{W/U}` as `("2", "W/U")`."""
    return tuple(cost.replace("{", " ").replace("}", " ").split())


def value_of(cost: str, x: int = 0) -> int:
    """The mana value of a cost (202.3)."""
    total = 0
    for symbol in symbols(cost):
        if symbol.isdecimal():
            total += int(symbol)
        elif symbol == "X":
            total += x
        else:
            total += 2 if symbol.startswith("2/") else 1
    return total


def colors_of(cost: str, indicator: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The colors of a card with this cost and color indicator, in the usual order (202.2)."""
    letters = {part for symbol in symbols(cost) for part in symbol.split("/")} | set(indicator)
    return tuple(color for color in WUBRG if color in letters)
