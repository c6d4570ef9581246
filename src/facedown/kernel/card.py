"""What people read on a card, and the numbers of a deck."""

import msgspec


class CardInfo(msgspec.Struct, frozen=True):
    """A card in words: the name people call it by, and everything else about it in a line or two."""

    name: str
    text: str = ""


class DeckShape(msgspec.Struct, frozen=True):
    """A deck in numbers, for whoever builds one. The judge is `Game.check_deck`."""

    fewest: int = 1
    most: int = 500
    copies: int = 0
    """Of one card; 0: any number."""
    leader: str = ""
    """What the first card is, if it stands apart from the others: `commander`."""
