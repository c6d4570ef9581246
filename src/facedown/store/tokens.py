"""Tokens: who holds one is that player until it expires or is revoked. Only their digests are stored."""

import hashlib
import secrets
import sqlite3
from concurrent.futures import Future

from facedown.store.accounts import Player
from facedown.store.database import Database


class Tokens:
    """The tokens of guests and accounts alike. Times are milliseconds, and come from the caller."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def issue(self, player: str, expires: int) -> Future[str]:
        """A new token for the player, told this once."""
        token = secrets.token_urlsafe(32)

        def work(connection: sqlite3.Connection) -> str:
            connection.execute(
                "INSERT INTO tokens (digest, player, expires) VALUES (?, ?, ?)",
                (_digest(token), player, expires),
            )
            return token

        return self._database.write(work)

    def who(self, token: str, now: int) -> Player | None:
        """Whose token this is, if it is anybody's."""
        row = self._database.read(
            lambda connection: connection.execute(
                "SELECT id, name, password IS NULL, created FROM tokens JOIN players ON id = player"
                " WHERE digest = ? AND expires > ?",
                (_digest(token), now),
            ).fetchone()
        )
        return Player(row[0], row[1], bool(row[2]), row[3]) if row else None

    def revoke(self, token: str) -> Future[int]:
        """End one token. Futures of this class tell how many tokens went."""
        return self._delete("digest = ?", _digest(token))

    def revoke_all(self, player: str) -> Future[int]:
        """End every token of a player."""
        return self._delete("player = ?", player)

    def purge(self, now: int) -> Future[int]:
        """Forget the tokens that have expired."""
        return self._delete("expires <= ?", now)

    def _delete(self, which: str, value: bytes | str | int) -> Future[int]:
        delete = f"DELETE FROM tokens WHERE {which}"  # noqa: S608 (constants)
        return self._database.write(lambda connection: connection.execute(delete, (value,)).rowcount)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()
