"""How the server is, for those who look after it, and what it is, for those who come by."""

import base64
import hashlib

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

import facedown
from facedown.server.http.endpoint import CHANGING, HOUR, Call, Endpoint, Nothing, Whatever
from facedown.server.http.headers import SAFE
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


def version(_: Call[Nothing]) -> Version:
    """What runs here."""
    return Version(facedown.__version__, PROTOCOL)


_STYLE = (
    "body{font:1.1rem/1.6 Georgia,serif;max-width:34rem;margin:12vh auto;padding:0 1.5rem;"
    "color:#1d2b26;background:#f6f3ea}h1{font-weight:400;letter-spacing:.04em}a{color:#1f6f54}"
    "code{font-size:.9em}"
)
_PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Facedown</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Facedown</h1>
<p>Card games between people who need not trust each other or the server. Cards stay face down until the rules
say who may look, and every match is a log that anybody can verify.</p>
<p>Play from a terminal: <code>facedown play duel --server</code> and this address.</p>
<ul>
<li><a href="/games">The games</a> and the <a href="/card-catalog">cards of the duel</a></li>
<li><a href="/matches">Matches that are running</a> and the <a href="/ladder">ladder</a></li>
<li>For programs: <a href="/asyncapi.json">AsyncAPI</a> of the WebSocket at <code>/ws</code>,
<a href="/openapi.json">OpenAPI</a> of everything else; <code>docs/protocol.md</code> explains both</li>
</ul>
</body>
</html>
"""
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()


def page(_: Call[Whatever]) -> Response:
    """What this is, for people."""
    policy = f"{SAFE['Content-Security-Policy']}; style-src 'sha256-{_HASH}'"
    headers = {"Content-Security-Policy": policy, "Cache-Control": HOUR}
    return Response(_PAGE, headers=headers, media_type="text/html")


ENDPOINTS = (
    Endpoint("GET", "/", page, Whatever, Response, media="text/html"),
    Endpoint("GET", "/healthz", health, Nothing, Health, faults=(503,)),
    Endpoint("GET", "/metrics", metrics, Nothing, Response, media="text/plain"),
    Endpoint("GET", "/version", version, Nothing, Version, cache=CHANGING),
)
