"""What a scenario file does not reach: turns, mulligans, abilities that no card here has."""

import msgspec

from facedown.games.magic.cards import slug
from facedown.games.magic.engine.run import Run
from facedown.games.magic.model import (
    Activated,
    Card,
    Cost,
    Create,
    Damage,
    Delayed,
    Did,
    Filter,
    If,
    Keyword,
    Operation,
    Reflexive,
    Sacrifice,
    Target,
)
from facedown.games.magic.scenario.script import Script
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import take
from facedown.games.magic.state import MADE, Obj, Status, Task, changed, index

ANY = Target(Filter(types=("Creature", "Planeswalker")), player="any")


def _stage(*players: str) -> Stage:
    return Stage(list(players or ("P1", "P2")), {})


def _put(stage: Stage, player: str, card: str, name: str) -> None:
    take(stage, {"op": "put", "player": player, "card": card, "id": name})


def _creature(stage: Stage, name: str, *abilities: Activated | Keyword, seat: int = 0) -> None:
    """A 1/1 with abilities of our own making."""
    stamp = stage.state.clock + 1
    card = Card(name, types=("Creature",), power="1", toughness="1", abilities=abilities, token=True)
    obj = Obj(MADE + stamp, stamp, "battlefield", seat, seat, card=card, stamp=stamp)
    stage.ids[name] = obj.id
    stage.set(objects=changed(stage.state.objects, (obj,)), clock=stamp)
    stage.set_status(Status(obj.id, fresh=False, held_by=seat))


def _next_turn(stage: Stage) -> int:
    run = Run(stage.state)
    run.agenda, run.answers = [Task("turn")], ()
    stage.take(run, None)
    return stage.state.active


def _does(*do: Operation) -> Activated:
    return Activated(Cost("{1}"), do, label="do")


def test_an_extra_turn_comes_at_once_and_the_newest_first() -> None:
    stage = _stage("P1", "P2", "P3")
    take(stage, {"op": "cast", "player": "P1", "card": "Time Warp", "targets": ["P3"]})
    take(stage, {"op": "cast", "player": "P1", "card": "Time Warp", "targets": ["P1"]})
    assert [_next_turn(stage) for _ in range(4)] == [0, 2, 1, 2]
    # 500.7: P1's is newer than P3's; then play goes on from the player whose turn would have been next.


def test_cards_go_to_the_bottom_in_the_order_that_was_chosen() -> None:
    stage = _stage()
    names = ("Forest", "Island", "Swamp", "Mountain", "Plains", "Lightning Bolt", "Shock")
    take(stage, {"op": "set_library", "player": "P1", "size": 10})
    refs = {name: stage.in_hand(0, name) for name in names}
    stage.set_player(0, kept=False, mulligans=2)

    class Answers(Script):
        def _mulligan(self, _: object) -> list[int]:
            return [0]

        def _bottom(self, prompt: object) -> list[int]:
            return [self._place(prompt, refs[name]) for name in ("Shock", "Forest")]  # type: ignore[arg-type]

    stage.run(Task("mulligan", 0), script=Answers(stage, {}))
    library = stage.state.players[0].library
    assert [stage.faces[ref] for ref in library[:2]] == ["forest", "shock"]  # the last one lowest
    assert len(stage.state.players[0].hand) == 5


def test_a_reflexive_trigger_chooses_its_target_once_it_triggers() -> None:
    """The target is not chosen with the ability, and there is none if nothing was sacrificed (603.12)."""
    other = Filter(types=("Creature",), other=True)
    ability = _does(Sacrifice(other, "you"), If(Did(), (Reflexive((Damage(3),), (ANY,)),)))
    stage = _stage()
    _creature(stage, "altar", ability)
    _put(stage, "P1", "Grizzly Bears", "bears")
    step = {"op": "activate", "player": "P1", "source": "altar", "ability": "do"}
    take(stage, {**step, "hold": True})
    assert stage.view.seen[stage.ids["bears"]].zone == "battlefield"
    _put(stage, "P2", "Hill Giant", "giant")
    take(stage, {"op": "resolve_all", "triggers": {"altar": {"target": "giant"}}})
    assert stage.view.seen[stage.ids["bears"]].zone == "graveyard"
    assert stage.view.seen[stage.ids["giant"]].zone == "graveyard"
    take(stage, step)  # nobody left to sacrifice: nothing is asked
    assert not stage.state.stack


def test_a_delayed_trigger_waits_for_its_step_and_happens_once() -> None:
    wolf = Card("Wolf", types=("Creature",), subtypes=("Wolf",), power="2", toughness="2", token=True)
    ability = _does(Delayed("next end step", (Create(wolf),), "this"))
    stage = _stage()
    _creature(stage, "caller", ability)
    take(stage, {"op": "activate", "player": "P1", "source": "caller", "ability": "do"})
    take(stage, {"op": "cast", "player": "P2", "card": "Shock", "targets": ["caller"]})

    def wolves() -> int:
        return sum(seen.name == "Wolf" for seen in stage.view.battlefield)

    assert wolves() == 0
    take(stage, {"op": "begin_step", "player": "P2", "step": "end"})
    assert wolves() == 1  # it does not need its source any more (603.7d)
    take(stage, {"op": "begin_step", "player": "P1", "step": "end"})
    assert wolves() == 1


