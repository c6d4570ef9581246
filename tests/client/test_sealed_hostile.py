"""A hostile server in between: whatever it does with a sealed match, the clients catch it."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client.between import Between
from client.sealed import Anything, meet, table, until
from client.served import Served
from facedown.client.news import Seated
from facedown.client.sdk import Client
from facedown.client.sessions import Session
from facedown.kernel import Outcome, ProofRejected, encode
from facedown.server.messages import FromClient, FromServer, LobbyOpened, PlayBot
from facedown.table import log_file
from facedown.table.entries import (
    Agreed,
    Body,
    Contributed,
    Entry,
    Left,
    Opened,
    Parted,
    head_of,
    read_entry,
)
from facedown.table.messages import Act, Concede, Contribute, Part, Recorded, Rejected, Snapshot, Update

replace = msgspec.structs.replace
said = msgspec.json.Decoder(FromServer)
heard = msgspec.json.Decoder(FromClient)
ADA, BRAM = 0, 1
"""The lines of the two, in the order in which they came."""

Change = Callable[[Update], list[Update]]


async def caught(server: Served, prepare: Callable[[Between], None], folder: Path) -> ProofRejected:
    """Two play through somebody in between until one of them has had enough."""
    async with Between(server.url) as between:
        prepare(between)
        sessions = [Session(folder / f"{name}.json") for name in ("ada", "bram")]
        async with (
            Client(between.url, session=sessions[ADA]) as ada,
            Client(between.url, session=sessions[BRAM]) as bram,
        ):
            await ada.create_lobby("duel", dealer="mental")  # long enough that both have a word in it
            await bram.join_lobby((await until(ada, LobbyOpened)).code)
            tasks = [asyncio.create_task(client.play(Anything(3))) for client in (ada, bram)]
            async with asyncio.timeout(60):
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            errors = [task.exception() for task in done]
            (found,) = [error for error in errors if isinstance(error, ProofRejected)]
            await nothing_more([ada, bram][tasks.index(done.pop())], between)
        signed_once(between)
        return found


async def nothing_more(client: Client, between: Between) -> None:
    """Whoever has caught the server says nothing more to it."""
    before = len(between.up)
    for words in (client.say(Concede()), anext(client), client.rematch()):
        with pytest.raises(ProofRejected):
            await words
    assert len(between.up) == before


def signed_once(between: Between) -> None:
    """No player has signed two different things for one place."""
    places: dict[Any, str] = {}
    for number, message in between.up:
        line = number if number <= BRAM else ADA  # who was cut off has come back
        match heard.decode(message):
            case Act(at=at, sign=sign) if sign:
                place: Any = (line, "word", at)
            case Part(job=job, part=part, sign=sign):
                place = (line, "part", job, msgspec.json.decode(part)["type"])
            case Contribute(sign=sign):
                place = (line, "contribute")
            case _:
                continue
        assert places.setdefault(place, sign) == sign
    assert len(places) >= 2


class Middle:
    """Changes the so-many-th update to one of the two."""

    def __init__(self, line: int, number: int, change: Change) -> None:
        self._line, self._number, self._change = line, number, change
        self._count = 0

    def __call__(self, between: Between) -> None:
        between.pass_down = self._pass

    def _pass(self, line: int, message: str) -> list[str]:
        told = said.decode(message)
        if line != self._line or not isinstance(told, Update):
            return [message]
        self._count += 1
        if self._count < self._number:
            return [message]
        return [encode(update).decode() for update in self._change(told)]


class Reorder:
    def __init__(self) -> None:
        self._held: list[Update] = []

    def __call__(self, update: Update) -> list[Update]:
        self._held.append(update)
        return self._held[::-1] if len(self._held) == 2 else []


class Once:
    """Does it once, then passes all on."""

    def __init__(self, change: Change) -> None:
        self._change, self._done = change, False

    def __call__(self, update: Update) -> list[Update]:
        changed = [update] if self._done else self._change(update)
        self._done = self._done or changed != [update]
        return changed


def entries(update: Update) -> list[Entry]:
    return [read_entry(bytes(step.entry)) for step in update.steps]


def rewritten(update: Update, change: Callable[[Body], Body]) -> Update:
    """The update with other bodies, and all hashes right again."""
    found = entries(update)
    head, steps = found[0].prev, []
    for entry, step in zip(found, update.steps, strict=True):
        line = replace(entry, prev=head, body=change(entry.body)).line()
        head = head_of(line)
        steps.append(Recorded(msgspec.Raw(line), step.events))
    return replace(update, steps=steps, standing=replace(update.standing, head=head))


def swap_parts(body: Body) -> Body:
    """A point of a shuffle or of a card let through is another one."""
    if not isinstance(body, Parted):
        return body
    part = msgspec.json.decode(bytes(body.part))
    if part.get("points"):
        points = part["points"]
        part["points"] = points[1:] + points[0] if points[-1] != "=" else points[1:-1] + points[0] + "="
    return replace(body, part=msgspec.Raw(encode(part)))


def steal_seat(body: Body) -> Body:
    """What one did is said to be another's."""
    return replace(body, seat=1 - body.seat) if isinstance(body, Parted) else body


