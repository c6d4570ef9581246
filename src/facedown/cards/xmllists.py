"""Lists in XML: MTGO's .dek and Cockatrice's .cod."""

from xml.parsers import expat

from facedown.cards.catalogue import Catalogue
from facedown.cards.draft import LONGEST_NAME, Draft, Item
from facedown.cards.sections import DROPPED, MAIN, SECTIONS, SIDEBOARD, section

DEEPEST = 20
_ROOTS = {"Deck": "mtgo", "cockatrice_deck": "cockatrice"}


class _Refused(Exception):
    """The document is not one that is read on."""


def read_xml(text: str, catalogue: Catalogue) -> Draft:
    """The list in a document. One with a DTD is refused: it could define entities without end."""
    reader = _Reader(Draft("xml", catalogue), catalogue)
    parser = reader.parser
    draft = reader.draft
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        draft.problem(error.lineno, f"the XML breaks off here: {expat.ErrorString(error.code)}")
    except (_Refused, ValueError) as error:
        draft.problem(max(1, parser.CurrentLineNumber), str(error))
    return draft


class _Reader:
    def __init__(self, draft: Draft, catalogue: Catalogue) -> None:
        self.draft, self._catalogue = draft, catalogue
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._zone = MAIN
        self._path: list[str] = []

    def _doctype(self, *_: object) -> None:
        raise _Refused("a DTD is not read; take the <!DOCTYPE …> out")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        if not self._path:
            if tag not in _ROOTS:
                raise _Refused(f"<{tag[:40]}> is no deck list; MTGO's <Deck> and <cockatrice_deck> are")
            self.draft.format = _ROOTS[tag]
        self._path.append(tag)
        if len(self._path) > DEEPEST:
            raise _Refused("this XML is nested too deeply for a deck list")
        if tag == "zone":
            self._zone = section(attributes.get("name", "")) or DROPPED
        elif tag == "card" and self._path[-2:-1] == ["zone"]:
            own = self._zone if self._zone != SIDEBOARD else attributes.get("section", self._zone)
            printing = (attributes.get("setShortName", ""), attributes.get("collectorNumber", ""))
            self._card(line, attributes.get("number", "1"), attributes.get("name", ""), own, printing)
        elif tag == "Cards":
            side = attributes.get("Sideboard", "false").casefold() == "true"
            own = attributes.get("Section", SIDEBOARD) if side else MAIN
            self._card(line, attributes.get("Quantity", "1"), attributes.get("Name", ""), own, ("", ""))

    def _end(self, _: str) -> None:
        self._path.pop()

    def _text(self, text: str) -> None:
        if self._path == ["cockatrice_deck", "deckname"]:
            self.draft.title = (self.draft.title + text)[:LONGEST_NAME]

    def _card(self, line: int, count: str, name: str, own: str, printing: tuple[str, str]) -> None:
        if own == DROPPED:
            self.draft.note(line, f"{name[:60]!r} is in a zone that is no part of a deck: left out")
        elif not count.isascii() or not count.isdigit() or len(name) > LONGEST_NAME:
            self.draft.problem(line, f"{count[:20]!r} of {name[:60]!r} is no count of a card")
        else:
            face = self._catalogue.find(name) or ""
            own = own if own in SECTIONS else SIDEBOARD
            self.draft.add(Item(line, int(count[:9]), " ".join(name.split()), own, *printing, face))
