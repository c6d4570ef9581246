"""What our clients sign, for whom, and what they do not: against a real server, and one that lies."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client.between import Between
from client.sealed import Anything, dealt, mover, over, table, until
from client.served import Served
from facedown.client.address import Address
from facedown.client.api import Api
from facedown.client.news import KeyChanged, LineBack, LineLost, Moved, Seated
from facedown.client.sdk import Client, Finished, run_bot
from facedown.client.sessions import Session
from facedown.games.duel import DuelOptions, EndTurn
from facedown.kernel import ProofRejected, encode
from facedown.server.messages import (
    CreateLobby,
    FromClient,
    FromServer,
    LobbyOpened,
    PlayBot,
    Queued,
    Welcome,
)
from facedown.table import log_file, verify
from facedown.table.entries import Agreed, Clock, Left, Undone, head_of, read_entry
from facedown.table.messages import Concede, Contribute, Offer, Offered, Rejected, Reply, Snapshot
from facedown.table.mirror import Unchecked
from facedown.table.verify import open_log, read_log

heard = msgspec.json.Decoder(FromClient)
told = msgspec.json.Decoder(FromServer)
replace = msgspec.structs.replace


async def meet(one: Client, two: Client, options: DuelOptions | None = None) -> None:
    """Both in the same match of the house, dealt."""
    await one.create_lobby("duel", options=options)
    opened = await until(one, LobbyOpened)
    await two.join_lobby(opened.code)
    await asyncio.gather(dealt(one), dealt(two))


async def settled(client: Client, at: int) -> None:
    """Listen until the match has gone beyond this place, and somebody may act."""
    while table(client).standing.at <= at or not table(client).standing.active:
        await until(client, Moved)


async def give_move(to: Client, other: Client) -> None:
    """It is this one's move."""
    if table(other).my_move:
        at = table(other).standing.at
        await other.act(EndTurn())
        await asyncio.gather(settled(to, at), settled(other, at))


def bodies(log: bytes) -> list[Any]:
    return [read_entry(line).body for line in read_log(log)]


def key(client: Client) -> str:
    return client.session.key.public.hex()


# --- honest matches ---


def test_a_match_between_two_clients_is_attested_by_both_and_the_server(server: Served) -> None:
    async def play() -> tuple[list[Finished], dict[str, str], str]:
        async with Client(server.url, name="ada") as ada, Client(server.url, name="bram") as bram:
            await ada.join_queue("duel")
            await until(ada, Queued)
            await bram.join_queue("duel")
            results = await asyncio.gather(ada.play(Anything(1)), bram.play(Anything(2)))
            return list(results), {"ada": key(ada), "bram": key(bram)}, ada.server

    results, players, server_key = asyncio.run(play())
    log = Api(_address(server)).log(results[0].match)
    report = verify(log, players=players, server=server_key)
    assert (report.verdict, report.attestation.signed) == ("fair", (-1, 0, 1))
    for result in results:
        assert {-1, result.seat} <= {seat for seat, _ in open_log(result.log)[1].signs}


def _address(server: Served) -> Address:
    return Address.parse(server.url)


def test_a_match_against_the_servers_bot_is_attested(server: Served) -> None:
    (finished,) = run_bot(server.url, Anything(1), against="random")
    assert finished.report.verdict == "fair"


@pytest.mark.parametrize("dealer", ["house", "mental"])
@pytest.mark.parametrize("what", ["draw", "undo"])
def test_a_draw_and_an_undo_are_signed_by_both(server: Served, what: Any, dealer: str) -> None:
    async def play() -> bytes:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await ada.create_lobby("duel", dealer=dealer)
            opened = await until(ada, LobbyOpened)
            await bram.join_lobby(opened.code)
            await asyncio.gather(dealt(ada), dealt(bram))
            choose = Anything(4)
            while not table(mover([ada, bram])).standing.undoable:
                who = mover([ada, bram])
                seen = table(who)
                at = seen.standing.at
                await who.act(choose(seen.game, seen.state, seen.seat, seen.faces))
                await asyncio.gather(settled(ada, at), settled(bram, at))
            who = mover([ada, bram])
            other = bram if who is ada else ada
            await who.say(Offer(what))
            await until(other, Offered)
            await other.say(Reply(what, True))
            await until(who, Moved)
            await until(other, Moved)
            if what == "undo":
                await who.say(Concede())
            await asyncio.gather(over(ada), over(bram))
            return (await ada.audit())[1]

    log = asyncio.run(play())
    kind = Agreed if what == "draw" else Undone
    (agreed,) = [body for body in bodies(log) if isinstance(body, kind)]
    assert all(len(sign) == 128 for sign in agreed.signs)
    assert len(agreed.signs) == 2
    assert verify(log).finished


