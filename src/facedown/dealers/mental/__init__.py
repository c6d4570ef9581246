"""Mental poker: a deck that nobody holds. docs/mental.md is the protocol."""

from facedown.dealers.mental.dealer import Mental
from facedown.dealers.mental.keyring import Keyring
from facedown.dealers.mental.ledger import Bond

__all__ = ["Bond", "Keyring", "Mental"]
