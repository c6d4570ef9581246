"""The `facedown` command. It only reads the command line here: what a command needs is imported by it."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, TypeAlias

from facedown import __version__
from facedown.client.saying import complain
from facedown.client.trouble import BAD_INPUT, INTERRUPTED, OK, Trouble

EPILOG = """\
begin with:
  facedown play duel                    a match against a bot, here and now
  facedown serve                        a server, for you and your friends
  facedown play duel --server URL       a match against the next person who comes
  facedown join URL                     the same in a browser, with a page of your own

exit codes:
  0    done; for `verify`: fair, for `deck check`: legal, for `scenario`: all passed
  1    what was checked is not so: not fair, unattested, not proved yet, not legal, missed
  2    the command, a file or a name is wrong; the message says what would be right
  3    the server cannot be reached or does not understand us
  130  interrupted

Colours are off if NO_COLOR is set. Logs and decks are kept under XDG_DATA_HOME, tokens under XDG_STATE_HOME.
"""


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit with what it says."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without our letters gets their numbers
    top = parser()
    words = sys.argv[1:] if argv is None else argv
    if any("\udc80" <= char <= "\udcff" for word in words for char in word):  # bytes that are no text
        top.error("what you typed is not UTF-8; a file with such a name can be given as - on standard input")
    args = top.parse_args(words)
    if args.run is None:
        top.print_help()
        sys.exit(OK)
    try:
        module, _, function = args.run.partition(":")
        code = getattr(import_module(f"facedown.client.{module}"), function or "run")(args)
        sys.stdout.flush()
    except Trouble as trouble:
        complain(trouble)
        code = trouble.code
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        code = INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough of it (`facedown … | head`): nothing more is to be said there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = BAD_INPUT
    sys.exit(code)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, instead of the whole usage before it."""

    def error(self, message: str) -> NoReturn:
        """End with the exit code for a wrong command line."""
        complain(f"{message}; see `{self.prog} --help`")
        sys.exit(BAD_INPUT)


