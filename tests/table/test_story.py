"""Steps in sentences."""

import msgspec
import pytest

from facedown.games.duel import DUEL
from facedown.kernel import Outcome
from facedown.table.entries import Agreed, Ended, Entry, Left, Undone
from facedown.table.mirror import Mirror
from facedown.table.story import Moment, result, short, tell
from facedown.table.table import Step
from table.rooms import Party

NAMES = ("ada", "bram")


def test_a_deal_is_told_to_the_one_who_may_look_and_to_the_other() -> None:
    party = Party()
    mirror = Mirror(party.room.snapshot(0, party.now), party.lines)
    deal = mirror.history[-1]
    mine = tell(DUEL, NAMES, deal, mirror.faces)
    theirs = tell(DUEL, NAMES, deal, {})
    assert mine.count("ada draws") == len(party.table.state.sides[0].hand)
    assert "ada draws a card" not in mine
    hidden = len(party.table.state.sides[1].hand)
    assert f"bram draws a card ({hidden} times)." in mine
    assert f"ada draws a card ({len(party.table.state.sides[0].hand)} times)." in theirs


@pytest.mark.parametrize(
    ("outcome", "seat", "words"),
    [
        (Outcome((0,), "hero fell"), 0, "You win: hero fell."),
        (Outcome((0,), "hero fell"), 1, "You lose: hero fell."),
        (Outcome((0,), "hero fell"), -1, "ada wins: hero fell."),
        (Outcome((1,), "conceded"), 0, "You lose: you gave up."),
        (Outcome((1,), "conceded"), 1, "You win: ada gave up."),
        (Outcome((1,), "timed out"), -1, "bram wins: ada ran out of time."),
        (Outcome((), "agreed"), 1, "The match is drawn: agreed."),
    ],
)
def test_results_as_each_would_say_them(outcome: Outcome, seat: int, words: str) -> None:
    assert result(outcome, NAMES, seat) == words


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (Agreed(), "The players agree to a draw."),
        (Left(1, "abandoned"), "bram left and did not come back."),
        (Left(0, "conceded"), "ada gave up."),
        (Ended(Outcome((), ""), msgspec.Raw(b"{}")), "The match is over, and the dealer opens its books."),
        (Undone(0, 3), "ada takes the last action back."),
    ],
)
def test_steps_without_events_are_sentences_too(body: Agreed | Ended | Left | Undone, words: str) -> None:
    entry = Entry(5, 0, "", body)
    step = Step(entry, entry.line(), [], [])
    assert tell(DUEL, NAMES, Moment(None, step), {}) == words


def test_a_hash_for_people_is_short() -> None:
    assert short("0123456789abcdef") == "0123456789ab…"
    assert short("0123") == "0123"
