"""What a person or a bot at a table hears: the server's messages, with moves already checked and told."""

from typing import TypeAlias

import msgspec

from facedown.server.messages import FromLobby
from facedown.table.messages import Chatted, Offered, Overdue, Presence, Rejected, RematchWanted
from facedown.table.mirror import Mirror
from facedown.table.story import Moment


class Seated(msgspec.Struct, frozen=True):
    """You sit at a table, or are back at it; `moments` is what you have not heard of yet."""

    mirror: Mirror
    moments: list[Moment]
    back: bool = False


class Moved(msgspec.Struct, frozen=True):
    """The match went on."""

    mirror: Mirror
    moments: list[Moment]


class LineLost(msgspec.Struct, frozen=True):
    """The server is not there. The next attempt to reach it, counted from 0, is in so many seconds."""

    why: str
    wait: float
    attempt: int


class LineBack(msgspec.Struct, frozen=True):
    """The server is there again; where you sat, you will be seated."""


class KeyChanged(msgspec.Struct, frozen=True):
    """Somebody signs with another key than the one that we knew. Empty keys: none at all."""

    who: str
    """A player's name; empty: the server."""
    before: str
    since: int
    """When we first met that one, in seconds since 1970."""
    now: str


News: TypeAlias = (
    Seated
    | KeyChanged
    | Moved
    | LineLost
    | LineBack
    | FromLobby
    | Offered
    | Presence
    | Overdue
    | Chatted
    | Rejected
    | RematchWanted
)
