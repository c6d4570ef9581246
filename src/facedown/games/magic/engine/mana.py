"""Mana: what a player could make, and which sources pay a cost best (106, 118)."""

from functools import lru_cache
from typing import TypeAlias

from facedown.games.magic.amounts import holds, value
from facedown.games.magic.filters import Ctx
from facedown.games.magic.manas import WUBRG, symbols
from facedown.games.magic.model import Activated, AddMana, PlayerHas
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Status, index
from facedown.games.magic.view import View
from facedown.kernel import Seat

ALL = (*WUBRG, "C")


class Unit:
    """One mana: from the pool, or that a source would make. `colors` are those it may have."""

    __slots__ = ("ability", "colors", "dear", "mana", "snow", "source")

    def __init__(
        self,
        mana: str,
        colors: tuple[str, ...],
        source: int = -1,
        ability: int = -1,
        snow: bool = False,
        dear: int = 0,
    ) -> None:
        self.mana, self.colors, self.source, self.ability = mana, colors, source, ability
        self.snow, self.dear = snow, dear


Plan: TypeAlias = tuple[list[tuple[int, int, str]], list[str], int]
"""Sources to tap with ability and color, mana to spend, life to pay."""


def mana_abilities(seen: Seen) -> list[tuple[int, Activated]]:
    """The mana abilities of an object, with their places among its abilities."""
    return [(place, ability) for place, ability, mana in seen.kit.activated if mana]


def produces(view: View, seen: Seen, ability: Activated) -> list[str]:
    """What an ability adds: `W`, `C`, or `any` for each mana."""
    made: list[str] = []
    ctx = Ctx(view, seen.controller, seen)
    for operation in ability.do:
        if isinstance(operation, AddMana):
            own = ["any"] if operation.mana == "any" else list(symbols(operation.mana))
            made += own * value(operation.count, ctx)
    return made


def ready_to_tap(view: View, seen: Seen) -> bool:
    """Untapped, and not a creature that has just come."""
    status = index(view.state.status).get(seen.id)
    if status is None or status.tapped:
        return False
    return not (seen.creature and new_here(status, seen) and not seen.has("haste"))


def new_here(status: Status, seen: Seen) -> bool:
    """Whether its controller has not controlled it since their turn began (302.6)."""
    return status.fresh or status.held_by != seen.controller


def sources(view: View, seat: Seat) -> list[Unit]:
    """Every mana that this player could make by tapping, without any other cost."""
    status = view.state.status
    known = view.index.get(f"mana {seat}")
    if known is not None and known[0] is status:
        return known[1]  # type: ignore[no-any-return]
    units: list[Unit] = []
    for seen in view.battlefield:
        if seen.controller == seat and seen.abilities:
            units += _units(view, seen)
    view.index[f"mana {seat}"] = (status, units)
    return units


def _units(view: View, seen: Seen) -> list[Unit]:
    usable = []
    for place, ability in mana_abilities(seen):
        cost = ability.cost
        if cost.tap and not (cost.mana or cost.sacrifice or cost.life or cost.counters or cost.discard):
            if ability.if_ is None or holds(ability.if_, Ctx(view, seen.controller, seen)):
                usable.append((place, ability))
    if not usable or not ready_to_tap(view, seen):
        return []
    snow = "Snow" in seen.supertypes
    made = [(place, produces(view, seen, ability)) for place, ability in usable]
    dear = 3 if seen.creature else 0
    if all(len(mana) == 1 for _, mana in made):
        colors: list[str] = []
        for _, (mana,) in made:
            colors += [c for c in (WUBRG if mana == "any" else (mana,)) if c not in colors]
        return [Unit("", tuple(colors), seen.id, usable[0][0], snow, dear)]
    place, most = max(made, key=lambda one: len(one[1]))
    return [Unit(m, WUBRG if m == "any" else (m,), seen.id, place, snow, dear) for m in most]


def ability_for(view: View, source: int, color: str) -> int:
    """Which of a source's mana abilities makes this color."""
    seen = view.seen[source]
    best = -1
    for place, ability in mana_abilities(seen):
        made = produces(view, seen, ability)
        if made and ability.cost.tap and not ability.cost.mana and not ability.cost.sacrifice:
            if made[0] == color or made[0] == "any":
                return place
            best = place
    return best


def pool_units(view: View, seat: Seat) -> list[Unit]:
    """The mana in a player's pool."""
    return [Unit(mana, (mana[0],), snow=mana.endswith("s")) for mana in view.state.players[seat].pool]


