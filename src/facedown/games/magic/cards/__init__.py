"""All cards, by id. A card is a value of `model.Card`; a file of cards is a tuple of them."""

from facedown.games.magic.cards import artifacts, black, blue, core, gold, green, lands, red, white
from facedown.games.magic.cards.tokens import TOKENS
from facedown.games.magic.model import Card

FILES: tuple[tuple[Card, ...], ...] = tuple(
    file.CARDS for file in (core, white, blue, black, red, green, gold, artifacts, lands)
)


def slug(name: str) -> str:
    """The id of a card: its name in small letters and hyphens."""
    return "-".join("".join(c for c in name.lower() if c.isalnum() or c in " -").split())


CARDS: dict[str, Card] = {slug(card.name): card for cards in FILES for card in cards}

__all__ = ["CARDS", "FILES", "TOKENS", "slug"]