def parser() -> Parser:
    """All commands and their options."""
    top = Parser(
        prog="facedown",
        description="Card games between people who need not trust each other or the server.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"facedown {__version__}")
    top.set_defaults(run=None)
    commands = top.add_subparsers(metavar="COMMAND")
    _play(commands)
    _serve(commands)
    _join(commands)
    _watch(commands)
    _replay(commands)
    _verify(commands)
    _simulate(commands)
    _deck(commands)
    _scenario(commands)
    _accounts(commands)
    _bench(commands)
    return top


_Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def _command(commands: _Commands, name: str, run: str, help: str, description: str | None = None) -> Parser:
    command = commands.add_parser(
        name,
        help=help,
        description=description or help[:1].upper() + help[1:] + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    return command


def _play(commands: _Commands) -> None:
    play = _command(
        commands,
        "play",
        "play",
        "play a match: against a bot here, or on a server",
        "Play a match. Without --server it is against a bot, in this process, at once;\n"
        "with --server against the next person in the queue. A match of yours that is\n"
        "still running there is resumed.\n\n"
        "Commands may come from a pipe: a line is read whenever it is your move, and the\n"
        "end of the input gives the match up (here) or leaves it (on a server).",
    )
    play.add_argument("game", metavar="GAME", help="duel, magic, or another game that is installed")
    play.add_argument("--server", metavar="URL", help="play there, such as http://localhost:8765")
    play.add_argument(
        "--bot", metavar="NAME", help="the opponent: random, greedy, search, search:1 to search:3"
    )
    play.add_argument("--bots", metavar="A,B,C", help="without --server: who sits on each of the other seats")
    play.add_argument(
        "--players",
        metavar="N",
        type=_count,
        help="how many play: the other seats are for bots, or the seats of a lobby",
    )
    play.add_argument(
        "--lobby", metavar="CODE", nargs="?", const="", help="open a lobby for friends, or join one"
    )
    play.add_argument("--deck", metavar="DECK", help="a ready or saved deck, or a file")
    play.add_argument(
        "--judge",
        action="store_true",
        help="in a lobby with the option judge=true: as its judge, without a deck",
    )
    play.add_argument(
        "--bot-deck",
        metavar="DECK",
        action="append",
        help="the same for the bot; may be said for each of them",
    )
    play.add_argument("--name", metavar="NAME", help="what you are called")
    play.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help="a rule to play by")
    play.add_argument("--dealer", metavar="NAME", default="house", help="who deals (house)")
    play.add_argument("--log", metavar="FILE", help="where the log of the match goes")
    play.add_argument(
        "--seed",
        metavar="N",
        type=int,
        help="without --server: the same cards and bot every time, for scripts",
    )
    _face(play)


def _serve(commands: _Commands) -> None:
    serve = _command(commands, "serve", "serve", "run a server")
    serve.add_argument("--host", metavar="H", default="127.0.0.1", help="where to listen (127.0.0.1)")
    serve.add_argument(
        "--port", metavar="N", type=_port, default=8765, help="the port (8765); 0: any that is free"
    )
    serve.add_argument("--data", metavar="DIR", help="where matches and accounts are kept")


def _join(commands: _Commands) -> None:
    join = _command(
        commands,
        "join",
        "join",
        "play on a server in a browser, with the page of your own installation",
        "Play on a server in a browser without taking the page from it: the client comes from\n"
        "this installation, on an address that only this machine can reach. The server sends\n"
        "data alone, and the page checks it.",
    )
    join.add_argument("url", metavar="URL", help="the server, such as https://cards.example.org")
    join.add_argument("--port", metavar="N", type=_port, help="where to listen (the same as last time)")
    join.add_argument("--no-browser", action="store_true", help="only say where the page is")


def _watch(commands: _Commands) -> None:
    watch = _command(commands, "watch", "online:watch", "watch a running match; hidden cards stay hidden")
    watch.add_argument("match", metavar="MATCH", help="the id of the match")
    watch.add_argument("--server", metavar="URL", required=True, help="the server it is played on")
    _face(watch)


def _face(command: Parser) -> None:
    face = command.add_mutually_exclusive_group()
    face.add_argument("--table", action="store_true", help="a table that fills the terminal (where it can)")
    face.add_argument(
        "--plain", action="store_true", help="lines in, lines out: for screen readers, pipes and NO_COLOR"
    )


def _replay(commands: _Commands) -> None:
    replay = _command(commands, "replay", "replay", "tell a recorded match step by step")
    replay.add_argument("log", metavar="LOG", help="a log file; - for standard input")
    replay.add_argument("--seat", metavar="N", type=int, help="see only what this seat saw (0, 1, …)")
    replay.add_argument(
        "--step",
        action="store_true",
        help="wait after each step: Enter goes on, a number jumps, `help` tells more",
    )


def _verify(commands: _Commands) -> None:
    verify = _command(
        commands,
        "verify",
        "verify",
        "check a match from its log: fair, or who broke which rule where",
        "Check a match from its log. Says `fair` and exits with 0 if everything follows\n"
        "from the rules and from the secret the dealer was bound to, and somebody answers\n"
        "with a signature for all of it. Else exits with 1 and says what is wrong:\n"
        "`not fair`, in one line; `unattested`, if it follows the rules but could have been\n"
        "written by anybody, with what nobody answers for; `unfinished`, if the match has not\n"
        "ended and the deal is not proved before the dealer's secret is revealed.\n\n"
        "A log can tell that a key has signed it, not whose key it is: compare the fingerprints\n"
        "that it prints with those you know, or give them with --player and --server.",
    )
    verify.add_argument("log", metavar="LOG", help="a log file; - for standard input")
    verify.add_argument("--head", metavar="HASH", help="the hash you kept: is this the match you played?")
    verify.add_argument(
        "--player",
        metavar="NAME=KEY",
        action="append",
        default=[],
        help="the key (or its fingerprint) that you know of this player; may be said for each",
    )
    verify.add_argument("--server", metavar="KEY", help="the same of the server that it was played on")
    verify.add_argument(
        "--against",
        metavar="OTHER",
        help="another copy of the log: whoever signed two things at once is named",
    )
    verify.add_argument("--json", action="store_true", help="the report as JSON")


def _simulate(commands: _Commands) -> None:
    simulate = _command(commands, "simulate", "simulate", "let bots play each other and count")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--bots", metavar="A,B", default="greedy,random", help="who plays (greedy,random)")
    simulate.add_argument("--games", metavar="N", type=_count, default=100, help="how many games (100)")
    simulate.add_argument("--deck", metavar="DECK", action="append", help="play with these decks only")
    simulate.add_argument("--dealer", metavar="NAME", default="house", help="who deals (house)")
    simulate.add_argument(
        "--option", metavar="KEY=VALUE", action="append", default=[], help="a rule to play by"
    )
    simulate.add_argument("--seed", metavar="N", type=int, help="the same games every time")
    simulate.add_argument("--processes", metavar="N", type=_count, help="how many at once (all cores)")
    simulate.add_argument("--log", metavar="FILE", help="write the last game's log here")
    simulate.add_argument("--json", action="store_true", help="the results as JSON")


def _deck(commands: _Commands) -> None:
    deck = _command(
        commands,
        "deck",
        "decks",
        "list, show, check, save, import and export decks",
        "Decks are lists of cards, a line a card: `3 Firebolt`, `3x Firebolt` or `Firebolt`; names or ids,\n"
        "comments after // or #. The lists of Arena, MTGO, Cockatrice, Forge, XMage, .dec and .mwDeck are\n"
        "read too, and told apart by what is in them. FILE may be - for standard input: paste, then Ctrl-D.",
    )
    actions = deck.add_subparsers(metavar="ACTION", required=True)

    def action(name: str, help: str, *arguments: str, server: bool = False, run: str = "") -> Parser:
        parser = _command(actions, name, f"decks:{run or name}", help)
        parser.add_argument("game", metavar="GAME")
        for argument in arguments:
            parser.add_argument(argument, metavar=argument.upper())
        if server:
            parser.add_argument("--server", metavar="URL", help="the decks of your account there")
        return parser

    action("list", "the decks there are", server=True)
    action("show", "a deck card by card, in the form that `check` and `save` read", "name", server=True)
    check = action("check", "whether a list can be read and played; says what is wrong line by line", "file")
    check.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help="a rule to play by")
    take = action("import", "read a list in any format and keep what is understood", "file", run="take")
    take.add_argument("--name", metavar="NAME", help="what to call it (what the list calls itself)")
    give = action("export", "write a deck or a list in another program's format", "name", run="give")
    give.add_argument(
        "--format",
        default="plain",
        choices=("plain", "arena", "mtgo", "dec", "mwdeck", "cockatrice", "forge", "xmage"),
        help="for which program (plain)",
    )
    give.add_argument("--output", metavar="FILE", help="where to (standard output)")
    action("facts", "make the cards of your Scryfall or MTGJSON file known here", "file")
    action("cards", "all cards of a game")
    action("save", "keep a list under a name", "name", "file", server=True)
    action("rm", "forget a saved deck", "name", server=True)


