"""What things are worth, in one currency: a vanilla 2/2 is about sixty, a card in the hand thirty."""

from collections.abc import Iterable
from functools import lru_cache
from math import isqrt

from facedown.games.magic.manas import value_of
from facedown.games.magic.model import (
    Activated,
    Card,
    Draw,
    Enters,
    Keyword,
    May,
    Sacrifice,
    Static,
    Triggered,
)
from facedown.games.magic.seen import Seen, number
from facedown.games.magic.state import MagicState, index
from facedown.games.magic.view import View, printed_card, view_of
from facedown.kernel import Seat

CARD = 30
LAND = 40
WON = 100_000
ENGINE = 40
"""What draws a card again and again."""
_LIFE = [isqrt(2500 * life) for life in range(121)]
_GOOD = {
    "flying": 14,
    "double strike": 20,
    "first strike": 8,
    "deathtouch": 10,
    "lifelink": 10,
    "trample": 6,
    "haste": 4,
    "vigilance": 6,
    "menace": 6,
    "hexproof": 8,
    "shroud": 6,
    "indestructible": 15,
    "protection": 8,
    "unblockable": 12,
    "reach": 3,
    "flash": 2,
    "defender": -25,
    "echo": -8,
}


def life(points: int) -> int:
    """What this much life is worth: the less is left, the more each point counts."""
    return _LIFE[min(max(points, 0), 120)]


def fleeting(abilities: Iterable[object]) -> bool:
    """Whether it is sacrificed when the turn ends: what it does, it does now."""
    return any(
        isinstance(ability, Triggered)
        and ability.when.event == "end step"
        and any(isinstance(op, Sacrifice) and op.what == "this" and not op.who for op in ability.do)
        for ability in abilities
    )


def permanent(seen: Seen) -> int:
    """What a permanent is worth to whoever controls it."""
    abilities = sum(_ability(has.ability) for has in seen.abilities)
    if seen.creature:
        body = 12 * max(0, seen.power) + 8 * max(0, seen.toughness) + abilities
        return max(2, body + (20 if seen.power > 0 else 5))
    if "Land" in seen.types:
        return LAND + abilities // 4
    if "Planeswalker" in seen.types:
        return 60 + 12 * seen.obj.counter("loyalty")
    return 15 + 10 * seen.value + abilities // 2


def _ability(ability: object) -> int:
    if isinstance(ability, Keyword):
        return _GOOD.get(ability.name, 0)
    if isinstance(ability, Activated | Static | Enters):
        return 8
    if isinstance(ability, Triggered):
        return ENGINE if ability.when.what != "this" and _draws(ability.do) else 10
    return 0


def _draws(do: Iterable[object]) -> bool:
    return any(
        (isinstance(op, Draw) and op.who == "you") or (isinstance(op, May) and _draws(op.do)) for op in do
    )


@lru_cache(maxsize=4096)
def printed(card: Card) -> int:
    """What a card would be worth on the battlefield, or, for a spell that goes by, about what it costs."""
    abilities = sum(_ability(ability) for ability in card.abilities)
    if "Creature" in card.types:
        return max(2, 20 + 12 * number(card.power) + 8 * number(card.toughness) + abilities)
    if "Land" in card.types:
        return LAND + abilities // 4
    if "Planeswalker" in card.types:
        return 60 + 12 * number(card.loyalty)
    return 15 + 12 * value_of(card.cost) + abilities // 2


def lands(view: View, seat: Seat) -> int:
    """How many lands a player has."""
    return sum("Land" in seen.types for seen in view.controlled(seat))


def keeping(card: Card, view: View, seat: Seat, in_hand: int) -> int:
    """What a card is worth in the hand of a player who holds so many lands."""
    here = lands(view, seat)
    if "Land" in card.types:
        return 90 if here + in_hand <= 4 else 25 if here + in_hand <= 6 else 5
    cost = value_of(card.cost)
    late = max(0, cost - here - in_hand)
    return 20 + printed(card) // 2 - 12 * late


def worth(state: MagicState, seat: Seat) -> int:
    """How a player stands: life, board and cards, theirs less the best of the others'."""
    if state.result is not None:
        return WON if seat in state.result.winners else -WON if state.result.winners else 0
    totals = [_strength(state, one) for one in range(len(state.players))]
    others = [total for one, total in enumerate(totals) if one != seat and not state.players[one].lost]
    return totals[seat] - max(others, default=0)


def _strength(state: MagicState, seat: Seat) -> int:
    own = state.players[seat]
    status = index(state.status)
    total = life(own.life) + CARD * len(own.hand) - 8 * own.counter("poison")
    for seen in view_of(state).battlefield:
        if seen.controller == seat:
            total += permanent(seen)
            if seen.creature and (found := status.get(seen.id)) is not None and found.tapped:
                total -= 3
    objects = index(state.objects)
    for key in state.stack:
        waiting = objects[key]
        if waiting.controller == seat:  # on its way: it is worth what it will be, and the cards it was
            spell = waiting.play is None or waiting.play.ability is None
            total += max(CARD, printed(printed_card(waiting))) + 2 if spell else 6
    return total
