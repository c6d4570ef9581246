"""Who may be sent away, and what a judge sees and does."""

from typing import Any

import pytest

from facedown.dealers import House
from facedown.games.magic.freeform import Concede, Kick, MoveCards, Ruling, Say, SetLife
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import JUDGE, MagicOptions
from facedown.kernel import IllegalAction, InvalidAction, Outcome, encode, entitled, may_look
from facedown.table import Table, log_file, verify
from games.dialled import BEARS, Kitchen

# --- kick ---


def test_all_others_together_send_a_player_away() -> None:
    kitchen = Kitchen(decks=(BEARS,) * 4)
    for seat in (0, 1):
        kitchen.act(seat, Kick(3))
        assert not kitchen.own(3).lost
    steps = kitchen.act(2, Kick(3))
    assert kitchen.own(3).lost == "kicked"
    assert "Cid wants Dan to go." in kitchen.told(steps)
    assert "Dan" not in [kitchen.table.names[seat] for seat in kitchen.table.active]
    with pytest.raises(IllegalAction, match="not your turn"):
        kitchen.act(3, Say("but"))


def test_whoever_has_left_has_no_say() -> None:
    kitchen = Kitchen(decks=(BEARS,) * 4)
    kitchen.act(0, Concede())
    kitchen.act(1, Kick(3))
    kitchen.act(2, Kick(3))
    assert kitchen.own(3).lost == "kicked"


@pytest.mark.parametrize(
    ("seats", "seat", "command", "why"),
    [
        (2, 0, Kick(1), "of two players"),
        (3, 0, Kick(0), "concede"),
        (3, 0, Kick(3), "no such player"),
        (3, 0, Kick(-1), "no such player"),
    ],
)
def test_a_kick_that_makes_no_sense(seats: int, seat: int, command: Any, why: str) -> None:
    kitchen = Kitchen(decks=(BEARS,) * seats)
    before = encode(kitchen.state)
    with pytest.raises(IllegalAction, match=why):
        kitchen.act(seat, command)
    assert encode(kitchen.state) == before


def test_nobody_counts_twice() -> None:
    kitchen = Kitchen(decks=(BEARS,) * 4)
    kitchen.act(0, Kick(1))
    with pytest.raises(IllegalAction, match="you have said so"):
        kitchen.act(0, Kick(1))
    assert Kick(1) not in kitchen.table.legal(0)
    assert Kick(1) in kitchen.table.legal(2)


# --- judges ---


@pytest.fixture
def judged() -> Kitchen:
    """Ann and Bob play, Cid judges."""
    return Kitchen(decks=(BEARS, BEARS, ()), judge=True)


def test_who_brings_no_deck_judges_and_does_not_play(judged: Kitchen) -> None:
    assert judged.own(2).lost == JUDGE
    assert sorted(judged.table.active) == [0, 1, 2]
    assert not judged.own(2).hand
    for _ in range(4):
        judged.type(2, "next turn")
        assert judged.first != 2


def test_two_with_a_judge_are_two() -> None:
    """The first draw is skipped, and the first mulligan is not free (103.5, 103.8a)."""
    kitchen = Kitchen("enforced", decks=(BEARS, (), BEARS), judge=True)
    seat = kitchen.state.prompt.seat
    kitchen.act(seat, MAGIC.legal(kitchen.state, seat, {})[1])
    assert "put 1 on the bottom" in kitchen.state.prompt.about or kitchen.state.prompt.seat != seat