def _scenario(commands: _Commands) -> None:
    scenario = _command(
        commands,
        "scenario",
        "scenario",
        "play scenarios of Magic from files and check what they expect",
        "Play scenarios of Magic: a table set up by hand, steps in order, and facts that have to hold.\n"
        "Every failure is told with what was expected and what was seen. A question that a scenario\n"
        "does not answer and a card that nobody knows are failures. docs/scenarios.md tells the format.",
    )
    scenario.add_argument("files", metavar="FILE", nargs="+", help="JSON files; - for standard input")
    scenario.add_argument("--json", action="store_true", help="the results as JSON")


def _accounts(commands: _Commands) -> None:
    for name, help in (
        ("register", "make an account on a server; a guest becomes it and keeps decks and history"),
        ("login", "use your account on a server from here"),
        ("logout", "forget your account here, and its token on the server"),
    ):
        command = _command(commands, name, f"accounts:{name}", help)
        if name != "logout":
            command.add_argument("name", metavar="NAME")
        command.add_argument("--server", metavar="URL", required=True)


def _bench(commands: _Commands) -> None:
    bench = _command(commands, "bench", "bench", "measure speed here")
    bench.add_argument("name", metavar="NAME", help="crypto, duel, magic, page or room")
    bench.add_argument("--json", action="store_true", help="the figures as JSON")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to 65535")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no count; give a number from 1 on")
    return int(text)
