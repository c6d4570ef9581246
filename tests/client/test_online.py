"""`facedown play --server` and what belongs to it, as processes against a real server."""

import json
import re
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.conftest import Run
from client.served import Served, environment

TURNS = "2\n2\n2\nend turn\n" * 300
"""A script that knows nothing of its cards, for as many turns as a match may have."""
OVER = r"\n(You win|You lose|The match is drawn): "
"""How a match may end whose cards are real luck: of a thousand duels one is drawn."""


class Player:
    """A `facedown` that plays or watches, is typed to and listened to."""

    def __init__(self, home: Path, *args: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "facedown", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(home),
        )
        self.out = ""

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def until(self, pattern: str) -> str:
        """Read lines until one fits; what was found in it."""
        assert self.process.stdout is not None
        timer = threading.Timer(120, self.process.kill)
        timer.start()
        try:
            for line in self.process.stdout:
                self.out += line
                if found := re.search(pattern, line):
                    return found[0]
        finally:
            timer.cancel()
        raise AssertionError(f"{pattern!r} was never said:\n{self.out}")

    def end(self, script: str = "") -> str:
        """Type the rest, and hear everything that is said until it is over."""
        out, err = self.process.communicate(script, timeout=240)
        self.out += out
        assert err == ""
        assert self.process.returncode == 0
        return self.out

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


Start = Callable[..., Player]


@pytest.fixture
def start(home: Path, server: Served) -> Iterator[Start]:
    """Start a command on the server; what is still running at the end is killed."""
    players: list[Player] = []

    def run(*args: str) -> Player:
        players.append(Player(home, *args, "--server", server.url))
        return players[-1]

    yield run
    for player in players:
        player.process.kill()
        with player.process:  # closes its pipes and waits, whether it was heard to the end or not
            pass


def test_two_scripts_meet_in_the_queue_and_both_have_the_fair_log(
    facedown: Run, start: Start, home: Path
) -> None:
    one = start("play", "duel", "--name", "ada", "--log", str(home / "1.log"))
    one.until("In the queue for duel")
    two = start("play", "duel", "--name", "bram", "--log", str(home / "2.log"))
    one.type(TURNS)
    outs = [two.end(TURNS), one.end()]
    assert sorted(re.findall(OVER, "".join(outs))) in (["You lose", "You win"], ["The match is drawn"] * 2)
    assert all("The match was fair" in out for out in outs)
    assert (home / "1.log").read_bytes() == (home / "2.log").read_bytes()
    assert facedown("verify", home / "1.log").returncode == 0
    # Neither was told what the other drew.
    assert "ada draws a card" in outs[0]
    assert "bram draws a card" in outs[1]


def test_a_lobby_prints_its_code_and_the_friends_command(start: Start) -> None:
    host = start("play", "duel", "--lobby", "--option", "hero_health=5")
    command = host.until(r"facedown play duel --server \S+ --lobby [A-Z2-9]{6}")
    friend = start("play", "duel", *command.split()[-2:])
    host.type(TURNS)
    log = friend.end(TURNS).split()[-1]
    assert '"hero_health":5,' in Path(log).read_text()
    assert re.search(OVER, host.end())


def test_a_lobby_for_three_begins_when_the_third_has_come(start: Start) -> None:
    names = ("anna", "bert", "cleo")
    words = ["--lobby", "--players", "3", "--option", "turn_limit=5", "--name", names[0]]
    host = start("play", "magic", *words)
    code = host.until(r"facedown play magic --server \S+ --lobby [A-Z2-9]{6}").split()[-2:]
    second = start("play", "magic", *code, "--name", names[1], "--deck", "elves")
    host.until(r"In the lobby: anna, bert \(2 of 3 players\)\.")
    third = start("play", "magic", *code, "--name", names[2])
    passing = "1\n" * 200
    for player in (host, second):
        player.type(passing)
    out = third.end(passing)
    assert "You are cleo and play magic against anna and bert." in out
    assert "The match is drawn: " in out
    assert "The match was fair" in out
    assert all("The match is drawn: " in player.end() for player in (host, second))


def test_a_judge_sits_down_without_a_deck_and_rules(start: Start) -> None:
    words = ["--lobby", "--players", "3", "--option", "dial=free", "--option", "judge=true", "--name", "anna"]
    host = start("play", "magic", *words)
    code = host.until(r"facedown play magic --server \S+ --lobby [A-Z2-9]{6}").split()[-2:]
    second = start("play", "magic", *code, "--name", "bert", "--deck", "elves")
    host.until(r"In the lobby: anna, bert \(2 of 3 players\)\.")
    judge = start("play", "magic", *code, "--name", "cleo", "--judge")
    judge.until("cleo: the judge")
    out = judge.end("life -1\nfor anna: life -7\nfor bert: concede\n")
    assert "ou are the judge: say for whom" in out
    assert "cleo rules for anna." in out
    assert "anna loses 7 life." in out
    assert "anna wins: " in out
    assert "You win: " in host.end()
    assert "You lose: " in second.end()


def test_a_sealed_table_has_no_judge(start: Start) -> None:
    host = start("play", "magic", "--lobby", "--dealer", "mental", "--option", "judge=true")
    code = host.until(r"facedown play magic --server \S+ --lobby [A-Z2-9]{6}").split()[-2:]
    judge = start("play", "magic", *code, "--judge")
    out, err = judge.process.communicate(timeout=120)
    assert (judge.process.returncode, out) == (2, "")
    assert err.startswith("facedown: at a sealed table everybody deals: bring a deck")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", ["--judge", "--judge --lobby --deck goblins", "--judge --server X"])
