"""How well a player stands, from what everybody can see: for bots."""

from facedown.games.magic.state import MagicState
from facedown.games.magic.view import view_of
from facedown.kernel import Seat


def worth(state: MagicState, seat: Seat) -> int:
    """Life, board and cards, mine less the best of the others'."""
    if state.result is not None:
        return 100_000 if seat in state.result.winners else -100_000 if state.result.winners else 0
    totals = [_strength(state, one) for one in range(len(state.players))]
    others = [total for one, total in enumerate(totals) if one != seat and not state.players[one].lost]
    return totals[seat] - max(others, default=0)


def _strength(state: MagicState, seat: Seat) -> int:
    own = state.players[seat]
    total = 10 * min(own.life, 20) + 4 * max(0, own.life - 20) + 25 * len(own.hand)
    for seen in view_of(state).battlefield:
        if seen.controller != seat:
            continue
        if seen.creature:
            skills = 6 * len(seen.keywords)
            total += 20 + 12 * max(0, seen.power) + 8 * max(0, seen.toughness) + skills
        elif "Land" in seen.types:
            total += 30
        elif "Planeswalker" in seen.types:
            total += 40 + 10 * seen.obj.counter("loyalty")
        else:
            total += 15 + 12 * seen.value
    return total
