"""The matches: who sits where in which game, their logs, and the dealer's secrets while they run."""

import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Literal

import msgspec

from facedown.store.database import Database
from facedown.store.errors import Conflict, MatchOver, UnknownMatch
from facedown.store.group import Row, insert
from facedown.store.ratings import rate


class Seated(msgspec.Struct, frozen=True, array_like=True):
    """Who has a seat; a bot has a name but is no player."""

    player: str | None
    name: str


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match as listings show it: everything but its log and its secret. Times are milliseconds."""

    id: str
    game: str
    dealer: str
    options: bytes
    seats: tuple[Seated, ...]
    created: int
    rated: bool = False
    private: bool = False
    """Not in the list of those that are running; whoever has the id may still watch."""
    finished: int | None = None
    outcome: bytes | None = None
    entries: int = 0

    @property
    def status(self) -> Literal["running", "finished"]:
        """Whether the match still takes records."""
        return "running" if self.finished is None else "finished"


_LENGTH = "(SELECT coalesce(max(position) + 1, 0) FROM records WHERE stream = {})"
_MATCH = f"""
    SELECT id, game, dealer, options, rated, private, created, finished, outcome, {_LENGTH.format("id")},
        (SELECT json_group_array(json_array(player, name))
            FROM (SELECT player, name FROM seats WHERE match = number ORDER BY seat))
    FROM matches
