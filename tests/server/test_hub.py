"""The hub: nobody hears what could be lost, and what fails harms one match at most."""

import asyncio
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from typing import Any

import pytest

from facedown.crypto.signing import signed
from facedown.dealers.mental import Keyring
from facedown.games.duel import DUEL
from facedown.kernel import IllegalAction, decode
from facedown.server.hub import FORGOTTEN
from facedown.server.limits import Settings
from facedown.server.lobby import Terms, Wish
from facedown.store import Ratings
from facedown.table import Clock, log_file, nonce_commitment, verify
from facedown.table.entries import Ended, Entry
from facedown.table.hand import bond_of
from facedown.table.messages import Act, Concede, Rejected, Snapshot, Sync, Update
from facedown.table.room import WITHHOLD_GRACE, Room
from server.hubs import END_TURN, STARTER, Ear, Site, run

# --- nothing is told before it is on disk ---


def test_nothing_is_told_before_it_is_on_disk_and_then_in_order(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        await site.settle()
        start = live.room.table.at
        for ear in ears:
            ear.heard.clear()
        release = site.hold()
        for _ in range(3):  # three moves in flight, while nothing is on disk
            site.end_turn(live, *ears)
        assert [ear.heard for ear in ears] == [[], []]
        release()
        await site.settle()
        for ear in ears:
            assert ear.places == [("Update", start + 1), ("Update", start + 2), ("Update", start + 3)]

    run(tmp_path, work)


def test_one_who_comes_while_a_write_is_under_way_gets_the_picture_first(tmp_path: Path) -> None:
    """Neither a second tab nor a spectator hears of a move that its snapshot already has."""

    async def work(site: Site) -> None:
        live, ada, bram = await site.open()
        await site.settle()
        start = live.room.table.at
        release = site.hold()
        site.end_turn(live, ada, bram)
        tab, watcher = Ear(site.matches), Ear(site.matches)
        site.hub.join(live, 0, tab)
        site.hub.watch(live, watcher)
        site.say(live, -1, Sync(), watcher)
        assert ada.unseated
        site.end_turn(live, tab, bram)
        assert not tab.heard
        assert not watcher.heard
        release()
        await site.settle()
        assert tab.places == [("Snapshot", start + 1), ("Update", start + 2)]
        assert watcher.places == [("Snapshot", start + 1), ("Snapshot", start + 1), ("Update", start + 2)]
        assert ("Update", start + 1) not in ada.places, "one who was unseated hears nothing more"
        assert bram.places[-2:] == [("Update", start + 1), ("Update", start + 2)]

    run(tmp_path, work)


def test_one_who_has_left_hears_nothing_of_the_old_table(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, ada, bram = await site.open()
        await site.settle()
        told = len(ada.heard)
        release = site.hold()
        site.end_turn(live, ada, bram)
        site.hub.part(live, 0, ada, on_purpose=True)
        release()
        await site.settle()
        assert len(ada.heard) == told

    run(tmp_path, work)


def test_what_a_spectator_asked_is_for_that_one(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, _ada, _bram = await site.open()
        watchers = Ear(site.matches), Ear(site.matches)
        for watcher in watchers:
            site.hub.watch(live, watcher)
        site.say(live, -1, Sync(), watchers[0])
        site.say(live, -1, Concede(), watchers[0])
        await site.settle()
        assert [type(message) for message in watchers[0].heard] == [Snapshot, Snapshot, Rejected]
        assert [type(message) for message in watchers[1].heard] == [Snapshot]

    run(tmp_path, work)


# --- a store that fails ---


def test_a_move_that_could_not_be_saved_is_not_told_and_the_match_is_as_it_was(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        await site.settle()
        at, head = live.room.table.at, live.room.table.head
        for ear in ears:
            ear.heard.clear()
        watcher = Ear(site.matches)
        site.hub.watch(live, watcher)
        site.matches.failing = "append"
        site.end_turn(live, *ears)
        site.end_turn(live, *ears)  # this one relies on the first
        await site.settle()
        for ear in (*ears, watcher):
            assert "could not save" in ear.unseated[0]
            assert not any(isinstance(message, Update) for message in ear.heard)
        assert live.id not in site.hub.live
        site.matches.failing = ""
        back = await site.hub.bring(live.id)
        assert (back.room.table.at, back.room.table.head) == (at, head)
        assert {site.hub.playing[player or ""] for player in live.players} == {live.id}
        for seat, ear in enumerate(ears):
            site.hub.join(back, seat, ear)
        site.end_turn(back, *ears)
        await site.settle()
        assert ears[0].places[-1] == ("Update", at + 1)

    run(tmp_path, work)


def test_an_end_that_could_not_be_saved_is_no_end(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        await site.settle()
        site.matches.failing = "finish"
        site.say(live, 0, Concede(), ears[0])
        await site.settle()
        assert "could not save" in ears[0].unseated[0]
        site.matches.failing = ""
        assert set(site.hub.playing) == set(live.players), "they are still bound to it"
        back = await site.hub.bring(live.id)
        assert back.room.table.outcome is None
        site.hub.join(back, 0, ears[0])
        site.say(back, 0, Concede(), ears[0])
        await site.settle()
        assert not site.hub.playing
        assert verify(log_file(site.matches.read(live.id))).finished

    run(tmp_path, work)


def test_a_match_that_could_not_be_opened_holds_nobody(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        site.matches.failing = "open"
        live, *ears = await site.open()
        await site.settle()
        for ear in ears:
            assert "could not save" in ear.unseated[0]
            assert not ear.heard
        site.matches.failing = ""
        with pytest.raises(IllegalAction, match="no such match"):
            await site.hub.bring(live.id)
        assert not site.hub.playing, "both may look for another match"

    run(tmp_path, work)


# --- faults of ours ---


def test_a_fault_at_one_table_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(site: Site) -> None:
        first, *ears = await site.open()
        second, *others = await site.open()
        await site.settle()
        real = Room.receive

        def broken(room: Room, *args: Any) -> Any:
            if room is first.room:
                raise ZeroDivisionError("a bug")
            return real(room, *args)

        monkeypatch.setattr(Room, "receive", broken)
        site.end_turn(first, *ears)
        assert "resume" in ears[0].unseated[0]
        site.end_turn(second, *others)
        await site.settle()
        assert others[0].places[-1][0] == "Update"
        monkeypatch.undo()
        back = await site.hub.bring(first.id)
        assert back is not first
        assert back.room.table.head == first.room.table.head

    run(tmp_path, work)


def test_a_fault_in_one_rooms_time_does_not_stop_the_others_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(site: Site) -> None:
        first, *_ = await site.open()
        second, *_ = await site.open()
        await site.settle()
        site.now += 10**7
        real = Room.tick

        def broken(room: Room, now: int) -> Any:
            if room is first.room:
                raise ZeroDivisionError("a bug")
            return real(room, now)

        monkeypatch.setattr(Room, "tick", broken)
        site.hub.tick()
        await site.settle()
        assert second.room.table.outcome is not None
        assert second.room.table.outcome.reason == "timed out"
        assert first.id not in site.hub.live

    run(tmp_path, work)


# --- memory ---


def test_a_match_that_nobody_attends_leaves_memory_and_comes_back(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        site.end_turn(live, *ears)
        await site.settle()
        site.hub.part(live, 0, ears[0], on_purpose=False)
        site.now += 100_000
        site.hub.tick()
        assert live.id in site.hub.live, "one is still there"
        site.hub.part(live, 1, ears[1], on_purpose=False)
        site.hub.tick()
        site.now += 9_000
        site.hub.tick()
        assert live.id in site.hub.live, "not at once"
        site.now += 1_000
        site.hub.tick()
        assert live.id not in site.hub.live
        back = await site.hub.bring(live.id)
        assert back.room.table.state == live.room.table.state
        assert back.room.table.faces == live.room.table.faces
        site.hub.tick()
        site.now += 10_000
        site.hub.tick()
        assert live.id not in site.hub.live, "brought back for nobody, it goes again"

    run(tmp_path, work, Settings(unload_after=10))


def test_a_match_that_somebody_comes_back_to_stays(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        await site.settle()
        for seat, ear in enumerate(ears):
            site.hub.part(live, seat, ear, on_purpose=False)
        site.hub.tick()
        site.now += 9_000
        site.hub.join(live, 0, ears[0])
        for _ in range(3):
            site.now += 9_000
            site.hub.tick()
        assert site.hub.live[live.id] is live

    run(tmp_path, work, Settings(unload_after=10))


def test_a_restarted_hub_knows_who_plays_where(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        other, *others = await site.open()
        site.say(other, 0, Concede(), others[0])
        site.end_turn(live, *ears)
        await site.settle()
        hub = site.restart()
        assert hub.playing == dict.fromkeys(live.players, live.id)
        back = await hub.bring(live.id)
        assert (back.room.table.at, back.room.table.head) == (live.room.table.at, live.room.table.head)
        assert back.decks == live.decks
        with pytest.raises(IllegalAction, match="over"):
            await hub.bring(other.id)

    run(tmp_path, work)


# --- matches that everybody has left ---


def test_a_match_that_everybody_left_long_ago_is_closed_and_revealed(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, *ears = await site.open()
        await site.settle()
        mover = live.room.table.game.active(live.room.table.state)[0]
        for seat, ear in enumerate(ears):
            site.hub.part(live, seat, ear, on_purpose=False)
        site.hub.tick()
        site.wall += FORGOTTEN // 2
        site.now += 10**7
        site.hub.tick()  # it leaves memory, half way
        site.wall += FORGOTTEN - 1
        site.hub.sweep()
        await site.settle()
        assert site.hub.playing, "somebody was here less than that ago"
        site.wall += 2
        site.hub.sweep()
        await site.settle()
        assert not site.hub.playing
        record = site.matches.get(live.id)
        assert record is not None
        assert record.outcome == b'{"winners":[%d],"reason":"abandoned"}' % (1 - mover)
        entry = decode(site.matches.read(live.id)[-1], Entry)
        assert isinstance(entry.body, Ended)
        site.hub.tick()
        site.now += 10**7
        site.hub.tick()
        assert not site.hub.live

    run(tmp_path, work)


def test_a_restart_forgets_when_people_left_and_so_closes_nothing(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        await site.open()
        await site.settle()
        site.wall += 10 * FORGOTTEN
        site.restart()
        site.hub.sweep()
        await site.settle()
        assert site.hub.playing

    run(tmp_path, work)


# --- ratings ---


def test_a_rated_match_counts_once_it_was_dealt(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        ratings = Ratings(site.database)
        live, *ears = await site.open(rated=True)
        site.say(live, 0, Concede(), ears[0])
        await site.settle()
        loser, winner = (ratings.rating(player or "", "duel") for player in live.players)
        assert loser.rating < 1500 < winner.rating
        unrated, *ears = await site.open()
        site.say(unrated, 0, Concede(), ears[0])
        await site.settle()
        assert {ratings.rating(player or "", "duel").games for player in unrated.players} == {0}

    run(tmp_path, work)


@pytest.mark.parametrize("way", ["withheld", "conceded"])
def test_a_match_that_was_called_off_before_the_deal_rates_nobody(tmp_path: Path, way: str) -> None:
    async def work(site: Site) -> None:
        ratings = Ratings(site.database)
        live, *ears = await site.open(rated=True, commits=(nonce_commitment("dice"), ""))
        if way == "conceded":
            site.say(live, 0, Concede(), ears[0])
        else:
            site.now += WITHHOLD_GRACE
            site.hub.tick()
        await site.settle()
        assert live.room.table.outcome is not None
        assert not live.room.table.outcome.winners
        assert {ratings.rating(player or "", "duel").games for player in live.players} == {0}
        assert not site.hub.playing

    run(tmp_path, work)


def test_metrics_count_what_is_in_memory(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        await site.open()
        await site.open()
        assert b"facedown_matches_in_memory 2.0" in site.hub._metrics.text()

    run(tmp_path, work)


# --- a table that somebody keeps busy ---


def test_who_keeps_a_table_busy_stops_no_clock_and_says_one_thing_at_a_time(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        live, ada, _ = await site.open()
        await site.settle()
        first, second = Event(), Event()
        live.turns.take(lambda: live.turns.work(lambda: first.wait(60), lambda _: None, ""))
        said = site.hub.say(live, 0, Sync(), ada)
        site.now += 10**9
        site.hub.tick()
        site.hub.tick()
        live.turns.take(lambda: live.turns.work(lambda: second.wait(60), lambda _: None, ""))
        await asyncio.sleep(0)
        assert not said.done()
        first.set()
        await asyncio.wait_for(said, 60)
        await site.settle(kept_busy=live)
        assert live.turns.busy
        outcome = live.room.table.outcome
        assert outcome is not None
        assert outcome.reason == "timed out"
        second.set()

    run(tmp_path, work)


# --- tables of heavy rules ---


def test_a_heavy_step_holds_up_its_own_table_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes meanwhile waits in front of that table: clocks, who comes back, and who looks on."""

    async def work(site: Site) -> None:
        monkeypatch.setattr(type(DUEL), "budget", 10**9)
        heavy, ada, bram = await site.open()
        await _shown(site, ada, bram)
        monkeypatch.setattr(type(DUEL), "budget", 0)
        other, *others = await site.open()
        await site.settle()
        go, threads, real = Event(), set[Thread](), Room.receive

        def slow(room: Room, *args: Any) -> Any:
            if room is heavy.room:
                threads.add(current_thread())
                assert go.wait(60)
            return real(room, *args)

        monkeypatch.setattr(Room, "receive", slow)
        at, mover = heavy.room.table.at, heavy.room.table.state.active
        ears = [ada, bram]
        said = site.hub.say(heavy, mover, Act(at, END_TURN), ears[mover])
        tab, watcher = Ear(site.matches), Ear(site.matches)
        coming = site.hub.join(heavy, mover, tab)
        looking = site.hub.watch(heavy, watcher)
        site.now += 100
        site.hub.tick()
        place = other.room.table.at
        site.end_turn(other, *others)
        await site.settle(kept_busy=heavy)
        assert others[0].places[-1] == ("Update", place + 1), "another table goes on"
        assert not said.done()
        assert not coming.done()
        assert not tab.heard
        assert not watcher.heard
        go.set()
        await asyncio.wait_for(asyncio.gather(said, coming, looking), 60)
        await site.settle()
        assert main_thread() not in threads
        assert tab.places == [("Snapshot", at + 1)], "and not the update that came before the picture"
        assert watcher.places == [("Snapshot", at + 1)]
        assert ears[1 - mover].places[-1] == ("Update", at + 1)

    run(tmp_path, work)


async def _shown(site: Site, *ears: Ear) -> None:
    async with asyncio.timeout(60):
        while not all(ear.places for ear in ears):
            await site.settle()


# --- keys ---


@pytest.mark.parametrize("dealer", ["house", "mental"])
def test_bots_sign_with_the_key_on_their_chair_also_after_a_restart(tmp_path: Path, dealer: str) -> None:
    async def work(site: Site) -> None:
        ada, key = await site.guest("ada"), site.hub.key
        bond = None if dealer == "house" else bond_of(Keyring.fresh(STARTER))
        wishes = [Wish(ada.id, "ada", STARTER, bond=bond), Wish(None, "bot random", STARTER, bot="random")]
        live = site.hub.open(Terms("duel", dealer, DUEL.options_type(), Clock()), wishes)
        await asyncio.wrap_future(site.database.write(lambda _: None))  # nobody sits there yet
        site.restart().key = key
        for copy in (live, await site.hub.bring(live.id)):
            chair = copy.room.table.opening.chairs[1]
            assert copy.room._sign is not None
            assert chair.lasting == key.public.hex()
            assert signed(str(chair.key), b"words", copy.room._sign(1, b"words"))

    run(tmp_path, work)
