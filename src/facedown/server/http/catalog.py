"""The games that are installed, and their cards."""

from functools import cache
from typing import Any, TypeAlias

import msgspec

from facedown.bots.registry import bots
from facedown.games.duel import CARDS, Effect
from facedown.games.duel.cards import KEYWORDS
from facedown.kernel import DeckShape, Face, encode
from facedown.server.http.decks import OfGame
from facedown.server.http.endpoint import CHANGING, Call, Endpoint, Nothing, game_called
from facedown.server.http.schemas import alone
from facedown.table.registry import dealers, games


class _Printed(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", rename="camel"):
    id: Face
    name: str
    text: str


class PlainCard(_Printed, frozen=True, kw_only=True, tag="card"):
    """A card of a game that says no more about its cards than their words."""


class _DuelCard(_Printed, frozen=True, kw_only=True):
    cost: int
    keywords: tuple[str, ...]
    effects: tuple[Effect, ...]
    school: str


class CreatureCard(_DuelCard, frozen=True, kw_only=True, tag="creature"):
    """A creature of the duel."""

    attack: int
    health: int


class SpellCard(_DuelCard, frozen=True, kw_only=True, tag="spell"):
    """A spell of the duel."""

    spell_power: int


class MagicCard(_Printed, frozen=True, kw_only=True, tag="magic", omit_defaults=True):
    """A card of Magic. Its text is ours, made from what the card does."""

    mana: str = ""
    """`{2}{G}`."""
    line: str = ""
    """`Legendary Creature — Dog`."""
    colors: tuple[str, ...] = ()
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    any_number: bool = False
    """Whether a deck may have as many as it likes, whatever the format."""


PrintedCard: TypeAlias = CreatureCard | SpellCard | MagicCard | PlainCard


class FormatFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play the game that people choose by its name."""

    options: msgspec.Raw
    """What to say as `options`."""
    decks: list[str]
    """The ready decks that go with it; the first is what one gets who names none."""
    deck: DeckShape


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is played here."""

    name: str
    version: int
    seats: tuple[int, int]
    """The fewest and the most players."""
    options: dict[str, Any]
    """What players may agree on, as JSON Schema."""
    decks: dict[str, tuple[Face, ...]]
    """Ready decks."""
    formats: dict[str, FormatFacts]
    """The first is what is played if nothing else is said."""
    bots: list[str]
    """Who plays against you if nobody else does."""
    dealers: list[str]
    """Who can deal it: `house` knows the cards, with `mental` nobody does."""


def card_catalog(call: Call[OfGame]) -> list[PrintedCard]:
    """Every card of a game."""
    return printed(game_called(call.ask.game).name)


def list_games(_: Call[Nothing]) -> list[GameFacts]:
    """The games that are played here, with their options, ready decks and bots."""
    return [_facts(name) for name in games()]


@cache
def printed(game: str) -> list[PrintedCard]:
    """Every card of a game as data, where the game's package says what that is."""
    if game == "magic":
        return _magic()
    if game != "duel":
        cards = game_called(game).cards()
        return [PlainCard(id=face, name=info.name, text=info.text) for face, info in cards.items()]
    catalog: list[PrintedCard] = []
    for card in CARDS.values():
        common: dict[str, Any] = {
            "id": card.id,
            "name": card.name,
            "text": card.text,
            "cost": card.cost,
            "keywords": tuple(word for word in KEYWORDS if getattr(card, word)),
            "effects": card.effects,
            "school": card.school,
        }
        if card.type == "creature":
            catalog.append(CreatureCard(**common, attack=card.attack, health=card.health))
        else:
            catalog.append(SpellCard(**common, spell_power=card.power))
    return catalog


def _magic() -> list[PrintedCard]:
    # Imported late: a server that plays the duel alone does not need it.
    from facedown.cards.legality import any_number
    from facedown.games.magic.cards import CARDS as MAGIC_CARDS
    from facedown.games.magic.deckbuilding import facts
    from facedown.games.magic.scene import looks_of

    found: list[PrintedCard] = []
    for face, card in MAGIC_CARDS.items():
        if not card.token:
            looks = looks_of(card)
            found.append(
                MagicCard(
                    id=face,
                    name=looks.name,
                    text=looks.text,
                    mana=looks.cost,
                    line=looks.line,
                    colors=looks.colors,
                    power=looks.power,
                    toughness=looks.toughness,
                    loyalty=looks.loyalty,
                    any_number=(known := facts(face)) is not None and any_number(known),
                )
            )
    return found


def _facts(name: str) -> GameFacts:
    game = game_called(name)
    return GameFacts(
        name=game.name,
        version=game.version,
        seats=game.seats,
        options=alone(game.options_type),
        decks=game.decks(),
        formats={
            name: FormatFacts(
                options=msgspec.Raw(encode(options)),
                decks=[*game.ready(options)],
                deck=game.deck_shape(options),
            )
            for name, options in game.formats().items()
        },
        bots=bots(),
        dealers=dealers(),
    )


ENDPOINTS = (
    Endpoint("GET", "/games", list_games, Nothing, list[GameFacts], cache=CHANGING),
    Endpoint("GET", "/card-catalog", card_catalog, OfGame, list[PrintedCard], cache=CHANGING, faults=(404,)),
)
