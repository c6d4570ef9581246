"""How much one connection may ask for."""

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """Everything about a server that an operator may want to change. docs/operations.md has the list."""

    origins: tuple[str, ...] = ()
    """Web origins besides our own whose pages may connect."""
    message_bytes: int = 32 * 1024
    """The longest that is needed is a step of a shuffle of 100 sealed cards among four players: 23 kB."""
    messages_a_second: float = 30
    """How fast a line is served, after a burst. A client that waits for answers is only slowed down by it."""
    burst: int = 60
    """Also: how many messages may wait to be served; more are refused."""
    flood_patience: int = 200
    """Messages that are refused so before the line is cut; one is forgiven each second."""
    outbox_bytes: int = 512 * 1024
    """What may wait to be read before a slow reader is cut off."""
    connections: int = 20_000
    """WebSockets at one time; fewer where the system allows fewer open files."""
    per_address: int = 256
    """The same from one address (of IPv6: a /64). A club behind one address may need more."""
    connections_nearby: int = 20_000
    """The same from this machine itself, where a proxy or a load test runs."""
    connects_per_address: float = 1_200
    """New connections in a minute."""
    greeting: float = 30
    """Seconds that a new line has to say its first word."""
    request_seconds: float = 15
    """Seconds in which a request has to arrive, head and body."""
    unread_seconds: float = 30
    """Seconds that a client may let what was sent to it stand."""
    guests_per_address: float = 600
    """New guests in a minute; each is kept."""
    bot_processes: int = 2
    step_threads: int = 3
    """Where heavy rules do their steps and sealed matches check their proofs: other tables do not wait."""
    shelf_threads: int = 3
    """Where matches that come back from the store are replayed."""
    token_days: int = 30
    attempts_per_address: float = 30
    attempts_per_name: float = 10
    audits_per_address: float = 20
    """Registrations and logins, and audits of logs, that HTTP takes in a minute."""
    signatures_per_address: float = 120
    """Signatures under finished matches that HTTP takes in a minute."""
    requests_per_address: float = 2400
    requests_at_once: float = 600
    requests_inside: int = 32
    """Requests of any kind in a minute, after a rest, and under way at the same time."""
    texts_per_address: float = 120
    logs_per_address: float = 120
    """Deck lists to be read, and logs to be sent, in a minute."""
    codes_per_address: float = 20
    """Wrong codes of lobbies in a minute."""
    passwords_at_once: int = 1
    """Each takes 64 MB and several processors for a moment."""
    guest_days: int = 30
    unload_after: float = 600
    """Seconds after which a match that nobody attends leaves memory; it stays in the store."""
    matches_left: int = 2_000
    """So many of these stay so long; of more, the oldest go at once."""
    log_level: str = "INFO"


class Bucket:
    """A token bucket: so many a second on average, so many at once. Time comes in as data."""

    __slots__ = ("_burst", "_level", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._level, self._since = burst, now

    def take(self, now: float, count: int = 1) -> float:
        """Take one, or more. Returns how many seconds it has to wait for its turn."""
        self._level = min(self._burst, self._level + (now - self._since) * self._rate) - count
        self._since = now
        return max(0.0, -self._level / self._rate)
