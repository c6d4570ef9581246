"""Accounts and tokens over HTTP."""

from collections.abc import Iterator

import pytest

from facedown.server.limits import Settings
from server.http_server import PASSWORD, PATIENT, HttpServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("accounts")) as server:
        yield server


def test_register_login_and_who_am_i(server: HttpServer) -> None:
    session = server.register("Ada")
    assert session.keys() == {"player", "name", "guest", "token", "expires"}
    assert (session["name"], session["guest"]) == ("Ada", False)
    profile = server.get("/me", session["token"]).json
    assert (profile["player"], profile["name"], profile["match"]) == (session["player"], "Ada", None)
    again = server.ask("POST", "/login", {"name": "ADA", "password": PASSWORD})
    assert again.status == 200
    assert again.json["player"] == session["player"]
    assert again.json["token"] != session["token"]
    assert again.headers["cache-control"] == "no-store"


def test_a_name_is_taken_once(server: HttpServer) -> None:
    server.register("Bram")
    reply = server.ask("POST", "/register", {"name": "bram", "password": PASSWORD})
    assert (reply.status, reply.json["code"]) == (409, "taken")


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [("ab", PASSWORD, "name"), ("with space", PASSWORD, "name"), ("Short", "seven77", "password")],
)
def test_names_and_passwords_have_rules(server: HttpServer, name: str, password: str, code: str) -> None:
    reply = server.ask("POST", "/register", {"name": name, "password": password})
    assert (reply.status, reply.json["code"]) == (400, code)


def test_unknown_name_and_wrong_password_are_told_apart_by_nothing(server: HttpServer) -> None:
    server.register("Cleo")
    wrong = server.ask("POST", "/login", {"name": "Cleo", "password": "not the password"})
    unknown = server.ask("POST", "/login", {"name": "Nobody", "password": "not the password"})
    hopeless = server.ask("POST", "/login", {"name": "no such name!", "password": "x"})
    assert wrong.status == unknown.status == hopeless.status == 401
    assert wrong.body == unknown.body == hopeless.body
    assert wrong.headers.keys() == unknown.headers.keys()


def test_logout_ends_this_token_alone(server: HttpServer) -> None:
    first = server.register("Dana")["token"]
    second = server.ask("POST", "/login", {"name": "Dana", "password": PASSWORD}).json["token"]
    assert server.ask("POST", "/logout", token=first).status == 204
    gone = server.get("/me", first)
    assert (gone.status, gone.json["code"]) == (401, "token")
    assert gone.headers["www-authenticate"] == "Bearer"
    assert server.get("/me", second).status == 200


def test_logout_everywhere_ends_every_token_and_line(server: HttpServer) -> None:
    session = server.register("Egon")
    other = server.ask("POST", "/login", {"name": "Egon", "password": PASSWORD}).json["token"]
    stranger = server.register("Stranger")["token"]
    with server.player(token=other) as line, server.player(token=stranger) as bystander:
        assert server.ask("POST", "/logout-everywhere", token=session["token"]).status == 204
        with pytest.raises(Exception, match="you have logged out everywhere"):
            line.hear("nothing that is ever said")
        bystander.say("join_queue")
        assert bystander.hear("queued")["game"] == "duel"
    assert server.get("/me", session["token"]).status == server.get("/me", other).status == 401
    assert server.get("/me", stranger).status == 200


def test_a_token_counts_in_its_header_alone(server: HttpServer) -> None:
    token = server.register("Fenja")["token"]
    assert server.get("/me").status == 401
    assert server.get(f"/me?token={token}").status == 401
    assert server.get("/me", authorization=f"Basic {token}").status == 401
    assert server.get("/me", cookie=f"token={token}").status == 401
    assert server.get("/me", token + "x").status == 401
    assert server.get("/me", "x" * 5000).status == 401
    assert server.get("/me", authorization=f"bearer {token}").status == 200


def test_expired_tokens_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    hasty = Settings(token_days=0, attempts_per_address=1000)
    with HttpServer(tmp_path_factory.mktemp("hasty"), hasty) as server:
        session = server.register("Gus")
        assert server.get("/me", session["token"]).status == 401
        assert server.get("/decks", session["token"]).status == 401


def test_a_guest_becomes_an_account_and_keeps_its_decks(server: HttpServer) -> None:
    with server.player(name="hopper") as line:
        welcome = line.welcome
    guest = welcome["token"]
    deck = server.ask("POST", "/decks", {"name": "mine", "cards": ["firebolt"]}, guest).json
    session = server.register("Hopper", guest)
    assert (session["player"], session["guest"]) == (welcome["player"], False)
    assert server.get(f"/decks/{deck['id']}", session["token"]).json == deck
    assert server.get("/me", guest).status == 401  # a guest's token is nobody's password
    again = server.ask("POST", "/register", {"name": "Hopper2", "password": PASSWORD}, session["token"])
    assert (again.status, again.json["code"]) == (409, "guest")


def test_a_guest_who_is_connected_goes_on_as_the_account(server: HttpServer) -> None:
    with server.player(name="kit-the-guest") as line, server.player(name="bystander") as other:
        server.register("Kit", line.token)
        assert line.ask("create_lobby", "lobby_opened")["players"] == ["Kit"]
        assert other.ask("create_lobby", "lobby_opened")["players"] == ["bystander"]


def test_a_stale_token_does_not_open_a_fresh_account(server: HttpServer) -> None:
    reply = server.ask("POST", "/register", {"name": "Ivo", "password": PASSWORD}, "long gone")
    assert (reply.status, reply.json["code"]) == (401, "token")
    assert server.ask("POST", "/login", {"name": "Ivo", "password": PASSWORD}).status == 401


def test_sessions_outlive_the_process(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = tmp_path_factory.mktemp("again")
    with HttpServer(data, PATIENT) as server:
        token = server.register("Jule")["token"]
    with HttpServer(data, PATIENT) as server:
        assert server.get("/me", token).json["name"] == "Jule"