def test_giving_up_is_signed_even_if_the_other_moves_at_the_same_time(server: Served) -> None:
    async def play() -> bytes:
        async with Between(server.url) as between, Client(between.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            await give_move(ada, bram)
            held: list[str] = []

            def hold(_: int, message: str) -> list[str]:
                if isinstance(heard.decode(message), Concede) and not held:
                    held.append(message)
                    return []
                return [message]

            between.pass_up = hold
            await ada.say(Concede())  # for this place of the log, but it is late
            await ada.act(EndTurn())
            await over(ada)
            return (await ada.audit())[1]

    log = asyncio.run(play())
    assert [body.why for body in bodies(log) if isinstance(body, Left)] == ["conceded"]


# --- an opening that is not what was asked for ---


def _asked(**fields: Any) -> Callable[[Any], Any]:
    return lambda wish: replace(wish, **fields)


OPENINGS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "game": (_asked(game="magic", deck=""), "another game"),
    "options": (_asked(options=msgspec.Raw(b'{"hero_health":30}')), "other options"),
    "clock": (_asked(clock=Clock(1_000, 0, 0)), "other clocks"),
    "randomness": (_asked(commit="ab" * 32), "left out the randomness"),
    "no key": (_asked(key=""), "another key on your chair"),
    "other key": (_asked(key=Session().key.public.hex()), "another key on your chair"),
    "no randomness": (_asked(commit="", key=""), "another key on your chair"),
}


@pytest.mark.parametrize("how", OPENINGS)
def test_an_opening_that_is_not_what_was_asked_for_is_not_signed(server: Served, how: str) -> None:
    change, words = OPENINGS[how]

    async def play() -> None:
        async with Between(server.url) as between, Client(between.url) as ada:

            def other(_: int, message: str) -> list[str]:
                said = heard.decode(message)
                return [encode(change(said)).decode() if isinstance(said, PlayBot) else message]

            between.pass_up = other
            await ada.play_bot("duel", "random")
            with pytest.raises(ProofRejected, match=f"server at entry 0: .*{words}"):
                await until(ada, Seated)
            assert not any(isinstance(heard.decode(message), Contribute) for _, message in between.up)

    asyncio.run(play())


def test_a_server_that_opens_with_another_key_than_it_showed_is_not_signed_for(server: Served) -> None:
    async def play() -> None:
        async with Between(server.url) as between:

            def other(_: int, message: str) -> list[str]:
                said = told.decode(message)
                return [
                    encode(replace(said, server="ab" * 32)).decode() if isinstance(said, Welcome) else message
                ]

            between.pass_down = other
            async with Client(between.url) as ada:
                await ada.play_bot("duel", "random")
                with pytest.raises(ProofRejected, match="another key of the server"):
                    await until(ada, Seated)

    asyncio.run(play())


# --- a line that was lost ---


async def lose(client: Client, between: Between, line: int) -> None:
    """Cut this line, and hear of it."""
    await between.cut(line)
    await until(client, LineLost)


def no_log(path: str, page: bytes) -> bytes | None:
    """The server does not give its logs."""
    return None if path.endswith("/log") else page


def posts(between: Between) -> list[str]:
    return [asked for asked in between.asked if asked.startswith("POST") and "/signatures" in asked]


