"""Free-form play: every command does what it says, and refuses what makes no sense."""

from typing import Any

import pytest

from facedown.games.magic.actions import Cast, Choose, Done, Pass
from facedown.games.magic.events import EffectBegan, LibraryChanged, Told
from facedown.games.magic.freeform import (
    AddPool,
    AttachCard,
    CheckTable,
    Concede,
    DrawCards,
    Flip,
    Look,
    MakeToken,
    MoveCards,
    Mulligan,
    NeverMind,
    NextTurn,
    Point,
    Resolve,
    ReverseOrder,
    RollDie,
    Say,
    SetAttribute,
    SetCounters,
    SetLife,
    SetStep,
    Show,
    ShuffleLibrary,
    UntapAll,
)
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MADE, player
from facedown.kernel import IllegalAction, encode
from games.dialled import BEARS, Kitchen, events, opened


def test_everybody_may_act_and_nobody_is_asked_before_the_first_turn() -> None:
    kitchen = Kitchen(decks=(BEARS,) * 3)
    assert kitchen.state.turn == 1
    assert sorted(MAGIC.active(kitchen.state)) == [0, 1, 2]
    assert MAGIC.active(kitchen.state)[0] == kitchen.first
    assert all(len(own.hand) == 7 for own in kitchen.state.players)


def test_enforced_play_refuses_every_command() -> None:
    kitchen = Kitchen("enforced")
    seat = kitchen.state.prompt.seat
    for command in (DrawCards(1), SetLife(5), Concede(), NeverMind(), MakeToken("Soldier"), Say("hello")):
        with pytest.raises(IllegalAction):
            kitchen.act(seat, command)


def test_free_play_refuses_what_only_rules_understand() -> None:
    kitchen = Kitchen()
    ref = kitchen.held(0)
    for action in (Pass(), Choose(0), Done(), Cast(ref), CheckTable(), NeverMind()):
        with pytest.raises(IllegalAction):
            kitchen.act(0, action)


def test_nothing_triggers_and_nothing_dies_by_itself() -> None:
    kitchen = Kitchen(decks=(("elvish-visionary",) * 20 + ("forest",) * 20, BEARS))
    ref = kitchen.put(0)
    kitchen.act(0, SetAttribute((ref,), damage=5))
    kitchen.act(0, SetLife(-50))
    assert not kitchen.state.waiting
    assert kitchen.obj(ref).zone == "battlefield"
    assert kitchen.table.outcome is None


# --- moving ---


def test_a_card_from_the_hand_is_turned_up_on_its_way_to_an_open_zone() -> None:
    kitchen = Kitchen()
    ref = kitchen.held(0)
    with pytest.raises(IllegalAction, match="stack is empty"):
        kitchen.act(0, Resolve())
    (step,) = kitchen.act(0, MoveCards((ref,), "stack"))
    assert opened(step) == ((ref, "grizzly-bears"),)
    assert kitchen.obj(ref).face == "grizzly-bears"
    assert kitchen.state.stack == (ref,)
    assert "Ann casts Grizzly Bears." in kitchen.told([step])
    kitchen.act(1, Resolve())
    assert kitchen.obj(ref).zone == "battlefield"
    assert kitchen.obj(ref).controller == 0


def test_a_card_goes_from_any_zone_to_any_other() -> None:
    kitchen = Kitchen()
    ref = kitchen.held(0)
    zones = ("battlefield", "graveyard", "exile", "stack", "command", "hand", "library")
    for zone in (*zones, *reversed(zones)):
        if zone != "library" or ref not in kitchen.own(0).library:
            kitchen.act(0, MoveCards((ref,), zone))  # type: ignore[arg-type]
        with_it = [name for name in ("hand", "library") if ref in getattr(kitchen.own(0), name)]
        with_it += [obj.zone for obj in kitchen.state.objects if obj.id == ref]
        assert with_it == [zone]


def test_positions_in_a_library_count_from_either_end() -> None:
    kitchen = Kitchen()
    one, two, three = kitchen.own(0).hand[:3]
    kitchen.act(0, MoveCards((one, two), "library", 2))
    kitchen.act(0, MoveCards((three,), "library", -2))
    library = kitchen.own(0).library
    assert (library[-3], library[-4]) == (one, two)
    assert library[1] == three
    kitchen.act(0, MoveCards((one,), "library"))
    kitchen.act(0, MoveCards((two,), "library", -1))
    assert (kitchen.own(0).library[-1], kitchen.own(0).library[0]) == (one, two)
    kitchen.act(0, MoveCards((one,), "library", 999))
    assert kitchen.own(0).library[0] == one


