"""This machine's own key: made once, kept, the same on all servers, so that others know its players again."""

from facedown.client import places
from facedown.client.trouble import Trouble
from facedown.crypto.signing import SessionKey
from facedown.server.key import kept_key


def own_key() -> str:
    """The public half, if this machine has a key already; else nothing."""
    return lasting_key().public.hex() if places.key().exists() else ""


def lasting_key() -> SessionKey:
    """The key that players on this machine sign with."""
    path = places.key()
    try:
        return kept_key(path)
    except OSError as error:
        raise Trouble(f"cannot use {path}: {error.strerror}") from None
