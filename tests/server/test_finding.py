"""Finding a match: hello, guests and tokens, the queue, lobbies, bots, and being in one place only."""

import os
import random
import signal
import sqlite3

import pytest

from facedown.games.duel import DECKS
from facedown.table import nonce_commitment
from facedown.table.shuffles import ShuffleSeen, shuffles
from server.conftest import StartServer
from server.modern import Player, meet
from server.process import ServerProcess

# --- hello ---


def test_a_guest_gets_a_name_and_a_token_and_is_known_by_it(shared: ServerProcess) -> None:
    with shared.player(name="Ada") as ada:
        assert ada.welcome["name"] == "Ada"
        assert ada.welcome["guest"] is True
        assert ada.welcome["match"] is None
        with shared.player(token=ada.token) as again:
            assert again.welcome["player"] == ada.welcome["player"]
            assert again.welcome["token"] is None, "a token is told once"
    with shared.player() as nobody:
        assert nobody.welcome["name"].startswith("guest-")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "bot greedy",
        "Ada Lovelace",
        "ada\n",
        "ada\x00",
        "Ａda",
        "ad\u200ba",
        "<b>ada",
        "x" * 21,
        7,
        [],
    ],
)
def test_a_name_is_plain_or_refused(shared: ServerProcess, name: object) -> None:
    """A bot's name has a space in it, so that no person can look like one."""
    with Player(shared.url, greet=False) as stranger:
        answer = stranger.ask("hello", "welcome", "rejected", name=name)
        assert answer["type"] == "rejected"
        assert stranger.ask("hello", "welcome", "rejected", name="Plain")["type"] == "welcome", "try again"


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"protocol": 2}, "invalid"),
        ({"protocol": "1"}, "invalid"),
        ({"token": "no such token"}, "illegal"),
        ({"token": "x" * 101}, "invalid"),
        ({"password": "secret"}, "invalid"),
    ],
)
def test_a_hello_that_is_none_is_refused(shared: ServerProcess, hello: dict[str, object], code: str) -> None:
    with Player(shared.url, greet=False) as stranger:
        assert stranger.ask("hello", "welcome", "rejected", **hello)["code"] == code
        assert "hello first" in stranger.refused("create_lobby")["message"]
        assert "hello first" in stranger.refused("resume")["message"]


def test_one_says_hello_once(shared: ServerProcess) -> None:
    with shared.player() as ada:
        assert "already" in ada.refused("hello", name="Other")["message"]


# --- the queue ---


def test_the_queue_brings_two_together_in_order(shared: ServerProcess) -> None:
    with shared.player(name="Ada") as ada, shared.player(name="Bram") as bram:
        assert ada.ask("join_queue", "queued")["game"] == "duel"
        snapshot = bram.ask("join_queue", "snapshot")
        assert snapshot["names"] == ["Ada", "Bram"]
        assert snapshot["seat"] == 1
        assert snapshot["clock"] == {"turn": 90_000, "reserve": 180_000, "lag": 2_000}
        assert ada.hear("snapshot")["seat"] == 0
        for player in (ada, bram):
            assert "still running" in player.refused("join_queue")["message"]
            assert "still running" in player.refused("play_bot", bot="random")["message"]
        ada.say("concede")


