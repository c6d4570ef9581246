"""Clocks as a fold, and the account that forgives network delay."""

import pytest

from facedown.table import Clock
from facedown.table.clock import Clocks, Lag

TERMS = Clock(turn=10_000, reserve=4_000)


def test_a_turns_time_comes_before_the_reserve() -> None:
    clocks = Clocks(TERMS, 2)
    clocks.run((0,), 1_000)
    assert clocks.left(1_000) == [(10_000, 4_000), (10_000, 4_000)]
    assert clocks.left(6_000) == [(5_000, 4_000), (10_000, 4_000)]
    assert clocks.left(13_000) == [(0, 2_000), (10_000, 4_000)]
    assert clocks.left(99_000) == [(0, 0), (10_000, 4_000)]
    assert clocks.deadline() == 15_000


def test_a_flag_falls_at_the_deadline_and_not_before() -> None:
    clocks = Clocks(TERMS, 2)
    clocks.run((1,), 0)
    assert clocks.flagged(13_999) == ()
    assert clocks.flagged(14_000) == (1,)


def test_a_new_turn_has_new_time_and_the_reserve_does_not_come_back() -> None:
    clocks = Clocks(TERMS, 2)
    clocks.run((0,), 0)
    clocks.run((1,), 13_000)
    assert clocks.left(13_000) == [(10_000, 1_000), (10_000, 4_000)]
    clocks.run((0,), 14_000)
    assert clocks.deadline() == 14_000 + 11_000


def test_a_reserve_does_not_go_below_nothing() -> None:
    clocks = Clocks(TERMS, 2)
    clocks.run((0,), 0)
    clocks.run((1,), 50_000)
    assert clocks.left(50_000)[0] == (10_000, 0)
    clocks.run((0,), 51_000)
    assert clocks.flagged(60_999) == ()
    assert clocks.flagged(61_000) == (0,)


def test_another_move_of_the_same_turn_does_not_start_the_clock_again() -> None:
    clocks = Clocks(TERMS, 2)
    clocks.run((0,), 0)
    clocks.run((0,), 8_000)
    assert clocks.left(9_000)[0] == (1_000, 4_000)


def test_a_rest_stops_every_clock_and_whoever_is_asked_next_has_a_new_turn() -> None:
    clocks = Clocks(TERMS, 2)
    clocks.run((0,), 0)
    clocks.rest(12_000)
    assert clocks.deadline() is None
    assert clocks.flagged(500_000) == ()
    assert clocks.left(500_000) == [(10_000, 2_000), (10_000, 4_000)]
    clocks.rest(600_000)
    clocks.run((0,), 700_000)
    assert clocks.left(701_000)[0] == (9_000, 2_000)


def test_a_deal_in_the_middle_of_a_turn_stops_the_clock_and_does_not_wind_it() -> None:
    clocks = Clocks(TERMS, 2)
    clocks.run((0,), 0)
    clocks.run((), 8_000)
    assert clocks.deadline() is None
    assert clocks.flagged(500_000) == ()
    assert clocks.left(20_000)[0] == (2_000, 4_000)
    clocks.run((0,), 20_000)
    assert clocks.left(21_000)[0] == (1_000, 4_000)
    assert clocks.deadline() == 26_000
    assert clocks.flagged(26_000) == (0,)


def test_a_deal_between_two_turns_charges_the_one_before() -> None:
    clocks = Clocks(TERMS, 2)
    clocks.run((0,), 0)
    clocks.run((), 11_000)
    clocks.run((1,), 12_000)
    assert clocks.left(12_000) == [(10_000, 3_000), (10_000, 4_000)]


def test_two_who_think_at_the_same_time() -> None:
    clocks = Clocks(TERMS, 3)
    clocks.run((0, 2), 0)
    assert clocks.flagged(14_000) == (0, 2)
    assert clocks.left(5_000) == [(5_000, 4_000), (10_000, 4_000), (5_000, 4_000)]


def test_no_clock_at_all() -> None:
    clocks = Clocks(Clock(turn=0), 2)
    clocks.run((0,), 0)
    assert (clocks.deadline(), clocks.flagged(10**12)) == (None, ())


@pytest.mark.parametrize(
    ("lags", "forgiven"),
    [
        ([0], [0]),
        ([500], [500]),
        ([-50], [0]),
        ([5_000], [2_000]),
        ([2_000, 2_000, 2_000], [2_000, 200, 200]),
        ([1_000, 0, 0, 5_000], [1_000, 0, 0, 1_600]),
    ],
)
def test_delay_is_forgiven_from_an_account(lags: list[int], forgiven: list[int]) -> None:
    """It fills up a little with each move: a constant lag is forgiven, a long one buys no time."""
    account = Lag(2_000, 2)
    assert [account.forgive(0, lag) for lag in lags] == forgiven
    assert account.forgive(1, 10_000) == 2_000


def test_an_account_that_is_empty_by_agreement() -> None:
    account = Lag(0, 1)
    assert [account.forgive(0, 100) for _ in range(3)] == [0, 0, 0]
