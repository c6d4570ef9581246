"""Random games of Magic with everything checked on the way; any number of them from a command line.

    cd tests && python -m games.magic_soak 1000 [FIRST [PERCENT]] [--jobs N]

Two to four players, ready decks or cards at random, with and without commanders; some players leave early.
"""

import argparse
import hashlib
import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from time import monotonic, process_time
from traceback import extract_tb
from typing import Any

import msgspec

from facedown.dealers import House
from facedown.games.magic.actions import Pass, Stops
from facedown.games.magic.cards import CARDS
from facedown.games.magic.decide import STOPS, UNTIL
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MADE, MagicOptions, MagicState
from facedown.games.magic.view import Trace, View, view_of
from facedown.kernel import Arrange, Choice, Face, Refused, Search, Wish, decode, encode
from facedown.kernel.play import act, replay
from facedown.table import Step, Table, log_file, verify
from facedown.testing.odd import odd_actions

BOUND = 20_000
"""Actions after which a random game is taken to go on for ever."""
PATIENCE = 120
"""Seconds of CPU time after which a game counts as stalled: most take a fifth of a second."""
SLOWEST = 5
"""So many of the slowest games are named at the end."""
ODD = 30
"""Odd actions that are tried in a position."""
NONLANDS = [face for face, card in CARDS.items() if not card.token and "Land" not in card.types]
LANDS = [face for face, card in CARDS.items() if not card.token and "Land" in card.types]
BASICS = ["plains", "island", "swamp", "mountain", "forest"]
LEADERS = [
    face for face in NONLANDS if "Legendary" in CARDS[face].supertypes and "Creature" in CARDS[face].types
]


class Whimsical(House):
    """A house whose players know what to wish for only when they are asked.

    Whether an action leads to a hidden choice shows when it is carried out; to find out before would be to
    carry out every action twice.
    """

    soak: "Soak"

    def wish(self, choice: Choice, wish: Wish, at: int) -> str:
        """Any wish, or a sensible one, whatever was said."""
        return super().wish(choice, wish or self.soak.wish(choice), at)


class Stalled(BaseException):
    """A game takes longer than anybody waits. Nothing on the way is to catch it."""