def later(update: Update) -> list[Update]:
    """The time of an entry is another one."""
    found = entries(update)
    line = replace(found[0], time=found[0].time + 1).line()
    steps = [Recorded(msgspec.Raw(line), update.steps[0].events), *update.steps[1:]]
    return [replace(update, steps=steps)]


def draw(update: Update) -> list[Update]:
    """All have agreed to a draw, says the server."""
    last = entries(update)[-1]
    forged = Entry(last.at + 1, last.time, update.standing.head, Agreed()).line()
    standing = replace(update.standing, at=last.at + 2, head=head_of(forged))
    return [replace(update, steps=[*update.steps, Recorded(msgspec.Raw(forged), [])], standing=standing)]


def give_up(update: Update) -> list[Update]:
    """The other has given up, says the server."""
    last = entries(update)[-1]
    forged = Entry(last.at + 1, last.time, update.standing.head, Left(BRAM, "conceded"), "00" * 64).line()
    standing = replace(update.standing, at=last.at + 2, head=head_of(forged))
    return [replace(update, steps=[*update.steps, Recorded(msgspec.Raw(forged), [])], standing=standing)]


def cut_short(update: Update) -> list[Update]:
    """The last entry of what follows from one another is kept back."""
    if len(update.steps) < 2:
        return [update]
    return [replace(update, steps=update.steps[:-1])]


def say_it_is_over(update: Update) -> list[Update]:
    """Won, says the server, and has no entry for it: keys would be erased."""
    return [replace(update, standing=replace(update.standing, outcome=Outcome((ADA,), "hero fell")))]


def say_who_moves(update: Update) -> list[Update]:
    return [replace(update, standing=replace(update.standing, active=(ADA, BRAM)))]


def tell_a_face(update: Update) -> list[Update]:
    """A card of the other, says the server."""
    return [replace(update, faces=((45, "firebolt"),))]


