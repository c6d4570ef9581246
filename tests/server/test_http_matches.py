"""Matches over HTTP: history, watching lists, logs, audits, the ladder."""

import random
import sqlite3
from collections.abc import Iterator

import pytest

from facedown.games.duel import CARDS
from facedown.table import verify
from facedown.table.verify import read_log
from server.http_server import PASSWORD, HttpServer, concede
from server.modern import meet, play, queue_up


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("matches")) as server:
        yield server


def test_a_finished_match_has_facts_a_log_and_a_verdict(server: HttpServer) -> None:
    ada, bram = server.register("Ada")["token"], server.register("Bram")["token"]
    choose = random.Random(5)
    with server.player(token=ada) as first, server.player(token=bram) as second:
        match = meet(first, second)
        assert server.get("/me", ada).json["match"] == match
        assert server.get(f"/matches/{match}").json["attended"]
        assert server.get("/matches?status=running").json == []  # a lobby is nobody else's business
        play((first, second), 12, choose)
        half = server.get(f"/matches/{match}/log")
        assert server.get(f"/matches/{match}/verify").json["verdict"] == "unproved"
        concede(second, first)
        head = first.standing["head"]

    facts = server.get(f"/matches/{match}").json
    assert [seat["name"] for seat in facts["seats"]] == ["Ada", "Bram"]
    assert facts["outcome"] == {"winners": [0], "reason": "conceded"}
    assert facts["finished"] >= facts["created"]
    assert server.get("/matches").json == []

    log = server.get(f"/matches/{match}/log")
    assert log.headers["content-type"] == "application/jsonl"
    assert log.headers["content-disposition"] == f'attachment; filename="facedown-{match}.jsonl"'
    assert read_log(log.body)[:12] == read_log(half.body)[:12]
    report = verify(log.body, head)
    assert report.finished
    assert (report.match, report.players, report.entries) == (match, ("Ada", "Bram"), facts["entries"])

    verdict = server.get(f"/matches/{match}/verify").json
    assert (verdict["verdict"], verdict["fault"]) == ("unattested", None)  # they came without keys
    assert (verdict["report"]["head"], verdict["report"]["entries"]) == (head, facts["entries"])

    (mine,) = server.get("/history", ada).json
    assert {key: mine[key] for key in facts} == facts
    assert (mine["seat"], mine["result"]) == (0, "won")
    (theirs,) = server.get("/history", bram).json
    assert (theirs["seat"], theirs["result"]) == (1, "lost")


def test_a_whole_game_by_legal_moves_is_fair(server: HttpServer) -> None:
    with server.player(name="left") as first, server.player(name="right") as second:
        match = meet(first, second)
        play((first, second), 2000, random.Random(11))
        outcome = first.standing["outcome"]
    assert server.get(f"/matches/{match}").json["outcome"] == outcome
    assert verify(server.get(f"/matches/{match}/log").body).outcome is not None


def test_a_log_that_was_tampered_with_is_called_unfair(tmp_path_factory: pytest.TempPathFactory) -> None:
    with HttpServer(tmp_path_factory.mktemp("tampered")) as other:
        with other.player(name="left") as first, other.player(name="right") as second:
            match = meet(first, second)
            play((first, second), 3, random.Random(1))
            concede(first, second)
        with sqlite3.connect(other.store) as store:
            turned = "CAST(replace(record, '\"winners\":[1]', '\"winners\":[0]') AS BLOB)"
            store.execute(f"UPDATE records SET record = {turned}")
        store.close()
        verdict = other.get(f"/matches/{match}/verify").json
    assert (verdict["verdict"], verdict["report"]) == ("unfair", None)
    assert verdict["fault"].keys() == {"who", "why", "at"}
    assert verdict["fault"]["who"] == "dealer"


def test_logs_are_cached_by_their_seal(server: HttpServer) -> None:
    with server.player(name="left") as first, server.player(name="right") as second:
        match = meet(first, second)
        path = f"/matches/{match}/log"
        before = server.get(path)
        assert before.headers["cache-control"] == "no-cache"
        assert server.get(path, if_none_match=before.headers["etag"]).status == 304
        play((first, second), 1, random.Random(1))
        assert server.get(path, if_none_match=before.headers["etag"]).status == 200
        concede(first, second)
    after = server.get(path)
    assert after.headers["cache-control"] == "no-cache"  # signatures may still come
    known = server.get(path, if_none_match=f'"other", W/{after.headers["etag"]}')
    assert (known.status, known.body) == (304, b"")
    assert known.headers["cache-control"] == after.headers["cache-control"]


