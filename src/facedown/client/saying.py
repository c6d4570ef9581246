"""Where every command's words go out: whatever a stranger wrote is made printable here, line by line."""

import sys
from typing import Any

import msgspec

from facedown.kernel.printable import printable, printable_json


def say(*lines: object) -> None:
    """Print these, each on a line of its own."""
    for line in lines:
        print(printable(str(line)))


def say_json(value: Any) -> None:
    """Print this as one line of JSON."""
    print(printable_json(msgspec.json.encode(value).decode()))


def complain(why: object) -> None:
    """Say in one line on stderr what went wrong."""
    print(printable(f"facedown: {why}"), file=sys.stderr)
