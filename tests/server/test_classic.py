"""A client that knows nothing but the first protocol's text plays whole games."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from facedown.games.duel import CARDS
from server.classic import HERO_HEALTH, INITIAL_DRAW, MANA_PER_TURN, SeedClient
from server.conftest import StartServer
from server.modern import Player
from server.process import ServerProcess


def _hands(message: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    hand: list[dict[str, Any]] = message["state"]["players"][seat]["hand"]
    return hand


def _check_hidden(client: SeedClient) -> None:
    """No message shows what the opponent holds."""
    assert client.me is not None
    matched = [message for message in client.messages if "playerIndex" in message]
    assert matched
    for message in matched:
        assert all("deck" not in player for player in message["state"]["players"])
        assert {card["cardId"] for card in _hands(message, 1 - client.me)} <= {"hidden"}
        assert all(card["cardId"] in CARDS for card in _hands(message, client.me))


@pytest.mark.parametrize("seed", [1, 2])
def test_two_such_clients_play_a_whole_game(shared: ServerProcess, seed: int) -> None:
    first, second = SeedClient(shared.url, seed), SeedClient(shared.url, seed + 100)
    waiting = first.join_queue()
    assert waiting["error"].startswith("Waiting for opponent")
    assert "playerIndex" not in waiting
    assert waiting["state"]["winner"] is None
    assert [player["heroHealth"] for player in waiting["state"]["players"]] == [HERO_HEALTH] * 2

    matched = second.join_queue()
    assert "error" not in matched
    assert matched["playerIndex"] == second.me == 1
    assert matched["state"]["manaRemaining"] == MANA_PER_TURN
    beginner = matched["state"]["currentTurn"]
    assert len(_hands(matched, beginner)) == INITIAL_DRAW
    if beginner == 1:
        second.act(matched["state"])

    with ThreadPoolExecutor(2) as threads:
        winners = {future.result(60) for future in [threads.submit(c.play) for c in (first, second)]}
    assert len(winners) == 1
    (winner,) = winners
    assert winner in (0, 1)
    for client in (first, second):
        final = client.messages[-1]["state"]["players"]
        assert final[1 - winner]["heroHealth"] == 0 < final[winner]["heroHealth"]
        _check_hidden(client)
        client.close()
    assert first.errors + second.errors, "they try what they cannot know to be invalid, and are told so"


def test_such_a_client_plays_a_whole_game_against_a_modern_one(shared: ServerProcess) -> None:
    client, choose = SeedClient(shared.url, 7), random.Random(7)
    client.join_queue()
    with shared.player(name="Modern") as modern, ThreadPoolExecutor(1) as thread:
        modern.ask("join_queue", "snapshot")
        assert modern.seat == 1
        playing = thread.submit(client.play)
        while not modern.over():
            if modern.to_move():
                modern.move(choose)
            else:
                modern.hear("update")
        assert modern.standing["outcome"]["winners"] == [playing.result(60)]
        _check_hidden(client)
        _check_nothing_told(modern, client)
    client.close()


def _check_nothing_told(modern: Player, client: SeedClient) -> None:
    """A card in the classic client's hand is in nothing that the modern one hears, until it is played."""
    held = {
        int(card["instanceId"][1:]): card["cardId"]
        for message in client.messages
        if "playerIndex" in message
        for card in _hands(message, 0)
    }
    assert len(held) > INITIAL_DRAW
    for text in modern.transcript:
        message = json.loads(text)
        for step in message.get("steps", []):
            for ref, _ in step["entry"]["body"].get("faces", []):
                held.pop(ref, None)
        if '"ended"' not in text:
            assert not any(f'[{ref},"{face}"]' in text for ref, face in held.items())


# --- errors ---


@pytest.fixture
def table(start_server: StartServer) -> tuple[SeedClient, SeedClient, dict[str, Any]]:
    """Two clients at a table: the one to move, the other one, and the state."""
    server = start_server()
    clients = SeedClient(server.url, 1), SeedClient(server.url, 2)
    clients[0].join_queue()
    clients[1].join_queue()
    clients[0].receive()
    mover = clients[0].messages[-1]["state"]["currentTurn"]
    return clients[mover], clients[1 - mover], clients[mover].messages[-1]["state"]


def test_an_invalid_intent_is_answered_with_the_same_state_and_an_error(
    table: tuple[SeedClient, SeedClient, dict[str, Any]],
) -> None:
    mover, other, state = table
    assert mover.me is not None
    enemy = f"hero-{1 - mover.me}"
    theirs = state["players"][1 - mover.me]["hand"][0]["instanceId"]
    mine = state["players"][mover.me]["hand"][0]["instanceId"]
    wrong: list[dict[str, Any]] = [
        {"type": "play_creature", "cardInstanceId": theirs},
        {"type": "play_creature", "cardInstanceId": "c999"},
        {"type": "play_creature", "cardInstanceId": "hero-0"},
        {"type": "play_creature", "cardInstanceId": 5},
        {"type": "play_creature"},
        {"type": "play_spell", "cardInstanceId": mine},
        {"type": "play_spell", "cardInstanceId": mine, "targetId": "hero-2"},
        {"type": "attack", "attackerInstanceId": mine, "targetId": enemy},
        {"type": "attack", "attackerInstanceId": theirs, "targetId": enemy},
        {"type": "join_queue"},
        {"type": "resign"},
        {"kind": "end_turn"},
    ]
    for intent in wrong:
        mover.send(**intent)
        answer = mover.receive()
        assert answer["error"], intent
        assert answer["state"] == state
        assert answer["playerIndex"] == mover.me
    other.send(type="end_turn")
    assert "not your turn" in other.receive()["error"]
    mover.send(type="end_turn")
    after = mover.receive()
    assert "error" not in after, "an error is about the last intent alone"
    assert after["state"]["currentTurn"] == other.me
    assert other.receive()["state"]["currentTurn"] == other.me


def test_intents_sent_without_waiting_are_taken_in_order(
    table: tuple[SeedClient, SeedClient, dict[str, Any]],
) -> None:
    mover, other, _ = table
    for intent in ("end_turn", "end_turn", "end_turn"):
        mover.send(type=intent)
    told = [mover.receive() for _ in range(3)]
    assert [message["state"]["currentTurn"] for message in told] == [other.me] * 3
    assert ["error" in message for message in told] == [False, True, True]


def test_an_intent_without_a_match_is_answered_with_the_placeholder(shared: ServerProcess) -> None:
    client = SeedClient(shared.url, 3)
    client.send(type="end_turn")
    answer = client.receive()
    assert "join the queue first" in answer["error"]
    assert "playerIndex" not in answer
    client.close()


def test_after_a_match_the_same_line_can_wait_for_the_next(start_server: StartServer) -> None:
    server = start_server()
    client = SeedClient(server.url, 4)
    client.join_queue()
    with server.player() as modern:
        modern.ask("join_queue", "snapshot")
        client.receive()
        modern.say("concede")
        assert client.receive()["state"]["winner"] == 0
    again = client.join_queue()
    assert again["error"].startswith("Waiting")
    assert "playerIndex" not in again
    assert again["state"]["winner"] is None
    client.close()
