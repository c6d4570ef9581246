"""Mental poker: a deck that nobody holds. docs/fairness.md has the protocol, docs/crypto.md the proofs."""

from facedown.dealers.mental.dealer import Mental
from facedown.dealers.mental.keyring import Keyring
from facedown.dealers.mental.ledger import Bond

__all__ = ["Bond", "Keyring", "Mental"]
