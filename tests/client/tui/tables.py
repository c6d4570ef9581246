"""Tables to sit at in tests: seeded, without pauses, and readable as text."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from textual.pilot import Pilot

from facedown.client.parlour import Parlour, Place
from facedown.client.tui.app import TableApp
from facedown.client.tui.felt import Felt
from facedown.client.tui.host import Here
from facedown.client.tui.pieces import PieceBox
from facedown.client.tui.windows import End
from facedown.crypto.signing import SessionKey
from facedown.games.duel import DUEL, DuelOptions
from facedown.table.table import AnyGame

SMALL, LARGE = (80, 24), (120, 40)


def against_bot(
    log: Path,
    *,
    seed: int = 5,
    bot: str = "greedy",
    game: AnyGame = DUEL,
    options: Any = None,
    name: str = "ada",
) -> TableApp:
    """A seat against a bot, the same every time."""
    deck = next(iter(game.decks().values()))
    places = [Place(name, deck), Place("Greedy", game.decks().get("wildfire", deck), bot)]
    terms = options or game.options_type()
    parlour = Parlour(game, places, dealer="house", options=terms, seed=seed, key=SessionKey(bytes(32)))
    return TableApp(Here(parlour, pace=0), str(log), lively=False)


def short(**numbers: Any) -> DuelOptions:
    """A duel that is over soon."""
    return DuelOptions(**{"hero_health": 15, **numbers})


THUMB = str.maketrans("▁▂▃▄▅▆▇", " " * 7)
"""Textual draws the ends of a scrollbar's thumb when it gets to it, behind a window sometimes not at all."""


def picture(app: TableApp) -> str:
    """What the terminal shows, without colours."""
    width, height = app.size
    console = Console(
        width=width, height=height, file=StringIO(), force_terminal=True, record=True, legacy_windows=False
    )
    # As `App.export_screenshot` does it, which knows only SVG.
    console.print(app.screen._compositor.render_update(full=True, screen_stack=app._background_screens))
    text = console.export_text().translate(THUMB)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


async def until(pilot: Pilot[Any], what: Callable[[], object], seconds: float = 90) -> None:
    """Wait for this."""
    deadline = monotonic() + seconds
    while not what():
        assert monotonic() < deadline, picture_of(pilot)
        await pilot.pause(0.01)


async def until_shown(pilot: Pilot[Any], text: str) -> None:
    """Wait for these words."""
    await until(pilot, lambda: text in picture_of(pilot))


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until the match waits for us, or is over, and the picture stands still."""
    app = pilot.app
    assert isinstance(app, TableApp)
    await until(pilot, lambda: app.table.awaited or isinstance(app.screen, End))
    before = ""
    while before != (before := picture(app)):
        await pilot.pause(0.03)


async def press(pilot: Pilot[Any], *keys: str) -> str:
    """Press these, each when the last has had its effect, and see what comes of it."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)
    return picture_of(pilot)


def picture_of(pilot: Pilot[Any]) -> str:
    """The same of a pilot's table."""
    assert isinstance(pilot.app, TableApp)
    return picture(pilot.app)


def felt(pilot: Pilot[Any]) -> Felt:
    """The felt of a pilot's table."""
    assert isinstance(pilot.app, TableApp)
    return pilot.app.table.query_one(Felt)


def spot(pilot: Pilot[Any], title: str) -> PieceBox:
    """The first thing of this name."""
    assert isinstance(pilot.app, TableApp)
    return next(box for box in pilot.app.table.query(PieceBox) if box.piece.title == title)
