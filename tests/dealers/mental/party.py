"""Players with keyrings around one table in one process, for the tests of `mental`."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from facedown.dealers.mental import Keyring, Mental
from facedown.kernel import Face, ProofRejected, Ref, Refused, Request, Seat, Wish, Zone, encode, only
from facedown.table import Step, Table, log_file, verify
from facedown.table.entries import Acted, Entry, Parted, claim
from facedown.table.hand import Hand, say
from facedown.table.messages import Act, Part
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
        agreed = options or game.options_type()
        self.rings = [Keyring.fresh(deck, game.parts(agreed, len(deck))) for deck in self.decks]
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
        """One after another gives up until the match is over, all show their lists; the log."""
        self.settle()
        for seat, hand in enumerate(self.hands):
            if self.table.ending is None and seat not in self.table.gone:
                self.hear(seat, hand.concede())
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


class Bare:
    """Dealer and keyrings and nothing else: no table, no game."""

    def __init__(self, seats: int, cards: int = 6) -> None:
        self.rings = [Keyring.fresh([f"card {number}" for number in range(cards)]) for _ in range(seats)]
        self.dealer = Mental([ring.bond for ring in self.rings])
        for seat, ring in enumerate(self.rings):
            ring.sit(seat)
        self.dealer.seed("bare", [""] * seats)
        self.rounds = 0

    def settle(self) -> None:
        for task in list(self.dealer.due()):
            self.dealer.take(task.seat, task.job, self.rings[task.seat].part(self.dealer, task))

    def ask(self, request: Request) -> Any:
        while (answer := self.dealer.answer(request, 0)) is None:
            self.rounds += 1
            self.settle()
        return answer

    def look(self, seat: Seat, refs: tuple[Ref, ...]) -> dict[Ref, Face]:
        self.dealer.owed([Zone(f"look {refs}", seat, only(seat), refs)])
        while self.dealer.due():
            self.settle()
        return self.rings[seat].faces(self.dealer)


def signed_part(party: Party, seat: Seat, job: int, body: bytes) -> Part:
    """Any part at all, with the seat's own good signature under it."""
    part = msgspec.Raw(body)
    place, head, step = party.dealer.place(job)
    words = claim(party.table.opening.match, place, head, Parted(seat, job, part), step)
    return Part(job, part, party.rings[seat].sign(words))


def signed_act(party: Party, seat: Seat, action: Any, proof: bytes) -> Act:
    """Any action with any proof, with the seat's own good signature under it."""
    table, data = party.table, msgspec.Raw(encode(action))
    body = Acted(seat, data, proof=msgspec.Raw(proof))
    sign = party.rings[seat].sign(claim(table.opening.match, table.at, table.head, body))
    return Act(table.at, data, proof=msgspec.Raw(proof), sign=sign)


def written(party: Party, seat: Seat, message: Part | Act) -> bytes:
    """The line of the log that a table without checks would write for this message."""
    table, sign = party.table, message.sign or msgspec.UNSET
    if isinstance(message, Part):
        return Entry(table.at, table.time, table.head, Parted(seat, message.job, message.part), sign).line()
    opens = table.game.opens(table.state, seat, table.game.read_action(message.action))
    faces = tuple((ref, "cog") for ref in opens)
    body = Acted(seat, message.action, faces, proof=message.proof)
    return Entry(table.at, table.time, table.head, body, sign).line()


def refused(party: Party, seat: Seat, message: Part | Act, *, who: str | None = None) -> str:
    """The reason why a cheat is refused, at the table and by an audit of a log with the cheat in it.

    The table stays as it was; the audit names the seat, the entry and the same reason.
    """
    table = party.table
    place = table.at, table.head, table.state, table.due
    with pytest.raises(Refused) as live:
        party.hear(seat, message)
    assert (table.at, table.head, table.state, table.due) == place
    forged = log_file([*party.lines(), written(party, seat, message)])
    with pytest.raises(ProofRejected) as audit:
        verify(forged)
    assert audit.value.who == (who or f"seat {seat}")
    assert audit.value.at == table.at
    if isinstance(live.value, ProofRejected):
        assert (live.value.who, live.value.why) == (audit.value.who, audit.value.why)
    return audit.value.why
