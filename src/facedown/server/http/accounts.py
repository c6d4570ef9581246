"""Accounts and tokens."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import msgspec

from facedown.server.connection import POLICY, Connection
from facedown.server.http.endpoint import Ask, Call, Endpoint, Nothing
from facedown.store import NotAGuest, Player

if TYPE_CHECKING:
    from facedown.server.app import Server

DAY = 24 * 3_600_000


class Credentials(Ask, frozen=True):
    """A name and its password."""

    name: Annotated[str, msgspec.Meta(max_length=100)]
    """3 to 20 letters, digits, _ and -; capitals make no difference."""
    password: Annotated[str, msgspec.Meta(max_length=1000)]
    """8 to 256 characters."""

    def __repr__(self) -> str:
        return f"Credentials(name={self.name!r})"


class Session(msgspec.Struct, frozen=True):
    """You are signed in. The token is told this once: keep it, and send it with every request."""

    player: str
    name: str
    guest: bool
    token: str
    expires: int
    """Milliseconds since 1970."""


class Profile(msgspec.Struct, frozen=True):
    """Who you are."""

    player: str
    name: str
    guest: bool
    created: int
    match: str | None
    """A match of yours that is running."""


def register(call: Call[Credentials]) -> Session:
    """Open an account. With a guest's token that guest becomes it and keeps decks, matches and rating;
    the guest's tokens end."""
    guest, accounts = call.visitor, call.server.accounts
    if guest is not None and not guest.guest:
        raise NotAGuest("you have an account; log out to open another")
    call.count_name(call.ask.name)
    player = accounts.register(call.ask.name, call.ask.password, call.now, guest.id if guest else None)
    if guest is not None:
        call.server.tokens.revoke_all(guest.id).result()
        call.soon(partial(_rename, call.server, player))
    return _session(call.server, player, call.now)


def login(call: Call[Credentials]) -> Session:
    """Sign in. Whether the name or the password is wrong is not told."""
    call.count_name(call.ask.name)
    return _session(call.server, call.server.accounts.login(call.ask.name, call.ask.password), call.now)


def logout(call: Call[Nothing]) -> None:
    """End the token that this request came with."""
    if call.token is not None:
        call.server.tokens.revoke(call.token).result()


def logout_everywhere(call: Call[Nothing]) -> None:
    """End every token of yours, and close every line on which you are connected."""
    call.server.tokens.revoke_all(call.player.id).result()
    call.soon(partial(_hang_up, call.server, call.player.id))


def me(call: Call[Nothing]) -> Profile:
    """Who am I?"""
    player = call.player
    running = call.server.hub.playing.get(player.id)
    return Profile(player.id, player.name, player.guest, player.created, running)


def _session(server: "Server", player: Player, now: int) -> Session:
    expires = now + server.settings.token_days * DAY
    token = server.tokens.issue(player.id, expires).result()
    return Session(player.id, player.name, player.guest, token, expires)


def _lines(server: "Server", player: str) -> list[Connection]:
    return [line for line in server.lines if line.player is not None and line.player.id == player]


def _rename(server: "Server", player: Player) -> None:
    """Whoever is connected as a guest goes on as the account."""
    for line in _lines(server, player.id):
        line.player = player


def _hang_up(server: "Server", player: str) -> None:
    for line in _lines(server, player):
        line.cut(POLICY, "you have logged out everywhere")


ENDPOINTS = (
    Endpoint(
        "POST",
        "/register",
        register,
        Credentials,
        Session,
        signed="maybe",
        status=201,
        effort="password",
        faults=(409,),
    ),
    Endpoint("POST", "/login", login, Credentials, Session, effort="password", faults=(401,)),
    Endpoint("POST", "/logout", logout, Nothing, type(None), signed="yes", status=204),
    Endpoint("POST", "/logout-everywhere", logout_everywhere, Nothing, type(None), signed="yes", status=204),
    Endpoint("GET", "/me", me, Nothing, Profile, signed="yes"),
)
