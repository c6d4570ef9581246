"""Decks on this machine: those that come with a game, those that were saved here, and files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from facedown.cards import Catalogue, export, parse
from facedown.client import files, places
from facedown.client.trouble import NOT_SO, Trouble
from facedown.kernel import Face, Refused
from facedown.table.table import AnyGame

SUFFIX = ".txt"


def find(game: AnyGame, wanted: str) -> tuple[Face, ...]:
    """A deck by its name, or by the path of a file; by nothing: the game's first."""
    ready = game.decks()
    if not wanted:
        return next(iter(ready.values()))
    if wanted in ready:
        return ready[wanted]
    saved = _path(game, wanted)
    if saved is not None and saved.is_file():
        return read(game, str(saved))
    if wanted == "-" or Path(wanted).is_file():
        return read(game, wanted)
    there = ", ".join([*ready, *(name for name, _ in saved_decks(game))])
    raise Trouble(f"no deck and no file is called {wanted!r}; there are: {there}")


def read(game: AnyGame, file: str) -> tuple[Face, ...]:
    """The deck in a file. A line that is not understood is reason enough not to play it."""
    deck = parse(files.read_text(file), Catalogue(game.cards()))
    if deck.problems:
        more = f" (and {len(deck.problems) - 1} more)" if len(deck.problems) > 1 else ""
        raise Trouble(f"{file}, {deck.problems[0]}{more}; `facedown deck check` tells all")
    return deck.cards


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


def save(game: AnyGame, name: str, deck: tuple[Face, ...]) -> Path:
    """Keep a deck under a name, which must not be that of a ready one."""
    path = _path(game, name)
    if path is None:
        raise Trouble(f"{name!r} is no name for a deck; use letters, digits, spaces, - and _")
    if name in game.decks():
        raise Trouble(f"{name} is a deck that comes with {game.name}; choose another name")
    files.write(path, export(deck, Catalogue(game.cards())).encode())
    return path


def remove(game: AnyGame, name: str) -> None:
    """Forget a saved deck."""
    path = _path(game, name)
    if path is None or not path.is_file():
        there = ", ".join(name for name, _ in saved_decks(game)) or "none"
        raise Trouble(f"no saved deck is called {name!r}; there are: {there}")
    path.unlink()


def _path(game: AnyGame, name: str) -> Path | None:
    """Where a deck of this name is kept; None for what is no name, and might climb out of there."""
    if not name.strip() or len(name) > 60 or not all(char.isalnum() or char in " -_" for char in name):
        return None
    return places.decks(game.name) / f"{name}{SUFFIX}"
