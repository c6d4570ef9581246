"""Players who go on through every death of the server, and hold it to all that it has ever acknowledged."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from http.client import HTTPException
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from client.sealed import Anything, dealt, table, until
from facedown.client.news import Moved, Seated
from facedown.client.sdk import Client
from facedown.games.duel import DuelOptions
from facedown.server.messages import LobbyOpened
from facedown.table import verify
from facedown.table.messages import Concede
from server.process import ServerProcess

LONG = {"hero_health": 1000, "empty_deck": "nothing", "turn_limit": 1000}
"""Options of a duel that no luck of the cards can end."""
ENOUGH = 150
"""Entries after which a match is given up for the next one: a log that ends is audited."""
GONE = (WebSocketException, OSError, EOFError, HTTPException)
"""What it looks like when the server dies."""
PAUSE = 0.01
"""Seconds between what one hears and what one does: many matches share two processors."""


class Witness:
    """One player, through all lives of the server: remembers every entry, head and card that it was told."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self.token = self.match = ""
        self.seat = -1
        self.standing: dict[str, Any] = {}
        self.running: str | None = None
        """The match that the server says is ours, when it says hello."""
        self._line: ClientConnection
        self._heads: dict[int, str] = {}
        self._entries: dict[int, Any] = {}
        self._faces: dict[int, str] = {}

    async def dial(self, stack: AsyncExitStack) -> None:
        self._line = await stack.enter_async_context(
            connect(self._server.url, compression=None, max_size=None, max_queue=None, close_timeout=1)
        )
        await self.say("hello", token=self.token)
        welcome = await self.hear("welcome")
        self.token, self.running = welcome["token"] or self.token, welcome["match"]

    async def say(self, kind: str, **fields: Any) -> None:
        await self._line.send(json.dumps({"type": kind, **fields}))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        while True:
            async with asyncio.timeout(60):
                message: dict[str, Any] = json.loads(await self._line.recv())
            self._note(message)
            if message["type"] in kinds:
                return message
            assert message["type"] != "rejected", message

    async def play(self, choose: random.Random, enough: Callable[[int], bool]) -> None:
        """Do what may be done, until the match is over, or long enough."""
        while self.standing["outcome"] is None:
            if self.seat in self.standing["active"]:
                await asyncio.sleep(PAUSE)
                at = self.standing["at"]
                if enough(at):
                    await self.say("concede")
                else:
                    await self.say("act", at=at, action=choose.choice(self.standing["legal"]))
            await self.hear("update", "snapshot")

    def check(self, log: bytes) -> None:
        """A finished log is fair, and all that we were ever told is in it."""
        assert verify(log).finished
        entries = [json.loads(line) for line in log.splitlines()[:-1]]
        for at, entry in self._entries.items():
            assert entries[at] == entry, "an acknowledged entry is another one now"
        for at, head in self._heads.items():
            assert at == len(entries) or entries[at]["prev"] == head

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "snapshot":
            self._come_to(message)
        if message["type"] in ("snapshot", "update"):
            self.standing = message["standing"]
            self._heads[self.standing["at"]] = self.standing["head"]
            self._faces.update(dict(message["faces"]))
            for step in message.get("steps", []):
                self._entries[step["entry"]["at"]] = step["entry"]

    def _come_to(self, snapshot: dict[str, Any]) -> None:
        """A new table, or one that we know: then it has to be where it was, or further."""
        if snapshot["match"] != self.match:
            self.match, self.seat = snapshot["match"], snapshot["seat"]
            self._heads, self._entries, self._faces = {}, {}, {}
            return
        assert snapshot["seat"] == self.seat
        place, head = max(self._heads.items())
        assert snapshot["standing"]["at"] >= place, "an acknowledged entry is gone"
        if snapshot["standing"]["at"] == place:
            assert snapshot["standing"]["head"] == head, "the past has changed"
            faces = dict(snapshot["faces"])
            assert all(faces.get(ref, face) == face for ref, face in self._faces.items()), (
                "a card has changed"
            )


