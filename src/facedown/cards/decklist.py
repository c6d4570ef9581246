"""Deck lists as people paste them, in and out. Whatever is not understood is reported by line."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from facedown.cards.catalogue import Catalogue
from facedown.cards.draft import MOST_CARDS, Draft, Item, Problem
from facedown.cards.formats import FORMATS, read
from facedown.cards.sections import COMMANDER, MAIN, SECTIONS, SIDEBOARD
from facedown.kernel import Face

LARGEST = 1_000_000
"""No deck list has more characters."""


class DeckList(msgspec.Struct, frozen=True):
    """What was understood, in the order of the list, and what was not."""

    cards: tuple[Face, ...]
    """The deck as it is played: the sections that the game plays, in the game's order."""
    problems: tuple[Problem, ...]
    items: tuple[Item, ...] = ()
    """Every line that is a card, known or not."""
    notes: tuple[Problem, ...] = ()
    """What was understood and left out or moved."""
    format: str = "plain"
    title: str = ""

    def section(self, name: str) -> tuple[Face, ...]:
        """The known cards of a section."""
        return tuple(face for item in self.items if item.section == name for face in item.faces)


def parse(text: str, catalogue: Catalogue, sections: Sequence[str] = (MAIN,)) -> DeckList:
    """A deck from its list in any format, for a game that plays these sections."""
    if len(text) > LARGEST:
        too_long = f"{len(text):,} characters are no deck list; give at most {LARGEST:,}"
        return DeckList((), (Problem(1, too_long),))
    # Every kind of line break is one, for all who count lines.
    text = "\n".join(text.removeprefix("\ufeff").splitlines())
    draft = read(text, catalogue, blocks=len(sections) > 1)
    if COMMANDER in sections:
        _find_commander(draft)
    _limit(draft)
    known = [item for item in draft.items if item.face]
    for name in SECTIONS:
        lines = [item for item in known if item.section == name]
        if lines and name not in sections:
            count = sum(item.count for item in lines)
            why = f"{count} of the {name}: they stay in the list and do not begin the game"
            draft.notes.append(Problem(lines[0].line, why))
    return DeckList(
        tuple(face for name in sections for item in known if item.section == name for face in item.faces),
        tuple(sorted(draft.problems, key=lambda problem: problem.line)),
        tuple(draft.items),
        tuple(sorted(draft.notes, key=lambda note: note.line)),
        draft.format,
        draft.title,
    )


def export(
    cards: Sequence[Face] | Mapping[str, Sequence[Face]],
    catalogue: Catalogue,
    format: str = "plain",
    title: str = "",
) -> str:
    """The list that `parse` reads back: a line a card, in the order of the first copies."""
    parts = cards if isinstance(cards, Mapping) else {MAIN: cards}
    items = [
        Item(0, count, catalogue.name(face), name, face=face)
        for name in SECTIONS
        for face, count in Counter(parts.get(name, ())).items()
    ]
    return write(items, format, title)


def write(items: Sequence[Item], format: str = "plain", title: str = "") -> str:
    """The lines of a list in a format, unknown cards and printings included."""
    return FORMATS[format]([item for item in items if item.section in SECTIONS], " ".join(title.split()))


def _find_commander(draft: Draft) -> None:
    """MTGO, XMage and Cockatrice have no place for a commander: it lies in the sideboard of a deck of 99."""
    sizes = Counter[str]()
    for item in draft.items:
        sizes[item.section] += item.count
    if sizes[COMMANDER] or sizes[MAIN] + sizes[SIDEBOARD] != 100 or sizes[SIDEBOARD] not in (1, 2):
        return
    for place, item in enumerate(draft.items):
        if item.section == SIDEBOARD:
            draft.items[place] = msgspec.structs.replace(item, section=COMMANDER)
            draft.notes.append(Problem(item.line, f"{item.name} beside {sizes[MAIN]} cards is the commander"))


def _limit(draft: Draft) -> None:
    total = 0
    for place, item in enumerate(draft.items):
        total += item.count
        if total > MOST_CARDS:
            draft.problems.append(Problem(item.line, f"more than {MOST_CARDS} cards; the rest is left out"))
            del draft.items[place:]
            return
