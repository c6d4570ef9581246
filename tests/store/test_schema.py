"""Migrations run in order, once, all or nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from facedown.store import Database, NewerDatabase
from facedown.store.schema import MIGRATIONS, migrate


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_a_fresh_file_gets_every_migration(connection: sqlite3.Connection) -> None:
    migrate(connection)
    assert version(connection) == len(MIGRATIONS)
    assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)


def test_only_missing_migrations_run_and_data_stays(connection: sqlite3.Connection) -> None:
    first = ["CREATE TABLE a (x)", "INSERT INTO a VALUES (1)"]
    migrate(connection, [first])
    migrate(connection, [first])
    migrate(connection, [first, ["ALTER TABLE a ADD COLUMN y DEFAULT 2"]])
    assert version(connection) == 2
    assert connection.execute("SELECT x, y FROM a").fetchall() == [(1, 2)]


def test_a_failing_migration_leaves_the_file_as_it_was(connection: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, [["CREATE TABLE a (x)", "CREATE NONSENSE"]])
    assert version(connection) == 0
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []


def test_a_newer_file_is_refused_and_left_alone(path: Path, connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(NewerDatabase, match="upgrade"):
        Database(path)
    assert version(connection) == len(MIGRATIONS) + 1
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
