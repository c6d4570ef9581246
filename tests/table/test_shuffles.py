"""How shuffles came out."""

from collections import Counter

import msgspec
import pytest

from facedown.kernel import ProofRejected
from facedown.table import log_file
from facedown.table.bridge import Bridge
from facedown.table.reel import Reel
from facedown.table.shuffles import shuffles
from table.played import LISTS, dealt_table, finished


def test_each_deck_is_shuffled_once_and_keeps_its_cards() -> None:
    seen = shuffles(log_file(finished()))
    assert [(shuffle.zone, shuffle.owner) for shuffle in seen] == [("deck", 0), ("deck", 1)]
    for shuffle in seen:
        assert Counter(shuffle.faces) == Counter(LISTS[shuffle.owner])
        assert shuffle.faces != LISTS[shuffle.owner]


def test_the_order_is_the_one_that_was_drawn_from() -> None:
    log = log_file(finished())
    reel = Reel(log)
    for shuffle in shuffles(log):
        dealt = next(frame for frame in reel.frames if frame.state.turn == 1)
        hand = dealt.state.sides[shuffle.owner].hand
        drawn = [dealt.faces[shuffle.owner][ref] for ref in hand]
        assert drawn == list(shuffle.faces[::-1][: len(hand)])


def test_a_match_that_runs_keeps_its_secret() -> None:
    _, lines = dealt_table()
    with pytest.raises(ProofRejected, match="has not ended"):
        shuffles(log_file(lines))


def test_a_page_may_ask() -> None:
    fields = msgspec.json.encode({"log": log_file(finished()).decode()}).decode()
    answer = msgspec.json.decode(Bridge().ask("shuffles", fields))["answer"]
    assert [shuffle["owner"] for shuffle in answer] == [0, 1]
