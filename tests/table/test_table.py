"""The referee: opening, randomness, moves, leaving, and what each seat is shown."""

from typing import Any

import pytest

from facedown.dealers import House
from facedown.games.duel import CARDS, DUEL, Action, Attack, DuelOptions, EndTurn, PlayCreature, hero
from facedown.kernel import InvalidAction, Outcome, Refused, StaleAction, encode
from facedown.table import Clock, Table, nonce_commitment
from facedown.table.entries import Acted, Agreed, Contributed, Dealt, Ended, Left, Opened, head_of, read_entry
from games.positions import TEST_CARDS
from table.played import LISTS, NAMES, NONCES, SECRET, dealt_table, new_table, random_moves


def kinds(steps: list[Any]) -> list[type]:
    return [type(step.entry.body) for step in steps]


def frozen(table: Table) -> tuple[Any, ...]:
    """Everything about a table that a refused message must not change."""
    faces = [dict(known) for known in table.faces]
    return table.at, table.head, table.time, table.state, faces, table.outcome, table.awaited


def refused(table: Table, attempt: Any) -> str:
    """The reason for a refusal that changed nothing."""
    before = frozen(table)
    with pytest.raises(Refused) as refusal:
        attempt()
    assert frozen(table) == before
    return f"{refusal.value.code}: {refusal.value}"


def test_the_opening_binds_everybody_before_anything_is_dealt() -> None:
    table, steps = new_table()
    assert kinds(steps) == [Opened]
    opening = steps[0].entry.body
    assert isinstance(opening, Opened)
    house = House(SECRET, LISTS)
    assert opening.commitment == house.commitment()
    assert tuple(chair.deck for chair in opening.chairs) == house.deck_commitments()
    assert [chair.nonce for chair in opening.chairs] == [nonce_commitment(nonce) for nonce in NONCES]
    assert [chair.name for chair in opening.chairs] == list(NAMES)
    assert table.awaited == {0, 1}
    assert table.state.turn == 0


def test_the_last_contribution_starts_the_deal() -> None:
    table, _ = new_table()
    assert kinds(table.contribute(1, NONCES[1], 10)) == [Contributed]
    assert table.awaited == {0}
    steps = table.contribute(0, NONCES[0], 20)
    assert kinds(steps) == [Contributed, Dealt, Dealt, Dealt]
    assert table.awaited == frozenset()
    assert table.state.turn == 1
    assert {step.entry.time for step in steps} == {20}


def test_without_randomness_of_the_players_the_deal_follows_the_opening() -> None:
    _, steps = new_table(nonces=("", ""))
    assert kinds(steps) == [Opened, Dealt, Dealt, Dealt]
    table, steps = new_table(nonces=("", NONCES[1]))
    assert kinds(steps) == [Opened]
    assert table.awaited == {1}
    assert kinds(table.contribute(1, NONCES[1], 0)) == [Contributed, Dealt, Dealt, Dealt]


def test_each_players_randomness_changes_the_deal() -> None:
    hands = set()
    for nonces in (("x", "y"), ("x", "z"), ("w", "y"), ("y", "x"), ("", ""), ("x", ""), ("", "x")):
        table, _ = new_table(nonces=nonces)
        for seat in sorted(table.awaited):
            table.contribute(seat, nonces[seat], 0)
        hands.add(tuple(sorted(table.faces[0].items())))
    assert len(hands) == 7


@pytest.mark.parametrize("nonce", ["", "another", NONCES[1], NONCES[0] + " ", "x" * 200])
def test_randomness_that_was_not_committed_to(nonce: str) -> None:
    table, _ = new_table()
    why = refused(table, lambda: table.contribute(0, nonce, 5))
    assert why == "proof: seat 0: its randomness is not what it had committed to"


def test_randomness_has_an_end() -> None:
    """Nobody fills the log with a nonce of megabytes, not even with one that was committed to."""
    table, _ = new_table(nonces=("x" * 129, ""))
    assert refused(table, lambda: table.contribute(0, "x" * 129, 5)).startswith("proof: seat 0")
    table, _ = new_table(nonces=("x" * 128, ""))
    assert table.contribute(0, "x" * 128, 5)


def test_randomness_is_asked_once_of_those_who_offered_it() -> None:
    table, _ = new_table(nonces=("", NONCES[1]))
    assert refused(table, lambda: table.contribute(0, "", 5)) == "illegal: no randomness is asked of you now"
    table, _ = new_table()
    table.contribute(0, NONCES[0], 1)
    assert (
        refused(table, lambda: table.contribute(0, NONCES[0], 5))
        == "illegal: no randomness is asked of you now"
    )


