"""Walking a log: the restart of a server, and mirrors that know no secret."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from facedown.dealers import House
from facedown.games.duel import DUEL
from facedown.kernel import Answer, ProofRejected, Revealed, Rolled, Shuffled, decode, encode
from facedown.table import Entry, Follower, follow
from facedown.table.entries import Acted, Agreed, Body, Contributed, Dealt, Ended, Left, Opened, Undone
from table.played import (
    LISTS,
    NONCES,
    SECRET,
    SHORT,
    dealt_table,
    finished,
    first_of,
    new_table,
    random_moves,
    rehashed,
)


def house() -> House:
    return House(SECRET, LISTS)


def walk(lines: Any, dealer: House | None = None) -> Follower:
    follower = Follower(lines[0], dealer)
    for line in lines[1:]:
        follower.feed(line)
    return follower


def rejection(lines: Any, dealer: House | None = None) -> str:
    with pytest.raises(ProofRejected) as rejected:
        walk(lines, dealer)
    return str(rejected.value)


def with_body(lines: Any, at: int, change: Callable[[Any], Body]) -> list[bytes]:
    """The log up to an entry that is another, with every hash in order."""
    entry = decode(lines[at], Entry)
    other = msgspec.structs.replace(entry, body=change(entry.body))
    return rehashed([*lines[:at], other.line()])


@pytest.mark.parametrize("most", [0, 1, 5, 11, 1_000])
def test_a_killed_server_goes_on_where_it_was(most: int) -> None:
    """Same state, same hands, same clocks, same next entry."""
    table, lines = dealt_table()
    random_moves(table, lines, 5, most)
    again = walk(lines, house()).table
    assert encode(again.state) == encode(table.state)
    assert (again.at, again.head, again.time, again.faces, again.outcome) == (
        table.at,
        table.head,
        table.time,
        table.faces,
        table.outcome,
    )
    assert again.clocks.left(table.time + 5) == table.clocks.left(table.time + 5)
    one, other = list(lines), list(lines)
    random_moves(table, one, 6)
    random_moves(again, other, 6)
    assert one == other


def test_a_server_killed_before_the_deal_goes_on_too() -> None:
    table, steps = new_table()
    steps += table.contribute(0, NONCES[0], 10)
    again = walk([step.line for step in steps], house()).table
    assert again.awaited == {1}
    assert [step.line for step in again.contribute(1, NONCES[1], 20)] == [
        step.line for step in table.contribute(1, NONCES[1], 20)
    ]


def test_a_log_that_was_cut_within_a_move_knows_what_is_missing() -> None:
    lines = finished()
    contributed = first_of(lines, Contributed, lambda body: body.seat == 1)
    follower = walk(lines[: contributed + 1], house())
    assert follower.expects
    follower.feed(lines[contributed + 1])
    follower.feed(lines[contributed + 2])
    follower.feed(lines[contributed + 3])
    assert not follower.expects


def test_a_mirror_without_secrets_comes_to_the_same_states() -> None:
    lines = finished()
    ours = {table.at: encode(table.state) for table, _ in follow(lines)}
    assert len(ours) == len(lines)
    follower = walk(lines)
    assert follower.ended
    assert follower.table.faces == [{}, {}]
    assert encode(follower.table.state) == encode(walk(lines, house()).table.state)


def test_follow_yields_each_step_with_the_table_after_it() -> None:
    lines = finished()
    steps = [step for _, step in follow(lines, house())]
    assert [step.line for step in steps] == list(lines)
    assert steps[0].events == []
    assert any(step.faces and step.faces[0] for step in steps)


def test_a_mirror_offers_the_same_undo_as_the_server() -> None:
    """Whether something may be taken back must not depend on whether one knows the cards."""
    offers = []
    for dealer in (None, house()):
        follower = Follower(finished()[0], dealer)
        offered = []
        for line in finished()[1:]:
            follower.feed(line)
            if not follower.expects:
                offered.append((follower.table.at, follower.table.undoable(0), follower.table.undoable(1)))
        offers.append(offered)
    with_secret = set(offers[1])
    assert with_secret <= set(offers[0])
    assert any(one or other for _, one, other in with_secret)


def test_a_deal_before_all_randomness_is_in_is_refused_even_without_secrets() -> None:
    """What keeps a server honest that works together with a player: first all randomness, then the cards."""
    lines = list(finished())
    second = first_of(lines, Contributed, lambda body: body.seat == 1)
    early = rehashed(lines[:second] + lines[second + 1 :])
    why = f"log at entry {second}: has no place for a Dealt here"
    assert rejection(early) == why
    assert rejection(early, house()) == why
    swapped = rehashed([*lines[:second], lines[second + 1], lines[second], *lines[second + 2 :]])
    assert rejection(swapped) == why


def test_an_action_before_the_deal_is_refused() -> None:
    lines = finished()
    acted = first_of(lines, Acted)
    early = rehashed([lines[0], lines[acted]])
    assert rejection(early).endswith("at entry 1: the cards are not dealt yet")


def test_randomness_that_is_shown_twice_or_is_another() -> None:
    lines = list(finished())
    at = first_of(lines, Contributed)
    seat = decode(lines[at], Entry).body.seat  # type: ignore[union-attr]
    assert rejection(rehashed([*lines[: at + 1], lines[at]])) == (
        f"seat {seat} at entry {at + 1}: no randomness is asked of you now"
    )
    other = with_body(lines, at, lambda body: Contributed(body.seat, "another"))
    assert rejection(other) == f"seat {seat} at entry {at}: its randomness is not what it had committed to"


ANSWERS: list[tuple[Answer, str]] = [
    (Shuffled(tuple(range(60, 90))[::-1]), "a shuffle did not bring fresh refs"),
    (Shuffled(tuple(range(30))), "a shuffle did not bring fresh refs"),
    (Rolled(0), "is no answer to Shuffle"),
    (Revealed(("firebolt",)), "is no answer to Shuffle"),
]


@pytest.mark.parametrize(("answer", "why"), ANSWERS, ids=lambda value: str(value)[:20])
def test_answers_that_even_a_mirror_refuses(answer: Answer, why: str) -> None:
    lines = finished()
    at = first_of(lines, Dealt)
    told = rejection(with_body(lines, at, lambda body: Dealt(answer)))
    assert told.startswith(f"dealer at entry {at}: ")
    assert why in told


def test_a_face_that_is_no_card_is_refused_by_a_mirror() -> None:
    lines = finished()
    at = first_of(lines, Acted, lambda body: body.faces)
    for faces in ((), ((10**9, "firebolt"),)):
        change = partial(msgspec.structs.replace, faces=faces)
        hidden = with_body(lines, at, change)
        assert rejection(hidden).endswith(f"at entry {at}: that card has not been turned up")
    strange = with_body(
        lines, at, lambda body: msgspec.structs.replace(body, faces=((body.faces[0][0], "no-such-card"),))
    )
    assert f"at entry {at}: cannot be carried out: " in rejection(strange)
    ref = decode(lines[at], Entry).body.faces[0][0]  # type: ignore[union-attr]
    more = with_body(
        lines, at, lambda body: msgspec.structs.replace(body, faces=(*body.faces, (ref - 1, "firebolt")))
    )
    assert rejection(more) == f"log at entry {at}: turns up other cards than the action does"


def test_a_burnt_card_that_is_no_card_is_refused_by_a_mirror() -> None:
    lines = finished()
    at = first_of(lines, Dealt, lambda body: isinstance(body.answer, Revealed))
    told = rejection(with_body(lines, at, lambda body: Dealt(Revealed(("no-such-card",)))))
    assert told.startswith(f"dealer at entry {at}: ")


def test_a_line_from_elsewhere_is_not_even_tried() -> None:
    """Place and hash come first: what a stray line says is nobody's fault."""
    lines = finished()
    at = first_of(lines, Acted)
    assert (
        rejection([*lines[:at], lines[at + 1]])
        == f"log at entry {at}: has entry {at + 1} where entry {at} belongs"
    )
    entry = decode(lines[at], Entry)
    illegal = msgspec.structs.replace(entry.body, action=msgspec.Raw(b'{"type":"play_creature","card":0}'))
    stray = msgspec.structs.replace(entry, prev="0" * 64, body=illegal)
    why = f"log at entry {at}: does not follow from the entry before: the hash differs"
    assert rejection([*lines[:at], stray.line()]) == why


