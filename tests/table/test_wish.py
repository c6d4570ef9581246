"""Hidden choices on the house: carried out, sealed in the log, opened with the rest, and nobody else's."""

from typing import Any

import msgspec
import pytest

from facedown.dealers import House
from facedown.kernel import Arranged, Found, InvalidAction, ProofRejected
from facedown.table import Follower, Step, Table, log_file, registry, verify
from facedown.table.entries import Acted, Dealt, Entry, head_of, read_entry
from facedown.testing.workshop import PASS, WORKSHOP, Do, Put, Take

SECRET = bytes(range(32))
DECKS = [WORKSHOP.decks()["tools"]] * 2


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)


class Match:
    """A table and its log."""

    def __init__(self) -> None:
        self.table, steps = Table.open(
            WORKSHOP, House(SECRET, DECKS), match="m", names=["ada", "bo"], decks=DECKS
        )
        self.steps = steps

    @property
    def seat(self) -> int:
        return self.table.active[0]

    def act(self, action: Any, **wish: Any) -> list[Step]:
        steps = self.table.act(self.seat, action, 0, **wish)
        self.steps += steps
        return steps

    def lines(self) -> list[bytes]:
        return [step.line for step in self.steps]

    def end(self) -> bytes:
        self.steps += self.table.leave(0, "conceded", 0)
        return log_file(self.lines())


def scry(match: Match, *order: int, top: int) -> tuple[list[str], list[str]]:
    """The faces that were looked at, and the faces of the deck's first and last cards afterwards."""
    seat = match.seat
    match.act(Do("scry"))
    looking = match.table.state.looking
    seen = [match.table.faces[seat][ref] for ref in looking]
    match.act(Put(top), wish=tuple(looking[place] for place in order))
    deck = match.table.state.benches[seat].deck
    ends = [*deck[:top], *deck[len(deck) - len(looking) + top :]]
    return seen, [match.table.dealer.face(ref) or "" for ref in ends]


def test_cards_lie_as_they_were_wished_and_their_owner_knows_it() -> None:
    match = Match()
    seat = match.seat
    seen, ends = scry(match, 2, 0, 1, top=1)
    assert ends == [seen[2], seen[0], seen[1]]
    top = match.table.state.benches[seat].deck[0]
    assert match.table.faces[seat][top] == seen[2]
    assert top not in match.table.faces[1 - seat]


def test_without_a_wish_they_stay_as_they_lie() -> None:
    seen, ends = scry(Match(), top=3)
    assert ends == seen


def test_a_search_takes_what_was_wished() -> None:
    match = Match()
    seat, table = match.seat, match.table
    match.act(Do("tutor"))
    refs = table.state.looking
    wanted = [table.faces[seat][refs[place]] for place in (7, 3)]
    dealt = match.act(Take(2), wish=(refs[7], refs[3]))[1].entry.body
    assert isinstance(dealt, Dealt)
    assert isinstance(dealt.answer, Found)
    assert [table.faces[seat][ref] for ref in dealt.answer.taken] == wanted
    assert table.state.benches[seat].hand[-2:] == dealt.answer.taken
    assert not set(dealt.answer.rest) & set(table.faces[seat]), "the rest is nobody's knowledge"


def test_two_wishes_leave_logs_of_the_same_shape_and_verify_opens_both() -> None:
    logs = []
    for order in ((0, 1, 2), (2, 1, 0)):
        match = Match()
        scry(match, *order, top=2)
        log = match.end()
        assert verify(log).finished
        logs.append([read_entry(line).body for line in log.split(b"\n")[:-2]])
    one, other = logs
    different = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    (a, b), *rest = different
    assert not rest
    assert isinstance(a, Acted)
    assert isinstance(b, Acted)
    assert isinstance(a.wish, str)
    assert isinstance(b.wish, str)
    assert len(a.wish) == len(b.wish) == 12


def test_a_restarted_house_still_knows() -> None:
    match = Match()
    seen, _ = scry(match, 2, 0, 1, top=3)
    follower = Follower(match.lines()[0], House(SECRET, DECKS))
    for line in match.lines()[1:]:
        follower.feed(line)
    assert follower.table.faces == match.table.faces
    assert seen[2] == follower.table.dealer.face(follower.table.state.benches[1 - match.seat].deck[0])


def test_an_exchanged_wish_shows_in_the_end() -> None:
    """What the house sealed has to open, with its own secret, to a wish for that choice."""
    match = Match()
    scry(match, 2, 0, 1, top=3)
    lines = match.lines()
    at = next(i for i, line in enumerate(lines) if b'"wish"' in line)
    follower = Follower(lines[0], House(SECRET, DECKS))
    for line in lines[1:at]:
        follower.feed(line)
    entry = read_entry(lines[at])
    assert isinstance(entry.body, Acted)
    forged = Entry(entry.at, 0, head_of(lines[at - 1]), msgspec.structs.replace(entry.body, wish="00" * 6))
    with pytest.raises(ProofRejected, match=f"dealer at entry {at}: what it sealed is no wish"):
        follower.feed(forged.line())


@pytest.mark.parametrize("wish", [(0,), (99,), (-1, -1)])
def test_a_wish_for_other_cards_is_refused(wish: tuple[int, ...]) -> None:
    match = Match()
    match.act(Do("scry"))
    at, state = match.table.at, match.table.state
    with pytest.raises(InvalidAction, match="cards that you may choose from"):
        match.act(Put(1), wish=wish)
    assert (match.table.at, match.table.state) == (at, state)


def test_a_wish_without_a_choice_is_refused() -> None:
    match = Match()
    with pytest.raises(InvalidAction, match="nothing to wish for"):
        match.act(PASS, wish=(match.table.state.benches[0].deck[0],))


def test_the_answer_says_nothing_of_the_wish() -> None:
    answers = []
    for order in ((0, 1, 2), (1, 2, 0)):
        match = Match()
        scry(match, *order, top=1)
        bodies = [step.entry.body for step in match.steps]
        answers.append([body for body in bodies if isinstance(body, Dealt)][-1])
    assert answers[0] == answers[1]
    assert isinstance(answers[0].answer, Arranged)
