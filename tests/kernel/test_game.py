"""What the kernel gives to every game: steps, refusals, words, reading messages."""

import pytest

from conformance.peek import Became, Boast, Gamble, Look, Peek, PeekOptions, Play
from facedown.kernel import IllegalAction, InvalidAction, Outcome, ProofRejected, Rolled, Shuffled, encode
from facedown.kernel.game import sentence
from facedown.kernel.play import act, replay, settle

GAME = Peek()
REFS = [(0, 1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)]


def test_act_decides_then_applies() -> None:
    before = GAME.apply(
        GAME.start(PeekOptions(), REFS), Became(0, GAME.start(PeekOptions(), REFS).sides[0], (), 0, 1)
    )
    after, events = act(GAME, before, 0, Boast(2), {})
    assert after == replay(GAME, before, events)
    assert after.boast == 2
    assert before.boast == 0


def test_act_refuses_who_is_not_active() -> None:
    start = GAME.start(PeekOptions(), REFS)
    with pytest.raises(IllegalAction, match="the dealer is still dealing"):
        act(GAME, start, 0, Look(), {})
    running = GAME.apply(start, Became(0, start.sides[0], (), 0, 1))
    with pytest.raises(IllegalAction, match="it is not your turn"):
        act(GAME, running, 1, Look(), {})
    over = GAME.apply(start, Became(0, start.sides[0], (), 0, 99))
    with pytest.raises(IllegalAction, match="the match is over"):
        act(GAME, over, 0, Look(), {})


def test_settle_refuses_what_is_no_answer() -> None:
    start = GAME.start(PeekOptions(), REFS)
    with pytest.raises(ProofRejected, match=r"dealer: Rolled.* is no answer to Shuffle"):
        settle(GAME, start, Rolled(1))
    with pytest.raises(ProofRejected, match="dealer: answered what nobody asked"):
        settle(GAME, GAME.apply(start, Became(0, start.sides[0], (), 0, 1)), Rolled(1))


def test_settle_takes_the_first_request() -> None:
    start = GAME.start(PeekOptions(hand=2), REFS)
    after, events = settle(GAME, start, Shuffled((20, 21, 22, 23, 24, 25, 26, 27)))
    assert (after.sides[0].hand, after.sides[1]) == ((26, 27), start.sides[1])
    assert len(after.owed) == 1
    assert replay(GAME, start, events) == after


@pytest.mark.parametrize(
    "data", [b"", b"{}", b'{"type":"Jump"}', b'{"type":"Play"}', b'{"type":"Play","card":"1"}']
)
def test_what_is_no_action_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidAction, match="not an action of peek"):
        GAME.read_action(data)


def test_actions_are_read_as_they_were_written() -> None:
    assert GAME.read_action(encode(Play(7))) == Play(7)
    assert GAME.read_action(b' {"card": 7, "type": "Play"} ') == Play(7)


def test_plain_words_for_a_game_that_has_no_better_ones() -> None:
    state = GAME.start(PeekOptions(), REFS)
    assert sentence(Play(7)) == "Play: card 7."
    assert sentence(Gamble()) == "Gamble."
    assert GAME.label(state, 0, Play(7), {}) == "play: card 7"
    assert GAME.say(state, Became(0, state.sides[0], (), 0, 1), "ab", {}).startswith("Became: seat 0")
    assert "turn: 0" in GAME.show(state, -1, "ab", {})
    assert GAME.cards()["six"].name == "six"
    assert repr(GAME) == "Peek()"


def test_worth_is_the_outcome_unless_a_game_knows_better() -> None:
    start = GAME.start(PeekOptions(turns=1), REFS)
    assert GAME.worth(start, 0) == 0
    lucky = type(start.sides[0])(start.sides[0].deck, luck=5)
    over = GAME.apply(start, Became(0, lucky, (), 0, 1))
    assert GAME.outcome(over) == Outcome((0,), "most points")
    assert (GAME.worth(over, 0), GAME.worth(over, 1)) == (1000, -1000)


def test_guesses_come_from_the_ready_decks() -> None:
    assert set(GAME.guesses(GAME.start(PeekOptions(), REFS), 0)) == {
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
    }


@pytest.mark.parametrize(
    ("winners", "results"), [((), "drawn drawn"), ((0,), "won lost"), ((0, 1), "won won")]
)
def test_an_outcome_as_each_seat_says_it(winners: tuple[int, ...], results: str) -> None:
    outcome = Outcome(winners, "why")
    assert [outcome.result(seat) for seat in (0, 1)] == results.split()
