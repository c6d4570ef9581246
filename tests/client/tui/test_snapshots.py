"""What the table looks like. If it changed on purpose, draw the pictures again and look at the difference:

AGAIN=1 python -m pytest tests/client/tui/test_snapshots.py
"""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from client.tui.tables import LARGE, SMALL, against_bot, picture_of, press, settled
from conformance.peek import Peek
from facedown.client.tui.app import TableApp
from facedown.games.duel import DuelOptions
from facedown.table import registry

FOLDER = Path(__file__).parent / "snapshots"

Scenes = Mapping[str, tuple[str, ...]]

MATCH: Scenes = {
    "begin": (),
    "target": ("2",),
    "help": ("escape", "question_mark"),
    "moves": ("escape", "m", *"fi he"),
    "command": ("escape", "slash", *"card"),
    "boards": ("escape", "1", "4", "e", "5", "2"),
    "question": ("x",),
    "end": ("y",),
}
CROWD: Scenes = {"crowd": ("1", "1", "1", "e")}
PLAIN: Scenes = {"plain": ("down", "enter")}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The path of the log is part of the last picture.
    monkeypatch.chdir(tmp_path)


def test_a_duel_looks_as_it_did() -> None:
    compare(MATCH, asyncio.run(play(against_bot(Path("match.log")), MATCH)))


def test_a_crowd_fits() -> None:
    options = DuelOptions(initial_draw=10, mana=30, hero_health=300)
    compare(CROWD, asyncio.run(play(against_bot(Path("match.log"), options=options), CROWD)))


def test_a_game_without_a_view_has_its_words_and_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Peek()
    monkeypatch.setitem(registry._GAMES, game.name, game)
    app = against_bot(Path("match.log"), bot="random", game=game)
    compare(PLAIN, asyncio.run(play(app, PLAIN)))


async def play(app: TableApp, scenes: Scenes) -> dict[str, str]:
    """A picture of every scene in both sizes, for which the terminal is resized to and fro."""
    shown = {}
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        for scene, keys in scenes.items():
            await press(pilot, *keys)
            for size in (LARGE, SMALL):
                await pilot.resize_terminal(*size)
                await settled(pilot)
                picture = picture_of(pilot)
                assert len(picture.splitlines()) == size[1]
                assert max(map(len, picture.splitlines())) <= size[0]
                shown[f"{scene}-{size[0]}x{size[1]}"] = picture
    return shown


def compare(scenes: Scenes, shown: dict[str, str]) -> None:
    """Against the files, one and all."""
    assert len(shown) == 2 * len(scenes)
    if os.environ.get("AGAIN"):
        for name, picture in shown.items():
            (FOLDER / f"{name}.txt").write_text(picture, "utf-8")
    assert shown == {name: (FOLDER / f"{name}.txt").read_text("utf-8") for name in shown}


def test_every_picture_belongs_to_a_scene() -> None:
    names = {path.stem.rpartition("-")[0] for path in FOLDER.glob("*.txt")}
    assert {name for name in names if not name.startswith("magic-")} == {*MATCH, *CROWD, *PLAIN}
