"""High Card's own rules; whatever else a game has to do is tested by `Conformance`."""

import pytest
from facedown.kernel import IllegalAction, InvalidAction, Outcome, Reveal, Revealed, Roll
from facedown.testing import Conformance

from highcard import HIGHCARD, CardLaid, Lay, State

BIDDING = State(((), ()), (), hands=((1, 2), (3, 4)), lead=1, cheese=4)
"""Seat 1 leads for 4 cheese."""
BID = Reveal((3, 1))
"""Both have laid, the leader first."""


class TestHighCard(Conformance):
    """Everything that any game has to do."""

    game = HIGHCARD


@pytest.mark.parametrize(
    ("bid", "reply", "boast", "winner", "prize"),
    [
        ("fox", "cat", "", 1, 4),
        ("fox", "cat", "fox", 1, 8),
        ("fox", "wolf", "fox", 0, 4),
        ("mouse", "elephant", "", 1, 4),
        ("elephant", "mouse", "elephant", 0, 4),
        ("mouse", "tiger", "", 0, 4),
        ("elephant", "frog", "", 1, 4),
        ("bear", "bear", "bear", 0, 0),
    ],
)
def test_prize(bid: str, reply: str, boast: str, winner: int, prize: int) -> None:
    state = State(((), ()), (BID,), hands=((2,), (4,)), laid=BID.refs, boast=boast, lead=1, cheese=4)
    (event,) = HIGHCARD.settle(state, Revealed((bid, reply)))
    after = HIGHCARD.apply(state, event)
    assert after.won[winner] == prize
    assert after.won[1 - winner] == 0
    assert after.cheese == (0 if prize else 4)
    assert (after.lead, after.laid, after.boast, after.played, after.owed) == (
        0,
        (),
        "",
        BID.refs,
        (Roll(6),),
    )


def test_leader_may_boast_and_the_other_answers_face_down() -> None:
    assert HIGHCARD.legal(BIDDING, 1, {}) == [Lay(3), Lay(3, True), Lay(4), Lay(4, True)]
    assert HIGHCARD.opens(BIDDING, 1, Lay(3, True)) == (3,)
    (laid,) = HIGHCARD.decide(BIDDING, 1, Lay(3, True), {3: "fox"})
    assert laid == CardLaid(1, 3, "fox")
    state = HIGHCARD.apply(BIDDING, laid)
    assert (state.boast, list(HIGHCARD.active(state))) == ("fox", [0])
    assert HIGHCARD.legal(state, 0, {}) == [Lay(1), Lay(2)]
    with pytest.raises(IllegalAction, match="only the leader may boast"):
        HIGHCARD.decide(state, 0, Lay(1, True), {1: "cat"})
    (answer,) = HIGHCARD.decide(state, 0, Lay(1), {})
    assert answer == CardLaid(0, 1, "")
    assert HIGHCARD.requests(HIGHCARD.apply(state, answer)) == (BID,)


@pytest.mark.parametrize(("won", "winners"), [((5, 3), (0,)), ((3, 5), (1,)), ((4, 4), ())])
def test_most_cheese_wins(won: tuple[int, int], winners: tuple[int, ...]) -> None:
    over = State(((), ()), (), hands=((), ()), played=(1, 2, 3, 4), won=won)
    assert HIGHCARD.outcome(over) == Outcome(winners, "most cheese")


def test_a_deck_is_one_of_each() -> None:
    (deck,) = HIGHCARD.decks().values()
    HIGHCARD.check_deck(deck, None)
    with pytest.raises(InvalidAction, match="one each of mouse"):
        HIGHCARD.check_deck([*deck[1:], "elephant"], None)
