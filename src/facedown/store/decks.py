"""Saved decks. Every call names the player, and another's deck is as one that does not exist."""

import secrets
import sqlite3
from concurrent.futures import Future

import msgspec

from facedown.store.database import Database
from facedown.store.errors import BadDeck, TooManyDecks, UnknownDeck

MOST_DECKS = 100
"""How many decks one player may keep, over all games."""
MOST_BYTES = 16_384
"""How large the list of cards may be."""
LONGEST_NAME = 60


class Deck(msgspec.Struct, frozen=True):
    """A saved deck; the list of cards is opaque to the store."""

    id: str
    game: str
    name: str
    cards: bytes
    saved: int


_DECK = "SELECT id, game, name, cards, saved FROM decks WHERE player = ?"


class Decks:
    """The decks of each player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(
        self, player: str, game: str, name: str, cards: bytes, saved: int, *, deck: str | None = None
    ) -> Future[Deck]:
        """Save a new deck, or replace the player's deck with the given id."""
        if not (name.strip() and len(name) <= LONGEST_NAME and name.isprintable()):
            raise BadDeck(f"a deck's name has 1 to {LONGEST_NAME} printable characters")
        if len(cards) > MOST_BYTES:
            raise BadDeck(f"a deck has at most {MOST_BYTES} bytes")
        entry = Deck(deck or secrets.token_hex(8), game, name, cards, saved)

        def create(connection: sqlite3.Connection) -> Deck:
            count = "SELECT count(*) FROM decks WHERE player = ?"
            if connection.execute(count, (player,)).fetchone()[0] >= MOST_DECKS:
                raise TooManyDecks(f"a player keeps at most {MOST_DECKS} decks")
            connection.execute(
                "INSERT INTO decks (player, id, game, name, cards, saved) VALUES (?, ?, ?, ?, ?, ?)",
                (player, *msgspec.structs.astuple(entry)),
            )
            return entry

        def replace(connection: sqlite3.Connection) -> Deck:
            changed = connection.execute(
                "UPDATE decks SET name = ?, cards = ?, saved = ? WHERE player = ? AND id = ? AND game = ?",
                (name, cards, saved, player, deck, game),
            ).rowcount
            if not changed:
                raise UnknownDeck("there is no such deck")
            return entry

        return self._database.write(create if deck is None else replace)

    def list(self, player: str, game: str) -> list[Deck]:
        """The player's decks for a game, by name."""
        rows = self._database.read(
            lambda connection: connection.execute(
                f"{_DECK} AND game = ? ORDER BY name, id", (player, game)
            ).fetchall()
        )
        return [Deck(*row) for row in rows]

    def get(self, player: str, deck: str) -> Deck:
        """One deck of the player, else `UnknownDeck`."""
        row = self._database.read(
            lambda connection: connection.execute(f"{_DECK} AND id = ?", (player, deck)).fetchone()
        )
        if row is None:
            raise UnknownDeck("there is no such deck")
        return Deck(*row)

    def delete(self, player: str, deck: str) -> Future[None]:
        """Delete one deck of the player, else fail with `UnknownDeck`."""

        def work(connection: sqlite3.Connection) -> None:
            delete = "DELETE FROM decks WHERE player = ? AND id = ?"
            if not connection.execute(delete, (player, deck)).rowcount:
                raise UnknownDeck("there is no such deck")

        return self._database.write(work)
