"""The codes of lobbies: nobody finds one by guessing, and nobody learns which ones have been."""

from collections.abc import Callable, Iterator

import pytest

from facedown.server.limits import Settings
from server.http_server import HttpServer
from server.process import ServerProcess

TRIES = 6
FEW = Settings(codes_per_address=TRIES)


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("codes"), FEW) as server:
        yield server


def _by_socket(server: ServerProcess) -> Callable[[str], tuple[str, str]]:
    player = server.player()

    def guess(code: str) -> tuple[str, str]:
        answer = player.ask("join_lobby", "rejected", "lobby_opened", "snapshot", code=code)
        return answer.get("code", ""), answer.get("message", "found")

    return guess


def _by_http(server: HttpServer) -> Callable[[str], tuple[str, str]]:
    def guess(code: str) -> tuple[str, str]:
        answer = server.get(f"/lobbies/{code}").json
        return answer["code"], answer.get("message", "found")

    return guess


def test_guesses_are_counted_together_on_both_ways_whoever_makes_them(server: HttpServer) -> None:
    with server.player(name="Ada") as ada:
        code = ada.ask("create_lobby", "lobby_opened", game="magic", seats=4)["code"]
        assert server.get(f"/lobbies/{code}").status == 200
        ways = [_by_socket(server), _by_http(server), _by_socket(server), _by_http(server)]
        said = [ways[at % 4](f"WRONG{at}") for at in range(TRIES)]
        assert {kind for kind, _ in said} == {"illegal", "unknown"}
        for way in ways:
            # From now on the right code is answered as any other.
            assert way(code) == way("WRONGX") == ("pace", "too many attempts; wait a little")
        assert server.get(f"/lobbies/{code}", x_forwarded_for="203.0.113.9").status == 200


def test_right_codes_cost_nothing(server: HttpServer) -> None:
    with server.player(name="Ada") as ada:
        code = ada.ask("create_lobby", "lobby_opened", game="magic", seats=4)["code"]
        assert {server.get(f"/lobbies/{code}").status for _ in range(3 * TRIES)} == {200}


def test_a_code_that_was_is_answered_like_one_that_never_was(server: HttpServer) -> None:
    with server.player(name="Ada") as ada, server.player(name="Bram") as bram:
        left = ada.ask("create_lobby", "lobby_opened")["code"]
        ada.ask("leave_lobby", "left")
        begun = ada.ask("create_lobby", "lobby_opened")["code"]
        bram.ask("join_lobby", "snapshot", code=begun)
        for guess in (_by_socket(server), _by_http(server)):
            never, words = guess("AAAAAA")
            for code in (left, begun):
                assert guess(code) == (never, words.replace("AAAAAA", code))
