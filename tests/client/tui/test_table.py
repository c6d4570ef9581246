"""A person at the table, with keyboard and mouse, against a bot."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from client.tui.tables import (
    LARGE,
    SMALL,
    against_bot,
    felt,
    picture_of,
    press,
    settled,
    short,
    spot,
    until,
    until_shown,
)
from facedown.client.tui.app import TableApp
from facedown.client.tui.windows import End, Question
from facedown.table import verify


def sit(app: TableApp, play: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int] = SMALL) -> None:
    """Sit down, and do this once the cards are dealt."""

    async def evening() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await play(pilot)

    asyncio.run(evening())


def over(pilot: Pilot[Any]) -> bool:
    return isinstance(pilot.app.screen, End)


def focused(pilot: Pilot[Any]) -> str:
    piece: Any = pilot.app.screen.focused
    return str(piece.piece.title)


def test_a_whole_match_by_keyboard_and_another_one(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    app = against_bot(log, seed=3, bot="random", options=short())

    async def play(pilot: Pilot[Any]) -> None:
        while not over(pilot):
            # What can be done is done, at the enemy hero if it needs a target; then the turn ends.
            for _ in range(6):
                if felt(pilot).hints and not over(pilot):
                    await press(pilot, "1")
            await press(pilot, "e")
        shown = picture_of(pilot)
        assert "You win: hero fell." in shown
        assert "The match was fair" in shown
        assert verify(log.read_bytes()).finished
        await pilot.press("a")
        await until(pilot, lambda: app.table.awaited)
        await settled(pilot)
        assert not over(pilot)
        assert "Turn 2: ada." in picture_of(pilot)

    sit(app, play)


def test_nothing_can_be_done_before_what_was_typed_is_answered_and_seen(tmp_path: Path) -> None:
    app = against_bot(tmp_path / "log")

    async def play(pilot: Pilot[Any]) -> None:
        table, awaited = app.table, [app.table.awaited]
        table._carry_out(table._dialogue.typed("end turn"))
        awaited.append(table.awaited)  # it is not answered
        await until(pilot, lambda: table.awaited)
        table._shown_at -= 1  # as if the bot had moved on a thread, and the table had not been drawn yet
        awaited.append(table.awaited)  # what is offered is for a position that is gone
        assert awaited == [True, False, False]

    sit(app, play)


def test_arrows_tab_enter_and_escape(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        assert focused(pilot) == "Village Champion"
        await press(pilot, "right")
        assert focused(pilot) == "Firebolt"
        shown = await press(pilot, "enter")
        assert "Firebolt: choose a target, or Esc" in shown
        assert "╔" in shown
        assert focused(pilot) == "Greedy"
        await press(pilot, "tab")
        assert focused(pilot) == "ada"
        shown = await press(pilot, "escape")
        assert "Your move" in shown
        assert "╔" not in shown
        assert focused(pilot) == "Firebolt"
        await press(pilot, "up", "down")
        assert "♥ 47" in await press(pilot, "2", "1")

    sit(against_bot(tmp_path / "match.log"), play)


def test_the_mouse_points_and_presses(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.hover(spot(pilot, "Thrown Anvil"))
        await until_shown(pilot, "Thrown Anvil: 3 mana, hearth spell. Deal 5 damage.")
        await pilot.click(spot(pilot, "Thrown Anvil"))
        await until_shown(pilot, "Thrown Anvil: choose a target")
        await pilot.click(spot(pilot, "Greedy"))
        await until_shown(pilot, "♥ 45")
        await settled(pilot)
        await pilot.click("Pill")
        await until_shown(pilot, "Turn 3: ada.")

    sit(against_bot(tmp_path / "match.log"), play, LARGE)


def test_a_move_by_its_name_and_a_draw_that_no_bot_agrees_to(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await press(pilot, "m")
        await pilot.press(*"vill")
        shown = await press(pilot, "enter")
        assert "ada plays Village Champion." in shown
        assert "hand 4" in shown
        await pilot.press("d")
        await until_shown(pilot, "it does not agree to a draw")

    sit(against_bot(tmp_path / "match.log"), play)


def test_what_is_typed_is_what_the_line_mode_understands(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await press(pilot, "slash", *"card ox")
        assert "No card is called `ox`." in await press(pilot, "enter")
        await press(pilot, "slash", *"cast an en her")
        assert "ada casts Thrown Anvil at Greedy's hero." in await press(pilot, "enter")
        assert "Village Champion: 3 mana" in await press(pilot, "h")
        await press(pilot, "escape", "c", *"1 e q")
        assert "ada says: 1 e q" in await press(pilot, "enter")

    sit(against_bot(tmp_path / "match.log"), play)


def test_an_attack_is_taken_back(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", "e", "6")
        assert "♥ 46" in await press(pilot, "1")
        shown = await press(pilot, "u")
        assert "ada takes the last action back." in shown
        assert "♥ 46" not in shown

    sit(against_bot(tmp_path / "match.log"), play)


def test_leaving_is_asked_about_and_leaves_a_log(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    app = against_bot(log)

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(pilot.app.screen, Question))
        assert not log.exists()
        await pilot.press("ctrl+c")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("y")
        await until(pilot, lambda: bool(app.table.farewell))

    sit(app, play)
    assert app.table.farewell[0] == ("heading", "You lose: you gave up.")
    assert verify(log.read_bytes()).finished


def test_the_smallest_terminal_still_shows_the_hand(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.resize_terminal(*LARGE)
        await settled(pilot)
        assert "Chronicle" in picture_of(pilot)
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        shown = picture_of(pilot)
        assert "Chronicle" not in shown
        assert "Firebolt" in shown
        assert "End turn" in shown

    sit(against_bot(tmp_path / "match.log"), play)


def test_a_name_cannot_take_the_terminal_over(tmp_path: Path) -> None:
    app = against_bot(tmp_path / "match.log", name="\x1b[2Jeve [b]")

    async def play(pilot: Pilot[Any]) -> None:
        assert "�[2Jeve [b]" in picture_of(pilot)
        assert "\x1b[2J" not in picture_of(pilot)

    sit(app, play)
