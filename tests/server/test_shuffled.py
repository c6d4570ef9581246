"""In whatever order threads, disk and lines come to it, everybody hears a match in its own order."""

import asyncio
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from facedown.games.duel import DUEL
from facedown.server import bot_seats, hub, shelf, turns
from facedown.table.room import Room
from server.shuffled import TOUCHES, ShuffledLoop, play

SEEDS = 40


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Rooms notice who touches them. Returns what the server logs as its own fault."""
    for name in TOUCHES:
        monkeypatch.setattr(Room, name, _noticed(getattr(Room, name)))
    faults: list[dict[str, Any]] = []

    def note(event: str, *, level: str = "INFO", **fields: Any) -> None:
        if level == "ERROR" and event != "write failed":
            faults.append({"event": event, **fields})

    for module in (hub, turns, shelf, bot_seats):
        monkeypatch.setattr(module, "log", note)
    return faults


def _noticed(real: Callable[..., Any]) -> Callable[..., Any]:
    def touch(room: Room, *args: Any, **fields: Any) -> Any:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, ShuffledLoop)
        loop.touch(room)
        return real(room, *args, **fields)

    return touch


@pytest.mark.parametrize("beside", [False, True], ids=["on the loop", "beside it"])
@pytest.mark.parametrize(
    ("failing", "kills"), [(0.0, 0.0), (0.05, 0.0), (0.02, 0.05)], ids=["well", "full disk", "killed"]
)
def test_everybody_hears_a_match_in_its_order(
    monkeypatch: pytest.MonkeyPatch, watched: list[dict[str, Any]], beside: bool, failing: float, kills: float
) -> None:
    monkeypatch.setattr(type(DUEL), "budget", 10**9 if beside else 0)
    heard = 0
    for seed in range(SEEDS):
        dealt = random.Random(seed)
        luck = SimpleNamespace(token_bytes=dealt.randbytes, token_hex=lambda n, d=dealt: d.randbytes(n).hex())
        monkeypatch.setattr(hub, "secrets", luck)
        try:
            heard += play(seed, failing=failing, kills=kills)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
        assert watched == [], f"seed {seed}"
    assert heard > 50 * SEEDS, "too little happens"