class Tables:
    """All matches of one run, and the server that they are played on."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.server, self.choose = server, random.Random(seed)
        self.life = 0
        self.up = asyncio.Event()
        self.up.set()
        self.calm = asyncio.Lock()
        """Held by whoever kills the server, or must not see it killed."""
        self.there: dict[str, int] = {}
        """In which life of the server each match was last seen to go on."""
        self.finished = 0
        self.stopping = False

    # --- people at open tables ---

    async def pair(self, name: str, people: int, **terms: Any) -> None:
        """One or two witnesses who play one match after another; a lone one plays a bot."""
        witnesses = [Witness(self.server) for _ in range(people)]
        choose = [random.Random(self.choose.random()) for _ in witnesses]
        while not self.stopping or witnesses[0].match:
            await self.up.wait()
            with suppress(*GONE):
                async with AsyncExitStack() as lines:
                    for witness in witnesses:
                        await witness.dial(lines)
                    await self._sit_down(witnesses, terms)
                    self.there[name] = self.life
                    async with asyncio.TaskGroup() as playing:
                        tasks = [
                            playing.create_task(self._alive(witness.play(rng, self._enough)))
                            for witness, rng in zip(witnesses, choose, strict=True)
                        ]
                    if all(task.result() for task in tasks):
                        await self._audit(witnesses)

    async def _sit_down(self, witnesses: list[Witness], terms: dict[str, Any]) -> None:
        first = witnesses[0]
        if first.match and first.running != first.match:
            await self._audit(witnesses)  # its end was on disk, and nobody had been told
        if first.running is not None:
            for witness in witnesses:
                assert witness.running == first.running
                await witness.say("resume")
                await witness.hear("snapshot")
            return
        if len(witnesses) == 1:
            await first.say("play_bot", bot="random", **terms)
        else:
            await first.say("create_lobby", clock={"turn": 0, "reserve": 0, "lag": 0}, **terms)
            code = (await first.hear("lobby_opened"))["code"]
            await witnesses[1].say("join_lobby", code=code)
        for witness in witnesses:
            await witness.hear("snapshot")

    def _enough(self, at: int) -> bool:
        return at >= ENOUGH or self.stopping

    async def _alive(self, playing: Any) -> bool:
        """Whether they came to the end of it; the others of a broken table find out by themselves."""
        try:
            await playing
        except GONE:
            return False
        return True

    async def _audit(self, witnesses: list[Witness]) -> None:
        log = await asyncio.to_thread(self.server.match_log, witnesses[0].match)
        for witness in witnesses:
            witness.check(log)
            witness.match = ""
        self.finished += 1

    # --- sealed tables ---

    async def sealed(self, name: str) -> None:
        """Two who trust nobody: their clients check every line, and refuse a past that is not theirs."""
        address = f"http://127.0.0.1:{self.server.port}"
        async with Client(address, patience=300) as ada, Client(address, patience=300) as bram:
            await self.calm.acquire()  # nobody is killed between two matches
            while not self.stopping:
                await ada.create_lobby("duel", dealer="mental", options=msgspec.convert(LONG, DuelOptions))
                await bram.join_lobby((await until(ada, LobbyOpened)).code)
                await asyncio.gather(dealt(ada), dealt(bram))
                self.there[name] = self.life
                self.calm.release()
                async with asyncio.TaskGroup() as playing:
                    for client in (ada, bram):
                        playing.create_task(self._play_sealed(name, client))
                for client in (ada, bram):
                    report, _ = await client.audit()
                    assert (report.verdict, report.finished) == ("fair", True)
                self.finished += 1
            self.calm.release()

    async def _play_sealed(self, name: str, client: Client) -> None:
        """Until somebody has given up: then nobody is killed before both have heard of it."""
        choose = Anything(self.choose.randrange(10**6))
        while (mirror := table(client)).standing.outcome is None:
            if mirror.my_move and not client.unconfirmed:
                await asyncio.sleep(PAUSE)
                if self._enough(len(mirror.lines)):
                    await self.calm.acquire()
                    await client.say(Concede())
                else:
                    await client.act(choose(mirror.game, mirror.state, mirror.seat, dict(mirror.faces)))
            news = await anext(client)
            if isinstance(news, Seated | Moved):
                self.there[name] = self.life

    # --- death ---

    async def kill(self, names: set[str]) -> None:
        """Once all tables play again: kill -9 at any moment, and start again."""
        deadline = asyncio.get_running_loop().time() + 120
        while late := {name for name in names if self.there.get(name) != self.life}:
            assert asyncio.get_running_loop().time() < deadline, f"these did not come back: {late}"
            await asyncio.sleep(0.005)
        await asyncio.sleep(self.choose.uniform(0, 0.2))
        async with self.calm:
            self.up.clear()
            self.server.kill()
            self.life += 1
            await asyncio.to_thread(self.server.start)
            self.up.set()
