"""One step ahead."""

from typing import Any

from facedown.bots.greedy import Greedy
from facedown.games.duel import DUEL, Attack, EndTurn, PlayCreature, PlaySpell, hero
from games.positions import Position, half


def choices(position: Position, tries: int = 20) -> set[Any]:
    return {Greedy(seed).choose(DUEL, position.state, 0, position.faces) for seed in range(tries)}


def test_takes_the_win() -> None:
    position = Position(half("ogre imp", hand="giant bolt blast"), half("giant", health=5))
    assert choices(position) <= {
        Attack(position.on_board(0), hero(1)),
        PlaySpell(position.card(2), hero(1)),
    }


def test_does_not_knock_itself_out_for_it() -> None:
    position = Position(half("ogre!", hand="pyre", health=4), half(health=7))
    assert PlaySpell(position.card(), hero(1)) not in choices(position)


def test_passes_when_nothing_helps() -> None:
    position = Position(half("pawn!", hand="giant"), half("ogre"), mana=2)
    assert choices(position) == {EndTurn()}


def test_would_rather_pass_than_waste_a_card() -> None:
    """At full health the leaf heals nothing, and its one damage is not worth a card."""
    position = Position(half("pawn!", hand="leaf"), half("giant"), mana=1)
    assert choices(position) == {EndTurn()}


def test_acts_before_it_passes_though_the_other_gains_a_card_by_it() -> None:
    position = Position(half(hand="ogre", deck="pawn"), half(deck="pawn pawn"))
    assert choices(position) == {PlayCreature(position.card())}


def test_among_equals_any() -> None:
    position = Position(half(hand="ogre ogre"), half(), mana=4)
    assert choices(position) == {PlayCreature(position.card(0)), PlayCreature(position.card(1))}