def test_cards_enter_tapped_face_down_with_other_numbers_or_for_another_player() -> None:
    kitchen = Kitchen()
    kitchen.act(0, MoveCards((ref := kitchen.held(0),), "battlefield", tapped=True, power=5, toughness=6))
    assert kitchen.status(ref).tapped
    assert (kitchen.seen(ref).power, kitchen.seen(ref).toughness) == (5, 6)
    kitchen.act(0, MoveCards((ref := kitchen.held(0),), "battlefield", seat=1))
    assert (kitchen.obj(ref).owner, kitchen.seen(ref).controller) == (0, 1)
    kitchen.act(0, MoveCards((ref := kitchen.held(0),), "battlefield", face_down=True))
    assert kitchen.obj(ref).face == ""
    assert (kitchen.seen(ref).power, kitchen.seen(ref).name) == (2, "")


def test_a_permanent_changes_hands_by_a_continuous_effect() -> None:
    kitchen = Kitchen()
    ref = kitchen.put(0)
    steps = kitchen.act(1, MoveCards((ref,), "battlefield", seat=1))
    assert events(steps) == ["EffectBegan"]
    assert kitchen.seen(ref).controller == 1
    kitchen.act(0, MoveCards((ref,), "battlefield", seat=0))
    assert kitchen.seen(ref).controller == 0
    assert len(kitchen.state.effects) == 1


def test_a_token_that_goes_anywhere_is_gone_and_a_card_lets_go_of_what_is_on_it() -> None:
    kitchen = Kitchen()
    host = kitchen.put(0)
    kitchen.act(0, MakeToken("Soldier", attached=host))
    token = kitchen.state.objects[-1].id
    assert token >= MADE
    assert kitchen.obj(token).attached == host
    kitchen.act(0, MoveCards((host,), "hand"))
    assert kitchen.obj(token).attached is None
    kitchen.act(0, MoveCards((token,), "hand"))
    assert all(obj.id != token for obj in kitchen.state.objects)
    assert token not in kitchen.own(0).hand


@pytest.mark.parametrize(
    "change",
    [
        {"cards": "none"},
        {"cards": "no such"},
        {"cards": "twice"},
        {"to": "hand"},
        {"to": "graveyard", "position": 1},
        {"to": "graveyard", "tapped": True},
        {"to": "graveyard", "face_down": True},
        {"to": "exile", "power": 1},
        {"to": "library", "seat": 1},
        {"to": "library", "position": 10**9},
        {"to": "battlefield", "seat": 7},
        {"to": "battlefield", "power": 10**9},
        {"to": "battlefield", "toughness": -(10**9)},
    ],
)
def test_moves_that_make_no_sense_change_nothing(change: dict[str, Any]) -> None:
    kitchen = Kitchen()
    ref = kitchen.held(0)
    cards = {"none": (), "no such": (10**6,), "twice": (ref, ref)}.get(change.pop("cards", ""), (ref,))
    command = MoveCards(cards, **{"to": "graveyard", **change})
    before = encode(kitchen.state)
    with pytest.raises(IllegalAction):
        kitchen.act(0, command)
    assert encode(kitchen.state) == before


# --- the library ---


def test_draw_undo_draw_and_mulligan() -> None:
    kitchen = Kitchen()
    top = kitchen.own(0).library[-1]
    kitchen.act(0, DrawCards(2))
    assert kitchen.own(0).hand[-2] == top
    kitchen.act(0, DrawCards(-2))
    assert kitchen.own(0).library[-1] == top
    before = kitchen.own(0).hand
    steps = kitchen.act(0, Mulligan(5))
    assert len(kitchen.own(0).hand) == 5
    assert len(kitchen.own(0).library) == 35
    assert not set(before) & {*kitchen.own(0).hand, *kitchen.own(0).library}
    assert kitchen.own(0).mulligans == 1
    assert "Kept" in events(steps)
    for wrong in (DrawCards(0), DrawCards(99), DrawCards(-99), Mulligan(-1), Mulligan(99), DrawCards(10**30)):
        with pytest.raises(IllegalAction):
            kitchen.act(0, wrong)


