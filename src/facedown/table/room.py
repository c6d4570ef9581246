"""A table with people around it. Sans-I/O: messages and the time in, effects out.

The shell that runs a room carries out the effects in order and does not go on before an `Append` is on disk:
nobody hears of an entry that could be lost.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from facedown.kernel import IllegalAction, InvalidAction, Refused, Seat, StaleAction, encode
from facedown.table.clock import Lag
from facedown.table.entries import Accusation, Leaving, Signs, Undone
from facedown.table.messages import (
    Accuse,
    Act,
    Chat,
    Chatted,
    Claim,
    Concede,
    Contribute,
    Mute,
    Offer,
    Offered,
    Overdue,
    Part,
    Presence,
    Recorded,
    Rejected,
    Rematch,
    RematchWanted,
    Reply,
    Said,
    Snapshot,
    Standing,
    Sync,
    TimeLeft,
    Told,
    Update,
)
from facedown.table.table import PART_GRACE, Step, Table

WATCHERS: Seat = -1
"""All spectators, as somebody to tell."""

LOST_GRACE = 45_000
LEFT_GRACE = 10_000
"""Milliseconds before the win may be claimed from one who lost the line, or who walked out."""
WITHHOLD_GRACE = 15_000
"""Milliseconds in which a player has to show the randomness it committed to."""
CHAT_LIMIT, CHAT_WINDOW = 6, 10_000
"""So many lines of chat in so many milliseconds."""
OFFER_GAP = 4
"""Entries between two offers of the same player."""
MOST_UNDOS = 100
"""Undos of one player in a match: without an end to them a log would have none."""


class Append(msgspec.Struct, frozen=True):
    """Write these lines to the log, the first at this place, durably, before anything that follows."""

    at: int
    lines: list[bytes]


class Tell(msgspec.Struct, frozen=True):
    """Send a message to a seat or to `WATCHERS`."""

    seat: Seat
    message: Told


class Again(msgspec.Struct, frozen=True):
    """All want a rematch: open one with the seats turned round. What they said is by the old seats."""

    said: tuple[Rematch, ...]


Effect: TypeAlias = Append | Tell | Again


class Room:
    """Seats, clocks, presence, offers, chat and rematch around one table."""

    def __init__(
        self,
        table: Table,
        opening: bytes,
        *,
        bots: frozenset[Seat],
        now: int,
        sign: Callable[[Seat, bytes], str] | None = None,
    ) -> None:
        """`opening` is the first line of the log. The room starts empty of people: its time stands still.

        `sign` signs for a bot, where bots have keys.
        """
        self.table = table
        self.bots = bots
        self._sign = sign
        self._opening = msgspec.Raw(opening)
        self._names = tuple(table.names)
        self._lag = Lag(table.opening.clock.lag, table.seats)
        self._offset = now - table.time
        self._paused: int | None = now
        self._gone: list[tuple[int, int] | None] = [(table.time, LOST_GRACE)] * table.seats
        """For each seat that is away: since when by the table's time, and the grace it has."""
        for seat in sorted(bots):
            self._gone[seat] = None
        self._offer: tuple[Literal["draw", "undo"], Seat] | None = None
        self._accepted: dict[Seat, str] = {}
        """Who is for it, with their signatures under it."""
        self._last_offer = [-OFFER_GAP] * table.seats
        self._undos = [0] * table.seats
        self._muted = [False] * table.seats
        self._chat: list[deque[int]] = [deque(maxlen=CHAT_LIMIT) for _ in range(table.seats)]
        self._rematch: dict[Seat, Rematch] = {}
        self._overdue: tuple[tuple[int, str], frozenset[tuple[Seat, Accusation]]] = table.anchor, frozenset()
        self._drawn: tuple[object, msgspec.Raw, msgspec.Raw | msgspec.UnsetType] | None = None
        """The state and its picture, once somebody has asked: a crowd may come to look at it."""

    # --- what happens to a room ---

    def receive(self, seat: Seat, message: Said, now: int, lag: int = 0) -> list[Effect]:
        """A seat (or a spectator, -1) said something. `lag`: how long it took to get here."""
        at = self.table.at
        try:
            return self._receive(seat, message, now, lag)
        except Refused as refused:
            if self.table.at != at:  # half of it is done, and no log has it: the shell drops this copy
                raise RuntimeError("an action was refused after it had begun") from refused
            kind = str(message.__struct_config__.tag)
            return [Tell(seat, Rejected(refused.code, str(refused), self.table.at, kind))]

    def join(self, seat: Seat, now: int) -> list[Effect]:
        """Somebody sits down or comes back: sends the whole picture. A spectator just takes a snapshot."""
        self._resume(now)
        back, self._gone[seat] = self._gone[seat] is not None, None
        news = self._tell_others(seat, Presence(seat, True)) if back else []
        late = [Tell(seat, Overdue(whom, why)) for whom, why in sorted(self.overdue) if whom != seat]
        return [Tell(seat, self.snapshot(seat, now)), *late, *news]

    def part(self, seat: Seat, now: int, *, on_purpose: bool = False) -> list[Effect]:
        """A player's line is lost, or the player walked out."""
        grace = LEFT_GRACE if on_purpose else LOST_GRACE
        self._gone[seat] = (self.time(now), grace)
        self._rematch.pop(seat, None)
        if all(gone is not None for at, gone in enumerate(self._gone) if at not in self.bots):
            self._pause(now)
        return self._tell_others(seat, Presence(seat, False, grace))

    def tick(self, now: int) -> list[Effect]:
        """Time has passed: flags fall, randomness is overdue, forgotten matches are closed."""
        table = self.table
        if table.outcome is not None or self._paused is not None:
            return []
        time = self.time(now)
        if table.awaited and time >= WITHHOLD_GRACE:
            return self._record(table.leave(min(table.awaited), "withheld randomness", time), now)
        if table.due and time >= table.quiet_since + PART_GRACE:
            seat = table.due[0].seat
            why: Leaving = "withheld a part" if table.ending is None else "withheld its list"
            if table.ending is None and table.certified(seat):
                return self._call_overdue(time, now)
            return self._record(table.leave(seat, why, time), now)
        for seat in table.clocks.flagged(time):
            # A move in time may still be under way.
            if self._flagged(seat, time - self._lag.left(seat)):
                if table.certified(seat):
                    return self._call_overdue(time, now)
                return self._record(table.leave(seat, "timed out", time), now)
        return []

    def _call_overdue(self, time: int, now: int) -> list[Effect]:
        """It takes the word of all others that somebody is gone: ask them. If they do not say it, end."""
        table = self.table
        for seat, why in table.accusable(time - PART_GRACE):
            return self._record(table.leave(seat, why, time), now)
        return self._ask_to_accuse(table.accusable(time))

    def _ask_to_accuse(self, late: Sequence[tuple[Seat, Accusation]]) -> list[Effect]:
        fresh = [pair for pair in late if pair not in self.overdue]
        self._overdue = self.table.anchor, self.overdue | set(fresh)
        return [tell for seat, why in fresh for tell in self._tell_others(seat, Overdue(seat, why))]

    @property
    def overdue(self) -> frozenset[tuple[Seat, Accusation]]:
        """Whom the others are asked to accuse, as long as that seat has done nothing about it."""
        anchor, late = self._overdue
        return late if anchor == self.table.anchor else frozenset()

    def due(self) -> int | None:
        """When `tick` has something to do next, in the shell's time; None: nothing by itself."""
        if self.table.outcome is not None or self._paused is not None:
            return None
        asked = PART_GRACE if any(why != "abandoned" for _, why in self.overdue) else 0
        if self.table.due:
            return self.table.quiet_since + PART_GRACE + asked + self._offset
        due = WITHHOLD_GRACE if self.table.awaited else self.table.clocks.deadline()
        if due is None:
            return None
        lag = min(map(self._lag.left, self.table.active), default=0)
        return due + lag + asked + self._offset

    def close(self, now: int) -> list[Effect]:
        """Everybody has left and nobody came back: the match is lost to the one whose move it was."""
        if self.table.outcome is not None or self._paused is None:
            return []
        people = set(range(self.table.seats)) - self.bots - self.table.gone
        active = people & set(self.table.active)
        leaver = min(self.table.awaited or active or people)
        return self._record(self.table.leave(leaver, "abandoned", self.time(now)), now)

    @property
    def _sealed(self) -> bool:
        """Whether players deal to each other, and nobody here knows a card."""
        return self.table.dealer.keyring is not None

    @property
    def attended(self) -> bool:
        """Whether a person is here; a table that nobody attends stands still."""
        return self._paused is None

    def snapshot(self, seat: Seat, now: int) -> Snapshot:
        """The whole picture as this seat, or a spectator, may see it."""
        table = self.table
        faces = tuple(table.faces[seat].items()) if seat >= 0 else ()
        state, picture = self._draw()
        return Snapshot(
            table.opening.match,
            table.game.name,
            table.opening.dealer,
            seat,
            self._names,
            table.opening.options,
            table.opening.clock,
            self._opening,
            state,
            faces,
            tuple(gone is None for gone in self._gone),
            tuple(self._claim_in(other, now) for other in range(table.seats)),
            tuple(sorted(table.awaited)),
            self._offer,
            self._standing(seat, now),
            picture,
        )

    def _draw(self) -> tuple[msgspec.Raw, msgspec.Raw | msgspec.UnsetType]:
        state = self.table.state
        if self._drawn is None or self._drawn[0] is not state:
            picture = self.table.game.picture(state)
            told = msgspec.UNSET if picture is state else msgspec.Raw(encode(picture))
            self._drawn = state, msgspec.Raw(encode(state)), told
        return self._drawn[1:]

    def time(self, now: int) -> int:
        """The table's own time, which stands still while nobody is there."""
        return (now if self._paused is None else self._paused) - self._offset

    # --- messages ---

    def _receive(self, seat: Seat, message: Said, now: int, lag: int) -> list[Effect]:
        if isinstance(message, Sync):
            return [Tell(seat, self.snapshot(seat, now))]
        if seat < 0:
            raise IllegalAction("you are watching: take a seat to play or to talk")
        table, time = self.table, self.time(now)
        match message:
            case Act(at=at):
                if at != table.at:
                    raise StaleAction(f"the match is at entry {table.at}, this was meant for {at}")
                return self._act(seat, message, time, lag, now)
            case Contribute(nonce=nonce, sign=sign):
                return self._record(table.contribute(seat, nonce, time, sign or msgspec.UNSET), now)
            case Part(job=job, part=part, sign=sign):
                return self._record(table.take(seat, job, part, time, sign or msgspec.UNSET), now)
            case Concede(sign="") if seat in table.consenting() and not table.certified(seat):
                # Whose keys are lost cannot sign any more, but need not stay for ever.
                return self._record(table.leave(seat, "abandoned", time), now)
            case Concede(sign=sign, proof=proof):
                return self._record(table.leave(seat, "conceded", time, sign or msgspec.UNSET, proof), now)
            case Accuse(whom=whom, why=why, proof=proof, sign=sign):
                if why == "abandoned" and 0 <= whom < table.seats and self._claim_in(whom, now) != 0:
                    raise IllegalAction("that player is here, or may still come back")
                return self._record(table.accuse(seat, whom, why, time, sign or msgspec.UNSET, proof), now)
            case Offer():
                return self._make_offer(seat, message, now)
            case Reply():
                return self._answer_offer(seat, message, now)
            case Claim():
                return self._claim(seat, now)
            case Chat(text=text):
                return self._say(seat, text, now)
            case Mute(muted=muted):
                self._muted[seat] = muted
                return []
            case Rematch():
                return self._want_rematch(seat, message)

    def _act(self, seat: Seat, message: Act, time: int, lag: int, now: int) -> list[Effect]:
        table = self.table
        # A move that was under way is not charged for the way.
        moved = max(table.time, time - min(max(lag, 0), self._lag.left(seat)))
        if self._flagged(seat, moved):
            if table.certified(seat):
                raise IllegalAction("your time is up")
            return self._record(table.leave(seat, "timed out", time), now)
        action, wish = table.game.read_action(message.action), message.wish
        if seat in self.bots and not wish and seat in table.active:
            wish = table.game.wish(table.state, seat, action, table.faces[seat])
        sign = message.sign or msgspec.UNSET
        steps = table.act(seat, action, moved, wish=wish, proof=message.proof, sign=sign)
        self._lag.forgive(seat, lag)
        return self._record(steps, now)

    def _flagged(self, seat: Seat, time: int) -> bool:
        """Whether a person's flag had fallen at that time. Bots take the time that the server gives them."""
        return seat not in self.bots and seat in self.table.clocks.flagged(time)

    def _make_offer(self, seat: Seat, offer: Offer, now: int) -> list[Effect]:
        table, what = self.table, offer.what
        if table.outcome is not None:
            raise IllegalAction("the match is over")
        if self._offer is not None:
            raise IllegalAction("another offer waits for its answer")
        if table.at - self._last_offer[seat] < OFFER_GAP:
            raise IllegalAction("you have just made an offer; play on a little first")
        if what == "draw" and self.bots:
            raise IllegalAction("a bot plays on: it does not agree to a draw")
        if what == "undo" and not table.undoable(seat):
            raise IllegalAction("there is nothing that you could take back")
        if what == "undo" and self._undos[seat] >= MOST_UNDOS:
            raise IllegalAction(f"you have taken back {MOST_UNDOS} actions; that is enough for one match")
        self._check_consent(seat, offer)
        self._last_offer[seat] = table.at
        # A bot does not mind an undo.
        self._offer, self._accepted = (
            (what, seat),
            {seat: offer.sign} | dict.fromkeys(self.bots | table.gone, ""),
        )
        return self._settle_offer(now) or self._tell_all(Offered(what, seat))

    def _answer_offer(self, seat: Seat, reply: Reply, now: int) -> list[Effect]:
        if self._offer is None or self._offer[0] != reply.what or self._offer[1] == seat:
            raise IllegalAction(f"no {reply.what} is offered to you")
        if not reply.accept:
            return self._drop_offer()
        self._check_consent(seat, reply)
        self._accepted[seat] = reply.sign
        return self._settle_offer(now)

    def _check_consent(self, seat: Seat, word: Offer | Reply) -> None:
        """Whoever has a key signs what it agrees to, for the place where the match stands."""
        table = self.table
        if word.at is not None and word.at != table.at:
            raise StaleAction(f"the match is at entry {table.at}, this was meant for {word.at}")
        if seat in table.consenting():
            table.check_consent(seat, word.what, word.sign)
        elif word.sign:
            raise InvalidAction("you have no key to sign with in this match")

    def _settle_offer(self, now: int) -> list[Effect]:
        table = self.table
        if self._offer is None or len(self._accepted) < table.seats:
            return []
        (what, seat), time, signs = self._offer, self.time(now), self._signatures(self._offer[0])
        gone = self._drop_offer()
        if what == "draw":
            return [*self._record(table.agree(time, signs), now), *gone]
        self._undos[seat] += 1
        return [*self._record(table.undo(seat, time, signs), now), *gone]

    def _signatures(self, what: Literal["draw", "undo"]) -> Signs:
        table = self.table
        signers = table.consenting()
        mine = {}
        if self._sign is not None:
            ours = self.bots.intersection(signers)
            mine = {seat: self._sign(seat, table.consent(seat, what)) for seat in ours}
        return tuple((self._accepted | mine)[seat] for seat in range(table.seats)) if signers else ()

    def _drop_offer(self) -> list[Effect]:
        if self._offer is None:
            return []
        what, self._offer, self._accepted = self._offer[0], None, {}
        return self._tell_all(Offered(what, None))

    def _claim(self, seat: Seat, now: int) -> list[Effect]:
        if self.table.outcome is not None:
            raise IllegalAction("the match is over")
        for other in range(self.table.seats):
            if other != seat and other not in self.table.gone and self._claim_in(other, now) == 0:
                if self.table.certified(other):
                    return self._ask_to_accuse([(other, "abandoned")]) or [
                        Tell(seat, Overdue(other, "abandoned"))
                    ]
                return self._record(self.table.leave(other, "abandoned", self.time(now)), now)
        raise IllegalAction("your opponent is here, or may still come back")

    def _say(self, seat: Seat, text: str, now: int) -> list[Effect]:
        said = self._chat[seat]
        if len(said) == CHAT_LIMIT and now - said[0] < CHAT_WINDOW:
            raise IllegalAction("you talk too fast; wait a moment")
        clean = "".join(c for c in text if c.isprintable()).strip()
        if not clean:
            raise IllegalAction("there is nothing to say in that")
        said.append(now)
        message = Chatted(seat, clean)
        return [
            Tell(to, message) for to in range(self.table.seats) if to not in self.bots and not self._muted[to]
        ]

    def _want_rematch(self, seat: Seat, message: Rematch) -> list[Effect]:
        if self.table.outcome is None:
            raise IllegalAction("the match is not over yet")
        if self._sealed and message.bond is None:
            raise InvalidAction("this table is sealed: bring fresh keys (`bond`) for a rematch")
        self._rematch[seat] = message
        if len({*self._rematch, *self.bots}) < self.table.seats:
            return self._tell_all(RematchWanted(tuple(sorted(self._rematch))))
        said = tuple(self._rematch.get(other, Rematch()) for other in range(self.table.seats))
        self._rematch = {}
        return [Again(said)]

    # --- telling ---

    def _record(self, steps: list[Step], now: int) -> list[Effect]:
        """Steps that the table took, for the log and then for everybody."""
        table, self._drawn = self.table, None
        effects: list[Effect] = [Append(steps[0].entry.at, [step.line for step in steps])]
        if self._offer is not None:
            effects += self._drop_offer()
        recorded = [Recorded(msgspec.Raw(step.line), step.events) for step in steps]
        set_back = isinstance(steps[0].entry.body, Undone)
        state = msgspec.Raw(encode(table.state)) if set_back else msgspec.UNSET
        left = self._left(now)
        for seat in range(WATCHERS, table.seats):
            if seat in self.bots:
                continue
            faces = (
                ()
                if seat < 0
                else tuple(pair for step in steps if step.faces for pair in step.faces[seat].items())
            )
            standing = self._standing(seat, now, left)
            effects.append(Tell(seat, Update(table.opening.match, recorded, faces, standing, state)))
        return effects

    def _standing(self, seat: Seat, now: int, left: list[TimeLeft] | None = None) -> Standing:
        table = self.table
        active = tuple(table.active)
        legal: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
        if seat in active and not self._sealed:  # in a sealed match only the player knows its cards
            legal = msgspec.Raw(encode(table.legal(seat)))
        return Standing(
            table.at,
            table.head,
            active,
            self._left(now) if left is None else left,
            legal,
            seat >= 0 and table.undoable(seat),
            table.outcome,
            tuple(task.seat for task in table.due) or msgspec.UNSET,
        )

    def _left(self, now: int) -> list[TimeLeft]:
        return [TimeLeft(turn, reserve) for turn, reserve in self.table.clocks.left(self.time(now))]

    def _tell_all(self, message: Told) -> list[Effect]:
        return [Tell(seat, message) for seat in range(WATCHERS, self.table.seats) if seat not in self.bots]

    def _tell_others(self, seat: Seat, message: Told) -> list[Effect]:
        return [tell for tell in self._tell_all(message) if isinstance(tell, Tell) and tell.seat != seat]

    # --- presence ---

    def _claim_in(self, seat: Seat, now: int) -> int | None:
        """Milliseconds until the win may be claimed from this seat; None while it is here."""
        gone = self._gone[seat]
        return None if gone is None else max(0, gone[0] + gone[1] - self.time(now))

    def _pause(self, now: int) -> None:
        if self._paused is None:
            self._paused = now

    def _resume(self, now: int) -> None:
        if self._paused is not None:
            self._offset += now - self._paused
            self._paused = None
