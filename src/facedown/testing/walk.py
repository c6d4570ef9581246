"""A random match on a real table, the same again from the same seed."""

import hashlib
import random
from collections.abc import Iterator
from typing import Any

from facedown.dealers import House
from facedown.kernel import (
    Arrange,
    Arranged,
    Face,
    Found,
    IllegalAction,
    Ref,
    Reveal,
    Revealed,
    Seat,
    Wish,
    choice_of,
    may_look,
    renewed,
)
from facedown.kernel.play import act, replay
from facedown.kernel.zones import entitled
from facedown.table import Step, Table, nonce_commitment
from facedown.table.entries import Acted, Dealt, Undone
from facedown.table.table import AnyGame

BOUND = 5_000
"""Moves after which a random match is taken to go on for ever."""
PAUSE = 700
"""Milliseconds between two moves."""
UNDO_RATE = 0.15
"""How often a random player takes back what it may take back."""


class Broken(AssertionError):
    """The game does not do what the contract asks."""


class Walk:
    """Plays one random match and stands, at each step, where that step has led.

    `before` and `state` are the states around the step, `faces` what each seat knows after it, and `opened`
    every face on the record so far. Where the walk has caught up with it (`settled`), `table` agrees.
    """

    def __init__(self, game: AnyGame, seed: int, options: Any = None) -> None:
        self.game, self.seed = game, seed
        self.options = game.options_type() if options is None else options
        self.rng = random.Random(f"{game.name} {seed}")  # noqa: S311 (repeatable, not secret)
        seats = self.rng.randint(*game.seats)
        ready = list(game.ready(self.options).values())
        self.decks = [self.rng.choice(ready) for _ in range(seats)]
        self.names = [f"Player{seat}" for seat in range(seats)]
        self.secret = hashlib.sha256(f"{game.name} {seed}".encode()).digest()
        # Every other match is dealt from the players' randomness as well as the dealer's.
        self.nonces = [f"nonce {seat}" if seed % 2 else "" for seat in range(seats)]
        self.table, self._opening = self.seat_players(House(self.secret, self.decks))
        self.state = self.before = self._start()
        self.faces: list[dict[Ref, Face]] = [{} for _ in range(seats)]
        self.opened: dict[Ref, Face] = {}
        self.placed: list[set[Ref]] = [set() for _ in range(seats)]
        """The cards that each seat has itself put where they lie."""
        self.lines: list[bytes] = []
        self._befores: dict[int, Any] = {}

    def seat_players(self, dealer: House) -> tuple[Table, list[Step]]:
        """The table of this walk, anew."""
        return Table.open(
            self.game,
            dealer,
            match=f"{self.game.name}-{self.seed}",
            names=self.names,
            decks=self.decks,
            options=self.options,
            nonces=[nonce and nonce_commitment(nonce) for nonce in self.nonces],
        )

    @property
    def settled(self) -> bool:
        """Whether this step is the last one that its move has caused."""
        return len(self.lines) == self.table.at

    def play(self, bound: int = BOUND) -> Iterator[Step]:
        """Every step of the match, to its end. A walk is walked once."""
        yield from self._pass(self._opening)
        for seat, nonce in enumerate(self.nonces):
            if nonce:
                yield from self._pass(self.table.contribute(seat, nonce, PAUSE))
        for _ in range(bound):
            if self.table.outcome is not None:
                return
            yield from self._pass(self._move())
        raise Broken(f"still not over after {bound} random moves")

    def finish(self) -> list[bytes]:
        """The whole log, walked to its end."""
        for _ in self.play():
            pass
        return self.lines

    def attempt(self, seat: Seat, action: Any) -> list[Any]:
        """The events that this action would cause here. Refuses as the table does, and changes nothing."""
        wanted = self.game.opens(self.state, seat, action)
        zones = list(self.game.zones(self.state))
        for ref in wanted:
            if not may_look(entitled(zones, ref), seat):
                raise Broken(f"{action!r} turns up card {ref}, which seat {seat} may not look at")
        return act(self.game, self.state, seat, action, self.table.dealer.open(wanted))[1]

    def _start(self) -> Any:
        first, decks = 0, []
        for deck in self.decks:
            decks.append(tuple(range(first, first + len(deck))))
            first += len(deck)
        return self.game.start(self.options, decks)

    def _move(self) -> list[Step]:
        game, table, rng = self.game, self.table, self.rng
        active = list(game.active(table.state))
        if not active:
            raise Broken("nobody may act, nothing is asked of the dealer, and the match is not over")
        seat, time = rng.choice(active), table.time + PAUSE
        if table.undoable(seat) and rng.random() < UNDO_RATE:
            return table.undo(seat, time)
        actions = game.legal(table.state, seat, table.faces[seat])
        if not actions:
            raise Broken(f"seat {seat} is active and has nothing that it may do")
        action = rng.choice(actions)
        return table.act(seat, action, time, wish=random_wish(self, seat, action))

    def _pass(self, steps: list[Step]) -> Iterator[Step]:
        for step in steps:
            self._take(step)
            yield step

    def _take(self, step: Step) -> None:
        self.before, body = self.state, step.entry.body
        self._befores[step.entry.at] = self.before
        if isinstance(body, Undone):
            self.state = self._befores[body.to]
        elif isinstance(body, Dealt):
            self._hear(body)
        elif isinstance(body, Acted):
            self.opened.update(body.faces)
        self.state = replay(self.game, self.state, step.events)
        self.lines.append(step.line)
        for known, shown in zip(self.faces, step.faces, strict=False):
            known.update(shown)

    def _hear(self, body: Dealt) -> None:
        request = self.game.requests(self.before)[0]
        if isinstance(body.answer, Revealed) and isinstance(request, Reveal):
            self.opened.update(zip(request.refs, body.answer.faces, strict=True))
        elif renewed(body.answer):
            for ref in request.refs:  # type: ignore[union-attr]  # only a request for cards renews them
                for known in (self.opened, *self.faces):
                    known.pop(ref, None)
        match body.answer:
            case Arranged(refs=refs) | Found(taken=refs):
                self.placed[request.seat].update(refs)  # type: ignore[union-attr]  # a choice has a seat


def try_out(table: Table, seat: Seat, action: Any) -> tuple[dict[Ref, Face], list[Any]]:
    """What an action would turn up and cause. Refuses as the table does, and changes nothing."""
    game = table.game
    wanted = game.opens(table.state, seat, action)
    zones = list(game.zones(table.state))
    if not all(may_look(entitled(zones, ref), seat) for ref in wanted):
        raise IllegalAction("that card is not yours to turn up")
    opened = table.dealer.open(wanted)
    return opened, act(game, table.state, seat, action, opened)[1]


def random_wish(walk: Walk, seat: Seat, action: Any) -> Wish:
    """What a player might wish for with this action: what the game thinks good, or anything."""
    game, table = walk.game, walk.table
    opened = table.dealer.open(game.opens(table.state, seat, action))
    choice = choice_of(game.requests(act(game, table.state, seat, action, opened)[0]), seat)
    if choice is None:
        return ()
    if walk.rng.random() < 0.5:
        return game.wish(table.state, seat, action, table.faces[seat])
    most = len(choice.refs) if isinstance(choice, Arrange) else choice.count
    return tuple(walk.rng.sample(choice.refs, walk.rng.randint(0, most)))
