"""Lists in XML: MTGO's .dek and Cockatrice's .cod."""

from xml.parsers import expat

from facedown.cards.catalogue import Catalogue
from facedown.cards.draft import LONGEST_NAME, MOST_LINES, Draft, Item
from facedown.cards.sections import DROPPED, MAIN, SECTIONS, SIDEBOARD, section

DEEPEST = 20
_ROOTS = {"Deck": "mtgo", "cockatrice_deck": "cockatrice"}
_SILENT = {
    "Deck": ("NetDeckID", "PreconstructedDeckID"),
    "cockatrice_deck": (
        *("deckname", "comments", "lastLoadedTimestamp", "bannerCard", "tags"),
        *("sideboard_plan", "format"),
    ),
    "zone": (),
}
"""What else stands where cards or zones do, and says nothing about the deck."""


class _Refused(Exception):
    """The document is not one that is read on."""


def read_xml(text: str, catalogue: Catalogue) -> Draft:
    """The list in a document. One with a DTD is refused: it could define entities without end."""
    reader = _Reader(Draft("xml", catalogue), catalogue)
    lines = text.splitlines()
    try:
        reader.parser.Parse(text.encode(errors="replace"), True)
    except expat.ExpatError as error:
        line, why = error.lineno, f"the XML breaks off here: {expat.ErrorString(error.code)}"
    except _Refused as error:
        line, why = reader.parser.CurrentLineNumber, str(error)
    else:
        return reader.draft
    line = min(max(1, line), len(lines))
    reader.draft.problem(line, why)
    # From the last that was understood: where the parser sees an error need not be where it begins.
    for number in range(reader.line + 1, min(len(lines), MOST_LINES) + 1):
        if number != line and lines[number - 1].strip():
            reader.draft.problem(number, f"not read: the XML is broken in line {line}")
    if len(lines) > max(line, MOST_LINES):
        reader.draft.problem(MOST_LINES + 1, f"more than {MOST_LINES} lines; the rest is left out")
    return reader.draft


class _Reader:
    def __init__(self, draft: Draft, catalogue: Catalogue) -> None:
        self.draft, self._catalogue = draft, catalogue
        self.parser = expat.ParserCreate("utf-8")  # whatever the document says: we have it as text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.line = 0
        """Up to where the document was understood."""
        self._zone = MAIN
        self._path: list[str] = []

    def _doctype(self, *_: object) -> None:
        raise _Refused("a DTD is not read; take the <!DOCTYPE …> out")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._path:
            if tag not in _ROOTS:
                raise _Refused(f"<{tag[:40]}> is no deck list; MTGO's <Deck> and <cockatrice_deck> are")
            self.draft.format = _ROOTS[tag]
        line = self.line = self.parser.CurrentLineNumber
        parent = self._path[-1] if self._path else ""
        self._path.append(tag)
        if len(self._path) > DEEPEST:
            raise _Refused("this XML is nested too deeply for a deck list")
        if tag == "zone":
            self._zone = section(attributes.get("name", "")) or DROPPED
        elif tag == "card" and parent == "zone":
            own = self._zone if self._zone != SIDEBOARD else attributes.get("section", self._zone)
            printing = (attributes.get("setShortName", ""), attributes.get("collectorNumber", ""))
            self._card(line, attributes.get("number", "1"), attributes.get("name", ""), own, printing)
        elif tag == "Cards":
            side = attributes.get("Sideboard", "false").casefold() == "true"
            own = attributes.get("Section", SIDEBOARD) if side else MAIN
            self._card(line, attributes.get("Quantity", "1"), attributes.get("Name", ""), own, ("", ""))
        elif tag not in _SILENT.get(parent, (tag,)):
            self.draft.note(line, f"<{tag[:40]}> is no part of a deck list: left out")

    def _end(self, _: str) -> None:
        self.line = self.parser.CurrentLineNumber
        self._path.pop()

    def _text(self, text: str) -> None:
        self.line = self.parser.CurrentLineNumber
        if text.strip() and self._path[-1] in _SILENT:
            self.draft.problem(self.line, f"{text.strip()[:60]!r} stands between the cards and is none")
        if self._path == ["cockatrice_deck", "deckname"]:
            self.draft.title = (self.draft.title + text)[:LONGEST_NAME].lstrip()

    def _card(self, line: int, count: str, name: str, own: str, printing: tuple[str, str]) -> None:
        if own == DROPPED:
            self.draft.note(line, f"{name[:60]!r} is in a zone that is no part of a deck: left out")
        elif not count.isascii() or not count.isdigit() or len(name) > LONGEST_NAME:
            self.draft.problem(line, f"{count[:20]!r} of {name[:60]!r} is no count of a card")
        else:
            face = self._catalogue.find(name) or ""
            own = own if own in SECTIONS else SIDEBOARD
            self.draft.add(Item(line, int(count[:9]), " ".join(name.split()), own, *printing, face))
