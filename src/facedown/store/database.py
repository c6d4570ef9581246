"""One SQLite file: a single writer that commits in groups, and readers that never wait for it."""

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar

from facedown.store.errors import DatabaseClosed
from facedown.store.group import Piece, Row, Work, commit
from facedown.store.schema import migrate

T = TypeVar("T")

Deliver: TypeAlias = Callable[[Callable[[], None]], object]
"""Runs a callback, perhaps on another thread; `loop.call_soon_threadsafe` is one."""


class Database:
    """An open database. A completed write is on disk; a refused one left no trace."""

    def __init__(self, path: Path | str, deliver: Deliver = lambda complete: complete()) -> None:
        """Open or create the file. `deliver` gets one callback a group, which completes its futures."""
        self._path = Path(path)
        # Dealers' secrets live here, and SQLite gives its side files the mode of the main one. To open and
        # close an existing file here would drop the locks that this process may already hold on it.
        self._path.touch(mode=0o600)
        self._path.chmod(0o600)
        self._deliver = deliver
        self._gate = Lock()
        self._closed = False
        self._idle: list[sqlite3.Connection] = []
        self._waiting: SimpleQueue[Piece[Any] | None] = SimpleQueue()
        self._writer = self._connect()
        try:
            self._writer.execute("PRAGMA journal_mode = WAL")
            migrate(self._writer)
        except BaseException:
            self._writer.close()
            raise
        self._thread = Thread(target=self._run, name="facedown-writer", daemon=True)
        self._thread.start()

    def write(self, work: Work[T], rows: Sequence[Row] = ()) -> Future[T]:
        """Have the writer run `work`; the future completes after the commit that holds it.

        Work that does no more than insert `rows` into the log names them, and they are merged with their
        neighbours'. A future cancelled before its turn is not written.
        """
        future: Future[T] = Future()
        with self._gate:
            if self._closed:
                future.set_exception(DatabaseClosed("the database is closed"))
            else:
                self._waiting.put(Piece(work, rows, future))
        return future

    def read(self, work: Work[T]) -> T:
        """Run `work` here and now on what is committed; one statement sees one moment."""
        connection = self._borrow()
        try:
            return work(connection)
        finally:
            self._give_back(connection)

    def close(self) -> None:
        """Write what is waiting, then close the file. Safe to call twice."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
            while self._idle:
                self._idle.pop().close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    # Readers are lent to one thread at a time and not kept for it: threads come and go.

    def _borrow(self) -> sqlite3.Connection:
        with self._gate:
            if self._closed:
                raise DatabaseClosed("the database is closed")
            if self._idle:
                return self._idle.pop()
        reader = self._connect()
        reader.execute("PRAGMA query_only = ON")
        return reader

    def _give_back(self, reader: sqlite3.Connection) -> None:
        with self._gate:
            if self._closed:
                reader.close()
            else:
                self._idle.append(reader)

    def _run(self) -> None:
        more = True
        while more:
            group = [self._waiting.get(), *(self._waiting.get() for _ in range(self._waiting.qsize()))]
            more = group[-1] is not None
            pieces = [piece for piece in group if piece and piece.future.set_running_or_notify_cancel()]
            if pieces:
                self._complete(pieces, commit(self._writer, pieces))
        self._writer.close()

    def _complete(self, pieces: list[Piece[Any]], outcomes: list[Any]) -> None:
        def complete() -> None:
            for piece, outcome in zip(pieces, outcomes, strict=True):
                if isinstance(outcome, Exception):
                    piece.future.set_exception(outcome)
                else:
                    piece.future.set_result(outcome)

        try:
            self._deliver(complete)
        except RuntimeError:  # the loop that should deliver is closed, but somebody may wait on a thread
            complete()
