"""libsodium by ctypes, from the wheel `rbcl`."""

import ctypes
import importlib.util
import os
from pathlib import Path
from typing import Any

POINT = 32
HASH = 64


class Native:
    """The batches of `backend.Sodium` as loops over one preallocated buffer each."""

    def __init__(self) -> None:
        library = _library()
        if library.sodium_init() < 0:
            raise RuntimeError("libsodium does not start; reinstall the package rbcl")
        address = ctypes.c_void_p

        def function(name: str, *arguments: Any) -> Any:
            found = getattr(library, name)
            found.argtypes, found.restype = arguments, ctypes.c_int
            return found

        length = ctypes.c_ulonglong
        self._valid = function("crypto_core_ristretto255_is_valid_point", address)
        self._mul = function("crypto_scalarmult_ristretto255", address, address, address)
        self._mul_base = function("crypto_scalarmult_ristretto255_base", address, address)
        self._add = function("crypto_core_ristretto255_add", address, address, address)
        self._sub = function("crypto_core_ristretto255_sub", address, address, address)
        self._from_hash = function("crypto_core_ristretto255_from_hash", address, address)
        self._sign_pair = function("crypto_sign_seed_keypair", address, address, address)
        self._sign = function("crypto_sign_detached", address, address, address, length, address)
        self._signed = function("crypto_sign_verify_detached", address, address, length, address)
        self._box_pair = function("crypto_box_seed_keypair", address, address, address)
        self._seal = function("crypto_box_seal", address, address, length, address)
        self._unseal = function("crypto_box_seal_open", address, address, length, address, address)

    def valid(self, points: bytes) -> bool:
        """See `Sodium`."""
        at = _address(points)
        return all(self._valid(at + here) for here in range(0, len(points), POINT))

    def mul(self, scalars: bytes, points: bytes) -> bytes | None:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(len(points))
        to, by, at, multiply = ctypes.addressof(out), _address(scalars), _address(points), self._mul
        for here in range(0, len(points), POINT):
            # Zero is refused as a result too, but it is written: only then was the input a point.
            if multiply(to + here, by + here, at + here) and not self._valid(at + here):
                return None
        return out.raw

    def mul_base(self, scalars: bytes) -> bytes:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(len(scalars))
        to, by = ctypes.addressof(out), _address(scalars)
        for here in range(0, len(scalars), POINT):
            self._mul_base(to + here, by + here)
        return out.raw

    def add(self, left: bytes, right: bytes) -> bytes | None:
        """See `Sodium`."""
        return _pairwise(self._add, left, right)

    def sub(self, left: bytes, right: bytes) -> bytes | None:
        """See `Sodium`."""
        return _pairwise(self._sub, left, right)

    def combine(self, scalars: bytes, points: bytes) -> bytes | None:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(2 * POINT)
        total = ctypes.addressof(out)
        term, by, at = total + POINT, _address(scalars), _address(points)
        multiply, add = self._mul, self._add
        for here in range(0, len(points), POINT):
            if multiply(term, by + here, at + here):
                if not self._valid(at + here):
                    return None
                continue
            add(total, total, term)
        return out.raw[:POINT]

    def from_hash(self, hashes: bytes) -> bytes:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(len(hashes) // 2)
        to, at = ctypes.addressof(out), _address(hashes)
        for here in range(0, len(hashes), HASH):
            self._from_hash(to + here // 2, at + here)
        return out.raw

    def sign_pair(self, seed: bytes) -> bytes:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(96)
        self._sign_pair(out, ctypes.addressof(out) + 32, seed)
        return out.raw

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(64)
        self._sign(out, None, message, len(message), secret)
        return out.raw

    def signed(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """See `Sodium`."""
        return not self._signed(signature, message, len(message), public)

    def box_pair(self, seed: bytes) -> bytes:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(64)
        self._box_pair(out, ctypes.addressof(out) + 32, seed)
        return out.raw

    def seal(self, public: bytes, message: bytes) -> bytes | None:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(len(message) + 48)
        return None if self._seal(out, message, len(message), public) else out.raw

    def unseal(self, public: bytes, secret: bytes, box: bytes) -> bytes | None:
        """See `Sodium`."""
        out = ctypes.create_string_buffer(max(len(box) - 48, 1))
        if len(box) < 48 or self._unseal(out, box, len(box), public, secret):
            return None
        return out.raw[: len(box) - 48]


def _address(data: bytes) -> int:
    """Where the bytes lie; they have to outlive the call."""
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0


def _pairwise(operation: Any, left: bytes, right: bytes) -> bytes | None:
    out = ctypes.create_string_buffer(len(left))
    to, a, b = ctypes.addressof(out), _address(left), _address(right)
    for here in range(0, len(left), POINT):
        if operation(to + here, a + here, b + here):
            return None
    return out.raw


def _library() -> ctypes.CDLL:
    """rbcl carries the library inside a module that unpacks and loads it; the rest of rbcl stays unread."""
    package = importlib.util.find_spec("rbcl")
    if package is None or package.origin is None:
        raise RuntimeError("sealed matches need the package rbcl, which brings libsodium: pip install rbcl")
    path = Path(package.origin).with_name("_sodium.py")
    spec = importlib.util.spec_from_file_location("facedown.crypto._sodium", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    library: ctypes.CDLL = module._sodium
    if os.name == "posix":
        # The unpacked file is not needed once it is loaded, and rbcl would leave one for every process.
        Path(library._name).unlink(missing_ok=True)
    return library
