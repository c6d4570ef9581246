"""Every HTTP endpoint, asked what its description says and nearly says: it always answers as described."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facedown.server.http import ENDPOINTS
from facedown.server.http.headers import SAFE
from facedown.server.http.routes import openapi_json
from server.http_server import HttpServer, Reply
from server.made import fitting, nearly
from server.modern import Player, meet
from server.shape import problems

DOCUMENT = json.loads(json.dumps(openapi_json(None)))  # type: ignore[arg-type]
OPERATIONS = {f"{each.method} {each.path}": each for each in ENDPOINTS}
ENDING = ("POST /logout", "POST /logout-everywhere")
"""After these a token is of no use any more."""


class World:
    """A server at which something is going on, and what somebody may know of it."""

    def __init__(self, server: HttpServer) -> None:
        self.server = server
        self._players = [Player(server.url, name=name) for name in ("Ada", "Bram", "Cleo")]
        ada, bram, cleo = self._players
        self.token = ada.token
        match = meet(ada, bram)
        code = cleo.ask("create_lobby", "lobby_opened")["code"]
        draft = {"name": "mine", "cards": []}
        deck = server.ask("POST", "/decks", draft, self.token).json["id"]
        self.known = [deck, match, code, ada.welcome["player"], "duel", "magic"]

    def new_token(self) -> str:
        with Player(self.server.url) as guest:
            return guest.token


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with HttpServer(tmp_path_factory.mktemp("fuzz")) as server:
        yield World(server)


@pytest.mark.parametrize("name", OPERATIONS)
@settings(deadline=None, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_every_endpoint_answers_as_described(world: World, name: str, data: st.DataObject) -> None:
    endpoint = OPERATIONS[name]
    operation = DOCUMENT["paths"][endpoint.path][endpoint.method.lower()]
    reply = _ask(world, name, operation, data)
    assert reply.status < 500, reply
    assert str(reply.status) in operation["responses"], reply
    assert all(header.lower() in reply.headers for header in SAFE)
    _fits(reply, operation["responses"][str(reply.status)])


def _ask(world: World, name: str, operation: Any, data: st.DataObject) -> Reply:
    endpoint = OPERATIONS[name]
    path, query = endpoint.path, {}
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            some = st.sampled_from(world.known)
            value = data.draw(some if _mostly(data) else st.text(min_size=1, max_size=30))
            path = path.replace(f"{{{parameter['name']}}}", quote(value, safe="", errors="replace"))
        elif data.draw(st.booleans()):
            shape = parameter["schema"]
            fits = fitting(shape, DOCUMENT)
            query[parameter["name"]] = data.draw(fits if _mostly(data) else st.text(max_size=20))
    if not _mostly(data):
        query[data.draw(st.text(max_size=5))] = "more"
    if query:
        path = f"{path}?{urlencode(query, errors='replace')}"
    token = "valid" if _mostly(data) else data.draw(st.sampled_from(["none", "wrong"]))
    headers = {} if token != "wrong" else {"authorization": data.draw(st.sampled_from(WRONG))}
    if endpoint.has_body:
        shape = operation["requestBody"]["content"]["application/json"]["schema"]
        asked = data.draw((fitting if _mostly(data) else nearly)(shape, DOCUMENT))
        body: Any = json.dumps(asked).encode()
        if not _mostly(data):
            body = data.draw(st.binary(max_size=50)) + body[data.draw(st.integers(0, len(body))) :]
    else:
        body = None
    own = world.new_token() if name in ENDING else world.token
    return world.server.ask(endpoint.method, path, body, own if token == "valid" else None, **headers)


def _mostly(data: st.DataObject) -> bool:
    """Whether this part of a request is as it should be: most are, so that all of one often is."""
    return data.draw(st.integers(0, 7)) < 7


WRONG = ("Bearer", "Bearer x", "Bearer " + "x" * 5000, "Basic eDp4", "bearer  x", "\x7f", "Bearer \xff", "")


def _fits(reply: Reply, described: Any) -> None:
    if "content" not in described:
        assert reply.body == b""
        return
    ((media, content),) = described["content"].items()
    assert reply.headers["content-type"].partition(";")[0] == media
    if media == "application/json":
        assert problems(reply.json, content["schema"], DOCUMENT) == []
