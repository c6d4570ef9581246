"""Creatures: playing them, what they do when they arrive, when they may attack."""

import pytest

from facedown.games.duel import DUEL, Attack, EndTurn, PlayCreature, PlaySpell, hero
from facedown.games.duel.moves import CardDrawn, CreatureDied, CreaturePlayed, Damaged, HeroHealed
from facedown.kernel import Outcome
from games.positions import Position, half


def test_a_creature_comes_from_the_hand_to_the_board_for_its_mana() -> None:
    table = Position(half("pawn", hand="bolt ogre imp"), mana=7)
    ref = table.card(1)
    table.do(PlayCreature(ref))
    assert table.events == [CreaturePlayed(0, ref, "ogre")]
    assert (table.board(), table.hand(), table.state.mana) == ("pawn:2 ogre:5!", "bolt imp", 3)


def test_playing_a_card_turns_it_up_and_nothing_else_does() -> None:
    table = Position(half("pawn", hand="ogre bolt"), half("pawn"))
    assert DUEL.opens(table.state, 0, PlayCreature(7)) == (7,)
    assert DUEL.opens(table.state, 0, PlaySpell(8, hero(1))) == (8,)
    assert DUEL.opens(table.state, 0, Attack(9, hero(1))) == ()
    assert DUEL.opens(table.state, 0, EndTurn()) == ()


@pytest.mark.parametrize(
    ("arrival", "face", "ready"),
    [("rest", "pawn", False), ("rest", "imp", True), ("ready", "pawn", True), ("ready", "imp", True)],
)
def test_who_may_attack_on_the_turn_of_arrival(arrival: str, face: str, ready: bool) -> None:
    table = Position(half(hand=face), arrival=arrival)
    table.do(PlayCreature(table.card()))
    attack = Attack(table.on_board(), hero(1))
    assert (attack in table.legal()) is ready
    if ready:
        assert table.do(attack).health() == (50, 48)
    else:
        assert table.refuse(attack) == "illegal: Pawn has attacked or arrived this turn and must rest"


def test_a_creature_that_rested_may_attack_on_its_next_turn() -> None:
    table = Position(half(hand="pawn", deck="pawn"), half(deck="pawn"))
    table.do(PlayCreature(table.card())).do(EndTurn()).do(EndTurn(), 1)
    assert table.do(Attack(table.on_board(), hero(1))).health() == (50, 48)


@pytest.mark.parametrize("mana", range(11))
def test_what_mana_buys(mana: int) -> None:
    table = Position(half(hand="pawn wall ogre giant"), mana=mana)
    plays = [action for action in table.legal() if isinstance(action, PlayCreature)]
    assert len(plays) == sum(cost <= mana for cost in (1, 2, 4, 10))
    if mana < 10:
        why = table.refuse(PlayCreature(table.card(3)))
        assert why == f"illegal: Giant costs 10 mana and you have {mana}"
    else:
        assert table.do(PlayCreature(table.card(3))).state.mana == 0


def test_mana_is_spent_card_by_card() -> None:
    table = Position(half(hand="ogre ogre ogre"))
    table.do(PlayCreature(table.card())).do(PlayCreature(table.card()))
    assert table.state.mana == 2
    assert table.refuse(PlayCreature(table.card())) == "illegal: Ogre costs 4 mana and you have 2"


@pytest.mark.parametrize("most", [1, 3, 10])
def test_a_full_board(most: int) -> None:
    table = Position(half("pawn " * most, hand="pawn bolt"), max_board=most)
    assert table.refuse(PlayCreature(table.card())) == f"illegal: your board is full ({most} creatures)"
    assert any(isinstance(action, PlaySpell) for action in table.legal())
    with_room = Position(half("pawn " * (most - 1), hand="pawn"), max_board=most)
    assert with_room.do(PlayCreature(with_room.card())).board().count("pawn") == most


def test_cards_that_cannot_be_played_as_creatures() -> None:
    table = Position(half("pawn", hand="bolt", deck="pawn", grave="ogre"), half("pawn", hand="pawn"))
    assert table.refuse(PlayCreature(table.card())) == "illegal: Bolt is a spell: cast it at a target"
    elsewhere = [table.on_board(), table.on_board(0, 1), table.card(0, 1), table.state.sides[0].deck[0]]
    elsewhere += [table.state.sides[0].grave[0].ref, hero(0), hero(1), 0, -3, 10**20]
    for ref in elsewhere:
        assert table.refuse(PlayCreature(ref)) == "illegal: that card is not in your hand"


