"""Glicko-2 against the example in Glickman's paper, and the properties one expects of any rating."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.store.glicko import PERIOD, UNSURE, Rating, _volatility, aged, updated

ratings = st.builds(
    Rating,
    rating=st.floats(0, 4000),
    deviation=st.floats(30, 350),
    volatility=st.floats(0.03, 0.1),
    games=st.integers(1, 1000),
)


def test_the_papers_example() -> None:
    opponents = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = updated(Rating(1500, 200, 0.06, games=4), opponents, 77)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    assert (after.games, after.played) == (5, 77)


@given(sigma=st.floats(0.03, 0.1), phi=st.floats(0.2, 2), variance=st.floats(0.2, 50), delta=st.floats(-9, 9))
def test_volatility_is_the_root_of_the_papers_equation(
    sigma: float, phi: float, variance: float, delta: float
) -> None:
    def f(x: float) -> float:
        e = math.exp(x)
        change = e * (delta**2 - phi**2 - variance - e) / (2 * (phi**2 + variance + e) ** 2)
        return change - (x - math.log(sigma**2)) / 0.5**2

    root = 2 * math.log(_volatility(sigma, phi, variance, delta))
    assert f(root - 1e-5) > 0 > f(root + 1e-5)


def test_equal_newcomers_move_alike_and_apart() -> None:
    won, drew, lost = (updated(Rating(), [(Rating(), score)], 0) for score in (1.0, 0.5, 0.0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating > 1600
    assert drew.rating == pytest.approx(1500)
    assert won.deviation < UNSURE


@given(mine=ratings, theirs=ratings)
def test_a_win_never_lowers_and_a_loss_never_raises(mine: Rating, theirs: Rating) -> None:
    won, lost = updated(mine, [(theirs, 1.0)], 0), updated(mine, [(theirs, 0.0)], 0)
    assert won.rating >= mine.rating >= lost.rating
    assert 0 < won.deviation <= UNSURE
    assert 0 < lost.volatility < 1


def test_absence_makes_unsure_but_never_more_than_a_newcomer() -> None:
    before = Rating(1800, 60, 0.06, games=40, played=1000)
    month = aged(before, 1000 + 6 * PERIOD)
    assert month.rating == before.rating
    assert 60 < month.deviation < 70
    assert aged(before, 1000 + 1_000_000 * PERIOD).deviation == UNSURE
    assert aged(before, 0) == before
    assert aged(Rating(), 1000) == Rating()
