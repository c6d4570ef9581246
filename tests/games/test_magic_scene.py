"""What a page is shown of Magic: what the layers made of everything, what is asked, and nothing hidden."""

import random
from typing import TypeAlias

import msgspec
import pytest

from facedown.dealers import House
from facedown.games.magic.actions import Cast, Pass
from facedown.games.magic.decide import decide
from facedown.games.magic.game import MAGIC
from facedown.games.magic.question import Question
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import take
from facedown.games.magic.scene import Scene, Thing, scene
from facedown.games.magic.state import MADE, MagicState
from facedown.games.magic.view import view_of
from facedown.kernel import encode
from facedown.table import Table, nonce_commitment

Scenes: TypeAlias = list[tuple[MagicState, Scene]]


def match(decks: tuple[str, str]) -> Table:
    lists = [MAGIC.decks()[name] for name in decks]
    table, _ = Table.open(
        MAGIC,
        House(bytes(32), lists),
        match="m",
        names=("ada", "bo"),
        decks=lists,
        options=None,
        nonces=[nonce_commitment(name) for name in ("a", "b")],
    )
    for seat, nonce in enumerate(("a", "b")):
        table.contribute(seat, nonce, 1)
    return table


@pytest.fixture(scope="module")
def scenes() -> Scenes:
    """Two whole games by chance, looked at before every action."""
    seen: Scenes = []
    for seed, decks in enumerate((("goblins", "knights"), ("enchantress", "machines"))):
        table, choose = match(decks), random.Random(seed)
        while table.outcome is None:
            seat = table.active[0]
            seen.append((table.state, scene(table.state)))
            table.act(seat, choose.choice(MAGIC.legal(table.state, seat, table.faces[seat])), table.time + 1)
    return seen


def test_characteristics_are_those_of_the_view(scenes: Scenes) -> None:
    changed = 0
    for state, shown in scenes:
        view = view_of(state)
        for thing in shown.things:
            seen = view.seen.get(thing.id)
            if thing.zone == "battlefield" and seen is not None and seen.creature:
                assert (thing.power, thing.toughness) == (seen.power, seen.toughness)
                changed += str(thing.power) != seen.card.power
            if thing.zone == "battlefield" and thing.id >= MADE:
                assert thing.looks is not None
                assert thing.looks.name
    assert changed > 0, "no effect has ever changed a creature"


def test_what_is_printed_is_not_sent(scenes: Scenes) -> None:
    lands = [thing for _, shown in scenes for thing in shown.things if thing.face == "mountain"]
    assert lands
    assert all(thing.looks is None for thing in lands)


def test_questions_name_what_can_be_pointed_at(scenes: Scenes) -> None:
    kinds: dict[str, Question] = {
        shown.question.kind: shown.question for _, shown in scenes if shown.question
    }
    assert {"priority", "mulligan", "attack", "block", "target"} <= set(kinds)
    assert all(len(offer.ids) == 2 for offer in kinds["attack"].options)
    assert [offer.words for offer in kinds["mulligan"].options] == ["keep", "mulligan"]
    for _, shown in scenes:
        if shown.question is not None and shown.question.kind == "target":
            known = {thing.id for thing in shown.things} | {-1, -2}
            assert all(offer.ids and set(offer.ids) <= known for offer in shown.question.options)


def test_a_search_says_what_may_be_found() -> None:
    """Goblin Matron looks for Goblins."""
    for seed in range(40):
        table, choose = match(("goblins", "elves")), random.Random(seed)
        while table.outcome is None and table.state.prompt is not None:
            shown = scene(table.state).question
            assert shown is not None
            if shown.kind == "search":
                assert "goblin-guide" in shown.fits or "forest" in shown.fits
                assert "lightning-bolt" not in shown.fits
                return
            seat = table.active[0]
            table.act(seat, choose.choice(MAGIC.legal(table.state, seat, table.faces[seat])), table.time + 1)
    pytest.fail("nobody has searched")


def test_no_hidden_face_is_in_a_picture(scenes: Scenes) -> None:
    for state, shown in scenes:
        public = {obj.face for obj in state.objects if obj.face and not obj.face_down}
        assert {thing.face for thing in shown.things if thing.face} <= public
        assert [side.library for side in shown.sides] == [len(own.library) for own in state.players]


