"""What somebody who has the code of a lobby may know before sitting down in it."""

import msgspec

from facedown.kernel import IllegalAction, encode
from facedown.server.http.endpoint import Call, Endpoint, Nothing
from facedown.server.http.refusals import NotFound
from facedown.table.entries import Clock


class LobbyFacts(msgspec.Struct, frozen=True):
    """A place that waits for its players. What the dealer needs of a player depends on the dealer."""

    code: str
    game: str
    dealer: str
    options: msgspec.Raw
    clock: Clock
    seats: int
    players: tuple[str, ...]
    """Who is there already."""


def get_lobby(call: Call[Nothing]) -> LobbyFacts:
    """What is going to be played in a lobby, and who is there. `join_lobby` on the WebSocket sits down."""
    try:
        lobby = call.server.reception.find_lobby(call.path["code"], call.address)
    except IllegalAction as error:
        raise NotFound(str(error)) from None
    terms = lobby.terms
    names = tuple(wish.name for wish in list(lobby.wishes.values()))
    options = msgspec.Raw(encode(terms.options))
    return LobbyFacts(lobby.code, terms.game, terms.dealer, options, terms.clock, lobby.seats, names)


ENDPOINTS = (Endpoint("GET", "/lobbies/{code}", get_lobby, Nothing, LobbyFacts, faults=(404,)),)