def test_nobody_acts_and_nothing_is_dealt_before_all_randomness_is_in() -> None:
    """The order that keeps a server and a player who work together from choosing the deal."""
    table, _ = new_table()
    table.contribute(0, NONCES[0], 1)
    assert refused(table, lambda: table.act(0, EndTurn(), 5)) == "illegal: the cards are not dealt yet"
    assert table.proceed(5) == []
    assert (table.at, table.state.turn) == (2, 0)
    assert table.faces == [{}, {}]


def test_what_each_seat_is_shown() -> None:
    """Its own hand, card by card as it is drawn, and never another's."""
    table, _ = new_table(DuelOptions())
    table.contribute(0, NONCES[0], 1)
    steps = table.contribute(1, NONCES[1], 1)
    hands = [set(side.hand) for side in table.state.sides]
    assert [set(faces) for faces in steps[-1].faces] == hands
    assert [set(faces) for faces in table.faces] == hands
    mover = table.state.active
    shown = table.act(mover, EndTurn(), 2)[0].faces
    assert (len(shown[mover]), len(shown[1 - mover])) == (0, 1)
    assert all(table.dealer.face(ref) == face for known in table.faces for ref, face in known.items())


def test_an_action_becomes_an_entry_with_the_faces_it_turned_up() -> None:
    table, lines = dealt_table()
    seat = table.state.active
    action = next(a for a in DUEL.legal(table.state, seat, table.faces[seat]) if isinstance(a, PlayCreature))
    head = table.head
    (step, *_) = table.act(seat, action, 4_000)
    body = step.entry.body
    assert isinstance(body, Acted)
    assert (bytes(body.action), body.faces) == (
        encode(action),
        ((action.card, table.faces[seat][action.card]),),
    )
    assert (step.entry.at, step.entry.time, step.entry.prev) == (len(lines), 4_000, head)
    assert step.entry.prev == head_of(lines[-1])
    assert step.line == step.entry.line()


def test_refusals_change_nothing() -> None:
    table, _ = dealt_table()
    seat = table.state.active
    other = 1 - seat
    theirs, mine = table.state.sides[other].hand[0], table.state.sides[seat].hand[0]
    unseen = table.state.sides[seat].deck[0]

    def say(who: int, action: Action) -> str:
        return refused(table, lambda: table.act(who, action, 9))

    assert say(other, EndTurn()) == "illegal: it is not your turn"
    assert say(seat, PlayCreature(theirs)) == "illegal: that card is not yours to turn up"
    assert say(seat, PlayCreature(unseen)) == "illegal: that card is not yours to turn up"
    assert say(other, PlayCreature(mine)) == "illegal: that card is not yours to turn up"
    assert say(seat, PlayCreature(10**30)) == "illegal: that card is not yours to turn up"
    assert say(seat, Attack(mine, hero(other))) == "illegal: that creature is not on your board"
    assert say(2, EndTurn()) == "invalid: there is no seat 2"
    assert say(-1, EndTurn()) == "invalid: there is no seat -1"


def test_an_action_for_another_place_is_stale() -> None:
    table, _ = dealt_table()
    seat, at = table.state.active, table.at
    for place in (at - 1, at + 1, 0, -1):
        with pytest.raises(StaleAction, match=f"the match is at entry {at}, this was meant for {place}"):
            table.act(seat, EndTurn(), 9, at=place)
    table.act(seat, EndTurn(), 9, at=at)
    with pytest.raises(StaleAction):
        table.act(seat, EndTurn(), 9, at=at)


def test_time_never_runs_backwards() -> None:
    table, _ = dealt_table()
    seat = table.state.active
    table.act(seat, EndTurn(), 9_000)
    (step, *_) = table.act(1 - seat, EndTurn(), 3_000)
    assert (step.entry.time, table.time) == (9_000, 9_000)


@pytest.mark.parametrize("why", ["conceded", "abandoned"])
def test_leaving_makes_the_other_win(why: Any) -> None:
    table, _ = dealt_table()
    steps = table.leave(0, why, 5_000)
    assert kinds(steps) == [Left, Ended]
    assert table.outcome == Outcome((1,), why)
    assert refused(table, lambda: table.act(1, EndTurn(), 6_000)) == "illegal: the match is over"
    assert refused(table, lambda: table.leave(1, "conceded", 6_000)) == "illegal: the match is over"
    assert refused(table, lambda: table.agree(6_000)) == "illegal: the match is over"
    assert refused(table, lambda: table.undo(1, 6_000)) == "illegal: the match is over"
    assert table.proceed(6_000) == []


