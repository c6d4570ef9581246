"""Lists of lines: plain text, Arena, .dec, .mwDeck and the two .dck. One grammar reads all of them."""

import re
from collections.abc import Iterator

from facedown.cards.catalogue import Catalogue
from facedown.cards.draft import LONGEST_NAME, MOST_LINES, Draft, Item, plain_spaces
from facedown.cards.sections import ABOUT, COMMANDER, DROPPED, GROUP, MAIN, SIDEBOARD, header, section
from facedown.kernel import Face

MOST_MARKS = 8
"""After one name. No deck builder writes more, and each is another name to look up."""

# Lines have no two spaces side by side, and are no longer than two names, where they meet these patterns.
_LINE = re.compile(
    r"(?P<side>SB: ?)?((?P<count>[+-]?\d+) ?[xX*]? )?(\[(?P<set>\w*)(:(?P<number>[^\]]*))?\] ?)?(?P<name>.+)"
)
_PRINTING = re.compile(r" \((?P<set>[A-Za-z0-9_-]{1,12})\)( (?P<number>\S+))?$")
"""`Lightning Bolt (M10) 146`"""
_FORGE = re.compile(r"\+?\|(?P<set>[A-Za-z0-9_]*)\+?(\|\[?(?P<number>[^|\]]*)\]?)?(\|.*)?$")
"""`Lightning Bolt|M10|[146]`, a plus for foil"""
_MARKS = re.compile(r" (\*(?P<star>\w{1,12})\*|\^[^^]*\^|\[(?P<tags>[^\[\]]*)\]|#(?P<tag>.*))$")
"""Foil and commander stars, colour tags, categories, hash tags: what deck builders write after a name."""
_COMMENT = re.compile(r"(^| )(//|#).*")
_METADATA = re.compile(r"(NAME|AUTHOR|LAYOUT MAIN|LAYOUT SIDEBOARD):(?P<value>.*)")
_TITLE = re.compile(r"// ?NAME ?:(?P<value>.*)|Name=(?P<forge>.*)|Name (?P<arena>.*)")
_STARS = {"CMDR": COMMANDER, "CMP": "companion"}


def read_lines(text: str, catalogue: Catalogue, format: str, *, blocks: bool) -> Draft:
    """The list in this text. With `blocks`, an empty line in a list without headers begins the sideboard."""
    reader = _Reader(Draft(format, catalogue), catalogue)
    for number, raw in enumerate(text.splitlines(), start=1):
        if number > MOST_LINES:
            reader.draft.problem(number, f"more than {MOST_LINES} lines; the rest is left out")
            break
        reader.line(number, plain_spaces(raw))
    reader.close(blocks=blocks)
    return reader.draft


