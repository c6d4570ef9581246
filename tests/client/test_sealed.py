"""Sealed matches over the network: the SDK deals, signs and proves through a server that may be killed."""

import asyncio
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from client.between import Between
from client.sealed import Anything, check, dealt, meet, mover, over, play, table, until, with_workshop
from client.served import Served
from facedown.client.news import LineBack, LineLost, Moved, Seated
from facedown.client.sdk import Client, Finished, run_bot
from facedown.client.sessions import Session
from facedown.client.trouble import Trouble
from facedown.games.duel import EndTurn
from facedown.server.messages import LobbyOpened, Queued
from facedown.table import registry, verify
from facedown.table.entries import Opened, Parted, read_entry
from facedown.table.messages import Concede, Rejected, Rematch
from facedown.table.pocket import Pocket
from facedown.testing.workshop import WORKSHOP, WorkshopOptions


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the workshop, where three and four can play."""
    served = with_workshop(tmp_path_factory.mktemp("server"))
    yield served
    served.stop()


@pytest.fixture(autouse=True)
def _workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)


def test_two_strangers_play_a_duel_whose_cards_nobody_holds(server: Served) -> None:
    async def match() -> list[Finished]:
        async with Client(server.url, name="ada") as ada, Client(server.url, name="bram") as bram:
            await ada.join_queue("duel", "wildfire", dealer="mental")
            await until(ada, Queued)
            await bram.join_queue("duel", dealer="mental")
            return await play(ada, bram)

    results = asyncio.run(match())
    check(results)
    report = results[0].report
    assert "everything that ada and bram did is signed" in report.checks
    assert "the list of ada and bram is the one that it was bound to, and legal" in report.checks


@pytest.mark.parametrize("seats", [3, 4])
def test_three_and_four_play_everything_that_a_game_can_ask(server: Served, seats: int) -> None:
    async def match() -> list[Finished]:
        clients = [Client(server.url) for _ in range(seats)]
        for client in clients:
            await client.__aenter__()
        await meet(*clients, game="workshop", options=WorkshopOptions(turns=8))
        results = await play(*clients, seed=seats)
        for client in clients:
            await client.__aexit__()
        return results

    check(asyncio.run(match()))


def test_three_whose_server_is_killed_and_one_of_whom_starts_again(server: Served, tmp_path: Path) -> None:
    async def match() -> list[Finished]:
        first = Session(tmp_path / "ada.json")
        async with Client(server.url) as bo, Client(server.url) as cleo:
            async with Client(server.url, session=first) as ada:
                await meet(ada, bo, cleo, game="workshop", options=WorkshopOptions(turns=6))
            server.kill()
            server.start()
            async with Client(server.url, session=Session(tmp_path / "ada.json")) as again:
                await again.resume()
                await until(again, Seated)
                return await play(again, bo, cleo)

    check(asyncio.run(match()))


def test_against_a_bot_which_has_keys_of_its_own(server: Served) -> None:
    check(run_bot(server.url, Anything(3), against="random", dealer="mental"))


def test_a_lost_line_and_a_server_killed_in_the_deal_and_in_a_move_change_nothing(server: Served) -> None:
    async def match() -> list[Finished]:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await ada.create_lobby("duel", dealer="mental")
            code = (await until(ada, LobbyOpened)).code
            await bram.join_lobby(code)
            await asyncio.gather(until(ada, Seated), until(bram, Seated))
            server.kill()  # in the middle of the first shuffles
            await asyncio.gather(until(ada, LineLost), until(bram, LineLost))
            server.start()
            await asyncio.gather(dealt(ada), dealt(bram))
            one = mover([ada, bram])
            before = list(table(one).lines)
            server.kill()
            await one.act(EndTurn())  # nobody is there to take it
            await until(one, LineLost)
            server.start()
            await until(one, LineBack)
            results = await play(ada, bram)
            lines = results[0].log.split(b"\n")
            assert lines[: len(before)] == before
            assert b'"type":"end_turn"' in lines[len(before)]
            return results

    check(asyncio.run(match()))


def test_conceding_and_a_rematch_with_fresh_keys(server: Served) -> None:
    async def match() -> tuple[list[bytes], list[bytes]]:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            first = table(ada)
            await ada.say(Concede())
            await asyncio.gather(over(ada), over(bram))
            assert ada.mirror is first
            assert (await ada.audit())[0].verdict == "fair"
            await ada.rematch()
            await bram.rematch()
            second, _ = await asyncio.gather(dealt(ada), dealt(bram))
            assert (second.match != first.match, second.seat) == (True, 1 - first.seat)
            check(await play(ada, bram))
            return first.lines, second.lines

    first, second = asyncio.run(match())
    old, new = read_entry(first[0]).body, read_entry(second[0]).body
    assert isinstance(old, Opened)
    assert isinstance(new, Opened)
    assert {chair.key for chair in old.chairs}.isdisjoint(chair.key for chair in new.chairs)
    assert {chair.deck for chair in old.chairs}.isdisjoint(chair.deck for chair in new.chairs)


def test_a_rematch_with_keys_that_are_none_takes_nobody_from_the_table(server: Served) -> None:
    async def match() -> None:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            await ada.say(Concede())
            await asyncio.gather(over(ada), over(bram))
            await ada.rematch()
            bad = Pocket.fresh("mental", ("firebolt",)).bond
            await bram.send(Rematch(bond=msgspec.structs.replace(bad, box="ff" * 32)))
            refused = await until(ada, Rejected)
            assert "no rematch" in refused.message
            await bram.rematch()  # everybody is still there
            await ada.rematch()
            await asyncio.gather(dealt(ada), dealt(bram))

    asyncio.run(match())


def test_giving_up_in_the_middle_of_the_deal(server: Served) -> None:
    """It is signed for one place, and the others' parts go on: it is signed again until it gets through."""

    held: list[str] = []
    late: list[str] = []

    def slow(line: int, message: str) -> list[str]:
        """The first time it is so long on its way that others have come first."""
        if line == 0 and '"type":"concede"' in message and not held:
            held.append(message)
            late.append(message)
            return []
        return [late.pop(), message] if line == 0 and late else [message]

    async def match() -> list[Finished]:
        async with Between(server.url) as between, Client(between.url) as ada, Client(between.url) as bram:
            between.pass_up = slow
            await ada.create_lobby("duel", dealer="mental")
            await bram.join_lobby((await until(ada, LobbyOpened)).code)
            await asyncio.gather(until(ada, Seated), until(bram, Seated))
            other = asyncio.create_task(bram.play(Anything(1)))
            while len(table(ada).lines) < 5:
                await until(ada, Moved)
            await ada.say(Concede())
            await over(ada)
            assert (await ada.audit())[0].verdict == "fair"
            return [await other]

    results = asyncio.run(match())
    check(results)
    assert results[0].outcome.reason == "conceded"


