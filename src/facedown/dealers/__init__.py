"""Dealers answer chance and show faces, with proof. They know refs and faces, never a game."""

from facedown.dealers.dealer import Dealer, Faulty
from facedown.dealers.house import House
from facedown.dealers.witness import Witness

__all__ = ["Dealer", "Faulty", "House", "Witness"]
