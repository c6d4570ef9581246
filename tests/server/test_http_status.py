"""Health, figures, the games and their cards."""

import sqlite3
from collections.abc import Iterator

import pytest

import facedown
from facedown.crypto.signing import is_key
from facedown.games.duel import CARDS, DECKS
from server.http_server import HttpServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("status")) as server:
        yield server


def test_health_and_version(server: HttpServer) -> None:
    assert server.get("/healthz").json == {"status": "ok"}
    version = server.get("/version").json
    assert (version["version"], version["protocol"]) == (facedown.__version__, 1)
    assert is_key(version["server"])


def test_health_fails_with_the_store(tmp_path_factory: pytest.TempPathFactory) -> None:
    with HttpServer(tmp_path_factory.mktemp("broken")) as server:
        assert server.get("/healthz").status == 200
        other = sqlite3.connect(server.store, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # nobody else can write now
        reply = server.get("/healthz")
        assert (reply.status, reply.json["code"]) == (503, "busy")
        other.execute("ROLLBACK")
        other.close()
        assert server.get("/healthz").status == 200


def test_figures_for_prometheus(server: HttpServer) -> None:
    assert server.get("/version").status == 200
    with server.player(name="first") as line:
        line.say("join_queue")
        line.hear("queued")
        reply = server.get("/metrics")
    assert reply.headers["content-type"].startswith("text/plain; version=")
    figures = dict(row.rsplit(" ", 1) for row in reply.body.decode().splitlines() if row[:1] != "#")
    assert figures["facedown_queued"] == "1.0"
    assert figures["facedown_connections"] == "1.0"
    assert figures["facedown_matches_in_memory"] == "0.0"
    assert float(figures['facedown_http_requests_total{method="GET",path="/version",status="200"}']) >= 1


def test_the_catalog_has_the_first_protocols_templates(server: HttpServer) -> None:
    catalog = server.get("/card-catalog?game=duel").json
    assert server.get("/card-catalog").json == catalog
    assert [card["id"] for card in catalog] == list(CARDS)
    extras = {"text", "keywords", "effects", "school"}
    for card in catalog:
        if card["type"] == "creature":
            assert card.keys() == {"id", "name", "type", "cost", "attack", "health"} | extras
        else:
            assert card["type"] == "spell"
            assert card.keys() == {"id", "name", "type", "cost", "spellPower"} | extras
    cards = {card["id"]: card for card in catalog}
    assert (cards["firebolt"]["cost"], cards["firebolt"]["spellPower"]) == (1, 3)
    walker = cards["castle-walker"]
    assert (walker["cost"], walker["attack"], walker["health"]) == (8, 6, 12)
    assert walker["keywords"] == ["guard"]
    assert cards["bell-ringer"]["effects"] == [{"when": "arrival", "op": "draw", "amount": 1}]
    assert cards["bell-ringer"]["text"] == "Arrival: draw a card."


def test_the_catalog_is_cached(server: HttpServer) -> None:
    catalog = server.get("/card-catalog")
    assert catalog.headers["cache-control"] == "no-cache"
    assert server.get("/card-catalog", if_none_match=catalog.headers["etag"]).status == 304
    assert server.get("/card-catalog", if_none_match='"old"').status == 200
    assert server.get("/card-catalog?game=chess").status == 404


def test_the_games_say_what_can_be_agreed_on(server: HttpServer) -> None:
    (duel,) = [game for game in server.get("/games").json if game["name"] == "duel"]
    assert duel["seats"] == [2, 2]
    assert {name: tuple(deck) for name, deck in duel["decks"].items()} == DECKS
    assert {"random", "greedy", "search"} <= set(duel["bots"])
    options = duel["options"]["$defs"]["DuelOptions"]
    assert options["properties"]["hero_health"]["default"] == 50
    assert "second" in options["properties"]["second_draws"]["description"]
