"""Sealed matches in a terminal: here, on a server, with a friend; and what verify says of a log that lies."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client.conftest import Run
from client.sealed import SHORT, Anything, check, meet, play, table, until
from client.served import Served, environment
from facedown.client.sdk import Client, Finished
from facedown.kernel import encode
from facedown.server.messages import LobbyOpened, Queued
from facedown.table import log_file
from facedown.table.entries import Parted, read_entry
from facedown.table.messages import Concede

SCRIPT = "2\n2\n2\nend turn\n" * 300
"""It knows nothing of its cards: attack, play what there is, end the turn."""


def fair(facedown: Run, log: Path) -> str:
    verified = facedown("verify", log)
    assert verified.returncode == 0
    assert verified.stdout.endswith("fair\n")
    assert "dealer mental" in verified.stdout
    return verified.stdout


def test_here_against_a_bot(facedown: Run, home: Path) -> None:
    log = home / "match.log"
    done = facedown(
        "play", "duel", "--dealer", "mental", "--option", "hero_health=20", "--log", log, stdin=SCRIPT
    )
    assert done.stderr == ""
    for line in (
        "sealed: everybody adds randomness.",
        "sealed: everybody shuffles your deck.",
        "sealed: everybody shuffles Greedy's deck.",
        "sealed: everybody shows its list.",
        "The match was fair: every shuffle and every card is proved.",
    ):
        assert line in done.stdout
    assert "everything that ada and Greedy did is signed" in fair(facedown, log)
    told = facedown("replay", log)
    assert (told.returncode, told.stderr) == (0, "")
    assert "ada's deck of 30 cards is shuffled." in told.stdout


def test_bots_among_themselves(facedown: Run, home: Path) -> None:
    done = facedown(
        "simulate", "duel", "--dealer", "mental", "--games", 2, "--processes", 1, "--log", home / "log"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 games of duel" in done.stdout
    fair(facedown, home / "log")


def test_on_a_server_against_its_bot_with_a_break(server: Served, facedown: Run, home: Path) -> None:
    """The first time the person leaves in the middle; the second time it goes on from the keys."""
    online = ("play", "duel", "--dealer", "mental", "--server", server.url, "--log", home / "log")
    first = facedown(*online, "--bot", "random", "--option", "hero_health=15", stdin="end turn\nquit\n")
    assert "sealed: everybody shuffles your deck." in first.stdout
    assert "The match goes on: the same command brings you back." in first.stdout
    keys = list(home.rglob("*.keys/*.json"))
    assert len(keys) == 1
    again = facedown(*online, stdin=SCRIPT)
    assert again.stderr == ""
    assert "A match of yours is still running; back to it." in again.stdout
    assert "every shuffle and every card is proved" in again.stdout
    fair(facedown, home / "log")
    assert list(home.rglob("*.keys/*")) == []


@pytest.mark.parametrize("how", ["queue", "lobby"])
def test_with_a_friend_in_the_queue_and_in_a_lobby(
    server: Served, facedown: Run, home: Path, how: str
) -> None:
    async def friend() -> Finished:
        async with Client(server.url, name="bram") as bram:
            lobby: tuple[str, ...] = ("--dealer", "mental")
            if how == "queue":
                await bram.join_queue("duel", dealer="mental")
                await until(bram, Queued)
            else:
                await bram.create_lobby("duel", dealer="mental", options=SHORT)
                lobby = ("--lobby", (await until(bram, LobbyOpened)).code)
            command = ("play", "duel", "--server", server.url, "--log", home / "log", *lobby)
            terminal = asyncio.create_task(asyncio.to_thread(facedown, *command, stdin=SCRIPT))
            finished = await bram.play(Anything(1))
            done = await terminal
            assert (done.returncode, done.stderr) == (0, "")
            return finished

    finished = asyncio.run(friend())
    check([finished])
    assert (home / "log").read_bytes() == finished.log


def test_watching_a_sealed_match(server: Served, home: Path) -> None:
    async def match() -> str:
        async with Client(server.url, name="ada") as ada, Client(server.url, name="bram") as bram:
            await meet(ada, bram)
            watching = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "facedown", "watch", table(ada).match, "--server", server.url),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=environment(home),
            )
            assert watching.stdout is not None
            seen = await watching.stdout.readline()
            assert seen == b"You watch ada against bram.\n"
            await play(ada, bram)
            told = await watching.stdout.read()
            assert await watching.wait() == 0
            return told.decode()

    told = asyncio.run(match())
    assert "ada's deck of 30 cards is shuffled." in told
    assert "sealed: everybody shows its list." in told


# --- errors of one line ---


def test_another_dealer_than_in_the_lobby(server: Served, facedown: Run) -> None:
    async def friend() -> "subprocess.CompletedProcess[str]":
        async with Client(server.url) as bram:
            await bram.create_lobby("duel", dealer="house")
            code = (await until(bram, LobbyOpened)).code
            command = ("play", "duel", "--server", server.url, "--lobby", code, "--dealer", "mental")
            return await asyncio.to_thread(facedown, *command)

    done = asyncio.run(friend())
    assert done.returncode == 2
    assert done.stderr.startswith("facedown: in the lobby ")
    assert done.stderr.endswith("the dealer is house, not mental; ask your friend for another one\n")


def test_a_dealer_that_there_is_not(server: Served, facedown: Run) -> None:
    for place in ((), ("--server", server.url)):
        done = facedown("play", "duel", "--dealer", "nobody", *place)
        assert done.returncode == 2
        assert done.stderr == "facedown: no dealer is called 'nobody'; there are: house, mental\n"


def test_without_the_keys(server: Served, facedown: Run, home: Path) -> None:
    online = ("play", "duel", "--dealer", "mental", "--server", server.url)
    facedown(*online, "--bot", "random", stdin="quit\n")
    for file in home.rglob("*.keys/*.json"):
        file.unlink()
    done = facedown(*online, stdin="quit\n")
    assert done.returncode == 2
    assert done.stderr == (
        "facedown: the match is sealed, and its keys are not here; play on where you sat down to it\n"
    )


# --- a log that lies ---


def resealed(lines: list[bytes], at: int, change: Any) -> bytes:
    """The log up to entry `at`, which is changed, with all hashes right."""
    entry = read_entry(lines[at])
    return log_file([*lines[:at], change(entry).line()])


def test_verify_names_seat_entry_and_rule(server: Served, facedown: Run, home: Path) -> None:
    async def match() -> list[bytes]:
        async with Client(server.url) as ada, Client(server.url) as bram:
            await meet(ada, bram)
            await ada.say(Concede())
            while table(ada).standing.outcome is None:
                await asyncio.gather(anext(ada), anext(bram))
            return list(table(ada).lines)

    lines = asyncio.run(match())
    replace = msgspec.structs.replace
    at, entry = next(
        (at, entry)
        for at, line in enumerate(lines)
        if isinstance((entry := read_entry(line)).body, Parted) and b'"mixed"' in line
    )
    body = entry.body
    assert isinstance(body, Parted)
    part = msgspec.json.decode(bytes(body.part))
    part["proof"] = part["proof"][:-8] + "AAAAAAA="
    forged = replace(body, part=msgspec.Raw(encode(part)))
    (home / "log").write_bytes(resealed(lines, at, lambda entry: replace(entry, body=forged)))
    done = facedown("verify", home / "log")
    assert done.returncode == 1
    assert f"seat {body.seat} at entry {at}: its signature does not hold" in done.stdout + done.stderr
