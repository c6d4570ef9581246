"""Cards by name, and deck lists as people write them."""

from facedown.cards.catalogue import Catalogue
from facedown.cards.decklist import DeckList, Problem, export, parse

__all__ = ["Catalogue", "DeckList", "Problem", "export", "parse"]