class _Reader:
    """Knows in which section it is, and where the gaps were."""

    def __init__(self, draft: Draft, catalogue: Catalogue) -> None:
        self.draft, self._catalogue = draft, catalogue
        self._section, self._mark = MAIN, 0
        self._plain = True
        """No header and no SB: so far, so that a gap may mean something."""
        self._gaps: list[int] = []
        self._dropped: dict[int, int] = {}

    def line(self, number: int, text: str) -> None:
        """Take in one line."""
        if not text:
            self._gaps.append(len(self.draft.items))
        elif (begun := header(text)) is not None:
            self._begin(number, begun)
        elif self._section == "metadata" or self._section == ABOUT or self.draft.format == "xmage":
            if not self._metadata(text):
                self._card(number, text)
        elif self.draft.format == "forge" and text.startswith("["):
            self._begin(number, DROPPED if text.casefold() != "[metadata]" else "metadata")
        elif titled := _TITLE.fullmatch(text) if text.startswith("//") else None:
            self._titled(titled["value"])
        else:
            self._card(number, text)

    def _begin(self, number: int, begun: str) -> None:
        if begun == GROUP:
            # A heading by type inside a maybeboard or a sideboard sorts it; after a commander it is the deck.
            begun = self._section if self._section in (DROPPED, SIDEBOARD) else MAIN
            if begun == MAIN and self._section == MAIN:
                return
        self._section, self._mark = begun, number
        self._plain = self._plain and begun == ABOUT

    def _metadata(self, text: str) -> bool:
        if found := _METADATA.fullmatch(text):
            if text.startswith("NAME:"):
                self._titled(found["value"])
            return True
        if titled := _TITLE.fullmatch(text):
            self._titled(titled["forge"] or titled["arena"] or titled["value"] or "")
            return True
        if self._section == ABOUT:
            self._section = MAIN
            return False
        return self._section == "metadata"

    def _titled(self, title: str) -> None:
        self.draft.title = title.strip()[:LONGEST_NAME]

    def _card(self, number: int, text: str) -> None:
        if len(text) > LONGEST_NAME * 2:
            self.draft.problem(number, f"{text[:40]!r}… is too long for a card")
            return
        item = self._read(number, text)
        if item is None:
            return
        if item.section == DROPPED:
            mark = self._mark if self._section == DROPPED else number
            self._dropped[mark] = self._dropped.get(mark, 0) + max(0, item.count)
        else:
            self.draft.add(item)

    def _read(self, number: int, text: str) -> Item | None:
        """The card of a line; None if it is only a comment."""
        if text.startswith(("//", "#")):
            return None
        # A card may be called `Fire // Ice` or `7 Dwarves`: what is a name is not taken apart.
        if face := self._catalogue.find(text):
            return Item(number, 1, text, self._section, face=face)
        found = _LINE.fullmatch(text)
        if found is None:
            return None
        where = self._section
        if found["side"]:
            self._plain = False
            where = SIDEBOARD if where == MAIN else where
        count = int(found["count"][:9]) if found["count"] else 1
        printed = (found["set"] or "", found["number"] or "")
        face, name, tagged, printing = self._name(found["name"])
        if face or found["count"]:
            code, place = printed if printed[0] else printing
            if code == "XXX":  # what `write` says to XMage, which wants a printing where we know none
                code = place = ""
            return Item(number, count, name, tagged or where, code, place, face or "")
        return Item(number, 1, name, tagged or where)

    def _name(self, text: str) -> tuple[Face | None, str, str, tuple[str, str]]:
        """Card, name, section by a tag and printing of what follows the count, less and less literally."""
        name, tagged, printing = text, "", ("", "")
        for name, tagged, printing in _readings(text, forge=self.draft.format == "forge"):
            if face := self._catalogue.find(name):
                return face, name, tagged, printing
        return None, name, tagged, printing

    def close(self, *, blocks: bool) -> None:
        """Say what a gap means, and what was dropped."""
        for mark, count in self._dropped.items():
            self.draft.note(mark, f"{count} that are no part of a deck: left out")
        items = self.draft.items
        gaps = sorted({gap for gap in self._gaps if 0 < gap < len(items)})
        if not (blocks and self._plain and len(gaps) == 1):
            return
        first, total = (sum(item.count for item in part) for part in (items[: gaps[0]], items))
        # A commander and its 99 are two blocks too.
        begins = first <= 2 and total == 100
        part = range(gaps[0]) if begins else range(gaps[0], len(items))
        for place in part:
            old = items[place]
            where = COMMANDER if begins else SIDEBOARD
            items[place] = Item(old.line, old.count, old.name, where, old.set, old.number, old.face)


def _readings(text: str, *, forge: bool) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """A name with less and less after it, the section a tag names, and the printing."""
    tagged, printing = "", ("", "")
    yield text, tagged, printing
    name = text
    for _ in range(MOST_MARKS):
        marked = _MARKS.search(name)
        if marked is None:
            break
        name = name[: marked.start()]
        words = [_STARS.get(marked["star"] or "", "")]
        words += [section(word.partition("{")[0]) or "" for word in (marked["tags"] or "").split(",")]
        words += [section(word) or "" for word in (marked["tag"] or "").split("#")]
        tagged = next((word for word in words if word), tagged)
        yield name, tagged, printing
    if found := (_FORGE if forge or "|" in name else _PRINTING).search(name):
        name, printing = name[: found.start()], (found["set"], found["number"] or "")
        yield name, tagged, printing
    bare = _COMMENT.sub("", name).strip()
    if bare and bare != name:
        if found := _PRINTING.search(bare):
            bare, printing = bare[: found.start()], (found["set"], found["number"] or "")
        yield bare, tagged, printing
        # Nobody knows it either way: then the whole is the name, as `Fire // Ice` would be.
        yield name, tagged, printing
