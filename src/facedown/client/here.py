"""A match against bots in this process: the table is real, the dealer is bound, the log can be verified."""

import argparse
import asyncio
import os
import secrets
from collections.abc import Iterator
from time import monotonic_ns

from facedown.bots.registry import bots
from facedown.client import sealing, shelf
from facedown.client.announcer import Announcer
from facedown.client.console import Console, wants_table
from facedown.client.dialogue import Dialogue
from facedown.client.lasting import lasting_key
from facedown.client.news import Moved, News, Seated
from facedown.client.parlour import Parlour, Place
from facedown.client.records import keep
from facedown.client.terms import dealer_called, game_called, options_of
from facedown.client.trouble import OK, Trouble
from facedown.table.messages import Concede
from facedown.table.table import AnyGame

BOT = "greedy"


def play_here(args: argparse.Namespace) -> int:
    """Play against bots until the person has enough."""
    parlour = _parlour(args)
    if wants_table(args):
        from facedown.client.tui.app import sit
        from facedown.client.tui.host import Here

        asyncio.run(sit(Here(parlour), args.log))
        return OK
    console = Console()
    try:
        _Sitting(console, parlour, args.log).run()
    finally:
        console.close()
    return OK


def _parlour(args: argparse.Namespace) -> Parlour:
    game = game_called(args.game)
    options = options_of(game, args.option)
    rivals = _rivals(args, game)
    dealer_called(args.dealer)
    ready = [*game.ready(options).values()] or [()]
    mine = shelf.find(game, args.deck, options) if args.deck else ready[0]
    theirs = [shelf.find(game, name, options) for name in args.bot_deck or ()]
    if not theirs:
        # A match that is to be repeated has nothing that a seed does not say.
        theirs = [ready[0] if args.seed is not None else secrets.choice(ready) for _ in rivals]
    for deck in (mine, *theirs):
        shelf.check(game, deck, options)
    seats = [Place(args.name or os.environ.get("USER") or "Player", mine)]
    for number, (name, bot) in enumerate(zip(_titles(rivals), rivals, strict=True)):
        seats.append(Place(name, theirs[number % len(theirs)], bot))
    key = lasting_key()
    return Parlour(game, seats, dealer=args.dealer, options=options, seed=args.seed, key=key)


def _rivals(args: argparse.Namespace, game: AnyGame) -> list[str]:
    """The bots on the other seats: as many as were named, or as there are to be players."""
    named = [name.strip() for name in args.bots.split(",")] if args.bots else []
    if named and (args.bot or args.players):
        raise Trouble("--bots names everybody else; leave out --bot and --players")
    least, most = game.seats
    count = len(named) + 1 if named else args.players or least
    if not least <= count <= most:
        raise Trouble(f"{game.name} is for {game.company}, and not for {count}")
    rivals = named or [args.bot or BOT] * (count - 1)
    for bot in rivals:
        if bot not in bots():
            raise Trouble(f"no bot is called {bot!r}; there are: {', '.join(bots())}")
    return rivals


def _titles(rivals: list[str]) -> list[str]:
    """What bots are called at the table; a number tells those apart that are the same."""
    titles = [bot.capitalize().replace(":", " ") for bot in rivals]
    return [
        title if titles.count(title) == 1 else f"{title} ({titles[:at].count(title) + 1})"
        for at, title in enumerate(titles)
    ]


class _Sitting:
    """A person at a parlour's table, from the first card to the log."""

    def __init__(self, console: Console, parlour: Parlour, log: str | None) -> None:
        self._console, self._parlour, self._log = console, parlour, log
        self._announcer = Announcer()
        self._dialogue = Dialogue(self._announcer, careful=console.interactive, lasting=False)
        self._kept = False

    def run(self) -> None:
        self._hear(self._parlour.begin())
        try:
            while self._turn():
                pass
        except KeyboardInterrupt:
            # The match ends like any other, with a log: a broken one could not be verified.
            self._console.print([("event", "")])
            self._give_up()
            raise

    def _turn(self) -> bool:
        """One line from the person. False: that was all."""
        if self._announcer.over and not self._console.interactive:
            return False
        typed = self._console.ask(self._dialogue.prompt(_now()), self._dialogue.completions)
        reaction = self._dialogue.typed(typed) if typed is not None else None
        if reaction is None:
            self._give_up()
            return False
        self._console.print(reaction.lines)
        if reaction.say is not None:
            self._hear(self._parlour.say(reaction.say))
        return not reaction.leave

    def _give_up(self) -> None:
        if not self._announcer.over:
            self._hear(self._parlour.say(Concede()))

    def _hear(self, news: Iterator[News]) -> None:
        """Tell the news, and let the bots move until it is the person's turn."""
        while True:
            last: News | None = None
            for item in news:
                self._kept = self._kept and not isinstance(item, Seated)
                self._console.status("")
                self._console.print(self._announcer.hear(item, _now()))
                if isinstance(item, Seated | Moved):
                    self._console.status(sealing.progress(item.mirror))
                last = item
            more = self._dialogue.follow(last) if last is not None else None
            self._console.print(more.lines if more is not None else ())
            if more is not None and more.say is not None:
                news = self._parlour.say(more.say)
                continue
            if (bot := self._parlour.thinking) is None:
                break
            self._console.status(f"{bot} is thinking…")
            news = self._parlour.think()
            self._console.status("")
        if self._announcer.over and not self._kept and self._announcer.mirror is not None:
            self._kept = True
            self._console.print(keep(self._announcer.mirror, self._parlour.log(), self._log))


def _now() -> int:
    return monotonic_ns() // 1_000_000
