"""Clocks as a fold of the log: time is data, and a verifier sees the same flags fall."""

from collections.abc import Sequence

from facedown.kernel import Seat
from facedown.table.entries import Clock


class Clocks:
    """Every seat's time. A turn has its own time; what goes beyond comes out of the seat's reserve."""

    def __init__(self, terms: Clock, seats: int) -> None:
        self.terms = terms
        self._reserve = [terms.reserve] * seats
        self._turn: tuple[Seat, ...] = ()
        """The seats whose turn it is; their clocks stand still while the dealer deals."""
        self._running = False
        self._since = 0
        self._spent = 0
        """Time of this turn before `_since`."""

    def run(self, active: Sequence[Seat], time: int) -> None:
        """From now on the clocks of these seats run; of none: the dealer deals, and all stand still.

        A change of turn starts a new turn's time. Going on after a deal does not.
        """
        if not active:
            self._spent, self._running = self._used(time), False
        elif tuple(active) != self._turn:
            self._charge(time)
            self._turn, self._since, self._spent, self._running = tuple(active), time, 0, True
        elif not self._running:
            self._since, self._running = time, True

    def rest(self, time: int) -> None:
        """Nobody waits for anybody: no clock runs, and whoever is asked next has a new turn."""
        self._charge(time)
        self._turn, self._spent, self._running = (), 0, False

    def left(self, time: int) -> list[tuple[int, int]]:
        """For each seat, what is left of its turn's time and of its reserve."""
        result = []
        for seat, reserve in enumerate(self._reserve):
            spent = self._used(time) if seat in self._turn else 0
            over = max(0, spent - self.terms.turn)
            result.append((max(0, self.terms.turn - spent), max(0, reserve - over)))
        return result

    def deadline(self) -> int | None:
        """When the next flag falls, or None if no clock runs."""
        if not self.terms.turn or not self._running:
            return None
        return self._since - self._spent + self.terms.turn + min(self._reserve[seat] for seat in self._turn)

    def flagged(self, time: int) -> tuple[Seat, ...]:
        """The seats whose time is up."""
        if not self.terms.turn or not self._running:
            return ()
        over = self._used(time) - self.terms.turn
        return tuple(seat for seat in self._turn if over >= self._reserve[seat])

    def _charge(self, time: int) -> None:
        """A turn is over: what it took beyond its own time comes out of the reserve."""
        over = max(0, self._used(time) - self.terms.turn)
        for seat in self._turn:
            self._reserve[seat] = max(0, self._reserve[seat] - over)

    def _used(self, time: int) -> int:
        """How much of this turn has gone by."""
        return self._spent + (time - self._since if self._running else 0)


class Lag:
    """Forgives network delay from a small account that fills up again, so that it cannot buy time."""

    REFILL = 200
    """Milliseconds earned back with each move."""

    def __init__(self, most: int, seats: int) -> None:
        self._most = most
        self._left = [most] * seats

    def left(self, seat: Seat) -> int:
        """How much delay the seat could be forgiven now."""
        return self._left[seat]

    def forgive(self, seat: Seat, lag: int) -> int:
        """How much of this delay the seat does not pay for."""
        forgiven = min(max(lag, 0), self._left[seat])
        self._left[seat] = min(self._most, self._left[seat] - forgiven + self.REFILL)
        return forgiven
