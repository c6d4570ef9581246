"""Hidden cards in free-form play: what cryptography forbids, and what an owner may allow."""

import pytest

from facedown.dealers import House
from facedown.games.magic.actions import Choose
from facedown.games.magic.freeform import (
    DrawCards,
    Flip,
    Look,
    MoveCards,
    Mulligan,
    Say,
    SetAttribute,
    SetCounters,
    SetLife,
    Show,
    ShuffleLibrary,
)
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions, player
from facedown.kernel import IllegalAction, Refused, encode, entitled, may_look
from facedown.table import Follower, Table
from facedown.table.entries import Dealt, Undone
from games.dialled import BEARS, NAMES, Kitchen, events, opened

MIXED = ("grizzly-bears", "forest", "giant-growth", "lightning-bolt") * 10


def sees(kitchen: Kitchen, seat: int, ref: int) -> bool:
    return may_look(entitled(list(MAGIC.zones(kitchen.state)), ref), seat)


@pytest.mark.parametrize("zone", ["hand", "library"])
@pytest.mark.parametrize("dial", ["free", "assisted"])
def test_another_player_s_hidden_cards_are_out_of_reach(zone: str, dial: str) -> None:
    kitchen = Kitchen(dial)
    while kitchen.state.prompt.kind != "free":
        kitchen.act(kitchen.state.prompt.seat, Choose(0))
    ref = getattr(kitchen.own(1), zone)[-1]
    before = encode(kitchen.state)
    for to in ("battlefield", "graveyard", "exile", "stack", "command", "hand", "library"):
        for down in (False, True):
            with pytest.raises(Refused):
                kitchen.act(0, MoveCards((ref,), to, face_down=down))
    for command in (
        Flip(ref),
        Show((ref,)),
        Show((ref,), to=0),
        SetAttribute((ref,), tapped=True),
        SetCounters(ref, "x", 1),
    ):
        with pytest.raises(Refused):
            kitchen.act(0, command)
    assert encode(kitchen.state) == before
    assert ref not in kitchen.table.faces[0]


def test_one_looks_at_one_s_own_library_and_nobody_else_does() -> None:
    kitchen = Kitchen(decks=(MIXED, MIXED))
    top = kitchen.own(0).library[-3:]
    (step,) = kitchen.act(0, Look(3))
    assert set(step.faces[0]) == set(top)
    assert step.faces[1] == {}
    bottom = kitchen.own(0).library[:2]
    kitchen.act(0, Look(-2))
    assert all(sees(kitchen, 0, ref) and not sees(kitchen, 1, ref) for ref in (*top, *bottom))
    kitchen.act(0, Look(0))
    assert all(ref in kitchen.table.faces[0] for ref in kitchen.own(0).library)
    with pytest.raises(IllegalAction, match="known already"):
        kitchen.act(0, Look(1))
    kitchen.act(0, ShuffleLibrary())
    assert not any(sees(kitchen, 0, ref) or ref in kitchen.table.faces[0] for ref in kitchen.own(0).library)
    for wrong in (Look(99), Look(-99)):
        with pytest.raises(IllegalAction):
            kitchen.act(0, wrong)


def test_a_hand_is_shown_to_one_player_alone_and_stays_out_of_reach() -> None:
    kitchen = Kitchen(decks=(MIXED,) * 3)
    hand = kitchen.own(0).hand
    (step,) = kitchen.act(0, Show(zone="hand", to=2))
    assert set(step.faces[2]) == set(hand)
    assert step.faces[1] == {}
    with pytest.raises(IllegalAction):
        kitchen.act(2, MoveCards(hand[:1], "graveyard"))
    with pytest.raises(IllegalAction):
        kitchen.act(2, Show(hand[:1]))  # it is not theirs to show on
    for wrong in (
        Show(),
        Show(zone="hand", to=0),
        Show(zone="hand", to=9),
        Show(hand[:1], zone="hand"),
        Show(zone="hand", lend=True),
    ):
        with pytest.raises(IllegalAction):
            kitchen.act(0, wrong)