class Soak:
    """One random game. `rate` is the share of positions in which the costly checks are made."""

    def __init__(self, seed: int, rate: float = 0.1) -> None:
        self.seed, self.rate = seed, rate
        self.rng = rng = random.Random(f"magic {seed}")
        commander = rng.random() < 0.25
        self.options = MagicOptions(
            commander=commander,
            life=rng.choice((0, 0, 1, 7, 60)),
            hand=rng.choice((7, 7, 7, 0, 3, 10)),
            turn_limit=rng.choice((30, 80, 200)),
            sideboard=rng.random() < 0.2,
        )
        seats = rng.choice((2, 2, 2, 3, 4))
        self.decks = [self._deck() for _ in range(seats)]
        self.secret = hashlib.sha256(f"magic {seed}".encode()).digest()
        self.actions = 0
        self.lines: list[bytes] = []

    def _deck(self) -> tuple[Face, ...]:
        rng, commander = self.rng, self.options.commander
        if rng.random() < 0.35:
            ready = MAGIC.decks()
            names = ["krenko", "tolsimir"] if commander else list(ready)
            return ready[rng.choice(names)]
        lands = [rng.choice(BASICS if rng.random() < 0.6 else LANDS) for _ in range(20)]
        cards = [*lands, *(rng.choice(NONLANDS) for _ in range(30))]
        return (*([rng.choice(LEADERS)] if commander else []), *cards)

    def play(self) -> Table:
        """The whole game, checked; the table at its end."""
        names = [f"Player{seat}" for seat in range(len(self.decks))]
        dealer = Whimsical(self.secret, self.decks)
        dealer.soak = self
        table, steps = Table.open(
            MAGIC,
            dealer,
            match=f"soak-{self.seed}",
            names=names,
            decks=self.decks,
            options=self.options,
        )
        state: MagicState = MAGIC.start(self.options, _refs(self.decks))
        state = self._follow(state, steps)
        self.table = table
        while table.outcome is None:
            legal = self._check(table, state)
            state = self._follow(state, self._move(table, legal))
            self.actions += 1
            if self.actions > BOUND:
                raise AssertionError("the game does not end")
        self._counted(table)
        report = verify(log_file(self.lines))
        assert report.finished
        assert report.outcome == table.outcome
        return table

    def _follow(self, state: MagicState, steps: Sequence[Step]) -> MagicState:
        for step in steps:
            self.lines.append(step.line)
            state = replay(MAGIC, state, step.events)
        return state

    def _move(self, table: Table, legal: list[Any]) -> list[Step]:
        rng, seat = self.rng, table.active[0]
        standing = [one for one, own in enumerate(table.state.players) if not own.lost]
        if len(standing) > 1 and rng.random() < 0.0015:
            return table.leave(rng.choice(standing), "conceded", 0)
        self.action = self._habit(table.state) or rng.choice(legal)
        return table.act(seat, self.action, 0)

    def _habit(self, state: MagicState) -> Any:
        """Now and then: where to be asked from here on, or a longer pass. `legal` does not list them."""
        if state.prompt is None or state.prompt.kind != "priority" or self.rng.random() > 0.02:
            return None
        if self.rng.random() < 0.5:
            return Pass(self.rng.choice(UNTIL))
        return Stops(tuple(self.rng.sample(STOPS, self.rng.randint(1, 12))))

    def wish(self, choice: Choice) -> Wish:
        """What the player wishes for whose action leads to this choice."""
        if self.rng.random() < 0.5:
            return MAGIC.wish(self.table.state, choice.seat, self.action, self.table.faces[choice.seat])
        most = len(choice.refs) if isinstance(choice, Arrange) else choice.count
        assert isinstance(choice, Arrange | Search)
        return tuple(self.rng.sample(choice.refs, self.rng.randint(0, most)))

    # --- the checks ---

    def _check(self, table: Table, state: MagicState) -> list[Any]:
        """Whether everything is in order. Returns what may be done."""
        assert len(table.active) == 1, "exactly one player is asked"
        seat = table.active[0]
        actions = table.legal(seat)
        assert actions, f"{table.state.prompt} leaves no choice"
        self._counted(table)
        if self.rng.random() > self.rate:
            return actions
        data = encode(table.state)
        assert encode(state) == data, "the log does not give the table's state"
        assert encode(decode(data, MagicState)) == data, "the state is another one once written and read"
        anew = characteristics(View(table.state))
        assert characteristics(view_of(table.state)) == anew, "a kept view is not what it would be anew"
        assert characteristics(View(table.state, None, _traced(table.state))) == anew, (
            "explained, it is another view"
        )
        for action in actions:
            opened = table.dealer.open(MAGIC.opens(table.state, seat, action))
            act(MAGIC, table.state, seat, action, opened)
        self._refuses(table, actions)
        assert encode(table.state) == data, "trying actions has changed the state"
        return actions

    def _refuses(self, table: Table, legal: list[Any]) -> None:
        seat = table.active[0]
        allowed = {encode(action) for action in legal}
        refs = [ref for zone in MAGIC.zones(table.state) for ref in zone.refs]
        place = table.at, table.head
        odd = list(odd_actions(MAGIC, self.rng, legal, refs, list(CARDS)[:5]))
        for data in self.rng.sample(odd, min(ODD, len(odd))):
            action = MAGIC.read_action(data)
            for who in range(table.seats):
                if who == seat and (data in allowed or b'"stops"' in data or b'"pass"' in data):
                    continue
                if MAGIC.unproved(table.state, who, action):
                    continue
                try:
                    table.act(who, action, 0)
                except Refused:
                    assert (table.at, table.head) == place
                else:
                    raise AssertionError(f"{data!r} of seat {who} should have been refused")

    def _counted(self, table: Table) -> None:
        """Every card is in one zone, and nobody's cards have become more or fewer."""
        state: MagicState = table.state
        places = [ref for own in state.players for ref in own.hidden]
        places += [obj.id for obj in state.objects]
        if len(set(places)) < len(places):
            twice = [ref for ref, count in Counter(places).items() if count > 1]
            raise AssertionError(f"in two places: {twice}")
        assert sorted(state.stack) == sorted([obj.id for obj in state.objects if obj.zone == "stack"])
        permanents = {obj.id for obj in state.objects if obj.zone == "battlefield"}
        assert permanents == {status.id for status in state.status}
        own = Counter([obj.owner for obj in state.objects if obj.id < MADE])
        for seat, player in enumerate(state.players):
            total = own[seat] + len(player.hidden)
            expected = len(self.decks[seat])
            assert total == expected, f"seat {seat} has {total} cards of {expected}"


