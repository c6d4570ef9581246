"""The server's HTTP side: logs, accounts and decks. Blocking; a coroutine calls it on a thread."""

import os
import re
import socket
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any, TypeVar

import msgspec

from facedown.client.address import Address
from facedown.client.trouble import BAD_INPUT, NO_SERVER, Trouble
from facedown.kernel import Face, Seat
from facedown.table.entries import Clock, Seal

TIMEOUT = 15.0
MOST = 64 * 1024 * 1024

T = TypeVar("T")


class Login(msgspec.Struct, frozen=True):
    """What a server answers to a good name and password."""

    player: str
    name: str
    token: str
    expires: int


class Version(msgspec.Struct, frozen=True):
    """What a server says it is."""

    version: str
    protocol: int


class Lobby(msgspec.Struct, frozen=True):
    """A place that waits for its players."""

    code: str
    game: str
    dealer: str
    options: msgspec.Raw
    clock: Clock
    seats: int


class SavedDeck(msgspec.Struct, frozen=True):
    """A deck that the server keeps for us."""

    id: str
    name: str
    game: str
    cards: tuple[Face, ...]


class _Problem(msgspec.Struct):
    message: str = ""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token is for the server it was given by: it does not follow a redirect to another."""

    def redirect_request(self, *_: Any) -> None:
        """Nowhere."""


opener = urllib.request.build_opener(_NoRedirects)


class Api:
    """One server, as one player if there is a token."""

    def __init__(self, address: Address, token: str = "") -> None:
        self._address, self._token = address, token

    def log(self, match: str) -> bytes:
        """A match's log file, as far as it has come."""
        return self._call("GET", f"/matches/{urllib.parse.quote(match, safe='')}/log")

    def sign(self, match: str, seat: Seat, sign: str) -> Seal:
        """Put a signature under a finished match; all that are under it so far."""
        path = f"/matches/{urllib.parse.quote(match, safe='')}/signatures"
        return self._json(Seal, "POST", path, {"seat": seat, "sign": sign})

    def version(self) -> Version:
        """What runs there."""
        return self._json(Version, "GET", "/version")

    def lobby(self, code: str) -> Lobby:
        """What is going to be played in a lobby."""
        return self._json(Lobby, "GET", f"/lobbies/{urllib.parse.quote(code.strip(), safe='')}")

    def register(self, name: str, password: str) -> Login:
        """A new account; as a guest, the guest becomes it."""
        return self._json(Login, "POST", "/register", {"name": name, "password": password})

    def login(self, name: str, password: str) -> Login:
        """A token for an account."""
        return self._json(Login, "POST", "/login", {"name": name, "password": password})

    def logout(self) -> None:
        """The token is worth nothing any more."""
        self._call("POST", "/logout", {})

    def decks(self, game: str) -> list[SavedDeck]:
        """Our decks for a game."""
        return self._json(list[SavedDeck], "GET", f"/decks?{urllib.parse.urlencode({'game': game})}")

    def save_deck(self, game: str, name: str, cards: Sequence[Face]) -> None:
        """Keep a deck; one of the same name is replaced."""
        body = {"game": game, "name": name, "cards": list(cards)}
        same = [deck for deck in self.decks(game) if deck.name == name]
        if same:
            self._call("PUT", f"/decks/{same[0].id}", body)
        else:
            self._call("POST", "/decks", body)

    def remove_deck(self, deck: str) -> None:
        """Forget the deck with this id."""
        self._call("DELETE", f"/decks/{urllib.parse.quote(deck, safe='')}")

    def _json(self, type_: type[T], method: str, path: str, body: Any = None) -> T:
        data = self._call(method, path, body)
        try:
            return msgspec.json.decode(data, type=type_)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Trouble(
                f"{self._address.http}{path} answers what we do not understand: {error}", NO_SERVER
            ) from None

    def _call(self, method: str, path: str, body: Any = None) -> bytes:
        request = urllib.request.Request(self._address.http + path, method=method)  # noqa: S310 (http only, see Address)
        if body is not None:
            request.data = msgspec.json.encode(body)
            request.add_header("Content-Type", "application/json")
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with opener.open(request, timeout=TIMEOUT) as answer:
                data: bytes = answer.read(MOST)
                return data
        except urllib.error.HTTPError as error:
            code = NO_SERVER if error.code >= 500 else BAD_INPUT
            raise Trouble(_words(error), code, error.code) from None
        except (OSError, HTTPException) as error:
            raise Trouble(unreachable(self._address, reason(error)), NO_SERVER) from None


def unreachable(address: Address, why: str) -> str:
    """What to tell somebody whose server is not there."""
    return (
        f"cannot reach {address.http} ({why}); is `facedown serve` running there, and is the address right?"
    )


def reason(error: Exception) -> str:
    """Why a server was not reached, in the words of the system rather than of a library."""
    error = getattr(error, "reason", error)  # urllib wraps what happened
    if isinstance(error, socket.gaierror):
        return "no such host"
    numbered = re.search(r"Errno (\d+)", str(error))
    return os.strerror(int(numbered[1])).lower() if numbered else str(error) or "it does not answer"


def _words(error: urllib.error.HTTPError) -> str:
    """The server's own words for what it refuses, if it has any."""
    with error:
        try:
            message = msgspec.json.decode(error.read(MOST), type=_Problem).message
        except (msgspec.DecodeError, UnicodeDecodeError, OSError):
            message = ""
    return message or f"the server says {error.code} {error.reason} to {error.url}"
