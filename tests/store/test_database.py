"""Group commit, isolation of failures, readers, and the end of a database."""

import sqlite3
import stat
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from pathlib import Path
from threading import Barrier

import pytest

from facedown.store import Database, DatabaseClosed

OneGroup = Callable[[], AbstractContextManager[None]]


def add(name: str) -> Callable[[sqlite3.Connection], int]:
    def work(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO players (id, name, created) VALUES (?, ?, 0)", (name, name))
        return int(connection.execute("SELECT count(*) FROM players").fetchone()[0])

    return work


def names(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM players ORDER BY name")]


def fail(connection: sqlite3.Connection) -> None:
    add("half done")(connection)
    raise ValueError("on purpose")


def test_a_write_returns_its_result_and_can_be_read(database: Database) -> None:
    assert database.write(add("a")).result(60) == 1
    assert database.read(names) == ["a"]


def test_only_the_owner_may_open_the_files(path: Path) -> None:
    path.touch(mode=0o644)
    with Database(path) as database:
        database.write(add("a")).result(60)
        files = list(path.parent.iterdir())
        assert len(files) == 3
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_the_file_is_as_durable_as_promised(database: Database) -> None:
    def pragmas(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert database.write(pragmas).result(60) == ["wal", 2, 1]


def test_a_failing_piece_undoes_only_itself(database: Database, one_group: OneGroup) -> None:
    with one_group():
        before, failing, after = database.write(add("a")), database.write(fail), database.write(add("b"))
    with pytest.raises(ValueError, match="on purpose"):
        failing.result(60)
    assert (before.result(60), after.result(60)) == (1, 2)
    assert database.read(names) == ["a", "b"]


def test_a_group_shares_one_commit_and_completes_after_it(database: Database, one_group: OneGroup) -> None:
    seen: list[list[str]] = []
    with one_group():
        for name in "abc":
            database.write(add(name)).add_done_callback(lambda _: seen.append(database.read(names)))
    database.write(lambda _: None).result(60)
    assert seen == [["a", "b", "c"]] * 3


def test_when_the_commit_fails_the_whole_group_fails(database: Database, one_group: OneGroup) -> None:
    def break_at_commit(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute("INSERT INTO tokens (digest, player, expires) VALUES (x'00', 'nobody', 0)")

    with one_group():
        group: list[Future[int] | Future[None]] = [database.write(add("a")), database.write(break_at_commit)]
    for future in group:
        with pytest.raises(sqlite3.IntegrityError):
            future.result(60)
    assert database.write(add("b")).result(60) == 1


def test_a_full_disk_surfaces_and_the_writer_lives_on(database: Database) -> None:
    def limit(pages: int) -> None:
        database.write(lambda c: c.execute(f"PRAGMA max_page_count = {pages}").fetchone()).result(60)

    limit(1)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        database.write(add("a" * 1_000_000)).result(60)
    limit(1_000_000)
    assert database.write(add("a")).result(60) == 1


def test_what_is_cancelled_before_its_turn_is_not_written(database: Database, one_group: OneGroup) -> None:
    with one_group():
        gone, kept = database.write(add("a")), database.write(add("b"))
        assert gone.cancel()
    assert kept.result(60) == 1
    with pytest.raises(CancelledError):
        gone.result(60)
    assert database.read(names) == ["b"]


def test_many_threads_write_and_read_at_once(database: Database) -> None:
    threads, each = 8, 25
    start = Barrier(threads)

    def work(thread: int) -> None:
        start.wait(5)
        for number in range(each):
            name = f"{thread}-{number}"
            database.write(add(name)).result(60)
            assert name in database.read(names)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    assert len(database.read(names)) == threads * each


def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        database.read(add("a"))


def test_one_callback_completes_a_whole_group(path: Path) -> None:
    callbacks: list[Callable[[], None]] = []
    with Database(path, callbacks.append) as database:
        futures = [database.write(add(name)) for name in "abc"]
    assert not any(future.done() for future in futures)
    for complete in callbacks:
        complete()
    assert [future.result(0) for future in futures] == [1, 2, 3]


def test_futures_complete_even_if_their_loop_is_gone(path: Path) -> None:
    def closed_loop(_: Callable[[], None]) -> None:
        raise RuntimeError("Event loop is closed")

    with Database(path, closed_loop) as database:
        assert database.write(add("a")).result(60) == 1


def test_close_writes_what_is_waiting(path: Path, database: Database, one_group: OneGroup) -> None:
    with one_group():
        futures = [database.write(add(name)) for name in "abc"]
    database.close()
    assert all(future.done() for future in futures)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with closing(sqlite3.connect(path)) as reader:
        assert names(reader) == ["a", "b", "c"]


def test_a_closed_database_says_so(database: Database) -> None:
    database.close()
    database.close()
    with pytest.raises(DatabaseClosed):
        database.write(add("a")).result(60)
    with pytest.raises(DatabaseClosed):
        database.read(names)


def test_a_reader_that_outlives_the_database_is_closed(database: Database) -> None:
    def close_meanwhile(connection: sqlite3.Connection) -> sqlite3.Connection:
        database.close()
        return connection

    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        names(database.read(close_meanwhile))