def characteristics(view: View) -> list[Any]:
    """All that a view says of its objects, to be compared."""
    found: list[Any] = []
    for key, seen in sorted(view.seen.items()):
        abilities = [(has.ability, has.stamp, has.granted) for has in seen.abilities]
        forbidden = [(change, ctx.you) for change, ctx in seen.cant]
        plain = (seen.name, seen.value, seen.types, seen.subtypes, seen.supertypes, seen.colors)
        body = (seen.controller, seen.power, seen.toughness, seen.barred, seen.must, seen.more_blocks)
        found.append((key, seen.zone, plain, body, abilities, forbidden))
    here = [seat for seat, own in enumerate(view.state.players) if not own.lost]
    rules = [
        (change, [seat for seat in seats if seat in here], source and source.id)
        for change, seats, source in view.rules
    ]
    return [found, rules, [seen.id for seen in view.battlefield]]


def _traced(state: MagicState) -> Trace | None:
    return Trace(state.objects[0].id) if state.objects else None


def _refs(decks: Sequence[Sequence[Face]]) -> list[tuple[int, ...]]:
    first, refs = 0, []
    for deck in decks:
        refs.append(tuple(range(first, first + len(deck))))
        first += len(deck)
    return refs


def soak(first: int, count: int, rate: float = 0.1) -> Iterator[tuple[Soak, Table | Exception]]:
    """So many games, each with its table or what went wrong."""
    for seed in range(first, first + count):
        game = Soak(seed, rate)
        try:
            yield game, game.play()
        except Exception as error:  # each is reported by its seed
            yield game, error


class Told(msgspec.Struct, frozen=True):
    """How a game went, small enough to come from another process."""

    seed: int
    actions: int
    seconds: float
    """Of CPU time."""
    ending: str = ""
    wrong: str = ""


def tell(seed: int, rate: float) -> Told:
    """Play a game and tell how it went. One that stalls is stopped, wherever it is."""
    game, began = Soak(seed, rate), process_time()
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    ending = wrong = ""
    try:
        outcome = game.play().outcome
        ending = outcome.reason if outcome is not None else ""
    except (Exception, Stalled) as error:  # each is reported by its seed
        place = extract_tb(error.__traceback__)[-1]
        wrong = f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return Told(seed, game.actions, process_time() - began, ending, wrong)


def _stop(*_: object) -> None:
    raise Stalled(f"more than {PATIENCE} s of CPU time")


def told(first: int, count: int, rate: float, jobs: int) -> Iterator[Told]:
    """So many games in so many processes, told in order."""
    seeds, one = range(first, first + count), partial(tell, rate=rate)
    if jobs == 1:
        yield from map(one, seeds)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(one, seeds, chunksize=4)


def main(words: Sequence[str]) -> int:
    """Play and report; the number of games that went wrong."""
    parser = argparse.ArgumentParser(prog="magic_soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("count", type=int, help="how many games")
    parser.add_argument("first", type=int, nargs="?", default=0, help="the first seed")
    parser.add_argument(
        "percent", type=float, nargs="?", default=10, help="share of positions that are checked to the last"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    given = parser.parse_args(words)
    began, games, wrong = monotonic(), [], 0
    for game in told(given.first, given.count, given.percent / 100, given.jobs):
        games.append(game)
        if game.wrong:
            wrong += 1
            print(f"seed {game.seed}, action {game.actions}: {game.wrong}"[:600])  # noqa: T201
        if len(games) % 100 == 0:
            print(f"{len(games)} games, {wrong} went wrong")  # noqa: T201
        sys.stdout.flush()
    actions, spent = sum(game.actions for game in games), sum(game.seconds for game in games)
    endings = Counter(game.ending for game in games if not game.wrong)
    slowest = sorted(games, key=lambda game: -game.seconds)[:SLOWEST]
    print("slowest:", "; ".join(f"seed {one.seed}, {one.seconds:.1f} s" for one in slowest))  # noqa: T201
    print(  # noqa: T201
        f"{len(games)} games, {actions} actions, {monotonic() - began:.0f} s ({spent:.0f} s of CPU time), "
        f"{wrong} went wrong; {dict(endings)}"
    )
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
