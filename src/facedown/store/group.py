"""Group commit: many pieces of writing, one transaction, and a failing piece harms no other.

Why so few statements: SQLite gives up the interpreter lock at every one, and a busy event loop hands it
back only every few milliseconds. So the rows that all waiting matches add to their logs go in as one
statement, which is its own transaction, and a savepoint around each piece is for groups that failed.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

Work: TypeAlias = Callable[[sqlite3.Connection], T]
"""Some reading or writing. Writing may be run twice, so it touches nothing but the connection."""

Row: TypeAlias = tuple[str, int, bytes]
"""A row of the log: stream, position, record."""


class Piece(NamedTuple, Generic[T]):
    """Work and the future that waits for it; `rows` if inserting them is all that the work does."""

    work: Work[T]
    rows: Sequence[Row]
    future: Future[T]


def commit(connection: sqlite3.Connection, pieces: Sequence[Piece[Any]]) -> list[Any]:
    """What each piece returned, or the `Exception` that it raised; by now it is on disk, or undone."""
    try:
        return _together(connection, pieces)
    except Exception:
        try:
            return _apart(connection, pieces)
        except Exception as error:
            return [error] * len(pieces)


def insert(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Add rows to the log, in as few statements as SQLite's limit on parameters allows."""
    at_once = _rows_at_once(connection)
    for start in range(0, len(rows), at_once):
        some = rows[start : start + at_once]
        connection.execute(
            "INSERT INTO records (stream, position, record) VALUES " + ", ".join(["(?, ?, ?)"] * len(some)),  # noqa: S608
            [value for row in some for value in row],
        )


def _together(connection: sqlite3.Connection, pieces: Sequence[Piece[Any]]) -> list[Any]:
    if all(piece.rows for piece in pieces):
        rows = [row for piece in pieces for row in piece.rows]
        if len(rows) <= _rows_at_once(connection):
            insert(connection, rows)
            return [None] * len(pieces)
    outcomes: list[Any] = []
    with _transaction(connection):
        for mergeable, run in groupby(pieces, key=lambda piece: bool(piece.rows)):
            if mergeable:
                merged = list(run)
                insert(connection, [row for piece in merged for row in piece.rows])
                outcomes += [None] * len(merged)
            else:
                outcomes += [piece.work(connection) for piece in run]
    return outcomes


def _apart(connection: sqlite3.Connection, pieces: Sequence[Piece[Any]]) -> list[Any]:
    with _transaction(connection):
        return [_isolated(connection, piece.work) for piece in pieces]


def _isolated(connection: sqlite3.Connection, work: Work[Any]) -> Any:
    connection.execute("SAVEPOINT piece")
    try:
        outcome = work(connection)
    except Exception as error:
        if not connection.in_transaction:  # the disk failed, and SQLite has undone the whole group
            raise
        connection.execute("ROLLBACK TO piece")
        outcome = error
    connection.execute("RELEASE piece")
    return outcome


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _rows_at_once(connection: sqlite3.Connection) -> int:
    return connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER) // 3
