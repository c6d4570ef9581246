"""The event log that rooms write to, whatever engine keeps it."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol


class EventLog(Protocol):
    """Streams of opaque records that only grow, each guarded by the position its writer expects."""

    def append(self, stream: str, expected: int, records: Sequence[bytes], /) -> Future[None]:
        """Add the records if the stream holds exactly `expected`, else fail with `Conflict`, all or nothing.

        The future completes once the records are on disk.
        """
        ...

    def read(self, stream: str, /, start: int = 0) -> list[bytes]:
        """The records from position `start` on; none for a stream nobody wrote to."""
        ...

    def length(self, stream: str, /) -> int:
        """How many records the stream holds."""
        ...
