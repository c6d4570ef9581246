"""`facedown bench crypto`: what it measures is whole operations, proofs and all."""

import pytest

from facedown.client.bench.crypto import GOALS
from facedown.client.bench.operations import CASES, Deck
from facedown.crypto import BadProof, dleq, shuffle


@pytest.mark.parametrize(
    ("what", "players", "messages"),
    [
        ("draw", 2, 1),
        ("draw", 4, 3),
        ("scry", 2, 2),
        ("mill", 3, 3),
        ("tutor", 2, 3),
        ("tutor", 3, 5),
        ("reshuffle", 3, 3),
    ],
)
def test_an_operation_takes_as_many_messages_in_a_row_as_the_protocol_needs(
    what: str, players: int, messages: int
) -> None:
    deck = Deck(players, 6)
    getattr(deck, what)()
    assert deck.messages == messages
    assert deck.seconds > 0


def test_after_a_tutor_all_cards_but_one_are_still_there() -> None:
    deck = Deck(3, 6)
    mine = deck.keys[0]
    deck.tutor()
    points = deck.cards
    for key in deck.keys:
        points = key.strip(points)
    assert len({deck.slot_of[point] for point in points}) == 5
    held = deck.hand  # its owner's layer on it is the old one still
    for key in [mine, *deck.keys[1:]]:
        held = key.strip(held)
    assert {deck.slot_of[point] for point in held} == set(range(5))


@pytest.mark.parametrize(
    ("module", "function", "what"), [(dleq, "prove", "draw"), (shuffle, "mix", "reshuffle")]
)
def test_what_is_not_proved_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: object, function: str, what: str
) -> None:
    real = getattr(module, function)

    def spoil(*args: object) -> object:
        made = real(*args)
        if isinstance(made, bytes):
            return bytes([made[0] ^ 1]) + made[1:]
        return made[0][::-1], made[1]

    monkeypatch.setattr(module, function, spoil)
    with pytest.raises(BadProof):
        getattr(Deck(2, 6), what)()


def test_every_case_has_a_goal() -> None:
    assert set(CASES) == set(GOALS)