def test_one_who_leaves_the_queue_is_not_matched(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram:
        ada.ask("join_queue", "queued")
        assert ada.ask("leave_queue", "left")["what"] == "queue"
        assert "no queue" in ada.refused("leave_queue")["message"]
        bram.ask("join_queue", "queued")
        bram.ask("leave_queue", "left")


def test_one_whose_line_is_lost_waits_no_more(shared: ServerProcess) -> None:
    ada = shared.player()
    ada.ask("join_queue", "queued")
    ada.vanish()
    with shared.player() as bram, shared.player() as cleo:
        bram.ask("join_queue", "queued")
        cleo.ask("join_queue", "snapshot")
        bram.hear("snapshot")
        bram.say("concede")


def test_nobody_is_matched_with_themselves(shared: ServerProcess) -> None:
    with shared.player() as tab, shared.player(token=tab.token) as other_tab:
        tab.ask("join_queue", "queued")
        other_tab.ask("join_queue", "queued")
        assert tab.hear("left")["what"] == "queue", "one waits in one place"
        code = other_tab.ask("create_lobby", "lobby_opened")["code"]
        lobby = tab.ask("join_lobby", "lobby_opened", code=code)
        assert len(lobby["players"]) == 1
        tab.ask("leave_lobby", "left")


def test_a_second_tab_that_closes_does_not_take_the_first_out_of_the_queue(shared: ServerProcess) -> None:
    with shared.player() as tab, shared.player() as rival:
        tab.ask("join_queue", "queued")
        shared.player(token=tab.token).close()
        rival.ask("join_queue", "snapshot")
        assert tab.hear("snapshot")["seat"] == 0
        tab.say("concede")


def test_the_match_begins_on_the_line_that_waited(shared: ServerProcess) -> None:
    with shared.player() as tab, shared.player(token=tab.token) as other_tab, shared.player() as rival:
        tab.ask("join_queue", "queued")
        rival.ask("join_queue", "snapshot")
        tab.hear("snapshot")
        assert other_tab.silent()
        tab.say("concede")


# --- lobbies ---


def test_a_lobby_has_a_code_for_friends_however_they_type_it(shared: ServerProcess) -> None:
    with shared.player(name="Ada") as ada, shared.player(name="Bram") as bram:
        lobby = ada.ask("create_lobby", "lobby_opened")
        assert (lobby["players"], lobby["seats"]) == (["Ada"], 2)
        assert len(lobby["code"]) == 6
        snapshot = bram.ask("join_lobby", "snapshot", code=f" {lobby['code'].lower()} ")
        assert snapshot["names"] == ["Ada", "Bram"]
        assert "no lobby" in _newcomer(shared, lobby["code"])
        ada.hear("snapshot")
        ada.say("concede")


def _newcomer(shared: ServerProcess, code: str) -> str:
    with shared.player() as cleo:
        message: str = cleo.refused("join_lobby", code=code)["message"]
        return message


def test_a_lobby_that_is_left_is_gone(shared: ServerProcess) -> None:
    with shared.player() as ada:
        code = ada.ask("create_lobby", "lobby_opened")["code"]
        assert ada.ask("leave_lobby", "left")["what"] == "lobby"
        assert "no lobby" in ada.refused("leave_lobby")["message"]
        assert "no lobby" in ada.refused("join_lobby", code=code)["message"]


def test_a_lobby_goes_with_the_line_of_the_one_who_made_it(shared: ServerProcess) -> None:
    ada = shared.player()
    code = ada.ask("create_lobby", "lobby_opened")["code"]
    ada.close()
    assert "no lobby" in _newcomer(shared, code)


def test_a_lobby_plays_by_its_terms(shared: ServerProcess) -> None:
    terms = {"options": {"hero_health": 30, "mana": 5}, "clock": {"turn": 5_000, "reserve": 0, "lag": 100}}
    with shared.player() as ada, shared.player() as bram:
        meet(ada, bram, **terms)
        snapshot = ada.ask("sync", "snapshot")
        assert snapshot["state"]["sides"][0]["health"] == 30
        assert snapshot["state"]["mana"] == 5
        assert snapshot["clock"] == terms["clock"]
        ada.say("concede")


@pytest.mark.parametrize(
    "terms",
    [
        {"game": "chess"},
        {"dealer": "witness"},
        {"seats": 3},
        {"seats": 9},
        {"options": {"mana": 0}},
        {"options": {"magic": True}},
        {"options": []},
        {"clock": {"turn": -1}},
        {"clock": {"turn": 8 * 24 * 3_600_000}},
        {"clock": {"lag": 10_001}},
        {"clock": {"turn": 10**300}},
        {"deck": "no such deck"},
        {"deck": ["firebolt"] * 30},
        {"deck": ["firebolt"]},
        {"deck": ["no-such-card"] * 30},
        {"deck": 7},
        {"commit": "not a hash"},
    ],
)
def test_terms_that_make_no_sense_are_refused(shared: ServerProcess, terms: dict[str, object]) -> None:
    with shared.player() as ada:
        code = ada.ask("create_lobby", "lobby_opened")["code"]
        answer = ada.refused("create_lobby", **terms)
        assert answer["code"] in ("invalid", "illegal", "unknown")
        assert ada.ask("join_lobby", "lobby_opened", code=code)["code"] == code, "the old lobby still stands"


def test_a_deck_is_chosen_by_name_or_card_by_card(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram:
        code = ada.ask("create_lobby", "lobby_opened", deck="wildfire")["code"]
        bram.ask("join_lobby", "snapshot", code=code, deck=list(DECKS["gravetide"]))
        ada.hear("snapshot")
        assert set(ada.faces.values()) <= set(DECKS["wildfire"])
        assert set(bram.faces.values()) <= set(DECKS["gravetide"])
        ada.say("concede")


# --- bots ---


def test_a_whole_game_against_a_bot(shared: ServerProcess) -> None:
    choose = random.Random(3)
    with shared.player() as ada:
        snapshot = ada.ask("play_bot", "snapshot", bot="greedy", bot_deck="wildfire")
        assert snapshot["names"][1] == "bot greedy"
        assert snapshot["present"] == [True, True]
        while not ada.over():
            if ada.to_move():
                ada.move(choose)
            else:
                ada.hear("update")
        assert ada.standing["outcome"]["reason"] == "hero fell"
        ada.say("rematch")
        assert ada.hear("snapshot")["names"][0] == "bot greedy", "the seats are turned round"
        ada.say("concede")
    assert not shared.events("bot failed")
    assert not shared.events("bot refused")


def test_a_bot_that_nobody_knows_is_refused(shared: ServerProcess) -> None:
    with shared.player() as ada:
        assert "there are" in ada.refused("play_bot", bot="oracle")["message"]
        assert "there are" in ada.refused("play_bot", bot="search:99")["message"]
        ada.ask("play_bot", "snapshot", bot="search:1")
        ada.say("concede")


def test_a_bot_whose_process_is_killed_plays_on(start_server: StartServer) -> None:
    server = start_server()
    with server.player() as ada:
        for _ in range(3):
            # A match each: whoever only ends turns does not live long.
            ada.ask("play_bot", "snapshot", bot="random")
            _bots_turn(ada)
            for pid in server.children():
                os.kill(pid, signal.SIGKILL)
            _bots_turn(ada)
            ada.ask("concede", "update")


def _bots_turn(ada: Player) -> None:
    """Leave it to the bot, and wait until it has had its turn."""
    while not ada.to_move():
        ada.hear("update")
    end = next(action for action in ada.standing["legal"] if action["type"] == "end_turn")
    ada.ask("act", "update", at=ada.standing["at"], action=end)
    while not ada.to_move():
        assert not ada.over()
        ada.hear("update")


# --- randomness ---


def test_players_add_their_own_randomness(shared: ServerProcess) -> None:
    nonces = ("ada's dice", "bram's dice")
    with shared.player() as ada, shared.player() as bram:
        code = ada.ask("create_lobby", "lobby_opened", commit=nonce_commitment(nonces[0]))["code"]
        snapshot = bram.ask("join_lobby", "snapshot", code=code, commit=nonce_commitment(nonces[1]))
        assert snapshot["awaited"] == [0, 1]
        assert not bram.faces
        ada.hear("snapshot")
        assert ada.refused("contribute", nonce="other dice")["code"] == "proof"
        ada.ask("contribute", "update", nonce=nonces[0])
        bram.hear("update")
        assert not bram.faces
        bram.ask("contribute", "update", nonce=nonces[1])
        assert len(bram.faces) >= 5
        ada.hear("update")
        ada.say("concede")


def test_randomness_that_is_withheld_calls_the_match_off(start_server: StartServer) -> None:
    server = start_server(WITHHOLD_GRACE=400)
    with server.player() as ada, server.player() as bram:
        code = ada.ask("create_lobby", "lobby_opened", commit=nonce_commitment("a"))["code"]
        bram.ask("join_lobby", "snapshot", code=code)
        while not bram.over():
            bram.hear("update")
        assert bram.standing["outcome"] == {"winners": [], "reason": "withheld randomness"}
        bram.ask("join_queue", "queued")


# --- ratings ---


def test_a_guest_is_not_worth_a_rating(start_server: StartServer) -> None:
    """Guests cost nothing; otherwise a guest could be beaten again and again for points."""
    server = start_server()
    with server.player() as ada, server.player() as bram:
        ada.ask("join_queue", "queued")
        bram.ask("join_queue", "snapshot")
        database = sqlite3.connect(server.data / "facedown.sqlite")
        assert database.execute("SELECT rated FROM matches").fetchall() == [(0,)]
        database.close()


# --- decks and formats ---


def _concede_to_bot(server: ServerProcess, player: Player, **wish: object) -> list[ShuffleSeen]:
    """Every shuffle of a match that was given up at once."""
    player.say("play_bot", bot="random", **wish)
    player.hear("snapshot")
    player.say("concede")
    while not player.over():
        player.hear("update")
    return shuffles(server.match_log(player.match))


def test_a_bot_brings_one_deck_or_another(shared: ServerProcess) -> None:
    with shared.player(name="Ada") as ada:
        # That all twelve are the same by chance is once in four million times.
        played = [_concede_to_bot(shared, ada) for _ in range(12)]
    met = {tuple(sorted(seen.faces)) for match in played for seen in match if seen.owner != ada.seat}
    assert len(met) > 1
    assert met <= {tuple(sorted(deck)) for deck in DECKS.values()}


def test_with_a_commander_everybody_has_one(shared: ServerProcess) -> None:
    options = {"format": "commander", "commander": True}
    with shared.player(name="Ada") as ada:
        played = _concede_to_bot(shared, ada, game="magic", options=options)
    assert {len(seen.faces) for seen in played} == {99}
    with shared.player(name="Bea") as bea:
        played = _concede_to_bot(shared, bea, game="magic")
    assert {len(seen.faces) for seen in played} == {60}


def test_strangers_meet_in_the_same_format(shared: ServerProcess) -> None:
    commander = {"format": "commander", "commander": True}
    with shared.player() as ada, shared.player() as bea, shared.player() as cleo:
        ada.ask("join_queue", "queued", game="magic", options=commander)
        bea.ask("join_queue", "queued", game="magic")
        cleo.ask("join_queue", "snapshot", game="magic", options=commander)
        assert ada.hear("snapshot")["options"]["commander"] is True
        assert bea.silent()
        assert "format" in bea.refused("join_queue", game="magic", options={"life": 3})["message"]
