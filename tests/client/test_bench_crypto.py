"""`facedown bench crypto`: what it measures is whole operations, proofs and all."""

import pytest

from facedown.client.bench.crypto import GOALS
from facedown.client.bench.operations import CASES, Match
from facedown.crypto import dleq, shuffle
from facedown.kernel import ProofRejected


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
    match = Match(players, 8)
    assert (match.seconds, match.messages) == (0, 0)
    getattr(match, what)()
    assert match.messages == messages
    assert match.seconds > 0


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

    match = Match(2, 8)
    monkeypatch.setattr(module, function, spoil)
    with pytest.raises(ProofRejected):
        getattr(match, what)()


def test_every_case_has_a_goal() -> None:
    assert set(CASES) == set(GOALS)
