"""A sealed match at the table that fills the terminal: here, and on a server."""

import asyncio
from pathlib import Path

from client.served import Served
from client.tui.tables import LARGE, until, until_shown
from facedown.client.parlour import Parlour, Place
from facedown.client.sdk import Client
from facedown.client.tui.app import TableApp
from facedown.client.tui.host import Here, Host, There
from facedown.crypto.signing import SessionKey
from facedown.games.duel import DUEL
from facedown.table import verify

DECK = DUEL.decks()["starter"]


async def evening(host: Host, log: Path) -> None:
    """The deal, two turns, and giving up."""
    app = TableApp(host, str(log), lively=False)
    async with app.run_test(size=LARGE) as pilot:
        await until_shown(pilot, "sealed: everybody shuffles")
        await until(pilot, lambda: app.table.awaited)
        await pilot.press("e")
        await until(pilot, lambda: app.table.awaited)
        await pilot.press("x")
        await until_shown(pilot, "Do you want to give up")
        await pilot.press("y")
        await until_shown(pilot, "The match was fair: every shuffle and every card is")
    report = verify(log.read_bytes())
    assert (report.verdict, report.dealer) == ("fair", "mental")


def test_here(tmp_path: Path) -> None:
    seats = [Place("ada", DECK), Place("Random", DECK, "random")]
    parlour = Parlour(DUEL, seats, dealer="mental", options=DUEL.options_type(), key=SessionKey.fresh())
    asyncio.run(evening(Here(parlour), tmp_path / "log"))


def test_on_a_server(server: Served, tmp_path: Path) -> None:
    async def visit() -> None:
        async with Client(server.url, name="ada") as client:
            await client.play_bot("duel", "random", dealer="mental")
            await evening(There(client, "duel"), tmp_path / "log")

    asyncio.run(visit())
