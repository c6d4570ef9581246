"""Layer keys: what a player multiplies a deck with. Layers commute: they come off in any order."""

import hmac
from collections.abc import Sequence

from facedown.crypto.errors import BadProof, KeyErased
from facedown.crypto.group import (
    BASE,
    ORDER,
    SIZE,
    Point,
    Scalar,
    inverse,
    mul_base,
    random_scalar,
    scale,
    split,
    validated,
)


class LayerKey:
    """A secret number, and the public point that it makes of `base`."""

    __slots__ = ("_secret", "base", "public")

    def __init__(self, secret: Scalar, base: Point = BASE, public: Point | None = None) -> None:
        if not 0 < secret < ORDER:
            raise ValueError("a layer key lies between 0 and the order of the group")
        self._secret: Scalar | None = secret
        self.base = base
        self.public = mul_base([secret])[0] if public is None else public

    @classmethod
    def fresh(cls) -> "LayerKey":
        """A new one from the operating system."""
        return cls(random_scalar())

    @classmethod
    def none(cls) -> "LayerKey":
        """The key of a deck that has no layer yet: mixing over it puts the first one on."""
        return cls(1, public=BASE)

    @classmethod
    def from_bytes(cls, data: bytes) -> "LayerKey":
        """The key that `to_bytes` kept."""
        secret = int.from_bytes(data, "little")
        if len(data) != SIZE or not 0 < secret < ORDER:
            raise BadProof("these bytes are no layer key")
        return cls(secret)

    def to_bytes(self) -> bytes:
        """The secret itself, to be kept where only its owner reads."""
        return self.secret.to_bytes(SIZE, "little")

    @property
    def secret(self) -> Scalar:
        """The number; gone once the key is erased."""
        if self._secret is None:
            raise KeyErased("this layer key was erased")
        return self._secret

    @property
    def erased(self) -> bool:
        """Whether it is gone."""
        return self._secret is None

    def erase(self) -> None:
        """Forgets the secret. Cards under this layer stay closed for ever."""
        self._secret = None

    def over(self, old: "LayerKey") -> "LayerKey":
        """The step that takes the old layer off and puts this one on, as one key: base old, public new."""
        return LayerKey(self.secret * inverse(old.secret) % ORDER, old.public, self.public)

    def mask(self, points: Sequence[Point]) -> list[Point]:
        """The points with this layer on."""
        return scale(self.secret, split(validated(points)))

    def strip(self, points: Sequence[Point]) -> list[Point]:
        """The points with this layer off."""
        return scale(inverse(self.secret), split(validated(points)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LayerKey):
            return NotImplemented
        return self.base == other.base and hmac.compare_digest(self.to_bytes(), other.to_bytes())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<LayerKey {self.public.hex()}>"
