"""What tests of sealed matches over the network have in common."""

import asyncio
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from client.served import Served
from facedown.client.news import Moved, Seated
from facedown.client.sdk import Client, Finished
from facedown.games.duel import DuelOptions
from facedown.kernel import Options, Seat
from facedown.server.messages import LobbyOpened
from facedown.table import log_file, verify
from facedown.table.mirror import Mirror
from facedown.table.verify import open_log, read_log

SHORT = DuelOptions(hero_health=12)
"""A duel that is over in a few turns."""


class Anything:
    """Chooses any legal action."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, game: Any, state: Any, seat: Seat, faces: Any) -> Any:
        return self._rng.choice(game.legal(state, seat, faces))


async def until(client: Client, kind: type[Any]) -> Any:
    """The next news of this kind."""
    async with asyncio.timeout(60):
        async for news in client:
            if isinstance(news, kind):
                return news
    raise AssertionError


async def meet(*clients: Client, game: str = "duel", options: Options | None = SHORT) -> None:
    """All in the same sealed match, dealt."""
    first, *rest = clients
    await first.create_lobby(game, dealer="mental", options=options, seats=len(clients))
    opened = await until(first, LobbyOpened)
    for client in rest:
        await client.join_lobby(opened.code)
    await asyncio.gather(*map(dealt, clients))


async def dealt(client: Client) -> Mirror:
    """Sit down and wait until the cards are on the table."""
    mirror: Mirror = (await until(client, Seated)).mirror
    while not mirror.standing.active:
        await until(client, Moved)
    return mirror


async def over(client: Client) -> Mirror:
    """Listen until the match is over."""
    mirror = table(client)
    while mirror.standing.outcome is None:
        await until(client, Moved)
    return mirror


def table(client: Client) -> Mirror:
    """The match that this client is in."""
    assert client.mirror is not None
    return client.mirror


def mover(clients: Sequence[Client]) -> Client:
    """Whose move it is."""
    return next(client for client in clients if table(client).my_move)


async def play(*clients: Client, seed: int = 1) -> list[Finished]:
    """All play anything to the end."""
    return list(
        await asyncio.gather(*(client.play(Anything(seed + at)) for at, client in enumerate(clients)))
    )


def check(results: Sequence[Finished]) -> None:
    """One log, the same for all, proved from beginning to end."""
    assert len({tuple(read_log(result.log)) for result in results}) == 1
    signs = {seat: sign for result in results for seat, sign in open_log(result.log)[1].signs}
    report = verify(log_file(read_log(results[0].log), signs))
    assert (report.verdict, report.dealer) == ("fair", "mental")
    assert {-1, *(result.seat for result in results)} <= set(report.attestation.signed)
    assert all(result.report.finished for result in results)


def with_workshop(folder: Path) -> Served:
    """A server that has the workshop game too, as a package would bring it."""
    about = folder / "site" / "workshop-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: workshop\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[facedown.games]\nworkshop = facedown.testing.workshop:WORKSHOP\n"
    )
    path = [str(about.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return Served(folder, PYTHONPATH=os.pathsep.join(path))