@pytest.mark.parametrize(("count", "kept"), [(0, ()), (3, (0, 30)), (-3, (3, 33))])
def test_a_shuffle_of_a_range_leaves_the_rest(count: int, kept: tuple[int, ...]) -> None:
    kitchen = Kitchen()
    before = kitchen.own(0).library
    steps = kitchen.act(0, ShuffleLibrary(count))
    after = kitchen.own(0).library
    assert len(after) == len(before)
    if kept:
        assert after[slice(*kept)] == before[slice(*kept)]
    fresh = set(after) - set(before)
    assert len(fresh) == (abs(count) or len(before))
    assert any(isinstance(event, LibraryChanged) for step in steps for event in step.events)
    with pytest.raises(IllegalAction):
        kitchen.act(0, ShuffleLibrary(99))


# --- what is written on permanents ---


def test_attributes_are_the_same_events_as_those_of_the_rules() -> None:
    kitchen = Kitchen()
    one, two = kitchen.put(0), kitchen.put(0)
    steps = kitchen.act(0, SetAttribute((one, two), tapped=True, note="both"))
    assert set(events(steps)) == {"Noted"}
    assert kitchen.status(one).tapped
    assert kitchen.status(two).note == "both"
    kitchen.act(0, SetAttribute((one,), frozen=True))
    kitchen.act(0, UntapAll())
    assert (kitchen.status(one).tapped, kitchen.status(two).tapped) == (True, False)
    with pytest.raises(IllegalAction):
        kitchen.act(0, UntapAll())
    kitchen.act(1, SetAttribute((one,), damage=1, frozen=False, tapped=False))
    assert kitchen.status(one).damage == 1
    with pytest.raises(IllegalAction, match="so already"):
        kitchen.act(0, SetAttribute((one,), tapped=False))


def test_an_override_is_one_more_timestamped_effect() -> None:
    kitchen = Kitchen()
    ref = kitchen.put(0)
    kitchen.act(0, SetCounters(ref, "+1/+1", 2))
    (step,) = kitchen.act(0, SetAttribute((ref,), power=5, toughness=5, colors=("U", "W")))
    begun = [event.effect for event in step.events if isinstance(event, EffectBegan)]
    assert [effect.stamp for effect in begun] == sorted(effect.stamp for effect in begun)
    assert (kitchen.seen(ref).power, kitchen.seen(ref).toughness) == (7, 7)  # counters come after it
    assert kitchen.seen(ref).colors == ("W", "U")
    kitchen.act(0, SetAttribute((ref,), power=1))
    assert (kitchen.seen(ref).power, kitchen.seen(ref).toughness) == (3, 4)
    assert len(kitchen.state.effects) == 2
    kitchen.act(0, MoveCards((ref,), "hand"))
    kitchen.act(0, MoveCards((ref,), "battlefield"))
    assert (kitchen.seen(ref).power, kitchen.seen(ref).colors) == (2, ("G",))  # another object now


def test_attackers_and_blockers_stand_in_the_combat_of_the_rules() -> None:
    kitchen = Kitchen()
    one, two = kitchen.put(0), kitchen.put(1)
    kitchen.act(0, SetAttribute((one,), attacks=player(1)))
    kitchen.act(1, SetAttribute((two,), blocks=one))
    (attack,) = kitchen.state.combat.attacks
    assert (attack.id, attack.defender, attack.blockers, attack.blocked) == (one, player(1), (two,), True)
    kitchen.act(1, SetAttribute((two,), blocks=two))
    assert kitchen.state.combat.attacks[0].blockers == ()
    kitchen.act(0, SetAttribute((one,), attacks=one))
    assert kitchen.state.combat.attacks == ()
    for wrong in (
        SetAttribute((one,), attacks=player(5)),
        SetAttribute((one,), attacks=10**6),
        SetAttribute((two,), blocks=one),
        SetAttribute((10**6,), tapped=True),
        SetAttribute((one,), note="two\nlines"),
        SetAttribute((one,), colors=("X",)),
        SetAttribute((one,), damage=-1),
        SetAttribute(()),
    ):
        with pytest.raises(IllegalAction):
            kitchen.act(0, wrong)


