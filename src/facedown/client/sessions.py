"""Who we are on a server: a token, a name, what we have asked for and promised, and what we have signed and
not delivered. Kept so that we can come back."""

import os
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from facedown.client import files, places
from facedown.client.address import Address
from facedown.client.keys import Keys
from facedown.client.known import Known
from facedown.client.lasting import lasting_key
from facedown.crypto.signing import SessionKey
from facedown.kernel import Seat
from facedown.table.asked import Asked

PROMISES = 8
"""So many promised nonces are remembered: a match that was never dealt may still ask for one."""
UNSENT = 16
"""So many signatures wait for a server that is not there."""
SLOTS = 50
"""So many guests may play on one server from one machine."""


class Kept(msgspec.Struct):
    """What stands in a session's file."""

    name: str = ""
    token: str = ""
    nonces: dict[str, str] = {}
    """Promised randomness by its commitment, oldest first; empty where it is kept with other secrets."""
    asked: dict[str, Asked] = {}
    """By the same, the match that it was promised for."""
    unsent: dict[str, tuple[Seat, str]] = {}
    """Our signatures under finished matches that the server has not taken yet, oldest first."""


class Session:
    """One player's memory of one server; in a file that nobody else may read, or in memory alone."""

    def __init__(self, path: Path | None = None, *, account: bool = False) -> None:
        self.path, self.account = path, account
        self.kept = _load(path) if path is not None else Kept()
        self._lock: Any = None
        self.keys = Keys(None if path is None else path.with_suffix(".keys"))
        """What opens the cards of sealed matches."""
        self.known = Known(None if path is None else places.known())
        """Whose keys we have met."""

    @cached_property
    def key(self) -> SessionKey:
        """What we sign with: this machine's key, or one in memory alone."""
        return SessionKey.fresh() if self.path is None else lasting_key()

    def remember(self, *, name: str | None = None, token: str | None = None) -> None:
        """Keep who we are."""
        self.kept.name = self.kept.name if name is None else name
        self.kept.token = self.kept.token if token is None else token
        self._save()

    def promise(self, commitment: str, nonce: str, asked: Asked) -> None:
        """Keep randomness that the server will ask for once it is bound itself, and what it is for."""
        self.kept.nonces[commitment], self.kept.asked[commitment] = nonce, asked
        for old in list(self.kept.nonces)[:-PROMISES]:
            del self.kept.nonces[old]
            self.kept.asked.pop(old, None)
        self._save()

    def owe(self, match: str, seat: Seat, sign: str) -> None:
        """Keep our signature under a match until the server has it."""
        self.kept.unsent[match] = seat, sign
        for old in list(self.kept.unsent)[:-UNSENT]:
            del self.kept.unsent[old]
        self._save()

    def delivered(self, match: str) -> None:
        """The server has our signature under this match, or will never take it."""
        if self.kept.unsent.pop(match, None) is not None:
            self._save()

    def nonce(self, commitment: str) -> str | None:
        """What was promised with this commitment."""
        return self.kept.nonces.get(commitment)

    def forget(self) -> None:
        """Be nobody again."""
        self.kept = Kept()
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _save(self) -> None:
        if self.path is not None:
            files.write(self.path, msgspec.json.encode(self.kept), mode=0o600)

    @property
    def alone(self) -> bool:
        """Whether no other process may be playing with this session."""
        return self._lock is not None

    def lock(self) -> bool:
        """Take this session for this process; False if another one is playing with it."""
        try:
            import fcntl
        except ImportError:
            return True
        assert self.path is not None
        handle = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self._lock = handle  # held until the process ends, however it ends
        return True


def account(address: Address) -> Session:
    """The account that `facedown login` keeps for a server."""
    return Session(places.sessions(address.key) / "account.json", account=True)


def guest(address: Address) -> Session:
    """The first guest who plays on a server from here."""
    return Session(places.sessions(address.key) / "guest-1.json")


def choose(address: Address, name: str | None) -> Session:
    """Whom to play as: the account, or a guest of that name, or the first guest who is not playing already.

    Two terminals on one machine are two guests; a terminal that was closed comes back as the one it was.
    """
    mine = account(address)
    if mine.kept.token and name in (None, mine.kept.name):
        mine.lock()
        return mine
    for slot in range(1, SLOTS + 1):
        guest = Session(places.sessions(address.key) / f"guest-{slot}.json")
        if guest.kept.name and name is not None and guest.kept.name != name:
            continue
        if guest.lock():
            return guest
    return Session()


def _load(path: Path) -> Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except (OSError, msgspec.DecodeError):
        return Kept()
