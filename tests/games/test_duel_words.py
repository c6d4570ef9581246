"""A duel in words: a sentence for every event, a command for every action, the table as text."""

from typing import get_args

import pytest

from facedown.games.duel import CARDS, DUEL, Attack, Card, Effect, EndTurn, PlayCreature, PlaySpell, hero
from facedown.games.duel.moves import (
    Attacked,
    CardBurned,
    CardDrawn,
    CardOverdrawn,
    CreatureDied,
    CreaturePlayed,
    Damaged,
    DeckShuffled,
    Event,
    FirstChosen,
    HeroHealed,
    HeroWearied,
    SpellCast,
    TurnBegan,
)
from games.positions import TEST_CARDS, Position, half

NAMES = ("Ada", "Bo")

# In this position 100 and 101 are Ada's bolts, 102 her ogre, 103 and 104 Bo's pawns, and 105 is his wall.
SENTENCES = [
    (DeckShuffled(0, (1, 2, 3)), "Ada's deck of 3 cards is shuffled."),
    (FirstChosen(1), "The coin falls: Bo begins."),
    (TurnBegan(1, 6), "Turn 6: Bo."),
    (CardDrawn(0, 100), "Ada draws Bolt."),
    (CardDrawn(1, 999), "Bo draws a card."),
    (CardOverdrawn(1, 999), "Bo's hand is full: the next card burns."),
    (CardBurned(1, 999, "ogre"), "Ogre burns away from Bo's deck."),
    (HeroWearied(0, 3), "Ada's deck is empty: the hero takes 3 from weariness."),
    (CreaturePlayed(0, 100, "imp"), "Ada plays Imp."),
    (SpellCast(0, 100, "bolt", hero(0)), "Ada casts Bolt at Ada's hero."),
    (SpellCast(0, 100, "bolt", 104), "Ada casts Bolt at Bo's Pawn 2."),
    (Attacked(0, 102, 103, 103), "Ada's Ogre attacks Bo's Pawn 1."),
    (Attacked(0, 102, hero(1), hero(1)), "Ada's Ogre attacks Bo's hero."),
    (Attacked(0, 102, hero(1), 105), "Ada's Ogre attacks Bo's hero, but Bo's Wall steps in."),
    (Damaged(hero(1), 4), "Bo's hero takes 4."),
    (Damaged(102, 2), "Ada's Ogre takes 2."),
    (HeroHealed(0, 4), "Ada's hero is healed by 4."),
    (HeroHealed(0, 30), "Ada's hero is healed by 10."),
    (HeroHealed(1, 4), "Bo's hero has nothing to heal."),
    (CreatureDied(1, 105), "Bo's Wall dies."),
]


def table() -> Position:
    return Position(half("ogre", hand="bolt bolt", health=40), half("pawn pawn wall!"))


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=repr)
def test_every_event_is_a_sentence(event: Event, sentence: str) -> None:
    position = table()
    assert DUEL.say(position.state, event, NAMES, position.faces) == sentence


def test_no_kind_of_event_is_without_a_sentence() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(get_args(Event))


def test_a_fallen_hero_is_not_healed() -> None:
    position = Position(half(health=0))
    said = DUEL.say(position.state, HeroHealed(0, 4), NAMES, {})
    assert said == "Ada's hero has fallen and is not healed."


def test_every_action_has_a_name_of_its_own() -> None:
    position = table()
    labels = [DUEL.label(position.state, 0, action, position.faces) for action in position.legal()]
    assert labels == [
        "end turn",
        "cast Bolt at enemy Pawn 1",
        "cast Bolt at enemy Pawn 2",
        "cast Bolt at enemy Wall",
        "cast Bolt at enemy hero",
        "cast Bolt at your Ogre",
        "cast Bolt at your hero",
        "cast Bolt 2 at enemy Pawn 1",
        "cast Bolt 2 at enemy Pawn 2",
        "cast Bolt 2 at enemy Wall",
        "cast Bolt 2 at enemy hero",
        "cast Bolt 2 at your Ogre",
        "cast Bolt 2 at your hero",
        "attack enemy Pawn 1 with Ogre",
        "attack enemy Pawn 2 with Ogre",
        "attack enemy Wall with Ogre",
        "attack enemy hero with Ogre",
    ]


