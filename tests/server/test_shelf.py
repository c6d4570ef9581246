"""Matches that come back from the store: beside the loop, once, and nobody can have them all replayed."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from facedown.kernel import IllegalAction
from facedown.server import shelf
from facedown.server.limits import Settings
from facedown.table import Follower
from server.hubs import Ear, Site, run


class Stranger(Ear):
    """Somebody from elsewhere."""

    def __init__(self, site: Site, address: str = "9.9.9.9") -> None:
        super().__init__(site.matches)
        self.address = address


def on_threads(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads on which entries are replayed from now on."""
    threads: list[threading.Thread] = []
    real = Follower.feed

    def feed(follower: Follower, line: bytes) -> Any:
        threads.append(threading.current_thread())
        return real(follower, line)

    monkeypatch.setattr(Follower, "feed", feed)
    return threads


def held(monkeypatch: pytest.MonkeyPatch, *matches: str) -> threading.Event:
    """From now on the replay of these takes until they are let go."""
    go, real = threading.Event(), Follower.feed

    def feed(follower: Follower, line: bytes) -> Any:
        if follower.table.opening.match in matches:
            assert go.wait(60)
        return real(follower, line)

    monkeypatch.setattr(Follower, "feed", feed)
    return go


def test_nothing_is_replayed_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        for _ in range(5):
            site.end_turn(live, *ears)
        await site.settle()
        site.restart()
        threads = on_threads(monkeypatch)
        back = await site.hub.bring(live.id, Stranger(site))
        assert back.room.table.head == live.room.table.head
        assert len(threads) >= 5
        assert threading.main_thread() not in threads

    run(tmp_path, work)


def test_tables_go_on_while_a_match_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: Site) -> None:
        long, *_ = await site.open()
        other, *ears = await site.open()
        await site.settle()
        site.restart()
        other = await site.hub.bring(other.id)
        for seat, ear in enumerate(ears):
            await site.hub.join(other, seat, ear)
        go = held(monkeypatch, long.id)
        coming = asyncio.ensure_future(site.hub.bring(long.id, Stranger(site)))
        await asyncio.sleep(0)
        at = other.room.table.at
        site.end_turn(other, *ears)
        await site.settle()
        assert ears[0].places[-1] == ("Update", at + 1)
        assert not coming.done()
        go.set()
        assert (await coming).id == long.id

    run(tmp_path, work)


def test_all_who_ask_get_the_one_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(site: Site) -> None:
        live, *_ = await site.open()
        await site.settle()
        entries = len(site.matches.read(live.id))
        site.restart()
        threads = on_threads(monkeypatch)
        found = await asyncio.gather(*(site.hub.bring(live.id, Stranger(site)) for _ in range(20)))
        assert {id(one) for one in found} == {id(site.hub.live[live.id])}
        assert len(threads) == entries - 1

    run(tmp_path, work)


def test_players_do_not_wait_for_strangers_and_these_not_for_one_who_wants_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "LONG", 0)

    async def work(site: Site) -> None:
        matches = [(await site.open())[0] for _ in range(7)]
        await site.settle()
        site.restart()
        go = held(monkeypatch, *(match.id for match in matches[:5]))
        wanted = {m.id: asyncio.ensure_future(site.hub.bring(m.id, Stranger(site))) for m in matches[:5]}
        await asyncio.wait(wanted.values(), return_when=asyncio.FIRST_COMPLETED)
        (refused,) = (match for match, one in wanted.items() if one.done())
        with pytest.raises(IllegalAction, match="already"):
            await wanted.pop(refused)
        mine = matches[6]
        back = await site.hub.bring(mine.id, Ear(site.matches), mine.players[0])
        assert back.id == mine.id, "while the stranger's are still under way"
        assert [*site.hub.live] == [mine.id]
        go.set()
        await asyncio.gather(*wanted.values())
        assert (await site.hub.bring(refused, Stranger(site))).id == refused, "and then it may"

    run(tmp_path, work)


def test_who_asked_pays_for_the_replay(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *_ = await site.open()
        await site.settle()
        site.restart()
        paid: list[float] = []
        stranger = Stranger(site)
        stranger.charge = paid.append  # type: ignore[assignment, method-assign]
        await site.hub.bring(live.id, stranger)
        await site.hub.bring(live.id, stranger)
        assert len(paid) == 1
        assert paid[0] > 0

    run(tmp_path, work)


def test_what_was_still_being_written_when_a_copy_was_given_up_is_waited_for(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        await site.settle()
        release = site.hold()
        site.end_turn(live, *ears)
        at = live.room.table.at
        site.hub.drop(live, "a fault")
        coming = asyncio.ensure_future(site.hub.bring(live.id))
        await asyncio.sleep(0.01)
        assert not coming.done()
        release()
        assert (await coming).room.table.at == at, "it is on disk, and would be in the way"

    run(tmp_path, work)


def test_matches_that_everybody_has_left_fill_no_memory(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        opened = []
        for _ in range(5):
            live, *ears = await site.open()
            opened.append(live.id)
            for seat, ear in enumerate(ears):
                site.hub.part(live, seat, ear, on_purpose=True)
        await site.settle()
        site.hub.tick()
        site.hub.tick()
        assert [*site.hub.live] == opened[-2:], "the ones that were left first are gone"

    run(tmp_path, work, Settings(matches_left=2))
