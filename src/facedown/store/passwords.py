"""Passwords by Argon2id. Both functions take a good part of a tenth of a second: call them on a thread."""

import contextlib
import os
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from facedown.store.errors import BadPassword

SHORTEST, LONGEST = 8, 256


def _stand_back() -> None:
    """A hash takes every processor that there is. With others, the tables go first."""
    with contextlib.suppress(AttributeError, OSError):  # where threads have no priorities of their own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)


_hasher = PasswordHasher()
_behind = ThreadPoolExecutor(1, "facedown-passwords", initializer=_stand_back)
# The hash of a password nobody knows, with today's parameters.
_NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$OyoRwQMpGMV5HNMv1CxLig$ARHzhvBbS3sIwBzdk0+YTrpWiBlTzksR4LnZTD1VrfY"


def hash_password(password: str) -> str:
    """The hash to store for a password."""
    return _behind.submit(_hasher.hash, _normal(password)).result()


def verify_password(stored: str | None, password: str) -> bool:
    """Whether the password belongs to the stored hash; for none it takes as long, and never does."""
    try:
        _behind.submit(_hasher.verify, stored or _NOBODY, _normal(password)).result()
    except (VerifyMismatchError, BadPassword):
        return False
    return stored is not None


def outdated(stored: str) -> bool:
    """Whether the hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(stored)


def _normal(password: str) -> bytes:
    """The same bytes for the same characters, whatever keyboard composed them."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadPassword(f"a password has {SHORTEST} to {LONGEST} characters")
    try:
        return unicodedata.normalize("NFKC", password).encode()
    except UnicodeEncodeError:
        raise BadPassword("a password is made of characters, and this is not one") from None
