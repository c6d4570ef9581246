"""A client written from the text of the first protocol alone. It imports nothing of ours, and must not.

"Every message is a JSON object. Required field: `type`."
"""

import json
import random
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import connect

HERO_HEALTH, MANA_PER_TURN, MAX_HAND_SIZE, INITIAL_DRAW = 50, 10, 10, 5


class SeedClient:
    """Joins the queue, then tries what the rules suggest; the server says what was invalid."""

    def __init__(self, url: str, seed: int) -> None:
        self._line = ExitStack()
        self._socket = self._line.enter_context(connect(url))
        self._choose = random.Random(seed)
        self._intent: dict[str, Any] = {}
        self._tried: set[str] = set()
        """Intents that were invalid in the state at hand."""
        self._kinds: dict[str, str] = {}
        """How each card can be played, as far as it was seen: the text has no list of cards."""
        self.messages: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self.me: int | None = None

    def send(self, **intent: Any) -> None:
        self._socket.send(json.dumps(intent))

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(60))
        self.messages.append(message)
        assert message["type"] == "state", "the only type of message there is"
        assert set(message) <= {"type", "state", "playerIndex", "error"}
        check_state(message["state"])
        if "playerIndex" in message:
            self.me = message["playerIndex"]
        return message

    def join_queue(self) -> dict[str, Any]:
        """`waiting` or game state when matched."""
        self.send(type="join_queue")
        return self.receive()

    def play(self) -> int | None:
        """Play until somebody wins; returns the winner."""
        while True:
            message = self.receive()
            state, error = message["state"], message.get("error")
            if state["winner"] is not None:
                winner: int = state["winner"]
                return winner
            if error is not None and self.me is not None:
                self.errors.append(error)
            else:
                self._learn()
                self._tried.clear()
            if self.me is not None and state["currentTurn"] == self.me:
                self.act(state)

    def _learn(self) -> None:
        """What was not invalid shows what kind of card it was."""
        if "cardInstanceId" in self._intent and self.me is not None:
            hands = [message["state"]["players"][self.me]["hand"] for message in self.messages[-3:]]
            played = self._intent["cardInstanceId"]
            for card in (card for hand in hands for card in hand if card["instanceId"] == played):
                self._kinds[card["cardId"]] = self._intent["type"]
        self._intent = {}

    def act(self, state: dict[str, Any]) -> None:
        intents = [intent for intent in self.ideas(state) if json.dumps(intent) not in self._tried]
        self._intent = self._choose.choice(intents) if intents else {"type": "end_turn"}
        self._tried.add(json.dumps(self._intent))
        self.send(**self._intent)

    def ideas(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """Everything worth trying."""
        assert self.me is not None
        mine, theirs = state["players"][self.me], state["players"][1 - self.me]
        enemies = [creature["instanceId"] for creature in theirs["board"]] + [f"hero-{1 - self.me}"]
        ideas: list[dict[str, Any]] = []
        for card in mine["hand"]:
            play, target = {"cardInstanceId": card["instanceId"]}, {"targetId": enemies[-1]}
            both = [{"type": "play_creature", **play}, {"type": "play_spell", **play, **target}]
            kind = self._kinds.get(card["cardId"])
            ideas += [idea for idea in both if kind in (None, idea["type"])]
        for creature in mine["board"]:
            if not creature["attackedThisTurn"]:
                attack = {"type": "attack", "attackerInstanceId": creature["instanceId"]}
                ideas += [{**attack, "targetId": target} for target in enemies]
        return ideas

    def close(self) -> None:
        self._line.close()


def check_state(state: dict[str, Any]) -> None:
    """The state's model, word for word: currentTurn, manaRemaining, players, winner."""
    assert {"currentTurn", "manaRemaining", "players", "winner"} <= set(state)
    assert set(state) <= {"currentTurn", "manaRemaining", "players", "winner", "lastAction", "error"}
    assert state["currentTurn"] in (0, 1)
    assert 0 <= state["manaRemaining"] <= MANA_PER_TURN
    assert state["winner"] in (0, 1, None)
    assert len(state["players"]) == 2
    seen: list[str] = []
    for player in state["players"]:
        assert {"heroHealth", "hand", "board"} <= set(player) <= {"heroHealth", "hand", "board", "deck"}
        assert 0 <= player["heroHealth"] <= HERO_HEALTH
        assert len(player["hand"]) <= MAX_HAND_SIZE
        for card in player["hand"]:
            assert isinstance(card["instanceId"], str)
            assert isinstance(card["cardId"], str)
        for card in player["board"]:
            assert card["currentHealth"] > 0
            assert isinstance(card["attackedThisTurn"], bool)
        seen += [card["instanceId"] for card in player["hand"] + player["board"]]
    assert len(seen) == len(set(seen)), "instanceId is unique per game"
