"""What people read on a card."""

import msgspec


class CardInfo(msgspec.Struct, frozen=True):
    """A card in words: the name people call it by, and everything else about it in a line or two."""

    name: str
    text: str = ""