def test_nothing_follows_the_end() -> None:
    lines = finished()
    at = len(lines)
    for body, why in (
        (Agreed(), "the match is over"),
        (Left(0, "conceded"), "the match is over"),
        (Undone(0, 1), "the match is over"),
        (Dealt(Rolled(1)), "has no place for a Dealt here"),
        (decode(lines[-1], Entry).body, "has no place for a Ended here"),
        (decode(lines[0], Entry).body, "has no place for a Opened here"),
    ):
        entry = msgspec.structs.replace(decode(lines[-1], Entry), body=body)
        for dealer in (None, house()):
            told = rejection(rehashed([*lines, entry.line()]), dealer)
            assert told.endswith(f"at entry {at}: {why}")


def test_a_match_that_nobody_ended_does_not_end() -> None:
    lines = list(finished())
    at = first_of(lines, Acted)
    ended = msgspec.structs.replace(decode(lines[-1], Entry), at=at)
    assert (
        rejection(rehashed([*lines[:at], ended.line()]))
        == f"log at entry {at}: has no place for a Ended here"
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": 2}, "log at entry 0: has format 2, this version reads 1"),
        ({"game": "chess"}, "log at entry 0: no game is called 'chess'; there are: "),
        ({"version": 99}, f"log at entry 0: is of duel version 99, here is {DUEL.version}"),
        ({"chairs": ()}, "log at entry 0: seats 0 players"),
        ({"options": msgspec.Raw(b'{"mana":99}')}, "log at entry 0: not options of duel"),
        ({"options": msgspec.Raw(b"[]")}, "log at entry 0: not options of duel"),
    ],
)
def test_openings_that_cannot_be_followed(change: dict[str, Any], why: str) -> None:
    lines = with_body(finished(), 0, lambda body: msgspec.structs.replace(body, **change))
    assert rejection(lines).startswith(why)


