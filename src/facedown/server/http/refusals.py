"""Why a request is turned away, as a status, a stable code and a sentence."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from starlette.responses import Response

from facedown.kernel import IllegalAction, Refused
from facedown.store import NameTaken, NotAGuest, TooManyDecks, UnknownDeck, WrongCredentials


class Fault(msgspec.Struct, frozen=True):
    """Every error looks like this. `code` is stable, `message` is for people."""

    code: str
    message: str


class TurnedAway(Refused):
    """The root of refusals that only HTTP knows."""

    status: ClassVar[int] = 400

    def __init__(self, why: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(why)
        self.headers = dict(headers or {})


class BadRequest(TurnedAway):
    """Not JSON, or not the fields that this endpoint takes."""

    code = "invalid"


class NotSignedIn(TurnedAway):
    """No token, or one that has expired or was revoked."""

    code, status = "token", 401

    def __init__(self, why: str) -> None:
        super().__init__(why, {"WWW-Authenticate": "Bearer"})


class NotFound(TurnedAway):
    """There is no such thing, or it is not yours."""

    code, status = "unknown", 404


class WrongMethod(TurnedAway):
    """This address takes other methods."""

    code, status = "method", 405


class TooSlow(TurnedAway):
    """The request did not arrive in time."""

    code, status = "slow", 408


class TooLarge(TurnedAway):
    """The request is larger than any that makes sense."""

    code, status = "size", 413


class NotJson(TurnedAway):
    """The request does not say that it is JSON."""

    code, status = "media", 415


class WrongSignature(TurnedAway):
    """A signature that does not hold, or of somebody who has none to give."""

    code, status = "signature", 422


class UpgradeWanted(TurnedAway):
    """This address speaks WebSocket."""

    code, status = "upgrade", 426


class TooMany(TurnedAway):
    """Too many attempts in too short a time."""

    code, status = "pace", 429


class Busy(TurnedAway):
    """More work of this kind than the server takes on at once."""

    code, status = "busy", 503


_STATUS: dict[type[Refused], int] = {
    WrongCredentials: 401,
    UnknownDeck: 404,
    NameTaken: 409,
    NotAGuest: 409,
    TooManyDecks: 409,
    IllegalAction: 409,
}


def refusal(refused: Refused) -> Response:
    """The response that says why."""
    headers = refused.headers if isinstance(refused, TurnedAway) else {}
    status = refused.status if isinstance(refused, TurnedAway) else _STATUS.get(type(refused), 400)
    return fault(status, refused.code, str(refused), headers)


def fault(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """An error as a response."""
    body = msgspec.json.encode(Fault(code, message))
    return Response(body, status, headers=headers, media_type="application/json")