def test_a_running_match_gives_nothing_away(server: HttpServer) -> None:
    with server.player(name="left") as first, server.player(name="right") as second:
        match = meet(first, second)
        hands = [face for line in (first, second) for face in line.faces.values()]
        with sqlite3.connect(server.store) as store:
            (secret,) = store.execute(
                "SELECT secret FROM secrets JOIN matches ON number = match WHERE id = ?", (match,)
            ).fetchone()
        store.close()
        paths = [f"/matches/{match}", f"/matches/{match}/log", f"/matches/{match}/verify", "/matches"]
        told = b"".join(server.get(path, token).body for path in paths for token in (None, "nobody's"))
        told += server.log().encode()
        concede(first, second)
    assert hands
    assert not [face for face in CARDS if face.encode() in told]
    assert secret[12:60] not in told
    assert b'"secret"' not in told


def test_history_comes_in_pages_and_is_ones_own(server: HttpServer) -> None:
    pia, quin = server.register("Pia")["token"], server.register("Quin")["token"]
    matches = []
    for _ in range(3):
        with server.player(token=pia) as first, server.player(token=quin) as second:
            matches.append(meet(first, second))
            concede(first, second)
    page = server.get("/history?limit=2", pia).json
    assert [match["id"] for match in page] == [matches[2], matches[1]]
    rest = server.get(f"/history?limit=2&before={page[-1]['id']}", pia).json
    assert [match["id"] for match in rest] == [matches[0]]
    assert server.get("/history", server.register("Rosa")["token"]).json == []
    assert server.get("/history").status == 401


def test_running_matches_come_in_pages(server: HttpServer) -> None:
    with (
        server.player(name="aaa") as a,
        server.player(name="bbb") as b,
        server.player(name="ccc") as c,
        server.player(name="ddd") as d,
    ):
        first, second = queue_up(a, b), queue_up(c, d)
        assert server.get("/matches").json[0]["attended"]
        assert [match["id"] for match in server.get("/matches?limit=1").json] == [second]
        assert [match["id"] for match in server.get(f"/matches?before={second}").json] == [first]
        concede(a, b)
        concede(c, d)


@pytest.mark.parametrize("path", ["/matches/nosuch", "/matches/nosuch/log", "/matches/nosuch/verify"])
def test_a_match_that_there_is_not(server: HttpServer, path: str) -> None:
    reply = server.get(path)
    assert (reply.status, reply.json["code"]) == (404, "unknown")


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=many", "status=finished", "nonsense=1"])
def test_a_query_is_checked(server: HttpServer, query: str) -> None:
    reply = server.get(f"/matches?{query}")
    assert (reply.status, reply.json["code"]) == (400, "invalid")


def test_the_queue_is_rated_and_the_ladder_shows_it(server: HttpServer) -> None:
    una, vito = server.register("Una"), server.register("Vito")
    with server.player(token=una["token"]) as first, server.player(token=vito["token"]) as second:
        first.say("join_queue")
        first.hear("queued")
        second.say("join_queue")
        second.hear("snapshot")
        first.hear("snapshot")
        concede(second, first)
    rungs = server.get("/ladder?game=duel").json
    assert [(rung["place"], rung["name"]) for rung in rungs] == [(1, "Una"), (2, "Vito")]
    assert rungs[0]["rating"] > 1500 > rungs[1]["rating"]
    rating = server.get(f"/players/{una['player']}/rating").json
    assert (rating["name"], rating["rating"], rating["games"]) == ("Una", rungs[0]["rating"], 1)
    assert [rung["name"] for rung in server.get("/ladder?limit=1").json] == ["Una"]


def test_ratings_of_strangers_and_strange_games(server: HttpServer) -> None:
    fresh = server.ask("POST", "/register", {"name": "Wim", "password": PASSWORD}).json["player"]
    assert server.get(f"/players/{fresh}/rating").json["rating"] == 1500
    assert server.get("/players/nobody/rating").status == 404
    assert server.get(f"/players/{fresh}/rating?game=chess").status == 404
    assert server.get("/ladder?game=chess").status == 404