"""  # noqa: S608 (constants)
_seats = msgspec.json.Decoder(tuple[Seated, ...])


class Matches:
    """The index of matches and, as an `EventLog`, the log of each under its id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, match: Match, secret: bytes, records: Sequence[bytes]) -> Future[None]:
        """Write a new match, the dealer's secret and the first records, all or nothing."""

        def work(connection: sqlite3.Connection) -> None:
            number = connection.execute(
                "INSERT INTO matches (id, game, dealer, options, rated, private, created)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    match.id,
                    match.game,
                    match.dealer,
                    match.options,
                    match.rated,
                    match.private,
                    match.created,
                ),
            ).lastrowid
            connection.executemany(
                "INSERT INTO seats (match, seat, player, name) VALUES (?, ?, ?, ?)",
                [(number, seat, seated.player, seated.name) for seat, seated in enumerate(match.seats)],
            )
            connection.execute("INSERT INTO secrets (match, secret) VALUES (?, ?)", (number, secret))
            insert(connection, _rows(match.id, 0, records))

        return self._database.write(work)

    def keep_secret(self, match: str, secret: bytes) -> Future[None]:
        """Keep another secret of a running match instead of the one before."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE secrets SET secret = ? WHERE match = (SELECT number FROM matches WHERE id = ?)",
                (secret, match),
            )

        return self._database.write(work)

    def append(self, match: str, expected: int, records: Sequence[bytes]) -> Future[None]:
        """Add records to a running match that holds `expected`, else fail with `Conflict`."""
        rows = _rows(match, expected, records)

        def work(connection: sqlite3.Connection) -> None:
            _append(connection, match, expected, rows)

        return self._database.write(work, rows)

    def finish(
        self,
        match: str,
        expected: int,
        records: Sequence[bytes],
        *,
        outcome: bytes,
        finished: int,
        scores: Mapping[str, float],
        signs: Mapping[int, str] | None = None,
    ) -> Future[None]:
        """Add the last records, note the outcome, drop the secret and rate the players, all or nothing.

        `scores` says how each rated player fared against the others (higher is better; none: unrated);
        `signs` are signatures under the whole log that are there at once.
        """
        rows = _rows(match, expected, records)

        def work(connection: sqlite3.Connection) -> None:
            number, game = _append(connection, match, expected, rows)
            connection.execute(
                "UPDATE matches SET finished = ?, outcome = ? WHERE number = ?", (finished, outcome, number)
            )
            connection.execute("DELETE FROM secrets WHERE match = ?", (number,))
            for seat, sign in (signs or {}).items():
                _sign(connection, number, seat, sign)
            rate(connection, game, scores, finished)

        return self._database.write(work)

    def read(self, match: str, start: int = 0) -> list[bytes]:
        """The records of a match from position `start` on."""
        rows = self._database.read(
            lambda connection: connection.execute(
                "SELECT record FROM records WHERE stream = ? AND position >= ? ORDER BY position",
                (match, start),
            ).fetchall()
        )
        return [record for (record,) in rows]

    def ends(self, match: str) -> list[bytes]:
        """The first and the last record of a match."""
        rows = self._database.read(
            lambda connection: connection.execute(
                "SELECT record FROM records WHERE stream = ? AND position IN"
                " (0, (SELECT max(position) FROM records WHERE stream = ?)) ORDER BY position",
                (match, match),
            ).fetchall()
        )
        return [record for (record,) in rows]

    def sign(self, match: str, seat: int, sign: str) -> Future[None]:
        """Keep a signature under the whole log of a finished match. A seat's first one stays."""

        def work(connection: sqlite3.Connection) -> None:
            found = connection.execute(
                "SELECT number FROM matches WHERE id = ? AND finished IS NOT NULL", (match,)
            ).fetchone()
            if found is None:
                raise UnknownMatch(f"there is no finished match {match}")
            _sign(connection, found[0], seat, sign)

        return self._database.write(work)

    def signs(self, match: str) -> dict[int, str]:
        """The signatures under the whole log, by seat."""
        rows = self._database.read(
            lambda connection: connection.execute(
                "SELECT seat, sign FROM signatures JOIN matches ON number = match WHERE id = ?", (match,)
            ).fetchall()
        )
        return dict(rows)

    def length(self, match: str) -> int:
        """How many records a match holds."""
        select = f"SELECT {_LENGTH.format('?')}"
        (length,) = self._database.read(lambda connection: connection.execute(select, (match,)).fetchone())
        return int(length)

    def get(self, match: str) -> Match | None:
        """The match with this id."""
        return next(iter(self._select("WHERE id = ?", match)), None)

    def running(self) -> list[Match]:
        """Every match that a restarted server has to take up again, oldest first."""
        return self._select("WHERE finished IS NULL ORDER BY number")

    def newest_running(self, limit: int, before: str | None = None) -> list[Match]:
        """A page of the public matches that are running, newest first; `before` as in `history`."""
        return self._select(
            "WHERE finished IS NULL AND NOT private"
            " AND (? IS NULL OR number < (SELECT number FROM matches WHERE id = ?))"
            " ORDER BY number DESC LIMIT ?",
            before,
            before,
            limit,
        )

    def history(self, player: str, limit: int, before: str | None = None) -> list[Match]:
        """A player's matches, newest first; `before` is the last match of the page already seen."""
        return self._select(
            "WHERE number IN (SELECT DISTINCT match FROM seats WHERE player = ?"
            " AND (? IS NULL OR match < (SELECT number FROM matches WHERE id = ?))"
            " ORDER BY match DESC LIMIT ?) ORDER BY number DESC",
            player,
            before,
            before,
            limit,
        )

    def secret(self, match: str) -> bytes | None:
        """The dealer's secret; none once the match is finished."""
        row = self._database.read(
            lambda connection: connection.execute(
                "SELECT secret FROM secrets JOIN matches ON number = match WHERE id = ?", (match,)
            ).fetchone()
        )
        return row[0] if row else None

    def _select(self, where: str, *parameters: Any) -> list[Match]:
        rows = self._database.read(
            lambda connection: connection.execute(_MATCH + where, parameters).fetchall()
        )
        return [
            Match(
                id=id,
                game=game,
                dealer=dealer,
                options=options,
                rated=bool(rated),
                private=bool(private),
                seats=_seats.decode(seats),
                created=created,
                finished=finished,
                outcome=outcome,
                entries=entries,
            )
            for id, game, dealer, options, rated, private, created, finished, outcome, entries, seats in rows
        ]


def _rows(match: str, start: int, records: Sequence[bytes]) -> list[Row]:
    return [(match, start + offset, record) for offset, record in enumerate(records)]


def _sign(connection: sqlite3.Connection, number: int, seat: int, sign: str) -> None:
    connection.execute("INSERT OR IGNORE INTO signatures VALUES (?, ?, ?)", (number, seat, sign))


def _append(connection: sqlite3.Connection, match: str, expected: int, rows: list[Row]) -> tuple[int, str]:
    found = connection.execute(
        f"SELECT number, game, finished, {_LENGTH.format('id')} FROM matches WHERE id = ?",  # noqa: S608
        (match,),
    ).fetchone()
    if found is None:
        raise UnknownMatch(f"there is no match {match}")
    number, game, finished, actual = found
    if finished is not None:
        raise MatchOver(f"{match} is finished")
    if actual != expected:
        raise Conflict(match, expected, actual)
    insert(connection, rows)
    return number, game
