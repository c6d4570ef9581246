"""The tables, as an ordered list of migrations; the file's `user_version` counts those it has seen."""

import sqlite3
from collections.abc import Sequence

from facedown.store.errors import NewerDatabase

_FIRST = (
    # A guest is a player without a password. NOCASE folds ASCII only, and so do the rules for names.
    """CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL COLLATE NOCASE,
        password TEXT,
        created INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE UNIQUE INDEX account_names ON players (name) WHERE password IS NOT NULL",
    """CREATE TABLE tokens (
        digest BLOB PRIMARY KEY,
        player TEXT NOT NULL REFERENCES players,
        expires INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX tokens_of_player ON tokens (player)",
    "CREATE INDEX tokens_by_expiry ON tokens (expires)",
    # The key leads with the player, so that a deck cannot be reached without naming its owner.
    """CREATE TABLE decks (
        player TEXT NOT NULL REFERENCES players,
        id TEXT NOT NULL,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        cards BLOB NOT NULL,
        saved INTEGER NOT NULL,
        PRIMARY KEY (player, id)
    ) WITHOUT ROWID""",
    """CREATE TABLE ratings (
        player TEXT NOT NULL REFERENCES players,
        game TEXT NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        games INTEGER NOT NULL,
        played INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    ) WITHOUT ROWID""",
    "CREATE INDEX ladder ON ratings (game, rating - 2 * deviation DESC)",
    # `number` grows as matches open: history pages by it, and equal times need no tie-break.
    """CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        dealer TEXT NOT NULL,
        options BLOB NOT NULL,
        rated INTEGER NOT NULL,
        created INTEGER NOT NULL,
        finished INTEGER,
        outcome BLOB
    )""",
    "CREATE INDEX running_matches ON matches (number) WHERE finished IS NULL",
    """CREATE TABLE seats (
        match INTEGER NOT NULL REFERENCES matches,
        seat INTEGER NOT NULL,
        player TEXT REFERENCES players,
        name TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID""",
    "CREATE INDEX matches_of_player ON seats (player, match) WHERE player IS NOT NULL",
    "CREATE TABLE secrets (match INTEGER PRIMARY KEY REFERENCES matches, secret BLOB NOT NULL)",
    # A rowid table packs fresh records onto the same pages whichever match they belong to: half the
    # processor time and half the write-ahead log of a table clustered by stream.
    """CREATE TABLE records (
        stream TEXT NOT NULL,
        position INTEGER NOT NULL,
        record BLOB NOT NULL,
        PRIMARY KEY (stream, position)
    )""",
    # The law of the log is kept here and not in the code that appends, so that the records of many
    # matches may go in as one statement.
    """CREATE TRIGGER records_in_order BEFORE INSERT ON records
    WHEN NOT EXISTS (SELECT 1 FROM matches WHERE id = NEW.stream AND finished IS NULL)
        OR NEW.position <> (SELECT coalesce(max(position) + 1, 0) FROM records WHERE stream = NEW.stream)
    BEGIN SELECT RAISE(ABORT, 'records: out of order'); END""",
)

_SECOND = (
    "ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX guests ON players (created) WHERE password IS NULL",
)

_THIRD = (
    # Under the whole log of a finished match, one for each seat; the server's is under -1.
    """CREATE TABLE signatures (
        match INTEGER NOT NULL REFERENCES matches,
        seat INTEGER NOT NULL,
        sign TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID""",
)

MIGRATIONS: Sequence[Sequence[str]] = (_FIRST, _SECOND, _THIRD)
"""Statements that lead from each version to the next. Never edit one that was released: add another."""


def migrate(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring the file to the newest version, or leave it as it was."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(migrations):
            raise NewerDatabase(
                f"the database has version {version}, this Facedown knows up to {len(migrations)}: upgrade it"
            )
        for migration in migrations[version:]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