def test_twins_in_the_hand_are_numbered() -> None:
    position = Position(half(hand="pawn imp pawn pawn"))
    labels = [DUEL.label(position.state, 0, PlayCreature(ref), position.faces) for ref in range(100, 104)]
    assert labels == ["play Pawn", "play Imp", "play Pawn 2", "play Pawn 3"]


def test_the_table_as_its_players_see_it() -> None:
    position = Position(
        half("bat", hand="giant bolt", deck="pawn"), half("pawn! pawn:1", hand="imp", health=7), mana=9
    )
    mine = DUEL.show(position.state, 0, NAMES, {100: "pawn", 101: "giant", 102: "bolt"})
    assert mine.split("\n") == [
        "Bo: 7 health, 1 in hand, 0 in deck, 0 discarded",
        "    Pawn 1 2/2 (tired)",
        "    Pawn 2 2/1",
        "  ----------------------------------------",
        "    Bat 2/3 (drain)",
        "Ada: 50 health, 2 in hand, 1 in deck, 0 discarded, 9 mana",
        "  hand:",
        "    Giant 9/9 [10 mana, too dear now]",
        "    Bolt [1 mana] Deal 3 damage.",
    ]
    yours = DUEL.show(position.state, 1, NAMES, {})
    assert yours.split("\n")[-2:] == ["  hand:", "    a card, face down"]
    assert DUEL.show(position.state, -1, NAMES, {}).split("\n") == mine.split("\n")[:6]
    assert DUEL.glance(position.state, 0) == "9 mana, hero 50 to 7"


def test_nothing_is_too_dear_on_the_turn_of_the_other() -> None:
    position = Position(half(hand="giant"), mana=0, active=1)
    assert DUEL.show(position.state, 0, NAMES, position.faces).endswith("    Giant 9/9 [10 mana]")


def test_an_empty_hand_and_an_empty_board_say_so() -> None:
    shown = DUEL.show(Position().state, 0, NAMES, {})
    assert shown.count("(no creatures)") == 2
    assert shown.endswith("    (empty)")


TEXTS = [
    (TEST_CARDS["pawn"], ""),
    (TEST_CARDS["bolt"], "Deal 3 damage."),
    (TEST_CARDS["imp"], "Swift: may attack on the turn it arrives."),
    (TEST_CARDS["wall"], "Guard: attacks on your hero strike this instead."),
    (TEST_CARDS["bat"], "Drain: damage it deals in combat heals your hero."),
    (TEST_CARDS["herald"], "Arrival: deal 3 damage to the enemy hero."),
    (TEST_CARDS["quake"], "Parting: deal 2 damage to each enemy creature."),
    (TEST_CARDS["martyr"], "Parting: deal 4 damage to each hero."),
    (TEST_CARDS["rat"], "Parting: draw a card."),
    (TEST_CARDS["page"], "Deal 1 damage. Then draw 2 cards."),
    (TEST_CARDS["leaf"], "Deal 1 damage. Then heal your hero by 4."),
]


@pytest.mark.parametrize(("card", "text"), TEXTS, ids=lambda value: getattr(value, "id", "text"))
def test_the_text_of_a_card_is_made_from_its_data(card: Card, text: str) -> None:
    assert card.text == text


def test_a_card_with_everything() -> None:
    effects = Effect("arrival", "draw", 1), Effect("parting", "heal", 2)
    card = Card("all", "All", "creature", 5, 1, 1, swift=True, guard=True, drain=True, effects=effects)
    assert card.text.count(":") == 5
    assert card.having("arrival") == effects[:1]
    assert card.having("then") == ()


def test_every_real_card_makes_sense() -> None:
    for face, card in CARDS.items():
        assert face == card.id
        assert 0 <= card.cost <= 10
        assert (card.type == "creature") == (card.health > 0)
        assert card.type == "creature" or not (card.attack or card.swift or card.guard or card.drain)
        assert {effect.when for effect in card.effects} <= (
            {"then"} if card.type == "spell" else {"arrival", "parting"}
        )
        assert all(effect.amount > 0 for effect in card.effects)
    assert len({card.name for card in CARDS.values()}) == len(CARDS)


def test_the_last_label_is_for_ending_the_turn() -> None:
    position = table()
    assert DUEL.label(position.state, 0, EndTurn(), {}) == "end turn"
    assert DUEL.label(position.state, 0, Attack(102, hero(1)), {}) == "attack enemy hero with Ogre"
    assert DUEL.label(position.state, 0, PlaySpell(100, hero(0)), position.faces) == "cast Bolt at your hero"
