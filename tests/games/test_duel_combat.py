"""Attacks: damage both ways, guards, drain, what dies and what that sets off."""

import pytest

from facedown.games.duel import DUEL, Attack, EndTurn, hero
from facedown.games.duel.moves import Attacked, CardBurned, CreatureDied, Damaged, HeroHealed
from facedown.kernel import Outcome
from games.positions import Position, half

FIGHTS = [
    # attacker, struck, what is left of each
    ("pawn", "ogre", "", "ogre:3"),
    ("ogre", "pawn", "ogre:3!", ""),
    ("pawn", "pawn", "", ""),
    ("ogre", "ogre", "", ""),
    ("pawn", "stone", "pawn:2!", "stone:2"),
    ("wall", "wall", "wall:4!", "wall:4"),
    ("ogre:1", "pawn:1", "", ""),
    ("imp", "stone:1", "imp:1!", ""),
    ("bat", "wall", "bat:2!", "wall:3"),
]


@pytest.mark.parametrize(("attacker", "struck", "left", "right"), FIGHTS)
def test_both_deal_damage(attacker: str, struck: str, left: str, right: str) -> None:
    table = Position(half(attacker), half(struck))
    table.do(Attack(table.on_board(), table.on_board(0, 1)))
    assert (table.board(0), table.board(1)) == (left, right)
    assert table.health() == (50, 50)


def test_an_attack_on_the_hero() -> None:
    table = Position(half("ogre"), half("pawn"))
    ref = table.on_board()
    table.do(Attack(ref, hero(1)))
    assert table.health() == (50, 45)
    assert table.events == [Attacked(0, ref, hero(1), hero(1)), Damaged(hero(1), 5)]
    assert table.board(0) == "ogre:5!"


def test_the_other_seat_attacks_the_same_way() -> None:
    table = Position(half("pawn"), half("ogre"), active=1)
    table.do(Attack(table.on_board(0, 1), hero(0)), 1)
    assert table.health() == (45, 50)
    assert table.refuse(Attack(table.on_board(0, 1), hero(0)), 1).endswith("must rest")


def test_one_attack_a_turn() -> None:
    table = Position(half("ogre", deck="pawn"), half("wall", deck="pawn"))
    attack = Attack(table.on_board(), table.on_board(0, 1))
    table.do(attack)
    gone = Attack(table.on_board(), hero(1))
    assert table.refuse(gone) == "illegal: Ogre has attacked or arrived this turn and must rest"
    table.do(EndTurn()).do(EndTurn(), 1)
    assert table.do(gone).health() == (50, 45)


def test_refused_attacks() -> None:
    table = Position(half("pawn ogre! stone", hand="imp"), half("pawn", hand="imp"))
    mine, tired, stone = (table.on_board(at) for at in range(3))
    yours = table.on_board(0, 1)
    target = "illegal: attack an enemy creature or the enemy hero"
    assert (
        table.refuse(Attack(tired, yours)) == "illegal: Ogre has attacked or arrived this turn and must rest"
    )
    assert table.refuse(Attack(stone, yours)) == "illegal: Stone has no attack"
    for attacker in (yours, table.card(), table.card(0, 1), hero(0), hero(1), 0, 10**20):
        assert table.refuse(Attack(attacker, yours)) == "illegal: that creature is not on your board"
    for aim in (hero(0), mine, tired, table.card(), table.card(0, 1), -3, 0, 10**20):
        assert table.refuse(Attack(mine, aim)) == target


def test_dead_creatures_neither_attack_nor_are_attacked() -> None:
    table = Position(half("pawn pawn"), half("pawn"))
    first, second, target = table.on_board(0), table.on_board(1), table.on_board(0, 1)
    table.do(Attack(first, target))
    assert table.refuse(Attack(first, hero(1))) == "illegal: that creature is not on your board"
    assert table.refuse(Attack(second, target)) == "illegal: attack an enemy creature or the enemy hero"
    assert (table.grave(0), table.grave(1)) == ("pawn", "pawn")


def test_a_guard_steps_in_front_of_its_hero() -> None:
    table = Position(half("ogre"), half("pawn wall wall"))
    ref, guard = table.on_board(), table.on_board(1, 1)
    table.do(Attack(ref, hero(1)))
    assert table.events[0] == Attacked(0, ref, hero(1), guard)
    assert (table.board(0), table.board(1)) == ("ogre:4!", "pawn:2 wall:5")
    assert table.health() == (50, 50)


def test_a_guard_does_not_step_in_front_of_creatures_and_works_while_tired() -> None:
    table = Position(half("ogre imp"), half("pawn wall!"))
    table.do(Attack(table.on_board(0), table.on_board(0, 1)))
    assert table.board(1) == "wall:5!"
    table.do(Attack(table.on_board(1), hero(1)))
    assert (table.board(1), table.health()) == ("wall:3!", (50, 50))


def test_my_guard_does_not_guard_your_hero() -> None:
    table = Position(half("wall ogre"), half())
    assert table.do(Attack(table.on_board(1), hero(1))).health() == (50, 45)


