"""The running matches: carries out what rooms want done, in order, and never before it is on disk."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any, Protocol, TypeAlias

import msgspec

from facedown.crypto.signing import SessionKey
from facedown.kernel import IllegalAction, Outcome, ProofRejected, Seat, encode
from facedown.server import botkeys
from facedown.server.bot_seats import FAILED, BotSeats
from facedown.server.bots import BotPool
from facedown.server.limits import Settings
from facedown.server.lobby import Terms, Wish
from facedown.server.logs import cause, log
from facedown.server.metrics import Metrics
from facedown.server.turns import Turns
from facedown.store import Match, Matches, Seated
from facedown.table import Follower, Table, find_dealer, find_game
from facedown.table.entries import SERVER, ending_claim
from facedown.table.hand import Hand
from facedown.table.messages import Accuse, Concede, Part, Rejected, Said, Snapshot, Told
from facedown.table.room import WATCHERS, Again, Append, Effect, Room, Tell

Followed: TypeAlias = tuple[Match | None, Follower | None, bytes]
"""A match as it is stored: its record, its table as it stands, and the secret. No table: it is over."""
FORGOTTEN = 14 * 24 * 3_600_000
"""Milliseconds after which a match that everybody has left is closed."""
AT_ONCE = 20
"""So many forgotten matches are closed in one go; the tables must not wait long."""
BOT_PREFIX = "bot "
"""A bot's name at the table; no person's name has a space in it."""


class Listener(Protocol):
    """Somebody at the other end of a line, as the hub needs them."""

    def send(self, message: Told) -> None:
        """Send this, soon."""

    def seat_at(self, live: "Live", seat: Seat) -> None:
        """You sit here now."""

    def unseat(self, why: str) -> None:
        """Your place is taken or gone."""


class Live:
    """A match in memory: its room, who is there, and what waits to be carried out."""

    def __init__(
        self,
        room: Room,
        players: Sequence[str | None],
        turns: Turns,
        *,
        terms: Terms,
        decks: Sequence[tuple[str, ...]],
        rings: Mapping[Seat, Any],
    ) -> None:
        self.room = room
        self.rings = rings
        """The bots' keys, where the match is sealed."""
        self.hands = {seat: Hand(room.table, seat, rings.get(seat)) for seat in sorted(room.bots)}
        """What plays for the bots."""
        self.helping = False
        """Whether a bot is doing its part in the deal."""
        self.accused: set[tuple[tuple[int, str], Seat, Seat]] = set()
        """Of whom which bot has said after which entry that it is gone."""
        self.turns = turns
        """Whoever touches the room takes turns: proofs are checked on a thread."""
        self.id = room.table.opening.match
        self.players = tuple(players)
        self.terms = terms
        self.decks = tuple(decks)
        self.seated: dict[Seat, Listener] = {}
        self.watchers: set[Listener] = set()
        self.tail: deque[Future[None] | Callable[[], None]] = deque()
        """Writes under way, and after each what may be done as soon as it is on disk."""
        self.due: int | None = None
        """When the room wants to be told that time has passed."""
        self.ticking = False
        """Whether it waits for its turn to be told so."""
        self.empty_since: int | None = None
        """Since which tick nobody has been here."""
        self.thinking: set[Seat] = set()
        self.waiting = False
        """Whether the first write of the tail will call back."""

    @property
    def bots(self) -> dict[Seat, str]:
        """The seats that bots play, and which bots."""
        return {seat: self.room.table.names[seat].removeprefix(BOT_PREFIX) for seat in self.room.bots}

    @property
    def empty(self) -> bool:
        """Whether nobody is here."""
        return not self.seated and not self.watchers


