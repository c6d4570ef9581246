"""The keys that we have met: of servers by address, of players by server and name.

The first one that we meet is believed, and every change of it is shown. A change may have a good reason
(another machine, a server set up anew); who wants to be sure asks, by another way.
"""

import time
from pathlib import Path

import msgspec

from facedown.client import files, places
from facedown.client.trouble import Trouble

MOST = 2000
"""So many are remembered; then the one that was not met for longest is forgotten."""


class Met(msgspec.Struct, frozen=True):
    """A key, who has it, and since when we know it."""

    address: str
    name: str
    """Empty: the server itself."""
    key: str
    since: int
    """Seconds since 1970."""


class Known:
    """What is remembered, in a file, or in memory alone."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._met: list[Met] = []
        """Whoever was met last comes last."""

    def meet(self, address: str, name: str, key: str) -> Met | None:
        """Somebody shows us this key (none: an empty one). If we know another one of theirs: that one."""
        self._load()
        before = next((met for met in self._met if (met.address, met.name) == (address, name)), None)
        if before is None and not key:
            return None
        same = before is not None and before.key == key
        now = before if before is not None and same else Met(address, name, key, int(time.time()))
        self._met = [*(met for met in self._met if met is not before), now][-MOST:]
        self._save()
        return None if same else before

    def about(self, key: str) -> str:
        """Since when this key is known, and as whose; or that it was never met."""
        self._load()
        found = [met for met in self._met if met.key == key]
        if not found:
            return "never met"
        first = min(found, key=lambda met: met.since)
        who = f"{first.name} on {first.address}" if first.name else first.address
        return f"known since {day(first.since)}: {who}"

    def _load(self) -> None:
        """Another process may have met somebody meanwhile."""
        if self._path is None:
            return
        try:
            self._met = msgspec.json.decode(self._path.read_bytes(), type=list[Met])
        except FileNotFoundError:
            self._met = []
        except (OSError, msgspec.DecodeError):
            raise Trouble(
                f"cannot read the keys that were met in {self._path}; move that file away"
            ) from None

    def _save(self) -> None:
        if self._path is not None:
            files.write(self._path, msgspec.json.encode(self._met), mode=0o600)


def known() -> Known:
    """What this machine remembers."""
    return Known(places.known())


def day(since: int) -> str:
    """A date as people write it down."""
    return time.strftime("%Y-%m-%d", time.localtime(since))
