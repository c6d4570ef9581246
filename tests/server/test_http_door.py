"""What is refused before any work is done: too often, too many at a time, too large."""

import asyncio
from typing import Any

import pytest

from facedown.server.http import door
from facedown.server.http.door import Door
from facedown.server.http.headers import SAFE
from facedown.server.limits import Settings
from server.http_server import HttpServer

FEW = Settings(requests_per_address=60, requests_at_once=5, requests_inside=3)


class Rooms:
    """What is behind the door. Everybody who comes in stays until `go`."""

    def __init__(self) -> None:
        self.entered = 0
        self.go = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.entered += 1
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"welcome"})


async def knock(
    at: Door, address: str = "192.0.2.1", path: bytes = b"/", query: bytes = b"", **headers: str
) -> int:
    """The status of the answer to one request."""
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read of what is refused")

    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "client": (address, 1),
        "raw_path": path,
        "query_string": query,
        "headers": pairs,
    }
    await at(scope, receive, send)
    if said[0]["status"] != 200:
        sent = dict(said[0]["headers"])
        assert sent[b"connection"] == b"close"
        assert all(sent[name.lower().encode()] for name in SAFE)
        assert int(sent[b"content-length"]) == len(said[1]["body"])
    status: int = said[0]["status"]
    return status


@pytest.fixture(autouse=True)
def _no_penance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PENANCE", 0)


def test_so_many_requests_after_a_rest_and_no_more_reach_what_is_behind() -> None:
    async def run() -> None:
        rooms = Rooms()
        rooms.go.set()
        at = Door(rooms, FEW)
        assert [await knock(at) for _ in range(8)] == [200] * 5 + [429] * 3
        assert rooms.entered == 5
        assert await knock(at, "192.0.2.2") == 200
        # A household has a whole network of IPv6: each of its addresses is the same.
        assert [await knock(at, f"2001:db8::{at_}") for at_ in range(8)] == [200] * 5 + [429] * 3

    asyncio.run(run())


def test_so_many_at_a_time_and_a_place_is_free_again() -> None:
    async def run() -> None:
        rooms = Rooms()
        at = Door(rooms, Settings(requests_inside=3))
        inside = [asyncio.create_task(knock(at)) for _ in range(3)]
        await asyncio.sleep(0)
        assert [await knock(at), await knock(at, "192.0.2.2", path=b"/" * 3000)] == [429, 414]
        rooms.go.set()
        assert await asyncio.gather(*inside) == [200] * 3
        assert await knock(at) == 200
        assert not at._inside  # nobody is remembered

    asyncio.run(run())


def test_who_does_not_read_the_answer_does_not_keep_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "UNREAD", 0)

    async def never(message: Any) -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        rooms = Rooms()
        rooms.go.set()
        at = Door(rooms, FEW)
        scope: Any = {"type": "http", "client": None, "raw_path": b"/", "query_string": b"", "headers": []}
        await at(scope, never, never)  # type: ignore[arg-type]
        assert not at._inside

    asyncio.run(run())


def test_a_flood_waits_for_its_refusal_but_not_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def run() -> None:
        rooms = Rooms()
        rooms.go.set()
        at, over = Door(rooms, FEW), asyncio.Event()

        async def sleep(seconds: float) -> None:
            waited.append(seconds)
            await over.wait()

        for _ in range(5):
            await knock(at)
        monkeypatch.setattr(asyncio, "sleep", sleep)
        monkeypatch.setattr(door, "PENANCE", 1.0)
        monkeypatch.setattr(door, "MOST_WAITING", 2)
        held = [asyncio.create_task(knock(at)) for _ in range(2)]
        while len(waited) < 2:
            await asyncio.wait(held, timeout=0.001)
        assert await knock(at) == 429  # at once
        over.set()
        assert await asyncio.gather(*held) == [429] * 2
        assert waited == [1.0, 1.0]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"path": b"/" * 2049}, 414),
        ({"query": b"a&" * 1025}, 414),
        ({f"h{at}": "" for at in range(101)}, 431),
        ({"cookie": "x" * 17_000}, 431),
        ({"content_length": "32769"}, 413),
        ({"content_length": "9" * 5000}, 413),
        ({"content_length": "-1"}, 413),
        ({"content_length": ""}, 413),
        ({"content_length": "٣"}, 413),
        ({"transfer_encoding": "chunked"}, 411),
        ({"content_length": "32768", "cookie": "x" * 15_000, "query": b"a" * 2000}, 200),
    ],
)
def test_what_is_too_large_is_refused_unread(asked: dict[str, Any], status: int) -> None:
    async def run() -> None:
        rooms = Rooms()
        rooms.go.set()
        assert await knock(Door(rooms, FEW), **asked) == status
        assert rooms.entered == (status == 200)

    asyncio.run(run())


def test_every_address_of_a_real_server_has_a_pace(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = Settings(requests_per_address=0.001, requests_at_once=4)
    with HttpServer(tmp_path_factory.mktemp("door"), settings) as server:
        asked = ["/version", "/assets/nothing", "/", "/nothing", "/openapi.json", "/lobbies/ABCDEF"]
        statuses = [server.get(path, accept="text/html").status for path in asked]
        assert statuses[4:] == [429, 429]
        assert 429 not in statuses[:4]
        elsewhere = server.get("/version", x_forwarded_for="203.0.113.9")  # a proxy on this machine says so
        assert elsewhere.status == 200


def test_a_long_answer_comes_whole(tmp_path_factory: pytest.TempPathFactory) -> None:
    with HttpServer(tmp_path_factory.mktemp("long")) as server:
        reply = server.get("/asyncapi.json")
        assert len(reply.body) > 2 * 64 * 1024
        assert int(reply.headers["content-length"]) == len(reply.body)
        assert reply.json["asyncapi"] == "3.0.0"
