"""What happens at once, and what goes on when somebody leaves in the middle of it."""

import pytest

from facedown.games.magic.actions import Activate, Cast, Choose, Pass
from facedown.games.magic.engine import priority
from facedown.games.magic.engine.priority import PATIENCE
from facedown.games.magic.engine.run import LONG, Run
from facedown.games.magic.game import MAGIC
from facedown.games.magic.model import Card, GainLife, Triggered, When
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import take
from facedown.games.magic.state import (
    MADE,
    Attack,
    Combat,
    MagicOptions,
    MagicState,
    Obj,
    Player,
    Prompt,
    Status,
    Task,
    player,
)
from facedown.games.magic.view import view_of
from facedown.kernel import IllegalAction, Outcome
from facedown.kernel.play import act, replay


def put(stage: Stage, who: str, card: str, name: str) -> int:
    take(stage, {"op": "put", "player": who, "card": card, "id": name})
    return stage.ids[name]


@pytest.mark.parametrize("order", [("Goblin King", "Mogg Fanatic"), ("Mogg Fanatic", "Goblin King")])
def test_who_leaves_with_a_lord_is_remembered_with_it(order: tuple[str, str]) -> None:
    """608.2h: last known is what was there before all of them left."""
    stage = Stage(["P1", "P2"], {})
    for card in order:
        put(stage, "P1", card, card)
    take(stage, {"op": "cast", "player": "P1", "card": "Wrath of God"})
    (fanatic,) = [past for past in stage.state.past if past.card.name == "Mogg Fanatic"]
    assert (fanatic.card.power, fanatic.card.toughness) == ("2", "2")


def attacked() -> tuple[Stage, int]:
    """P2 may use a Maze of Ith on one of two attackers of P1; P3 looks on."""
    stage = Stage(["P1", "P2", "P3"], {})
    maze = put(stage, "P2", "Maze of Ith", "maze")
    attackers = [put(stage, "P1", "Grizzly Bears", name) for name in ("one", "two")]
    stage.set(
        combat=Combat(tuple(Attack(key, player(1)) for key in attackers)),
        step="attackers",
        agenda=(Task("priority", 1),),
        prompt=Prompt(1, "priority"),
        priority=1,
    )
    return stage, maze


def test_an_activation_whose_targets_leave_with_their_player_is_taken_back() -> None:
    stage, maze = attacked()
    state, _ = act(MAGIC, stage.state, 1, Activate(maze, 0), {})
    assert state.prompt is not None
    assert state.prompt.kind == "target"
    events = MAGIC.leave(state, 0)
    assert events is not None
    after = replay(MAGIC, state, events)
    assert after.prompt is not None
    assert (after.prompt.kind, after.result) == ("priority", None)
    assert not next(status for status in after.status if status.id == maze).tapped


def test_what_a_player_begins_and_cannot_do_is_refused_and_not_taken_back() -> None:
    stage, maze = attacked()
    stage.set(combat=None)
    with pytest.raises(IllegalAction):
        act(MAGIC, stage.state, 1, Activate(maze, 0), {})


# --- what goes on by itself ---

ECHO = Card(
    "Echo",
    types=("Creature",),
    power="1",
    toughness="1",
    abilities=(Triggered(When("gain life", who="you"), (GainLife(1),)),),
    token=True,
)
"""Life without an end."""


def table(cards: list[Obj], life: int = 20) -> MagicState:
    """The first player may cast a Lightning Helix and gain life; whatever comes of it, both pass."""
    return MagicState(
        MagicOptions(),
        (Player(life, (900,), (800,), pool=("R", "W"), kept=True), Player(20, (901,), kept=True)),
        tuple(cards),
        tuple(Status(obj.id, fresh=False, held_by=0) for obj in cards),
        clock=len(cards) + 1,
        turn=3,
        step="main",
        prompt=Prompt(0, "priority"),
        priority=0,
        agenda=(Task("priority", 0),),
    )


def passing(state: MagicState) -> tuple[MagicState, int]:
    """Somebody gains life, and everybody only passes until nothing is on the stack; how often that was."""
    state, _ = act(MAGIC, state, 0, Cast(800), {800: "lightning-helix"})
    opponent = next(place for place, (key,) in enumerate(prompted(state).options) if key == player(1))
    state, _ = act(MAGIC, state, 0, Choose(opponent), {})
    actions = 0
    while state.result is None and state.stack:
        assert prompted(state).kind == "priority"
        state, events = act(MAGIC, state, prompted(state).seat, Pass("stack"), {})
        assert len(events) < 3 * LONG
        actions += 1
    return state, actions


def prompted(state: MagicState) -> Prompt:
    assert state.prompt is not None
    return state.prompt


def test_a_loop_that_nobody_can_leave_is_a_draw_and_players_are_asked_on_the_way() -> None:
    """104.4b."""
    state, actions = passing(table([Obj(MADE, 1, "battlefield", 0, 0, card=ECHO, stamp=1)]))
    assert state.result == Outcome((), "endless loop")
    assert actions >= PATIENCE


def test_a_long_chain_comes_to_its_end_and_asks_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """One life, and every pridemate grows by itself."""
    monkeypatch.setattr(priority, "LONG", 1500)
    faces = ["ajanis-pridemate"] * 60
    cards = [Obj(ref, ref + 1, "battlefield", 0, 0, face, stamp=ref + 1) for ref, face in enumerate(faces)]
    state, actions = passing(table(cards))
    assert state.result is None
    assert all(obj.counter("+1/+1") == 1 for obj in state.objects[:60])
    assert (state.tired, state.turn) == (0, 3)
    assert 2 < actions < PATIENCE


@pytest.mark.parametrize("below", [False, True])
def test_a_spell_that_goes_with_its_player_lets_no_other_resolve_in_its_place(below: bool) -> None:
    """800.4a: who leaves while choosing a color for what enters takes it along."""
    stage = Stage(["P1", "P2", "P3"], {})
    bears = put(stage, "P2", "Grizzly Bears", "bears")
    take(stage, {"op": "cast", "player": "P1", "card": "Painter's Servant", "id": "servant", "hold": True})
    (servant,) = stage.state.stack
    if below:
        growth = {"op": "cast", "player": "P2", "card": "Giant Growth", "targets": ["bears"], "id": "growth"}
        take(stage, {**growth, "hold": True})
        stage.set(stack=stage.state.stack[::-1])
    stage.set(agenda=(Task("priority", 0), Task("resolve", id=servant)), prompt=None)
    run = Run(stage.state)
    run.go()
    asking = run.state
    assert prompted(asking).kind == "color"
    events = MAGIC.leave(asking, 0)
    assert events is not None
    after = replay(MAGIC, asking, events)
    assert len(after.stack) == below
    assert view_of(after).seen[bears].power == 2
    assert after.result is None
    assert prompted(after).kind == "priority"
