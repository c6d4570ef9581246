"""The SDK against a real server in its own process, which may be killed."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from client.served import Served, environment
from facedown.bots.greedy import Greedy
from facedown.client.news import LineBack, LineLost, Moved, News, Seated
from facedown.client.sdk import Client, Finished, run_bot
from facedown.games.duel import DuelOptions, EndTurn
from facedown.kernel import InvalidAction, Seat
from facedown.server.messages import LobbyOpened, Queued
from facedown.table import verify
from facedown.table.entries import Contributed, read_entry
from facedown.table.messages import Chat, Chatted, Concede, Offer, Rejected
from facedown.table.verify import read_log

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


class Anything:
    """Chooses any legal action."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, game: Any, state: Any, seat: Seat, faces: Any) -> Any:
        return self._rng.choice(game.legal(state, seat, faces))


async def until(client: Client, kind: type[Any]) -> Any:
    """The next news of this kind."""
    async with asyncio.timeout(120):
        async for news in client:
            if isinstance(news, kind):
                return news
    raise AssertionError


async def meet(one: Client, two: Client) -> None:
    """Both in the same match, dealt."""
    await one.create_lobby("duel", options=DuelOptions())
    opened = await until(one, LobbyOpened)
    await two.join_lobby(opened.code.lower())
    await asyncio.gather(dealt(one), dealt(two))


async def dealt(client: Client) -> None:
    """Sit down and wait until the cards are on the table."""
    seated = await until(client, Seated)
    while not seated.mirror.standing.active or seated.mirror.awaited:
        await until(client, Moved)


def check(finished: Finished) -> None:
    assert finished.report.finished
    assert verify(finished.log) == finished.report
    assert finished.report.outcome == finished.outcome


def test_a_bot_plays_the_servers_bot_and_both_players_randomness_is_in_the_log(server: Served) -> None:
    finished = run_bot(server.url, Greedy(1).choose, name="sdk-bot", against="random", matches=2)
    assert len({match.match for match in finished}) == 2
    for match in finished:
        check(match)
        bodies = [read_entry(line).body for line in match.log.split(b"\n")[:3]]
        assert sum(isinstance(body, Contributed) for body in bodies) == 1


def test_two_strangers_meet_in_the_queue(server: Served) -> None:
    async def play() -> list[Finished]:
        async with Client(server.url, name="ada") as ada, Client(server.url, name="bram") as bram:
            await ada.join_queue("duel", "wildfire")
            await until(ada, Queued)
            await bram.join_queue("duel")
            return list(await asyncio.gather(ada.play(Anything(1)), bram.play(Anything(2))))

    ada, bram = asyncio.run(play())
    check(ada)
    assert read_log(ada.log) == read_log(bram.log)
    assert {ada.seat, bram.seat} == {0, 1}
    assert set(ada.report.players) == {"ada", "bram"}


def test_a_server_killed_in_the_middle_of_a_match_changes_nothing(server: Served) -> None:
    heard: list[News] = []

    async def play() -> tuple[Finished, Finished, list[bytes]]:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            mirrors = [client.mirror for client in (ada, bram)]
            assert all(mirror is not None and mirror.checked for mirror in mirrors)
            mover = ada if ada.mirror is not None and ada.mirror.my_move else bram
            assert mover.mirror is not None
            before = list(mover.mirror.lines)
            server.kill()
            # The action is on its way when nobody is there to take it.
            await mover.act(EndTurn())
            heard.append(await until(mover, LineLost))
            server.start()
            heard.append(await until(mover, LineBack))
            results = await asyncio.gather(ada.play(Anything(1)), bram.play(Anything(2)))
            assert all(mirror is client.mirror for mirror, client in zip(mirrors, (ada, bram), strict=True))
            return *results, before

    ada, bram, before = asyncio.run(play())
    check(ada)
    assert read_log(ada.log) == read_log(bram.log)
    lines = ada.log.split(b"\n")
    assert lines[: len(before)] == before
    assert b'"type":"end_turn"' in lines[len(before)]
    assert sum(b'"type":"end_turn"' in line for line in lines[len(before) : len(before) + 1]) == 1


def test_who_comes_back_after_the_end_is_not_sent_into_another_match(server: Served) -> None:
    async def play() -> News:
        async with Client(server.url) as client:
            await client.play_bot("duel", "random")
            await dealt(client)
            await client.say(Concede())
            while client.mirror is None or client.mirror.standing.outcome is None:
                await until(client, Moved)
            server.kill()
            await until(client, LineLost)
            server.start()
            await until(client, LineBack)
            await client.join_lobby("NOSUCH")
            return await anext(client)

    refused = asyncio.run(play())
    assert isinstance(refused, Rejected)
    assert "NOSUCH" in refused.message


