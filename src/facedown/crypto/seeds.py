"""Keys that follow from a seed of 32 bytes: what signing and sealing keys have in common."""

import hmac
from abc import ABC, abstractmethod
from os import urandom
from typing import TypeVar

from facedown.crypto.errors import KeyErased

SEED = 32
PUBLIC = 32

K = TypeVar("K", bound="SeedKey")


class SeedKey(ABC):
    """A public key, and a secret one that nobody sees and that can be erased."""

    __slots__ = ("_secret", "_seed", "public")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED:
            raise ValueError("the seed of a key has 32 bytes")
        pair = self._pair(seed)
        self._seed: bytes | None = seed
        self._secret: bytes | None = pair[PUBLIC:]
        self.public = pair[:PUBLIC]

    @staticmethod
    @abstractmethod
    def _pair(seed: bytes) -> bytes:
        """The public key, and after it the secret one."""

    @classmethod
    def fresh(cls: type[K]) -> K:
        """A new one from the operating system."""
        return cls(urandom(SEED))

    def to_bytes(self) -> bytes:
        """The seed, to be kept where only its owner reads."""
        if self._seed is None:
            raise KeyErased("this key was erased")
        return self._seed

    @property
    def secret(self) -> bytes:
        """The secret key; gone once it is erased."""
        if self._secret is None:
            raise KeyErased("this key was erased")
        return self._secret

    def erase(self) -> None:
        """Forgets the secret."""
        self._seed = self._secret = None

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, SeedKey):
            return NotImplemented
        return hmac.compare_digest(self.to_bytes(), other.to_bytes())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.public.hex()}>"
