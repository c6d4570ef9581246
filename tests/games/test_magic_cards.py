"""Magic's cards and decks as data: found, readable, legal."""

import re

import msgspec
import pytest

from facedown.cards.facts import MTGCard, to_face
from facedown.cards.legality import faults
from facedown.games.magic.cards import CARDS, FILES, TOKENS, slug
from facedown.games.magic.deckbuilding import check, facts, printed, split
from facedown.games.magic.decks import COMMANDER, CONSTRUCTED
from facedown.games.magic.model import Card
from facedown.games.magic.text import text, type_line
from facedown.kernel import InvalidAction

SEED_001 = (
    "Humility", "Opalescence", "Faerie Conclave", "Mishra's Factory", "Anger", "Terravore", "Goblin King",
    "Giant Growth", "Goblin Guide", "Hypnotic Specter", "Ball Lightning", "Goblin Warchief",
    "Deranged Hermit", "Sterling Grove", "Nimble Mongoose", "Exploration", "Solitary Confinement",
    "Aura of Silence", "Llanowar Elves",
)  # fmt: skip
CROW = to_face(
    MTGCard("Storm Bird", 2, ("Creature",), "{1}{U}", ("Bird",), power="1", toughness="2", colors=("U",))
)


def test_there_are_enough_cards_and_each_is_there_once() -> None:
    assert len(CARDS) >= 300
    assert len(TOKENS) >= 22
    assert len(CARDS) == sum(len(file) for file in FILES)
    assert all(slug(card.name) == face for face, card in CARDS.items())
    assert {slug(name) for name in SEED_001} <= CARDS.keys()


@pytest.mark.parametrize("cards", [*FILES, TOKENS], ids=lambda cards: cards[0].name)
def test_every_card_is_data_and_reads_as_text(cards: tuple[Card, ...]) -> None:
    for card in cards:
        assert msgspec.json.decode(msgspec.json.encode(card), type=Card) == card
        said = text(card)
        assert bool(said) == bool(card.abilities), card.name
        assert not re.search(r"(Struct|Filter|\(|\)|None|  |[a-z]{3,}_[a-z])", said), said
        assert type_line(card)
        has_size = "Creature" in card.types
        assert (card.power is not None) == (card.toughness is not None) == has_size, card.name
        assert (card.loyalty is not None) == ("Planeswalker" in card.types), card.name


def test_no_text_is_the_name_of_the_card() -> None:
    """Ours speaks of `this`: a name in a text would be one that somebody copied."""
    for card in CARDS.values():
        assert card.name not in text(card) or card.name in ("Anger", "Wonder", "Flight", "Plains")


@pytest.mark.parametrize("name", CONSTRUCTED)
def test_decks_of_sixty_are_legal(name: str) -> None:
    check(CONSTRUCTED[name], "constructed")
    assert split(CONSTRUCTED[name]) == {"main": CONSTRUCTED[name]}


@pytest.mark.parametrize("name", COMMANDER)
def test_commander_decks_are_legal_and_begin_with_their_commander(name: str) -> None:
    deck = COMMANDER[name]
    check(deck, "commander")
    assert split(deck) == {"commander": deck[:1], "main": deck[1:]}


def test_there_are_decks_of_many_kinds() -> None:
    assert len(CONSTRUCTED) + len(COMMANDER) >= 8
    assert len(COMMANDER) >= 2
    played = {face for deck in (*CONSTRUCTED.values(), *COMMANDER.values()) for face in deck}
    assert len(played) >= 200


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("Sol Ring", ""),
        ("Lightning Bolt", "R"),
        ("Lingering Souls", "WB"),
        ("Kitchen Finks", "WG"),
        ("Dismember", "B"),
        ("Spectral Procession", "W"),
        ("Taiga", "RG"),
        ("Faerie Conclave", "U"),
        ("Dryad Arbor", "G"),
        ("Cranial Plating", "B"),
        ("Forest", "G"),
        ("Birds of Paradise", "G"),
    ],
)
def test_colour_identity_comes_from_every_symbol_on_the_card(name: str, identity: str) -> None:
    found = facts(slug(name))
    assert found is not None
    assert "".join(found.color_identity) == identity


def test_decks_that_break_their_format_are_refused() -> None:
    goblins = CONSTRUCTED["goblins"]
    with pytest.raises(InvalidAction, match="at least 60 cards"):
        check(goblins[:59], "constructed")
    with pytest.raises(InvalidAction, match="5 copies of Goblin Guide"):
        check((*goblins, "goblin-guide"), "constructed")
    with pytest.raises(InvalidAction, match="there is no card 'nobody'"):
        check((*goblins, "nobody"), "constructed")
    krenko = COMMANDER["krenko"]
    with pytest.raises(InvalidAction, match="outside those of Krenko"):
        check((*krenko[:-1], "forest"), "commander")
    with pytest.raises(InvalidAction, match="cannot be a commander"):
        check((*krenko[1:], krenko[0]), "commander")


def test_a_card_of_ones_own_has_facts_but_is_for_free_play_only() -> None:
    deck = (*CONSTRUCTED["goblins"], CROW)
    with pytest.raises(
        InvalidAction, match="Storm Bird has no rules here; it can be played with the option dial=free"
    ):
        check(deck, "constructed")
    check(deck, "constructed", free=True)
    card = printed(CROW)
    assert card is not None
    assert (card.name, card.power, card.types, card.colors) == ("Storm Bird", "1", ("Creature",), ("U",))
    assert printed("nobody") is None


def test_facts_agree_with_the_definition() -> None:
    for face in CARDS:
        found = facts(face)
        assert found is not None
        assert found.name == CARDS[face].name
    assert not faults({"main": [facts("mountain")] * 60}, "constructed")  # type: ignore[list-item]
