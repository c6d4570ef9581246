"""The seats that bots play: they think in other processes, and do their own part where a match is sealed."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from facedown.kernel import Seat
from facedown.server import botkeys
from facedown.server.bots import BotPool
from facedown.server.logs import cause, log
from facedown.store import Matches
from facedown.table.messages import Act
from facedown.table.room import Append, Effect

if TYPE_CHECKING:
    from facedown.server.hub import Live

FAILED = "the server failed at the table; resume the match to go on"


class BotSeats:
    """All bots of a hub. What they do goes the way of what people do."""

    def __init__(
        self,
        pool: BotPool,
        matches: Matches,
        *,
        perform: Callable[["Live", Sequence[Effect]], None],
        drop: Callable[["Live", str], None],
        here: Callable[["Live"], bool],
        now: Callable[[], int],
    ) -> None:
        self._pool, self._matches = pool, matches
        self._perform, self._drop, self._here, self._now = perform, drop, here, now

    def wake(self, live: "Live") -> None:
        """Let every bot that has something to do begin with it."""
        room, table = live.room, live.room.table
        if not room.bots or not room.attended or table.outcome is not None or table.awaited:
            return
        if live.rings and not live.helping and any(task.seat in live.rings for task in table.due):
            live.helping = True
            live.turns.work(partial(self._part, live, self._now()), partial(self._parted, live))
        self._accuse(live)
        if table.game.open_ended(table.state) and any(seat not in room.bots for seat in table.active):
            return  # where all may act at any time nobody could keep up with bots: they wait
        for seat in table.active:
            if seat in room.bots and seat not in live.thinking:
                live.thinking.add(seat)
                thought = self._pool.think(live.hands[seat], live.bots[seat], live.decks[seat])
                thought.add_done_callback(partial(self._in_turn, live, seat, table.at))

    # --- thinking ---

    def _in_turn(self, live: "Live", seat: Seat, at: int, done: "asyncio.Future[bytes]") -> None:
        live.turns.take(partial(self._thought, live, seat, at, done))

    def _thought(self, live: "Live", seat: Seat, at: int, done: "asyncio.Future[bytes]") -> None:
        live.thinking.discard(seat)
        if done.cancelled() or not self._here(live):
            return
        if live.room.table.at != at or not live.room.attended:
            self.wake(live)  # the table has moved on meanwhile: think again
            return
        error = done.exception()
        if error is not None:
            log("bot failed", level="ERROR", match=live.id, bot=live.bots[seat], **cause(error))
        action = done.result() if error is None else self._pool.fallback(live.hands[seat])
        effects = self._act(live, seat, action)
        if any(isinstance(effect, Append) for effect in effects):
            self._perform(live, effects)
            return
        log("bot refused", level="ERROR", match=live.id, bot=live.bots[seat])
        self._perform(live, self._act(live, seat, self._pool.fallback(live.hands[seat])))

    def _act(self, live: "Live", seat: Seat, action: bytes) -> list[Effect]:
        """What a bot has chosen, signed and proved where that is asked."""
        hand, table = live.hands[seat], live.room.table
        if seat not in live.rings:
            return live.room.receive(seat, Act(table.at, msgspec.Raw(action)), self._now())
        chosen = table.game.read_action(action)
        act = hand.act(chosen, table.game.wish(table.state, seat, chosen, hand.faces()))
        self._keep(live, botkeys.keep(live.rings, live.decks))
        return live.room.receive(seat, act, self._now())

    # --- the deal of a sealed match ---

    def _accuse(self, live: "Live") -> None:
        """Bots see the time as the room does: whoever is late for it is late for them."""
        room = live.room
        for whom, why in sorted(room.overdue):
            for seat in sorted(live.rings):
                word = (room.table.anchor, seat, whom)
                if seat in {whom, *room.table.gone} or word in live.accused:
                    continue
                live.accused.add(word)
                self._perform(live, room.receive(seat, live.hands[seat].accuse(whom, why), self._now()))

    def _part(self, live: "Live", now: int) -> tuple[bytes, list[Effect]]:
        """On a thread: the next part that a bot owes, with its keys as they are then."""
        for seat, hand in live.hands.items():
            for part in hand.parts():
                return botkeys.keep(live.rings, live.decks), live.room.receive(seat, part, now)
        return b"", []

    def _parted(self, live: "Live", done: "asyncio.Future[tuple[bytes, list[Effect]]]") -> None:
        live.helping = False
        if done.cancelled() or not self._here(live):
            return
        if (error := done.exception()) is not None:
            log("bot failed at its part", level="ERROR", match=live.id, **cause(error))
            self._drop(live, FAILED)
            return
        secret, effects = done.result()
        if any(isinstance(effect, Append) for effect in effects):
            self._keep(live, secret)
            self._perform(live, effects)
        elif effects:
            log("bot refused", level="ERROR", match=live.id)

    def _keep(self, live: "Live", secret: bytes) -> None:
        """Keys are on disk before anybody hears of what was done with them."""
        live.tail.append(self._matches.keep_secret(live.id, secret))
