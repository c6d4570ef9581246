"""A real database file, and a way to make several writes share one commit."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event

import pytest

from facedown.store import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "facedown.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    with Database(path) as database:
        yield database


@pytest.fixture
def one_group(database: Database) -> Callable[[], AbstractContextManager[None]]:
    """Holds the writer back: what is written inside the block is committed together after it."""

    @contextmanager
    def hold() -> Iterator[None]:
        busy, go = Event(), Event()

        def stay(_: sqlite3.Connection) -> bool:
            busy.set()
            return go.wait(60)

        holding = database.write(stay)
        assert busy.wait(60)
        yield
        go.set()
        assert holding.result(60)

    return hold
