"""The route table. What is not in it is not served, and what is in it is described."""

from collections.abc import Callable
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from starlette.routing import BaseRoute, Route

from facedown.server.http import accounts, catalog, decks, ladder, lobbies, matches, status
from facedown.server.http.asyncapi import asyncapi
from facedown.server.http.desk import Desk, Resource
from facedown.server.http.endpoint import HOUR, AnyEndpoint, Call, Endpoint, Nothing
from facedown.server.http.openapi import openapi
from facedown.server.http.refusals import NotFound, UpgradeWanted, refusal
from facedown.server.limits import Settings


@cache
def _openapi() -> dict[str, Any]:
    return openapi(ENDPOINTS)


@cache
def _asyncapi() -> dict[str, Any]:
    return asyncapi()


def openapi_json(_: Call[Nothing]) -> dict[str, Any]:
    """This description, as OpenAPI 3.1."""
    return _openapi()


def asyncapi_json(_: Call[Nothing]) -> dict[str, Any]:
    """The description of the WebSocket at /ws, as AsyncAPI 3.0."""
    return _asyncapi()


ENDPOINTS: tuple[AnyEndpoint, ...] = (
    *status.ENDPOINTS,
    *catalog.ENDPOINTS,
    *accounts.ENDPOINTS,
    *decks.ENDPOINTS,
    *lobbies.ENDPOINTS,
    *matches.ENDPOINTS,
    *ladder.ENDPOINTS,
    Endpoint("GET", "/openapi.json", openapi_json, Nothing, dict[str, Any], cache=HOUR),
    Endpoint("GET", "/asyncapi.json", asyncapi_json, Nothing, dict[str, Any], cache=HOUR),
)


def routes(settings: Settings, wall: Callable[[], int]) -> list[BaseRoute]:
    """The table as Starlette serves it. The last route catches everything: it belongs at the end."""
    desk = Desk(settings, wall)
    by_path = groupby(sorted(ENDPOINTS, key=attrgetter("path")), key=attrgetter("path"))
    found: list[BaseRoute] = [Route(path, Resource(desk, list(endpoints))) for path, endpoints in by_path]
    no_page = refusal(UpgradeWanted("connect here with a WebSocket", {"Upgrade": "websocket"}))
    nothing = refusal(NotFound("there is nothing at this address; /openapi.json lists what there is"))
    return [*found, Route("/ws", no_page), Route("/{path:path}", nothing)]
