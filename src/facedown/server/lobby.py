"""Finding each other: the queue and the private lobbies. Pure bookkeeping, no I/O."""

from collections.abc import Callable
from typing import Any

import msgspec

from facedown.kernel import Face, IllegalAction
from facedown.table.entries import Clock
from facedown.table.messages import Bond

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Nothing that is easily taken for something else."""
CODE_LENGTH = 6
MOST_LOBBIES = 10_000


class Wish(msgspec.Struct, frozen=True):
    """Somebody who wants to play, with a checked deck and a commitment to randomness."""

    player: str | None
    """None for a bot."""
    name: str
    deck: tuple[Face, ...]
    commit: str = ""
    bot: str | None = None
    """The bot's name for `make_bot`; None for a person."""
    guest: bool = False
    bond: Bond | None = None
    """What binds the player in a sealed match; then nobody here knows the deck."""
    key: str = ""
    """The lasting key that the player signs with where the house deals, if any."""


class Terms(msgspec.Struct, frozen=True):
    """What is to be played."""

    game: str
    dealer: str
    options: Any
    clock: Clock
    rated: bool = False
    private: bool = False
    """Among friends: not in the list of running matches."""


class Queue:
    """First come, first served, one line for each game, dealer and options."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str, Any], dict[str, Wish]] = {}

    def join(self, game: str, dealer: str, options: Any, wish: Wish, seats: int) -> list[Wish]:
        """Stand in line. Returns the players of a match as soon as there are enough, else nothing."""
        line = self._waiting.setdefault((game, dealer, options), {})
        assert wish.player is not None
        line[wish.player] = wish
        if len(line) < seats:
            return []
        players = list(line)[:seats]
        return [line.pop(player) for player in players]

    def leave(self, player: str) -> bool:
        """Stand in line no more. False if this player did not."""
        return bool([line.pop(player) for line in self._waiting.values() if player in line])

    def __len__(self) -> int:
        return sum(len(line) for line in self._waiting.values())


class Lobby(msgspec.Struct):
    """A private place that waits for its players."""

    code: str
    terms: Terms
    seats: int
    wishes: dict[str, Wish]


class Lobbies:
    """Private places by code. A player is in one of them at most: `leave` one before the next."""

    def __init__(self, choose: Callable[[str], str]) -> None:
        """`choose` picks a letter; the server's comes from the operating system."""
        self._choose = choose
        self._lobbies: dict[str, Lobby] = {}
        self._places: dict[str, Lobby] = {}
        """Where each player waits."""

    @property
    def full(self) -> bool:
        """Whether there are as many as there may be."""
        return len(self._lobbies) >= MOST_LOBBIES

    def create(self, terms: Terms, seats: int, wish: Wish) -> Lobby:
        """A new lobby with its first player in it."""
        code = self._code()
        while code in self._lobbies:
            code = self._code()
        lobby = self._lobbies[code] = Lobby(code, terms, seats, {})
        self.join(lobby, wish)
        return lobby

    def find(self, code: str) -> Lobby:
        """The lobby with this code, however it was typed."""
        lobby = self._lobbies.get(code.strip().upper())
        if lobby is None:
            # The same words for a code that never was and for one whose lobby has begun or is gone.
            raise IllegalAction(f"no lobby waits under {code.strip().upper()[:12]!r}; ask for the code again")
        return lobby

    def join(self, lobby: Lobby, wish: Wish) -> list[Wish]:
        """Sit down. Returns everybody, in order, as soon as the lobby is full; it is closed then."""
        assert wish.player is not None
        lobby.wishes[wish.player] = wish
        self._places[wish.player] = lobby
        if len(lobby.wishes) < lobby.seats:
            return []
        del self._lobbies[lobby.code]
        for player in lobby.wishes:
            del self._places[player]
        return list(lobby.wishes.values())

    def leave(self, player: str) -> Lobby | None:
        """Stand up. Returns the lobby that was left, which is gone if nobody is in it any more."""
        lobby = self._places.pop(player, None)
        if lobby is not None:
            del lobby.wishes[player]
            if not lobby.wishes:
                del self._lobbies[lobby.code]
        return lobby

    def _code(self) -> str:
        return "".join(self._choose(CODE_LETTERS) for _ in range(CODE_LENGTH))
