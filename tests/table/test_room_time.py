"""Time at a table comes in as data: clocks and flags, lag, graces, pauses, and what is due when."""

import msgspec
import pytest

from facedown.dealers import House
from facedown.games.magic.freeform import NextTurn
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions
from facedown.table import Clock, Table, nonce_commitment, verify
from facedown.table.messages import Act, Claim, Concede, Presence, TimeLeft, Update
from facedown.table.room import LEFT_GRACE, LOST_GRACE, WITHHOLD_GRACE
from table.rooms import START, Party

FAST = Clock(turn=10_000, reserve=5_000, lag=2_000)
STRICT = Clock(turn=10_000, reserve=5_000, lag=0)


def _left(party: Party) -> list[TimeLeft]:
    return party.room.snapshot(0, party.now).standing.left


# --- clocks and flags ---


def test_a_turn_spends_its_own_time_then_the_reserve() -> None:
    party = Party(clock=STRICT)
    first = party.mover
    party.now += 9_000
    assert _left(party)[first] == TimeLeft(1_000, 5_000)
    assert _left(party)[1 - first] == TimeLeft(10_000, 5_000)
    party.end_turn(after=3_000)
    assert _left(party)[first] == TimeLeft(10_000, 3_000)


def test_a_flag_falls_when_turn_and_reserve_are_used_up() -> None:
    party = Party(clock=STRICT)
    mover = party.mover
    assert party.room.due() == START + 15_000
    assert party.tick(after=14_999) == []
    assert party.result() is None
    party.tick(after=1)
    assert party.result() == ((1 - mover,), "timed out")
    assert party.room.due() is None
    assert party.tick(after=10_000) == []
    assert verify(party.log).finished


def test_a_move_after_the_flag_is_too_late_even_if_nobody_looked_at_the_clock() -> None:
    party = Party(clock=STRICT)
    mover = party.mover
    party.end_turn(after=15_000)
    assert party.result() == ((1 - mover,), "timed out")
    assert party.last(mover, Update).standing.outcome == party.table.outcome


def test_where_everybody_may_act_at_any_time_nobody_runs_out_of_it() -> None:
    decks = [MAGIC.decks()[name] for name in ("goblins", "elves")]
    table, _ = Table.open(
        MAGIC,
        House(bytes(32), decks),
        match="m",
        names=["ada", "bram"],
        decks=decks,
        clock=STRICT,
        options=MagicOptions(dial="free"),
    )
    table.act(0, NextTurn(), 10**6)
    assert table.clocks.deadline() is None
    assert table.accusable(10**9) == []


def test_without_a_clock_nothing_is_ever_due() -> None:
    party = Party(clock=Clock(0, 0, 0))
    assert party.room.due() is None
    assert party.tick(after=10**9) == []
    party.end_turn(after=10**9)
    assert party.result() is None


def test_a_bots_flag_never_falls() -> None:
    party = Party(clock=STRICT)
    party.room.bots = frozenset({party.mover})
    assert party.tick(after=60_000) == []
    party.end_turn(after=60_000)
    assert party.result() is None


# --- lag ---


def test_a_move_under_way_is_not_charged_for_the_way() -> None:
    party = Party(clock=FAST)
    first = party.mover
    party.end_turn(after=11_000, lag=1_500)
    assert party.table.time == 9_500
    assert _left(party)[first] == TimeLeft(10_000, 5_000)


def test_a_flag_waits_for_a_move_that_may_be_under_way() -> None:
    party = Party(clock=FAST)
    assert party.room.due() == START + 15_000 + 2_000
    assert party.tick(after=15_500) == []
    party.end_turn(after=500, lag=1_500)
    assert party.result() is None
    assert party.table.time == 14_500


def test_lag_that_is_only_claimed_when_it_is_too_late_does_not_help() -> None:
    party = Party(clock=FAST)
    mover = party.mover
    party.end_turn(after=15_500, lag=200)
    assert party.result() == ((1 - mover,), "timed out")


def test_the_account_of_lag_is_small_and_fills_slowly() -> None:
    party = Party(clock=FAST)
    first = party.mover
    times = []
    for _ in range(3):
        before = party.now
        party.end_turn(after=5_000, lag=60_000)
        times.append(before + 5_000 - START - party.table.time)
        party.end_turn()  # the other, at once
        assert party.mover == first
    assert times == [2_000, 200, 200]


def test_refused_messages_neither_spend_nor_earn_lag() -> None:
    party = Party(clock=FAST)
    mover = party.mover
    for _ in range(30):
        party.refused(mover, Act(party.table.at, msgspec.Raw(b'{"type":"attack","attacker":1,"target":2}')))
    party.end_turn(after=5_000, lag=60_000)
    assert party.table.time == 3_000
    party.end_turn()
    for _ in range(30):
        party.refused(
            mover, Act(party.table.at, msgspec.Raw(b'{"type":"play_creature","card":-7}')), lag=5_000
        )
    spent = party.now
    party.end_turn(after=5_000, lag=60_000)
    assert spent + 5_000 - START - party.table.time == 200


