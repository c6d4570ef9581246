"""`facedown play --server` and `facedown watch`: which match, as whom, and what can go wrong on the way."""

import argparse
import asyncio
from collections.abc import Coroutine
from typing import Any

from facedown.client import sessions, shelf
from facedown.client.address import Address
from facedown.client.api import Api
from facedown.client.console import Console, wants_table
from facedown.client.sdk import Client
from facedown.client.terms import dealer_called, game_called, options_of
from facedown.client.trouble import NO_SERVER, NOT_SO, OK, Trouble
from facedown.client.visit import Visit
from facedown.kernel import ProofRejected, Refused
from facedown.server.messages import DeckChoice
from facedown.table.table import AnyGame


def play_online(args: argparse.Namespace) -> int:
    """Play on a server: go back to what is running, else ask for what the command line says."""
    game_called(args.game)  # a name that is wrong is wrong before anybody is bothered with it
    dealer_called(args.dealer)
    console = Console()

    async def play() -> None:
        async with _client(args.server, args.name) as client:
            if client.running is not None:
                console.print([("heading", "A match of yours is still running; back to it.")])
                await client.resume()
            else:
                await _look_for_a_match(client, args)
            if wants_table(args):
                await _sit(client, args.game, args.log)
            else:
                await Visit(console, client, args.game, args.log).play()

    try:
        return _in_touch(console, play())
    except KeyboardInterrupt:
        console.print(
            [("event", ""), ("hint", "A match that was on goes on: the same command brings you back.")]
        )
        raise


def watch(args: argparse.Namespace) -> int:
    """Watch a match to its end."""
    console = Console()

    async def look() -> None:
        async with _client(args.server, None) as client:
            await client.watch(args.match)
            if wants_table(args):
                await _sit(client, args.match, None)
            else:
                await Visit(console, client, args.match).watch()

    return _in_touch(console, look())


def deck_choice(game: AnyGame, wanted: str, api: Api, options: Any = None) -> DeckChoice:
    """A deck as the server takes it: the name of a ready one, our own list, or the id of one it keeps."""
    if not wanted or wanted in game.decks():
        return wanted
    try:
        return shelf.find(game, wanted, options)
    except Trouble as trouble:
        for deck in api.decks(game.name):
            if wanted in (deck.name, deck.id):
                return deck.id
        raise trouble from None


async def _look_for_a_match(client: Client, args: argparse.Namespace) -> None:
    game = game_called(args.game)
    options = options_of(game, args.option)
    api = Api(client.address, client.session.kept.token)
    if args.lobby:
        options = await asyncio.to_thread(_lobby_options, game, args.lobby, api)
    deck: DeckChoice = ()
    if not args.judge:
        deck = await asyncio.to_thread(deck_choice, game, args.deck or "", api, options)
    if args.bots or (args.players and args.lobby is None):
        raise Trouble("--bots is for matches without --server, and --players there for a lobby of yours")
    if args.lobby:
        # The lobby says who deals there; whoever insists on another dealer than the usual one must get it.
        await client.join_lobby(args.lobby, deck, dealer=None if args.dealer == "house" else args.dealer)
    elif args.lobby is not None:
        await client.create_lobby(
            game.name, deck, dealer=args.dealer, options=options, seats=args.players or 0
        )
    elif args.bot is not None:
        theirs = await asyncio.to_thread(deck_choice, game, (args.bot_deck or [""])[0], api)
        await client.play_bot(game.name, args.bot, deck, bot_deck=theirs, dealer=args.dealer, options=options)
    else:
        if args.option:
            raise Trouble("the queue plays by the usual rules; use --option with --lobby or --bot")
        await client.join_queue(game.name, deck, dealer=args.dealer)


def _lobby_options(game: AnyGame, code: str, api: Api) -> Any:
    """What was agreed on in a lobby: it says which parts of a list are a deck. None if it is not there."""
    try:
        lobby = api.lobby(code)
        return game.read_options(lobby.options) if lobby.game == game.name else None
    except (Trouble, Refused):
        return None  # whoever asks to sit down hears what is wrong


async def _sit(client: Client, what: str, log: str | None) -> None:
    from facedown.client.tui.app import sit
    from facedown.client.tui.host import There

    await sit(There(client, what), log)


def _client(url: str, name: str | None) -> Client:
    return Client(url, name=name, session=sessions.choose(Address.parse(url), name))


def _in_touch(console: Console, work: Coroutine[Any, Any, None]) -> int:
    """Run this, and put what goes wrong between us and a server into words."""
    try:
        asyncio.run(work)
    except BrokenPipeError:
        raise  # our own output's: a broken line to the server is told by the SDK
    except ConnectionError as error:
        raise Trouble(str(error), NO_SERVER) from None
    except ProofRejected as error:
        raise Trouble(f"THE SERVER DOES NOT PLAY FAIR: {error}; stop playing there", NOT_SO) from None
    except Refused as refused:
        raise Trouble(f"the server refuses: {refused}") from None
    finally:
        console.close()
    return OK