def test_a_judge_needs_a_lobby_and_no_deck(facedown: Run, words: str) -> None:
    done = facedown("play", "magic", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "a judge sits down in a lobby and brings no deck" in done.stderr


def test_a_player_whose_process_was_killed_comes_back_to_the_same_move(start: Start) -> None:
    first = start("play", "duel", "--bot", "random", "--name", "carla")
    first.until("hand:")
    first.type("end turn\n")
    turn = first.until("^Turn [34]: carla")
    first.kill()
    out = start("play", "duel", "--name", "carla").end(TURNS)
    assert out.startswith("A match of yours is still running; back to it.\n")
    assert turn in out
    assert re.search(OVER, out)
    assert "The match was fair" in out


def test_a_server_killed_with_a_move_on_its_way_is_waited_for_and_gets_the_move(
    start: Start, server: Served
) -> None:
    player = start("play", "duel", "--bot", "random", "--name", "berta")
    player.until("hand:")
    server.freeze()
    player.type("end turn\n" + TURNS)
    player.until("your move .*> end turn")
    server.kill()
    player.until("The line is lost: ")
    server.start()
    player.until("The line is back.")
    player.until("You are back at the table")
    out = player.end()
    assert re.search(OVER, out)
    assert "The match was fair" in out
    assert "not checked" not in out
    # The move arrived once, and the script's next line was not read before it had.
    assert "the match is at entry" not in out


def test_the_end_of_the_input_leaves_the_match_as_it_is(start: Start) -> None:
    out = start("play", "duel", "--bot", "random", "--name", "dora").end("end turn\n")
    assert out.endswith("You have left the table. The match goes on: the same command brings you back.\n")
    again = start("play", "duel", "--name", "dora").end("concede\n")
    assert "You lose: you gave up." in again


def test_watching_shows_no_hand_and_ends_with_the_match(start: Start, server: Served) -> None:
    player = start("play", "duel", "--bot", "random", "--name", "erik")
    player.until("hand:")
    with urllib.request.urlopen(f"{server.url}/matches") as answer:
        running = [m["id"] for m in json.load(answer) if any(s["name"] == "erik" for s in m["seats"])]
    watcher = start("watch", running[0])
    watcher.until("^You watch erik against ")
    player.end(TURNS)
    out = watcher.end()
    assert re.search(r"\n(\S.* wins|The match is drawn): .*\.\n$", out)
    assert "hand:" not in out
    assert "erik draws a card" in out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--lobby NOSUCH", "the server refuses: no lobby waits under 'NOSUCH'"),
        ("--bot deep", "the server refuses: no bot is called 'deep'"),
        ("--deck nix", "no deck and no file is called 'nix'"),
        ("--option mana=3", "the queue plays by the usual rules"),
        ("--name x", "the server refuses: a name has 3 to 20 characters"),
    ],
)
def test_what_the_server_will_not_have_is_one_line(
    facedown: Run, server: Served, args: str, words: str
) -> None:
    done = facedown("play", "duel", "--server", server.url, *args.split())
    assert done.returncode == 2
    assert done.stderr.startswith("facedown: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


def test_an_account_with_its_decks(facedown: Run, server: Served, home: Path) -> None:
    url = ("--server", server.url)
    assert "nobody knows you" in facedown("deck", "list", "duel", *url).stderr
    assert facedown("register", "Fiona", *url, stdin="correct horse\n").stdout.startswith(
        "You are Fiona at http"
    )
    shown = facedown("deck", "show", "duel", "moonwell").stdout
    assert facedown("deck", "save", "duel", "ocean", "-", *url, stdin=shown).returncode == 0
    assert re.search(
        r"^ocean +30 cards  on the server", facedown("deck", "list", "duel", *url).stdout, re.MULTILINE
    )
    assert facedown("deck", "save", "duel", "ocean", "-", *url, stdin=shown).returncode == 0
    assert facedown("deck", "list", "duel", *url).stdout.count("ocean") == 1
    assert facedown("deck", "show", "duel", "ocean", *url).stdout == shown.replace("moonwell", "ocean")
    played = facedown("play", "duel", *url, "--bot", "random", "--deck", "ocean", stdin="concede\n").stdout
    assert played.startswith("You are Fiona and play duel")
    assert facedown("deck", "rm", "duel", "ocean", *url).stdout == "ocean is gone.\n"
    assert facedown("logout", *url).stdout.startswith("Fiona is logged out")
    assert facedown("logout", *url).returncode == 2
    assert facedown("login", "Fiona", *url, stdin="wrong horse\n").returncode == 2
    assert facedown("login", "Fiona", *url, stdin="correct horse\n").returncode == 0


def test_a_guest_who_registers_keeps_the_decks(facedown: Run, server: Served) -> None:
    url = ("--server", server.url)
    facedown("play", "duel", *url, "--bot", "random", stdin="concede\n")
    shown = facedown("deck", "show", "duel", "wildfire").stdout
    assert facedown("deck", "save", "duel", "mine", "-", *url, stdin=shown).returncode == 0
    assert facedown("register", "Gustav", *url, stdin="correct horse\n").returncode == 0
    assert "mine" in facedown("deck", "list", "duel", *url).stdout