def test_a_judge_sees_every_hand_and_face_down_card_and_no_library(judged: Kitchen) -> None:
    for seat in (0, 1):
        own = judged.own(seat)
        assert set(own.hand) <= judged.table.faces[2].keys()
        assert not set(own.library) & judged.table.faces[2].keys()
    assert not set(judged.own(1).hand) & judged.table.faces[0].keys()
    ref = judged.held(0)
    judged.act(0, MoveCards((ref,), "battlefield", face_down=True))
    sight = entitled(list(MAGIC.zones(judged.state)), ref)
    assert [may_look(sight, seat) for seat in range(3)] == [True, False, True]
    assert "hand: Grizzly Bears" in MAGIC.show(judged.state, 2, judged.table.names, judged.table.faces[2])
    assert "hand: Grizzly" not in MAGIC.show(judged.state, 1, judged.table.names, judged.table.faces[1])


def test_a_judge_acts_for_players(judged: Kitchen) -> None:
    judged.type(2, "for Ann: life -2")
    assert judged.own(0).life == 18
    ref = judged.held(1)
    steps = judged.type(2, f"for bob: move #{ref} to battlefield")
    assert judged.obj(ref).controller == 1
    assert "Cid rules for Bob." in judged.told(steps)
    judged.type(2, "for Ann: draw 2")
    judged.type(2, "for Ann: shuffle")
    judged.type(2, "for Ann: move top to graveyard")
    assert judged.state.objects[-1].owner == 0
    judged.type(2, "say go on")
    judged.type(2, "roll 6")
    judged.type(2, "go to draw")


def test_a_judge_sends_a_player_away_by_conceding_for_them(judged: Kitchen) -> None:
    judged.type(2, "for Bob: concede")
    assert judged.table.outcome == Outcome((0,), "conceded")
    assert verify(log_file(judged.lines)).finished


@pytest.mark.parametrize(
    ("seat", "command", "why"),
    [
        (0, Ruling(1, SetLife(-2)), "only a judge"),
        (2, SetLife(-2), "say for whom"),
        (2, Concede(), "say for whom"),
        (2, Kick(0), "say for whom"),
        (2, Ruling(2, SetLife(-2)), "no such player"),
        (2, Ruling(7, SetLife(-2)), "no such player"),
        (2, Ruling(-1, SetLife(-2)), "no such player"),
    ],
)
def test_who_may_not_rule(judged: Kitchen, seat: int, command: Any, why: str) -> None:
    before = encode(judged.state)
    with pytest.raises(IllegalAction, match=why):
        judged.act(seat, command)
    assert encode(judged.state) == before


def test_a_ruling_in_words_comes_back_as_it_was_typed(judged: Kitchen) -> None:
    for action in judged.table.legal(2):
        words = MAGIC.label(judged.state, 2, action, judged.table.faces[2])
        judged_again = MAGIC.label(judged.state, 2, _parsed(judged, words), judged.table.faces[2])
        assert judged_again == words
    with pytest.raises(InvalidAction, match="one player at a time"):
        judged.type(2, "for Ann: for Bob: life -1")


def _parsed(kitchen: Kitchen, words: str) -> Any:
    from facedown.games.magic.dial import parse_command

    return parse_command(kitchen.state, 2, words, kitchen.table.faces[2])


def test_a_judge_does_not_win_and_the_game_ends_without_asking(judged: Kitchen) -> None:
    steps = judged.table.leave(0, "conceded", 5)
    assert judged.table.outcome is not None
    assert judged.table.outcome.winners == (1,)
    assert steps


def test_a_judge_who_goes_leaves_the_game_alone(judged: Kitchen) -> None:
    judged.table.leave(2, "abandoned", 5)
    assert judged.table.outcome is None
    judged.type(0, "life -1")
    assert judged.own(0).life == 19


def test_without_the_option_a_deck_is_needed_and_with_it_two_players_are() -> None:
    with pytest.raises(InvalidAction, match="at least 40 cards"):
        MAGIC.check_deck((), MagicOptions())
    table, _ = Table.open(
        MAGIC,
        House(bytes(32), (BEARS, ())),
        match="alone",
        names=("Ann", "Bob"),
        decks=(BEARS, ()),
        options=MagicOptions(judge=True),
    )
    assert table.outcome == Outcome((), "too few players")
