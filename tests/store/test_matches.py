"""The index of matches and their logs: optimistic append, atomic ends, secrets that stay secret."""

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facedown.store import (
    Accounts,
    Conflict,
    Database,
    EventLog,
    Match,
    Matches,
    MatchOver,
    Ratings,
    Seated,
    UnknownMatch,
)

OneGroup = Callable[[], AbstractContextManager[None]]
SECRET = b"the dealer's seed"
BOTS = (Seated(None, "greedy"), Seated(None, "search"))


@pytest.fixture
def matches(database: Database) -> Matches:
    return Matches(database)


def a_match(id: str = "m", seats: Sequence[Seated] = BOTS, created: int = 1000) -> Match:
    return Match(
        id=id, game="duel", dealer="house", options=b'{"mana":10}', seats=tuple(seats), created=created
    )


def finish(
    matches: Matches, match: str, expected: int, records: Sequence[bytes] = (), **scores: float
) -> Future[None]:
    return matches.finish(match, expected, records, outcome=b'{"winner":0}', finished=2000, scores=scores)


def failure(future: Future[Any]) -> BaseException | None:
    return future.exception(5)


def test_matches_are_an_event_log(matches: Matches) -> None:
    log: EventLog = matches
    assert log.read("nothing") == []
    assert log.length("nothing") == 0


def test_an_opened_match_is_all_there(matches: Matches) -> None:
    matches.open(a_match(), SECRET, [b"0", b"1"]).result(5)
    found = matches.get("m")
    assert found == Match(
        id="m",
        game="duel",
        dealer="house",
        options=b'{"mana":10}',
        seats=BOTS,
        created=1000,
        entries=2,
    )
    assert found.status == "running"
    assert matches.read("m") == [b"0", b"1"]
    assert matches.secret("m") == SECRET


def test_a_second_match_with_the_same_id_changes_nothing(matches: Matches) -> None:
    matches.open(a_match(), SECRET, [b"0"]).result(5)
    assert isinstance(failure(matches.open(a_match(created=1), b"other", [b"x"])), sqlite3.IntegrityError)
    assert matches.read("m") == [b"0"]
    assert matches.secret("m") == SECRET
    assert [match.created for match in matches.running()] == [1000]


def test_append_in_order(matches: Matches) -> None:
    matches.open(a_match(), SECRET, []).result(5)
    matches.append("m", 0, [b"0", b"1"])
    matches.append("m", 2, [])
    matches.append("m", 2, [b"2"]).result(5)
    assert matches.read("m") == [b"0", b"1", b"2"]
    assert matches.read("m", start=1) == [b"1", b"2"]
    assert matches.length("m") == 3


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_a_wrong_position_is_a_conflict_and_writes_nothing(matches: Matches, expected: int) -> None:
    matches.open(a_match(), SECRET, [b"0", b"1"]).result(5)
    error = failure(matches.append("m", expected, [b"x", b"y", b"z"]))
    assert isinstance(error, Conflict)
    assert (error.stream, error.expected, error.actual) == ("m", expected, 2)
    assert matches.read("m") == [b"0", b"1"]


def test_an_unknown_match_takes_no_records(matches: Matches) -> None:
    assert isinstance(failure(matches.append("nothing", 0, [b"x"])), UnknownMatch)
    assert matches.length("nothing") == 0


def test_a_conflict_does_not_disturb_its_neighbours(matches: Matches, one_group: OneGroup) -> None:
    for id in "abc":
        matches.open(a_match(id), SECRET, [b"0"]).result(5)
    with one_group():
        good = [matches.append("a", 1, [b"1"]), matches.append("a", 2, [b"2"])]
        bad = [matches.append("b", 0, [b"x"]), matches.append("b", 5, [b"x"]), finish(matches, "b", 3)]
        good += [finish(matches, "c", 1, [b"1"]), matches.append("b", 1, [b"1"])]
    assert [failure(future) for future in good] == [None] * 4
    assert [type(failure(future)) for future in bad] == [Conflict] * 3
    assert [matches.read(id) for id in "abc"] == [[b"0", b"1", b"2"], [b"0", b"1"], [b"0", b"1"]]


def test_a_group_larger_than_one_statement(matches: Matches, database: Database, one_group: OneGroup) -> None:
    matches.open(a_match(), SECRET, []).result(5)
    database.write(lambda connection: connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 30)).result(5)
    records = [b"%d" % number for number in range(40)]
    with one_group():
        halves = [matches.append("m", 0, records[:20]), matches.append("m", 20, records[20:])]
        late = matches.append("m", 20, records[20:])
    assert [failure(future) for future in halves] == [None, None]
    assert isinstance(failure(late), Conflict)
    assert matches.read("m") == records


