"""Decks on this machine: those that come with a game, those that were saved here, and files."""

from collections.abc import Iterator, Sequence
from os.path import isfile  # unlike `Path.is_file`, it takes every text for an answer
from pathlib import Path
from typing import Any

import msgspec

from facedown.cards import Catalogue, DeckList, Item, export, parse, write
from facedown.cards.facts import MTGCard, read_facts, to_face
from facedown.client import files, places
from facedown.client.trouble import NOT_SO, Trouble
from facedown.kernel import Face, Refused
from facedown.table.table import AnyGame

SUFFIX = ".txt"
LARGEST_FACTS = 1024 * 1024 * 1024
"""Scryfall's bulk data has half a gigabyte."""


def catalogue(game: AnyGame) -> Catalogue:
    """The cards of a game, and those that the user's own file knows beside them."""
    known = game.cards()
    path = places.facts(game.name)
    if not path.is_file():
        return Catalogue(known)
    names = {info.name for info in known.values()}
    facts = msgspec.json.decode(files.read(str(path), LARGEST_FACTS), type=list[MTGCard])
    return Catalogue({**{to_face(card): card.info for card in facts if card.name not in names}, **known})


def learn(game: AnyGame, file: str) -> int:
    """Keep the facts of all cards in a Scryfall or MTGJSON file; says how many."""
    try:
        facts = read_facts(files.read(file, LARGEST_FACTS))
    except ValueError as error:
        raise Trouble(f"{file}: {error}") from None
    files.write(places.facts(game.name), msgspec.json.encode(facts))
    return len(facts)


def understand(game: AnyGame, file: str, options: Any = None) -> DeckList:
    """The list in a file, in whatever format, with what is wrong in it; what is played depends on options."""
    return parse(files.read_text(file), catalogue(game), game.sections(options or game.options_type()))


def find(game: AnyGame, wanted: str, options: Any = None) -> tuple[Face, ...]:
    """A deck by its name, or by the path of a file; by nothing: the game's first."""
    ready = game.decks()
    if not wanted:
        return next(iter(ready.values()))
    return ready[wanted] if wanted in ready else faultless(game, _file(game, wanted), options).cards


def listed(game: AnyGame, wanted: str) -> DeckList:
    """The list of a deck, by its name or the path of a file, with the parts that are not played."""
    ready = game.decks()
    if wanted not in ready:
        return understand(game, _file(game, wanted))
    known = catalogue(game)
    return parse(export(game.split(ready[wanted]), known), known, game.sections(game.options_type()))


def faultless(game: AnyGame, file: str, options: Any = None) -> DeckList:
    """The list in a file. A line that is not understood is reason enough not to play it."""
    deck = understand(game, file, options)
    if deck.problems:
        more = f" (and {len(deck.problems) - 1} more)" if len(deck.problems) > 1 else ""
        raise Trouble(f"{file}, {deck.problems[0]}{more}; `facedown deck check` tells all")
    return deck


def check(game: AnyGame, deck: tuple[Face, ...], options: Any) -> None:
    """`Trouble` if the rules do not allow this deck."""
    try:
        game.check_deck(deck, options)
    except Refused as refused:
        raise Trouble(f"this deck may not be played: {refused}", NOT_SO) from None


def saved_decks(game: AnyGame) -> Iterator[tuple[str, Path]]:
    """The decks that were saved on this machine, by name."""
    for path in sorted(places.decks(game.name).glob(f"*{SUFFIX}")):
        yield path.stem, path


def save(game: AnyGame, name: str, items: Sequence[Item]) -> Path:
    """Keep a list under a name, which must not be that of a ready one."""
    path = _path(game, name)
    if path is None:
        raise Trouble(f"{name!r} is no name for a deck; use letters, digits, spaces, - and _")
    if name in game.decks():
        raise Trouble(f"{name} is a deck that comes with {game.name}; choose another name")
    files.write(path, write(items).encode())
    return path


def remove(game: AnyGame, name: str) -> None:
    """Forget a saved deck."""
    path = _path(game, name)
    if path is None or not path.is_file():
        there = ", ".join(name for name, _ in saved_decks(game)) or "none"
        raise Trouble(f"no saved deck is called {name!r}; there are: {there}")
    path.unlink()


def _file(game: AnyGame, wanted: str) -> str:
    """The file of a saved deck of this name, or the file of this path."""
    saved = _path(game, wanted)
    if saved is not None and saved.is_file():
        return str(saved)
    if wanted == "-" or isfile(wanted):
        return wanted
    there = ", ".join([*game.decks(), *(name for name, _ in saved_decks(game))])
    raise Trouble(f"no deck and no file is called {wanted!r}; there are: {there}")


def _path(game: AnyGame, name: str) -> Path | None:
    """Where a deck of this name is kept; None for what is no name, and might climb out of there."""
    if not name.strip() or len(name) > 60 or not all(char.isalnum() or char in " -_" for char in name):
        return None
    return places.decks(game.name) / f"{name}{SUFFIX}"
