"""Which format a list is in, told by its content, and how each format is written."""

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape

from facedown.cards.catalogue import Catalogue
from facedown.cards.draft import LONGEST_NAME, MOST_LINES, Draft, Item, plain_spaces
from facedown.cards.lines import read_lines
from facedown.cards.sections import COMMANDER, COMPANION, MAIN, SECTIONS, SIDEBOARD
from facedown.cards.xmllists import read_xml

_SIGNS = (
    ("forge", re.compile(r"\[(metadata|main|sideboard|commander)\]$", re.IGNORECASE)),
    ("xmage", re.compile(r"(SB: ?)?\d{1,9} \[\w+:[^\]]*\]|NAME:|LAYOUT (MAIN|SIDEBOARD):")),
    ("mwdeck", re.compile(r"(SB: ?)?\d{1,9} \[\w*\] |//.*Magic Workstation")),
    ("dec", re.compile(r"SB:")),
    ("arena", re.compile(r"(about|deck|commander|companion)$", re.IGNORECASE)),
    ("arena", re.compile(r"\d{1,9} .+ \([A-Z0-9]{2,6}\) \S+$")),
)
"""How a line of a format may begin. The first sign that any line has decides; a list without any is plain."""


def detect(text: str) -> str:
    """The format of a list: one of `FORMATS`, or `xml` if it is in XML and its root tells the rest."""
    if text.lstrip().startswith("<"):
        return "xml"
    least = len(_SIGNS)
    for line in text.splitlines()[:MOST_LINES]:
        # Line by line, and no longer ones than cards have: no pattern has much to try.
        told = plain_spaces(line)[: LONGEST_NAME * 2]
        least = next((place for place in range(least) if _SIGNS[place][1].match(told)), least)
    return _SIGNS[least][0] if least < len(_SIGNS) else "plain"


def read(text: str, catalogue: Catalogue, *, blocks: bool) -> Draft:
    """The list in this text, whatever its format."""
    format = detect(text)
    if format == "xml":
        return read_xml(text, catalogue)
    return read_lines(text, catalogue, format, blocks=blocks and format in ("plain", "arena"))


def _plain(items: Sequence[Item], title: str) -> str:
    parts = [f"// NAME : {title}\n"] if title else []  # a bare `// Lands` would begin a section
    written = _by_section(items)
    for section, own in written:
        head = f"{section.capitalize()}\n" if section != MAIN else "Deck\n" if written[0][0] != MAIN else ""
        parts.append(head + "".join(f"{item.count} {item.name}\n" for item in own))
    return "\n".join(parts)


def _arena(items: Sequence[Item], title: str) -> str:
    parts = [f"About\nName {title}\n"] if title else []
    for section, own in _by_section(items):
        head = "Deck" if section == MAIN else section.capitalize()
        parts.append(f"{head}\n" + "".join(f"{item.count} {item.name}{_printing(item)}\n" for item in own))
    return "\n".join(parts)


def _printing(item: Item) -> str:
    return f" ({item.set}) {item.number}".rstrip() if item.set else ""


def _dec(items: Sequence[Item], title: str) -> str:
    head = f"// NAME : {title}\n" if title else ""
    return head + "".join(f"{line}\n" for line in _marked(items, "//", lambda item: item.name))


def _mwdeck(items: Sequence[Item], title: str) -> str:
    head = "// Deck file for Magic Workstation\n" + (f"// NAME : {title}\n" if title else "")
    named = _marked(items, "//", lambda item: f"[{item.set}] {item.name}" if item.set else item.name)
    return head + "".join(f"{line}\n" for line in named)


def _xmage(items: Sequence[Item], title: str) -> str:
    head = f"NAME:{title}\n" if title else ""
    # XMage reads no line without a printing, and looks for the name if it does not know the printing.
    named = _marked(items, "#", lambda item: f"[{item.set or 'XXX'}:{item.number or '0'}] {item.name}")
    return head + "".join(f"{line}\n" for line in named)


def _marked(items: Sequence[Item], comment: str, named: Callable[[Item], str]) -> Iterator[str]:
    """Lines with `SB:` before what is not in the main deck; a comment tells us what is no sideboard."""
    for section, own in _by_section(items, (MAIN, SIDEBOARD, COMMANDER, COMPANION)):
        if section in (COMMANDER, COMPANION):
            yield f"{comment} {section.capitalize()}"
        for item in own:
            yield f"{'' if section == MAIN else 'SB: '}{item.count} {named(item)}"


def _forge(items: Sequence[Item], title: str) -> str:
    lines = ["[metadata]", f"Name={title}"]
    for section, own in _by_section(items, (COMMANDER, MAIN, SIDEBOARD, COMPANION)):
        lines.append("# Companion" if section == COMPANION else f"[{section.capitalize()}]")
        for item in own:
            number = f"|[{item.number}]" if item.number else ""
            lines.append(f"{item.count} {item.name}" + (f"|{item.set}{number}" if item.set else ""))
    return "".join(f"{line}\n" for line in lines)


def _mtgo(items: Sequence[Item], title: str) -> str:  # noqa: ARG001
    lines = [
        f'  <Cards CatID="0" Quantity="{item.count}" Sideboard="{"false" if section == MAIN else "true"}"'
        f' Name="{_attribute(item.name)}" Annotation="0"{_told("Section", section)}/>'
        for section, own in _by_section(items, (MAIN, SIDEBOARD, COMMANDER, COMPANION))
        for item in own
    ]
    head = '<?xml version="1.0" encoding="utf-8"?>\n<Deck>\n  <NetDeckID>0</NetDeckID>\n'
    return head + "".join(f"{line}\n" for line in lines) + "</Deck>\n"


def _cockatrice(items: Sequence[Item], title: str) -> str:
    zones = []
    for zone, sections in (("main", (MAIN,)), ("side", (SIDEBOARD, COMMANDER, COMPANION))):
        cards = [
            f'    <card number="{item.count}" name="{_attribute(item.name)}"'
            + (f' setShortName="{_attribute(item.set)}"' if item.set else "")
            + (f' collectorNumber="{_attribute(item.number)}"' if item.number else "")
            + f"{_told('section', section)}/>\n"
            for section, own in _by_section(items, sections)
            for item in own
        ]
        if cards:
            zones.append(f'  <zone name="{zone}">\n{"".join(cards)}  </zone>\n')
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_deck version="1">\n'
    return f"{head}  <deckname>{escape(title)}</deckname>\n{''.join(zones)}</cockatrice_deck>\n"


def _told(attribute: str, section: str) -> str:
    """These two know no commander: it lies in the sideboard, with a word that only we read."""
    return f' {attribute}="{section}"' if section in (COMMANDER, COMPANION) else ""


def _attribute(text: str) -> str:
    return escape("".join(char for char in text if char.isprintable()))


def _by_section(items: Sequence[Item], order: Sequence[str] = SECTIONS) -> list[tuple[str, list[Item]]]:
    parts = [(section, [item for item in items if item.section == section]) for section in order]
    return [(section, own) for section, own in parts if own]


FORMATS: dict[str, Callable[[Sequence[Item], str], str]] = {
    "plain": _plain,
    "arena": _arena,
    "mtgo": _mtgo,
    "dec": _dec,
    "mwdeck": _mwdeck,
    "cockatrice": _cockatrice,
    "forge": _forge,
    "xmage": _xmage,
}
"""What writes a list in each format."""