def test_a_group_may_hold_a_whole_match(matches: Matches, one_group: OneGroup) -> None:
    with one_group():
        futures = [
            matches.open(a_match(), SECRET, [b"0"]),
            matches.append("m", 1, [b"1"]),
            matches.append("m", 2, [b"2"]),
            finish(matches, "m", 3, [b"3"]),
        ]
    assert [failure(future) for future in futures] == [None] * 4
    assert matches.read("m") == [b"0", b"1", b"2", b"3"]
    assert matches.secret("m") is None


def test_an_append_and_a_finish_share_a_group(matches: Matches, one_group: OneGroup) -> None:
    for id in "ab":
        matches.open(a_match(id), SECRET, []).result(5)
    with one_group():
        futures = [matches.append("a", 0, [b"0"]), finish(matches, "b", 0, [b"0"])]
    assert [failure(future) for future in futures] == [None, None]
    assert [match.id for match in matches.running()] == ["a"]
    assert [matches.read(id) for id in "ab"] == [[b"0"], [b"0"]]


def test_of_many_threads_exactly_one_wins_each_position(matches: Matches) -> None:
    matches.open(a_match(), SECRET, []).result(5)

    def play(thread: int) -> list[bytes]:
        won = []
        for position in range(50):
            record = b"%d-%d" % (thread, position)
            error = failure(matches.append("m", position, [record]))
            assert error is None or isinstance(error, Conflict)
            if error is None:
                won.append(record)
        return won

    with ThreadPoolExecutor(6) as pool:
        won = [record for records in pool.map(play, range(6)) for record in records]
    assert sorted(matches.read("m")) == sorted(won)
    assert len(won) == 50


def test_finish_closes_the_match_and_drops_the_secret(
    matches: Matches, database: Database, path: Path
) -> None:
    matches.open(a_match(), SECRET, [b"0"]).result(5)
    finish(matches, "m", 1, [b"1"]).result(5)
    found = matches.get("m")
    assert found is not None
    assert (found.status, found.finished, found.outcome, found.entries) == (
        "finished",
        2000,
        b'{"winner":0}',
        2,
    )
    assert matches.secret("m") is None
    assert matches.running() == []
    assert isinstance(failure(matches.append("m", 2, [b"x"])), MatchOver)
    assert isinstance(failure(finish(matches, "m", 2)), MatchOver)
    database.close()
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("SELECT count(*) FROM secrets").fetchone() == (0,)


def test_a_finish_that_fails_changes_nothing(matches: Matches, database: Database) -> None:
    matches.open(a_match(), SECRET, [b"0"]).result(5)
    assert isinstance(failure(finish(matches, "m", 0, [b"x"])), Conflict)
    # Rating players who do not exist fails last, after everything else was written.
    assert isinstance(failure(finish(matches, "m", 1, [b"x"], nobody=1, noone=0)), sqlite3.IntegrityError)
    found = matches.get("m")
    assert found is not None
    assert (found.status, found.outcome, found.entries) == ("running", None, 1)
    assert matches.secret("m") == SECRET


def test_finish_rates_the_players(matches: Matches, database: Database) -> None:
    accounts, ratings = Accounts(database), Ratings(database)
    ann, bob = (accounts.guest(name, 0).result(5) for name in ("ann", "bob"))
    matches.open(a_match(seats=[Seated(ann.id, "ann"), Seated(bob.id, "bob")]), SECRET, []).result(5)
    finish(matches, "m", 0, [b"0"], **{ann.id: 1, bob.id: 0}).result(5)
    assert ratings.rating(ann.id, "duel").rating > 1500 > ratings.rating(bob.id, "duel").rating
    assert ratings.rating(ann.id, "duel").played == 2000


def test_running_matches_come_back_after_a_restart(path: Path) -> None:
    with Database(path) as database:
        matches = Matches(database)
        for id in ("b", "a", "done"):
            matches.open(a_match(id), id.encode(), [b"0"])
        finish(matches, "done", 1)
    with Database(path) as database:
        matches = Matches(database)
        assert [match.id for match in matches.running()] == ["b", "a"]
        assert matches.secret("a") == b"a"
        matches.append("a", 1, [b"1"]).result(5)


def test_a_match_remembers_whether_it_is_rated(matches: Matches) -> None:
    for id, rated in (("friendly", False), ("rated", True)):
        matches.open(msgspec.structs.replace(a_match(id), rated=rated), SECRET, []).result(5)
    assert [(match.id, match.rated) for match in matches.running()] == [("friendly", False), ("rated", True)]


def test_running_matches_page_newest_first(matches: Matches) -> None:
    for id in "abcde":
        matches.open(a_match(id), SECRET, []).result(5)
    finish(matches, "d", 0).result(5)
    assert [match.id for match in matches.newest_running(2)] == ["e", "c"]
    assert [match.id for match in matches.newest_running(2, before="c")] == ["b", "a"]