def test_wither_deathtouch_and_toxic() -> None:
    stage = _stage()
    _creature(stage, "viper", Keyword("wither"), Keyword("deathtouch"), Keyword("toxic", count=2))
    _put(stage, "P2", "Craw Wurm", "wurm")
    take(stage, {"op": "combat", "attackers": {"viper": "P2"}, "blocks": {"wurm": "viper"}})
    assert stage.view.seen[stage.ids["wurm"]].zone == "graveyard"  # counters and deathtouch (702.80, 704.5h)
    _creature(stage, "asp", Keyword("toxic", count=2))
    take(stage, {"op": "combat", "attackers": {"asp": "P2"}})
    assert (stage.state.players[1].life, stage.state.players[1].counter("poison")) == (19, 2)


def test_a_blocker_of_several_deals_its_damage_once() -> None:
    """A creature that blocks two divides its damage; it does not deal it twice (510.1d)."""
    stage = _stage()
    _put(stage, "P1", "Grizzly Bears", "a")
    _put(stage, "P1", "Grizzly Bears", "b")
    from facedown.games.magic.model import CanBlockMore, Static

    _creature(stage, "guard", Keyword("indestructible"), seat=1)
    guard = index(stage.state.objects)[stage.ids["guard"]]
    assert guard.card is not None
    card = msgspec.structs.replace(
        guard.card, power="3", abilities=(*guard.card.abilities, Static("this", (CanBlockMore(),)))
    )
    stage.set(objects=changed(stage.state.objects, (msgspec.structs.replace(guard, card=card),)))
    step = {
        "op": "combat",
        "attackers": {"a": "P2", "b": "P2"},
        "blocks": {"guard": ["a", "b"]},
        "assign": {"guard": {"a": 1, "b": 2}},
    }
    take(stage, step)
    assert stage.view.seen[stage.ids["a"]].zone == "battlefield"
    assert stage.view.seen[stage.ids["b"]].zone == "graveyard"
    assert stage.state.players[1].life == 20


def test_snow_hybrid_and_phyrexian_costs_are_paid_from_what_is_there() -> None:
    from facedown.games.magic.engine.mana import plan

    stage = _stage()
    _put(stage, "P1", "Snow-Covered Island", "s")
    _put(stage, "P1", "Forest", "f")
    stage.poor()
    payable = {cost: plan(stage.view, 0, cost) for cost in ("{S}", "{S}{S}", "{G/W}", "{U/B}{R/G}", "{W/B}")}
    assert [cost for cost, way in payable.items() if way is not None] == ["{S}", "{G/W}", "{U/B}{R/G}"]
    two = plan(stage.view, 0, "{2/W}")
    assert two is not None
    assert len(two[1]) == 2
    life = plan(stage.view, 0, "{1}{B/P}{B/P}")
    assert life is not None
    assert (len(life[1]), life[2]) == (1, 4)
    assert plan(stage.view, 0, "{X}{U}", x=2) is None
    assert plan(stage.view, 0, "{X}{U}", x=1) is not None
    assert slug("Snow-Covered Island") == "snow-covered-island"


def test_a_card_of_the_opening_hand_begins_on_the_battlefield_once_all_have_kept() -> None:
    from facedown.games.magic.actions import Activate, Choose
    from facedown.games.magic.apply import apply
    from facedown.games.magic.decide import decide
    from facedown.games.magic.legal import legal

    stage = _stage()
    leyline = stage.in_hand(0, "Leyline of the Void")
    stage.in_hand(0, "Forest")
    for seat in (0, 1):
        stage.set_player(seat, kept=False)
    stage.set(turn=0)
    run = Run(stage.state)
    run.agenda, run.answers = [Task("turn", 0), Task("mulligan", 1), Task("mulligan", 0)], ()
    run.go()
    state = run.state

    def act(seat: int, action: Activate | Choose) -> None:
        nonlocal state
        assert action in legal(state, seat, stage.faces)
        for event in decide(state, seat, action, stage.faces):
            state = apply(state, event)

    shown = [action for action in legal(state, 0, stage.faces) if isinstance(action, Activate)]
    assert shown == [Activate(leyline, 0)]
    act(0, shown[0])
    assert not any(isinstance(action, Activate) for action in legal(state, 0, stage.faces))
    act(0, Choose(0))
    assert leyline in state.players[0].hand  # P2 has not decided yet (103.6)
    assert not any(isinstance(action, Activate) for action in legal(state, 1, stage.faces))
    act(1, Choose(0))
    assert index(state.objects)[leyline].zone == "battlefield"
    assert state.turn == 1
