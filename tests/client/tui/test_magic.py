"""Magic on the table: pictures of its scenes in both sizes, and whole games by pointing.

AGAIN=1 python -m pytest tests/client/tui/test_magic.py
"""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from client.test_magic import Sitting, fighters, main_phase, sensibly
from client.tui.tables import SMALL, felt, picture_of, press, settled
from client.tui.test_snapshots import FOLDER, Scenes, compare, play
from facedown.client.news import Moved
from facedown.client.parlour import Parlour, Place
from facedown.client.talk import moves
from facedown.client.tui.app import TableApp
from facedown.client.tui.felt import _clean
from facedown.client.tui.host import Here
from facedown.client.tui.magic import MagicView
from facedown.client.tui.view import Look, Piece, Row
from facedown.client.tui.windows import End, Menu, Page
from facedown.crypto.signing import SessionKey
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions
from facedown.kernel import encode
from facedown.table.messages import Act

TWO: Scenes = {
    "magic-keep": (),
    "magic-main": ("1",),
    "magic-stack": ("1", *"pp"),
    "magic-why": ("left", "i"),
    "magic-help": ("escape", "question_mark"),
}
FOUR: Scenes = {"magic-four": ("1", "1", "e")}
FREE: Scenes = {"magic-free": ("1",)}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def table(players: int = 2, seed: int = 3, **terms: Any) -> TableApp:
    """A seat with goblins against bots that play like the simplest of all, the same every time."""
    return TableApp(Here(parlour(players, seed, terms), pace=0), "match.log", lively=False)


KEY = SessionKey(bytes(32))


def parlour(players: int, seed: int, terms: dict[str, Any]) -> Parlour:
    """The same without a table."""
    decks = list(MAGIC.decks().values())
    rivals = [Place(f"Rival {n}", decks[n], "random") for n in range(1, players)]
    places = [Place("ada", decks[0]), *rivals]
    return Parlour(MAGIC, places, dealer="house", options=MagicOptions(**terms), seed=seed, key=KEY)


def test_two_players_look_as_they_did() -> None:
    compare(TWO, asyncio.run(play(table(), TWO)))


def test_four_players_fit() -> None:
    compare(FOUR, asyncio.run(play(table(4), FOUR)))


def test_free_play_offers_what_one_does_with_a_card() -> None:
    compare(FREE, asyncio.run(play(table(dial="free"), FREE)))


def test_every_picture_belongs_to_a_scene() -> None:
    names = {path.stem.rpartition("-")[0] for path in FOLDER.glob("magic-*.txt")}
    assert names == {*TWO, *FOUR, *FREE}


def test_a_whole_game_by_pointing() -> None:
    async def go() -> str:
        app, rng = table(3, life=2), random.Random(1)
        async with app.run_test(size=SMALL) as pilot:
            await settled(pilot)
            for _ in range(400):
                if isinstance(app.screen, End):
                    break
                await press(pilot, "enter" if isinstance(app.screen, Menu) else key(pilot, rng))
            return picture_of(pilot)

    assert "The match was fair" in asyncio.run(go())


def key(pilot: Pilot[Any], rng: random.Random) -> str:
    """A key that does something: what is not a land in play, most of the time; else a button."""
    here = felt(pilot)
    things = [
        k for k, spot in here.hints.items() if "Land" not in spot.piece.detail or spot.piece.kind == "card"
    ]
    buttons = [button.key for button in here.buttons if button.key in "p1234"]
    return rng.choice(things if things and rng.random() < 0.8 else buttons or things or ["p"])


def test_nothing_that_players_write_reaches_the_terminal_as_a_command() -> None:
    evil = "\x1b]0;x\x07\n"
    piece = Piece("c1", "unit", evil, numbers=evil, signs=[evil], text=evil, detail=evil)
    (clean,) = _clean(Row("board", [piece])).pieces
    assert not any(
        "\x1b" in text or "\n" in text
        for text in (clean.title, clean.numbers, *clean.signs, clean.text, clean.detail)
    )

    async def go() -> str:
        app = table(dial="free")
        async with app.run_test(size=SMALL) as pilot:
            await settled(pilot)
            app.push_screen(Menu([evil]))
            app.push_screen(Page("Facedown", evil))
            await pilot.pause()
            return picture_of(pilot)

    assert "\x1b" not in asyncio.run(go())