def plan(view: View, seat: Seat, cost: str, extra: int = 0, x: int = 0, without: int = -1) -> Plan | None:
    """How to pay: pool first, then the sources that leave most freedom. None if it cannot be paid.

    Kept while nothing changes: what may be done is asked first, then what of it is best, and then it is done.
    """
    state = view.state
    known = view.index.get("plans")
    if known is None or known[0] is not state.status or known[1] is not state.players:
        known = view.index["plans"] = state.status, state.players, {}
    plans: dict[tuple[object, ...], Plan | None] = known[2]
    key = seat, cost, extra, x, without
    if key not in plans:
        plans[key] = _plan(view, seat, cost, extra, x, without)
    return plans[key]


def _plan(view: View, seat: Seat, cost: str, extra: int, x: int, without: int) -> Plan | None:
    needs, generic, phyrexian = _needs(cost, extra, x)
    made = sources(view, seat)
    if len(needs) - phyrexian + generic > len(view.state.players[seat].pool) + len(made):
        return None  # before anything else: most of what is asked for cannot be paid
    units = [*pool_units(view, seat), *(u for u in made if u.source != without)]
    if len(needs) - phyrexian + generic > len(units):
        return None
    any_color = any(change.what == "spend any color" for change, _ in view.ruled(PlayerHas, seat))
    match = _match(needs, units, any_color)
    life = 0
    used = set(match.values())
    for place, need in enumerate(needs):
        if place in match:
            continue
        if "P" in need:
            life += 2
        elif "2" in need:
            generic += 2
        else:
            return None
    rest = sorted((u for u in range(len(units)) if u not in used), key=lambda u: _price(units[u]))
    if generic > len(rest) or life > view.state.players[seat].life:
        return None
    return _spell_out(view, needs, match, units, rest[:generic], life)


def _price(unit: Unit) -> tuple[int, int, int]:
    return (unit.source >= 0, unit.dear, len(unit.colors))


@lru_cache(maxsize=4096)
def _needs(cost: str, extra: int, x: int) -> tuple[tuple[tuple[str, ...], ...], int, int]:
    needs: list[tuple[str, ...]] = []
    generic, phyrexian = extra, 0
    for symbol in symbols(cost):
        if symbol.isdecimal():
            generic += int(symbol)
        elif symbol == "X":
            generic += x
        else:
            needs.append(tuple(symbol.split("/")))
            phyrexian += "P" in symbol or "2" in symbol
    return tuple(needs), max(0, generic), phyrexian


def _match(needs: tuple[tuple[str, ...], ...], units: list[Unit], any_color: bool) -> dict[int, int]:
    """A unit for each colored symbol, as many as possible (augmenting paths)."""
    fits: list[list[int]] = []
    for need in needs:
        able = [u for u, unit in enumerate(units) if _fits(need, unit, any_color)]
        fits.append(sorted(able, key=lambda u: _price(units[u])))
    taken: dict[int, int] = {}

    def place(need: int, tried: set[int]) -> bool:
        for unit in fits[need]:
            if unit not in tried:
                tried.add(unit)
                if unit not in taken or place(taken[unit], tried):
                    taken[unit] = need
                    return True
        return False

    for number in sorted(range(len(needs)), key=lambda n: len(fits[n])):
        place(number, set())
    return {need: unit for unit, need in taken.items()}


def _fits(need: tuple[str, ...], unit: Unit, any_color: bool) -> bool:
    if "S" in need:
        return unit.snow
    if any_color and any(part in WUBRG for part in need):
        return True
    return any(part in unit.colors for part in need)


def _spell_out(
    view: View,
    needs: tuple[tuple[str, ...], ...],
    match: dict[int, int],
    units: list[Unit],
    rest: list[int],
    life: int,
) -> Plan:
    taps: list[tuple[int, int, str]] = []
    spend: list[str] = []
    tapped: set[int] = set()
    chosen = [(unit, needs[need]) for need, unit in match.items()] + [(unit, ()) for unit in rest]
    for place, need in chosen:
        unit = units[place]
        if unit.source < 0:
            spend.append(unit.mana)
            continue
        color = next((part for part in need if part in unit.colors), unit.colors[0])
        spend.append(color + ("s" if unit.snow else ""))
        if unit.source not in tapped:
            tapped.add(unit.source)
            ability = unit.ability if unit.mana else ability_for(view, unit.source, color)
            taps.append((unit.source, ability, color))
    return taps, spend, life
