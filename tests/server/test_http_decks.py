"""Saved decks over HTTP: yours are yours."""

from collections.abc import Iterator
from itertools import count

import pytest

from facedown.games.duel import DECKS
from server.http_server import HttpServer
from server.modern import meet

_number = count()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("decks")) as server:
        yield server


@pytest.fixture
def token(server: HttpServer) -> str:
    with server.player(name=f"guest-{next(_number)}") as line:
        told: str = line.welcome["token"]
    return told


def test_a_deck_is_saved_listed_changed_and_deleted(server: HttpServer, token: str) -> None:
    saved = server.ask("POST", "/decks", {"name": "Fire", "cards": DECKS["wildfire"]}, token)
    assert saved.status == 201
    deck = saved.json
    assert deck.keys() == {"id", "name", "game", "cards", "saved", "legal", "why", "faults"}
    assert (deck["game"], deck["legal"], deck["why"]) == ("duel", True, "")
    assert server.get("/decks", token).json == server.get("/decks?game=duel", token).json == [deck]
    changed = server.ask("PUT", f"/decks/{deck['id']}", {"name": "Ice", "cards": ["ice-shard"]}, token).json
    assert (changed["id"], changed["name"], changed["cards"]) == (deck["id"], "Ice", ["ice-shard"])
    assert server.get(f"/decks/{deck['id']}", token).json == changed
    assert server.ask("DELETE", f"/decks/{deck['id']}", token=token).status == 204
    assert server.get(f"/decks/{deck['id']}", token).status == 404
    assert server.get("/decks", token).json == []


def test_an_unfinished_deck_is_saved_and_says_what_it_lacks(server: HttpServer, token: str) -> None:
    deck = server.ask("POST", "/decks", {"name": "Begun", "cards": ["firebolt"] * 4}, token).json
    assert not deck["legal"]
    assert deck["why"] == "4 copies of Firebolt; at most 3"
    empty = server.ask("POST", "/decks", {"name": "Empty", "cards": []}, token).json
    assert empty["why"] == "a deck has 30 cards, this one has 0"


@pytest.mark.parametrize(
    ("draft", "status", "code"),
    [
        ({"name": "x", "cards": ["no-such-card"]}, 400, "deck"),
        ({"name": "x", "cards": ["firebolt"] * 501}, 400, "invalid"),
        ({"name": "x", "cards": "firebolt"}, 400, "invalid"),
        ({"name": "x", "cards": [7]}, 400, "invalid"),
        ({"name": "", "cards": []}, 400, "invalid"),
        ({"name": "x" * 61, "cards": []}, 400, "invalid"),
        ({"name": "two\nlines", "cards": []}, 400, "deck"),
        ({"name": "x", "cards": [], "owner": "somebody"}, 400, "invalid"),
        ({"name": "x"}, 400, "invalid"),
        ({"name": "x", "cards": [], "game": "chess"}, 404, "unknown"),
    ],
)
def test_what_is_no_deck_is_refused(
    server: HttpServer, token: str, draft: object, status: int, code: str
) -> None:
    reply = server.ask("POST", "/decks", draft, token)
    assert (reply.status, reply.json["code"]) == (status, code)
    assert server.get("/decks", token).json == []


def test_anothers_deck_does_not_exist(server: HttpServer, token: str) -> None:
    deck = server.ask("POST", "/decks", {"name": "Mine", "cards": ["wither"]}, token).json
    other = server.register("Thief")["token"]
    path = f"/decks/{deck['id']}"
    missing = server.get("/decks/nosuchdeck", other)
    for reply in (
        server.get(path, other),
        server.ask("PUT", path, {"name": "Stolen", "cards": []}, other),
        server.ask("DELETE", path, token=other),
    ):
        assert (reply.status, reply.body) == (404, missing.body)
    assert server.get("/decks", other).json == []
    assert server.get(path).status == 401
    assert server.get(path, token).json == deck


def test_there_is_an_end_to_decks(server: HttpServer, token: str) -> None:
    for at in range(100):
        assert server.ask("POST", "/decks", {"name": f"n{at}", "cards": []}, token).status == 201
    reply = server.ask("POST", "/decks", {"name": "n100", "cards": []}, token)
    assert (reply.status, reply.json["code"]) == (409, "full")


def test_a_saved_deck_is_played_and_anothers_is_not(server: HttpServer, token: str) -> None:
    deck = server.ask("POST", "/decks", {"name": "Tide", "cards": DECKS["moonwell"]}, token).json["id"]
    with server.player(token=token) as mine, server.player(name="guest") as other:
        other.say("create_lobby", deck=deck)
        assert other.hear("rejected", "lobby_opened")["code"] == "unknown"
        meet(mine, other, deck=deck)
        faces = set(mine.faces.values())
        mine.say("concede")
        mine.hear("update")
    assert faces
    assert faces <= set(DECKS["moonwell"])


def test_a_list_in_any_format_is_read_and_reported_by_line(server: HttpServer, token: str) -> None:
    pasted = "Deck\n4 Lightning Bolt (M10) 146\n36 Mountain\n1 Lightening Blot\n\nSideboard\n2 Shock\n"
    read = server.ask("POST", "/deck-list", {"game": "magic", "text": pasted}, token).json
    assert len(read["cards"]) == 40
    assert [problem["line"] for problem in read["problems"]] == [4]
    assert [note["line"] for note in read["notes"]] == [7], "a sideboard is no part of the deck"
    judged = server.ask("POST", "/deck-check", {"game": "magic", "cards": read["cards"]}, token).json
    assert judged["faults"].keys() == {"casual", "constructed", "commander"}
    assert judged["faults"]["casual"] == ""
    assert "60" in judged["faults"]["constructed"]
    saved = server.ask("POST", "/decks", {"game": "magic", "name": "Bolts", "cards": read["cards"]}, token)
    assert saved.json["faults"] == judged["faults"]
    assert server.ask("POST", "/deck-list", {"game": "magic", "text": pasted}).status == 401


def test_formats_say_what_their_decks_are_like(server: HttpServer) -> None:
    games = {game["name"]: game for game in server.ask("GET", "/games").json}
    assert games["duel"]["formats"]["usual"]["deck"] == {"fewest": 30, "most": 30, "copies": 3, "leader": ""}
    formats = games["magic"]["formats"]
    assert formats["commander"]["decks"] == ["krenko", "tolsimir"]
    assert formats["commander"]["options"]["commander"] is True
    assert formats["commander"]["deck"] == {"fewest": 100, "most": 100, "copies": 1, "leader": "commander"}
    assert not {"krenko", "tolsimir"} & {*formats["casual"]["decks"], *formats["constructed"]["decks"]}
    assert {*formats["casual"]["decks"], "krenko", "tolsimir"} == games["magic"]["decks"].keys()
