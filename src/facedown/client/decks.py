"""`facedown deck`: lists of cards, those that come with a game, one's own here and one's own on a server."""

import argparse
import textwrap
from collections.abc import Sequence

from facedown.cards import Catalogue, export, parse
from facedown.client import files, sessions, shelf
from facedown.client.address import Address
from facedown.client.api import Api, SavedDeck
from facedown.client.terms import game_called, options_of
from facedown.client.trouble import NOT_SO, OK, Trouble
from facedown.kernel import Face, Refused
from facedown.table.table import AnyGame


def list(args: argparse.Namespace) -> int:
    """The decks there are, each with its size and whether it may be played."""
    game = game_called(args.game)
    rows = [(name, "ready", deck) for name, deck in game.decks().items()]
    catalogue = Catalogue(game.cards())
    for name, path in shelf.saved_decks(game):
        rows.append((name, "saved here", parse(files.read_text(str(path)), catalogue).cards))
    if args.server:
        rows += [
            (deck.name, f"on the server, id {deck.id}", deck.cards) for deck in _remote(args).decks(game.name)
        ]
    wide = max(len(name) for name, _, _ in rows)
    for name, where, deck in rows:
        print(f"{name:{wide}}  {len(deck):3} cards  {where}{_fault(game, deck)}")
    return OK


def show(args: argparse.Namespace) -> int:
    """A deck as a list that can be edited and read again."""
    game = game_called(args.game)
    remote = _named(_remote(args).decks(game.name), args.name) if args.server else None
    deck = remote.cards if remote is not None else shelf.find(game, args.name)
    print(f"// {game.name}: {args.name}, {len(deck)} cards")
    print(export(deck, Catalogue(game.cards())), end="")
    return OK


def check(args: argparse.Namespace) -> int:
    """Whether a list can be read and played."""
    game = game_called(args.game)
    deck = parse(files.read_text(args.file), Catalogue(game.cards()))
    for problem in deck.problems:
        print(problem)
    try:
        game.check_deck(deck.cards, options_of(game, []))
    except Refused as refused:
        print(f"{len(deck.cards)} cards understood; not legal: {refused}")
        return NOT_SO
    print(f"{len(deck.cards)} cards understood; legal" + (", without those lines" if deck.problems else ""))
    return NOT_SO if deck.problems else OK


def cards(args: argparse.Namespace) -> int:
    """All cards of a game with their text."""
    for face, info in game_called(args.game).cards().items():
        title = info.name if Catalogue({face: info}).find(info.name) == face else f"{info.name} ({face})"
        print(textwrap.fill(f"{title}: {info.text}" if info.text else title, 100, subsequent_indent="    "))
    return OK


def save(args: argparse.Namespace) -> int:
    """Keep a list under a name, here or on the server."""
    game = game_called(args.game)
    deck = shelf.read(game, args.file)
    if args.server:
        _remote(args).save_deck(game.name, args.name, deck)
        where = "on the server"
    else:
        where = f"in {shelf.save(game, args.name, deck)}"
    print(f"{args.name}: {len(deck)} cards saved {where}{_fault(game, deck)}")
    return OK


def rm(args: argparse.Namespace) -> int:
    """Forget a saved deck."""
    game = game_called(args.game)
    if args.server:
        api = _remote(args)
        api.remove_deck(_named(api.decks(game.name), args.name).id)
    else:
        shelf.remove(game, args.name)
    print(f"{args.name} is gone.")
    return OK


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
