"""`facedown deck`: lists of cards, those that come with a game, one's own here and one's own on a server."""

import argparse
import textwrap
from collections.abc import Sequence
from os.path import isfile  # unlike `Path.is_file`, it takes every text for an answer
from pathlib import Path

from facedown.cards import Catalogue, DeckList, export, write
from facedown.cards.sections import SECTIONS
from facedown.client import files, sessions, shelf
from facedown.client.address import Address
from facedown.client.api import Api, SavedDeck
from facedown.client.saying import complain, say
from facedown.client.terms import game_called, options_of
from facedown.client.trouble import NOT_SO, OK, Trouble
from facedown.kernel import Face, Refused
from facedown.table.table import AnyGame


def list(args: argparse.Namespace) -> int:
    """The decks there are, each with its size and whether it may be played."""
    game = game_called(args.game)
    rows = [(name, "ready", deck) for name, deck in game.decks().items()]
    for name, path in shelf.saved_decks(game):
        rows.append((name, "saved here", shelf.understand(game, str(path)).cards))
    if args.server:
        rows += [
            (deck.name, f"on the server, id {deck.id}", deck.cards) for deck in _remote(args).decks(game.name)
        ]
    wide = max(len(name) for name, _, _ in rows)
    for name, where, deck in rows:
        say(f"{name:{wide}}  {len(deck):3} cards  {where}{_fault(game, deck)}")
    return OK


def show(args: argparse.Namespace) -> int:
    """A deck as a list that can be edited and read again."""
    game = game_called(args.game)
    if args.server:
        deck: Sequence[Face] = _named(_remote(args).decks(game.name), args.name).cards
        text = export(game.split(deck), shelf.catalogue(game))
    else:
        found = shelf.listed(game, args.name)
        deck, text = found.cards, write(found.items)
    say(f"// {game.name}: {args.name}, {len(deck)} cards")
    say(*text.splitlines())
    return OK


def check(args: argparse.Namespace) -> int:
    """Whether a list, or a deck by its name, can be read and played."""
    game = game_called(args.game)
    here = args.file == "-" or isfile(args.file)
    deck = shelf.understand(game, args.file) if here else shelf.listed(game, args.file)
    for problem in (*deck.problems, *deck.notes):
        say(problem)
    try:
        game.check_deck(deck.cards, options_of(game, args.option))
    except Refused as refused:
        say(f"{len(deck.cards)} cards understood; not legal: {refused}")
        return NOT_SO
    say(f"{len(deck.cards)} cards understood; legal" + (", without those lines" if deck.problems else ""))
    return NOT_SO if deck.problems else OK


def take(args: argparse.Namespace) -> int:
    """Read a list in any format, say by line what was understood, and keep it."""
    game = game_called(args.game)
    deck = shelf.understand(game, args.file)
    for problem in (*deck.problems, *deck.notes):
        say(problem)
    say(f"{_parts(deck)} understood, from a list in the format {deck.format}{_fault(game, deck.cards)}")
    if not deck.cards:
        raise Trouble(f"no card in {args.file} is one that {game.name} knows; nothing was saved", NOT_SO)
    name = args.name or _simple(deck.title) or "imported"
    say(f"{name}: saved in {shelf.save(game, name, deck.items)}")
    if deck.problems and any(not item.face for item in deck.items):
        say(f"`facedown deck facts {game.name} FILE` makes the cards of a Scryfall or MTGJSON file known.")
    return NOT_SO if deck.problems else OK


def give(args: argparse.Namespace) -> int:
    """Write a deck, or a list in any format, in the format of another program."""
    game = game_called(args.game)
    deck = shelf.listed(game, args.name)
    for problem in deck.problems:
        complain(problem)
    title = deck.title or (args.name if args.name in game.decks() else "")
    text = write(deck.items, args.format, title)
    if args.output:
        files.write(Path(args.output), text.encode())
    else:
        say(*text.splitlines())
    return OK


def facts(args: argparse.Namespace) -> int:
    """Make the cards of the user's Scryfall or MTGJSON file known on this machine."""
    game = game_called(args.game)
    say(f"{shelf.learn(game, args.file)} cards are known now; those that {game.name} has no rules for")
    say("can be played where the players, not the rules, say what a card does.")
    return OK


def cards(args: argparse.Namespace) -> int:
    """All cards of a game with their text."""
    for face, info in game_called(args.game).cards().items():
        title = info.name if Catalogue({face: info}).find(info.name) == face else f"{info.name} ({face})"
        words = f"{title}: {info.text}" if info.text else title
        say(*textwrap.wrap(words, 100, subsequent_indent="    "))
    return OK


def save(args: argparse.Namespace) -> int:
    """Keep a list under a name, here or on the server."""
    game = game_called(args.game)
    found = shelf.faultless(game, args.file)
    deck = found.cards
    if args.server:
        _remote(args).save_deck(game.name, args.name, deck)
        where = "on the server"
    else:
        where = f"in {shelf.save(game, args.name, found.items)}"
    say(f"{args.name}: {len(deck)} cards saved {where}{_fault(game, deck)}")
    return OK


def rm(args: argparse.Namespace) -> int:
    """Forget a saved deck."""
    game = game_called(args.game)
    if args.server:
        api = _remote(args)
        api.remove_deck(_named(api.decks(game.name), args.name).id)
    else:
        shelf.remove(game, args.name)
    say(f"{args.name} is gone.")
    return OK


def _simple(title: str) -> str:
    """As much of a list's own name as may be the name of a file."""
    return " ".join("".join(char for char in title if char.isalnum() or char in " -_").split())[:60].strip()


def _parts(deck: DeckList) -> str:
    """How many cards each section has: `60 main, 15 sideboard`."""
    sizes = [(name, len(deck.section(name))) for name in SECTIONS]
    return ", ".join(f"{size} {name}" for name, size in sizes if size) or "nothing"


def _fault(game: AnyGame, deck: Sequence[Face]) -> str:
    """Why this deck may not be played by the usual rules, after a dash; nothing if it may."""
    try:
        game.check_deck(deck, options_of(game, []))
    except Refused as refused:
        return f" – not legal yet: {refused}"
    return ""


def _named(decks: Sequence[SavedDeck], name: str) -> SavedDeck:
    for deck in decks:
        if name in (deck.name, deck.id):
            return deck
    there = ", ".join(deck.name for deck in decks) or "none"
    raise Trouble(f"no deck of yours on the server is called {name!r}; there are: {there}")


def _remote(args: argparse.Namespace) -> Api:
    """The server as the player we are there: the account, or the guest we played as."""
    address = Address.parse(args.server)
    for session in (sessions.account(address), sessions.guest(address)):
        if session.kept.token:
            return Api(address, session.kept.token)
    raise Trouble(
        f"nobody knows you at {address.http}; `facedown register NAME --server {address.http}` first"
    )
