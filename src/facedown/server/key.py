"""The server's own key: with it the server answers for what only it can know, and is known again."""

import errno
import os
import secrets
from pathlib import Path

from facedown.crypto.seeds import SEED
from facedown.crypto.signing import SessionKey

NAME = "server.key"


def server_key(folder: Path) -> SessionKey:
    """The server's key, which is in its folder."""
    return kept_key(folder / NAME)


def kept_key(path: Path) -> SessionKey:
    """The key in this file; a new one, on disk before anybody hears of it, if there is none."""
    if not path.exists():
        _create(path)
    path.chmod(0o600)
    try:
        return SessionKey(bytes.fromhex(path.read_text("ascii")))
    except ValueError:  # it may be a secret that somebody mistook the file for: it is not repeated here
        why = f"{path} is no key; put the right one back, or move it away to go on under a new one"
        raise OSError(errno.EINVAL, why) from None


def _create(path: Path) -> None:
    """All or nothing, and never over a key that another process has just made."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(SEED).hex().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
