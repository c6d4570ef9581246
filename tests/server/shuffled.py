"""A hub and a reception on an event loop that does things in any order that it is allowed to, by a seed.

What threads and disks do takes any number of rounds of the loop, and what is ready in a round is done in any
order. People come, play, leave, come back on another line, watch, want a rematch; writes fail; the server is
killed. Each line checks all that it hears at the moment it hears it.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import msgspec

from facedown.kernel import Refused, Seat
from facedown.server.http.refusals import TooMany
from facedown.server.hub import Hub
from facedown.server.limits import Settings
from facedown.server.messages import CreateLobby, JoinLobby, LeaveMatch, LobbyOpened, Resume, Spectate
from facedown.server.metrics import Metrics
from facedown.server.reception import Reception
from facedown.store import Conflict, Match, Player
from facedown.table.entries import head_of, read_entry
from facedown.table.messages import (
    Act,
    Chat,
    Claim,
    Concede,
    Offer,
    Rematch,
    Reply,
    Said,
    Snapshot,
    Sync,
    Update,
)
from facedown.table.room import WATCHERS, Room

TOUCHES = ("receive", "join", "part", "tick", "close", "snapshot")


class ShuffledLoop(asyncio.SelectorEventLoop):
    """Whatever is ready is done in any order, and a thread's work begins and ends at any time."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.away: list[Room] = []
        """Rooms that a thread has in its hands."""
        self._touched: list[Room] | None = None
        super().__init__()

    def _run_once(self) -> None:
        ready = [*self._ready]  # type: ignore[attr-defined]
        self.choose.shuffle(ready)
        self._ready.clear()  # type: ignore[attr-defined]
        self._ready.extend(ready)  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]

    def later(self, callback: Callable[[], object]) -> None:
        """Do this in one of the next rounds."""
        self.call_soon(self.later if self.choose.random() < 0.5 else lambda work: work(), callback)

    def run_in_executor(self, _pool: Any, work: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """Work begins in one of the next rounds, and is known to be done in one after that."""
        done = self.create_future()

        def begin() -> None:
            rooms: list[Room] = []
            self._touched = rooms
            try:
                result, error = work(*args), None
            except Exception as failure:
                result, error = None, failure
            self._touched = None
            self.away.extend(rooms)
            self.later(lambda: end(rooms, result, error))

        def end(rooms: list[Room], result: Any, error: Exception | None) -> None:
            for room in rooms:
                self.away.remove(room)
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

        self.later(begin)
        return done

    def touch(self, room: Room) -> None:
        """Somebody touches a room, here or on a thread."""
        assert all(room is not other for other in self.away), "two at a time in one room"
        if self._touched is not None:
            self._touched.append(room)


class Disk:
    """A store that writes in order, whenever it likes, and fails now and then."""

    def __init__(self, loop: ShuffledLoop, failing: float) -> None:
        self._loop, self._failing = loop, failing
        self.logs: dict[str, list[bytes]] = {}
        self.records: dict[str, Match] = {}
        self.secrets: dict[str, bytes] = {}
        self._waiting: list[tuple[Callable[[], None], Future[None]]] = []
        self._writing = False
        self.life = 0
        self.conflicts = self.failures = 0

    def open(self, match: Match, secret: bytes, lines: Sequence[bytes]) -> Future[None]:
        def work() -> None:
            self.records[match.id], self.secrets[match.id] = match, secret
            self.logs[match.id] = [*lines]

        return self._write(work)

    def append(self, match: str, expected: int, lines: Sequence[bytes]) -> Future[None]:
        return self._write(lambda: self._append(match, expected, lines))

    def finish(self, match: str, expected: int, lines: Sequence[bytes], **fields: Any) -> Future[None]:
        def work() -> None:
            self._append(match, expected, lines)
            self.records[match] = msgspec.structs.replace(self.records[match], finished=fields["finished"])
            del self.secrets[match]

        return self._write(work)

    def _append(self, match: str, expected: int, lines: Sequence[bytes]) -> None:
        found = len(self.logs.get(match, ()))
        if found != expected or self.records[match].finished is not None:
            self.conflicts += 1
            raise Conflict(match, expected, found)
        self.logs[match] += lines

    def keep_secret(self, match: str, secret: bytes) -> Future[None]:
        return self._write(lambda: self.secrets.update({match: secret}))

    def get(self, match: str) -> Match | None:
        record = self.records.get(match)
        return record and msgspec.structs.replace(record, entries=len(self.logs[match]))

    def secret(self, match: str) -> bytes | None:
        return self.secrets.get(match)

    def read(self, match: str) -> list[bytes]:
        return [*self.logs[match]]

    def running(self) -> list[Match]:
        return [record for record in self.records.values() if record.finished is None]

    def lose(self) -> None:
        """Kill -9: what was not written never will be."""
        self._waiting, self._writing = [], False
        self.life += 1

    @property
    def idle(self) -> bool:
        return not self._waiting and not self._writing

    def _write(self, work: Callable[[], None]) -> Future[None]:
        future: Future[None] = Future()
        self._waiting.append((work, future))
        if not self._writing:
            self._writing = True
            self._loop.later(self._of_this_life(self._commit))
        return future

    def _commit(self) -> None:
        """A group goes to the disk; who waits for it hears of it later."""
        group = self._waiting[: self._loop.choose.randint(1, 4)]
        del self._waiting[: len(group)]
        outcomes: list[tuple[Future[None], Exception | None]] = []
        for work, future in group:
            try:
                if self._loop.choose.random() < self._failing:
                    self.failures += 1
                    raise OSError("the disk is full")
                work()
                outcomes.append((future, None))
            except (OSError, Conflict) as error:
                outcomes.append((future, error))
        self._loop.later(self._of_this_life(lambda: self._complete(outcomes)))

    def _complete(self, outcomes: list[tuple[Future[None], Exception | None]]) -> None:
        if self._waiting:
            self._loop.later(self._of_this_life(self._commit))
        else:
            self._writing = False
        for future, error in outcomes:
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

    def _of_this_life(self, work: Callable[[], None]) -> Callable[[], None]:
        life = self.life
        return lambda: work() if self.life == life else None


class Grip:
    """A disk as one life of the server has it: nothing that it writes after its death gets there."""

    def __init__(self, disk: Disk) -> None:
        self._disk, self._life = disk, disk.life

    def __getattr__(self, name: str) -> Any:
        if self._life != self._disk.life and name in {"open", "append", "finish", "keep_secret"}:
            return lambda *_, **__: Future[None]()
        return getattr(self._disk, name)


class Line:
    """One line of a player, with the manners of `Connection`. Whatever it hears has to fit."""

    address = "127.0.0.1"

    def __init__(self, world: "World", player: Player) -> None:
        self._world, self.player = world, player
        self._hub, self._reception, self._life = world.hub, world.reception, world.disk.life
        self._live: Any = None
        self.seat: Seat = WATCHERS
        self.told: Snapshot | Update | None = None
        """The last that it heard about this table; None: nothing yet."""
        self._place = 0
        self.code = ""

    @property
    def match(self) -> str | None:
        return None if self._live is None else self._live.id

    @property
    def dead(self) -> bool:
        return self._life != self._world.disk.life

    def send(self, message: Any) -> None:
        if self.dead:
            return  # so is the server that says it
        if isinstance(message, LobbyOpened):
            self.code = message.code
        if type(message).__module__ != Snapshot.__module__:
            return
        assert self._live is not None, f"told at no table: {message}"
        if isinstance(message, Snapshot | Update):
            assert message.match == self._live.id, "told of another table"
        if isinstance(message, Update):
            assert self.told is not None, "an update before the picture"
            for step in message.steps:
                assert read_entry(bytes(step.entry)).at == self._place, "an update that does not follow"
                self._place += 1
            assert message.standing.at == self._place
        elif not isinstance(message, Snapshot):
            assert self.told is not None, f"told something before the picture: {message}"
            return
        self._place, self.told = message.standing.at, message
        self._world.check_on_disk(message.match, message.standing.at, message.standing.head)
        self._world.told[message.match] = max(self._world.told.get(message.match, 0), self._place)
        self._world.heard += 1

    def seat_at(self, live: Any, seat: Seat) -> None:
        if (self._live, self.seat) != (live, seat):
            self.stand_up()
        self._live, self.seat, self.told = live, seat, None

    def unseat(self, why: str) -> None:
        assert why
        self._live = None

    def charge(self, seconds: float) -> None:
        pass

    def stand_up(self, *, on_purpose: bool = True) -> bool:
        live, self._live = self._live, None
        if live is not None:
            self._hub.part(live, self.seat, self, on_purpose=on_purpose)
        return live is not None

    async def say(self, message: Said) -> None:
        if self._live is not None:
            await self._hub.say(self._live, self.seat, message, self)

    async def ask(self, message: Any) -> None:
        with suppress(Refused, TooMany):
            await self._reception.hear(self, message)  # type: ignore[arg-type]

    def hang_up(self) -> None:
        self.stand_up(on_purpose=False)
        self._reception.gone(self)  # type: ignore[arg-type]


class World:
    """Everybody, and a server that they meet on."""

    def __init__(self, loop: ShuffledLoop, failing: float) -> None:
        self.loop, self.choose = loop, loop.choose
        self.disk = Disk(loop, failing)
        self.now = 1_000_000
        self.told: dict[str, int] = {}
        """How far each match has come, as anybody was told."""
        self.heard = 0
        self.players = [Player(name, name, True, 0) for name in ("ada", "bram", "cleo")]
        self.lines: list[Line | None] = []
        self.start()

    def start(self) -> None:
        matches: Any = Grip(self.disk)
        nobody: Any = None
        settings, metrics = Settings(unload_after=30), Metrics()
        self.hub = Hub(matches, settings, metrics, now=lambda: self.now, wall=lambda: self.now)
        self.reception = Reception(
            self.hub, nobody, nobody, nobody, settings=settings, metrics=metrics, wall=lambda: self.now
        )

    def check_on_disk(self, match: str, at: int, head: str) -> None:
        lines = self.disk.logs.get(match, [])
        assert len(lines) >= at, "told before it was on disk"
        assert head_of(lines[at - 1]) == head, "told of a past that is not on disk"

    async def live(self, number: int, rounds: int) -> None:
        """One line after another of one player, doing whatever comes to mind."""
        player = self.players[number % len(self.players)]
        line = Line(self, player)
        for _ in range(rounds):
            if line.dead or self.choose.random() < 0.04:
                if not line.dead:
                    line.hang_up()
                line = Line(self, player)
            self.lines[number] = line
            await self._do(line)
            for _ in range(self.choose.randint(0, 5)):
                await asyncio.sleep(0)
        if not line.dead:
            line.hang_up()
        self.lines[number] = None

    async def _do(self, line: Line) -> None:
        choose = self.choose
        if line.match is None:
            await self._find(line)
            return
        standing = None if line.told is None else line.told.standing
        if choose.random() < 0.1:
            await line.ask(LeaveMatch() if choose.random() < 0.5 else Resume())
        elif standing is not None and standing.outcome is not None:
            await line.say(Rematch())
        elif standing is not None and standing.legal is not msgspec.UNSET and choose.random() < 0.7:
            action = choose.choice(msgspec.json.decode(standing.legal, type=list[msgspec.Raw]))
            await line.say(Act(standing.at, action))
        else:
            words: list[Said] = [Sync(), Chat("hm"), Offer("draw"), Reply("draw", True), Claim(), Concede()]
            await line.say(choose.choices(words, [3, 3, 2, 2, 1, 1])[0])

    async def _find(self, line: Line) -> None:
        choose, others = self.choose, [other for other in self.lines if other is not None]
        codes = [other.code for other in others if other.code and other.player is not line.player]
        if line.player.id in self.hub.playing and choose.random() < 0.7:
            await line.ask(Resume())
        elif self.told and choose.random() < 0.4:
            await line.ask(Spectate(choose.choice([*self.told])))
        elif codes and choose.random() < 0.7:
            await line.ask(JoinLobby(choose.choice(codes)))
        else:
            await line.ask(CreateLobby())

    async def time(self, rounds: int, kills: float) -> None:
        """Clocks run, and now and then the server is killed."""
        for _ in range(rounds):
            self.now += self.choose.choice([200, 200, 5_000, 40_000])
            self.hub.tick()
            if self.choose.random() < kills:
                self.disk.lose()
                self.start()
            for _ in range(self.choose.randint(1, 8)):
                await asyncio.sleep(0)

    async def settle(self) -> None:
        """Until nothing is under way any more."""
        for _ in range(2_000):
            await asyncio.sleep(0)
            if (
                self.disk.idle
                and not self.loop.away
                and not any(x.turns.busy for x in self.hub.live.values())
            ):
                return
        raise AssertionError("something never comes to an end")

    def check_at_the_end(self) -> None:
        for match, at in self.told.items():
            assert len(self.disk.logs[match]) >= at, "an entry that somebody was told of is gone"
        running = self.disk.running()
        expected = {seated.player: match.id for match in running for seated in match.seats}
        assert self.hub.playing == expected, "who plays where"
        if not self.disk.failures:
            assert not self.disk.conflicts, "two copies of a match have written"


def play(seed: int, *, failing: float = 0.0, kills: float = 0.0, rounds: int = 120) -> int:
    """Everybody does as they like, by this seed. Returns how much was heard."""
    loop = ShuffledLoop(seed)
    faults: list[Any] = []
    loop.set_exception_handler(lambda _, context: faults.append(context))

    async def main() -> int:
        world = World(loop, failing)
        people = 2 * len(world.players)
        world.lines = [None] * people
        await asyncio.gather(*(world.live(n, rounds) for n in range(people)), world.time(rounds, kills))
        await world.settle()
        world.check_at_the_end()
        return world.heard

    try:
        heard = loop.run_until_complete(main())
        assert not faults, faults[0]
        return heard
    finally:
        loop.close()
