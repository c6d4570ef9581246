"""What a deck may be made of: the cards with rules, and cards of one's own that have only facts."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from facedown.cards.facts import COLORS, MTGCard, from_face, mana_value
from facedown.cards.legality import COMMANDER_SIZE, Format, faults, leads, usual_aside
from facedown.cards.sections import COMMANDER, MAIN, SIDEBOARD
from facedown.games.magic.cards import CARDS
from facedown.games.magic.model import Card
from facedown.games.magic.text import text
from facedown.kernel import Face, InvalidAction

_SYMBOL = re.compile(r"\{([WUBRGP2]/)?([WUBRGP])\}")
_LANDS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


@lru_cache(maxsize=4096)
def printed(face: Face) -> Card | None:
    """What is printed on this face: a card with rules, a card with facts only, or None for neither."""
    if face in CARDS:
        return CARDS[face]
    facts = from_face(face)
    if facts is None:
        return None
    return Card(
        facts.name,
        facts.mana_cost,
        facts.types,
        facts.subtypes,
        facts.supertypes,
        facts.power,
        facts.toughness,
        facts.loyalty,
        colors=facts.colors,
    )


@lru_cache(maxsize=4096)
def facts(face: Face) -> MTGCard | None:
    """The same as facts, colour identity included; the text is ours."""
    card = CARDS.get(face)
    if card is None:
        return from_face(face)
    colors = card.colors if card.colors is not None else (*_colors(card.cost), *card.indicator)
    return MTGCard(
        name=card.name,
        cmc=mana_value(card.cost),
        types=card.types,
        mana_cost=card.cost,
        subtypes=card.subtypes,
        supertypes=card.supertypes,
        power=card.power,
        toughness=card.toughness,
        loyalty=card.loyalty,
        oracle_text=text(card),
        colors=tuple(color for color in COLORS if color in colors),
        color_identity=_identity(card),
    )


def split(deck: Sequence[Face]) -> Mapping[str, Sequence[Face]]:
    """A deck of a hundred that begins with a legend is led by it; any other is all main deck."""
    first = facts(deck[0]) if len(deck) == COMMANDER_SIZE else None
    if first is not None and leads(first):
        return {"commander": deck[:1], "main": deck[1:]}
    return {"main": deck}


def check(
    deck: Sequence[Face],
    format: Format,
    *,
    commander: bool = False,
    free: bool = False,
    sideboard: bool = False,
) -> None:
    """Refuse a deck that breaks its format; cards without rules are for free play only.

    With `commander` the first card leads, whatever the format; with `sideboard` the last ones may stay out.
    """
    led = 1 if commander or format == "commander" else 0
    out = len(deck) - usual_aside(format, len(deck) - led) if sideboard else len(deck)
    sections: dict[str, list[MTGCard]] = {}
    for place, face in enumerate(deck):
        card = facts(face)
        if card is None:
            raise InvalidAction(f"there is no card {face[:60]!r}")
        if not free and face not in CARDS:
            raise InvalidAction(f"{card.name} has no rules here; it can be played with the option dial=free")
        section = COMMANDER if place < led else MAIN if place < out else SIDEBOARD
        sections.setdefault(section, []).append(card)
    if said := faults(sections, format):
        raise InvalidAction(said[0])


def _colors(cost: str) -> tuple[str, ...]:
    return tuple(letter for letter in COLORS if letter in cost)


def _identity(card: Card) -> tuple[str, ...]:
    """The colours of all mana symbols on a card and of its land types (903.4)."""
    symbols = _SYMBOL.findall(card.cost + msgspec.json.encode(card.abilities).decode())
    found = {part for symbol in symbols for part in symbol}
    found |= {*card.indicator, *(_LANDS.get(kind, "") for kind in card.subtypes)}
    return tuple(color for color in COLORS if color in found or f"{color}/" in found)
