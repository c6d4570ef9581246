"""Sealed matches as the server sees them: hostile players, bots with keys of their own, and kill -9."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from client.between import Between
from client.sealed import SHORT, Anything, check, dealt, play, table, until
from facedown.client.news import LineLost
from facedown.client.sdk import Client, Finished
from facedown.server.messages import LobbyOpened
from facedown.table.pocket import Pocket
from facedown.table.verify import read_log
from server.process import ServerProcess

DECK = ("firebolt",) * 3
SIGNED = ("act", "part", "contribute", "concede", "accuse")


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("sealed")) as server:
        yield server
        assert [line for line in server.log().splitlines() if '"level":"ERROR"' in line] == []


def address(process: ServerProcess) -> str:
    return f"http://127.0.0.1:{process.port}"


def bond(**changes: Any) -> dict[str, Any]:
    found = Pocket.fresh("mental", DECK).bond
    return {"deck": found.deck, "cards": found.cards, "key": found.key, "box": found.box, **changes}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"dealer": "mental"}, "bring keys"),
        ({"dealer": "mental", "deck": "starter", "bond": bond()}, "keep your deck to yourself"),
        ({"dealer": "house", "bond": bond()}, "bring a deck, not a bond"),
        ({"dealer": "mental", "bond": bond(box="00" * 32)}, "seat 0"),
        ({"dealer": "mental", "bond": bond(box="ff" * 32)}, "seat 0"),
        ({"dealer": "mental", "bond": bond(key="short")}, "key"),
        ({"dealer": "mental", "bond": bond(cards=0)}, "cards"),
        ({"dealer": "mental", "bond": bond(cards=101)}, "at most 100 cards"),
        ({"dealer": "mental", "bond": bond(secret="x")}, "secret"),
        ({"dealer": "nobody"}, "no dealer is called"),
    ],
)
def test_what_nobody_can_be_seated_with(process: ServerProcess, fields: dict[str, Any], why: str) -> None:
    with process.player() as ada:
        for kind in ("join_queue", "create_lobby", "play_bot"):
            refused = ada.refused(kind, **fields)
            assert why in refused["message"]
            assert refused["refuses"] == kind


def twisted(message: dict[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    """The same with a lie in it, in every way that the fields allow."""
    lies: list[dict[str, Any]] = [
        {**message, "sign": ""},
        {**message, "sign": "00" * 64},
        {**message, "sign": _flipped(message.get("sign", "") or "00" * 64, rng)},
    ]
    if message["type"] == "part":
        part = message["part"]
        lies += [
            {**message, "job": message["job"] + 1},
            {**message, "job": -1},
            {**message, "part": {"type": "thrown", "number": ""}},
            {**message, "part": {**part, "more": 1}},
            {**message, "part": []},
        ]
        texts = [name for name, value in part.items() if isinstance(value, str) and value and name != "type"]
        lies += [{**message, "part": {**part, name: _turned(part[name], rng)}} for name in texts]
    if message["type"] == "act":
        lies += [{**message, "at": message["at"] + 1}, {**message, "wish": [1, 2]}]
        if "proof" in message:
            lies.append({key: value for key, value in message.items() if key != "proof"})
    return [lie for lie in lies if lie != message]


def _flipped(sign: str, rng: random.Random) -> str:
    at = rng.randrange(len(sign))
    return sign[:at] + ("0" if sign[at] != "0" else "1") + sign[at + 1 :]


def _turned(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) - 2)
    return text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]


def test_a_player_who_lies_before_every_word_changes_nothing(process: ServerProcess) -> None:
    rng = random.Random(3)
    told = 0

    def lie_first(line: int, message: str) -> list[str]:
        nonlocal told
        said = json.loads(message)
        if line != 0 or said["type"] not in SIGNED:
            return [message]
        lies = rng.sample(found := twisted(said, rng), min(3, len(found)))
        told += len(lies)
        return [*map(json.dumps, lies), message]

    def deaf(line: int, message: str) -> list[str]:
        """What she is told about her lies is not for her client."""
        return [] if line == 0 and '"type":"rejected"' in message else [message]

    async def match() -> tuple[list[Finished], int]:
        async with Between(address(process)) as between:
            async with Client(between.url) as ada, Client(between.url) as bram:
                between.pass_up, between.pass_down = lie_first, deaf
                await ada.create_lobby("duel", dealer="mental", options=SHORT)
                await bram.join_lobby((await until(ada, LobbyOpened)).code)
                results = await play(ada, bram)
            refused = sum(1 for line, message in between.down if line == 0 and '"type":"rejected"' in message)
            return results, refused

    results, refused = asyncio.run(match())
    check(results)
    assert told >= 15  # the deal alone has five words; how long the duel is, the cards decide
    assert refused == told


def test_a_bot_keeps_its_keys_through_kill_minus_nine(process: ServerProcess) -> None:
    """Whatever it has signed and shown, it signs no other; whatever it holds, it still opens."""

    async def match() -> Finished:
        async with Client(address(process)) as ada:
            await ada.play_bot("duel", "random", dealer="mental", options=SHORT)
            for entries in (2, 6, 11):
                while ada.mirror is None or len(table(ada).lines) < entries:
                    await until(ada, object)
                process.kill()
                process.start()
                await until(ada, LineLost)
            return await ada.play(Anything(4))

    check([asyncio.run(match())])


def test_a_bots_keys_are_in_the_store_while_it_plays_and_not_after(process: ServerProcess) -> None:
    def held(match: str) -> int:
        with closing(sqlite3.connect(process.data / "facedown.sqlite")) as store:
            query = "SELECT count(*) FROM secrets JOIN matches ON match = number WHERE id = ?"
            (count,) = store.execute(query, (match,)).fetchone()
            return int(count)

    async def match() -> Finished:
        async with Client(address(process)) as ada:
            await ada.play_bot("duel", "random", dealer="mental", options=SHORT)
            assert held((await dealt(ada)).match) == 1
            return await ada.play(Anything(5))

    finished = asyncio.run(match())
    assert held(finished.match) == 0
    assert read_log(process.match_log(finished.match)) == finished.log.split(b"\n")[:-2]
    assert json.loads(process.fetch(f"/matches/{finished.match}/verify"))["verdict"] == "fair"
