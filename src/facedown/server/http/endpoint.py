"""A row of the route table, and a request that was checked against it."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from facedown.server.http.refusals import NotFound, NotSignedIn
from facedown.store import Player
from facedown.table import find_game
from facedown.table.table import AnyGame

if TYPE_CHECKING:
    from facedown.server.app import Server

JSON = "application/json"

PRIVATE = "no-store"
CHANGING = "no-cache"
HOUR = "public, max-age=3600"
FOREVER = "public, max-age=31536000, immutable"
"""What caches may do with an answer."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client asks: the fields of a JSON body, or of the query. A field nobody knows is refused."""


class Nothing(Ask, frozen=True):
    """No fields."""


AskT = TypeVar("AskT", bound=Ask)
AnswerT = TypeVar("AnswerT")

Effort: TypeAlias = Literal["light", "text", "log", "password", "audit", "signature"]
"""What kind of work a request makes. So much of each is done at a time, and all but the light has a pace."""


class Call(Generic[AskT]):
    """One request. What it holds was checked; handlers run on threads and may wait for the disk."""

    ask: AskT

    def __init__(
        self,
        server: "Server",
        path: Mapping[str, str],
        token: str | None,
        address: str,
        *,
        now: int,
        soon: Callable[[Callable[[], object]], object],
        count_name: Callable[[str], None],
    ) -> None:
        self.server = server
        self.path = path
        self.token = token
        self.address = address
        """From where it comes, as far as that is one person's."""
        self.now = now
        """Milliseconds since 1970."""
        self.soon = soon
        """Runs something on the event loop, where the tables are."""
        self.count_name = count_name
        """Counts an attempt against an account's name, or raises `TooMany`."""

    @cached_property
    def visitor(self) -> Player | None:
        """Who asks; None if no token came along. A token that is not valid is refused."""
        if self.token is None:
            return None
        player = self.server.tokens.who(self.token, self.now)
        if player is None:
            raise NotSignedIn("that token has expired or was revoked; log in again")
        return player

    @property
    def player(self) -> Player:
        """Who asks, where that has to be somebody."""
        if self.visitor is None:
            raise NotSignedIn("send your token: `Authorization: Bearer …`")
        return self.visitor


class Endpoint(msgspec.Struct, Generic[AskT, AnswerT], frozen=True):
    """A method and a path, what is asked and what is answered. /openapi.json is made from these."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    run: Callable[[Call[AskT]], AnswerT]
    ask: type[AskT]
    answer: type[AnswerT]
    signed: Literal["no", "maybe", "yes"] = "no"
    status: int = 200
    cache: str = PRIVATE
    effort: Effort = "light"
    media: str = JSON
    """Of the answer; what is not JSON the handler makes a response of itself."""
    faults: tuple[int, ...] = ()
    """Statuses of errors that this endpoint has beyond those that all have."""

    @property
    def has_body(self) -> bool:
        """Whether the fields come in a body; else they come in the query."""
        return self.method in ("POST", "PUT") and self.ask is not Nothing


AnyEndpoint = Endpoint[Any, Any]


def game_called(name: str) -> AnyGame:
    """The game of this name, or `NotFound`."""
    try:
        return find_game(name)
    except LookupError as error:
        raise NotFound(str(error)) from None