def test_a_draw_that_all_want() -> None:
    table, _ = dealt_table()
    assert kinds(table.agree(5_000)) == [Agreed, Ended]
    assert table.outcome == Outcome((), "agreed")


def test_the_commitment_cannot_be_hidden_by_leaving() -> None:
    """Whoever leaves, and whenever: the last entry opens the envelope."""
    for leave_early in (True, False):
        table, _ = new_table() if leave_early else dealt_table()
        body = table.leave(0, "conceded", 1_000)[-1].entry.body
        assert isinstance(body, Ended)
        assert SECRET.hex().encode() in bytes(body.reveal)
        assert House.revealed(body.reveal).commitment() == table.opening.commitment


def test_withheld_randomness_ends_the_match_without_a_winner() -> None:
    """Nobody can use it to get out of a deal: nothing was dealt, and the record says who did it."""
    table, _ = new_table()
    table.contribute(1, NONCES[1], 10)
    assert refused(table, lambda: table.leave(1, "withheld randomness", 15_000)) == (
        "illegal: that seat has shown its randomness"
    )
    assert kinds(table.leave(0, "withheld randomness", 15_000)) == [Left, Ended]
    assert table.outcome == Outcome((), "withheld randomness")
    dealt, _ = dealt_table()
    assert refused(dealt, lambda: dealt.leave(0, "withheld randomness", 5)).startswith("illegal")


def test_leaving_before_the_deal_makes_nobody_win() -> None:
    table, _ = new_table()
    table.leave(0, "conceded", 10)
    assert table.outcome == Outcome((), "conceded")


def test_time_is_up_when_it_is_up() -> None:
    table, _ = dealt_table(clock=Clock(turn=10_000, reserve=5_000))
    seat = table.state.active
    assert (
        refused(table, lambda: table.leave(seat, "timed out", 15_499)) == "illegal: that seat has time left"
    )
    assert (
        refused(table, lambda: table.leave(1 - seat, "timed out", 99_999))
        == "illegal: that seat has time left"
    )
    assert table.clocks.deadline() == 15_500
    table.leave(seat, "timed out", 15_500)
    assert table.outcome == Outcome((1 - seat,), "timed out")


def test_a_match_without_a_clock_is_never_lost_on_time() -> None:
    table, _ = dealt_table(clock=Clock(turn=0))
    assert table.clocks.deadline() is None
    assert refused(table, lambda: table.leave(table.state.active, "timed out", 10**12)).endswith(
        "has time left"
    )


def test_clocks_stand_still_before_the_deal_and_after_the_end() -> None:
    table, _ = new_table()
    assert table.clocks.flagged(10**9) == ()
    for seat in (0, 1):
        table.contribute(seat, NONCES[seat], 1_000_000)
    assert table.clocks.left(1_000_000) == [(90_000, 180_000)] * 2
    table.agree(1_000_001)
    assert table.clocks.flagged(10**9) == ()


def test_a_card_that_burns_does_not_wind_the_clock_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer's step in the middle of a turn is not a new turn."""
    monkeypatch.setitem(CARDS, "sage", TEST_CARDS["sage"])
    options = DuelOptions(max_hand=1, initial_draw=1, second_draws=0, max_copies=30)
    table, _ = dealt_table(options, decks=[("sage",) * 30, ("sage",) * 30], nonces=("", ""))
    seat, start = table.state.active, table.time
    steps = table.act(seat, PlayCreature(table.state.sides[seat].hand[0]), start + 60_000)
    assert kinds(steps) == [Acted, Dealt]
    assert table.clocks.left(start + 60_000)[seat] == (30_000, 180_000)
    assert table.clocks.deadline() == start + 90_000 + 180_000


def test_the_outcome_is_on_the_record() -> None:
    table, lines = dealt_table()
    random_moves(table, lines, 11)
    ended = read_entry(lines[-1]).body
    assert isinstance(ended, Ended)
    assert ended.outcome == table.outcome == DUEL.outcome(table.state)
    assert ended.outcome.reason == "hero fell"


@pytest.mark.parametrize(
    ("names", "decks"), [("a", LISTS[:1]), ("abc", (*LISTS, LISTS[0])), ("ab", LISTS[:1]), ("", ())]
)
def test_too_few_or_too_many_players(names: str, decks: Any) -> None:
    with pytest.raises(InvalidAction, match="duel is for 2 players with a deck each"):
        Table.open(DUEL, House(SECRET, decks), match="m", names=names, decks=decks)


def test_a_table_says_what_it_is_without_saying_more() -> None:
    table, _ = dealt_table()
    assert repr(table) == f"<Table match-1 duel at entry {table.at}>"
