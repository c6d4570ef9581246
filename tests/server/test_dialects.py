"""The first protocol's dialect folds what it is told, and shows nothing that it was not told."""

import json
from typing import Any

import msgspec
import pytest

from facedown.games.duel import Attack, DuelOptions, PlayCreature, hero
from facedown.kernel import IllegalAction, InvalidAction
from facedown.server.dialects import Classic, Modern, kind_of
from facedown.server.messages import Hello, JoinQueue, Left, Queued
from facedown.table.messages import Act, Concede, Offer, Presence, Rejected, Reply, Snapshot, Update
from table.rooms import Party


def _told(classic: Classic, message: Any) -> dict[str, Any]:
    data = classic.write(message)
    assert data is not None
    told: dict[str, Any] = json.loads(data)
    return told


def test_a_state_is_as_old_as_the_message_and_not_as_new_as_the_table() -> None:
    """What the table knows and nobody was told yet may not be on disk yet."""
    party, classic = Party(), Classic()
    party.end_turn()
    party.end_turn()
    old = party.mover
    first = _told(classic, next(message for message in party.told[0] if isinstance(message, Snapshot)))
    assert first["playerIndex"] == 0
    updates = [message for message in party.told[0] if isinstance(message, Update)]
    turns = [_told(classic, update)["state"]["currentTurn"] for update in updates]
    assert turns == [1 - old, old]


def test_an_undo_sets_the_state_back() -> None:
    party, classic = Party(options=DuelOptions(arrival="ready")), Classic()
    mover = party.mover
    legal = party.table.game.legal(party.table.state, mover, party.table.faces[mover])
    played = next(action for action in legal if isinstance(action, PlayCreature))
    party.act(played)
    party.act(Attack(played.card, hero(1 - mover)))
    party.say(mover, Offer("undo"))
    party.say(1 - mover, Reply("undo", True))
    heard = [message for message in party.told[mover] if isinstance(message, Snapshot | Update)]
    states = [_told(classic, message)["state"]["players"] for message in heard]
    assert states[-2][1 - mover]["heroHealth"] < 50
    assert states[-1] == states[-3]


def test_the_end_and_a_draw_are_told() -> None:
    party, classic = Party(), Classic()
    _told(classic, party.last(0, Snapshot))
    party.say(1, Concede())
    told = _told(classic, party.last(0, Update))
    assert told["state"]["winner"] == 0
    assert "error" not in told
    drawn, classic = Party(), Classic()
    _told(classic, drawn.last(0, Snapshot))
    drawn.say(0, Offer("draw"))
    drawn.say(1, Reply("draw", True))
    told = _told(classic, drawn.last(0, Update))
    assert told["state"]["winner"] is None
    assert "drawn" in told["error"]


def test_waiting_and_losing_the_seat_show_the_placeholder() -> None:
    party, classic = Party(), Classic()
    assert "playerIndex" not in _told(classic, Queued("duel"))
    _told(classic, party.last(0, Snapshot))
    assert _told(classic, Rejected("illegal", "no"))["playerIndex"] == 0
    told = _told(classic, Rejected("unseated", "you have joined from somewhere else"))
    assert "playerIndex" not in told
    assert told["error"] == "you have joined from somewhere else"


def test_what_the_first_protocol_has_no_words_for_is_not_said() -> None:
    assert Classic().write(Presence(1, False, 10)) is None
    assert Classic().write(Left("queue")) is None


def test_an_intent_is_meant_for_where_the_match_stands() -> None:
    classic = Classic()
    assert classic.read(b'{"type":"join_queue"}', None) == JoinQueue()
    act = classic.read(b'{"type":"end_turn"}', 17)
    assert isinstance(act, Act)
    assert act.at == 17
    with pytest.raises(IllegalAction, match="join the queue"):
        classic.read(b'{"type":"end_turn"}', None)
    with pytest.raises(InvalidAction):
        classic.read(b'{"type":"hello"}', None)


def test_our_own_protocol_reads_what_it_writes() -> None:
    hello = Hello(name="Ada")
    assert Modern().read(msgspec.json.encode(hello), None) == hello
    assert kind_of(b'{"type":"hello","x":[1,{"type":"other"}]}') == "hello"
    for garbage in (b"", b"[]", b"{}", b'{"type":1}', b"\xff", b"[" * 5_000):
        with pytest.raises(InvalidAction):
            kind_of(garbage)
        with pytest.raises(InvalidAction):
            Modern().read(garbage, None)
