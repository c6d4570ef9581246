"""Assisted play: the rules do what one asks them to, suggest, and never stand in the way."""

import pytest

from facedown.games.magic.actions import Cast, Choose, Pass, PlayLand
from facedown.games.magic.dial import suggestions
from facedown.games.magic.freeform import (
    CheckTable,
    DrawCards,
    MakeToken,
    MoveCards,
    NeverMind,
    NextTurn,
    Resolve,
    SetAttribute,
    SetCounters,
    SetLife,
    SetStep,
)
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import player
from facedown.kernel import IllegalAction
from games.dialled import BEARS, Kitchen

BOLTS = ("lightning-bolt",) * 20 + ("mountain",) * 20


def begun(*decks: tuple[str, ...]) -> Kitchen:
    """A table where everybody has kept."""
    kitchen = Kitchen("assisted", decks=decks or (BEARS, BEARS))
    while kitchen.state.prompt.kind != "free":
        kitchen.act(kitchen.state.prompt.seat, Choose(0))
    return kitchen


def test_opening_hands_are_kept_by_the_rules() -> None:
    kitchen = Kitchen("assisted")
    prompt = kitchen.state.prompt
    assert prompt.kind == "mulligan"
    assert MAGIC.active(kitchen.state) == (prompt.seat,)
    for command in (DrawCards(1), NeverMind()):
        with pytest.raises(IllegalAction):
            kitchen.act(prompt.seat, command)
    kitchen.act(prompt.seat, Choose(1))
    assert kitchen.own(prompt.seat).mulligans == 1


def test_the_table_suggests_and_does_nothing_by_itself() -> None:
    kitchen = begun()
    ref = kitchen.put(0)
    assert suggestions(kitchen.state) == ()
    with pytest.raises(IllegalAction, match="nothing to do"):
        kitchen.act(0, CheckTable())
    kitchen.act(1, SetAttribute((ref,), damage=2))
    assert kitchen.obj(ref).zone == "battlefield"
    (said, *_) = [
        words
        for event in suggestions(kitchen.state)
        if "Grizzly" in (words := MAGIC.say(kitchen.state, event, kitchen.table.names, {}))
    ]
    assert said == "Grizzly Bears dies."
    assert CheckTable() in MAGIC.legal(kitchen.state, 1, {})
    kitchen.act(1, CheckTable())
    assert kitchen.obj(ref).zone == "graveyard"
    assert CheckTable() not in MAGIC.legal(kitchen.state, 1, {})


def test_players_may_leave_a_suggestion_alone() -> None:
    kitchen = begun()
    kitchen.act(0, SetLife(-25))
    assert suggestions(kitchen.state)
    kitchen.act(0, SetLife(10))
    assert not suggestions(kitchen.state)
    kitchen.act(0, SetCounters(player(1), "poison", 10))
    kitchen.act(0, CheckTable())
    assert kitchen.table.outcome is not None
    assert kitchen.table.outcome.winners == (0,)


def test_a_spell_is_cast_paid_and_resolved_by_the_rules() -> None:
    kitchen = begun(BOLTS, BOLTS)
    seat = kitchen.first
    kitchen.act(seat, SetStep("main"))
    land = kitchen.held(seat, "Land")
    kitchen.act(seat, PlayLand(land))
    with pytest.raises(IllegalAction):
        kitchen.act(seat, PlayLand(kitchen.held(seat, "Land")))
    bolt = kitchen.held(seat, "Instant")
    kitchen.act(seat, Cast(bolt))
    prompt = kitchen.state.prompt
    assert (prompt.seat, prompt.kind) == (seat, "target")
    assert MAGIC.active(kitchen.state) == (seat,)
    with pytest.raises(IllegalAction):
        kitchen.act(1 - seat, SetLife(1))
    kitchen.act(seat, Choose(prompt.options.index((player(1 - seat),))))
    assert kitchen.status(land).tapped
    assert kitchen.state.stack == (bolt,)
    kitchen.act(1 - seat, Resolve())
    assert kitchen.own(1 - seat).life == 17
    assert kitchen.obj(bolt).zone == "graveyard"
    with pytest.raises(IllegalAction):
        kitchen.act(seat, Pass())


def test_the_same_spell_by_hand_does_only_what_the_players_do() -> None:
    kitchen = begun(BOLTS, BOLTS)
    bolt = kitchen.held(0, "Instant")
    kitchen.act(0, MoveCards((bolt,), "stack"))
    kitchen.act(0, Resolve())
    assert kitchen.own(1).life == 20
    assert kitchen.obj(bolt).zone == "graveyard"


def test_never_mind_leaves_a_question() -> None:
    kitchen = begun(BOLTS, BOLTS)
    seat = kitchen.first
    kitchen.act(seat, SetStep("main"))
    kitchen.act(seat, PlayLand(kitchen.held(seat, "Land")))
    kitchen.act(seat, Cast(kitchen.held(seat, "Instant")))
    assert NeverMind() in MAGIC.legal(kitchen.state, seat, kitchen.table.faces[seat])
    with pytest.raises(IllegalAction):
        kitchen.act(1 - seat, NeverMind())
    kitchen.act(seat, NeverMind())
    assert kitchen.state.prompt.kind == "free"
    kitchen.act(1 - seat, SetLife(1))


def test_steps_do_what_the_turn_does_by_itself() -> None:
    kitchen = begun()
    seat = kitchen.first
    mine, theirs = kitchen.put(seat), kitchen.put(1 - seat)
    kitchen.act(seat, SetAttribute((mine,), tapped=True, attacks=player(1 - seat)))
    kitchen.act(1 - seat, SetAttribute((theirs,), blocks=mine, tapped=True))
    kitchen.act(seat, SetStep("damage"))
    assert (kitchen.status(mine).damage, kitchen.status(theirs).damage) == (2, 2)
    kitchen.act(seat, CheckTable())
    assert kitchen.obj(mine).zone == kitchen.obj(theirs).zone == "graveyard"
    held = kitchen.put(1 - seat)
    kitchen.act(1 - seat, SetAttribute((held,), tapped=True))
    kitchen.act(seat, NextTurn())
    assert not kitchen.status(held).tapped
    before = len(kitchen.own(1 - seat).hand)
    kitchen.act(seat, SetStep("draw"))
    assert len(kitchen.own(1 - seat).hand) == before + 1


def test_what_triggers_by_hand_waits_until_somebody_wants_it() -> None:
    deck = ("elvish-visionary",) * 20 + ("forest",) * 20
    kitchen = begun(deck, BEARS)
    kitchen.put(0)
    assert len(kitchen.state.waiting) == 1
    kitchen.act(0, NeverMind())
    assert not kitchen.state.waiting
    kitchen.put(0)
    kitchen.act(1, CheckTable())
    assert len(kitchen.state.stack) == 1
    before = len(kitchen.own(0).hand)
    kitchen.act(1, Resolve())
    assert len(kitchen.own(0).hand) == before + 1


def test_the_legend_rule_asks_whom_it_concerns() -> None:
    kitchen = begun()
    kitchen.act(0, MakeToken("Marit Lage", count=2))
    kitchen.act(1, CheckTable())
    assert (kitchen.state.prompt.seat, kitchen.state.prompt.kind) == (0, "legend")
    kitchen.act(0, Choose(0))
    assert kitchen.state.prompt.kind == "free"
    assert sum(1 for obj in kitchen.state.objects if obj.zone == "battlefield") == 1
