"""Undo: the last action of the player whose turn it is, never past what anybody has learnt."""

import pytest

from facedown.games.duel import CARDS, Attack, DuelOptions, EndTurn, PlayCreature, PlaySpell, hero
from facedown.kernel import IllegalAction, Seat, encode
from facedown.table import Table
from facedown.table.entries import Dealt, Undone
from games.positions import TEST_CARDS
from table.played import dealt_table


@pytest.fixture(autouse=True)
def our_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    for face, card in TEST_CARDS.items():
        monkeypatch.setitem(CARDS, face, card)


def seated(deck: str, **options: int | str) -> tuple[Table, Seat]:
    """A duel in which both play a deck of these cards alone, and who is to move."""
    chosen = DuelOptions(max_copies=30, **options)  # type: ignore[arg-type]
    faces = (deck.split() * 30)[:30]
    table, _ = dealt_table(chosen, decks=[tuple(faces), tuple(faces)], nonces=("", ""))
    return table, table.state.active


def play(table: Table, seat: Seat, count: int = 1) -> None:
    for _ in range(count):
        table.act(seat, PlayCreature(table.state.sides[seat].hand[0]), table.time + 10)


def test_an_attack_on_a_hero_can_be_taken_back() -> None:
    table, seat = seated("imp")
    play(table, seat, 2)
    first, second = (creature.ref for creature in table.state.sides[seat].board)
    before, at = encode(table.state), table.at
    table.act(seat, Attack(first, hero(1 - seat)), 100)
    between = encode(table.state)
    table.act(seat, Attack(second, hero(1 - seat)), 200)
    (step,) = table.undo(seat, 300)
    assert step.entry.body == Undone(seat, at + 1)
    assert encode(table.state) == between
    (step,) = table.undo(seat, 400)
    assert step.entry.body == Undone(seat, at)
    assert encode(table.state) == before
    assert not table.undoable(seat)
    table.act(seat, Attack(second, hero(1 - seat)), 500)
    assert table.state.sides[1 - seat].health == 48


def test_no_undo_of_a_card_that_was_turned_up() -> None:
    table, seat = seated("imp")
    play(table, seat)
    assert_nothing_to_undo(table)


def test_no_undo_past_a_card_that_was_turned_up() -> None:
    table, seat = seated("imp")
    play(table, seat)
    table.act(seat, Attack(table.state.sides[seat].board[0].ref, hero(1 - seat)), 100)
    assert table.undoable(seat)
    play(table, seat)
    assert_nothing_to_undo(table)


def test_no_undo_of_the_end_of_a_turn() -> None:
    table, seat = seated("imp")
    play(table, seat)
    table.act(seat, Attack(table.state.sides[seat].board[0].ref, hero(1 - seat)), 100)
    table.act(seat, EndTurn(), 200)
    assert_nothing_to_undo(table)


def test_no_undo_when_anybody_has_drawn_a_card() -> None:
    """The rat dies in the attack and its owner draws: someone has learnt something."""
    table, seat = seated("rat imp")
    for mover in (seat, 1 - seat):
        side = table.state.sides[mover]
        for ref in side.hand:
            if table.faces[mover][ref] in ("rat", "imp"):
                table.act(mover, PlayCreature(ref), table.time + 10)
        table.act(mover, EndTurn(), table.time + 10)
    imp = next(c.ref for c in table.state.sides[seat].board if c.card == "imp")
    rat = next(c.ref for c in table.state.sides[1 - seat].board if c.card == "rat")
    table.act(seat, Attack(imp, rat), table.time + 10)
    assert table.state.active == seat
    assert_nothing_to_undo(table)


def test_no_undo_past_chance() -> None:
    """An attack kills a rat whose owner has a full hand: the card that burns is turned up for all."""
    table, seat = seated("rat imp", max_hand=1, initial_draw=1, second_draws=0)
    for mover in (seat, 1 - seat) * 2:
        if table.faces[mover].keys() & set(table.state.sides[mover].hand):
            play(table, mover)
        table.act(mover, EndTurn(), table.time + 10)
    for _ in range(20):
        mover = table.state.active
        board = table.state.sides[mover].board
        rats = [c.ref for c in table.state.sides[1 - mover].board if c.card == "rat"]
        ready = [c.ref for c in board if not c.tired]
        if rats and ready and len(table.state.sides[1 - mover].hand) == 1:
            steps = table.act(mover, Attack(ready[0], rats[0]), table.time + 10)
            assert any(isinstance(step.entry.body, Dealt) for step in steps)
            assert_nothing_to_undo(table)
            return
        table.act(mover, EndTurn(), table.time + 10)
    raise AssertionError("the cards never fell so")


def test_nobody_takes_back_for_another() -> None:
    table, seat = seated("imp")
    play(table, seat)
    table.act(seat, Attack(table.state.sides[seat].board[0].ref, hero(1 - seat)), 100)
    assert not table.undoable(1 - seat)
    with pytest.raises(IllegalAction, match="there is nothing that you could take back"):
        table.undo(1 - seat, 200)
    assert table.undoable(seat)


def test_undo_does_not_change_whose_move_it_is_or_wind_the_clock() -> None:
    table, seat = seated("imp")
    play(table, seat)
    start = table.clocks.deadline()
    table.act(seat, Attack(table.state.sides[seat].board[0].ref, hero(1 - seat)), 30_000)
    table.undo(seat, 40_000)
    assert table.game.active(table.state) == (seat,)
    assert table.clocks.deadline() == start


def test_no_undo_after_the_end() -> None:
    table, seat = seated("imp", hero_health=2)
    play(table, seat)
    table.act(seat, Attack(table.state.sides[seat].board[0].ref, hero(1 - seat)), 100)
    assert table.outcome is not None
    assert not table.undoable(seat)
    with pytest.raises(IllegalAction, match="the match is over"):
        table.undo(seat, 200)


def test_a_spell_cannot_be_taken_back() -> None:
    table, seat = seated("bolt")
    table.act(seat, PlaySpell(table.state.sides[seat].hand[0], hero(1 - seat)), 100)
    assert_nothing_to_undo(table)


def assert_nothing_to_undo(table: Table) -> None:
    before = table.at, table.head, table.state
    for seat in (0, 1):
        assert not table.undoable(seat)
        with pytest.raises(IllegalAction, match="there is nothing that you could take back"):
            table.undo(seat, table.time + 1)
    assert (table.at, table.head, table.state) == before
