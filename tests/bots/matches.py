"""Real matches for bots to sit at, stopped wherever a test wants them."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from facedown.bots.bot import AnyGame, Bot
from facedown.bots.search import Effort, Search
from facedown.dealers import House
from facedown.kernel import Face
from facedown.table import Clock, Table


class Quick(Search):
    """The search with a budget for tests."""

    def __init__(
        self, seed: int | None = None, *, deck: Sequence[Face] | None = None, level: int | None = None
    ) -> None:
        super().__init__(seed, deck=deck, level=level, effort=Effort(12, 2))


def table_of(game: AnyGame, seed: int = 1, seats: int = 2, decks: Any = None, **options: Any) -> Table:
    """A table with everybody's cards dealt."""
    ready = list(game.decks().values())
    decks = decks or [ready[(seed + seat) % len(ready)] for seat in range(seats)]
    house = House(random.Random(seed).randbytes(32), decks)
    names = [f"player {seat}" for seat in range(seats)]
    table, _ = Table.open(
        game,
        house,
        match="test",
        names=names,
        decks=decks,
        options=game.options_type(**options),
        clock=Clock(turn=0),
    )
    return table


def stroll(table: Table, seed: int = 1) -> Iterator[int]:
    """The seat to move, again and again; the test looks around, then somebody acts at random."""
    rng = random.Random(seed)
    while table.outcome is None:
        (seat,) = table.active
        yield seat
        table.act(seat, rng.choice(table.legal(seat)), 0)


def ask(bot: Bot, table: Table, seat: int) -> Any:
    """What the bot would do on this seat."""
    return bot.choose(table.game, table.state, seat, dict(table.faces[seat]))