def test_time_never_runs_backwards_however_large_the_lag() -> None:
    party = Party(clock=Clock(turn=10_000, reserve=5_000, lag=10_000))
    party.end_turn(after=1_000)
    party.end_turn(after=10, lag=9_000)
    assert party.table.time == 1_000


# --- a table that nobody attends ---


def test_time_stands_still_while_nobody_is_there() -> None:
    party = Party(clock=STRICT)
    party.part(0, after=4_000)
    assert party.room.due() is not None
    party.part(1, after=1_000)
    assert not party.room.attended
    assert party.room.due() is None
    assert party.tick(after=10**8) == []
    party.join(0)
    mover = party.mover
    assert _left(party)[mover] == TimeLeft(5_000, 5_000)
    assert party.room.due() == party.now + 10_000
    party.end_turn(after=1_000)
    assert party.table.time == 6_000


def test_one_who_stays_keeps_the_clock_running() -> None:
    party = Party(clock=STRICT)
    mover = party.mover
    party.part(mover)
    party.tick(after=15_000)
    assert party.result() == ((1 - mover,), "timed out")


def test_against_a_bot_the_table_stands_still_without_the_person() -> None:
    party = Party(bots=[1], join=[0], clock=STRICT)
    party.part(0)
    assert not party.room.attended
    assert party.tick(after=10**8) == []


# --- claims ---


@pytest.mark.parametrize(("on_purpose", "grace"), [(False, LOST_GRACE), (True, LEFT_GRACE)])
def test_the_win_may_be_claimed_after_the_grace(on_purpose: bool, grace: int) -> None:
    party = Party(clock=Clock(0, 0, 0))
    party.part(1, on_purpose=on_purpose)
    assert party.last(0, Presence) == Presence(1, False, grace)
    party.now += grace - 1
    assert party.room.snapshot(0, party.now).claim_in == (None, 1)
    assert "may still come back" in party.refused(0, Claim()).message
    party.say(0, Claim(), after=1)
    assert party.result() == ((0,), "abandoned")
    assert verify(party.log).finished


def test_who_comes_back_cannot_be_claimed_from() -> None:
    party = Party(clock=Clock(0, 0, 0))
    party.part(1)
    party.join(1, after=LOST_GRACE - 1)
    party.refused(0, Claim(), after=LOST_GRACE)
    party.refused(1, Claim())


def test_a_grace_stands_still_with_the_table() -> None:
    """Two friends stop for the night: who comes back first has not won."""
    party = Party(clock=Clock(0, 0, 0))
    party.part(0)
    party.part(1, after=5_000)
    party.join(1, after=10**8)
    assert party.room.snapshot(1, party.now).claim_in == (LOST_GRACE - 5_000, None)
    party.refused(1, Claim())
    party.say(1, Claim(), after=LOST_GRACE - 5_000)
    assert party.result() is not None


def test_one_who_never_came_may_be_claimed_from() -> None:
    party = Party(join=[0], clock=Clock(0, 0, 0))
    party.refused(0, Claim(), after=LOST_GRACE - 1)
    party.say(0, Claim(), after=1)
    assert party.result() == ((0,), "abandoned")


def test_a_bot_can_be_neither_claimed_from_nor_claim() -> None:
    party = Party(bots=[1], join=[0])
    party.refused(0, Claim(), after=10**8)


# --- withheld randomness ---


def test_withheld_randomness_calls_the_match_off() -> None:
    party = Party(nonces=(nonce_commitment("a"), nonce_commitment("b")))
    assert party.room.due() == START + WITHHOLD_GRACE
    assert party.tick(after=WITHHOLD_GRACE - 1) == []
    party.tick(after=1)
    assert party.result() == ((), "withheld randomness")
    assert not any(party.table.faces), "nothing was dealt"
    assert verify(party.log).finished


# --- closing ---


def test_a_forgotten_match_is_lost_by_the_one_whose_move_it_was() -> None:
    party = Party()
    mover = party.mover
    assert party.room.close(party.now) == [], "somebody is there"
    party.part(0)
    party.part(1)
    party.carry_out(party.room.close(party.now + 10**9))
    assert party.result() == ((1 - mover,), "abandoned")
    assert party.table.time == 0, "no time has passed at the table"
    assert verify(party.log).finished
    assert party.room.close(party.now) == []


def test_a_forgotten_match_against_a_bot_is_lost_by_the_person() -> None:
    party = Party(bots=[1], join=[])
    party.carry_out(party.room.close(party.now))
    assert party.result() == ((1,), "abandoned")


def test_nothing_is_due_after_the_end() -> None:
    party = Party(clock=FAST)
    party.say(0, Concede())
    assert party.room.due() is None