class Hub:
    """All matches of this process."""

    def __init__(
        self,
        matches: Matches,
        settings: Settings,
        metrics: Metrics,
        *,
        now: Callable[[], int],
        wall: Callable[[], int],
        key: SessionKey | None = None,
    ) -> None:
        """`key` is the server's own; without one it gets one that lasts as long as the process."""
        self.key = key or SessionKey.fresh()
        self.public = self.key.public.hex()
        self._matches = matches
        self._settings = settings
        self._metrics = metrics
        self._now, self._wall = now, wall
        self._pool = BotPool(settings.bot_processes)
        self._bots = BotSeats(
            self._pool, matches, perform=self._perform, drop=self.drop, here=self._here, now=now
        )
        self._threads = ThreadPoolExecutor(settings.proof_threads, "facedown-proofs")
        self.live: dict[str, Live] = {}
        self.playing: dict[str, str] = {}
        """The running match of each player who has one."""
        self.rematch: Callable[[Live, Again], None]
        """Opens a rematch. The reception sets it: it knows who is free."""
        self._started = wall()
        self._coming: dict[str, asyncio.Future[Followed]] = {}
        """Sealed matches that are being read from the store."""
        self._left: dict[str, int] = {}
        """When each running match was left by everybody, if this process knows."""
        metrics.in_memory.set_function(lambda: len(self.live))
        for match in matches.running():
            self._note_players(match.id, [seated.player for seated in match.seats])

    # --- matches begin, come back and end ---

    def open(self, terms: Terms, wishes: Sequence[Wish]) -> Live:
        """A new match between these players."""
        game, decks, kind = find_game(terms.game), [wish.deck for wish in wishes], find_dealer(terms.dealer)
        sealed, rings, vouchers = kind.keyring is not None, dict[Seat, Any](), list[tuple[str, str]]()
        if sealed:
            dealer, rings, vouchers = botkeys.seal(terms, wishes, self.key)
        else:
            dealer = kind.fresh(secrets.token_bytes(32), decks)
        table, steps = Table.open(
            game,
            dealer,
            match=secrets.token_hex(8),
            names=[wish.name for wish in wishes],
            decks=None if sealed else decks,
            options=terms.options,
            clock=terms.clock,
            nonces=[wish.commit for wish in wishes],
            keys=[wish.key if wish.bot is None else self.public for wish in wishes],
            vouchers=vouchers,
            server=self.public,
            started=self._wall(),
        )
        bots = frozenset(seat for seat, wish in enumerate(wishes) if wish.bot is not None)
        room = Room(table, steps[0].line, bots=bots, now=self._now(), sign=self._signer(rings))
        players = [wish.player for wish in wishes]
        live = Live(room, players, Turns(self._threads), terms=terms, decks=decks, rings=rings)
        record = Match(
            id=live.id,
            game=terms.game,
            dealer=terms.dealer,
            options=bytes(table.opening.options),
            seats=tuple(Seated(wish.player, wish.name) for wish in wishes),
            created=table.opening.started,
            rated=terms.rated,
            private=terms.private,
        )
        secret = botkeys.keep(rings, decks) if sealed else bytes(dealer.reveal() or b"")
        live.tail.append(self._matches.open(record, secret, [step.line for step in steps]))
        self.live[live.id] = live
        self._note_players(live.id, live.players)
        self._metrics.opened.labels(terms.game, terms.dealer).inc()
        log("match opened", match=live.id, game=terms.game, dealer=terms.dealer, seats=len(wishes))
        return live

    def find(self, match: str) -> Live:
        """The match with this id, brought back from the store if need be."""
        live = self.live.get(match)
        return live if live is not None else self._restore(match, lambda: self._follow(match))

    async def bring(self, match: str) -> Live:
        """The same, while the tables go on: all proofs of a sealed match are checked again."""
        record = None if match in self.live else self._matches.get(match)
        if record is None or record.finished is not None or find_dealer(record.dealer).keyring is None:
            return self.find(match)
        coming = self._coming.get(match)
        if coming is None:
            coming = asyncio.get_running_loop().run_in_executor(self._threads, self._follow, match)
            self._coming[match] = coming
            coming.add_done_callback(lambda _: self._coming.pop(match, None))
        await asyncio.wait([coming])
        live = self.live.get(match)
        return live if live is not None else self._restore(match, coming.result)

    def _release(self, match: str) -> None:
        """Nobody is held to a match that is over, or cannot go on."""
        for player in [player for player, running in self.playing.items() if running == match]:
            del self.playing[player]

    def _follow(self, match: str) -> Followed:
        """A match from the store, as far as it has come."""
        record, secret = self._matches.get(match), self._matches.secret(match)
        if record is None or secret is None:
            return record, None, b""
        kind, lines = find_dealer(record.dealer), self._matches.read(match)
        dealer = kind.revealed(msgspec.Raw(secret)) if kind.keyring is None else None
        follower = Follower(lines[0], dealer)
        for line in lines[1:]:
            follower.feed(line)
        return record, follower, secret

    def _restore(self, match: str, follow: Callable[[], Followed]) -> Live:
        try:
            record, follower, secret = follow()
        except (ProofRejected, LookupError) as error:
            log("match cannot go on", level="ERROR", match=match, **cause(error))
            self._release(match)
            raise IllegalAction(f"that match cannot go on here: {error}") from None
        if record is None or follower is None:
            self._release(match)
            why = (
                "there is no such match" if record is None else "that match is over; its log can be replayed"
            )
            raise IllegalAction(why)
        bots = frozenset(seat for seat, seated in enumerate(record.seats) if seated.player is None)
        table = follower.table
        terms = Terms(
            record.game, record.dealer, table.options, table.opening.clock, record.rated, record.private
        )
        players = [seated.player for seated in record.seats]
        rings, decks = dict[Seat, Any](), [*table.dealer.decks()]
        if table.dealer.keyring is not None:
            rings, decks = botkeys.kept(record.dealer, secret, table.seats)
        opening = follower.opened.line
        room = Room(table, opening, bots=bots, now=self._now(), sign=self._signer(rings))
        live = Live(room, players, Turns(self._threads), terms=terms, decks=decks, rings=rings)
        self.live[match] = live
        log("match restored", match=match, entries=table.at)
        return live

    def _signer(self, rings: Mapping[Seat, Any]) -> Callable[[Seat, bytes], str]:
        """Signs for the bots: with their keys where the match is sealed, else with the server's."""

        def sign(seat: Seat, words: bytes) -> str:
            return str(rings[seat].sign(words)) if seat in rings else self.key.sign(words).hex()

        return sign

    def _note_players(self, match: str, players: Sequence[str | None]) -> None:
        for player in players:
            if player is not None:
                self.playing[player] = match

    # --- people come, talk and go ---

    def join(self, live: Live, seat: Seat, listener: Listener) -> None:
        """Take a seat, or take it back; whoever sat there on another line is told so."""
        before = live.seated.get(seat)
        if before is not None and before is not listener:
            before.unseat("you have joined from somewhere else")
        listener.seat_at(live, seat)
        live.seated[seat] = listener
        now = self._now()
        live.turns.take(lambda: self._perform(live, live.room.join(seat, now)))

    def watch(self, live: Live, listener: Listener) -> None:
        """Look on."""
        listener.seat_at(live, WATCHERS)
        live.watchers.add(listener)
        now = self._now()

        def show() -> None:
            self._post(live, WATCHERS, listener, live.room.snapshot(WATCHERS, now))
            self._flush(live)

        live.turns.take(show)

    def say(
        self, live: Live, seat: Seat, message: Said, listener: Listener, lag: int = 0
    ) -> "asyncio.Future[None]":
        """Somebody at a table said something. Done when it was heard: a line waits before it says more."""
        hear = partial(live.room.receive, seat, message, self._now(), lag)
        done = asyncio.get_running_loop().create_future()

        def heard(hear: Callable[[], list[Effect]]) -> None:
            try:
                self._heard(live, hear, listener)
            finally:
                if not done.done():
                    done.set_result(None)

        if isinstance(message, Part | Concede | Accuse):
            live.turns.work(hear, lambda work: heard(work.result))
        else:
            live.turns.take(lambda: heard(hear))
        return done

    def _heard(self, live: Live, hear: Callable[[], list[Effect]], listener: Listener) -> None:
        try:
            effects = hear()
        except Exception:
            # Nobody can tell what this copy is like now.
            self.drop(live, FAILED)
            raise
        self._perform(live, effects, listener)

    def part(self, live: Live, seat: Seat, listener: Listener, *, on_purpose: bool) -> None:
        """Somebody's line is gone, or they stood up."""
        if seat == WATCHERS:
            live.watchers.discard(listener)
        elif live.seated.get(seat) is listener:
            del live.seated[seat]
            now = self._now()
            live.turns.take(lambda: self._perform(live, live.room.part(seat, now, on_purpose=on_purpose)))

    def clear(self, live: Live) -> dict[Seat, Listener]:
        """Everybody who sits here gets up for another table, without a word about it."""
        seated, live.seated = live.seated, {}
        return seated

    def tick(self) -> None:
        """Let time pass in every room that has something due, and forget those that nobody attends."""
        now = self._now()
        idle = now - int(self._settings.unload_after * 1000)
        for live in list(self.live.values()):
            if live.due is not None and live.due <= now and not live.ticking:
                live.ticking = True  # in its turn: who keeps a table busy does not stop its clocks
                live.turns.take(partial(self._tick, live, now))
            if not live.empty:
                live.empty_since = None
            elif live.empty_since is None:
                live.empty_since = now
            elif live.empty_since <= idle:
                self._unload(live)

    def _tick(self, live: Live, now: int) -> None:
        live.ticking = False
        try:
            if self._here(live):
                self._perform(live, live.room.tick(now))
        except Exception as error:  # one room's fault must not stop the others' clocks
            log("tick failed", level="ERROR", match=live.id, **cause(error))
            self.drop(live, FAILED)

    def sweep(self) -> None:
        """Close matches that everybody has left long ago."""
        before = self._wall() - FORGOTTEN
        if self._started > before:
            return  # this process has not seen long enough who comes back
        forgotten = [
            match.id
            for match in self._matches.running()
            if match.id not in self.live and max(match.created, self._left.get(match.id, 0)) < before
        ]
        for match in forgotten[:AT_ONCE]:
            with suppress(IllegalAction):  # it was logged, and nobody is held to it any more
                live = self.find(match)
                self._perform(live, live.room.close(self._now()))

    def close(self) -> None:
        """Let the bots go. Rooms need nothing: all they did is in the store."""
        self._pool.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def drop(self, live: Live, why: str) -> None:
        """This copy of a match can no longer be trusted: it goes, and the stored one is as it was."""
        self.live.pop(live.id, None)
        live.tail.clear()
        listeners = [*live.seated.values(), *live.watchers]
        live.seated.clear()
        live.watchers.clear()
        for listener in listeners:
            listener.unseat(why)

    def _here(self, live: Live) -> bool:
        """Whether this copy is the one that counts."""
        return self.live.get(live.id) is live

    def _unload(self, live: Live) -> None:
        if not live.tail and not live.turns.busy and self._here(live):
            del self.live[live.id]
            if live.room.table.outcome is None:
                self._left[live.id] = self._wall()

    # --- effects ---

    def _perform(self, live: Live, effects: Sequence[Effect], asker: Listener | None = None) -> None:
        """Carry out effects in order. Who is told is settled now: whoever comes later gets a snapshot."""
        for effect in effects:
            match effect:
                case Append():
                    self._append(live, effect)
                case Again():
                    live.tail.append(partial(self.rematch, live, effect))
                case Tell(seat=seat, message=message) if seat != WATCHERS:
                    if seat in live.seated:
                        self._post(live, seat, live.seated[seat], message)
                case Tell(message=Rejected() | Snapshot() as answer):
                    # What one spectator asked is for that one.
                    if asker is not None:
                        self._post(live, WATCHERS, asker, answer)
                case Tell(message=message):
                    for watcher in live.watchers:
                        self._post(live, WATCHERS, watcher, message)
        live.due = live.room.due()
        for seat in live.room.table.gone:  # the match goes on without them
            if self.playing.get(live.players[seat] or "") == live.id:
                del self.playing[live.players[seat] or ""]
        self._flush(live)
        self._bots.wake(live)

    def _post(self, live: Live, seat: Seat, listener: Listener, message: Told) -> None:
        """Tell somebody as soon as all that was written before is on disk."""
        live.tail.append(partial(self._tell, live, seat, listener, message))

    def _tell(self, live: Live, seat: Seat, listener: Listener, message: Told) -> None:
        here = listener in live.watchers if seat == WATCHERS else live.seated.get(seat) is listener
        if here:
            listener.send(message)

    def _append(self, live: Live, append: Append) -> None:
        since = perf_counter()
        outcome = live.room.table.outcome
        if outcome is None:
            written = self._matches.append(live.id, append.at, append.lines)
        else:
            written = self._finish(live, append, outcome)
        written.add_done_callback(lambda _: self._metrics.written.observe(perf_counter() - since))
        self._metrics.entries.inc(len(append.lines))
        live.tail.append(written)
        if outcome is not None:
            live.tail.append(partial(self._finished, live, outcome))

    def _finish(self, live: Live, append: Append, outcome: Outcome) -> Future[None]:
        scores = {}
        # A match that was called off before the deal says nothing about anybody.
        if live.terms.rated and not live.room.table.awaited:
            result = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
            scores = {
                player: result[outcome.result(seat)]
                for seat, player in enumerate(live.players)
                if player is not None
            }
        return self._matches.finish(
            live.id,
            append.at,
            append.lines,
            outcome=encode(outcome),
            finished=self._wall(),
            scores=scores,
            signs=self._signed(live),
        )

    def _signed(self, live: Live) -> dict[Seat, str]:
        """Our signature under a match that has just ended here, if its opening names our key."""
        table = live.room.table
        if table.opening.server != self.public:
            return {}
        return {SERVER: self.key.sign(ending_claim(live.id, table.head, SERVER)).hex()}

    def _finished(self, live: Live, outcome: Outcome) -> None:
        """The end of a match is on disk: its players are free."""
        for player in live.players:
            if player is not None and self.playing.get(player) == live.id:
                del self.playing[player]
        self._left.pop(live.id, None)
        self._metrics.finished.labels(live.terms.game, outcome.reason).inc()
        log("match finished", match=live.id, reason=outcome.reason, winners=list(outcome.winners))

    def _flush(self, live: Live) -> None:
        """Carry out what waits, up to the first write that is not on disk yet."""
        tail = live.tail
        while tail and not live.waiting:
            head = tail[0]
            if not isinstance(head, Future):
                tail.popleft()
                head()
            elif not head.done():
                live.waiting = True
                head.add_done_callback(lambda _: self._written(live))
            elif (error := head.exception()) is not None:
                # Memory is ahead of the disk.
                log("write failed", level="ERROR", match=live.id, **cause(error))
                self.drop(live, "the server could not save that; resume the match to go on")
            else:
                tail.popleft()

    def _written(self, live: Live) -> None:
        live.waiting = False
        self._flush(live)