@pytest.mark.parametrize(
    ("target", "health", "events"),
    [("", (32, 48), 1), ("pawn", (32, 50), 1), ("ogre:1", (32, 50), 1), ("bat", (32, 42), 2)],
)
def test_drain_heals_by_the_damage_dealt(target: str, health: tuple[int, int], events: int) -> None:
    """When it attacks and when it is attacked; an enemy hero at 40 is healed by its own bat."""
    table = Position(half("bat", health=30), half(target, health=40 if target == "bat" else 50))
    aim = table.on_board(0, 1) if target else hero(1)
    table.do(Attack(table.on_board(), aim))
    assert table.health() == health
    assert sum(isinstance(event, HeroHealed) for event in table.events) == events


def test_drain_heals_the_defender_when_it_strikes_back() -> None:
    table = Position(half("ogre"), half("bat", health=20))
    table.do(Attack(table.on_board(), table.on_board(0, 1)))
    assert table.health() == (50, 22)
    assert table.board(1) == ""


def test_drain_does_not_heal_above_the_start() -> None:
    table = Position(half("bat", health=49))
    assert table.do(Attack(table.on_board(), hero(1))).health() == (50, 48)


PARTINGS = [
    # dying creature, heroes' health after a bolt-sized blow kills it in combat
    ("bomb", (47, 30)),
    ("monk", (50, 34)),
    ("martyr", (46, 26)),
]


@pytest.mark.parametrize(("face", "health"), PARTINGS)
def test_parting_effects_are_those_of_the_owner(face: str, health: tuple[int, int]) -> None:
    table = Position(half("pawn"), half(face, health=30))
    table.do(Attack(table.on_board(), table.on_board(0, 1)))
    assert table.health() == health
    assert table.grave(1) == face


def test_parting_draws_for_the_owner() -> None:
    table = Position(half("pawn rat", deck="ogre"), half("rat", deck="imp bolt"))
    table.do(Attack(table.on_board(1), table.on_board(0, 1)))
    assert (table.hand(0), table.hand(1)) == ("ogre", "bolt")


def test_the_attacked_creature_dies_first() -> None:
    """Both die: the struck one leaves first, then the attacker, each with its effect."""
    table = Position(half("bomb"), half("martyr"))
    table.do(Attack(table.on_board(), table.on_board(0, 1)))
    died = [event.seat for event in table.events if isinstance(event, CreatureDied)]
    assert died == [1, 0]
    assert table.health() == (46, 43)


def test_two_cards_burn_at_once_and_each_is_its_own() -> None:
    """Both players draw into full hands: every burnt card is the one that lay on top of its deck."""
    full = "pawn " * 10
    for active in (0, 1):
        table = Position(
            half("rat", hand=full, deck="ogre"), half("rat", hand=full, deck="imp"), active=active
        )
        table.do(Attack(table.on_board(0, active), table.on_board(0, 1 - active)), active)
        assert (table.grave(0), table.grave(1)) == ("rat ogre", "rat imp")
        burnt = [event for event in table.events if isinstance(event, CardBurned)]
        assert all(table.faces[event.ref] == event.card for event in burnt)
        assert DUEL.active(table.state) == (active,)


def test_a_parting_sweep_counts_the_wounds_of_the_fight() -> None:
    """The quake dies and sweeps 2: an attacker with 5 health that took 2 has 1 left; a bystander falls."""
    table = Position(half("ogre pawn"), half("quake"))
    table.do(Attack(table.on_board(), table.on_board(0, 1)))
    assert (table.board(0), table.board(1)) == ("ogre:1!", "")
    assert table.grave(0) == "pawn"


def test_a_parting_sweep_does_not_kill_twice() -> None:
    """Attacker and attacked die of the blow; the sweep of one finds only what still stands."""
    table = Position(half("quake"), half("quake imp"))
    table.do(Attack(table.on_board(), table.on_board(0, 1)))
    assert (table.board(0), table.board(1)) == ("", "")
    deaths = [event.ref for event in table.events if isinstance(event, CreatureDied)]
    assert len(deaths) == len(set(deaths)) == 3


def test_a_chain_of_partings() -> None:
    """A quake sets off a bomb, which hurts the hero behind the first attacker's enemy."""
    table = Position(half("ogre bomb martyr"), half("quake"))
    table.do(Attack(table.on_board(), table.on_board(0, 1)))
    assert table.board(0) == "ogre:1!"
    assert table.health() == (46, 43)


def test_an_attack_that_ends_the_duel() -> None:
    table = Position(half("ogre pawn"), half(health=5))
    table.do(Attack(table.on_board(), hero(1)))
    assert table.health() == (50, 0)
    assert DUEL.outcome(table.state) == Outcome((0,), "hero fell")
    assert table.refuse(Attack(table.on_board(1), hero(1))) == "illegal: the match is over"
    assert table.legal() == []


def test_health_stops_at_zero() -> None:
    table = Position(half("ogre"), half(health=1))
    assert table.do(Attack(table.on_board(), hero(1))).health() == (50, 0)
