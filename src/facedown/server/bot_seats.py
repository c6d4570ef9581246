"""The seats that bots play: they think in other processes, and do their own part where a match is sealed."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from facedown.kernel import Seat
from facedown.server import botkeys
from facedown.server.bots import BotPool
from facedown.server.logs import cause, log
from facedown.store import Matches
from facedown.table.entries import Accusation
from facedown.table.messages import Act
from facedown.table.room import Append, Effect

if TYPE_CHECKING:
    from facedown.server.live import Live

Turn = Callable[["Live", Callable[[], Any], Callable[[Any], None]], object]
"""Touches a room in its turn, perhaps on a thread, and then does something with the result on the loop."""


class Done(NamedTuple):
    """What a bot has done, and its keys as they are since, where it has any."""

    effects: list[Effect]
    secret: bytes | None = None

    @property
    def taken(self) -> bool:
        """Whether the table took it."""
        return any(isinstance(effect, Append) for effect in self.effects)


class BotSeats:
    """All bots of a hub. What they do goes the way of what people do."""

    def __init__(
        self,
        pool: BotPool,
        matches: Matches,
        *,
        perform: Callable[["Live", Sequence[Effect]], None],
        turn: Turn,
        now: Callable[[], int],
    ) -> None:
        self._pool, self._matches = pool, matches
        self._perform, self._turn, self._now = perform, turn, now

    def wake(self, live: "Live") -> None:
        """Let every bot that has something to do begin with it."""
        room, table = live.room, live.room.table
        if not room.bots or not room.attended or table.outcome is not None or table.awaited:
            return
        if live.rings and not live.helping and any(task.seat in live.rings for task in table.due):
            live.helping = True
            self._turn(live, partial(self._part, live, self._now()), partial(self._parted, live))
        self._accuse(live)
        if table.game.open_ended(table.state) and any(seat not in room.bots for seat in table.active):
            return  # where all may act at any time nobody could keep up with bots: they wait
        for seat in table.active:
            if seat in room.bots and seat not in live.thinking:
                live.thinking.add(seat)
                thought = self._pool.think(live.hands[seat], live.bots[seat], live.decks[seat])
                thought.add_done_callback(partial(self._thought, live, seat, table.at))

    # --- thinking ---

    def _thought(self, live: "Live", seat: Seat, at: int, done: "asyncio.Future[bytes]") -> None:
        if done.cancelled():
            return
        action, error = None, done.exception()
        if error is None:
            action = done.result()
        else:
            log("bot failed", level="ERROR", match=live.id, bot=live.bots[seat], **cause(error))
        self._turn(live, partial(self._move, live, seat, at, action), partial(self._moved, live, seat))

    def _move(self, live: "Live", seat: Seat, at: int, action: bytes | None) -> Done | None:
        """What the bot has chosen, or something legal instead; None if the table has moved on meanwhile."""
        if live.room.table.at != at or not live.room.attended:
            return None
        if action is not None:
            done = self._act(live, seat, action)
            if done.taken:
                return done
            log("bot refused", level="ERROR", match=live.id, bot=live.bots[seat])
        return self._act(live, seat, self._pool.fallback(live.hands[seat]))

    def _moved(self, live: "Live", seat: Seat, done: Done | None) -> None:
        live.thinking.discard(seat)
        if done is None:
            self.wake(live)  # think again
        else:
            self._carry_out(live, done)

    def _act(self, live: "Live", seat: Seat, action: bytes) -> Done:
        """What a bot has chosen, signed and proved where that is asked."""
        hand, table = live.hands[seat], live.room.table
        if seat not in live.rings:
            return Done(live.room.receive(seat, Act(table.at, msgspec.Raw(action)), self._now()))
        chosen = table.game.read_action(action)
        act = hand.act(chosen, table.game.wish(table.state, seat, chosen, hand.faces()))
        secret = botkeys.keep(live.rings, live.decks)
        return Done(live.room.receive(seat, act, self._now()), secret)

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
                self._turn(live, partial(self._say_gone, live, seat, whom, why), partial(self._perform, live))

    def _say_gone(self, live: "Live", seat: Seat, whom: Seat, why: Accusation) -> list[Effect]:
        return live.room.receive(seat, live.hands[seat].accuse(whom, why), self._now())

    def _part(self, live: "Live", now: int) -> Done:
        """The next part that a bot owes, with its keys as they are then."""
        for seat, hand in live.hands.items():
            for part in hand.parts():
                secret = botkeys.keep(live.rings, live.decks)
                return Done(live.room.receive(seat, part, now), secret)
        return Done([])

    def _parted(self, live: "Live", done: Done) -> None:
        live.helping = False
        if done.taken:
            self._carry_out(live, done)
        elif done.effects:
            log("bot refused", level="ERROR", match=live.id)

    def _carry_out(self, live: "Live", done: Done) -> None:
        """Keys are on disk before anybody hears of what was done with them."""
        if done.secret is not None:
            live.tail.append(self._matches.keep_secret(live.id, done.secret))
        self._perform(live, done.effects)
