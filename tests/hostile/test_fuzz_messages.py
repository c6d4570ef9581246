"""Messages of every type, made from their own structs, to a real server: answered or refused, never a fault.

`make fuzz` tries other examples each time; `make test` always the same.
"""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from facedown.games.duel.moves import Action as DuelAction
from facedown.games.magic.actions import AnyAction as MagicAction
from facedown.server.limits import Settings
from facedown.server.messages import Called, FromClient
from facedown.table.messages import Said
from hostile.shapes import Json, messages
from server.modern import Player, meet
from server.process import ServerProcess

AT_EASE = Settings(
    messages_a_second=1e6,
    burst=10**6,
    guests_per_address=1e6,
    attempts_per_address=1e6,
    audits_per_address=1e6,
)
POLITE = {1000, 1001, 1007, 1008, 1009, 1013}
"""Codes that a line may be closed with."""
TABLES: dict[str, dict[str, Any] | None] = {
    "none": None,
    "duel": {},
    "free": {"game": "magic", "options": {"dial": "free"}},
    "magic": {"game": "magic"},
}
HERE = -7
"""Stands for the place where the match stands."""
REFS: Json = st.lists(st.integers(-1, 130), max_size=8)
KNOWN: dict[str, Json] = {
    "game": st.sampled_from(["duel", "magic"]),
    "dealer": st.sampled_from(["house", "mental"]),
    "bot": st.sampled_from(["random", "greedy", "search:9"]),
    "deck": st.sampled_from(["", "starter", "goblins"]),
    "code": st.sampled_from(["", "AAAA"]),
    "at": st.just(HERE),
    "whom": st.integers(-2, 5),
    "protocol": st.sampled_from([0, 1, 2]),
    "token": st.sampled_from(["", "x"]),
    "options": st.sampled_from([{}, {"mana": 1}, {"dial": "free"}, {"seats": 2}]),
    "action": st.one_of(
        *messages(DuelAction, {}).values(), *messages(MagicAction, {"cards": REFS, "seat": REFS}).values()
    ),
}
MESSAGES = messages(FromClient, KNOWN)
_numbers = itertools.count()


class Arena:
    """A table that plays on, and a line that says anything."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.honest = server.player(name="Ada"), server.player(name="Bram")
        meet(*self.honest, clock={"turn": 0, "reserve": 0, "lag": 0}, options={"hero_health": 1000})
        self.table: dict[str, Any] | None = None
        """Where the line sits, if anywhere."""
        self._line: Player | None = None

    def line(self) -> Player:
        """The line, or a new one if the last was closed; at no table, or at one of its own."""
        if self._line is None:
            self._line = self.server.player()
            if self.table is not None:
                self._line.ask("play_bot", "snapshot", bot="random", **self.table)
        return self._line

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.vanish()
        self._line = None

    def say(self, text: str) -> list[dict[str, Any]]:
        """All that is answered to this, up to the answer to something that nobody knows."""
        line, mark = self.line(), f"mark-{next(_numbers)}"
        text = text.replace(f'"at": {HERE}', f'"at": {line.standing.get("at", 0)}')
        answers: list[dict[str, Any]] = []
        try:
            line.send(text)
            line.say(mark)
            while True:
                answer = line.hear(
                    "rejected", "welcome", "queued", "left", "lobby_opened", "snapshot", "update"
                )
                if answer.get("refuses") == mark:
                    return answers
                answers.append(answer)
        except ConnectionClosed:
            code = line.closed()[0]
            assert code in POLITE, code
            self.hang_up()
            return answers

    def move(self) -> None:
        """The others play on."""
        first, second = self.honest
        (seat,) = first.standing["active"]
        self.honest[seat].ask("act", "update", at=first.standing["at"], action={"type": "end_turn"})
        self.honest[1 - seat].hear("update")
        assert first.standing["head"] == second.standing["head"]


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    with ServerProcess(tmp_path_factory.mktemp("fuzzed"), AT_EASE) as server:
        yield Arena(server)
        assert not server.events("message failed")
        assert not server.events("upkeep failed")
        assert not server.events("errand failed")


ROWS = [
    *[(type_, "none") for type_ in messages(Called, {})],
    *[(type_, table) for type_ in messages(Said, {}) for table in TABLES],
]


@pytest.mark.parametrize(("type_", "table"), ROWS)
def test_every_message_is_answered_or_refused(arena: Arena, type_: str, table: str) -> None:
    @settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)
    @given(MESSAGES[type_])
    def try_it(message: Any) -> None:
        for answer in arena.say(json.dumps(message)):
            assert answer.get("code") != "fault", (message, answer)

    arena.table = TABLES[table]
    try_it()
    arena.hang_up()
    arena.move()


def test_any_text_is_answered_or_refused(arena: Arena) -> None:
    @settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(st.text(max_size=200) | st.binary(max_size=100).map(lambda data: json.dumps({"type": data.hex()})))
    def try_it(text: str) -> None:
        for answer in arena.say(text.encode(errors="replace").decode()):
            assert answer.get("code") != "fault", (text, answer)

    try_it()
    arena.hang_up()
    arena.move()