def test_counters_on_cards_and_players() -> None:
    kitchen = Kitchen()
    ref = kitchen.put(0)
    kitchen.act(1, SetCounters(ref, "charge", 3))
    kitchen.act(0, SetCounters(ref, "charge", -1))
    kitchen.act(0, SetCounters(player(1), "poison", 2))
    assert kitchen.obj(ref).counter("charge") == 2
    assert kitchen.own(1).counter("poison") == 2
    kitchen.act(0, SetCounters(ref, "flying", 1))
    assert kitchen.seen(ref).has("flying")
    for wrong in (
        SetCounters(ref, "charge", -3),
        SetCounters(ref, "", 1),
        SetCounters(ref, "x", 0),
        SetCounters(player(4), "poison", 1),
        SetCounters(kitchen.own(0).hand[0], "charge", 1),
        SetCounters(ref, "charge", 10**12),
    ):
        with pytest.raises(IllegalAction):
            kitchen.act(0, wrong)


def test_attachments_arrows_and_cards_turned_over() -> None:
    kitchen = Kitchen()
    one, two = kitchen.put(0), kitchen.put(1)
    kitchen.act(0, AttachCard(one, two))
    assert kitchen.obj(one).attached == two
    with pytest.raises(IllegalAction):
        kitchen.act(0, AttachCard(two, one))
    kitchen.act(0, AttachCard(one, player(1)))
    kitchen.act(0, AttachCard(one, one))
    assert kitchen.obj(one).attached is None
    steps = kitchen.act(0, Point(one, two))
    assert kitchen.told(steps) == ["Ann points from Grizzly Bears to Grizzly Bears."]
    kitchen.act(0, Flip(one))
    assert kitchen.obj(one).face_down
    (step,) = kitchen.act(0, Flip(one))
    assert opened(step) == ((one, "grizzly-bears"),)
    assert kitchen.obj(one).face == "grizzly-bears"
    for wrong in (Flip(kitchen.own(0).hand[0]), AttachCard(one, 10**6), Point(10**6, one)):
        with pytest.raises(IllegalAction):
            kitchen.act(0, wrong)


def test_tokens_by_name_in_one_s_own_words_and_in_place_of_a_card() -> None:
    kitchen = Kitchen()
    kitchen.act(0, MakeToken("soldier", count=2))
    assert [(seen.name, seen.power) for seen in map(kitchen.seen, _tokens(kitchen))] == [("Soldier", 1)] * 2
    wurm = MakeToken("Big Wurm", "7", "6", subtypes=("Wurm",), colors=("G",), keywords=("trample",))
    kitchen.act(0, wurm)
    seen = kitchen.seen(_tokens(kitchen)[-1])
    assert (seen.power, seen.toughness, seen.colors, seen.has("trample")) == (7, 6, ("G",), True)
    ref = kitchen.put(1)
    kitchen.act(1, MakeToken("Spirit", transforms=ref))
    assert (kitchen.seen(ref).name, kitchen.obj(ref).face) == ("Spirit", "grizzly-bears")
    for wrong in (
        MakeToken(""),
        MakeToken("x\ny"),
        MakeToken("Soldier", count=0),
        MakeToken("Soldier", count=10**9),
        MakeToken("Soldier", attached=10**6),
        MakeToken("Thing", "1", "x"),
        MakeToken("Thing", types=("no type",)),
        MakeToken("Thing", "1", "1", keywords=("wins",)),
        MakeToken("Thing", "1", "1", colors=("W", "W")),
        MakeToken("Thing", transforms=10**6),
    ):
        with pytest.raises(IllegalAction):
            kitchen.act(0, wrong)


def test_a_card_turns_into_one_thing_at_a_time() -> None:
    kitchen = Kitchen()
    ref = kitchen.put(0)
    for name in ("Spirit", "Beast", "Bird"):
        kitchen.act(0, MakeToken(name, transforms=ref))
        assert kitchen.seen(ref).name == name
    assert len(kitchen.state.effects) == 1


def test_counters_are_of_so_many_kinds_only() -> None:
    kitchen = Kitchen()
    for on in (kitchen.put(0), player(1)):
        for kind in range(20):
            kitchen.act(0, SetCounters(on, f"kind {kind}"))
        kitchen.act(0, SetCounters(on, "kind 3"))
        with pytest.raises(IllegalAction, match="twenty kinds"):
            kitchen.act(0, SetCounters(on, "one more"))


def _tokens(kitchen: Kitchen) -> list[int]:
    return [obj.id for obj in kitchen.state.objects if obj.id >= MADE]


# --- players and turns ---