def test_a_private_match_runs_but_is_not_listed(matches: Matches) -> None:
    for id, private in (("open", False), ("ours", True)):
        matches.open(msgspec.structs.replace(a_match(id), private=private), SECRET, []).result(5)
    assert [match.id for match in matches.newest_running(5)] == ["open"]
    assert [(match.id, match.private) for match in matches.running()] == [("open", False), ("ours", True)]


def test_history_pages_newest_first_though_times_are_equal(matches: Matches, database: Database) -> None:
    accounts = Accounts(database)
    ann, bob = (accounts.guest(name, 0).result(5) for name in ("ann", "bob"))
    for number in range(5):
        matches.open(a_match(f"ann{number}", [Seated(ann.id, "ann"), BOTS[0]]), SECRET, [])
        matches.open(a_match(f"bob{number}", [BOTS[0], Seated(bob.id, "bob")]), SECRET, []).result(5)
    first = matches.history(ann.id, 3)
    assert [match.id for match in first] == ["ann4", "ann3", "ann2"]
    assert [match.id for match in matches.history(ann.id, 3, before=first[-1].id)] == ["ann1", "ann0"]
    assert first[0].seats == (Seated(ann.id, "ann"), Seated(None, "greedy"))
    assert matches.history("nobody", 3) == []
    matches.open(a_match("alone", [Seated(ann.id, "ann")] * 2), SECRET, []).result(5)
    assert [match.id for match in matches.history(ann.id, 2)] == ["alone", "ann4"]


def test_the_secret_is_in_no_listing(matches: Matches, database: Database) -> None:
    ann = Accounts(database).guest("ann", 0).result(5)
    future = matches.open(a_match(seats=[Seated(ann.id, "ann")]), SECRET, [])
    future.result(5)
    shown = repr((matches, future, matches.get("m"), matches.running(), matches.history(ann.id, 9)))
    assert "Match(" in shown
    assert SECRET.decode() not in shown


Step = tuple[str, int, list[bytes]]


@settings(max_examples=60, deadline=None)
@given(
    groups=st.lists(
        st.lists(
            st.tuples(st.sampled_from("ab"), st.integers(-2, 2), st.lists(st.binary(max_size=4), max_size=3)),
            max_size=6,
        ),
        max_size=6,
    )
)
def test_append_behaves_like_a_dictionary_of_lists(groups: list[list[Step]]) -> None:
    model: dict[str, list[bytes]] = {"a": [], "b": []}
    with tempfile.TemporaryDirectory() as folder, Database(Path(folder) / "db") as database:
        matches = Matches(database)
        for id in model:
            matches.open(a_match(id), SECRET, [])
        for group in groups:
            futures: list[tuple[Future[None], int | None]] = []
            for id, off_by, records in group:
                expected = len(model[id]) + off_by
                futures.append((matches.append(id, expected, records), len(model[id]) if off_by else None))
                if not off_by:
                    model[id] += records
            for future, actual in futures:
                error = failure(future)
                assert (error.actual if isinstance(error, Conflict) else error) == actual
            assert {id: matches.read(id) for id in model} == model


def test_signatures_come_with_the_end_and_after_it_one_for_each_seat(matches: Matches, path: Path) -> None:
    matches.open(a_match(), SECRET, [b"opening"]).result(5)
    assert isinstance(failure(matches.sign("m", 0, "early")), UnknownMatch)
    assert isinstance(failure(matches.sign("other", 0, "nowhere")), UnknownMatch)
    ended = matches.finish(
        "m", 1, [b"move", b"end"], outcome=b"{}", finished=2000, scores={}, signs={-1: "the server's"}
    )
    assert failure(ended) is None
    assert matches.signs("m") == {-1: "the server's"}
    for seat, sign in ((1, "bo's"), (0, "ada's"), (1, "bo's again"), (-1, "the server's again")):
        assert failure(matches.sign("m", seat, sign)) is None
    assert matches.signs("m") == {-1: "the server's", 0: "ada's", 1: "bo's"}
    assert matches.ends("m") == [b"opening", b"end"]
    assert matches.signs("other") == {}
    with Database(path) as again:
        assert Matches(again).signs("m") == matches.signs("m")


def test_signatures_of_an_end_that_was_refused_are_not_kept(matches: Matches) -> None:
    matches.open(a_match(), SECRET, [b"opening"]).result(5)
    ended = matches.finish("m", 5, [b"end"], outcome=b"{}", finished=2000, scores={}, signs={-1: "x"})
    assert isinstance(failure(ended), Conflict)
    assert matches.signs("m") == {}
