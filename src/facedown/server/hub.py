"""The running matches: carries out what rooms want done, in order, and never before it is on disk."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from time import perf_counter
from typing import Any, TypeVar

from facedown.crypto.signing import SessionKey
from facedown.kernel import IllegalAction, Outcome, Seat, encode
from facedown.server import botkeys
from facedown.server.bot_seats import BotSeats
from facedown.server.bots import BotPool
from facedown.server.limits import Settings
from facedown.server.live import Listener, Live, Place
from facedown.server.lobby import Terms, Wish
from facedown.server.logs import cause, log
from facedown.server.metrics import Metrics
from facedown.server.prepare import prepare
from facedown.server.shelf import Found, Shelf
from facedown.server.turns import Turns, nothing
from facedown.server.workers import Workers
from facedown.store import Match, Matches, Seated
from facedown.table import Table, find_dealer, find_game
from facedown.table.entries import SERVER, ending_claim
from facedown.table.messages import Rejected, Said, Snapshot, Told
from facedown.table.room import WATCHERS, Again, Append, Effect, Room, Tell

T = TypeVar("T")
FORGOTTEN = 14 * 24 * 3_600_000
"""Milliseconds after which a match that everybody has left is closed."""
AT_ONCE = 20
"""So many forgotten matches are closed in one go; the tables must not wait long."""
FAILED = "the server failed at the table; resume the match to go on"
UNSAVED = "the server could not save that; resume the match to go on"


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
        prepare()
        self.key = key or SessionKey.fresh()
        self.public = self.key.public.hex()
        self._matches = matches
        self._settings = settings
        self._metrics = metrics
        self._now, self._wall = now, wall
        self._pool = BotPool(settings.bot_processes)
        self._bots = BotSeats(self._pool, matches, perform=self._perform, turn=self._turn, now=now)
        self._workers = Workers(settings.step_threads, "facedown-steps")
        self._shelf = Shelf(matches, settings.shelf_threads, self._release)
        self.live: dict[str, Live] = {}
        self.playing: dict[str, str] = {}
        """The running match of each player who has one."""
        self.rematch: Callable[[Live, Again], None]
        """Opens a rematch. The reception sets it: it knows who is free."""
        self._started = wall()
        self._sweeping: asyncio.Task[None] | None = None
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
        live = Live(room, players, Turns(self._workers), terms=terms, decks=decks, rings=rings)
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
        live.stored = False
        live.tail.append(self._matches.open(record, secret, [step.line for step in steps]))
        self.live[live.id] = live
        self._note_players(live.id, live.players)
        self._metrics.opened.labels(terms.game, terms.dealer).inc()
        log("match opened", match=live.id, game=terms.game, dealer=terms.dealer, seats=len(wishes))
        return live

    async def bring(self, match: str, asker: Listener | None = None, player: str | None = None) -> Live:
        """The match with this id, from the store if need be: the tables go on meanwhile."""
        theirs = player is not None and self.playing.get(player) == match
        while match not in self.live:
            await self._shelf.bring(match, self._restore, asker, theirs=theirs)
        return self.live[match]

    def _release(self, match: str) -> None:
        """Nobody is held to a match that is over, or cannot go on."""
        for player in [player for player, running in self.playing.items() if running == match]:
            del self.playing[player]

    def _restore(self, found: Found) -> None:
        record, table = found.record, found.follower.table
        bots = frozenset(seat for seat, seated in enumerate(record.seats) if seated.player is None)
        terms = Terms(
            record.game, record.dealer, table.options, table.opening.clock, record.rated, record.private
        )
        players = [seated.player for seated in record.seats]
        rings, decks = dict[Seat, Any](), [*table.dealer.decks()]
        if table.dealer.keyring is not None:
            rings, decks = botkeys.kept(record.dealer, found.secret, table.seats)
        opening = found.follower.opened.line
        room = Room(table, opening, bots=bots, now=self._now(), sign=self._signer(rings))
        live = Live(room, players, Turns(self._workers), terms=terms, decks=decks, rings=rings)
        self.live[live.id] = live
        log("match restored", match=live.id, entries=table.at)

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

    def join(self, live: Live, seat: Seat, listener: Listener) -> "asyncio.Future[None]":
        """Take a seat, or take it back; who sat there on another line is told so. Done when it is shown."""
        before = live.seated.get(seat)
        if before is not None:
            before.here = False
            if before.listener is not listener:
                before.listener.unseat("you have joined from somewhere else")
        listener.seat_at(live, seat)
        place = live.seated[seat] = Place(listener, seat)
        join = partial(live.room.join, seat, self._now())
        return self._turn(live, join, partial(self._show, live, place), place)

    def watch(self, live: Live, listener: Listener) -> "asyncio.Future[None]":
        """Look on. Done when it is shown."""
        listener.seat_at(live, WATCHERS)
        place = Place(listener, WATCHERS)
        if (before := live.watchers.get(listener)) is not None:
            before.here = False
        live.watchers[listener] = place
        now = self._now()

        def look() -> list[Effect]:
            return [Tell(WATCHERS, live.room.snapshot(WATCHERS, now))]

        return self._turn(live, look, partial(self._show, live, place), place)

    def _show(self, live: Live, place: Place, effects: Sequence[Effect]) -> None:
        """From here on they hear what happens: their picture is among these effects, before anything else."""
        place.told = True
        self._perform(live, effects, place)

    def say(
        self, live: Live, seat: Seat, message: Said, listener: Listener, lag: int = 0
    ) -> "asyncio.Future[None]":
        """Somebody at a table said something. Done when it was heard: a line waits before it says more."""
        place = live.watchers.get(listener) if seat == WATCHERS else live.seated.get(seat)
        if place is not None and place.listener is not listener:
            place = None
        hear = partial(live.room.receive, seat, message, self._now(), lag)
        return self._turn(live, hear, lambda effects: self._perform(live, effects, place), place)

    def part(self, live: Live, seat: Seat, listener: Listener, *, on_purpose: bool) -> None:
        """Somebody's line is gone, or they stood up."""
        if seat == WATCHERS:
            if (place := live.watchers.pop(listener, None)) is not None:
                place.here = False
        elif (place := live.seated.get(seat)) is not None and place.listener is listener:
            place.here = False
            del live.seated[seat]
            part = partial(live.room.part, seat, self._now(), on_purpose=on_purpose)
            self._turn(live, part, partial(self._perform, live))

    def clear(self, live: Live) -> dict[Seat, Listener]:
        """Everybody who sits here gets up for another table, without a word about it."""
        seated, live.seated = live.seated, {}
        for place in seated.values():
            place.here = False
        return {seat: place.listener for seat, place in seated.items()}

    def _turn(
        self, live: Live, touch: Callable[[], T], then: Callable[[T], None], place: Place | None = None
    ) -> "asyncio.Future[None]":
        """Touch the room in its turn, beside the loop where that may take long; then that with the result.

        Everything that touches a room comes through here. A room that fails, or is no longer the one that
        counts, does nothing more. Done when all this was done.
        """
        over = asyncio.get_running_loop().create_future()

        def begin() -> None:
            if live.beside and self._here(live):
                whose = live.whose if place is None else place.listener.address
                spent = nothing if place is None else place.listener.charge
                live.turns.work(touch, lambda done: end(done.result), whose, spent)
            else:
                end(touch)

        def end(result: Callable[[], T]) -> None:
            try:
                if self._here(live):
                    then(result())
            except asyncio.CancelledError:
                pass  # the server stops
            except Exception as error:  # nobody can tell what this copy is like now
                log("table failed", level="ERROR", match=live.id, **cause(error))
                self.drop(live, FAILED)
            finally:
                if not over.done():
                    over.set_result(None)

        live.turns.take(begin)
        return over

    def tick(self) -> None:
        """Let time pass in every room that has something due, and forget those that nobody attends."""
        now, left = self._now(), list[Live]()
        idle = now - int(self._settings.unload_after * 1000)
        for live in list(self.live.values()):
            if live.due is not None and live.due <= now and not live.ticking:
                live.ticking = True  # in its turn: who keeps a table busy does not stop its clocks
                self._turn(live, partial(live.room.tick, now), partial(self._ticked, live))
            if not live.empty:
                live.empty_since = None
            elif live.empty_since is None:
                live.empty_since = now
            elif live.empty_since <= idle:
                self._unload(live)
            else:
                left.append(live)
        # Whoever opens matches and leaves them fills no memory with them: the longest left go first.
        if (many := len(left) - self._settings.matches_left) > 0:
            left.sort(key=lambda live: live.empty_since or 0)
            for live in left[:many]:
                self._unload(live)

    def _ticked(self, live: Live, effects: Sequence[Effect]) -> None:
        live.ticking = False
        self._perform(live, effects)

    def sweep(self) -> None:
        """Close matches that everybody has left long ago."""
        before = self._wall() - FORGOTTEN
        # This process has to have seen long enough who comes back.
        if self._started <= before and (self._sweeping is None or self._sweeping.done()):
            self._sweeping = asyncio.get_running_loop().create_task(self._sweep(before))

    async def _sweep(self, before: int) -> None:
        running = await self._shelf.ask(lambda matches: matches.running())
        forgotten = [
            match.id
            for match in running
            if match.id not in self.live and max(match.created, self._left.get(match.id, 0)) < before
        ]
        for match in forgotten[:AT_ONCE]:
            try:
                live = await self.bring(match)
                await self._turn(live, partial(live.room.close, self._now()), partial(self._perform, live))
            except IllegalAction:
                continue  # it was logged, and nobody is held to it any more
            except Exception as error:  # one that cannot be closed keeps no other from it
                log("sweep failed", level="ERROR", match=match, **cause(error))

    def close(self) -> None:
        """Let the bots go. Rooms need nothing: all they did is in the store."""
        self._pool.close()
        self._workers.close()
        self._shelf.close()

    def drop(self, live: Live, why: str) -> None:
        """This copy of a match can no longer be trusted: it goes, and the stored one is as it was."""
        if not self._here(live):
            return
        del self.live[live.id]
        writes = [write for write in live.tail if isinstance(write, Future)]
        if writes:
            self._shelf.unsettled(live.id, writes[-1])
        live.tail.clear()
        if not live.stored:
            self._release(live.id)
        for listener in live.clear():
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

    def _perform(self, live: Live, effects: Sequence[Effect], asker: Place | None = None) -> None:
        """Carry out effects in order. Who is told is settled now: whoever comes later gets a snapshot."""
        for effect in effects:
            match effect:
                case Append():
                    self._append(live, effect)
                case Again():
                    live.tail.append(partial(self.rematch, live, effect))
                case Tell(message=Rejected() | Snapshot() as answer):
                    # What one has asked is for that one, and not for whoever has come in their place.
                    if asker is not None:
                        self._post(live, asker, answer)
                case Tell(seat=seat, message=message) if seat != WATCHERS:
                    if seat in live.seated:
                        self._post(live, live.seated[seat], message)
                case Tell(message=message):
                    for place in live.watchers.values():
                        self._post(live, place, message)
        live.due = live.room.due()
        for seat in live.room.table.gone:  # the match goes on without them
            if self.playing.get(live.players[seat] or "") == live.id:
                del self.playing[live.players[seat] or ""]
        self._flush(live)
        self._bots.wake(live)

    def _post(self, live: Live, place: Place, message: Told) -> None:
        """Tell somebody as soon as all that was written before is on disk."""
        if place.told:
            live.tail.append(partial(_tell, place, message))

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
                self.drop(live, UNSAVED)
            else:
                live.stored = True
                tail.popleft()

    def _written(self, live: Live) -> None:
        live.waiting = False
        try:
            self._flush(live)
        except Exception as error:  # nobody can tell what has been said and what has not
            log("table failed", level="ERROR", match=live.id, **cause(error))
            self.drop(live, FAILED)


def _tell(place: Place, message: Told) -> None:
    if place.here:
        place.listener.send(message)
