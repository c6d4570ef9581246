"""Somebody leaves a sealed match over the network: three and four go on, with two the log says who it was."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
import pytest

from client.sealed import Anything, check, dealt, mover, play, table, until, with_workshop
from client.served import Served
from facedown.client.news import Moved
from facedown.client.sdk import Client, Finished
from facedown.server.messages import LobbyOpened
from facedown.table import Clock, registry, verify
from facedown.table.entries import Accused, Left, Parted, read_entry
from facedown.table.messages import Concede, Overdue
from facedown.testing.workshop import WORKSHOP, WorkshopOptions

HURRY = Clock(turn=2500, reserve=0, lag=0)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the workshop, where three and four can play."""
    served = with_workshop(tmp_path_factory.mktemp("server"))
    yield served
    served.stop()


@pytest.fixture(autouse=True)
def _workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)


@asynccontextmanager
async def party(server: Served, seats: int, clock: Clock) -> AsyncIterator[list[Client]]:
    """So many in one match of the workshop."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(server.url)) for _ in range(seats)]
        first, *rest = clients
        options = WorkshopOptions(turns=5)
        await first.create_lobby("workshop", dealer="mental", options=options, seats=seats, clock=clock)
        code = (await until(first, LobbyOpened)).code
        for client in rest:
            await client.join_lobby(code)
        await asyncio.gather(*map(dealt, clients))
        yield clients


def bodies(log: bytes) -> list[object]:
    return [read_entry(line).body for line in log.split(b"\n")[:-2]]


@pytest.mark.parametrize("seats", [3, 4])
def test_the_others_go_on_when_all_of_them_have_said_that_one_is_gone(server: Served, seats: int) -> None:
    async def match() -> tuple[int, list[Finished]]:
        async with party(server, seats, HURRY) as clients:
            gone = mover(clients)
            await gone.__aexit__()
            rest = [client for client in clients if client is not gone]
            return table(gone).seat, await play(*rest)

    gone, results = asyncio.run(match())
    check(results)
    said = bodies(results[0].log)
    accusers = {body.seat for body in said if isinstance(body, Accused)}
    assert accusers == set(range(seats)) - {gone}
    (left,) = [body for body in said if isinstance(body, Left)]
    assert (left.seat, left.why) == (gone, "timed out")
    assert gone not in results[0].outcome.winners
    after = said[said.index(left) :]
    assert any(isinstance(body, Parted) and b'"released"' in bytes(body.part) for body in after)
    assert {body.seat for body in after if isinstance(body, Parted)} == accusers


def test_who_leaves_in_peace_costs_the_others_one_batch_and_is_free(server: Served) -> None:
    async def match() -> list[Finished]:
        async with party(server, 3, Clock(0, 0, 0)) as clients:
            leaver = clients[1]
            await leaver.say(Concede())
            while table(leaver).seat not in table(leaver).hand.table.gone:  # type: ignore[union-attr]
                await until(leaver, Moved)
            rest = [client for client in clients if client is not leaver]
            results = await play(*rest)
            await leaver.play_bot("duel", "random")
            assert (await dealt(leaver)).game.name == "duel"
            return results

    results = asyncio.run(match())
    check(results)
    said = bodies(results[0].log)
    (left,) = [body for body in said if isinstance(body, Left)]
    assert left.why == "conceded"
    assert left.proof is not msgspec.UNSET
    # Nobody has to accuse it, and nobody has to put its keys together.
    assert not [body for body in said if isinstance(body, Accused)]
    assert not [body for body in said if isinstance(body, Parted) and b'"released"' in bytes(body.part)]


def test_with_two_the_log_proves_who_left(server: Served) -> None:
    async def match() -> tuple[int, Finished]:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await ada.create_lobby("duel", dealer="mental", clock=HURRY)
            await bram.join_lobby((await until(ada, LobbyOpened)).code)
            await asyncio.gather(dealt(ada), dealt(bram))
            gone = mover([ada, bram])
            rest = bram if gone is ada else ada
            await gone.__aexit__()
            return table(gone).seat, await rest.play(Anything(1))

    gone, finished = asyncio.run(match())
    check([finished])
    assert (finished.outcome.winners, finished.outcome.reason) == ((1 - gone,), "timed out")
    assert verify(finished.log).outcome == finished.outcome
    assert any("who had left" in line for line in finished.report.checks)


def test_nobody_accuses_on_the_servers_word_alone(server: Served) -> None:
    async def match() -> None:
        async with party(server, 3, Clock(turn=60_000, reserve=0, lag=0)) as clients:
            late = mover(clients)
            other = next(client for client in clients if client is not late)
            await other._hear(Overdue(table(late).seat, "timed out"))
            await other._hear(Overdue(table(late).seat, "withheld a part"))
            await other._hear(Overdue(table(late).seat, "abandoned"))
            assert len(other._sealed._waiting) == 1  # it waits for the clock itself, and for nothing else
            assert all(not task.done() for task in other._sealed._waiting)
            said = [read_entry(line).body for line in table(other).lines]
            assert not any(isinstance(body, Accused) for body in said)

    asyncio.run(match())
