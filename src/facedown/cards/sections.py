"""The parts of a deck list, and the many headers by which people begin one."""

import re

from facedown.cards.draft import plain_spaces

MAIN, SIDEBOARD, COMMANDER, COMPANION = "main", "sideboard", "commander", "companion"

SECTIONS = (COMMANDER, COMPANION, MAIN, SIDEBOARD)
"""In the order in which a list is written."""

DROPPED = "dropped"
"""What stands in a list and is in no deck: cards one thinks about, tokens."""

GROUP = "group"
"""A header that only sorts: `Creatures (12)`."""

ABOUT = "about"
"""Arena's header of a list's own name."""

_WORDS = {
    MAIN: "deck, decklist, main, maindeck, main deck, mainboard, main board",
    SIDEBOARD: "sideboard, side board, side, sb",
    COMMANDER: "commander, commanders, general",
    COMPANION: "companion, companions",
    DROPPED: "maybeboard, maybe board, maybe, considering, acquireboard, wishlist, tokens, token",
    GROUP: (
        "creature, creatures, land, lands, basic lands, instant, instants, sorcery, sorceries, artifact, "
        "artifacts, enchantment, enchantments, planeswalker, planeswalkers, battle, battles, spell, spells, "
        "other, other spells, instants & sorceries, instants and sorceries"
    ),
    ABOUT: "about",
}
_HEADERS = {word: section for section, words in _WORDS.items() for word in words.split(", ")}
_SIZE = re.compile(r" ?[:\-–]? ?(\(? ?\d{1,4} ?(cards?)? ?\)?)? ?:?$")
"""What may follow a header: `Lands (24)`, `Sideboard:`, `Creatures: 12`."""


def header(line: str) -> str | None:
    """The section that this line begins, a comment's `// Sideboard` too; None if it is no header."""
    words = plain_spaces(line).lstrip("/#!=-[ ").rstrip("]=- ")
    return _HEADERS.get(_SIZE.sub("", words.casefold(), count=1)) if len(words) < 40 else None


def section(word: str) -> str | None:
    """The section of this name, as a tag beside a card says it: `Commander`, `maybeboard`."""
    found = _HEADERS.get(word.strip(" !").casefold())
    return None if found in (GROUP, ABOUT) else found
