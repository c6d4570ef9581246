"""Cards by name, and deck lists as people write them."""

from facedown.cards.catalogue import Catalogue
from facedown.cards.decklist import DeckList, export, parse, write
from facedown.cards.draft import Item, Problem
from facedown.cards.formats import FORMATS, detect

__all__ = ["FORMATS", "Catalogue", "DeckList", "Item", "Problem", "detect", "export", "parse", "write"]
