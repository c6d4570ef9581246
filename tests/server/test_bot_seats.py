"""When a bot begins to think."""

from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from facedown.server.bot_seats import BotSeats
from games.dialled import Kitchen


class Pool:
    """Bots that have begun to think, and never come to an end."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def think(self, hand: Any, bot: str, deck: Any) -> Future[bytes]:
        self.asked.append(bot)
        return Future()


def thinking(kitchen: Kitchen, bots: dict[int, str]) -> list[str]:
    """The bots that think when the table is like this."""
    pool = Pool()
    room = SimpleNamespace(table=kitchen.table, bots=set(bots), attended=True, overdue=())
    live = SimpleNamespace(room=room, rings={}, thinking=set(), hands=bots, bots=bots, decks=bots)
    nothing = lambda *_: None  # noqa: E731
    seats = BotSeats(pool, None, perform=nothing, turn=nothing, now=nothing)  # type: ignore[arg-type]
    seats.wake(live)  # type: ignore[arg-type]
    return pool.asked


def test_bots_do_not_talk_people_down_where_all_may_act() -> None:
    assert thinking(Kitchen("free"), {1: "random"}) == []


@pytest.mark.parametrize("dial", ["assisted", "enforced"])
def test_but_they_answer_what_they_are_asked(dial: str) -> None:
    kitchen = Kitchen(dial)
    assert thinking(kitchen, {kitchen.state.prompt.seat: "random"}) == ["random"]


def test_and_play_among_themselves() -> None:
    assert sorted(thinking(Kitchen("free"), {0: "greedy", 1: "random"})) == ["greedy", "random"]
