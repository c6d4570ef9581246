"""A room in this very process: one person, and bots on the other seats. No server, the same proofs."""

import secrets
from collections.abc import Iterator, Sequence
from time import monotonic_ns, time_ns
from typing import Any

import msgspec

from facedown.bots.bot import Bot
from facedown.bots.registry import make_bot
from facedown.client.news import Moved, News, Seated
from facedown.crypto.signing import SessionKey
from facedown.kernel import Face, Seat, digest
from facedown.table import Clock, Table, log_file, nonce_commitment
from facedown.table.entries import SERVER, ending_claim
from facedown.table.hand import Hand, bond_of, new_dealer, rings
from facedown.table.messages import Act, Concede, Contribute, Offer, Rematch, Said, Snapshot, Update
from facedown.table.mirror import Mirror
from facedown.table.room import Again, Append, Effect, Room, Tell
from facedown.table.table import AnyGame


class Place(msgspec.Struct, frozen=True):
    """Who sits down and with what. `bot` is empty for the person."""

    name: str
    deck: tuple[Face, ...]
    bot: str = ""


class Parlour:
    """One match after another between the same people. What the person says goes in, news comes out.

    News has to be heard while it is new: the mirror that it speaks of moves on with the next item.
    """

    def __init__(
        self,
        game: AnyGame,
        places: Sequence[Place],
        *,
        dealer: str,
        options: Any,
        seed: int | None = None,
        key: SessionKey | None = None,
    ) -> None:
        """With a seed everything repeats itself, the deal included: for rehearsals, not for proofs.

        `key` is this machine's: it answers for the table, the bots and the person.
        """
        self._game, self._places, self._key = game, list(places), key
        self._dealer, self._options = dealer, options
        self._seed, self._count = seed, 0
        self.lines: list[bytes] = []
        """The log of the match as it stands."""
        self._seat: Seat = 0
        self._nonce = self._random("nonce").hex()
        self._open()

    def log(self) -> bytes:
        """The log as a file, signed by all if the match is over."""
        table, hand = self._room.table, self._mirror.hand
        if table.outcome is None or self._key is None or hand is None:
            return log_file(self.lines)
        ends = ending_claim(table.opening.match, table.head, SERVER)
        signs = {SERVER: self._key.sign(ends).hex(), self._seat: hand.sign_end()}
        return log_file(self.lines, signs | {seat: hand.sign_end() for seat, hand in self._hands.items()})

    def begin(self) -> Iterator[News]:
        """Sit down; the person's randomness goes in and the cards are dealt."""
        yield from self._carry_out(self._room.join(self._seat, self._now()))
        yield from self.say(Contribute(self._nonce))

    def say(self, message: Said) -> Iterator[News]:
        """The person says something."""
        if not isinstance(message, Concede) or self._seat not in self._room.table.gone:
            yield from self._carry_out(self._room.receive(self._seat, self._own(message), self._now()))
            yield from self._deal()
        if isinstance(message, Concede):
            yield from self._break_up()

    def _break_up(self) -> Iterator[News]:
        """The person has given up: bots that would play on among themselves, for nobody, give up too."""
        for seat, hand in self._hands.items():
            table = self._room.table
            if table.ending is None and table.outcome is None and seat not in table.gone:
                yield from self._carry_out(self._room.receive(seat, hand.concede(), self._now()))
                yield from self._deal()

    def _own(self, message: Said) -> Said:
        """What the person says, with what it takes: fresh randomness, signature, and proof if sealed."""
        hand = self._mirror.hand
        assert hand is not None
        match message:
            case Rematch():
                self._nonce = self._random("nonce").hex()
                bond = None if self._ring is None else bond_of(self._ring)
                return Rematch(nonce_commitment(self._nonce), bond)
            case Act(action=action, wish=wish) if self._ring is not None:
                return hand.act(self._game.read_action(action), wish) if self._mirror.my_move else message
            case Contribute(nonce=nonce):
                return hand.contribute(nonce)
            case Concede():
                return hand.concede()
            case Offer(what=what):
                return hand.offer(what)
            case _:
                return message

    def _deal(self) -> Iterator[News]:
        """Everybody does its part, where the players deal to each other."""
        at = -1
        while self._room.table.due and at != (at := self._room.table.at):
            for seat, hand in [*self._hands.items(), (self._seat, self._mirror.hand)]:
                for part in () if hand is None else hand.parts():
                    yield from self._carry_out(self._room.receive(seat, part, self._now()))

    @property
    def thinking(self) -> str | None:
        """The name of the bot that has the move, if one has."""
        seat = self._bots_move()
        return None if seat is None else self._places[seat].name

    def think(self) -> Iterator[News]:
        """Let the bot that has the move make it."""
        seat = self._bots_move()
        if seat is None:
            return
        hand = self._hands[seat]
        action, wish = self._bots[seat].decide(self._game, self._room.table.state, seat, hand.faces())
        yield from self._carry_out(self._room.receive(seat, hand.act(action, wish), self._now()))
        yield from self._deal()

    def _open(self) -> None:
        self._count += 1
        self._seat = next(seat for seat, place in enumerate(self._places) if not place.bot)
        decks = [place.deck for place in self._places]
        bound = [nonce_commitment(self._nonce) if not place.bot else "" for place in self._places]
        held = rings(self._dealer, decks, self._game, self._options)
        self._ring = held[self._seat]
        public = "" if self._key is None else self._key.public.hex()
        bonds = [None if ring is None else bond_of(ring, self._key) for ring in held]
        table, steps = Table.open(
            self._game,
            new_dealer(self._dealer, self._random("secret"), decks, held),
            match=self._random("match").hex()[:16],
            names=[place.name for place in self._places],
            decks=decks,
            options=self._options,
            clock=Clock(0, 0, 0),
            nonces=bound,
            keys=[public] * len(decks),
            vouchers=[("", "") if bond is None else (bond.id, bond.vouch) for bond in bonds],
            server=public,
            started=0 if self._seed is not None else time_ns() // 1_000_000,
        )
        self.lines = [step.line for step in steps]
        self._bots: dict[Seat, Bot] = {}
        for seat, place in enumerate(self._places):
            if place.bot:
                seed = int.from_bytes(self._random(f"bot {seat}")[:8], "big")
                self._bots[seat] = make_bot(place.bot, seed, deck=place.deck)
        self._hands = {seat: Hand(table, seat, held[seat], self._key) for seat in self._bots}
        self._room = Room(
            table,
            self.lines[0],
            bots=frozenset(self._bots),
            now=self._now(),
            sign=lambda seat, words: self._hands[seat].sign(words),
        )

    def _carry_out(self, effects: list[Effect]) -> Iterator[News]:
        for effect in effects:
            match effect:
                case Append(lines=lines):
                    self.lines += lines
                case Tell(seat=self._seat, message=Snapshot() as snapshot):
                    self._mirror = Mirror(snapshot, self.lines, self._ring, self._key)
                    yield Seated(self._mirror, self._mirror.history[:])
                case Tell(seat=self._seat, message=Update() as update):
                    yield Moved(self._mirror, self._mirror.receive(update))
                case Tell(seat=self._seat, message=message):
                    assert not isinstance(message, Snapshot | Update)
                    yield message
                case Again():
                    self._places = [*self._places[1:], self._places[0]]
                    self._open()
                    yield from self.begin()

    def _bots_move(self) -> Seat | None:
        table = self._room.table
        active = table.active
        # Where all may act at any time, bots wait for the person: nobody could keep up with them.
        if table.outcome is not None or table.awaited or self._seat in active:
            return None
        return next((seat for seat in active if seat in self._bots), None)

    def _random(self, purpose: str) -> bytes:
        if self._seed is None:
            return secrets.token_bytes(32)
        return digest(b"facedown/rehearsal/1", b"%d/%d" % (self._seed, self._count), purpose.encode())

    def _now(self) -> int:
        # A rehearsal is the same log every time, so no time passes in it.
        return 0 if self._seed is not None else monotonic_ns() // 1_000_000
