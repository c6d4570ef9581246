"""Where a server is: one address as people type it, two as programs need it."""

from urllib.parse import urlsplit

import msgspec

from facedown.client.trouble import Trouble

_SECURE = {"http": False, "ws": False, "https": True, "wss": True}


class Address(msgspec.Struct, frozen=True):
    """A server's HTTP root and its WebSocket."""

    http: str
    ws: str

    @classmethod
    def parse(cls, text: str) -> "Address":
        """From `localhost:8765`, `http://…`, `https://…/below` or `ws://…/ws`."""
        try:
            parts = urlsplit(text if "://" in text else f"http://{text}")
            named = (parts.hostname or "").encode("idna") and parts.port != 0
        except ValueError:  # brackets, ports and names of hosts that cannot be
            named = False
        if not named or parts.scheme not in _SECURE or parts.query or parts.username:
            raise Trouble(f"{text!r} is no address of a server; give one like http://localhost:8765")
        path = parts.path.rstrip("/").removesuffix("/ws")
        s = "s" if _SECURE[parts.scheme] else ""
        return cls(f"http{s}://{parts.netloc}{path}", f"ws{s}://{parts.netloc}{path}/ws")

    @property
    def key(self) -> str:
        """The address as a name for a folder."""
        place = self.http.partition("://")[2]
        return "".join(char if char.isalnum() or char in ".-" else "_" for char in place)
