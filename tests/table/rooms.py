"""A room with people who remember what they were told, and a clock that the test moves."""

import random
from collections.abc import Iterable
from typing import Any

import msgspec

from facedown.dealers import House
from facedown.games.duel import DUEL, DuelOptions, DuelState, EndTurn
from facedown.kernel import Face, Ref, Seat
from facedown.table import Clock, Table, log_file
from facedown.table.messages import Act, Rejected, Said, Snapshot, Told, Update
from facedown.table.room import WATCHERS, Again, Append, Effect, Room, Tell

START = 5_000_000
"""The shell's time when the room opens: not 0, and not the table's."""
STARTER = DUEL.decks()["starter"]


class Party:
    """A room, its log so far and what each seat was told."""

    def __init__(
        self,
        *,
        clock: Clock = Clock(),  # noqa: B008 (frozen)
        bots: Iterable[Seat] = (),
        nonces: tuple[str, ...] = (),
        keys: tuple[str, ...] = (),
        options: DuelOptions | None = None,
        secret: bytes = bytes(32),
        join: Iterable[Seat] = (0, 1),
    ) -> None:
        decks = (STARTER, STARTER)
        table, steps = Table.open(
            DUEL,
            House(secret, decks),
            match="m",
            names=["ada", "bram"],
            decks=decks,
            clock=clock,
            nonces=nonces,
            keys=keys,
            options=options,
        )
        self.now = START
        self.lines = [step.line for step in steps]
        self.room = Room(table, self.lines[0], bots=frozenset(bots), now=self.now)
        self.told: dict[Seat, list[Told]] = {seat: [] for seat in (WATCHERS, 0, 1)}
        self.again: list[Again] = []
        for seat in join:
            self.join(seat)

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def mover(self) -> Seat:
        """Whose move it is."""
        (seat,) = self.table.game.active(self.table.state)
        return int(seat)

    def result(self) -> tuple[tuple[Seat, ...], str] | None:
        """Who won, and why; None while the match goes on."""
        outcome = self.table.outcome
        return None if outcome is None else (outcome.winners, outcome.reason)

    @property
    def log(self) -> bytes:
        return log_file(self.lines)

    def carry_out(self, effects: list[Effect]) -> list[Effect]:
        """Do what a shell would do. An entry is told only after it was to be written."""
        for effect in effects:
            match effect:
                case Append(at=at, lines=lines):
                    assert at == len(self.lines)
                    self.lines += lines
                case Tell(seat=seat, message=message):
                    if isinstance(message, Update | Snapshot):
                        assert message.standing.at == len(self.lines)
                    self.told[seat].append(message)
                case Again():
                    self.again.append(effect)
        return effects

    def say(self, seat: Seat, message: Said, *, after: int = 0, lag: int = 0) -> list[Effect]:
        self.now += after
        return self.carry_out(self.room.receive(seat, message, self.now, lag))

    def refused(self, seat: Seat, message: Said, *, after: int = 0, lag: int = 0) -> Rejected:
        """Say something that has to change nothing."""
        self.now += after
        before = self.fingerprint()
        (effect,) = self.say(seat, message, lag=lag)
        assert isinstance(effect, Tell)
        assert effect.seat == seat
        assert isinstance(effect.message, Rejected)
        assert self.fingerprint() == before
        return effect.message

    def join(self, seat: Seat, *, after: int = 0) -> list[Effect]:
        self.now += after
        return self.carry_out(self.room.join(seat, self.now))

    def part(self, seat: Seat, *, after: int = 0, on_purpose: bool = False) -> list[Effect]:
        self.now += after
        return self.carry_out(self.room.part(seat, self.now, on_purpose=on_purpose))

    def tick(self, *, after: int = 0) -> list[Effect]:
        self.now += after
        return self.carry_out(self.room.tick(self.now))

    def act(self, action: msgspec.Struct, *, after: int = 0, lag: int = 0) -> list[Effect]:
        """The one whose move it is does this."""
        message = Act(self.table.at, msgspec.Raw(msgspec.json.encode(action)))
        return self.say(self.mover, message, after=after, lag=lag)

    def end_turn(self, *, after: int = 0, lag: int = 0) -> list[Effect]:
        return self.act(EndTurn(), after=after, lag=lag)

    def play(self, moves: int, choose: random.Random) -> None:
        """So many legal moves, or fewer if the match ends."""
        for _ in range(moves):
            if self.table.outcome is not None:
                return
            seat = self.mover
            self.act(choose.choice(self.table.game.legal(self.table.state, seat, self.table.faces[seat])))

    def last(self, seat: Seat, kind: type[Any]) -> Any:
        """The last message of this kind that a seat was told."""
        return next(message for message in reversed(self.told[seat]) if isinstance(message, kind))

    def fingerprint(self) -> bytes:
        """All that a room is, short of the time."""
        room, table = self.room, self.table
        return repr(
            (
                *(table.at, table.head, table.state, table.faces, table.outcome, table.time, table.awaited),
                vars(table.clocks),
                table._past,
                {name: value for name, value in vars(room).items() if name not in ("table", "_lag")},
                vars(room._lag),
            )
        ).encode()


class Seen:
    """What a client knows that applies the events it is told to the snapshot it was given."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.state = msgspec.json.decode(snapshot.state, type=DuelState)
        self.faces: dict[Ref, Face] = dict(snapshot.faces)

    def follow(self, update: Update) -> None:
        for step in update.steps:
            for event in step.events:
                self.state = DUEL.apply(self.state, event)
        if update.state is not msgspec.UNSET:
            self.state = msgspec.json.decode(update.state, type=DuelState)
        self.faces.update(update.faces)