def test_a_refused_action_can_be_followed_by_another(server: Served) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            await client.play_bot("duel", "random")
            await dealt(client)
            assert client.mirror is not None
            while not client.mirror.my_move:
                await until(client, Moved)
            await client.act({"type": "win"})
            assert client.unconfirmed
            await until(client, Rejected)
            confirmed = [not client.unconfirmed]
            await client.act(EndTurn())
            await until(client, Moved)
            assert [*confirmed, not client.unconfirmed] == [True, True]

    asyncio.run(play())


def test_a_refusal_of_something_else_leaves_an_action_under_way(server: Served) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            await client.play_bot("duel", "random")
            await dealt(client)
            assert client.mirror is not None
            while not client.mirror.my_move:
                await until(client, Moved)
            await client.say(Offer("undo"))  # there is nothing to take back: refused, and heard first
            await client.act(EndTurn())
            refused = await until(client, Rejected)
            assert (refused.refuses, client.unconfirmed) == ("offer", True)
            await until(client, Moved)
            assert not client.unconfirmed

    asyncio.run(play())


def test_another_process_takes_the_seat_again_with_the_token(server: Served) -> None:
    async def play() -> Finished:
        async with Client(server.url, name="carla") as first:
            await first.play_bot("duel", "random")
            await until(first, Seated)
            assert first.mirror is not None
            match, session = first.mirror.match, first.session
        async with Client(server.url, session=session) as second:
            assert second.name == "carla"
            assert second.running == match
            await second.resume()
            seated = await until(second, Seated)
            assert seated.mirror.match == match
            assert seated.mirror.checked
            return await second.play(Anything(3))

    check(asyncio.run(play()))


def test_a_token_that_is_worth_nothing_makes_a_new_guest(server: Served) -> None:
    async def play() -> tuple[str, str]:
        async with Client(server.url, token="no-such-token", name="dora") as client:
            return client.name, client.session.kept.token

    name, token = asyncio.run(play())
    assert name == "dora"
    assert token not in ("", "no-such-token")


def test_a_spectator_sees_the_match_and_no_hand(server: Served) -> None:
    async def play() -> None:
        async with Client(server.url) as ada, Client(server.url) as bram, Client(server.url) as eve:
            await meet(ada, bram)
            assert ada.mirror is not None
            await eve.watch(ada.mirror.match)
            seated = await until(eve, Seated)
            assert seated.mirror.seat == -1
            assert seated.mirror.checked
            assert seated.mirror.faces == {}
            assert seated.mirror.state == ada.mirror.state
            await eve.say(Chat("psst"))
            assert (await until(eve, Rejected)).code == "illegal"
            await ada.say(Concede())
            while eve.mirror is not None and eve.mirror.standing.outcome is None:
                await until(eve, Moved)
            report, _ = await eve.audit()
            assert report.finished

    asyncio.run(play())


def test_talk_and_rematch_with_fresh_randomness(server: Served) -> None:
    async def play() -> list[bytes]:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            await ada.say(Chat("good luck"))
            assert (await until(bram, Chatted)).text == "good luck"
            await ada.say(Concede())
            assert ada.mirror is not None
            first = ada.mirror
            while first.standing.outcome is None:
                await until(ada, Moved)
            await ada.rematch()
            await bram.rematch()
            await asyncio.gather(dealt(ada), dealt(bram))
            assert ada.mirror.match != first.match
            assert ada.mirror.seat != first.seat
            return first.lines + ada.mirror.lines

    bodies = [read_entry(line).body for line in asyncio.run(play())]
    assert len({body.nonce for body in bodies if isinstance(body, Contributed)}) == 4


def test_what_the_server_refuses_is_heard(server: Served) -> None:
    async def play() -> str:
        async with Client(server.url) as client:
            await client.join_lobby("NOSUCH")
            return str((await until(client, Rejected)).message)

    assert "NOSUCH" in asyncio.run(play())


def test_a_bot_that_chooses_nonsense_is_told(server: Served) -> None:
    def nonsense(game: Any, state: Any, seat: Seat, faces: Any) -> Any:
        return {"type": "win"}

    with pytest.raises(InvalidAction, match="not an action of duel"):
        run_bot(server.url, nonsense, against="random")


def test_no_server_is_a_connection_error() -> None:
    with pytest.raises(ConnectionError, match=r"cannot reach http://127.0.0.1:1 \(connection refused\)"):
        run_bot("127.0.0.1:1", Anything(1))


def test_patience_ends(server: Served, tmp_path: Path) -> None:
    own = Served(tmp_path)

    async def play() -> None:
        async with Client(own.url, patience=0.5) as client:
            own.kill()
            while True:
                await until(client, LineLost)

    with pytest.raises(ConnectionError, match="cannot reach"):
        asyncio.run(play())


def test_the_example_bot_is_at_most_25_lines_and_plays(server: Served, tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 25
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url, "random"],
        capture_output=True,
        text=True,
        timeout=240,
        env=environment(tmp_path),
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.endswith("the log is fair\n")
