"""The felt by itself: what is laid on it, whoever asks for it first."""

import asyncio

from textual.app import App, ComposeResult

from facedown.client.tui.felt import Felt
from facedown.client.tui.pieces import PieceBox
from facedown.client.tui.view import Look
from facedown.games.duel import DECKS, DUEL, DuelOptions


class Alone(App[None]):
    """A felt and nothing else."""

    def compose(self) -> ComposeResult:
        yield Felt()


def test_a_clock_that_ticks_while_the_table_is_laid_waits_for_it() -> None:
    async def evening() -> None:
        refs = [tuple(range(len(DECKS["starter"])))] * 2
        look = Look(DUEL.start(DuelOptions(), refs), 0, ("ada", "bo"), {})
        app = Alone()
        async with app.run_test() as pilot:
            felt = app.query_one(Felt)
            await asyncio.gather(*(felt.show(DUEL, look, flash=False) for _ in range(3)))
            await pilot.pause()
            keys = [spot.piece.key for spot in felt.query(PieceBox)]
            assert keys
            assert len(set(keys)) == len(keys)

    asyncio.run(evening())
