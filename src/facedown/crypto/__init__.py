"""Cards that nobody can read, steps that everybody can check. Knows no game; see docs/crypto.md."""

from facedown.crypto.errors import BadProof, KeyErased
from facedown.crypto.keys import LayerKey
from facedown.crypto.sealed import BoxKey
from facedown.crypto.signing import SessionKey

__all__ = ["BadProof", "BoxKey", "KeyErased", "LayerKey", "SessionKey"]
