"""OpenAPI and AsyncAPI describe everything that is served, and what is served fits them."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.routing import Route, WebSocketRoute
from websockets.sync.client import connect

from facedown.games.duel import DECKS, classic
from facedown.server.app import create_app
from facedown.server.http import ENDPOINTS
from facedown.server.messages import FromClient, FromServer
from server.http_server import PASSWORD, HttpServer, Reply
from server.modern import meet, play, queue_up
from server.shape import problems, references, resolve


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("descriptions")) as server:
        yield server


@pytest.fixture(scope="module")
def openapi(server: HttpServer) -> Any:
    return server.get("/openapi.json").json


@pytest.fixture(scope="module")
def asyncapi(server: HttpServer) -> Any:
    return server.get("/asyncapi.json").json


# --- OpenAPI ---


def test_every_route_is_described_and_nothing_else(openapi: Any, tmp_path: Path) -> None:
    routes = create_app(tmp_path / "unused.sqlite").routes
    served = {route.path for route in routes if isinstance(route, Route)}
    assert {route.path for route in routes if isinstance(route, WebSocketRoute)} == {"/ws"}
    pages = {"/", "/assets/{path:path}", "/{path:path}"}  # for people, not for programs
    assert served - {"/ws", *pages} == openapi["paths"].keys()
    described = {(method.upper(), path) for path, item in openapi["paths"].items() for method in item}
    assert described == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}


def test_every_operation_says_what_it_is_for(openapi: Any) -> None:
    operations = [operation for item in openapi["paths"].values() for operation in item.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names)) == len(ENDPOINTS)
    assert all(operation["summary"].endswith((".", "?")) for operation in operations)
    assert openapi["openapi"].startswith("3.1.")
    for ref in references(openapi):
        assert resolve(ref, openapi)["title"] in ref
    assert all(schema["description"] for schema in openapi["components"]["schemas"].values())
    saved = openapi["components"]["schemas"]["SavedDeck"]["properties"]
    assert saved["why"]["description"] == "Why not; empty if it may."


def test_whoever_needs_a_token_says_so(server: HttpServer, openapi: Any) -> None:
    for path, item in openapi["paths"].items():
        for method, operation in item.items():
            address = re.sub(r"{\w+}", "nosuch", path)
            body: Any = {} if "requestBody" in operation else None
            status = server.ask(method.upper(), address, body).status
            assert (status == 401) == (operation.get("security") == [{"token": []}]), (method, path)
            assert str(status) in operation["responses"], (method, path)


def test_answers_and_errors_fit_their_schemas(server: HttpServer, openapi: Any) -> None:
    session = server.register("Ada")
    token, deck = session["token"], {"name": "Fire", "cards": DECKS["wildfire"]}
    with server.player(token=token) as first, server.player(name="guest") as second:
        code = first.ask("create_lobby", "lobby_opened", options={"hero_health": 30})["code"]
        lobby = _check(server, openapi, "GET /lobbies/{code}", f"/lobbies/{code.lower()}").json
        assert (lobby["code"], lobby["dealer"], lobby["seats"], lobby["players"]) == (
            code,
            "house",
            2,
            ["Ada"],
        )
        assert lobby["options"]["hero_health"] == 30
        first.ask("leave_lobby", "left")
        assert _check(server, openapi, "GET /lobbies/{code}", f"/lobbies/{code}").status == 404
        match = queue_up(first, second)
        play((first, second), 6, random.Random(3))
        running_now = _check(server, openapi, "GET /matches", "/matches")
        first.say("concede")
        first.hear("update")
    saved = _check(server, openapi, "POST /decks", "/decks", deck, token).json["id"]
    for password in (PASSWORD, "wrong one", 7):
        _check(server, openapi, "POST /login", "/login", {"name": "Ada", "password": password})
    _check(server, openapi, "POST /register", "/register", {"name": "ada", "password": PASSWORD})
    _check(server, openapi, "PUT /decks/{deck}", f"/decks/{saved}", deck, token)
    _check(server, openapi, "GET /decks/{deck}", "/decks/nosuch", None, token)
    for path in ("/decks", "/me", "/history", "/healthz", "/version", "/games", "/card-catalog", "/ladder"):
        assert _check(server, openapi, f"GET {path}", path, None, token).status == 200
    for path in ("/matches/{match}", "/matches/{match}/verify"):
        assert _check(server, openapi, f"GET {path}", path.format(match=match)).status == 200
    rating = f"/players/{session['player']}/rating"
    assert _check(server, openapi, "GET /players/{player}/rating", rating).status == 200
    assert len(running_now.json) == 1


def _check(server: HttpServer, openapi: Any, route: str, path: str, *sent: Any) -> Reply:
    """The reply to a request of this route, after a look at whether it has the shape that was promised."""
    method, template = route.split()
    reply = server.ask(method, path, *sent)
    responses = openapi["paths"][template][method.lower()]["responses"]
    schema = responses[str(reply.status)]["content"]["application/json"]["schema"]
    assert problems(reply.json, schema, openapi) == []
    return reply


# --- AsyncAPI ---


def test_every_message_is_described_with_its_words(asyncapi: Any) -> None:
    assert asyncapi["asyncapi"] == "3.0.0"
    for ref in references(asyncapi):
        assert resolve(ref, asyncapi)
    expected = {
        ("facedown", "receive"): get_args(FromClient),
        ("facedown", "send"): get_args(FromServer),
        ("classic", "receive"): get_args(classic.Intent),
    }
    for (dialect, action), structs in expected.items():
        operation = asyncapi["operations"][f"{dialect}.{action}"]
        assert operation["action"] == action
        messages = [
            resolve(resolve(item["$ref"], asyncapi)["$ref"], asyncapi) for item in operation["messages"]
        ]
        assert [message["name"] for message in messages] == [
            struct.__struct_config__.tag for struct in structs
        ]
        assert all(message["summary"] for message in messages)
        for message, struct in zip(messages, structs, strict=True):
            schema = resolve(message["payload"]["$ref"], asyncapi)
            assert schema["properties"]["type"] == {"enum": [message["name"]]}
            assert schema["title"] == struct.__name__
    standing = asyncapi["components"]["schemas"]["Standing"]["properties"]
    assert standing["head"]["description"].startswith("The hash of the last entry.")


def test_nothing_of_a_message_is_left_open(asyncapi: Any) -> None:
    """Actions, events, states and entries are described too; only a dealer's reveal is its own affair."""
    open_fields = {
        (name, field)
        for name, schema in asyncapi["components"]["schemas"].items()
        for field, rule in schema["properties"].items()
        if not rule.keys() & {"type", "$ref", "anyOf", "enum"} or rule == {"type": "array"}
    }
    assert open_fields == {("Ended", "reveal")}


