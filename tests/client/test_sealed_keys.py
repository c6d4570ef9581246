"""The keys of a sealed match: whoever is killed with them comes back, and never says two different things."""

import asyncio
import os
import random
import stat
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client.sealed import Anything, check, meet, play, table, until
from client.served import Served, environment
from facedown.client import files
from facedown.client.keys import MOST, Keys
from facedown.client.line import Line
from facedown.client.sdk import Client, Finished
from facedown.client.sessions import Session
from facedown.client.trouble import Trouble
from facedown.games.duel import DUEL, DuelOptions
from facedown.kernel import InvalidAction
from facedown.server.messages import LobbyOpened
from facedown.table.entries import Acted, Contributed, Parted, read_entry
from facedown.table.messages import Act, Concede, Contribute, Part
from facedown.table.pocket import Pocket

DECK = next(iter(DUEL.decks().values()))


class Killed(BaseException):
    """The process is gone."""


def kept(path: Path) -> list[Path]:
    """The files with keys beside a session."""
    folder = path.with_suffix(".keys")
    return sorted(folder.iterdir()) if folder.is_dir() else []


def session(folder: Path, name: str = "ada") -> Session:
    found = Session(folder / f"{name}.json")
    assert found.lock()
    return found


# --- the file ---


def test_nobody_else_can_read_the_keys(tmp_path: Path) -> None:
    keys, pocket = Keys(tmp_path / "ada.keys"), Pocket.fresh("mental", DECK)
    keys.keep(pocket, DECK)
    (file,) = kept(tmp_path / "ada.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    found = keys.find(pocket.bond.key)
    assert found is not None
    assert (found[0].bond, found[0].commit, found[1]) == (pocket.bond, pocket.commit, DECK)
    file.with_name(f".{file.name}.123").write_bytes(b"a draft of a process that was killed")
    keys.erase(pocket)
    assert kept(tmp_path / "ada.json") == []
    assert keys.find(pocket.bond.key) is None


def test_old_keys_go_and_so_do_drafts_of_a_process_that_was_killed(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "ada.keys")
    for _ in range(MOST + 2):
        keys.keep(Pocket.fresh("mental", DECK), DECK)
    assert len(kept(tmp_path / "ada.json")) == MOST
    (tmp_path / "ada.keys" / ".draft.json.123").write_bytes(b"secret")
    keys.clear()
    assert kept(tmp_path / "ada.json") == []


def test_a_file_that_was_damaged_is_no_key(tmp_path: Path) -> None:
    keys, pocket = Keys(tmp_path / "ada.keys"), Pocket.fresh("mental", DECK)
    keys.keep(pocket, DECK)
    (file,) = kept(tmp_path / "ada.json")
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], b"{}", whole.replace(b'"pocket":"', b'"pocket":"AAAA'), b"\xff"):
        file.write_bytes(damaged)
        assert keys.find(pocket.bond.key) is None


def test_a_server_that_names_other_files_or_half_a_key_gets_none(tmp_path: Path) -> None:
    """Which key stands on our chair is what a server says."""
    elsewhere, pocket = Keys(tmp_path / "eve.keys"), Pocket.fresh("mental", DECK)
    elsewhere.keep(pocket, DECK)
    (file,) = (tmp_path / "eve.keys").iterdir()
    file.rename(tmp_path / "eve.keys" / "k.json")
    keys = Keys(tmp_path / "ada.keys")
    keys.keep(pocket, DECK)
    assert keys.find(pocket.bond.key) is not None
    assert keys.find("../eve.keys/k") is None
    assert keys.find(pocket.bond.key[:32] + "0" * 32) is None


def test_no_secret_shows_in_a_repr(tmp_path: Path) -> None:
    pocket = Pocket.fresh("mental", DECK)
    made = msgspec.json.decode(pocket.to_bytes(), type=dict[str, Any])
    shown = repr(pocket) + repr(pocket._ring) + repr(Session(tmp_path / "ada.json").keys)
    assert made["nonce"] not in shown
    assert len(shown) < 300


# --- a player who is killed ---


