"""A deck list while it is read: its lines, what was said about them, and what could not be understood."""

import re

import msgspec

from facedown.cards.catalogue import Catalogue
from facedown.kernel import Face

MOST_COPIES = 99
"""A larger count is a slip of the finger in every game there is."""
MOST_CARDS = 1000
MOST_HINTS = 20
"""Looking for what a misspelt name may mean is slow: a list of nonsense is not worth it."""
MOST_LINES = 5000
LONGEST_NAME = 200

_CODE = re.compile(r"[\w★†-]{0,12}")
"""A set's code and a number in it; anything else there is no printing."""


def plain_spaces(line: str) -> str:
    """A line with one space where it has any, and none at its ends: what patterns need not try."""
    return " ".join(line.split())


class Problem(msgspec.Struct, frozen=True):
    """A line that says nothing usable, and why. Lines count from 1."""

    line: int
    why: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


class Item(msgspec.Struct, frozen=True):
    """So many copies of a card in a section, from one line; without a face if nobody knows the card."""

    line: int
    count: int
    name: str
    section: str = "main"
    set: str = ""
    number: str = ""
    """Which printing it is: the set's code and the number in it, as the list says it."""
    face: Face = ""

    @property
    def faces(self) -> tuple[Face, ...]:
        """The card as often as it is there; nothing for an unknown one."""
        return (self.face,) * self.count if self.face else ()


class Draft:
    """Collects a list line by line."""

    def __init__(self, format: str, catalogue: Catalogue) -> None:
        self.format, self.title = format, ""
        self.items: list[Item] = []
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []
        self._catalogue = catalogue
        self._hints = 0

    def add(self, item: Item) -> None:
        """Take a line in; whether somebody knows the card is seen from its face."""
        if not 1 <= item.count <= MOST_COPIES:
            called = self._catalogue.name(item.face) if item.face else item.name
            self.problem(item.line, f"{item.count} copies of {called[:60]}: give 1 to {MOST_COPIES}")
            return
        if not any(char.isalpha() for char in item.name):
            self.problem(item.line, f"{item.name[:60]!r} names no card")
            return
        if not _CODE.fullmatch(item.set) or not _CODE.fullmatch(item.number):
            item = msgspec.structs.replace(item, set="", number="")
        if item.face:
            item = msgspec.structs.replace(item, name=self._catalogue.name(item.face))
        else:
            self.problem(item.line, f"no card is called {item.name[:60]!r}{self._hint(item.name)}")
        self.items.append(item)

    def problem(self, line: int, why: str) -> None:
        """Report what this line has instead of a card."""
        self.problems.append(Problem(line, why))

    def note(self, line: int, what: str) -> None:
        """Report what was understood and is in no deck."""
        self.notes.append(Problem(line, what))

    def _hint(self, name: str) -> str:
        self._hints += 1
        if self._hints > MOST_HINTS or len(name) > 60:
            return ""
        near = self._catalogue.nearest(name)
        return f"; did you mean {near}?" if near else ""
