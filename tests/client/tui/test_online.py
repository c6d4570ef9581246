"""The table on a real server: lobby, chat, offers, absence, watching, a lost line."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from client.served import Served
from client.tui.tables import LARGE, SMALL, picture_of, until, until_shown
from facedown.client.news import Seated
from facedown.client.sdk import Client
from facedown.client.tui.app import TableApp
from facedown.client.tui.host import There
from facedown.server.messages import LobbyOpened
from facedown.table.messages import Chat, Concede, Offer, Reply

Play = Callable[[Pilot[Any], Client], Awaitable[None]]


async def hear(friend: Client, kind: type) -> Any:
    """The friend's next news of this kind."""
    async for news in friend:
        if isinstance(news, kind):
            return news
    raise AssertionError


async def follow(friend: Client) -> None:
    """The friend goes on listening."""
    async for _ in friend:
        pass


def together(server: Served, log: Path, play: Play) -> TableApp:
    """Ada at the table opens a lobby, and Bram, who is made of code, joins it."""

    async def evening() -> TableApp:
        async with Client(server.url, name="ada") as client, Client(server.url, name="bram") as friend:
            await client.create_lobby("duel")
            app = TableApp(There(client, "duel"), str(log), lively=False)
            async with app.run_test(size=SMALL) as pilot:
                await until_shown(pilot, "Your friend types:")
                shown = picture_of(pilot)
                code = shown.partition("--lobby ")[2][:6]
                assert f"The code of the lobby is {code}." in shown
                await friend.join_lobby(code)
                await hear(friend, Seated)
                listening = asyncio.create_task(follow(friend))
                await until_shown(pilot, "Turn 1:")
                await play(pilot, friend)
                listening.cancel()
        return app

    return asyncio.run(evening())


def test_talk_offers_and_a_draw(server: Served, tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], friend: Client) -> None:
        assert "left" in picture_of(pilot)  # the clocks run
        await friend.say(Chat("hello [b]"))
        await until_shown(pilot, "bram says: hello [b]")
        await friend.say(Offer("draw"))
        await until_shown(pilot, "Bram asks for a draw")
        assert "y  Accept" in picture_of(pilot)
        await pilot.press("n")
        await until_shown(pilot, "The offer of a draw is off the table.")
        await pilot.press("d")
        await until_shown(pilot, "You ask for a draw.")
        await friend.say(Reply("draw", True))
        await until_shown(pilot, "The match is drawn")
        await until_shown(pilot, "The match was fair")

    app = together(server, tmp_path / "match.log", play)
    assert (tmp_path / "match.log").exists()
    assert app.table.farewell[0][1].startswith("The match is drawn")


def test_leaving_does_not_end_the_match_and_is_asked_about(server: Served, tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], friend: Client) -> None:
        await pilot.press("q")
        await until_shown(pilot, "Leave the table?")
        await pilot.press("y")
        assert friend.mirror is not None
        mirror = friend.mirror
        await until(pilot, lambda: not pilot.app.is_running)
        assert mirror.standing.outcome is None
        await friend.say(Concede())

    app = together(server, tmp_path / "match.log", play)
    assert "The match goes on" in app.table.farewell[0][1]


def test_somebody_who_left_can_be_claimed_from(server: Served, tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any], friend: Client) -> None:
        await friend.leave()
        await until_shown(pilot, "w  Claim the win")
        await pilot.press("w")
        await until_shown(pilot, "That changed nothing")

    together(server, tmp_path / "match.log", play)


def test_a_spectator_sees_no_hand(server: Served) -> None:
    async def evening() -> None:
        async with Client(server.url, name="one") as one, Client(server.url, name="two") as two:
            await one.create_lobby("duel")
            lobby: LobbyOpened = await hear(one, LobbyOpened)
            await two.join_lobby(lobby.code)
            seated = await asyncio.gather(hear(one, Seated), hear(two, Seated))
            listening = [asyncio.create_task(follow(client)) for client in (one, two)]
            async with Client(server.url, name="eye") as eye:
                await eye.watch(seated[0].mirror.match)
                app = TableApp(There(eye, "duel"), lively=False)
                async with app.run_test(size=LARGE) as pilot:
                    await until_shown(pilot, "You watch one against two.")
                    await until_shown(pilot, "face down")
                    assert "End turn" not in picture_of(pilot)
                    await one.say(Concede())
                    await until_shown(pilot, "two wins: one gave up.")
                    assert "Play again" not in picture_of(pilot)
            for task in listening:
                task.cancel()

    asyncio.run(evening())


def test_a_lost_line_comes_back_and_the_match_goes_on(tmp_path: Path) -> None:
    server = Served(tmp_path / "data")

    async def evening() -> None:
        async with Client(server.url, name="ada") as client:
            await client.play_bot("duel")
            app = TableApp(There(client, "duel"), str(tmp_path / "match.log"), lively=False)
            async with app.run_test(size=LARGE) as pilot:
                await until(pilot, lambda: app.table.awaited)
                await asyncio.to_thread(server.kill)
                await until_shown(pilot, "The line is lost")
                await pilot.press("e")
                await asyncio.to_thread(server.start)
                await until_shown(pilot, "You are back at the table")
                # The coin is the server's: ada has the odd turns or the even ones.
                await until(pilot, lambda: re.search(r"Turn [34]: ada\.", picture_of(pilot)))

    try:
        asyncio.run(evening())
    finally:
        server.stop()
