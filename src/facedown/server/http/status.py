"""How the server is, for those who look after it."""

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

import facedown
from facedown.server.http.endpoint import CHANGING, Call, Endpoint, Nothing
from facedown.server.http.refusals import Busy
from facedown.server.messages import PROTOCOL

STORE_PATIENCE = 2
"""Seconds in which the store has to answer."""


class Health(msgspec.Struct, frozen=True):
    """All is well."""

    status: str


class Version(msgspec.Struct, frozen=True):
    """What runs here."""

    version: str
    protocol: int
    """The version of the WebSocket protocol."""
    server: str
    """The server's public key, which stands in the opening of every match and under its end."""


class Host(msgspec.Struct, frozen=True):
    """Where the browser client at this address comes from."""

    own: bool
    """Whether it is the player's own installation: `facedown join` answers so, for itself."""
    server: str
    """The server that `facedown join` plays on; empty here."""


def health(call: Call[Nothing]) -> Health:
    """Whether the server is up and its store answers, for reading and for writing."""
    database = call.server.database
    database.read(lambda connection: connection.execute("SELECT 1 FROM matches LIMIT 1").fetchone())
    try:
        database.write(lambda _: None).result(STORE_PATIENCE)
    except TimeoutError:
        raise Busy("the store does not answer") from None
    return Health("ok")


def metrics(call: Call[Nothing]) -> Response:
    """Figures for Prometheus."""
    return Response(call.server.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def version(call: Call[Nothing]) -> Version:
    """What runs here."""
    return Version(facedown.__version__, PROTOCOL, call.server.hub.public)


def host(_: Call[Nothing]) -> Host:
    """Whose copy of the browser client this is: the operator's. With `facedown join` it is the player's."""
    return Host(False, "")


ENDPOINTS = (
    Endpoint("GET", "/healthz", health, Nothing, Health, faults=(503,)),
    Endpoint("GET", "/metrics", metrics, Nothing, Response, media="text/plain"),
    Endpoint("GET", "/version", version, Nothing, Version, cache=CHANGING),
    Endpoint("GET", "/host", host, Nothing, Host, cache=CHANGING),
)
