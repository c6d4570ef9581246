"""Ratings of players per game, and the ladder."""

import sqlite3
from collections.abc import Mapping

import msgspec

from facedown.store.database import Database
from facedown.store.glicko import Rating, aged, updated


class Rung(msgspec.Struct, frozen=True):
    """One place on the ladder."""

    player: str
    name: str
    rating: Rating


class Ratings:
    """Reads ratings; they change only as part of finishing a match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rating(self, player: str, game: str) -> Rating:
        """The player's rating in the game; the one everybody starts with if there is none yet."""
        return self._database.read(lambda connection: _rating(connection, player, game))

    def ladder(self, game: str, limit: int = 100) -> list[Rung]:
        """The best registered players, by the strength they surely have: rating less two deviations."""
        rows = self._database.read(
            lambda connection: connection.execute(
                "SELECT player, name, rating, deviation, volatility, games, played"
                " FROM ratings JOIN players ON id = player"
                " WHERE game = ? AND password IS NOT NULL ORDER BY rating - 2 * deviation DESC LIMIT ?",
                (game, limit),
            ).fetchall()
        )
        return [Rung(player, name, Rating(*rating)) for player, name, *rating in rows]


def rate(connection: sqlite3.Connection, game: str, scores: Mapping[str, float], now: int) -> None:
    """Update everybody who scored, each against every other; a match with one rated player rates nobody.

    It runs inside the transaction that finishes the match: a rating read earlier could be a match behind.
    """
    if len(scores) < 2:
        return
    before = {player: aged(_rating(connection, player, game), now) for player in scores}
    for player, score in scores.items():
        results = [
            (before[other], (1 + (score > theirs) - (score < theirs)) / 2)
            for other, theirs in scores.items()
            if other != player
        ]
        after = updated(before[player], results, now)
        connection.execute(
            "INSERT OR REPLACE INTO ratings (player, game, rating, deviation, volatility, games, played)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (player, game, *msgspec.structs.astuple(after)),
        )


def _rating(connection: sqlite3.Connection, player: str, game: str) -> Rating:
    row = connection.execute(
        "SELECT rating, deviation, volatility, games, played FROM ratings WHERE player = ? AND game = ?",
        (player, game),
    ).fetchone()
    return Rating(*row) if row else Rating()
