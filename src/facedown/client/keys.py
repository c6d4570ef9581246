"""A player's keys for sealed matches: a file each that nobody else may read, gone after the match."""

from contextlib import suppress
from pathlib import Path

import msgspec

from facedown.client import files
from facedown.kernel import Face, InvalidAction
from facedown.table.messages import Bond
from facedown.table.pocket import Pocket

MOST = 8
"""So many pockets are kept: a match that one waits for may still begin, or go on."""


class Kept(msgspec.Struct, frozen=True):
    """A pocket, and the deck that it was made for: a rematch takes the same."""

    deck: tuple[Face, ...]
    pocket: bytes

    def __repr__(self) -> str:
        return "<Kept>"


class Keys:
    """One player's pockets on one server, by the public key that stands on the player's chair."""

    def __init__(self, folder: Path | None) -> None:
        """Without a folder they are kept in memory alone."""
        self._folder = folder
        self._pockets: dict[str, Kept] = {}

    def keep(self, pocket: Pocket, deck: tuple[Face, ...]) -> None:
        """Keep it as it is now. What it has made may be sent after this, and not before."""
        kept = Kept(deck, pocket.to_bytes())
        if self._folder is None:
            self._pockets[pocket.bond.key] = kept
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.write(self._path(pocket.bond), msgspec.json.encode(kept), mode=0o600, durable=True)
        for old in sorted(self._folder.glob("*.json"), key=_age)[MOST:]:
            _erase(old)

    def find(self, key: str) -> tuple[Pocket, tuple[Face, ...]] | None:
        """The pocket that signs with this public key, and its deck; None if it is not here."""
        kept = self._pockets.get(key)
        if (
            self._folder is not None and key.isalnum()
        ):  # it is a server that says so: no way out of the folder
            with suppress(OSError, msgspec.DecodeError):
                path = self._folder / f"{key[:32]}.json"
                kept = msgspec.json.decode(path.read_bytes(), type=Kept)
        try:
            found = None if kept is None else Pocket.from_bytes(kept.pocket)
        except InvalidAction:
            return None
        return None if kept is None or found is None or found.bond.key != key else (found, kept.deck)

    def erase(self, pocket: Pocket) -> None:
        """The match is over: nobody can read its cards any more, not even with this machine in hand."""
        bond = pocket.bond
        self._pockets.pop(bond.key, None)
        if self._folder is not None:
            path = self._path(bond)
            # Drafts too: a process of ours may have been killed while it wrote one.
            for file in (path, *self._folder.glob(f".{path.name}.*")):
                _erase(file)
        pocket.erase()

    def clear(self) -> None:
        """No match of ours is on: nothing here is needed, nor drafts of a process that was killed."""
        self._pockets.clear()
        if self._folder is not None and self._folder.is_dir():
            for path in list(self._folder.iterdir()):
                _erase(path)

    def _path(self, bond: Bond) -> Path:
        assert self._folder is not None
        return self._folder / f"{bond.key[:32]}.json"


def _erase(path: Path) -> None:
    """Overwrite, then remove. What a disk keeps of older versions is beyond us."""
    with suppress(OSError):
        with path.open("r+b") as file:
            file.write(bytes(path.stat().st_size))
        path.unlink()


def _age(path: Path) -> float:
    """The newest first."""
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0