def test_a_spectator_checks_every_proof_and_sees_no_hand(server: Served) -> None:
    async def match() -> None:
        async with Client(server.url) as ada, Client(server.url) as bram, Client(server.url) as eve:
            await meet(ada, bram)
            await eve.watch(table(ada).match)
            seen = (await until(eve, Seated)).mirror
            assert (seen.seat, seen.checked, seen.faces) == (-1, True, {})
            assert seen.state == table(ada).state
            results, last = await asyncio.gather(play(ada, bram), over(eve))
            assert last.lines == table(ada).lines
            assert (await eve.audit())[0] == results[0].report

    asyncio.run(match())


def test_a_lobby_says_who_deals_before_anybody_sits_down(server: Served) -> None:
    async def match() -> None:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await ada.create_lobby("duel", dealer="house")
            code = (await until(ada, LobbyOpened)).code
            with pytest.raises(Trouble, match="the dealer is house, not mental"):
                await bram.join_lobby(code, dealer="mental")

    asyncio.run(match())


def test_every_part_in_the_log_was_made_by_its_seat_and_no_secret_is_in_it(server: Served) -> None:
    async def match() -> tuple[bytes, list[bytes]]:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            secrets: list[bytes] = []
            for client in (ada, bram):
                pocket = client._sealed.pocket
                assert pocket is not None
                ring = pocket._ring
                secrets += [ring._session.to_bytes(), ring._box.to_bytes(), ring._list.to_bytes()]
                secrets += [key.to_bytes() for key in ring._keys.values()]
            results = await play(ada, bram)
            return results[0].log, secrets

    log, secrets = asyncio.run(match())
    bodies = [read_entry(line).body for line in log.split(b"\n")[:-2]]
    assert {body.seat for body in bodies if isinstance(body, Parted)} == {0, 1}
    assert verify(log).verdict == "fair"
    assert len(secrets) >= 10
    assert_absent(secrets, log)


def assert_absent(secrets: list[bytes], data: bytes) -> None:
    for secret in secrets:
        assert secret not in data
        assert secret.hex().encode() not in data
        assert all(b64encode(bytes(pad) + secret)[4:-4] not in data for pad in range(3))
