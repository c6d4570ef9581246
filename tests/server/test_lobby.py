"""The queue and the lobbies as plain bookkeeping."""

from itertools import chain, repeat

import pytest

from facedown.games.duel import DuelOptions
from facedown.kernel import IllegalAction
from facedown.server import lobby as module
from facedown.server.lobby import CODE_LENGTH, CODE_LETTERS, Lobbies, Queue, Terms, Wish
from facedown.table import Clock

TERMS = Terms("duel", "house", DuelOptions(), Clock())


def _wish(player: str) -> Wish:
    return Wish(player, player, ())


def test_first_come_first_served() -> None:
    queue = Queue()
    assert queue.join("duel", "house", None, _wish("ada"), 2) == []
    assert len(queue) == 1
    assert [wish.player for wish in queue.join("duel", "house", None, _wish("bram"), 2)] == ["ada", "bram"]
    assert len(queue) == 0


def test_each_game_has_its_own_line_and_nobody_stands_in_one_twice() -> None:
    queue = Queue()
    queue.join("duel", "house", None, _wish("ada"), 2)
    assert queue.join("lanes", "house", None, _wish("bram"), 2) == []
    assert queue.join("duel", "mental", None, _wish("cleo"), 2) == [], "another dealer is another line"
    assert queue.join("duel", "house", 40, _wish("dora"), 2) == [], "other options are another line"
    assert queue.join("duel", "house", None, _wish("ada"), 2) == []
    assert queue.leave("ada")
    assert not queue.leave("ada")
    assert len(queue) == 3


def test_a_code_has_six_letters_that_nobody_mistakes() -> None:
    assert not set("0O1I") & set(CODE_LETTERS)
    letters = iter("ABCDEF" + "ABCDEF" + "GHJKLM")
    lobbies = Lobbies(lambda _: next(letters))
    assert lobbies.create(TERMS, 2, _wish("ada")).code == "ABCDEF"
    assert lobbies.create(TERMS, 2, _wish("bram")).code == "GHJKLM", "a code that is taken is not given again"
    assert len("ABCDEF") == CODE_LENGTH


def test_a_full_lobby_is_closed_and_seats_people_in_order() -> None:
    letters = chain.from_iterable(repeat("ABCDEF"))
    lobbies = Lobbies(lambda _: next(letters))
    lobby = lobbies.create(TERMS, 3, _wish("ada"))
    assert lobbies.find(" abcdef\n") is lobby
    assert lobbies.join(lobby, _wish("bram")) == []
    assert lobbies.join(lobby, _wish("bram")) == [], "the same one again takes no second seat"
    assert [wish.player for wish in lobbies.join(lobby, _wish("cleo"))] == ["ada", "bram", "cleo"]
    with pytest.raises(IllegalAction, match="no lobby"):
        lobbies.find("ABCDEF")
    assert lobbies.leave("ada") is None


def test_an_empty_lobby_is_gone() -> None:
    lobbies = Lobbies(lambda letters: letters[0])
    lobby = lobbies.create(TERMS, 3, _wish("ada"))
    lobbies.join(lobby, _wish("bram"))
    assert lobbies.leave("ada") is lobby
    assert list(lobby.wishes) == ["bram"]
    assert lobbies.leave("bram") is lobby
    with pytest.raises(IllegalAction):
        lobbies.find(lobby.code)
    assert lobbies.leave("bram") is None


def test_there_is_an_end_to_lobbies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LOBBIES", 1)
    lobbies = Lobbies(lambda letters: letters[0])
    assert not lobbies.full
    lobbies.create(TERMS, 2, _wish("ada"))
    assert lobbies.full