def test_what_is_lent_may_be_moved_and_is_turned_up_by_the_dealer() -> None:
    kitchen = Kitchen(decks=(MIXED, MIXED))
    kitchen.act(0, Show(zone="library", to=1, lend=True))
    ref, other = kitchen.own(0).library[5], kitchen.own(0).library[6]
    steps = kitchen.act(1, MoveCards((ref,), "exile"))
    assert any(isinstance(step.entry.body, Dealt) for step in steps)
    assert kitchen.obj(ref).owner == 0
    assert kitchen.obj(ref).face == kitchen.table.faces[1][ref]
    kitchen.act(1, MoveCards((other,), "library"))
    assert kitchen.own(0).library[-1] == other
    kitchen.act(0, Show((other,), to=1))  # to look, and no more
    with pytest.raises(IllegalAction):
        kitchen.act(1, MoveCards((other,), "exile"))
    kitchen.act(0, ShuffleLibrary())
    with pytest.raises(IllegalAction):
        kitchen.act(1, MoveCards((kitchen.own(0).library[-1],), "exile"))


def test_cards_from_hand_and_library_at_once_are_revealed_together() -> None:
    kitchen = Kitchen(decks=(MIXED, MIXED))
    held, top = kitchen.own(0).hand[0], kitchen.own(0).library[-1]
    steps = kitchen.act(0, MoveCards((held, top), "graveyard"))
    assert [type(step.entry.body).__name__ for step in steps] == ["Acted", "Dealt"]
    assert kitchen.obj(held).face == kitchen.table.faces[0][held]
    assert kitchen.obj(top).face in MIXED


def test_a_face_down_card_is_its_controller_s_secret() -> None:
    kitchen = Kitchen(decks=(MIXED,) * 3)
    ref = kitchen.own(0).hand[0]
    (step,) = kitchen.act(0, MoveCards((ref,), "battlefield", face_down=True))
    assert opened(step) == ()
    assert (sees(kitchen, 0, ref), sees(kitchen, 1, ref)) == (True, False)
    for command in (
        Flip(ref),
        MoveCards((ref,), "graveyard"),
        MoveCards((ref,), "exile", face_down=True),
        MoveCards((ref,), "battlefield", seat=1),
    ):
        with pytest.raises(Refused):
            kitchen.act(1, command)
    kitchen.act(1, SetAttribute((ref,), tapped=True))  # but it lies there for all to touch
    kitchen.act(0, Show((ref,), to=1))
    assert (sees(kitchen, 1, ref), sees(kitchen, 2, ref)) == (True, False)
    kitchen.act(0, MoveCards((ref,), "exile", face_down=True))
    assert (sees(kitchen, 0, ref), sees(kitchen, 2, ref)) == (True, False)
    (step,) = kitchen.act(0, Flip(ref))
    assert opened(step) == ((ref, kitchen.table.faces[0][ref]),)


def test_nothing_of_a_hidden_card_is_in_the_state() -> None:
    deck = ("storm-crow-of-mine|{1}{U}|Creature — Bird|1/2|U|U",) * 40
    kitchen = Kitchen(decks=(deck, BEARS))
    for command in (
        Look(0),
        Show(zone="hand", to=1, lend=True),
        MoveCards(kitchen.own(0).hand[:1], "battlefield", face_down=True),
        MoveCards(kitchen.own(0).hand[1:2], "library", 3),
        DrawCards(-1),
        Mulligan(6),
    ):
        kitchen.act(0, command)
        assert b"storm-crow" not in encode(kitchen.state)


# --- two hidden assignments with the same view ---


class _Switched(House):
    def exchange(self, one: int, other: int) -> None:
        self._faces[one], self._faces[other] = self._faces[other], self._faces[one]


