"""Whether a Magic deck may be played in a format: size, copies, commander, colour identity."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from facedown.cards.facts import MTGCard
from facedown.cards.sections import COMMANDER, COMPANION, MAIN, SIDEBOARD
from facedown.kernel import DeckShape

Format: TypeAlias = Literal["casual", "constructed", "commander"]

SMALLEST = {"constructed": 60, "casual": 40}
LARGEST_SIDEBOARD = 15
COMMANDER_SIZE = 100
COPIES = 4
LARGEST = 250
"""A deck that one person can shuffle."""


def faults(sections: Mapping[str, Sequence[MTGCard]], format: Format) -> list[str]:
    """Every reason why this deck may not be played, in words; none if it may."""
    if format == "commander":
        return [*_commander(sections)]
    main, side = sections.get(MAIN, ()), sections.get(SIDEBOARD, ())
    found = []
    leaders = sections.get(COMMANDER, ())
    if leaders and format == "constructed":
        found.append(f"a {format} deck has no commander; put the card into the deck")
    found += [
        f"{card.name} cannot be a commander: that is a legendary creature"
        for card in leaders
        if not leads(card)
    ]
    least = SMALLEST[format]
    if len(main) < least:
        found.append(f"a {format} deck has at least {least} cards, this one has {len(main)}")
    if len(main) > LARGEST:
        found.append(f"a deck has at most {LARGEST} cards, this one has {len(main)}")
    if format == "constructed":
        if len(side) > LARGEST_SIDEBOARD:
            found.append(f"a sideboard has at most {LARGEST_SIDEBOARD} cards, this one has {len(side)}")
        found += _copies((*main, *side, *sections.get(COMPANION, ())), COPIES)
    return found


def _commander(sections: Mapping[str, Sequence[MTGCard]]) -> list[str]:
    leaders, main = sections.get(COMMANDER, ()), sections.get(MAIN, ())
    if len(leaders) != 1:
        return [f"a commander deck has one commander, this one has {len(leaders) or 'none'}"]
    leader = leaders[0]
    found = []
    if not leads(leader):
        found.append(f"{leader.name} cannot be a commander: that is a legendary creature")
    total = len(main) + 1
    if total != COMMANDER_SIZE:
        found.append(f"a commander deck has {COMMANDER_SIZE} cards with its commander, this one has {total}")
    found += _copies((leader, *main), 1)
    strangers = {
        card.name: card for card in main if not set(card.color_identity) <= set(leader.color_identity)
    }
    for card in strangers.values():
        allowed = f"those of {leader.name}: {_colours(leader)}"
        found.append(f"{card.name} has the colours {_colours(card)}, outside {allowed}")
    return found


def shape(format: Format, *, commander: bool = False) -> DeckShape:
    """What `faults` asks for, in numbers."""
    if format == "commander":
        return DeckShape(COMMANDER_SIZE, COMMANDER_SIZE, 1, COMMANDER)
    copies = COPIES if format == "constructed" else 0
    return DeckShape(SMALLEST[format], LARGEST, copies, COMMANDER if commander else "")


def most_aside(format: Format, cards: int) -> int:
    """How many of so many cards, a commander not counted, may stay in a sideboard."""
    if format == "commander":
        return 0
    most = LARGEST_SIDEBOARD if format == "constructed" else cards
    return max(0, min(most, cards - SMALLEST[format]))


def usual_aside(format: Format, cards: int) -> int:
    """How many do, unless somebody says otherwise: what is above sixty cards, or above forty."""
    deck = SMALLEST["constructed"] if cards >= SMALLEST["constructed"] else SMALLEST["casual"]
    return max(0, min(LARGEST_SIDEBOARD, cards - deck, most_aside(format, cards)))


def leads(card: MTGCard) -> bool:
    """Whether this card can be a commander."""
    legend = "Legendary" in card.supertypes and "Creature" in card.types
    return legend or "can be your commander" in card.oracle_text


def _copies(cards: Sequence[MTGCard], most: int) -> list[str]:
    counts = Counter(card.name for card in cards if not any_number(card))
    return [f"{count} copies of {name}; at most {most}" for name, count in counts.items() if count > most]


def any_number(card: MTGCard) -> bool:
    """Whether no format limits the copies of this card."""
    return "Basic" in card.supertypes or "any number of cards named" in card.oracle_text


def _colours(card: MTGCard) -> str:
    return "".join(card.color_identity) or "none"