CHEATS: dict[str, tuple[Callable[[], Change], str]] = {
    "reordered": (Reorder, r"server at entry \d+: shows a log that has entry \d+ where entry \d+ belongs"),
    "dropped": (lambda: Once(lambda _: []), r"shows a log that has entry \d+ where entry \d+ belongs"),
    "replayed": (lambda: Once(lambda update: [update] * 2), r"has entry \d+ where entry \d+ belongs"),
    "altered a proof": (
        lambda: Once(lambda update: [rewritten(update, swap_parts)]),
        r"server at entry \d+: passes on as the words of seat \d what that player has not signed",
    ),
    "another's seat": (
        lambda: Once(lambda update: [rewritten(update, steal_seat)]),
        "passes on as the words of seat",
    ),
    "another time": (lambda: Once(later), "another hash"),
    "a draw": (lambda: Once(draw), "shows a log that a signature of each player is needed"),
    "a surrender": (lambda: Once(give_up), "passes on as the words of seat 1"),
    "an outcome": (lambda: Once(say_it_is_over), "says of the outcome what its log does not say"),
    "a move": (lambda: Once(say_who_moves), "says of whose move it is what its log does not say"),
    "a face": (lambda: Once(tell_a_face), "claims to know hidden cards"),
    "cut short": (lambda: Once(cut_short), "keeps back what follows"),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_server_that_changes_what_was_said_is_caught(server: Served, tmp_path: Path, cheat: str) -> None:
    change, words = CHEATS[cheat]
    error = asyncio.run(caught(server, Middle(ADA, 9, change()), tmp_path))
    assert error.who == "server"
    assert re.search(words, str(error))


# --- two histories ---


class Fork:
    """Bram is shown another history than Ada, with all hashes right, from some entry on."""

    def __init__(self, change: Callable[[Entry, Update | None], Entry]) -> None:
        self._change = change
        self._head = ""

    def __call__(self, between: Between) -> None:
        between.pass_down = self._pass

    def _pass(self, line: int, message: str) -> list[str]:
        told = said.decode(message)
        if line != BRAM or isinstance(
            told, Rejected
        ):  # a hostile server does not refuse what follows from it
            return [message] if line != BRAM else []
        if isinstance(told, Snapshot):
            opening = self._rewrite(bytes(told.opening), None)
            told = replace(told, opening=msgspec.Raw(opening))
        elif isinstance(told, Update):
            steps = [
                Recorded(msgspec.Raw(self._rewrite(bytes(step.entry), told)), step.events)
                for step in told.steps
            ]
            told = replace(told, steps=steps)
        else:
            return [message]
        return [encode(replace(told, standing=replace(told.standing, head=self._head))).decode()]

    def _rewrite(self, line: bytes, update: Update | None) -> bytes:
        changed = replace(self._change(read_entry(line), update), prev=self._head).line()
        self._head = head_of(changed)
        return changed


def another_opening(entry: Entry, _: Update | None) -> Entry:
    body = entry.body
    return replace(entry, body=replace(body, started=body.started + 1)) if isinstance(body, Opened) else entry


class AnotherTime:
    """Bram is told that Ada has the move since a moment later."""

    def __init__(self) -> None:
        self._late = 0

    def __call__(self, entry: Entry, update: Update | None) -> Entry:
        if update is not None and update.standing.active == (ADA,):
            self._late = 1
        return replace(entry, time=entry.time + self._late)


class SwappedNonces(Fork):
    """Two that say something at the same time are heard in either order: each is shown its own."""

    def __init__(self) -> None:
        super().__init__(lambda entry, _: entry)
        self._held: list[Update] = []

    def _pass(self, line: int, message: str) -> list[str]:
        told = said.decode(message)
        stirs = isinstance(told, Update) and isinstance(entries(told)[0].body, Contributed)
        if line != BRAM or not stirs or not isinstance(told, Update):
            return super()._pass(line, message)
        self._held.append(told)
        if len(self._held) < 2:
            return []
        first, second = self._held
        (one,), (two,) = first.steps, second.steps
        early, late = read_entry(bytes(one.entry)), read_entry(bytes(two.entry))
        swapped = [replace(late, at=early.at, time=early.time), replace(early, at=late.at, time=late.time)]
        passed = [
            replace(update, steps=[Recorded(msgspec.Raw(entry.line()), [])])
            for update, entry in zip((first, second), swapped, strict=True)
        ]
        return [again for update in passed for again in super(SwappedNonces, self)._pass(line, _json(update))]


def _json(update: Update) -> str:
    return encode(update).decode()


@pytest.mark.parametrize(
    "fork",
    [lambda: Fork(another_opening), lambda: Fork(AnotherTime()), SwappedNonces],
    ids=["opening", "time", "order"],
)
def test_a_server_that_shows_two_histories_is_caught_with_the_first_word_of_the_other(
    server: Served, tmp_path: Path, fork: Callable[[], Fork]
) -> None:
    error = asyncio.run(caught(server, fork(), tmp_path))
    assert error.who == "server"
    assert "passes on as the words of seat 0 what that player has not signed" in str(error)


# --- after a break ---


class Break:
    """Ada hears nothing from some update on, and then her line is cut; what she then gets is changed."""

    def __init__(
        self, snapshot: Callable[[Snapshot, list[bytes]], Snapshot], log: Callable[[list[bytes]], list[bytes]]
    ) -> None:
        self._snapshot, self._log = snapshot, log
        self._count, self._lines = 0, list[bytes]()

    def __call__(self, between: Between) -> None:
        self._between = between
        between.pass_down, between.pass_page = self._pass, self._page

    def _pass(self, line: int, message: str) -> list[str]:
        told = said.decode(message)
        if line == ADA and isinstance(told, Update):
            self._count += 1
            if self._count == 9:
                self._cutting = asyncio.ensure_future(self._between.cut(ADA))
            if self._count >= 8:
                return []
            self._lines += [bytes(step.entry) for step in told.steps]
        if line > BRAM and isinstance(told, Snapshot):
            return [encode(self._snapshot(told, self._lines)).decode()]
        return [message]

    def _page(self, path: str, page: bytes) -> bytes:
        if not path.endswith("/log"):
            return page
        return log_file(self._log(page.split(b"\n")[:-2]))


def older(snapshot: Snapshot, seen: list[bytes]) -> Snapshot:
    """As if the last entries that she had seen had never been."""
    last = read_entry(seen[-1])
    return replace(snapshot, standing=replace(snapshot.standing, at=last.at, head=last.prev))


def slower(lines: list[bytes]) -> list[bytes]:
    """The same log, a moment later from entry 2 on, with all hashes right."""
    head, changed = "", []
    for line in lines:
        entry = read_entry(line)
        changed.append(replace(entry, prev=head, time=entry.time + (entry.at >= 2)).line())
        head = head_of(changed[-1])
    return changed


BREAKS: dict[str, tuple[Callable[[], Break], str]] = {
    "older": (
        lambda: Break(older, lambda lines: lines),
        "came back without entries that it had already shown",
    ),
    "another": (
        lambda: Break(lambda told, _: told, slower),
        "came back with another log than the one it had shown",
    ),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_server_that_comes_back_with_another_past_is_caught(
    server: Served, tmp_path: Path, how: str
) -> None:
    breaking, words = BREAKS[how]
    error = asyncio.run(caught(server, breaking(), tmp_path))
    assert (error.who, words in str(error)) == ("server", True)


@pytest.mark.parametrize("how", ["older", "another"])
def test_a_player_who_starts_again_knows_what_it_had_seen(server: Served, tmp_path: Path, how: str) -> None:
    async def match() -> None:
        async with Between(server.url) as between, Client(between.url) as bram:
            async with Client(between.url, session=Session(tmp_path / "ada.json")) as ada:
                await meet(ada, bram)
                seen = list(table(ada).lines)
            between.pass_down = lambda _, message: [_older(message, seen) if how == "older" else message]
            if how == "another":
                between.pass_page = lambda _, page: log_file(slower(page.split(b"\n")[:-2]))
            async with Client(between.url, session=Session(tmp_path / "ada.json")) as again:
                await again.resume()
                words = r"server.*(without entries that it had already|another log than the one it had) shown"
                with pytest.raises(ProofRejected, match=words):
                    await until(again, Seated)
                assert not any(line > 1 and '"sign"' in message for line, message in between.up)

    asyncio.run(match())


def _older(message: str, seen: list[bytes]) -> str:
    told = said.decode(message)
    return encode(older(told, seen)).decode() if isinstance(told, Snapshot) else message


def test_a_server_that_opens_another_match_than_was_asked_for_is_caught(
    server: Served, tmp_path: Path
) -> None:
    """Bonds are taken off what she asks, and a dealer who knows the cards is put in."""

    async def match() -> None:
        async with Between(server.url) as between, Client(between.url) as ada:

            def open_up(_: int, message: str) -> list[str]:
                asked = heard.decode(message)
                if isinstance(asked, PlayBot):
                    return [encode(replace(asked, dealer="house", bond=None)).decode()]
                return [message]

            between.pass_up = open_up
            await ada.play_bot("duel", "random", dealer="mental")
            with pytest.raises(ProofRejected, match="opened a match of another dealer"):
                await until(ada, Seated)

    asyncio.run(match())


def test_a_server_that_puts_other_keys_on_our_chair_is_caught(server: Served) -> None:
    async def match() -> None:
        async with Between(server.url) as between, Client(between.url) as ada:

            def other_list(_: int, message: str) -> list[str]:
                asked = heard.decode(message)
                if isinstance(asked, PlayBot) and asked.bond is not None:
                    bond = replace(asked.bond, deck="ab" * 32, id="", vouch="")
                    return [encode(replace(asked, bond=bond)).decode()]
                return [message]

            between.pass_up = other_list
            await ada.play_bot("duel", "random", dealer="mental")
            with pytest.raises(ProofRejected, match=r"server.*another key on your chair"):
                await until(ada, Seated)

    asyncio.run(match())
