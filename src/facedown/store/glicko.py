"""Glicko-2 (Mark Glickman, 2013), match by match: what a result says about two players, and how surely.

One match is one update, as on the large chess sites; deviation grows with the time since the last one.
"""

import math
from collections.abc import Sequence

import msgspec

SCALE = 173.7178
"""Points per unit of Glicko-2's own scale."""
TAU = 0.5
"""How fast volatility may change."""
PERIOD = 5 * 24 * 60 * 60 * 1000
"""Milliseconds after which an absent player's deviation has grown by one rating period."""
START = 1500.0
UNSURE = 350.0


class Rating(msgspec.Struct, frozen=True):
    """What is believed of a player's strength in one game; `played` is when it last changed."""

    rating: float = START
    deviation: float = UNSURE
    volatility: float = 0.06
    games: int = 0
    played: int = 0


def aged(rating: Rating, now: int) -> Rating:
    """The rating as of `now`: who has not played for long is known less surely."""
    if not rating.games:
        return rating
    periods = max(0, now - rating.played) / PERIOD
    deviation = math.hypot(rating.deviation, rating.volatility * SCALE * math.sqrt(periods))
    return msgspec.structs.replace(rating, deviation=min(deviation, UNSURE))


def updated(rating: Rating, results: Sequence[tuple[Rating, float]], now: int) -> Rating:
    """The rating after results against opponents: 1 for a win, 0.5 for a draw, 0 for a loss."""
    mu, phi = (rating.rating - START) / SCALE, rating.deviation / SCALE
    information = surprise = 0.0
    for opponent, score in results:
        weight = 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - START) / SCALE)))
        information += weight * weight * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(rating.volatility, phi, variance, variance * surprise)
    phi = 1 / math.sqrt(1 / (phi * phi + volatility * volatility) + information)
    return Rating(
        rating=START + SCALE * (mu + phi * phi * surprise),
        deviation=min(SCALE * phi, UNSURE),
        volatility=volatility,
        games=rating.games + 1,
        played=now,
    )


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the root of `f`, by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