class Mortal:
    """Ada's processes: each is killed at its so-many-th write or message.

    That is just before it, or just after it, or with a message that others see and the server does not.
    """

    def __init__(self, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._url, self._folder = url, folder
        self.sent: list[Any] = []
        self._left = 0
        self._when = ""
        self._mine: Line | None = None
        send, write = Line.send, files.write

        async def sending(line: Line, message: Any) -> None:
            if line is not self._mine:
                await send(line, message)
                return
            self._tick("before")
            self.sent.append(message)
            self._tick("lost")
            await send(line, message)
            self._tick("after")

        def writing(path: Path, data: bytes, mode: int = 0o644, **how: Any) -> None:
            if self._mine is not None and ".keys" in str(path):
                self._tick("before")
                write(path, data, mode, **how)
                self._tick("after")
            else:
                write(path, data, mode, **how)

        monkeypatch.setattr(Line, "send", sending)
        monkeypatch.setattr(files, "write", writing)

    def _tick(self, when: str) -> None:
        if when == self._when:
            self._left -= 1
            if self._left == 0:
                raise Killed

    async def live(self, most: int, *, when: str, seed: int, code: str) -> bool:
        """One life. False: she was killed."""
        mine = Session(self._folder / "ada.json")
        client = Client(self._url, name="ada", session=mine)
        await client.__aenter__()
        self._mine, self._left, self._when = client._line, most, when
        try:
            if client.running is not None:
                await client.resume()
            else:
                await client.join_lobby(code)
            await client.play(Anything(seed))
        except Killed:
            return False
        except InvalidAction:
            return client.running is None  # the match was over already
        finally:
            self._mine = None
            connection = client._line._socket
            if connection is not None:
                connection.transport.abort()  # no goodbye
        return True


def test_whoever_is_killed_again_and_again_plays_on_and_never_signs_two_things(
    server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(5)
    mortal = Mortal(server.url, tmp_path, monkeypatch)
    lives = 0

    async def match() -> Finished:
        nonlocal lives
        async with Client(server.url, name="bram") as bram:
            await bram.create_lobby("duel", dealer="mental", options=DuelOptions(hero_health=30))
            code = (await until(bram, LobbyOpened)).code
            other = asyncio.create_task(bram.play(Anything(1)))
            while not other.done():
                lives += 1
                most = lives if lives < 12 else rng.randrange(10, 40)
                when = ("before", "lost", "after")[lives % 3]
                if await mortal.live(most, when=when, seed=lives, code=code):
                    break
            return await other

    finished = asyncio.run(match())
    check([finished])
    assert lives >= 6
    signed = [message for message in mortal.sent if isinstance(message, Act | Part | Contribute | Concede)]
    bodies = [read_entry(line) for line in finished.log.split(b"\n")[:-2]]
    logged = {entry.sign for entry in bodies if isinstance(entry.body, Acted | Parted | Contributed)}
    assert len({message.sign for message in signed}) < len(signed)  # much was said twice
    assert {message.sign for message in signed} <= logged  # and nothing but what stands in the log


CHILD = """
import asyncio, sys
from pathlib import Path
from client.sealed import Anything
from facedown.client.sdk import Client
from facedown.client.sessions import Session

url, path, code, seed = sys.argv[1:]

class Talking(Client):
    async def __anext__(self):
        news = await super().__anext__()
        print(type(news).__name__, flush=True)
        return news

async def play():
    session = Session(Path(path))
    assert session.lock()
    async with Talking(url, name="ada", session=session) as client:
        await (client.resume() if client.running else client.join_lobby(code))
        finished = await client.play(Anything(int(seed)))
        print(finished.report.verdict, flush=True)

asyncio.run(play())
"""


def test_kill_minus_nine(server: Served, tmp_path: Path) -> None:
    async def match() -> Finished:
        async with Client(server.url, name="bram") as bram:
            await bram.create_lobby("duel", dealer="mental")
            code = (await until(bram, LobbyOpened)).code
            other = asyncio.create_task(bram.play(Anything(1)))
            for seed, heard in enumerate((1, 5, 12, 0)):
                child = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-c", CHILD, server.url, str(tmp_path / "ada.json"), code, str(seed)),
                    stdout=subprocess.PIPE,
                    env={**environment(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
                )
                assert child.stdout is not None
                if heard:
                    for _ in range(heard):
                        assert await child.stdout.readline()
                    assert len(kept(tmp_path / "ada.json")) >= 1
                    child.kill()
                last = (await child.stdout.read()).split()
                await child.wait()
            assert last[-1] == b"fair"
            return await other

    check([asyncio.run(match())])
    assert kept(tmp_path / "ada.json") == []


# --- where the keys are, and where not ---


def test_keys_are_there_before_anything_is_sent_and_gone_after_the_match(
    server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = session(tmp_path)
    seen: list[str] = []
    send = Line.send

    async def sending(line: Line, message: Any) -> None:
        if line._session is ours and isinstance(message, Part | Act | Contribute):
            stored = [msgspec.json.decode(file.read_bytes()) for file in kept(tmp_path / "ada.json")]
            assert len(stored) == 1
            seen.append(type(message).__name__)
            pocket = Pocket.from_bytes(b64decode(stored[0]["pocket"]))
            if isinstance(message, Part):
                assert bytes(message.part) in pocket._ring._made.values()
            elif isinstance(message, Act):
                assert pocket._word == message
        await send(line, message)

    monkeypatch.setattr(Line, "send", sending)

    async def match() -> None:
        async with Client(server.url, session=ours) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            check(await play(ada, bram))
            await ada.rematch()
            assert len(kept(tmp_path / "ada.json")) == 1

    asyncio.run(match())
    assert {"Part", "Act", "Contribute"} <= set(seen)


def test_without_the_keys_there_is_no_playing_on(server: Served, tmp_path: Path) -> None:
    async def match() -> None:
        ours = session(tmp_path)
        async with Client(server.url, session=ours) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            elsewhere = Session(tmp_path / "elsewhere.json")
            elsewhere.remember(name=ours.kept.name, token=ours.kept.token)
            async with Client(server.url, session=elsewhere) as other:
                assert other.running == table(ada).match
                await other.resume()
                with pytest.raises(Trouble, match="its keys are not here; play on where you sat down"):
                    await until(other, Finished)

    asyncio.run(match())


def test_keys_that_no_match_needs_are_erased_at_the_next_start(server: Served, tmp_path: Path) -> None:
    ours = session(tmp_path)

    async def visit(*, wait: bool) -> int:
        async with Client(server.url, session=ours) as ada:
            if wait:
                await ada.create_lobby("duel", dealer="mental")
                await until(ada, LobbyOpened)
            return len(kept(tmp_path / "ada.json"))

    assert [asyncio.run(visit(wait=wait)) for wait in (True, False)] == [1, 0]