def test_a_card_that_nobody_turned_up() -> None:
    table = Position(half(hand="pawn"))
    del table.faces[ref := table.card()]
    assert table.refuse(PlayCreature(ref)) == "illegal: that card has not been turned up"
    assert table.legal() == [EndTurn()]


def test_arrival_hurts_the_enemy_hero() -> None:
    table = Position(half(hand="herald"), half("wall"))
    assert table.do(PlayCreature(table.card())).health() == (50, 47)
    assert table.board(1) == "wall:5"


@pytest.mark.parametrize(("health", "healed"), [(40, 45), (48, 50), (50, 50), (1, 6)])
def test_arrival_heals_up_to_the_health_a_hero_began_with(health: int, healed: int) -> None:
    table = Position(half(hand="nurse", health=health))
    assert table.do(PlayCreature(table.card())).health() == (healed, 50)


def test_arrival_sweeps_each_enemy_creature_and_no_other() -> None:
    table = Position(half("pawn", hand="storm"), half("pawn ogre imp wall:2"))
    table.do(PlayCreature(table.card()))
    assert table.board(0) == "pawn:2 storm:3!"
    assert table.board(1) == "ogre:3"
    assert table.grave(1) == "pawn imp wall"
    kinds = [type(event) for event in table.events]
    assert kinds == [CreaturePlayed, *[Damaged] * 4, *[CreatureDied] * 3]
    assert table.health() == (50, 50)


def test_arrival_draws_from_the_end_of_the_deck() -> None:
    table = Position(half(hand="sage", deck="pawn ogre bolt"))
    table.do(PlayCreature(table.card()))
    assert (table.hand(), table.deck()) == ("bolt ogre", "pawn")
    assert [type(event) for event in table.events] == [CreaturePlayed, CardDrawn, CardDrawn]


def test_arrival_scorches_both_heroes() -> None:
    table = Position(half(hand="firefly"), half("wall"))
    assert table.do(PlayCreature(table.card())).health() == (48, 48)


def test_the_card_that_draws_has_left_the_hand_before_it_draws() -> None:
    """Ten cards, one played, two drawn: the first finds room and the second burns."""
    table = Position(half(hand="sage " + "pawn " * 9, deck="ogre imp bolt"))
    table.do(PlayCreature(table.card()))
    assert (table.hand().split()[-1], table.grave(), table.deck()) == ("bolt", "imp", "ogre")
    kept = Position(half(hand="sage " + "pawn " * 9, deck="ogre imp bolt"), overdraw="keep")
    kept.do(PlayCreature(kept.card()))
    assert (kept.hand().split()[-1], kept.grave(), kept.deck()) == ("bolt", "", "ogre imp")


def test_drawing_past_the_end_of_the_deck_wearies_within_one_action() -> None:
    table = Position(half(hand="sage", deck="bolt"))
    assert table.do(PlayCreature(table.card())).health() == (49, 50)
    table = Position(half(hand="sage", fatigue=4))
    assert table.do(PlayCreature(table.card())).health() == (50 - 5 - 6, 50)


def test_a_sweep_on_arrival_sets_off_what_dies_and_that_may_strike_the_newcomer() -> None:
    """The quake dies of the sweep and sweeps in turn: the storm that has just arrived is on the board."""
    table = Position(half("imp", hand="storm"), half("quake bomb"))
    table.do(PlayCreature(table.card()))
    assert table.board(0) == "storm:1!"
    assert table.board(1) == ""
    assert table.health() == (47, 50)
    assert table.grave(0) == "imp"


def test_an_arrival_that_ends_the_duel() -> None:
    table = Position(half(hand="herald"), half(health=3))
    table.do(PlayCreature(table.card()))
    assert DUEL.outcome(table.state) == Outcome((0,), "hero fell")


def test_nothing_heals_a_hero_that_has_fallen() -> None:
    table = Position(half(health=0))
    assert DUEL.apply(table.state, HeroHealed(0, 5)) is table.state
