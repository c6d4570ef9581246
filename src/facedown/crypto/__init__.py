"""Cards that nobody can read, steps that everybody can check. Knows no game; see docs/crypto.md."""

from facedown.crypto.errors import BadProof, KeyErased
from facedown.crypto.keys import LayerKey

__all__ = ["BadProof", "KeyErased", "LayerKey"]
