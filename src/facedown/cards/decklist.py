"""Deck lists as text: `4 Lightning Bolt`, a line a card. Whatever is not understood is reported by line."""

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from facedown.cards.catalogue import Catalogue
from facedown.kernel import Face

MOST_COPIES = 99
"""A larger count is a slip of the finger in every game there is."""

_COUNTED = re.compile(r"(?P<count>[+-]?\d+)\s*[xX*]?\s+(?P<name>.+)")
_COMMENT = re.compile(r"(^|\s)(//|#).*")
_PRINTING = re.compile(r"\s+\([A-Za-z0-9]+\)(\s+\S+)?$")
"""`Lightning Bolt (M10) 146`: which printing it is does not matter here."""


class Problem(msgspec.Struct, frozen=True):
    """A line that says nothing usable, and why. Lines count from 1."""

    line: int
    why: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


class DeckList(msgspec.Struct, frozen=True):
    """What was understood, in the order of the list, and what was not."""

    cards: tuple[Face, ...]
    problems: tuple[Problem, ...]


def parse(text: str, catalogue: Catalogue) -> DeckList:
    """A deck from its list. Names or ids; `4 Name`, `4x Name` or just `Name`; comments after // or #."""
    cards: list[Face] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        try:
            count, face = _read(line, catalogue)
        except ValueError as error:
            problems.append(Problem(number, str(error)))
        else:
            cards += [face] * count
    return DeckList(tuple(cards), tuple(problems))


def export(cards: Sequence[Face], catalogue: Catalogue) -> str:
    """The list that `parse` reads back: a line a card, in the order of the first copies."""
    return "".join(f"{count} {catalogue.name(face)}\n" for face, count in Counter(cards).items())


def _read(line: str, catalogue: Catalogue) -> tuple[int, Face]:
    """How often which card; 0 for a line without one."""
    # A card may be called `Fire // Ice` or `7 Dwarves`: what is a name is not taken apart.
    for text in (line.strip(), _COMMENT.sub("", line).strip()):
        count, name = 1, text
        if (face := catalogue.find(text)) is None and (counted := _COUNTED.fullmatch(text)):
            count, name = int(counted["count"][:9]), counted["name"]
            face = catalogue.find(name) or catalogue.find(_PRINTING.sub("", name))
        if face is not None:
            if not 1 <= count <= MOST_COPIES:
                raise ValueError(f"{count} copies of {catalogue.name(face)}: give 1 to {MOST_COPIES}")
            return count, face
    if not text:
        return 0, ""
    if not any(char.isalpha() for char in name):
        raise ValueError(f"{text!r} names no card")
    near = catalogue.nearest(name)
    raise ValueError(f"no card is called {name!r}" + (f"; did you mean {near}?" if near else ""))