def test_two_hands_that_nobody_saw_give_the_same_messages() -> None:
    """Ann's cards are exchanged behind everybody's back; Bob cannot tell, whatever anybody does by hand."""
    options = MagicOptions(dial="free")
    decks = MIXED, MIXED
    house = House(bytes(32), decks)
    ours, steps = Table.open(MAGIC, house, match="m", names=NAMES[:2], decks=decks, options=options)
    dealer = _Switched(bytes(32), (MIXED, MIXED))
    follower = Follower(steps[0].line, dealer)
    for step in steps[1:]:
        follower.feed(step.line)
    theirs = follower.table
    hand, library = ours.state.players[0].hand, ours.state.players[0].library
    for held, lying in zip(hand, library, strict=False):
        dealer.exchange(held, lying)
    commands = [
        (0, MoveCards((hand[0],), "battlefield", face_down=True)),
        (0, MoveCards((hand[1],), "library", 4)),
        (0, Look(5)),
        (0, DrawCards(2)),
        (0, SetAttribute((hand[0],), power=4, toughness=4)),
        (0, MoveCards((hand[0],), "exile", face_down=True)),
        (0, DrawCards(-1)),
        (1, SetCounters(hand[0], "time", 3)),
        (0, MoveCards((hand[0],), "hand")),
        (0, Show((hand[2],), to=0)),  # refused, in the same words
        (1, MoveCards((hand[2],), "hand")),
        (1, Flip(hand[0])),
        (0, ShuffleLibrary(7)),
        (0, Mulligan(6)),
        (1, SetLife(-2)),
        (0, Say("go")),
    ]
    compared = 0
    for seat, command in commands:
        heard = []
        for table in (ours, theirs):
            try:
                done = table.act(seat, command, table.time)
            except Refused as refused:
                heard.append([str(refused).encode()])
                continue
            told = [encode((step.entry.body, step.events, step.faces[1])) for step in done]
            words = [
                MAGIC.say(table.state, event, table.names, table.faces[1]).encode()
                for step in done
                for event in step.events
            ]
            heard.append([*told, *words])
        assert heard[0] == heard[1], command
        assert encode(ours.state) == encode(theirs.state)
        assert MAGIC.show(ours.state, 1, NAMES, ours.faces[1]) == MAGIC.show(
            theirs.state, 1, NAMES, theirs.faces[1]
        )
        compared += len(heard[0])
    assert compared > 40
    assert ours.faces[0] != theirs.faces[0]


# --- undo ---


def test_a_change_by_hand_can_be_taken_back_though_all_may_act() -> None:
    kitchen = Kitchen()
    ref = kitchen.put(0)
    before = encode(kitchen.state)
    kitchen.act(0, SetAttribute((ref,), power=5, toughness=5))
    kitchen.act(0, SetLife(-2))
    assert kitchen.table.undoable(0)
    assert not kitchen.table.undoable(1)
    kitchen.table.undo(0, 100)
    (step,) = kitchen.table.undo(0, 100)
    assert isinstance(step.entry.body, Undone)
    assert encode(kitchen.state) == before
    assert not kitchen.table.undoable(0)  # the card was turned up before


def test_undo_never_crosses_another_s_action_a_reveal_a_die_or_the_turn() -> None:
    kitchen = Kitchen()
    ref = kitchen.put(0)
    for after in (
        (1, SetLife(-1)),
        (0, DrawCards(1)),
        (0, Look(2)),
        (0, ShuffleLibrary(3)),
        (0, Show(zone="hand", to=1)),
        (0, MoveCards((kitchen.own(0).hand[0],), "graveyard")),
    ):
        kitchen.act(0, SetCounters(ref, "charge", 1))
        assert kitchen.table.undoable(0)
        kitchen.act(*after)
        assert not kitchen.table.undoable(0), after
    assert not kitchen.table.undoable(1)
    kitchen.act(1, SetCounters(player(1), "energy", 1))
    assert kitchen.table.undoable(1)
    kitchen.act(0, SetLife(1))
    kitchen.act(1, SetLife(1))
    kitchen.table.undo(1, 100)
    assert not kitchen.table.undoable(0)  # Bob has answered it, though he thought better of that
    kitchen.act(1, SetLife(1))
    kitchen.type(1, "roll 6")
    assert not kitchen.table.undoable(1)
    kitchen.act(1, SetLife(-1))
    kitchen.type(1, "next turn")
    assert not kitchen.table.undoable(1)
    with pytest.raises(IllegalAction):
        kitchen.table.undo(1, 100)


def test_a_hidden_card_put_back_can_be_taken_back_too() -> None:
    kitchen = Kitchen()
    before = kitchen.own(0).hand
    steps = kitchen.act(0, MoveCards(before[:1], "library", -1))
    assert events(steps) == ["Moved"]
    kitchen.table.undo(0, 100)
    assert kitchen.own(0).hand == before
