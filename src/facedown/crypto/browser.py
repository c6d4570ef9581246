"""libsodium.js, which the worker puts beside Python (web/src/mirror/sodium.ts). A batch is one crossing."""

from importlib import import_module
from typing import Any


class Browser:
    """`backend.Sodium` by the functions of the worker, which take and give arrays of bytes, or null."""

    def __init__(self) -> None:
        self._sodium: Any = getattr(import_module("js"), "facedownSodium", None)
        if self._sodium is None:
            raise RuntimeError("libsodium is not loaded: the worker does so before it opens a sealed match")
        self._to_js: Any = import_module("pyodide.ffi").to_js

    def valid(self, points: bytes) -> bool:
        """See `Sodium`."""
        return bool(self._sodium.valid(self._to_js(points)))

    def mul(self, scalars: bytes, points: bytes) -> bytes | None:
        """See `Sodium`."""
        return self._ask(self._sodium.mul, scalars, points)

    def mul_base(self, scalars: bytes) -> bytes:
        """See `Sodium`."""
        return self._tell(self._sodium.mulBase, scalars)

    def add(self, left: bytes, right: bytes) -> bytes | None:
        """See `Sodium`."""
        return self._ask(self._sodium.add, left, right)

    def sub(self, left: bytes, right: bytes) -> bytes | None:
        """See `Sodium`."""
        return self._ask(self._sodium.sub, left, right)

    def combine(self, scalars: bytes, points: bytes) -> bytes | None:
        """See `Sodium`."""
        return self._ask(self._sodium.combine, scalars, points)

    def from_hash(self, hashes: bytes) -> bytes:
        """See `Sodium`."""
        return self._tell(self._sodium.fromHash, hashes)

    def sign_pair(self, seed: bytes) -> bytes:
        """See `Sodium`."""
        return self._tell(self._sodium.signPair, seed)

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """See `Sodium`."""
        return self._tell(self._sodium.sign, secret, message)

    def signed(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """See `Sodium`."""
        return bool(self._sodium.signed(*map(self._to_js, (public, message, signature))))

    def box_pair(self, seed: bytes) -> bytes:
        """See `Sodium`."""
        return self._tell(self._sodium.boxPair, seed)

    def seal(self, public: bytes, message: bytes) -> bytes | None:
        """See `Sodium`."""
        return self._ask(self._sodium.seal, public, message)

    def unseal(self, public: bytes, secret: bytes, box: bytes) -> bytes | None:
        """See `Sodium`."""
        return self._ask(self._sodium.unseal, public, secret, box)

    def _ask(self, function: Any, *data: bytes) -> bytes | None:
        found = function(*map(self._to_js, data))
        return bytes(found.to_bytes()) if found else None

    def _tell(self, function: Any, *data: bytes) -> bytes:
        return bytes(function(*map(self._to_js, data)).to_bytes())
