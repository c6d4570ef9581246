"""`facedown simulate`: bots against each other, counted."""

import argparse
import os
import sys
from math import sqrt
from pathlib import Path
from time import perf_counter

import msgspec

from facedown.bots.arena import Result, matches
from facedown.bots.registry import bots
from facedown.client import files, shelf
from facedown.client.lasting import lasting_key
from facedown.client.saying import say
from facedown.client.terms import dealer_called, game_called, options_of
from facedown.client.trouble import OK, Trouble
from facedown.table import log_file

Z = 1.96
"""Standard deviations on either side of 95 % of a normal distribution."""


class Score(msgspec.Struct):
    """How one bot did."""

    bot: str
    wins: int = 0
    losses: int = 0
    draws: int = 0
    seconds: float = 0.0
    """How long it thought, all its actions together."""
    actions: int = 0

    @property
    def games(self) -> int:
        """How many it played."""
        return self.wins + self.losses + self.draws


class Summary(msgspec.Struct, frozen=True):
    """All games together; `--json` prints this, with each bot's share and interval."""

    game: str
    games: int
    scores: list[Score]
    first_wins: int
    """Games that whoever acted first has won."""
    mean_actions: float
    mean_turns: float
    seconds: float


def run(args: argparse.Namespace) -> int:
    """Play the games, with a line of progress for those who watch, and print the table."""
    game, names = game_called(args.game), [name.strip() for name in args.bots.split(",")]
    _check(args.dealer, names)
    options = options_of(game, args.option)
    decks = {name: shelf.find(game, name, options) for name in args.deck or ()}
    for deck in decks.values():
        shelf.check(game, deck, options)
    if args.log:
        files.expect_to_write(args.log)
    processes = args.processes or min(os.cpu_count() or 1, args.games)
    count = Count(game.name, names)
    last: Result | None = None
    try:
        for last in matches(
            game,
            names,
            args.games,
            decks=decks or None,
            dealer=args.dealer,
            options=options,
            seed=args.seed,
            processes=processes,
            key=lasting_key() if args.log else None,
        ):
            count.add(last)
            _progress(count, args.games)
    except ValueError as error:
        raise Trouble(f"{error}; give as many names to --bots, with commas") from None
    finally:
        _progress(None, args.games)
    if args.log and last is not None:
        files.write(Path(args.log), log_file(last.lines, last.signs))
    summary = count.summary()
    say(*(as_json(summary) if args.json else as_table(summary)).splitlines())
    return OK


class Count:
    """The results so far."""

    def __init__(self, game: str, names: list[str]) -> None:
        self._game = game
        self.scores = [Score(name) for name in names]
        self.games = self._first = self._actions = self._turns = 0
        self._began = perf_counter()

    def add(self, result: Result) -> None:
        """One more result."""
        self.games += 1
        self._first += result.first in result.winners
        self._actions += sum(result.actions)
        self._turns += result.turns
        for player, score in enumerate(self.scores):
            score.seconds += result.seconds[player]
            score.actions += result.actions[player]
            if not result.winners:
                score.draws += 1
            elif player in result.winners:
                score.wins += 1
            else:
                score.losses += 1

    def summary(self) -> Summary:
        """What it comes to."""
        games = max(self.games, 1)
        return Summary(
            self._game,
            self.games,
            self.scores,
            self._first,
            self._actions / games,
            self._turns / games,
            perf_counter() - self._began,
        )


def interval(wins: float, games: int) -> tuple[float, float]:
    """Between which shares the true one lies with 95 % certainty, after Wilson. A draw is half a win."""
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    width = Z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - width), min(1.0, middle + width)


def as_table(summary: Summary) -> str:
    """The results for people."""
    wide = max(len("bot"), *(len(score.bot) for score in summary.scores))
    lines = [f"{'bot':{wide}}    wins  losses   draws   score  95 % interval    ms a move"]
    for score in summary.scores:
        points = score.wins + score.draws / 2
        low, high = interval(points, score.games)
        pace = 1000 * score.seconds / max(score.actions, 1)
        lines.append(
            f"{score.bot:{wide}}  {score.wins:6}  {score.losses:6}  {score.draws:6}  "
            f"{points / max(score.games, 1):6.1%}  {low:6.1%} to {high:5.1%}  {pace:9.2f}"
        )
    games = max(summary.games, 1)
    lines += [
        f"{summary.games} games of {summary.game}, {games / summary.seconds:.1f} a second; "
        f"whoever begins wins {summary.first_wins / games:.0%}",
        f"a game has {summary.mean_actions:.0f} actions and {summary.mean_turns:.1f} turns on average",
    ]
    return "\n".join(lines)


def as_json(summary: Summary) -> str:
    """The results for scripts."""
    found = msgspec.to_builtins(summary)
    for score, row in zip(summary.scores, found["scores"], strict=True):
        points = score.wins + score.draws / 2
        row["score"] = points / max(score.games, 1)
        row["interval"] = interval(points, score.games)
    return msgspec.json.encode(found).decode()


def _progress(count: Count | None, games: int) -> None:
    """A line that overwrites itself, for those who watch; None wipes it."""
    if not sys.stderr.isatty():
        return
    line = ""
    if count is not None:
        wins = ", ".join(f"{score.bot} {score.wins}" for score in count.scores)
        line = f"{count.games} of {games} games; wins: {wins}"
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()


def _check(dealer: str, names: list[str]) -> None:
    dealer_called(dealer)
    for name in names:
        if name not in bots():
            raise Trouble(f"no bot is called {name!r}; there are: {', '.join(bots())}")
