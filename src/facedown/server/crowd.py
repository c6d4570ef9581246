"""How many connections there are, in all and from each address."""

import ipaddress
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from facedown.server.http.pace import neighbourhood

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))


class Crowd:
    """Who is here. A proxy or a load test on this very machine brings many; a stranger's address may not."""

    def __init__(self, most: int, *, each: int, nearby: int, near: Sequence[Network] = LOOPBACK) -> None:
        """At most so many in all, so many from an address, and so many from one of those that are `near`."""
        self._most, self._each, self._nearby, self._near = most, each, nearby, near
        self._total = 0
        self._here: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._total

    def admit(self, host: str) -> str | None:
        """Count one more from there; or why there may be none: `full` or `address`."""
        if self._total >= self._most:
            return "full"
        key = neighbourhood(host)
        if self._here[key] >= (self._nearby if self.near(host) else self._each):
            return "address"
        self._total += 1
        self._here[key] += 1
        return None

    def leave(self, host: str) -> None:
        """One that was admitted is gone."""
        key = neighbourhood(host)
        self._total -= 1
        self._here[key] -= 1
        if not self._here[key]:
            del self._here[key]

    def near(self, host: str) -> bool:
        """Whether this is our own machine, or one that speaks for many."""
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address):
            address = address.ipv4_mapped or address
        return any(address in network for network in self._near)
