"""The one refusal of this package."""


class BadProof(Exception):
    """Something received does not hold: a point, a proof, a signature, an opening. Never quotes a secret."""


class KeyErased(Exception):
    """A key that was erased is asked to work: a mistake of the caller, not a cheat."""