def test_life_mana_dice_and_words() -> None:
    kitchen = Kitchen()
    kitchen.act(1, SetLife(-3))
    assert kitchen.own(1).life == 17
    kitchen.act(0, AddPool("WWC"))
    kitchen.act(0, AddPool("-W"))
    assert sorted(kitchen.own(0).pool) == ["C", "W"]
    steps = kitchen.act(0, RollDie(6))
    (rolled,) = [e for step in steps for e in step.events if isinstance(e, Told)]
    assert 1 <= rolled.number <= 6
    assert kitchen.told(kitchen.act(1, Say("well played"))) == ["Bob: well played."]
    for wrong in (
        SetLife(0),
        SetLife(10**9),
        AddPool(""),
        AddPool("-"),
        AddPool("X"),
        AddPool("-G"),
        AddPool("W" * 200),
        RollDie(1),
        RollDie(10**6),
        Say(""),
        Say("a\nb"),
        Say("x" * 301),
    ):
        with pytest.raises(IllegalAction):
            kitchen.act(0, wrong)


def test_turns_and_steps_are_what_the_players_say() -> None:
    kitchen = Kitchen(decks=(BEARS,) * 3)
    first = kitchen.first
    ref = kitchen.put(first)
    kitchen.act(first, SetAttribute((ref,), attacks=player((first + 1) % 3), damage=1, tapped=True))
    kitchen.act((first + 1) % 3, SetStep("end"))
    assert kitchen.state.combat is None
    kitchen.act(first, NextTurn())
    assert (kitchen.first, kitchen.state.turn) == ((first + 1) % 3, 2)
    assert kitchen.status(ref).damage == 0
    assert kitchen.status(ref).tapped
    kitchen.act(first, ReverseOrder())
    kitchen.act(first, NextTurn())
    assert kitchen.first == first
    kitchen.act(first, NextTurn((first + 1) % 3))
    assert kitchen.first == (first + 1) % 3
    for wrong in (SetStep("tea"), SetStep("untap"), NextTurn(9)):
        with pytest.raises(IllegalAction):
            kitchen.act(first, wrong)


def test_the_turn_limit_ends_the_match() -> None:
    kitchen = Kitchen(turn_limit=2)
    kitchen.act(0, NextTurn())
    kitchen.act(0, NextTurn())
    assert kitchen.table.outcome is not None
    assert kitchen.table.outcome.reason == "turn limit"


@pytest.mark.parametrize("dial", ["free", "assisted"])
@pytest.mark.parametrize("way", ["command", "table"])
def test_the_others_play_on_when_one_concedes(dial: str, way: str) -> None:
    kitchen = Kitchen(dial, decks=(BEARS,) * 3)
    while kitchen.state.prompt.kind != "free":
        kitchen.act(kitchen.state.prompt.seat, Choose(0))
    leaver = kitchen.first
    ref = kitchen.put(leaver)
    if way == "command":
        kitchen.act(leaver, Concede())
    else:
        kitchen.table.leave(leaver, "conceded", kitchen.table.time)
    assert kitchen.own(leaver).lost
    assert kitchen.obj(ref).zone == "exile"
    assert kitchen.first == (leaver + 1) % 3
    assert MAGIC.active(kitchen.state) == ((leaver + 1) % 3, (leaver + 2) % 3)
    assert not MAGIC.legal(kitchen.state, leaver, {})
    with pytest.raises(IllegalAction):
        kitchen.act(leaver, DrawCards(1))
    last, other = MAGIC.active(kitchen.state)
    kitchen.act(last, NextTurn())
    kitchen.act(last, NextTurn())
    assert kitchen.first == last
    kitchen.act(other, Concede())
    assert kitchen.table.outcome is not None
    assert kitchen.table.outcome.winners == (last,)


def test_looking_and_showing_are_announced_and_only_who_looks_hears_names() -> None:
    kitchen = Kitchen()
    faces = kitchen.table.faces[0]
    steps = kitchen.act(0, Look(3))
    assert kitchen.told(steps, 1)[-1] == "Ann looks at 3 cards at the top of their library."
    top = MAGIC.card(faces[kitchen.own(0).library[-1]]).name
    assert top in kitchen.told(steps, 0)[-1].partition(": ")[2]
    steps = kitchen.act(0, Show(zone="hand", to=1))
    assert kitchen.told(steps)[-1] == "Ann shows Bob 7 cards."
    assert kitchen.told(steps, 1)[-1].startswith("Ann shows Bob 7 cards: ")
    steps = kitchen.act(0, Show(kitchen.own(0).hand[:1]))
    assert kitchen.told(steps)[-2] == f"Ann reveals {MAGIC.card(faces[kitchen.own(0).hand[0]]).name}."
