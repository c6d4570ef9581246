"""A game's cards by the names that people type."""

import difflib
import unicodedata
from collections.abc import Mapping

from facedown.kernel import CardInfo, Face


class Catalogue:
    """Finds a card by its id or its name, whatever the case, the accents and the punctuation."""

    def __init__(self, cards: Mapping[Face, CardInfo]) -> None:
        self.cards = cards
        # An id wins over another card's name: it is the one thing that is surely unique.
        # A card of two halves is also found by its first: lists say `Fire // Ice`, `Fire/Ice` or `Fire`.
        self._faces = {_fold(info.name.partition("//")[0]): face for face, info in cards.items()}
        self._faces.update({_fold(info.name): face for face, info in cards.items()})
        self._faces.update({_fold(face): face for face in cards})

    def find(self, text: str) -> Face | None:
        """The card that this text names, or None."""
        return self._faces.get(_fold(text))

    def name(self, face: Face) -> str:
        """What people call this card."""
        return self.cards[face].name if face in self.cards else face

    def starting(self, text: str) -> list[Face]:
        """The cards of which a word, and what follows it, begins like this text."""
        wanted = " ".join(text.casefold().split())
        return [
            face for face, info in self.cards.items() if wanted and f" {wanted}" in f" {info.name.casefold()}"
        ]

    def nearest(self, text: str) -> str | None:
        """The name of the card that this text is probably meant to be."""
        close = difflib.get_close_matches(_fold(text), self._faces, n=1, cutoff=0.7)
        return self.name(self._faces[close[0]]) if close else None


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold().replace("æ", "ae").replace("œ", "oe")
    return "".join(char for char in plain if char.isalnum())
