"""The store: match logs, accounts, decks and ratings in one SQLite file, written in groups."""

from facedown.store.accounts import Accounts, Player
from facedown.store.database import Database
from facedown.store.decks import Deck, Decks
from facedown.store.errors import (
    BadDeck,
    BadName,
    BadPassword,
    Conflict,
    DatabaseClosed,
    MatchOver,
    NameTaken,
    NewerDatabase,
    NotAGuest,
    StoreFailed,
    TooManyDecks,
    UnknownDeck,
    UnknownMatch,
    WrongCredentials,
)
from facedown.store.glicko import Rating
from facedown.store.log import EventLog
from facedown.store.matches import Match, Matches, Seated
from facedown.store.passwords import hash_password, verify_password
from facedown.store.ratings import Ratings, Rung
from facedown.store.tokens import Tokens

__all__ = [
    "Accounts",
    "BadDeck",
    "BadName",
    "BadPassword",
    "Conflict",
    "Database",
    "DatabaseClosed",
    "Deck",
    "Decks",
    "EventLog",
    "Match",
    "MatchOver",
    "Matches",
    "NameTaken",
    "NewerDatabase",
    "NotAGuest",
    "Player",
    "Rating",
    "Ratings",
    "Rung",
    "Seated",
    "StoreFailed",
    "Tokens",
    "TooManyDecks",
    "UnknownDeck",
    "UnknownMatch",
    "WrongCredentials",
    "hash_password",
    "verify_password",
]
