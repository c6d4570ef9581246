"""A match in memory: its room, who is there, and what waits to be carried out."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from facedown.kernel import Seat
from facedown.server.lobby import Terms
from facedown.server.turns import Turns
from facedown.table.hand import Hand
from facedown.table.messages import Told
from facedown.table.room import Room

BOT_PREFIX = "bot "
"""A bot's name at the table; no person's name has a space in it."""


class Listener(Protocol):
    """Somebody at the other end of a line, as the hub needs them."""

    @property
    def address(self) -> str:
        """Where they are: what takes long is done one at a time for each address."""

    def send(self, message: Told) -> None:
        """Send this, soon."""

    def seat_at(self, live: "Live", seat: Seat) -> None:
        """You sit here now."""

    def unseat(self, why: str) -> None:
        """Your place is taken or gone."""

    def charge(self, seconds: float) -> None:
        """What you asked for took so much processor time: the next thing waits a little."""


class Place:
    """Somebody's place at a table, as a player or as a spectator."""

    __slots__ = ("here", "listener", "seat", "told")

    def __init__(self, listener: Listener, seat: Seat) -> None:
        self.listener, self.seat = listener, seat
        self.here = True
        """Whether it is still theirs."""
        self.told = False
        """Whether the room has shown them the whole picture: nobody hears anything before that."""


class Live:
    """A match that is being played or watched."""

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
        """Whoever touches the room takes turns."""
        self.beside = room.table.game.budget > 0 or room.table.dealer.keyring is not None
        """Whether the room is touched on threads: rules that may take long, proofs to check."""
        self.id = room.table.opening.match
        self.players = tuple(players)
        self.terms = terms
        self.decks = tuple(decks)
        self.seated: dict[Seat, Place] = {}
        self.watchers: dict[Listener, Place] = {}
        self.tail: deque[Future[None] | Callable[[], None]] = deque()
        """Writes under way, and after each what may be done as soon as it is on disk."""
        self.stored = True
        """Whether the store has heard of it."""
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

    @property
    def whose(self) -> str:
        """The address to which work counts that nobody has asked for: a bot's, or the clock's."""
        return next((place.listener.address for place in self.seated.values()), self.id)

    def clear(self) -> list[Listener]:
        """Nobody has a place here any more. Returns who had one."""
        places = [*self.seated.values(), *self.watchers.values()]
        self.seated, self.watchers = {}, {}
        for place in places:
            place.here = False
        return [place.listener for place in places]