def test_a_log_begins_with_the_opening() -> None:
    lines = finished()
    assert rejection(rehashed(lines[1:])) == "log at entry 0: does not begin with the opening of a match"
    assert rejection([b""]).startswith("log at entry 0: not of the form Entry")
    assert [step.line for _, step in follow(lines[:1])] == list(lines[:1])
    with pytest.raises(ProofRejected, match="log at entry 0: not of the form Entry"):
        list(follow([]))


@pytest.mark.parametrize("cards", [-1, 1001, 10**12])
def test_a_deck_of_an_impossible_size(cards: int) -> None:
    def resize(body: Opened) -> Opened:
        chairs = tuple(msgspec.structs.replace(chair, cards=cards) for chair in body.chairs)
        return msgspec.structs.replace(body, chairs=chairs)

    assert rejection(with_body(finished(), 0, resize)) == "log at entry 0: has a deck of an impossible size"


def test_undo_that_was_not_offered_is_refused_with_and_without_secrets() -> None:
    """After a draw, after a card was turned up, after the turn has passed: also by one who sees no cards."""
    lines = list(finished())
    tried = 0
    for at in range(first_of(lines, Acted) + 1, len(lines) - 1):
        follower = walk(lines[:at], house())
        if follower.expects:
            continue
        for seat in (0, 1):
            if follower.table.undoable(seat):
                continue
            entry = msgspec.structs.replace(decode(lines[at], Entry), body=Undone(seat, at - 1))
            for dealer in (None, house()):
                told = rejection(rehashed([*lines[:at], entry.line()]), dealer)
                assert told == f"seat {seat} at entry {at}: there is nothing that you could take back"
            tried += 1
    assert tried > 10


def test_undo_to_another_place_is_refused() -> None:
    lines = finished()
    at = first_of(lines, Undone)
    wrong = with_body(lines, at, lambda body: Undone(body.seat, body.to - 1))
    assert rejection(wrong) == f"log at entry {at}: is not what the table would have written"


def test_a_follower_can_carry_the_options_of_its_match() -> None:
    assert walk(finished()).table.options == SHORT
    assert isinstance(decode(finished()[-1], Entry).body, Ended)
