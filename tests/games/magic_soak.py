"""Random games of Magic with everything checked on the way; any number of them from a command line.

    cd tests && python -m games.magic_soak 1000 [FIRST [PERCENT]]

Two to four players, ready decks or cards at random, with and without commanders; some players leave early.
"""

import hashlib
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from facedown.dealers import House
from facedown.games.magic.actions import Pass, Stops
from facedown.games.magic.cards import CARDS
from facedown.games.magic.decide import STOPS, UNTIL
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MADE, MagicOptions, MagicState
from facedown.games.magic.view import View, view_of
from facedown.kernel import Arrange, Face, Refused, Search, Wish, choice_of, decode, encode
from facedown.kernel.play import act, replay
from facedown.table import Step, Table, log_file, verify
from facedown.testing.odd import odd_actions

BOUND = 20_000
"""Actions after which a random game is taken to go on for ever."""
ODD = 30
"""Odd actions that are tried in a position."""
NONLANDS = [face for face, card in CARDS.items() if not card.token and "Land" not in card.types]
LANDS = [face for face, card in CARDS.items() if not card.token and "Land" in card.types]
BASICS = ["plains", "island", "swamp", "mountain", "forest"]
LEADERS = [
    face for face in NONLANDS if "Legendary" in CARDS[face].supertypes and "Creature" in CARDS[face].types
]


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
        table, steps = Table.open(
            MAGIC,
            House(self.secret, self.decks),
            match=f"soak-{self.seed}",
            names=names,
            decks=self.decks,
            options=self.options,
        )
        state: MagicState = MAGIC.start(self.options, _refs(self.decks))
        state = self._follow(state, steps)
        while table.outcome is None:
            self._check(table, state)
            state = self._follow(state, self._move(table))
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

    def _move(self, table: Table) -> list[Step]:
        rng, seat = self.rng, table.active[0]
        standing = [one for one, own in enumerate(table.state.players) if not own.lost]
        if len(standing) > 1 and rng.random() < 0.0015:
            return table.leave(rng.choice(standing), "conceded", 0)
        action = self._habit(table.state) or rng.choice(table.legal(seat))
        return table.act(seat, action, 0, wish=self._wish(table, action))

    def _habit(self, state: MagicState) -> Any:
        """Now and then: where to be asked from here on, or a longer pass. `legal` does not list them."""
        if state.prompt is None or state.prompt.kind != "priority" or self.rng.random() > 0.02:
            return None
        if self.rng.random() < 0.5:
            return Pass(self.rng.choice(UNTIL))
        return Stops(tuple(self.rng.sample(STOPS, self.rng.randint(1, 12))))

    def _wish(self, table: Table, action: Any) -> Wish:
        seat = table.active[0]
        opened = table.dealer.open(MAGIC.opens(table.state, seat, action))
        choice = choice_of(MAGIC.requests(act(MAGIC, table.state, seat, action, opened)[0]), seat)
        if choice is None:
            return ()
        if self.rng.random() < 0.5:
            return MAGIC.wish(table.state, seat, action, table.faces[seat])
        most = len(choice.refs) if isinstance(choice, Arrange) else choice.count
        assert isinstance(choice, Arrange | Search)
        return tuple(self.rng.sample(choice.refs, self.rng.randint(0, most)))

    # --- the checks ---

    def _check(self, table: Table, state: MagicState) -> None:
        assert len(table.active) == 1, "exactly one player is asked"
        seat = table.active[0]
        actions = table.legal(seat)
        assert actions, f"{table.state.prompt} leaves no choice"
        self._counted(table)
        if self.rng.random() > self.rate:
            return
        data = encode(table.state)
        assert encode(state) == data, "the log does not give the table's state"
        assert encode(decode(data, MagicState)) == data, "the state is another one once written and read"
        anew = characteristics(View(table.state))
        assert characteristics(view_of(table.state)) == anew, "a kept view is not what it would be anew"
        assert characteristics(View(table.state, None, [])) == anew, "explained, it is another view"
        for action in actions:
            opened = table.dealer.open(MAGIC.opens(table.state, seat, action))
            act(MAGIC, table.state, seat, action, opened)
        self._refuses(table, actions)
        assert encode(table.state) == data, "trying actions has changed the state"

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
        places = Counter(ref for own in state.players for ref in (*own.library, *own.hand))
        places.update(obj.id for obj in state.objects)
        twice = [ref for ref, count in places.items() if count > 1]
        assert not twice, f"in two places: {twice}"
        objects = {obj.id: obj for obj in state.objects}
        assert sorted(state.stack) == sorted(obj.id for obj in state.objects if obj.zone == "stack")
        permanents = {obj.id for obj in state.objects if obj.zone == "battlefield"}
        assert permanents == {status.id for status in state.status}
        own = Counter(obj.owner for ref, obj in objects.items() if ref < MADE)
        for seat, player in enumerate(state.players):
            total = own[seat] + len(player.library) + len(player.hand)
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


def main(count: int, first: int = 0, percent: int = 10) -> int:
    """Play and report; the number of games that went wrong."""
    began, actions, wrong = monotonic(), 0, 0
    endings: Counter[str] = Counter()
    for game, result in soak(first, count, percent / 100):
        actions += game.actions
        if isinstance(result, Exception):
            wrong += 1
            trace = result.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
            print(  # noqa: T201
                f"seed {game.seed}, action {game.actions}: {type(result).__name__}: {result} ({place})"[:600]
            )
        else:
            assert result.outcome is not None
            endings[result.outcome.reason] += 1
        if (game.seed - first) % 100 == 99:
            print(f"{game.seed - first + 1} games, {wrong} went wrong")  # noqa: T201
        sys.stdout.flush()
    seconds = monotonic() - began
    print(f"{count} games, {actions} actions, {seconds:.0f} s, {wrong} went wrong; {dict(endings)}")  # noqa: T201
    return wrong


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
