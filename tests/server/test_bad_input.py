"""Bad input gets a clear error and changes nothing, whatever it is."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from server.modern import Player, meet
from server.process import ServerProcess

Table = tuple[Player, Player]


@pytest.fixture(scope="module")
def table(shared: ServerProcess) -> Iterator[Table]:
    """Two players at a table all through this file, the one to move first: nothing they say moves it."""
    shared.draw(__name__)
    with shared.player(name="Ada") as ada, shared.player(name="Bram") as bram:
        meet(ada, bram, options={"mana": 1})
        (mover,) = ada.standing["active"]
        yield (ada, bram)[mover], (ada, bram)[1 - mover]
        ada.say("concede")


def _picture(player: Player) -> dict[str, Any]:
    """All that a player can see, short of the clock."""
    snapshot = player.ask("sync", "snapshot")
    del snapshot["standing"]["left"]
    return snapshot


def _check_refused(table: Table, sender: Player, frame: str | bytes) -> dict[str, Any]:
    """This frame is refused and leaves everything as it was; the other player hears nothing."""
    before = [_picture(player) for player in table]
    sender.send(frame)
    answer = sender.hear("rejected", "update", "snapshot", "offered", "chatted", "left", "queued")
    assert answer["type"] == "rejected", answer
    assert answer["message"].isprintable()
    assert 10 < len(answer["message"]) <= 501
    assert [_picture(player) for player in table] == before
    return answer


NOT_MESSAGES = {
    "nothing": "",
    "no JSON": "hello?",
    "half": '{"type":"act"',
    "a number": "7",
    "null": "null",
    "a list": '["act"]',
    "a string": '"act"',
    "two values": '{"type":"concede"} {"type":"concede"}',
    "no type": '{"at":1}',
    "type of the wrong type": '{"type":7}',
    "unknown type": '{"type":"cheat"}',
    "a server's message": '{"type":"update","match":"x","steps":[]}',
    "unknown field": '{"type":"concede","really":true}',
    "two types": '{"type":"sync","type":"concede"}',
    "not a number": '{"type":"act","at":NaN,"action":{"type":"end_turn"}}',
    "single quotes": "{'type':'concede'}",
    "a byte order mark": '\ufeff{"type":"concede"}',
    "half a surrogate": '{"type":"chat","text":"\\ud800"}',
    "control characters": '{"type":"chat","text":"\x01"}',
    "deep nesting": "[" * 8_000 + "]" * 8_000,
    "deep nesting in an action": '{"type":"act","at":1,"action":' + "[" * 8_000 + "]" * 8_000 + "}",
    "a very long string": json.dumps({"type": "chat", "text": "x" * 17_000}),
    "a long key": json.dumps({"type": "chat", "k" * 10_000: 1}),
}


@pytest.mark.parametrize("frame", NOT_MESSAGES.values(), ids=NOT_MESSAGES.keys())
def test_what_is_no_message_is_refused(table: Table, frame: str) -> None:
    assert _check_refused(table, table[0], frame)["code"] == "invalid"


WRONG_FIELDS: list[dict[str, Any]] = [
    {"type": "act"},
    {"type": "act", "at": "1", "action": {"type": "end_turn"}},
    {"type": "act", "at": 1.5, "action": {"type": "end_turn"}},
    {"type": "act", "at": None, "action": {"type": "end_turn"}},
    {"type": "act", "at": True, "action": {"type": "end_turn"}},
    {"type": "act", "at": [1], "action": {"type": "end_turn"}},
    {"type": "chat"},
    {"type": "chat", "text": 7},
    {"type": "chat", "text": ["hi"]},
    {"type": "mute", "muted": "yes"},
    {"type": "offer", "what": "victory"},
    {"type": "reply", "what": "draw"},
    {"type": "reply", "what": "draw", "accept": 1},
    {"type": "contribute", "nonce": "x" * 129},
    {"type": "rematch", "commit": "x"},
    {"type": "spectate"},
    {"type": "spectate", "match": 7},
    {"type": "resume", "match": "x" * 41},
    {"type": "join_lobby", "code": "ABCDEFGHIJKLM"},
    {"type": "pong", "id": "x"},
]


@pytest.mark.parametrize("message", WRONG_FIELDS, ids=lambda message: str(message)[:50])
def test_fields_of_the_wrong_type_are_refused(table: Table, message: dict[str, Any]) -> None:
    answer = _check_refused(table, table[0], json.dumps(message))
    assert (answer["code"], answer["refuses"]) == ("invalid", message["type"])


def test_a_kind_that_nobody_knows_is_not_said_back_at_length(table: Table) -> None:
    assert _check_refused(table, table[0], json.dumps({"type": "x" * 9_000}))["refuses"] == "x" * 40
    assert _check_refused(table, table[0], "hello?")["refuses"] is None


WRONG_ACTIONS: list[tuple[Any, str]] = [
    (None, "invalid"),
    ("end_turn", "invalid"),
    ({}, "invalid"),
    ({"type": "resign"}, "invalid"),
    ({"type": "end_turn", "seat": 1}, "invalid"),
    ({"type": "play_creature"}, "invalid"),
    ({"type": "play_creature", "card": "7"}, "invalid"),
    ({"type": "play_creature", "card": 7.5}, "invalid"),
    ({"type": "play_creature", "card": 9_999}, "illegal"),
    ({"type": "play_creature", "card": -1}, "illegal"),
    ({"type": "play_creature", "card": 10**400}, "illegal"),
    ({"type": "play_creature", "card": -(10**400)}, "illegal"),
    ({"type": "play_spell", "card": 0, "target": 0}, "illegal"),
    ({"type": "attack", "attacker": 0, "target": -1}, "illegal"),
    ({"type": "attack", "attacker": 9_999, "target": -2}, "illegal"),
    ({"type": "attack", "attacker": -1, "target": -2}, "illegal"),
    ({"type": "attack", "attacker": 0, "target": -(10**400)}, "illegal"),
]


@pytest.mark.parametrize(("action", "code"), WRONG_ACTIONS, ids=lambda value: str(value)[:50])
def test_actions_that_are_none_are_refused(table: Table, action: Any, code: str) -> None:
    mover, _ = table
    frame = json.dumps({"type": "act", "at": mover.standing["at"], "action": action})
    assert _check_refused(table, mover, frame)["code"] == code


def test_a_number_of_five_thousand_digits_is_refused(table: Table) -> None:
    for place in ("at", "card"):
        numbers = {"at": "1", "card": "1", place: "9" * 5_000}
        action = '{"type":"play_creature","card":%s}' % numbers["card"]  # noqa: UP031
        frame = '{"type":"act","at":%s,"action":%s}' % (numbers["at"], action)  # noqa: UP031
        assert _check_refused(table, table[0], frame)["code"] in ("invalid", "stale")


def test_moves_against_the_rules_are_refused(table: Table) -> None:
    mover, other = table
    state = mover.ask("sync", "snapshot")["state"]
    hands = [side["hand"] for side in state["sides"]]

    def act(sender: Player, **action: Any) -> str:
        frame = json.dumps({"type": "act", "at": mover.standing["at"], "action": action})
        message: str = _check_refused(table, sender, frame)["message"]
        return message

    assert "not your turn" in act(other, type="end_turn")
    assert "not your turn" in act(other, type="play_creature", card=hands[other.seat][0])
    assert "not yours" in act(mover, type="play_creature", card=hands[other.seat][0])
    deck = state["sides"][mover.seat]["deck"]
    assert "not yours" in act(mover, type="play_creature", card=deck[-1]), "nobody looks into a deck"
    cheap = {action["card"] for action in mover.standing["legal"] if "card" in action}
    dear = next(ref for ref in hands[mover.seat] if ref not in cheap)
    told = act(mover, type="play_creature", card=dear)
    assert "mana" in told or "spell" in told


def test_a_dead_target_is_refused(shared: ServerProcess) -> None:
    """Play until a creature has died, then aim at it."""
    choose = random.Random(4)
    with shared.player() as ada, shared.player() as bram:
        meet(ada, bram, options={"arrival": "ready"})
        while True:
            (seat,) = ada.standing["active"]
            mover, other = (ada, bram)[seat], (ada, bram)[1 - seat]
            state = mover.ask("sync", "snapshot")["state"]
            dead = [card["ref"] for side in state["sides"] for card in side["grave"]]
            attacks = [action for action in mover.standing["legal"] if action["type"] == "attack"]
            if dead and attacks:
                action = {**attacks[0], "target": dead[0]}
                frame = json.dumps({"type": "act", "at": mover.standing["at"], "action": action})
                answer = _check_refused((mover, other), mover, frame)
                assert "enemy creature" in answer["message"]
                break
            mover.say(
                "act", at=mover.standing["at"], action=choose.choice(attacks or mover.standing["legal"])
            )
            mover.hear("update")
            other.hear("update")
        ada.say("concede")


def test_binary_frames_are_refused(table: Table) -> None:
    answer = _check_refused(table, table[0], b'{"type":"concede"}')
    assert "text" in answer["message"]


def test_a_key_that_comes_twice_means_the_last_one_everywhere(table: Table) -> None:
    mover, _ = table
    at = mover.standing["at"]
    frame = '{"type":"act","at":%d,"at":%d,"action":{"type":"end_turn"}}' % (at, at + 1)  # noqa: UP031
    assert _check_refused(table, mover, frame)["code"] == "stale"


# --- what costs the line ---


def test_a_message_far_too_long_costs_the_line_and_nothing_else(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram:
        meet(ada, bram)
        before = _picture(bram)
        ada.send("x" * 70_000)
        assert ada.closed()[0] == 1009
        assert bram.hear("presence")["present"] is False
        with shared.player(token=ada.token) as back:
            back.ask("resume", "snapshot")
            bram.hear("presence")
            assert _picture(bram) == before
            bram.say("concede")


def test_text_that_is_no_text_costs_the_line(shared: ServerProcess) -> None:
    with shared.player() as ada:
        frame = Frame(Opcode.TEXT, b'{"type":"\xff\xfe"}').serialize(mask=True)
        ada._socket.socket.sendall(frame)
        assert ada.closed()[0] == 1007
    with shared.player() as bram:
        bram.ask("join_queue", "queued")


def test_garbage_before_any_greeting_is_answered_and_then_forgiven(shared: ServerProcess) -> None:
    with Player(shared.url, greet=False) as stranger:
        for frame in ("garbage", '{"type":"resume"}', '{"type":"sync"}', b"bytes", "x" * 20_000):
            stranger.send(frame)
            answer = stranger.hear("state", "rejected")
            assert answer["error"], "until it says hello, it is spoken to in the first protocol"
        assert stranger.ask("hello", "welcome")["guest"] is True
