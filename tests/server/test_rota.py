"""Everybody has a turn in each round, and no turn is crowded."""

from collections import Counter

from facedown.server.rota import Rota


def test_a_round_is_everybody_once_and_never_all_at_once() -> None:
    rota: Rota[int] = Rota(10)
    for member in range(1_005):
        rota.add(member)
    turns = [rota.next() for _ in range(10)]
    assert Counter(member for turn in turns for member in turn) == Counter(range(1_005))
    assert {len(turn) for turn in turns} == {100, 101}
    assert rota.next() == turns[0], "always with the same time between"


def test_who_has_gone_has_no_turn_and_makes_room() -> None:
    rota: Rota[str] = Rota(2)
    for member in "abcd":
        rota.add(member)
    first = rota.next()
    for member in first:
        rota.discard(member)
    rota.discard("nobody")
    for member in "ef":
        rota.add(member)
    assert len(rota.next()) == 2
    assert sorted(rota.next()) == ["e", "f"]