def test_a_picture_is_small_and_goes_through_json(scenes: Scenes) -> None:
    _, shown = scenes[-1]
    data = encode(shown)
    assert msgspec.json.decode(data, type=Scene) == shown
    assert len(data) < 20_000


def test_a_face_down_creature_has_no_name(scenes: Scenes) -> None:
    state, _ = scenes[-1]
    own = next(obj for obj in state.objects if obj.zone == "battlefield")
    hidden = msgspec.structs.replace(own, face="", face_down=True)
    alone = msgspec.structs.replace(state, objects=(hidden,), effects=(), stack=(), combat=None, prompt=None)
    shown = scene(alone)
    thing = next(one for one in shown.things if one.id == own.id)
    assert isinstance(thing, Thing)
    assert thing.looks is not None
    assert (thing.looks.name, thing.power, thing.toughness) == ("Face-down creature", 2, 2)


def asked(stage: Stage, card: str) -> Question:
    """What is asked when the first player casts this from the hand, and everybody passes."""
    ref = stage.in_hand(0, card)
    for seat in (0, 1):
        stage.set_player(seat, stops=(), until="")
    stage.rich()
    stage.rest(0)
    stage._apply(decide(stage.state, 0, Cast(ref), stage.faces))
    while stage.state.prompt is not None and stage.state.prompt.kind == "priority":
        stage._apply(decide(stage.state, stage.state.prompt.seat, Pass(), stage.faces))
    shown = scene(stage.state).question
    assert shown is not None
    return shown


def test_a_spell_that_is_announced_names_its_modes() -> None:
    stage = Stage(["ada", "bo"], {})
    put = {"op": "put", "player": "ada", "card": "Craw Wurm", "id": "wurm"}
    take(stage, put)
    shown = asked(stage, "Selesnya Charm")
    assert shown.kind == "mode"
    assert [offer.words.partition(" ")[0] for offer in shown.options] == ["Target", "Exile", "Create"]


def test_a_scry_says_what_becomes_of_the_rest() -> None:
    stage = Stage(["ada", "bo"], {})
    shown = asked(stage, "Preordain")
    assert (shown.kind, shown.text) == (
        "arrange",
        "What stays on top, and what goes to the bottom?",
    )
    assert "bottom" in shown.hint


def test_a_side_tells_of_commanders_and_stops() -> None:
    stage = Stage(["ada", "bo"], {}, commander=True)
    leader = {"op": "put", "player": "ada", "card": "Krenko, Mob Boss", "id": "krenko"}
    take(stage, leader)
    take(stage, {**leader, "id": "twin", "player": "bo"})
    krenko = stage.ids["krenko"]
    stage.set_player(0, commander=krenko, casts=2, stops=())
    stage.set_player(1, wounds=((krenko, 12),), stops=("theirs end",))
    shown = scene(stage.state)
    assert [thing.id for thing in shown.things if thing.leads] == [krenko]
    assert (shown.sides[0].tax, shown.sides[1].wounds) == (4, ((krenko, 12),))
    assert "mine main" in shown.sides[0].stops
    assert shown.sides[1].stops == ("theirs end",)


def test_a_page_is_told_why() -> None:
    stage = Stage(["ada", "bo"], {})
    take(stage, {"op": "put", "player": "ada", "card": "Grizzly Bears", "id": "bears"})
    take(stage, {"op": "put", "player": "ada", "card": "Glorious Anthem", "id": "anthem"})
    lines = MAGIC.why(stage.state, stage.ids["bears"], stage.names)
    assert lines[0] == "Grizzly Bears"
    assert any("Glorious Anthem" in line and "3/3" in line for line in lines)
    assert MAGIC.why(stage.state, 10**9, stage.names) == []


def test_the_story_leaves_bookkeeping_out() -> None:
    table = match(("goblins", "knights"))
    choose = random.Random(3)
    told: set[str] = set()
    kept_quiet: set[str] = set()
    for _ in range(150):
        seat = table.active[0]
        for step in table.act(
            seat, choose.choice(MAGIC.legal(table.state, seat, table.faces[seat])), table.time + 1
        ):
            for event in step.events:
                (kept_quiet if MAGIC.quiet(event) else told).add(type(event).__name__)
    assert {"Asked", "Tallied", "ManaAdded", "StepBegan"} <= kept_quiet
    assert {"TurnBegan", "Drawn", "Kept"} <= told
    assert not {"TurnBegan", "LifeChanged"} & kept_quiet
