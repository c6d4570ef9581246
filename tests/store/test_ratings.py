"""Ratings are kept per game, from the newest state, and make a ladder."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

import pytest
from argon2 import PasswordHasher

from facedown.store import Accounts, Database, Rating, Ratings, passwords
from facedown.store.ratings import rate

OneGroup = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def ratings(database: Database) -> Ratings:
    return Ratings(database)


@pytest.fixture
def players(database: Database, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    accounts = Accounts(database)
    return {name: accounts.register(name, "password", 0).id for name in ("ann", "bob", "cat", "dan")}


def score(database: Database, scores: dict[str, float], now: int = 1) -> None:
    database.write(lambda connection: rate(connection, "duel", scores, now)).result(60)


def test_everybody_starts_alike(ratings: Ratings) -> None:
    assert ratings.rating("anybody", "duel") == Rating()


def test_a_result_counts_in_its_game_only(
    ratings: Ratings, database: Database, players: dict[str, str]
) -> None:
    score(database, {players["ann"]: 1, players["bob"]: 0}, now=7)
    ann = ratings.rating(players["ann"], "duel")
    assert ann.rating > 1500
    assert (ann.games, ann.played) == (1, 7)
    assert ratings.rating(players["ann"], "lanes") == Rating()


def test_ratings_before_the_match_decide_not_the_order_of_seats(
    ratings: Ratings, database: Database, players: dict[str, str]
) -> None:
    score(database, {players["ann"]: 1, players["bob"]: 0})
    ann, bob = (ratings.rating(players[name], "duel") for name in ("ann", "bob"))
    assert ann.rating - 1500 == pytest.approx(1500 - bob.rating)


def test_four_players_rank_by_score(ratings: Ratings, database: Database, players: dict[str, str]) -> None:
    score(database, {players["ann"]: 3, players["bob"]: 1, players["cat"]: 1, players["dan"]: 0})
    ann, bob, cat, dan = (ratings.rating(id, "duel").rating for id in players.values())
    assert ann > bob == cat > dan


def test_one_player_alone_is_not_rated(ratings: Ratings, database: Database, players: dict[str, str]) -> None:
    score(database, {players["ann"]: 1})
    assert ratings.rating(players["ann"], "duel") == Rating()


def test_two_results_in_one_commit_both_count(
    ratings: Ratings, database: Database, players: dict[str, str], one_group: OneGroup
) -> None:
    with one_group():
        for opponent in ("bob", "cat"):
            scores = {players["ann"]: 1, players[opponent]: 0}
            database.write(partial(rate, game="duel", scores=scores, now=1))
    database.write(lambda _: None).result(60)
    assert ratings.rating(players["ann"], "duel").games == 2


def test_the_ladder_prefers_the_surely_strong(
    ratings: Ratings, database: Database, players: dict[str, str]
) -> None:
    for _ in range(20):
        score(database, {players["ann"]: 1, players["bob"]: 0})
    score(database, {players["cat"]: 1, players["ann"]: 0})
    ladder = ratings.ladder("duel")
    assert [rung.name for rung in ladder] == ["ann", "cat", "bob"]
    assert ladder[0].player == players["ann"]
    assert ladder[0].rating == ratings.rating(players["ann"], "duel")
    assert [rung.name for rung in ratings.ladder("duel", limit=1)] == ["ann"]
    assert ratings.ladder("lanes") == []


def test_guests_are_not_on_the_ladder(ratings: Ratings, database: Database, players: dict[str, str]) -> None:
    guest = Accounts(database).guest("guest", 0).result(60)
    score(database, {guest.id: 1, players["ann"]: 0})
    assert [rung.name for rung in ratings.ladder("duel")] == ["ann"]