def test_a_match_that_could_not_be_checked_says_so_and_is_not_signed(server: Served) -> None:
    async def play() -> None:
        async with Between(server.url) as between, Client(between.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            await give_move(bram, ada)
            between.pass_page = no_log
            await lose(ada, between, 0)
            await bram.act(EndTurn())
            await until(bram, Moved)
            await until(ada, Seated)
            assert not table(ada).checked
            await ada.say(Offer("draw"))
            refused = await until(ada, Rejected)
            assert "nothing is signed" in refused.message
            await bram.say(Concede())
            await over(ada)
            with pytest.raises(Unchecked, match="could not be checked"):
                await ada.audit()
            assert posts(between) == []
            # When the log comes after all, everything is checked, and signed.
            between.pass_page = lambda _, page: page
            report, _ = await ada.audit()
            assert table(ada).seat in report.attestation.signed
            assert len(posts(between)) >= 1

    asyncio.run(play())


def test_a_fork_after_a_break_without_a_log_is_caught(server: Served) -> None:
    """The server comes back with another history, gives no log until the end, and then that of the fork."""

    async def play() -> None:
        async with Between(server.url) as between, Client(between.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            between.pass_page = no_log
            await lose(ada, between, 0)
            between.pass_down = _fork
            await bram.say(Concede())
            await over(bram)
            seated = await until(ada, Seated)
            assert not seated.mirror.checked
            assert seated.mirror.standing.outcome is not None
            between.pass_page = lambda path, page: _slower_file(page) if path.endswith("/log") else page
            with pytest.raises(ProofRejected, match="came back with another log"):
                await ada.audit()
            assert posts(between) == []
            with pytest.raises(ProofRejected, match="came back with another log"):  # nothing more is heard
                await asyncio.wait_for(until(ada, LobbyOpened), 20)

    asyncio.run(play())


def _slower(lines: list[bytes]) -> list[bytes]:
    """The same match a moment later, with all hashes right."""
    head, changed = "", []
    for line in lines:
        entry = read_entry(line)
        changed.append(replace(entry, prev=head, time=entry.time + (entry.at >= 2)).line())
        head = head_of(changed[-1])
    return changed


def _slower_file(page: bytes) -> bytes:
    return log_file(_slower(read_log(page)))


def _fork(_: int, message: str) -> list[str]:
    """Any head will do: without the log nobody can tell."""
    said = told.decode(message)
    if isinstance(said, Snapshot):
        message = encode(replace(said, standing=replace(said.standing, head="ab" * 32))).decode()
    return [message]


def test_the_log_is_asked_for_again_while_the_match_goes_on(server: Served) -> None:
    async def play() -> None:
        async with Between(server.url) as between, Client(between.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            await give_move(bram, ada)
            between.pass_page = no_log
            await lose(ada, between, 0)
            await bram.act(EndTurn())
            await until(bram, Moved)
            seated = await until(ada, Seated)
            assert not seated.mirror.checked
            between.pass_page = lambda _, page: page
            results = await asyncio.gather(ada.play(Anything(1)), bram.play(Anything(2)))
            assert seated.mirror.checked
            assert all(result.report.finished for result in results)

    asyncio.run(play())


def test_a_signature_that_was_lost_on_the_way_is_sent_when_the_line_is_back(
    server: Served, tmp_path: Path
) -> None:
    session = Session(tmp_path / "ada.json")

    async def play() -> str:
        async with Between(server.url) as between, Client(between.url, session=session) as ada:
            between.refuse = lambda path: "/signatures" in path
            await ada.play_bot("duel", "random")
            await dealt(ada)
            await ada.say(Concede())
            await over(ada)
            report, _ = await ada.audit()
            assert report.attestation.signed == (0,)  # ours, which nobody else has yet
            assert ada._attesting._delivery is not None
            await ada._attesting._delivery  # in vain
            between.refuse = lambda _: False
            assert list(session.kept.unsent) == [table(ada).match]
            await lose(ada, between, 0)
            await until(ada, LineBack)
            return table(ada).match

    match = asyncio.run(play())
    assert Session(tmp_path / "ada.json").kept.unsent == {}
    assert verify(Api(_address(server)).log(match)).verdict == "fair"


def test_another_process_sends_what_the_first_one_could_not(server: Served, tmp_path: Path) -> None:
    async def play() -> str:
        async with Between(server.url) as between:
            between.refuse = lambda path: "/signatures" in path
            async with Client(between.url, session=Session(tmp_path / "ada.json")) as ada:
                await ada.play_bot("duel", "random")
                await dealt(ada)
                await ada.say(Concede())
                match = (await over(ada)).match
        assert list(Session(tmp_path / "ada.json").kept.unsent) == [match]
        async with Client(server.url, session=Session(tmp_path / "ada.json")):
            pass
        return match

    match = asyncio.run(play())
    assert Session(tmp_path / "ada.json").kept.unsent == {}
    assert verify(Api(_address(server)).log(match)).verdict == "fair"


# --- a match that began while the server, or the line, was down ---


def test_a_match_that_began_while_the_line_was_down_is_taken_up(server: Served) -> None:
    async def play() -> None:
        async with Between(server.url) as between, Client(between.url) as ada, Client(server.url) as bram:
            await ada.create_lobby("duel")
            opened = await until(ada, LobbyOpened)
            between.pass_down = lambda _, message: [] if '"snapshot"' in message else [message]
            await bram.join_lobby(opened.code)
            await until(bram, Seated)
            between.pass_down = lambda _, message: [message]
            await lose(ada, between, 0)
            seated = await until(ada, Seated)
            assert seated.mirror.match == table(bram).match
            wishes = [said for _, said in between.up if isinstance(heard.decode(said), CreateLobby)]
            assert len(wishes) == 1  # the welcome has told
            await asyncio.gather(ada.play(Anything(1)), bram.play(Anything(2)))

    asyncio.run(play())


def test_a_match_that_began_and_the_server_was_killed_is_taken_up(tmp_path: Path) -> None:
    server = Served(tmp_path)

    async def play() -> None:
        async with Between(server.url) as between, Client(between.url) as ada, Client(server.url) as bram:
            await ada.create_lobby("duel")
            opened = await until(ada, LobbyOpened)
            between.pass_down = lambda _, message: [] if '"snapshot"' in message else [message]
            await bram.join_lobby(opened.code)
            await until(bram, Seated)
            server.kill()
            between.pass_down = lambda _, message: [message]
            await until(ada, LineLost)
            server.start()
            results = await asyncio.gather(ada.play(Anything(1)), bram.play(Anything(2)))
            assert results[0].match == results[1].match

    try:
        asyncio.run(play())
    finally:
        server.stop()


def test_a_wish_that_is_refused_since_it_came_true_leads_to_the_table(server: Served) -> None:
    """The match begins between our hello and our wish: only the refusal tells."""

    async def play() -> None:
        async with Between(server.url) as between, Client(between.url) as ada, Client(server.url) as bram:
            await ada.create_lobby("duel")
            opened = await until(ada, LobbyOpened)
            between.pass_down = _unknowing
            await bram.join_lobby(opened.code)
            await until(bram, Seated)
            await lose(ada, between, 0)
            between.pass_down = _forgetful
            seated = await until(ada, Seated)
            assert seated.mirror.match == table(bram).match
            wishes = [said for _, said in between.up if isinstance(heard.decode(said), CreateLobby)]
            assert len(wishes) == 2

    asyncio.run(play())


def _unknowing(_: int, message: str) -> list[str]:
    return [] if '"snapshot"' in message else _forgetful(_, message)


def _forgetful(_: int, message: str) -> list[str]:
    """A welcome that knows of no match."""
    said = told.decode(message)
    return [encode(replace(said, match=None)).decode() if isinstance(said, Welcome) else message]


def test_a_match_that_was_not_begun_here_is_not_taken_up_unasked(server: Served) -> None:
    """A server that says we are in a match gets nobody to play one without randomness of its own."""

    async def play() -> None:
        async with Client(server.url) as first:
            await first.play_bot("duel", "random")
            await dealt(first)
            token = first.session.kept.token
        async with Between(server.url) as between, Client(between.url, token=token) as ada:
            between.pass_down = _unknowing
            await ada.create_lobby("duel")  # refused: a match runs; but we do not hear of that
            await until(ada, Rejected)
            between.pass_down = lambda _, message: [message]
            await lose(ada, between, 0)
            refused = await until(ada, Rejected)
            assert "not begun here" in refused.message
            assert ada.mirror is None
            await ada.resume()
            assert (await until(ada, Seated)).mirror.seat >= 0

    asyncio.run(play())


# --- keys that we have met ---


def test_a_player_with_another_key_is_news(server: Served) -> None:
    session = Session()

    async def play(rival: Session) -> list[KeyChanged]:
        async with Client(server.url, session=session) as ada, Client(server.url, session=rival) as bram:
            found: list[KeyChanged] = []
            await ada.create_lobby("duel")
            while not isinstance(news := await anext(ada), LobbyOpened):
                found += [news] if isinstance(news, KeyChanged) else []
            await bram.join_lobby(news.code)
            while not isinstance(news := await anext(ada), Seated):
                found += [news] if isinstance(news, KeyChanged) else []
            await bram.say(Concede())
            await over(ada)
            return found

    rival = Session()
    assert asyncio.run(play(rival)) == []
    assert asyncio.run(play(rival)) == []
    before = key_of(rival)
    rival.__dict__["key"] = Session().key  # the same guest, from another machine
    (changed,) = asyncio.run(play(rival))
    assert (changed.who, changed.before, changed.now) == (rival.kept.name, before, key_of(rival))


def key_of(session: Session) -> str:
    return session.key.public.hex()


def test_a_server_with_another_key_is_news(server: Served) -> None:
    session = Session()
    session.known.meet(_address(server).http, "", "ab" * 32)

    async def play() -> Any:
        async with Client(server.url, session=session) as ada:
            return await until(ada, KeyChanged), ada.server

    changed, now = asyncio.run(play())
    assert (changed.who, changed.before, changed.now) == ("", "ab" * 32, now)
