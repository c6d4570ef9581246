"""Draws and undos at a table whose players have keys: each signs for the place where the match stands."""

from collections.abc import Callable
from typing import Any

import pytest

from facedown.kernel import Seat
from facedown.table.entries import Agreed, Left, Undone, read_entry
from facedown.table.messages import Concede, Offer, Offered, Rejected, Reply
from facedown.table.room import Append, Room, Tell
from table.attested import KEYS, Attested, taken_back

BOTH = pytest.mark.parametrize("dealer", ["house", "mental"])


class Around:
    """A room around a match that is running."""

    def __init__(
        self,
        match: Attested,
        bots: frozenset[Seat] = frozenset(),
        sign: Callable[[Seat, bytes], str] | None = None,
    ) -> None:
        self.match = match
        self.room = Room(match.table, match.lines[0], bots=bots, now=0, sign=sign)
        for seat in range(match.table.seats):
            if seat not in bots:
                self.room.join(seat, 0)

    def say(self, seat: Seat, message: Any) -> Any:
        """What was written, or how it was answered."""
        effects = self.room.receive(seat, message, 1_000)
        written = [read_entry(line).body for e in effects if isinstance(e, Append) for line in e.lines]
        if written:
            return written[0]
        return next(e.message for e in effects if isinstance(e, Tell) and e.seat in (seat, 0))


@BOTH
def test_a_draw_takes_both_signatures(dealer: str) -> None:
    match = taken_back(dealer)
    around, (ada, bo) = Around(match), match.hands
    at = match.table.at
    offer = ada.offer("draw")
    for wrong in (Offer("draw"), Offer("draw", at), Offer("draw", at, bo.offer("draw").sign)):
        answer = around.say(0, wrong)
        assert isinstance(answer, Rejected)
        assert answer.code == "proof"
    late = around.say(0, Offer("draw", at - 1, offer.sign))
    assert isinstance(late, Rejected)
    assert late.code == "stale"
    assert around.say(0, offer) == Offered("draw", 0)
    for wrong_reply in (Reply("draw", True), Reply("draw", True, at, offer.sign)):
        assert isinstance(around.say(1, wrong_reply), Rejected)
    reply = bo.accept("draw")
    assert around.say(1, reply) == Agreed((offer.sign, reply.sign))


@BOTH
def test_to_decline_takes_none(dealer: str) -> None:
    match = taken_back(dealer)
    around = Around(match)
    around.say(0, match.hands[0].offer("draw"))
    assert around.say(1, Reply("draw", False)) == Offered("draw", None)


@BOTH
def test_a_bot_does_not_mind_an_undo_and_signs_it(dealer: str) -> None:
    match = taken_back(dealer)
    seat = match.seat
    around = Around(match, frozenset({1 - seat}), lambda bot, words: match.hands[bot].sign(words))
    undone = around.say(seat, match.hands[seat].offer("undo"))
    assert isinstance(undone, Undone)
    assert all(undone.signs)


def test_a_bot_whose_key_is_lost_cannot_agree() -> None:
    """The server has another key than the one that the match was opened with: nothing changes."""
    match = taken_back("house")
    seat, at = match.seat, match.table.at
    around = Around(match, frozenset({1 - seat}), lambda _, words: KEYS[2].sign(words).hex())
    answer = around.say(seat, match.hands[seat].offer("undo"))
    assert isinstance(answer, Rejected)
    assert match.table.at == at
    assert match.table.undoable(seat)


@BOTH
def test_who_cannot_sign_any_more_may_still_go(dealer: str) -> None:
    match = taken_back(dealer)
    assert Around(match).say(1, Concede()) == Left(1, "abandoned")
