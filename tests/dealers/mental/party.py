"""Players with keyrings around one table in one process, for the tests of `mental`."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from facedown.dealers.mental import Keyring, Mental
from facedown.kernel import Face, Ref, Seat, Wish
from facedown.table import Step, Table, log_file
from facedown.table.hand import Hand, say
from facedown.table.messages import Part
from facedown.table.table import AnyGame
from facedown.testing.workshop import WORKSHOP

NAMES = ("ada", "bo", "cleo", "dag")


class Party:
    """A match on `mental`: everybody is honest unless a test says otherwise."""

    def __init__(
        self,
        seats: int = 2,
        game: AnyGame = WORKSHOP,
        *,
        decks: Sequence[Sequence[Face]] | None = None,
        match: str = "party",
        options: Any = None,
    ) -> None:
        self.game = game
        self.decks = decks or [next(iter(game.decks().values()))] * seats
        self.rings = [Keyring.fresh(deck) for deck in self.decks]
        self.dealer = Mental([ring.bond for ring in self.rings])
        self.table, self.steps = Table.open(
            game, self.dealer, match=match, names=NAMES[:seats], options=options
        )
        self.hands = [Hand(self.table, seat, ring) for seat, ring in enumerate(self.rings)]

    @property
    def seat(self) -> Seat:
        """Whose move it is."""
        return self.table.active[0]

    def hear(self, seat: Seat, message: Any) -> list[Step]:
        steps = say(self.table, seat, message, self.table.time)
        self.steps += steps
        return steps

    def settle(self, until: Callable[[], bool] = lambda: False) -> None:
        """Everybody does its part, until nothing is owed or something is the case."""
        while self.table.due and not until():
            seat = self.table.due[0].seat
            (part,) = self.hands[seat].parts()
            self.hear(seat, part)

    def act(self, action: Any, wish: Wish = ()) -> list[Step]:
        """The player whose move it is acts, and nobody has done its part yet."""
        return self.hear(self.seat, self.hands[self.seat].act(action, wish))

    def do(self, action: Any, wish: Wish = ()) -> None:
        self.act(action, wish)
        self.settle()

    def part(self) -> tuple[Seat, Part]:
        """The part that is owed next."""
        seat = self.table.due[0].seat
        return seat, self.hands[seat].parts()[0]

    def faces(self, seat: Seat) -> dict[Ref, Face]:
        return self.hands[seat].faces()

    def lines(self) -> list[bytes]:
        return [step.line for step in self.steps]

    def log(self) -> bytes:
        return log_file(self.lines())

    def end(self) -> bytes:
        """Seat 0 gives up, all show their lists; the log."""
        self.settle()
        if self.table.ending is None:
            self.hear(0, self.hands[0].concede())
        self.settle()
        return self.log()

    def play(self, rng: random.Random, most: int = 1000) -> bytes:
        """Random play to the end."""
        self.settle()
        for _ in range(most):
            if self.table.ending is not None:
                break
            seat = self.seat
            action = rng.choice(self.game.legal(self.table.state, seat, self.faces(seat)))
            self.do(action, self.wish(seat, action, rng))
        return self.end()

    def wish(self, seat: Seat, action: Any, rng: random.Random) -> Wish:
        faces = self.faces(seat)
        return self.game.wish(self.table.state, seat, action, faces) if rng.random() < 0.7 else ()


def forged(part: Part, **changes: Any) -> bytes:
    """A part's body with some fields changed."""
    said = msgspec.json.decode(part.part)
    return msgspec.json.encode({**said, **changes})
