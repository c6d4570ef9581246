"""Nothing is lost: servers that are killed, stopped and started again, and what the players find then."""

import json
import random
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from websockets.exceptions import ConnectionClosed

from facedown.table import nonce_commitment, verify
from leftovers import runs
from server.conftest import StartServer
from server.modern import Player, meet, play
from server.process import ServerProcess

DEATHS = 6
LONG = {"hero_health": 1000, "empty_deck": "nothing", "turn_limit": 1000}
"""Options of a duel that no luck of the cards can end."""


class Survivor:
    """A player who plays on through every death of the server, and remembers all that was acknowledged."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self._server, self._choose = server, random.Random(seed)
        self.player = server.player()
        self.token = self.player.token
        self.heads: dict[int, str] = {}
        """The hash of the log at each place that this player was told of."""
        self.lines: dict[int, Any] = {}
        """Each entry as this player was told of it."""
        self.faces: dict[int, str] = {}
        self._read = 0

    def play(self) -> None:
        """Make moves until the match is over or the line is lost."""
        try:
            while True:
                self._remember()
                if self.player.over():
                    return
                if self.player.to_move():
                    at, legal = self.player.standing["at"], self.player.standing["legal"]
                    self.player.say("act", at=at, action=self._choose.choice(legal))
                self.player.hear("update", "snapshot")
        except (ConnectionClosed, OSError):
            self._remember()

    def come_back(self) -> None:
        """A new line with the old token: same match, same seat, and not one entry less."""
        seat, match = self.player.seat, self.player.match
        self.player = self._server.player(token=self.token)
        self._read = 0
        assert self.player.welcome["match"] == match
        snapshot = self.player.ask("resume", "snapshot")
        assert self.player.seat == seat
        place, head = max(self.heads.items(), default=(0, ""))
        assert snapshot["standing"]["at"] >= place, "an acknowledged entry is gone"
        if snapshot["standing"]["at"] == place:
            assert snapshot["standing"]["head"] == head
        for ref, face in self.faces.items():
            assert self.player.faces[ref] == face, "a card has changed"
        self._remember()

    def _remember(self) -> None:
        for text in self.player.transcript[self._read :]:
            message = json.loads(text)
            if "standing" in message:
                self.heads[message["standing"]["at"]] = message["standing"]["head"]
            for step in message.get("steps", []):
                self.lines[step["entry"]["at"]] = step["entry"]
        self._read = len(self.player.transcript)
        self.faces.update(self.player.faces)


def test_kill_9_at_any_moment_loses_nothing_that_was_acknowledged(start_server: StartServer) -> None:
    server, choose = start_server(), random.Random(11)
    survivors = Survivor(server, 1), Survivor(server, 2)
    ada, bram = survivors
    commit = nonce_commitment("dice")
    code = ada.player.ask("create_lobby", "lobby_opened", options=LONG, commit=commit)["code"]
    bram.player.ask("join_lobby", "snapshot", code=code)
    ada.player.hear("snapshot")
    ada.player.ask("contribute", "update", nonce="dice")
    bram.player.hear("update")
    for _ in range(DEATHS):
        with ThreadPoolExecutor(2) as threads:
            playing = [threads.submit(survivor.play) for survivor in survivors]
            _wait_for(len(ada.heads) + choose.randint(5, 20), ada)
            time.sleep(choose.uniform(0, 0.01))
            server.kill()
            for future in playing:
                future.result(60)
        server.start()
        for survivor in survivors:
            survivor.come_back()
    assert not ada.player.over()
    ada.player.ask("concede", "update")
    bram.player.hear("update")
    _check_log(server, survivors)


def _wait_for(places: int, survivor: Survivor) -> None:
    deadline = time.monotonic() + 60
    while len(survivor.heads) < places:
        assert time.monotonic() < deadline, "nobody plays"
        time.sleep(0.001)


def _check_log(server: ServerProcess, survivors: tuple[Survivor, Survivor]) -> None:
    """The log is fair, it is the one that both saw, and every entry that anybody was told of is in it."""
    ada, bram = survivors
    log = server.match_log(ada.player.match)
    assert verify(log, head=ada.player.standing["head"]).finished
    assert verify(log, head=bram.player.standing["head"]).finished
    entries = [json.loads(line) for line in log.splitlines()[:-1]]
    for survivor in survivors:
        assert len(survivor.lines) > 5 * DEATHS
        for at, entry in survivor.lines.items():
            assert entries[at] == entry
        for at, head in survivor.heads.items():
            assert at == len(entries) or entries[at]["prev"] == head


def test_killed_between_two_contributions_the_deal_goes_on(start_server: StartServer) -> None:
    server = start_server()
    ada, bram = server.player(), server.player()
    code = ada.ask("create_lobby", "lobby_opened", commit=nonce_commitment("a"))["code"]
    bram.ask("join_lobby", "snapshot", code=code, commit=nonce_commitment("b"))
    ada.hear("snapshot")
    commitment = ada.ask("sync", "snapshot")["opening"]["body"]["commitment"]
    ada.ask("contribute", "update", nonce="a")
    server.kill()
    server.start()
    with server.player(token=ada.token) as ada, server.player(token=bram.token) as bram:
        snapshot = bram.ask("resume", "snapshot")
        assert snapshot["awaited"] == [1]
        assert snapshot["opening"]["body"]["commitment"] == commitment
        ada.ask("resume", "snapshot")
        bram.ask("contribute", "update", nonce="b")
        assert len(bram.faces) >= 5
        bram.ask("concede", "update")
        assert verify(server.match_log(bram.match), head=bram.standing["head"]).finished


def test_a_match_against_a_bot_goes_on_after_a_kill_and_no_process_is_left_behind(
    start_server: StartServer,
) -> None:
    server = start_server()
    ada = server.player()
    ada.ask("play_bot", "snapshot", bot="greedy", options=LONG)
    _until_my_move(ada)
    ada.ask("act", "update", at=ada.standing["at"], action={"type": "end_turn"})
    _until_my_move(ada)
    orphans = server.children()
    assert orphans, "the bot thinks in a process of its own"
    server.kill()
    _wait_until_gone(orphans)
    server.start()
    with server.player(token=ada.token) as ada:
        ada.ask("resume", "snapshot")
        ada.ask("act", "update", at=ada.standing["at"], action={"type": "end_turn"})
        _until_my_move(ada)
        ada.ask("concede", "update")
        assert verify(server.match_log(ada.match), head=ada.standing["head"]).finished


def _until_my_move(player: Player) -> None:
    while not player.to_move():
        assert not player.over(), "nobody has a move any more"
        player.hear("update")


def _wait_until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 60
    while any(map(runs, pids)):
        assert time.monotonic() < deadline, "processes were left behind"
        time.sleep(0.02)


def test_a_clean_stop_ends_with_0_and_keeps_every_match(start_server: StartServer) -> None:
    server = start_server()
    ada, bram = server.player(), server.player()
    meet(ada, bram)
    play((ada, bram), 10, random.Random(1))
    waiting = server.player()
    waiting.ask("join_queue", "queued")
    assert server.stop() == 0
    for player in (ada, bram, waiting):
        assert player.closed()[0] == 1012, "service restart: come back"
    assert [event["event"] for event in server.events("server stopped")] == ["server stopped"]
    server.start()
    assert server.events("server started")[-1]["running"] == 2
    with server.player(token=ada.token) as back:
        snapshot = back.ask("resume", "snapshot")
        assert snapshot["standing"]["head"] == ada.standing["head"]
        assert back.faces == ada.faces
    assert server.stop() == 0


def test_a_stop_while_a_bot_thinks_is_quick(start_server: StartServer) -> None:
    server = start_server()
    ada = server.player()
    ada.ask("play_bot", "snapshot", bot="search:3")
    _until_my_move(ada)
    ada.say("act", at=ada.standing["at"], action={"type": "end_turn"})
    ada.hear("update")
    since = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - since < 30
    assert not server.events("bot failed")


def test_a_log_that_was_tampered_with_is_not_played_on(start_server: StartServer) -> None:
    server = start_server()
    ada, bram = server.player(), server.player()
    match = meet(ada, bram)
    play((ada, bram), 4, random.Random(1))
    assert server.stop() == 0
    with sqlite3.connect(server.data / "facedown.sqlite") as database:
        (record,) = database.execute(
            "SELECT record FROM records WHERE stream = ? AND position = 6", (match,)
        ).fetchone()
        forged = bytes(record).replace(b'"time":', b'"time":1')
        database.execute("UPDATE records SET record = ? WHERE stream = ? AND position = 6", (forged, match))
    database.close()
    server.start()
    with server.player(token=ada.token) as ada:
        assert ada.welcome["match"] == match
        assert "cannot go on" in ada.refused("resume")["message"]
        ada.ask("join_queue", "queued")
    assert server.events("match cannot go on")