def test_a_bot_that_only_passes_costs_nobody_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    async def go() -> None:
        host = Here(parlour(2, 3, {}), pace=7)
        async for news in host.news():
            if isinstance(news, Moved) and news.mirror.my_move:
                action = news.mirror.legal()[0]
                await host.say(Act(news.mirror.standing.at, msgspec.Raw(encode(action))))
            if len(waited) > 30:
                return

    monkeypatch.setattr(asyncio, "sleep", note)
    asyncio.run(go())
    assert {0, 7} == set(waited)


def look(sitting: Sitting) -> Look:
    """What the person sees."""
    mirror = sitting.mirror
    return Look(mirror.state, mirror.seat, mirror.names, mirror.faces)


def hand(sitting: Sitting) -> list[Piece]:
    """The hand as it lies on the table."""
    return list(MagicView().rows(look(sitting))[-1].pieces)


def test_cards_that_are_the_same_lie_together_until_one_of_them_is_chosen() -> None:
    sitting = Sitting()
    main_phase(sitting)
    held = sitting.mirror.state.players[0].hand
    assert any("×" in piece.title for piece in hand(sitting))
    assert len(hand(sitting)) < len(held)
    sensibly(sitting, lambda prompt: prompt.kind == "discard", idle=True)
    assert len(hand(sitting)) == len(sitting.mirror.state.players[0].hand)
    assert not any("×" in piece.title for piece in hand(sitting))


def test_the_same_card_twice_is_played_by_pointing_at_the_one_that_lies_there() -> None:
    sitting = Sitting()
    main_phase(sitting)
    here = {piece.key for piece in hand(sitting)}
    gestures = [MagicView().gesture(look(sitting), move) for move in moves(sitting.mirror)]
    assert {gesture.source for gesture in gestures if gesture.source} <= here


def test_a_commander_lies_beside_the_hand_with_what_it_costs_more() -> None:
    sitting = Sitting("krenko", rival="tolsimir", commander=True, format="commander")
    (*_, last) = hand(sitting)
    assert (last.title, last.cost, last.numbers) == ("Krenko, Mob Boss", "2RR", "3/3 command")
    state = sitting.mirror.state
    own = msgspec.structs.replace(state.players[0], casts=2)
    taxed = msgspec.structs.replace(state, players=(own, *state.players[1:]))
    (*_, last) = MagicView().rows(msgspec.structs.replace(look(sitting), state=taxed))[-1].pieces
    assert last.cost == "2RR+4"
    assert "It costs {4} more now." in last.detail


def test_one_button_sends_everybody() -> None:
    sitting = Sitting(bot="greedy")
    sensibly(sitting, fighters("attack", 3))
    buttons = [(MagicView().gesture(look(sitting), move), move) for move in moves(sitting.mirror)]
    ((_, move),) = [pair for pair in buttons if pair[0].key == "a"]
    sitting.type(move.label)
    assert len(sitting.mirror.state.prompt.picked) >= 3
    board = next(row for row in MagicView().rows(look(sitting)) if row.name == "near-board")
    assert all("→ bot1" in piece.signs for piece in board.pieces if piece.chosen)
    assert sum(piece.chosen for piece in board.pieces) >= 3
    assert not any(MagicView().gesture(look(sitting), move).key == "a" for move in moves(sitting.mirror))


def test_a_question_that_is_too_long_for_the_bar_stands_below_it() -> None:
    long = (
        "Goblin Matron: Search your library for a Goblin card, reveal it, put it into your hand, and shuffle?"
    )

    async def go() -> str:
        app = table()
        async with app.run_test(size=SMALL) as pilot:
            await settled(pilot)
            felt(pilot).prompt(long)
            await pilot.pause()
            return picture_of(pilot)

    assert "your hand, and shuffle?" in asyncio.run(go())


def test_everybody_attacks_by_one_key_and_stands_in_a_double_frame() -> None:
    async def go() -> str:
        app = table()
        async with app.run_test(size=SMALL) as pilot:
            for _ in range(300):
                await settled(pilot)
                dialogue = app.table._dialogue
                if any(button.key == "a" for button in felt(pilot).buttons):
                    return await press(pilot, "a")
                if isinstance(app.screen, Menu):
                    await press(pilot, "escape")
                # One more creature, one more land, and never an attack.
                able = [
                    label
                    for label in dialogue.moves
                    if label.startswith(("play", "cast Goblin", "cast Mogg"))
                ]
                app.table._carry_out(dialogue.typed(able[0] if able else dialogue.moves[0]))
        raise AssertionError("nobody can attack")

    shown = asyncio.run(go())
    assert "Who attacks? (" in shown
    assert shown.count("╔") >= 2
