"""The running matches: carries out what rooms want done, in order, and never before it is on disk."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from time import perf_counter
from typing import Protocol

import msgspec

from facedown.kernel import IllegalAction, Seat, encode
from facedown.server.bots import BotPool
from facedown.server.limits import Settings
from facedown.server.lobby import Terms, Wish
from facedown.server.logs import log
from facedown.server.metrics import Metrics
from facedown.store import Match, Matches, Seated
from facedown.table import Follower, Table, find_dealer, find_game
from facedown.table.messages import Act, Said, Told
from facedown.table.room import WATCHERS, Again, Append, Effect, Room, Tell

FORGOTTEN = 14 * 24 * 3_600_000
"""Milliseconds after which a match that everybody has left is closed."""
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
        self, room: Room, players: Sequence[str | None], *, terms: Terms, decks: Sequence[tuple[str, ...]]
    ) -> None:
        self.room = room
        self.id = room.table.opening.match
        self.players = tuple(players)
        self.terms = terms
        self.decks = tuple(decks)
        self.seated: dict[Seat, Listener] = {}
        self.watchers: set[Listener] = set()
        self.tail: deque[Effect | Future[None]] = deque()
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
    ) -> None:
        self._matches = matches
        self._settings = settings
        self._metrics = metrics
        self._now, self._wall = now, wall
        self._bots = BotPool(settings.bot_processes)
        self.live: dict[str, Live] = {}
        self.playing: dict[str, str] = {}
        """The running match of each player who has one."""
        for match in matches.running():
            self._note_players(match.id, [seated.player for seated in match.seats])

    # --- matches begin, come back and end ---

    def open(self, terms: Terms, wishes: Sequence[Wish]) -> Live:
        """A new match between these players."""
        game, decks = find_game(terms.game), [wish.deck for wish in wishes]
        dealer = find_dealer(terms.dealer).fresh(secrets.token_bytes(32), decks)
        table, steps = Table.open(
            game,
            dealer,
            match=secrets.token_hex(8),
            names=[wish.name for wish in wishes],
            decks=decks,
            options=terms.options,
            clock=terms.clock,
            nonces=[wish.commit for wish in wishes],
            started=self._wall(),
        )
        bots = frozenset(seat for seat, wish in enumerate(wishes) if wish.bot is not None)
        room = Room(table, steps[0].line, bots=bots, now=self._now())
        live = Live(room, [wish.player for wish in wishes], terms=terms, decks=decks)
        record = Match(
            id=live.id,
            game=terms.game,
            dealer=terms.dealer,
            options=bytes(table.opening.options),
            seats=tuple(Seated(wish.player, wish.name) for wish in wishes),
            created=table.opening.started,
            rated=terms.rated,
        )
        secret = dealer.reveal()
        assert secret is not None
        live.tail.append(self._matches.open(record, bytes(secret), [step.line for step in steps]))
        self.live[live.id] = live
        self._note_players(live.id, live.players)
        self._metrics.opened.labels(terms.game, terms.dealer).inc()
        log("match opened", match=live.id, game=terms.game, dealer=terms.dealer, seats=len(wishes))
        return live

    def find(self, match: str) -> Live:
        """The match with this id, brought back from the store if need be."""
        live = self.live.get(match)
        return self._restore(match) if live is None else live

    def _restore(self, match: str) -> Live:
        record = self._matches.get(match)
        if record is None:
            raise IllegalAction("there is no such match")
        secret = self._matches.secret(match)
        if secret is None:
            raise IllegalAction("that match is over; its log can be replayed")
        dealer = find_dealer(record.dealer).revealed(msgspec.Raw(secret))
        lines = self._matches.read(match)
        follower = Follower(lines[0], dealer)
        for line in lines[1:]:
            follower.feed(line)
        bots = frozenset(seat for seat, seated in enumerate(record.seats) if seated.player is None)
        table = follower.table
        room = Room(table, lines[0], bots=bots, now=self._now())
        terms = Terms(record.game, record.dealer, table.options, table.opening.clock, record.rated)
        players = [seated.player for seated in record.seats]
        live = self.live[match] = Live(room, players, terms=terms, decks=dealer.decks())
        log("match restored", match=match, entries=len(lines))
        return live

    def _note_players(self, match: str, players: Sequence[str | None]) -> None:
        for player in players:
            if player is not None:
                self.playing[player] = match

    def _forget_players(self, live: Live) -> None:
        for player in live.players:
            if player is not None and self.playing.get(player) == live.id:
                del self.playing[player]

    # --- people come, talk and go ---

    def join(self, live: Live, seat: Seat, listener: Listener) -> None:
        """Take a seat, or take it back; whoever sat there on another line is told so."""
        before = live.seated.get(seat)
        if before is not None and before is not listener:
            before.unseat("you have joined from somewhere else")
        live.seated[seat] = listener
        listener.seat_at(live, seat)
        self._perform(live, live.room.join(seat, self._now()))

    def watch(self, live: Live, listener: Listener) -> None:
        """Look on."""
        live.watchers.add(listener)
        listener.seat_at(live, WATCHERS)
        listener.send(live.room.snapshot(WATCHERS, self._now()))

    def say(self, live: Live, seat: Seat, message: Said, listener: Listener, lag: int = 0) -> None:
        """Somebody at a table said something."""
        effects = live.room.receive(seat, message, self._now(), lag)
        if seat == WATCHERS:  # what one spectator asked is for that one
            for effect in effects:
                if isinstance(effect, Tell):
                    listener.send(effect.message)
            return
        self._perform(live, effects)

    def part(self, live: Live, seat: Seat, listener: Listener, *, on_purpose: bool) -> None:
        """Somebody's line is gone, or they stood up."""
        if seat == WATCHERS:
            live.watchers.discard(listener)
        elif live.seated.get(seat) is listener:
            del live.seated[seat]
            self._perform(live, live.room.part(seat, self._now(), on_purpose=on_purpose))
        if live.empty:
            asyncio.get_running_loop().call_later(self._settings.unload_after, self._unload, live)

    def tick(self) -> None:
        """Let time pass in every room that has something due."""
        now = self._now()
        for live in list(self.live.values()):
            due = live.room.due()
            if due is not None and due <= now:
                self._perform(live, live.room.tick(now))

    def sweep(self) -> None:
        """Close matches that everybody has left long ago."""
        for match in self._matches.running():
            if match.created < self._wall() - FORGOTTEN and match.id not in self.live:
                live = self.find(match.id)
                self._perform(live, live.room.close(self._now()))

    def close(self) -> None:
        """Let the bots go. Rooms need nothing: all they did is in the store."""
        self._bots.close()

    def _unload(self, live: Live) -> None:
        if live.empty and not live.tail and self.live.get(live.id) is live:
            del self.live[live.id]

    # --- effects ---

    def _perform(self, live: Live, effects: Sequence[Effect]) -> None:
        for effect in effects:
            live.tail.append(self._append(live, effect) if isinstance(effect, Append) else effect)
        self._flush(live)
        self._wake_bots(live)

    def _append(self, live: Live, append: Append) -> Future[None]:
        since = perf_counter()
        written = self._write(live, append)
        written.add_done_callback(lambda _: self._metrics.written.observe(perf_counter() - since))
        return written

    def _write(self, live: Live, append: Append) -> Future[None]:
        self._metrics.entries.inc(len(append.lines))
        outcome = live.room.table.outcome
        if outcome is None:
            return self._matches.append(live.id, append.at, append.lines)
        self._forget_players(live)
        self._metrics.finished.labels(live.terms.game, outcome.reason).inc()
        log("match finished", match=live.id, reason=outcome.reason, winners=list(outcome.winners))
        scores = {}
        if live.terms.rated and live.room.table.at > 1:
            result = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
            scores = {
                player: result[outcome.result(seat)]
                for seat, player in enumerate(live.players)
                if player is not None
            }
        return self._matches.finish(
            live.id, append.at, append.lines, outcome=encode(outcome), finished=self._wall(), scores=scores
        )

    def _flush(self, live: Live) -> None:
        """Carry out what waits, up to the first write that is not on disk yet."""
        tail = live.tail
        while tail:
            head = tail[0]
            if isinstance(head, Future):
                if not head.done():
                    if not live.waiting:
                        live.waiting = True
                        head.add_done_callback(lambda _: self._written(live))
                    return
                error = head.exception()
                if error is not None:
                    self._broken(live, error)
                    return
                tail.popleft()
                continue
            tail.popleft()
            if isinstance(head, Tell):
                self._tell(live, head)
            elif isinstance(head, Again):
                self._rematch(live, head)

    def _written(self, live: Live) -> None:
        live.waiting = False
        self._flush(live)

    def _tell(self, live: Live, tell: Tell) -> None:
        if tell.seat == WATCHERS:
            for watcher in live.watchers:
                watcher.send(tell.message)
        elif tell.seat in live.seated:
            live.seated[tell.seat].send(tell.message)

    def _broken(self, live: Live, error: BaseException) -> None:
        """A write failed: memory is ahead of the disk."""
        log("write failed", level="ERROR", match=live.id, error=repr(error))
        self.drop(live, "the server could not save that; resume the match to go on")

    def drop(self, live: Live, why: str) -> None:
        """This copy of a match can no longer be trusted: it goes, and the stored one is as it was."""
        self.live.pop(live.id, None)
        live.tail.clear()
        if self._matches.secret(live.id) is not None:
            self._note_players(live.id, live.players)
        for listener in [*live.seated.values(), *live.watchers]:
            listener.unseat(why)

    def _rematch(self, live: Live, again: Again) -> None:
        wishes = []
        for seat, player in enumerate(live.players):
            name, bot = live.room.table.names[seat], live.bots.get(seat)
            wishes.append(Wish(player, name, live.decks[seat], again.commits[seat], bot))
        fresh = self.open(live.terms, wishes[::-1])
        for seat, listener in list(live.seated.items()):
            del live.seated[seat]
            self.join(fresh, len(wishes) - 1 - seat, listener)
        self._unload(live)

    # --- bots ---

    def _wake_bots(self, live: Live) -> None:
        room = live.room
        table = room.table
        if not room.bots or not room.attended or table.outcome is not None or table.awaited:
            return
        for seat in table.game.active(table.state):
            if seat in room.bots and seat not in live.thinking:
                live.thinking.add(seat)
                thought = self._bots.think(table, seat, live.bots[seat], live.decks[seat])
                thought.add_done_callback(partial(self._thought, live, seat, table.at))

    def _thought(self, live: Live, seat: Seat, at: int, done: "asyncio.Future[bytes]") -> None:
        live.thinking.discard(seat)
        if done.cancelled() or self.live.get(live.id) is not live:
            return
        if live.room.table.at != at or not live.room.attended:
            self._wake_bots(live)  # the table has moved on meanwhile: think again
            return
        error = done.exception()
        if error is not None:
            log("bot failed", level="ERROR", match=live.id, bot=live.bots[seat], error=repr(error))
        action = done.result() if error is None else self._bots.fallback(live.room.table, seat)
        effects = live.room.receive(seat, Act(at, msgspec.Raw(action)), self._now())
        if any(isinstance(effect, Append) for effect in effects):
            self._perform(live, effects)
            return
        log("bot refused", level="ERROR", match=live.id, bot=live.bots[seat])
        fallback = Act(at, msgspec.Raw(self._bots.fallback(live.room.table, seat)))
        self._perform(live, live.room.receive(seat, fallback, self._now()))
