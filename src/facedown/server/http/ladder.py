"""Ratings and the ladder."""

from typing import Annotated

import msgspec

from facedown.server.http.decks import OfGame
from facedown.server.http.endpoint import CHANGING, Call, Endpoint, game_called
from facedown.server.http.refusals import NotFound


class LadderAsked(OfGame, frozen=True):
    """The top of a game's ladder."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 100


class Rated(msgspec.Struct, frozen=True, kw_only=True):
    """A player's strength in a game: surely within two deviations of the rating (Glicko-2)."""

    player: str
    name: str
    game: str
    rating: float
    deviation: float
    games: int
    """Rated matches so far."""


class Rung(Rated, frozen=True, kw_only=True):
    """A place on the ladder, from 1."""

    place: int


def ladder(call: Call[LadderAsked]) -> list[Rung]:
    """The best players of a game who have an account, by the strength they surely have."""
    game = game_called(call.ask.game).name
    return [
        Rung(
            place=place,
            player=rung.player,
            name=rung.name,
            game=game,
            rating=rung.rating.rating,
            deviation=rung.rating.deviation,
            games=rung.rating.games,
        )
        for place, rung in enumerate(call.server.ratings.ladder(game, call.ask.limit), start=1)
    ]


def rating(call: Call[OfGame]) -> Rated:
    """How strong somebody is in a game."""
    player = call.server.accounts.get(call.path["player"])
    if player is None:
        raise NotFound("there is no such player")
    game = game_called(call.ask.game).name
    found = call.server.ratings.rating(player.id, game)
    return Rated(
        player=player.id,
        name=player.name,
        game=game,
        rating=found.rating,
        deviation=found.deviation,
        games=found.games,
    )


ENDPOINTS = (
    Endpoint("GET", "/ladder", ladder, LadderAsked, list[Rung], cache=CHANGING, faults=(404,)),
    Endpoint("GET", "/players/{player}/rating", rating, OfGame, Rated, cache=CHANGING, faults=(404,)),
)
