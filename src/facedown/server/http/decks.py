"""Saved decks. Another's deck is as one that does not exist."""

from functools import cache
from typing import Annotated

import msgspec

from facedown.cards import Catalogue, parse
from facedown.cards.draft import Problem
from facedown.kernel import Face, Refused
from facedown.server.http.endpoint import Ask, Call, Endpoint, Nothing, game_called
from facedown.server.messages import GameName
from facedown.store import BadDeck, Deck
from facedown.store.decks import LONGEST_NAME
from facedown.table.table import AnyGame

CardId = Annotated[str, msgspec.Meta(max_length=60)]


class OfGame(Ask, frozen=True):
    """Which game it is about."""

    game: GameName = "duel"


class DeckDraft(Ask, frozen=True):
    """A deck to save. It may be unfinished, but every card has to be one of the game's."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    cards: Annotated[tuple[CardId, ...], msgspec.Meta(max_length=500)]
    game: GameName = "duel"


class SavedDeck(msgspec.Struct, frozen=True):
    """A deck of yours. Name its `id` as your deck when you look for a match."""

    id: str
    name: str
    game: str
    cards: tuple[Face, ...]
    saved: int
    legal: bool
    """Whether it may be played with the game's default options."""
    why: str
    """Why not; empty if it may."""
    faults: dict[str, str]
    """The same for each of the game's formats, by its name."""


class DeckText(Ask, frozen=True):
    """A deck list as people paste it, in any format that `facedown deck` reads."""

    text: str
    game: GameName = "duel"


class ReadDeck(msgspec.Struct, frozen=True):
    """What was understood of a deck list, and what was not."""

    cards: tuple[Face, ...]
    problems: tuple[Problem, ...]
    """Lines that say nothing usable."""
    notes: tuple[Problem, ...]
    """Lines that were understood and left out or moved."""


class DeckQuestion(Ask, frozen=True):
    """Cards that may be a deck."""

    cards: Annotated[tuple[CardId, ...], msgspec.Meta(max_length=500)]
    game: GameName = "duel"


class DeckVerdict(msgspec.Struct, frozen=True):
    """Where a deck may be played."""

    faults: dict[str, str]
    """For each of the game's formats, by its name, why not; empty if it may."""


def list_decks(call: Call[OfGame]) -> list[SavedDeck]:
    """Your decks for a game, by name."""
    game_called(call.ask.game)
    return [_saved(deck) for deck in call.server.decks.list(call.player.id, call.ask.game)]


def save_deck(call: Call[DeckDraft]) -> SavedDeck:
    """Save a new deck."""
    return _saved(_save(call, None))


def get_deck(call: Call[Nothing]) -> SavedDeck:
    """One deck of yours."""
    return _saved(call.server.decks.get(call.player.id, call.path["deck"]))


def replace_deck(call: Call[DeckDraft]) -> SavedDeck:
    """Replace a deck of yours; it stays with its game."""
    return _saved(_save(call, call.path["deck"]))


def delete_deck(call: Call[Nothing]) -> None:
    """Delete a deck of yours."""
    call.server.decks.delete(call.player.id, call.path["deck"]).result()


def read_deck(call: Call[DeckText]) -> ReadDeck:
    """Understand a deck list, and report by line what could not be understood."""
    game = game_called(call.ask.game)
    found = parse(call.ask.text, _catalogue(game.name), game.sections(game.options_type()))
    return ReadDeck(found.cards, found.problems, found.notes)


def check_deck(call: Call[DeckQuestion]) -> DeckVerdict:
    """Say in which formats of its game a deck may be played."""
    return DeckVerdict(_faults(game_called(call.ask.game), call.ask.cards))


@cache
def _catalogue(game: str) -> Catalogue:
    return Catalogue(game_called(game).cards())


def _faults(game: AnyGame, cards: tuple[Face, ...]) -> dict[str, str]:
    found = {}
    for name, options in game.formats().items():
        found[name] = ""
        try:
            game.check_deck(cards, options)
        except Refused as refused:
            found[name] = str(refused)
    return found


def _save(call: Call[DeckDraft], deck: str | None) -> Deck:
    ask = call.ask
    cards = game_called(ask.game).cards()
    for face in ask.cards:
        if face not in cards:
            raise BadDeck(f"{ask.game} has no card {face!r}; /card-catalog lists all")
    data = msgspec.json.encode(ask.cards)
    return call.server.decks.save(call.player.id, ask.game, ask.name, data, call.now, deck=deck).result()


def _saved(deck: Deck) -> SavedDeck:
    cards = msgspec.json.decode(deck.cards, type=tuple[Face, ...])
    faults = _faults(game_called(deck.game), cards)
    why = next(iter(faults.values()))
    return SavedDeck(deck.id, deck.name, deck.game, cards, deck.saved, not why, why, faults)


ENDPOINTS = (
    Endpoint("POST", "/deck-list", read_deck, DeckText, ReadDeck, signed="yes", effort="text", faults=(404,)),
    Endpoint(
        "POST",
        "/deck-check",
        check_deck,
        DeckQuestion,
        DeckVerdict,
        signed="yes",
        effort="text",
        faults=(404,),
    ),
    Endpoint("GET", "/decks", list_decks, OfGame, list[SavedDeck], signed="yes", faults=(404,)),
    Endpoint("POST", "/decks", save_deck, DeckDraft, SavedDeck, signed="yes", status=201, faults=(404, 409)),
    Endpoint("GET", "/decks/{deck}", get_deck, Nothing, SavedDeck, signed="yes", faults=(404,)),
    Endpoint("PUT", "/decks/{deck}", replace_deck, DeckDraft, SavedDeck, signed="yes", faults=(404,)),
    Endpoint(
        "DELETE", "/decks/{deck}", delete_deck, Nothing, type(None), signed="yes", status=204, faults=(404,)
    ),
)
