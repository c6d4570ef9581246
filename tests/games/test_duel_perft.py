"""Counts of legal sequences, as chess programs have them: an oracle that any other implementation can use."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from facedown.games.duel import DUEL, Action, Attack, EndTurn, PlayCreature, PlaySpell
from facedown.games.duel.state import HEROES
from facedown.kernel import Refused
from games.positions import Position, half

FILE = Path(__file__).parent / "duel_perft.txt"


def cases() -> Iterator[tuple[str, list[int]]]:
    for line in FILE.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            position, _, counts = line.rpartition("|")
            yield position.strip(), [int(count) for count in counts.split()]


def read(text: str) -> Position:
    """A position from a line of the file."""
    _, mine, yours, rest = (part.strip() for part in text.split("|"))
    options: dict[str, Any] = {}
    for option in rest.split():
        key, _, value = option.partition("=")
        options[key] = int(value) if value.isdecimal() else value
    health = options.get("hero_health", 50)
    halves = [half(*(part.strip() for part in side.split(";")), health=health) for side in (mine, yours)]
    return Position(*halves, **options)


def count(position: Position, depth: int) -> int:
    """How many sequences of so many legal actions there are from here."""
    seat = position.state.active
    actions = DUEL.legal(position.state, seat, position.faces)
    if depth == 1:
        return len(actions)
    total, state = 0, position.state
    for action in actions:
        position.state = state
        total += count(position.do(action, seat), depth - 1)
    return total


def every_action(position: Position) -> Iterator[Action]:
    """Every well-formed action with any card and any hero in any place."""
    refs = [*position.refs(), *HEROES]
    yield EndTurn()
    yield from map(PlayCreature, refs)
    for one, other in product(refs, refs):
        yield PlaySpell(one, other)
        yield Attack(one, other)


@pytest.mark.parametrize(
    ("text", "counts"), list(cases()), ids=lambda value: str(value).partition("|")[0].strip()
)
def test_counts(text: str, counts: list[int]) -> None:
    assert [count(read(text), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("text", "counts"), list(cases()), ids=lambda value: str(value).partition("|")[0].strip()
)
def test_legal_lists_exactly_what_is_accepted(text: str, counts: list[int]) -> None:
    """Every action there could be is tried, here and after each legal action: as many pass as are listed."""
    position = read(text)
    start = position.state
    for first in [None, *position.legal()]:
        position.state = start
        if first is not None:
            position.do(first)
        seat, before, accepted = position.state.active, position.state, set()
        for action in every_action(position):
            position.state = before
            try:
                position.do(action, seat)
            except Refused:
                continue
            accepted.add(msgspec.json.encode(action))
        position.state = before
        assert accepted == {msgspec.json.encode(action) for action in position.legal(seat)}
    assert counts[0] == len(read(text).legal())
