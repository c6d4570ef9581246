"""Turns: mana, draws, full hands, empty decks, the limit."""

import pytest

from facedown.games.duel import DUEL, EndTurn, PlayCreature
from facedown.games.duel.moves import CardBurned, CardDrawn, CardOverdrawn, HeroWearied, TurnBegan
from facedown.kernel import InvalidAction, Outcome, Revealed, Rolled
from games.positions import Position, half


def test_the_turn_passes_mana_refills_and_the_next_player_draws_one() -> None:
    table = Position(half(hand="pawn"), half(deck="ogre imp bolt"), mana=2).do(EndTurn())
    assert (table.state.active, table.state.turn, table.state.mana) == (1, 6, 10)
    assert (table.hand(1), table.deck(1), table.hand(0)) == ("bolt", "ogre imp", "pawn")
    assert [type(event) for event in table.events] == [TurnBegan, CardDrawn]
    assert DUEL.active(table.state) == (1,)


@pytest.mark.parametrize("left", [0, 3, 10])
def test_mana_does_not_pile_up(left: int) -> None:
    assert Position(mana=left).do(EndTurn()).state.mana == 10


def test_creatures_of_the_next_player_rest_and_those_of_the_last_stay_tired() -> None:
    table = Position(half("pawn!", deck="pawn"), half("ogre! imp:1!", deck="pawn")).do(EndTurn())
    assert table.board(0) == "pawn:2!"
    assert table.board(1) == "ogre:5 imp:1"


def test_only_the_active_player_acts() -> None:
    table = Position(half(hand="pawn"), half("ogre", hand="pawn"))
    assert table.refuse(EndTurn(), seat=1) == "illegal: it is not your turn"
    assert table.refuse(PlayCreature(table.card(0, 1)), seat=1) == "illegal: it is not your turn"
    assert table.legal(1) == []


@pytest.mark.parametrize(
    ("overdraw", "hand", "deck", "grave"), [("burn", 10, "ogre", "bolt"), ("keep", 10, "ogre bolt", "")]
)
def test_a_full_hand(overdraw: str, hand: int, deck: str, grave: str) -> None:
    """A card drawn into a full hand is turned up and discarded, or is not drawn, as agreed."""
    table = Position(half(), half(hand="pawn " * 10, deck="ogre bolt"), overdraw=overdraw).do(EndTurn())
    assert len(table.state.sides[1].hand) == hand
    assert (table.deck(1), table.grave(1)) == (deck, grave)
    burnt = [event for event in table.events if isinstance(event, CardOverdrawn | CardBurned)]
    assert len(burnt) == (2 if overdraw == "burn" else 0)
    assert table.state.sides[1].burning == ()


def test_nine_cards_are_not_a_full_hand() -> None:
    table = Position(half(), half(hand="pawn " * 9, deck="bolt")).do(EndTurn())
    assert table.hand(1).split()[-1] == "bolt"
    assert table.grave(1) == ""


def test_a_full_hand_draws_nothing_from_an_empty_deck_either() -> None:
    table = Position(half(), half(hand="pawn " * 10), empty_deck="fatigue").do(EndTurn())
    assert table.health() == (50, 49)


def test_the_duel_waits_while_a_card_burns() -> None:
    table = Position(half(), half(hand="pawn " * 10, deck="bolt"))
    events = DUEL.decide(table.state, 0, EndTurn(), {})
    state = table.state
    for event in events:
        state = DUEL.apply(state, event)
    assert DUEL.active(state) == ()
    assert DUEL.legal(state, 1, table.faces) == []
    assert state.sides[1].burning == (next(ref for ref, face in table.faces.items() if face == "bolt"),)
    (burnt,) = DUEL.settle(state, Revealed(("bolt",)))
    assert DUEL.active(DUEL.apply(state, burnt)) == (1,)


def test_an_empty_deck_wearies_more_each_time() -> None:
    table = Position(half(health=10), half(health=10), empty_deck="fatigue")
    for seat, health in ((0, (10, 9)), (1, (9, 9)), (0, (9, 7)), (1, (7, 7)), (0, (7, 4)), (1, (4, 4))):
        table.do(EndTurn(), seat)
        assert table.health() == health
    assert table.events == [TurnBegan(0, 11), HeroWearied(0, 3)]


def test_weariness_can_be_deadly() -> None:
    table = Position(half(), half(health=3, fatigue=2), empty_deck="fatigue").do(EndTurn())
    assert table.health() == (50, 0)
    assert DUEL.outcome(table.state) == Outcome((0,), "hero fell")


def test_an_empty_deck_that_does_nothing() -> None:
    table = Position(empty_deck="nothing").do(EndTurn())
    assert table.health() == (50, 50)
    assert [type(event) for event in table.events] == [TurnBegan]


def test_the_last_card_is_drawn_without_weariness() -> None:
    table = Position(half(), half(deck="bolt")).do(EndTurn())
    assert (table.hand(1), table.deck(1), table.health()) == ("bolt", "", (50, 50))


def test_the_turn_limit_ends_the_duel_before_another_draw() -> None:
    table = Position(half(), half(deck="bolt"), turn=9, turn_limit=10).do(EndTurn())
    assert DUEL.outcome(table.state) is None
    assert table.hand(1) == "bolt"
    table.do(EndTurn(), 1)
    assert DUEL.outcome(table.state) == Outcome((), "turn limit")
    assert table.events == [TurnBegan(0, 11)]
    assert DUEL.active(table.state) == ()
    assert table.refuse(EndTurn()) == "illegal: the match is over"


def test_answers_to_nothing_that_was_asked() -> None:
    with pytest.raises(InvalidAction, match="answers nothing that a duel asks"):
        DUEL.settle(Position().state, Revealed(("a", "b")))
    assert DUEL.settle(Position(initial_draw=0).state, Rolled(1))[-1] == TurnBegan(1, 1)


def test_what_is_no_action_of_a_duel() -> None:
    with pytest.raises(InvalidAction, match="TurnBegan is not an action of duel"):
        DUEL.decide(Position().state, 0, TurnBegan(0, 1), {})  # type: ignore[arg-type]  # the point of the test
