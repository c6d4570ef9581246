"""Spells: any creature, any hero, the own ones included; then what the card does besides."""

import pytest

from facedown.games.duel import DUEL, PlayCreature, PlaySpell, hero
from facedown.games.duel.moves import Damaged, SpellCast
from facedown.kernel import Outcome
from games.positions import Position, half


@pytest.mark.parametrize(("seat", "health"), [(0, (47, 50)), (1, (50, 47))])
def test_a_spell_at_either_hero(seat: int, health: tuple[int, int]) -> None:
    table = Position(half(hand="pawn bolt"), half("wall"))
    ref = table.card(1)
    table.do(PlaySpell(ref, hero(seat)))
    assert table.health() == health
    assert table.events == [SpellCast(0, ref, "bolt", hero(seat)), Damaged(hero(seat), 3)]
    assert (table.hand(), table.grave(), table.state.mana) == ("pawn", "bolt", 9)


@pytest.mark.parametrize(("owner", "boards"), [(0, ("ogre:2", "ogre:5")), (1, ("ogre:5", "ogre:2"))])
def test_a_spell_at_a_creature_of_either_side(owner: int, boards: tuple[str, str]) -> None:
    table = Position(half("ogre", hand="bolt"), half("ogre"))
    table.do(PlaySpell(table.card(), table.on_board(0, owner)))
    assert (table.board(0), table.board(1)) == boards


def test_a_spell_that_kills_and_what_that_sets_off() -> None:
    table = Position(half("bomb", hand="bolt bolt"), half("rat", deck="ogre"))
    table.do(PlaySpell(table.card(), table.on_board(0, 1)))
    assert (table.board(1), table.grave(1), table.hand(1)) == ("", "rat", "ogre")
    table.do(PlaySpell(table.card(), table.on_board()))
    assert (table.grave(0), table.health()) == ("bolt bolt bomb", (50, 47))


def test_creatures_do_not_strike_back_at_spells_and_guards_do_not_step_in() -> None:
    table = Position(half("pawn", hand="bolt"), half("wall"))
    table.do(PlaySpell(table.card(), hero(1)))
    assert (table.health(), table.board(1), table.board(0)) == ((50, 47), "wall:5", "pawn:2")


EFFECTS = [
    # spell, health before, target, health after
    ("leaf", (40, 50), 1, (44, 49)),
    ("leaf", (50, 50), 1, (50, 49)),
    ("leaf", (40, 50), 0, (43, 50)),
    ("pyre", (50, 50), 1, (46, 43)),
    ("pyre", (50, 50), 0, (43, 46)),
    ("spear", (50, 50), 0, (50, 47)),
    ("blast", (50, 50), 1, (50, 44)),
]


@pytest.mark.parametrize(("face", "before", "target", "after"), EFFECTS)
def test_what_else_a_spell_does(
    face: str, before: tuple[int, int], target: int, after: tuple[int, int]
) -> None:
    table = Position(half(hand=face, health=before[0]), half(health=before[1]))
    assert table.do(PlaySpell(table.card(), hero(target))).health() == after


def test_a_spell_that_sweeps_strikes_its_target_first() -> None:
    table = Position(half("pawn", hand="wave"), half("ogre pawn imp"))
    table.do(PlaySpell(table.card(), table.on_board(0, 1)))
    assert (table.board(0), table.board(1)) == ("pawn:2", "ogre:1")
    assert table.grave(1) == "pawn imp"


def test_a_sweep_passes_over_what_the_spell_has_killed() -> None:
    table = Position(half(hand="wave"), half("pawn ogre"))
    table.do(PlaySpell(table.card(), table.on_board(0, 1)))
    assert table.board(1) == "ogre:3"
    assert table.grave(1) == "pawn"


def test_a_spell_that_draws_leaves_the_hand_first() -> None:
    table = Position(half(hand="page " + "pawn " * 9, deck="imp ogre bolt"))
    table.do(PlaySpell(table.card(), hero(1)))
    assert (table.hand().split()[-1], table.grave(), table.deck()) == ("bolt", "page ogre", "imp")


def test_refused_spells() -> None:
    table = Position(half("pawn", hand="bolt blast ogre", grave="imp"), half("pawn", hand="bolt"), mana=4)
    mine, yours = table.on_board(), table.on_board(0, 1)
    assert table.refuse(PlaySpell(table.card(1), yours)) == "illegal: Blast costs 5 mana and you have 4"
    assert (
        table.refuse(PlaySpell(table.card(2), yours)) == "illegal: Ogre is a creature: play it on the board"
    )
    dead = table.state.sides[0].grave[0].ref
    for target in (table.card(0), table.card(1), table.card(0, 1), dead, -3, 0, 10**20):
        assert table.refuse(PlaySpell(table.card(), target)) == "illegal: that target is not on the table"
    for ref in (mine, yours, table.card(0, 1), dead, hero(0), 0):
        assert table.refuse(PlaySpell(ref, yours)) == "illegal: that card is not in your hand"


def test_every_target_is_offered() -> None:
    table = Position(half("pawn ogre", hand="bolt imp"), half("wall"))
    targets = {action.target for action in table.legal() if isinstance(action, PlaySpell)}
    assert targets == {hero(0), hero(1), table.on_board(0), table.on_board(1), table.on_board(0, 1)}
    assert PlayCreature(table.card(1)) in table.legal()


def test_a_spell_may_end_the_duel_either_way() -> None:
    for seat in (0, 1):
        table = Position(half(hand="bolt", health=3), half(health=3))
        table.do(PlaySpell(table.card(), hero(seat)))
        assert DUEL.outcome(table.state) == Outcome((1 - seat,), "hero fell")


def test_a_dead_hero_is_not_healed_by_the_same_spell() -> None:
    table = Position(half(hand="leaf", health=1))
    table.do(PlaySpell(table.card(), hero(0)))
    assert table.health() == (0, 50)
    assert DUEL.outcome(table.state) == Outcome((1,), "hero fell")


@pytest.mark.parametrize(
    ("rule", "active", "winners"), [("draw", 0, ()), ("active_wins", 0, (0,)), ("active_wins", 1, (1,))]
)
def test_both_heroes_fall_at_once(rule: str, active: int, winners: tuple[int, ...]) -> None:
    halves = half(hand="pyre", health=4), half(hand="pyre", health=4)
    table = Position(*halves, active=active, double_knockout=rule)
    table.do(PlaySpell(table.card(0, active), hero(1 - active)), active)
    assert table.health() == (0, 0)
    assert DUEL.outcome(table.state) == Outcome(winners, "both heroes fell")
    assert DUEL.active(table.state) == ()
