"""Matches between bots are real matches: they add up, alternate, repeat and verify."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from conformance.peek import PEEK
from facedown.bots.arena import Result, matches
from facedown.bots.bot import AnyGame, Bot
from facedown.games.duel import DECKS, DUEL, DuelOptions
from facedown.kernel import Faces, Seat, entitled, may_look
from facedown.table import log_file, verify
from facedown.table.entries import Acted, read_entry


class Lazy(Bot):
    """Ends its turn, and checks on the way that it is shown what it may see and nothing more."""

    def choose(self, game: AnyGame, state: Any, seat: Seat, faces: Faces) -> Any:
        zones = list(game.zones(state))
        lying = {ref for zone in zones for ref in zone.refs}
        assert all(may_look(entitled(zones, ref), seat) for ref in faces if ref in lying)
        assert set(state.sides[seat].hand) <= set(faces)
        return game.legal(state, seat, faces)[0]


def played(**more: Any) -> list[Result]:
    return list(matches(DUEL, ["greedy", "random"], **{"games": 8, "seed": 5, **more}))


def test_results_add_up() -> None:
    results = played()
    assert [result.at for result in results] == list(range(8))
    for result in results:
        assert result.players == ("greedy", "random")
        acted = [body for body in (read_entry(line).body for line in result.lines) if isinstance(body, Acted)]
        seats = Counter(body.seat for body in acted)
        assert sorted(result.actions) == sorted(seats.values())
        first = acted[0].seat
        assert result.actions[result.first] == seats[first]
        assert result.turns == 1 + sum(a.seat != b.seat for a, b in pairwise(acted))
        assert (result.reason, len(result.winners)) == ("hero fell", 1)
        assert all(spent > 0 for spent in result.seconds)
    assert sum(result.winners == (0,) for result in results) >= 7


def test_logs_verify_as_fair_and_agree_with_the_result() -> None:
    for result in played(games=4):
        report = verify(log_file(result.lines))
        assert report.finished
        assert report.outcome is not None
        assert {report.players[seat] for seat in report.outcome.winners} == {
            result.players[who] for who in result.winners
        }


def test_players_change_seats_and_meet_with_every_combination_of_decks() -> None:
    results = played(games=32)
    assert set(Counter(result.decks for result in results).values()) == {2}
    assert {result.decks for result in results} == {(one, two) for one in DECKS for two in DECKS}
    names = [verify(log_file(result.lines)).players for result in results[:4]]
    assert names == [("greedy", "random"), ("random", "greedy")] * 2


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes() -> None:
    def lines(**more: Any) -> list[tuple[bytes, ...]]:
        return [result.lines for result in played(games=4, **more)]

    assert lines() == lines(processes=2)
    assert lines() != lines(seed=6)


def test_results_come_one_by_one() -> None:
    endless = matches(DUEL, ["random", "random"], 1_000_000)
    assert [next(endless).at for _ in range(3)] == [0, 1, 2]


def test_a_bot_of_ones_own_sees_what_its_seat_may_see() -> None:
    results = list(matches(DUEL, [Lazy, "random"], 4, seed=3, decks={"starter": DECKS["starter"]}))
    assert {result.players for result in results} == {("Lazy", "random")}
    assert {result.decks for result in results} == {("starter", "starter")}
    assert all(result.winners == (1,) for result in results)


def test_options_and_draws() -> None:
    (result,) = matches(DUEL, [Lazy, Lazy], 1, options=DuelOptions(turn_limit=7), seed=1)
    assert (result.winners, result.reason, result.turns, sum(result.actions)) == ((), "turn limit", 7, 7)


def test_a_game_without_end_is_drawn() -> None:
    (result,) = matches(DUEL, [Lazy, Lazy], 1, seed=1, most=20)
    assert (result.winners, result.reason, sum(result.actions)) == ((), "agreed", 20)
    assert verify(log_file(result.lines)).finished


def test_three_at_a_table() -> None:
    results = list(matches(PEEK, ["random", "greedy", "random"], 6, seed=2))
    assert all(len(result.actions) == 3 for result in results)
    assert {result.first for result in results} == {0, 1, 2}


def test_the_wrong_number_of_players() -> None:
    with pytest.raises(ValueError, match="duel is for 2 players, here are 3"):
        next(matches(DUEL, ["random"] * 3, 1))
