"""Players: guests, who have a name, and accounts, whose name is theirs alone."""

import re
import secrets
import sqlite3
from concurrent.futures import Future

import msgspec

from facedown.store.database import Database
from facedown.store.errors import BadName, NameTaken, NotAGuest, WrongCredentials
from facedown.store.passwords import hash_password, outdated, verify_password

# ASCII alone: a name that looks like another's must be another's.
_NAME = re.compile(r"[A-Za-z0-9_-]{3,20}")


PURGED = 1000
"""So many forgotten guests go at once: the tables must not wait long."""

_GONE = """SELECT id FROM players WHERE password IS NULL AND created < ?
    AND NOT EXISTS (SELECT 1 FROM tokens WHERE player = id)"""
_UNKNOWN = """NOT EXISTS (SELECT 1 FROM seats WHERE player = id)
    AND NOT EXISTS (SELECT 1 FROM ratings WHERE player = id)"""


class Player(msgspec.Struct, frozen=True):
    """A person, by an id that outlives every name."""

    id: str
    name: str
    guest: bool
    created: int


class Accounts:
    """Who there is. `register` and `login` hash a password and wait for the disk: call them on a thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def guest(self, name: str, created: int) -> Future[Player]:
        """A new guest. Guests may share a name with each other, but not with an account."""
        _check(name)
        player = Player(secrets.token_hex(8), name, True, created)

        def work(connection: sqlite3.Connection) -> Player:
            _refuse_taken(connection, name)
            _insert(connection, player, None)
            return player

        return self._database.write(work)

    def register(self, name: str, password: str, created: int, guest: str | None = None) -> Player:
        """A new account; the guest with the given id becomes it and keeps id, decks and history."""
        _check(name)
        self._database.read(lambda connection: _refuse_taken(connection, name))
        stored = hash_password(password)
        fresh = Player(secrets.token_hex(8), name, False, created)

        def work(connection: sqlite3.Connection) -> Player:
            _refuse_taken(connection, name)
            if guest is None:
                _insert(connection, fresh, stored)
                return fresh
            row = connection.execute(
                "UPDATE players SET name = ?, password = ? WHERE id = ? AND password IS NULL"
                " RETURNING created",
                (name, stored, guest),
            ).fetchone()
            if row is None:
                raise NotAGuest("only a guest can become an account")
            return Player(guest, name, False, row[0])

        return self._database.write(work).result()

    def login(self, name: str, password: str) -> Player:
        """The account with this name and password, else `WrongCredentials`."""
        row = self._database.read(lambda connection: _account(connection, name))
        # An unknown name costs the same time as a wrong password: nobody learns here who has an account.
        if not verify_password(row and row[-1], password) or row is None:
            raise WrongCredentials("wrong name or password")
        id, name, created, stored = row
        if outdated(stored):
            self._rehash(id, stored, password)
        return Player(id, name, False, created)

    def get(self, player: str) -> Player | None:
        """The player with this id."""
        row = self._database.read(
            lambda connection: connection.execute(
                "SELECT id, name, password IS NULL, created FROM players WHERE id = ?", (player,)
            ).fetchone()
        )
        return Player(row[0], row[1], bool(row[2]), row[3]) if row else None

    def purge(self, before: int) -> Future[int]:
        """Forget guests from before then who cannot come back: no token is left that they could show.

        Their decks go with them. One who has played stays as a name in the histories of others.
        """

        def work(connection: sqlite3.Connection) -> int:
            connection.execute(f"DELETE FROM decks WHERE player IN ({_GONE})", (before,))  # noqa: S608
            delete = f"DELETE FROM players WHERE id IN ({_GONE} AND {_UNKNOWN} LIMIT ?)"  # noqa: S608
            return connection.execute(delete, (before, PURGED)).rowcount

        return self._database.write(work)

    def _rehash(self, player: str, stored: str, password: str) -> None:
        fresh = hash_password(password)
        self._database.write(
            lambda connection: (
                connection.execute(
                    "UPDATE players SET password = ? WHERE id = ? AND password = ?", (fresh, player, stored)
                ).rowcount
            )
        ).result()


def _check(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise BadName("a name has 3 to 20 characters: letters, digits, _ and -")


def _account(connection: sqlite3.Connection, name: str) -> tuple[str, str, int, str] | None:
    if not _NAME.fullmatch(name):
        return None
    select = "SELECT id, name, created, password FROM players WHERE name = ? AND password IS NOT NULL"
    row: tuple[str, str, int, str] | None = connection.execute(select, (name,)).fetchone()
    return row


def _refuse_taken(connection: sqlite3.Connection, name: str) -> None:
    if _account(connection, name):
        raise NameTaken(f"the name {name} is taken")


def _insert(connection: sqlite3.Connection, player: Player, password: str | None) -> None:
    connection.execute(
        "INSERT INTO players (id, name, password, created) VALUES (?, ?, ?, ?)",
        (player.id, player.name, password, player.created),
    )
