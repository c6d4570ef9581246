"""Reading what people hand in and writing what they keep, with errors that say what to do."""

import os
import sys
from pathlib import Path

from facedown.client.trouble import Trouble

MOST = 64 * 1024 * 1024
"""No log and no deck is larger."""


def read(name: str, most: int = MOST) -> bytes:
    """A file's bytes; `-` is standard input."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise Trouble(
            f"cannot read {title(name)}: {error.strerror}; give the path of a file that is there"
        ) from None
    if len(data) > most:
        raise Trouble(f"{title(name)} is larger than {most // 1024 // 1024} MB: it is not one of ours")
    return data


def title(name: str) -> str:
    """What people call a file that they have named."""
    return "standard input" if name == "-" else name


def read_text(name: str) -> str:
    """A text file, which has to be UTF-8, or UTF-16 that says so."""
    data = read(name)
    try:
        return data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8")
    except UnicodeDecodeError:
        raise Trouble(f"{title(name)} is not a text in UTF-8; save it as one") from None


def expect_to_write(name: str) -> None:
    """Trouble now, if a file that is to be written after a long match could not be."""
    path = Path(os.path.realpath(name))
    if path.exists() and not path.is_file():
        why = "that is no file"
    elif not path.parent.is_dir():
        why = f"there is no folder {path.parent}"
    elif not os.access(path.parent, os.W_OK | os.X_OK):
        why = f"you may not write to the folder {path.parent}"
    else:
        return
    raise Trouble(f"cannot write {name}: {why}; give a place that you may write to")


def write(path: Path, data: bytes, mode: int = 0o644, *, durable: bool = False) -> None:
    """Write a file whole or not at all; `durable`: it is there even if the power goes right after.

    What a link leads to is written, and the link stays: /dev/stdout is one.
    """
    goal = Path(os.path.realpath(path))
    draft = goal.with_name(f".{goal.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(goal)
    except OSError as error:
        raise Trouble(f"cannot write {path}: {error.strerror}; give a place that you may write to") from None