def test_messages_of_a_whole_match_fit(server: HttpServer, asyncapi: Any) -> None:
    choose = random.Random(8)
    with (
        server.player(name="left") as first,
        server.player(name="right") as second,
        server.player(name="crowd") as crowd,
    ):
        match = meet(first, second, options={"hero_health": 15}, clock={"turn": 60000})
        crowd.say("spectate", match=match)
        crowd.hear("snapshot")
        play((first, second), 5, choose)
        for line in (first, second):
            line.say("chat", text="hello there")
            line.hear("chatted")
        first.say("offer", what="draw")
        second.hear("offered")
        second.say("reply", what="draw", accept=False)
        second.hear("offered")
        first.hear("offered")
        crowd.say("chat", text="may I?")
        crowd.hear("rejected")
        play((first, second), 2000, choose)
        while not crowd.over():
            crowd.hear("update")
        first.say("rematch")
        second.hear("rematch_wanted")
        second.say("rematch")
        second.hear("snapshot")
        first.hear("snapshot")
        first.say("leave_match")
        first.hear("left")
        second.hear("presence")
        first.say("resume")
        first.hear("snapshot")
        first.say("concede")
        first.hear("update")
        first.say("join_queue")
        first.hear("queued")
    kinds = set()
    for line in (first, second, crowd):
        for message in map(json.loads, line.transcript):
            _fits(asyncapi, "facedown", message)
            kinds.add(message["type"])
    _fits(
        asyncapi, "facedown", {"type": "overdue", "seat": 1, "why": "timed out"}
    )  # at sealed tables of three
    rare = {"Ping", "Overdue"}
    assert kinds >= {
        struct.__struct_config__.tag for struct in get_args(FromServer) if struct.__name__ not in rare
    }


def test_messages_of_the_classic_dialect_fit(server: HttpServer, asyncapi: Any) -> None:
    address = f"ws://127.0.0.1:{server.port}/ws"
    with connect(address) as first, connect(address) as second:
        heard = []
        for socket in (first, second):
            socket.send('{"type":"join_queue"}')
            heard.append(json.loads(socket.recv(timeout=60)))
        assert "playerIndex" not in heard[0]
        heard.append(json.loads(first.recv(timeout=60)))
        lines = {heard[1]["playerIndex"]: second, heard[2]["playerIndex"]: first}
        for _ in range(4):
            acting = lines[heard[-1]["state"]["currentTurn"]]
            for intent in ({"type": "play_creature", "cardInstanceId": "c9999"}, {"type": "end_turn"}):
                _fits(asyncapi, "classic", intent)
                acting.send(json.dumps(intent))
                heard.append(json.loads(acting.recv(timeout=60)))
            other = first if acting is second else second
            heard.append(json.loads(other.recv(timeout=60)))
    for message in heard:
        _fits(asyncapi, "classic", message)
    assert any("error" in message and "playerIndex" in message for message in heard)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "at": "7", "action": {"type": "end_turn"}},
        {"type": "act", "at": 7, "action": {"type": "no_such_action"}},
        {"type": "act", "at": 7},
        {"type": "chat", "text": ""},
        {"type": "chat", "text": "x" * 301},
        {"type": "hello", "password": "x"},
        {"type": "join_queue", "commit": "not a hash"},
        {"type": "offer", "what": "money"},
    ],
)
def test_the_schemas_refuse_what_the_server_refuses(asyncapi: Any, message: Any) -> None:
    schema = asyncapi["components"]["messages"][f"facedown.{message['type']}"]["payload"]
    assert problems(message, schema, asyncapi)


def _fits(asyncapi: Any, dialect: str, message: Any) -> None:
    described = asyncapi["components"]["messages"][f"{dialect}.{message['type']}"]
    assert problems(message, described["payload"], asyncapi) == []
