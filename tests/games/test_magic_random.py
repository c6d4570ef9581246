"""Whole games between random players: nothing crashes, stalls, is lost or doubled, and the log replays."""

import pytest

from games import magic_soak
from games.magic_soak import Soak, main, soak, tell

GAMES = 30


def test_random_games_keep_every_promise() -> None:
    wrong = [
        f"seed {game.seed}, action {game.actions}: {result!r}"
        for game, result in soak(0, GAMES, rate=0.01)
        if isinstance(result, Exception)
    ]
    assert not wrong, "\n".join(wrong)


def test_random_games_are_of_every_kind() -> None:
    games = [Soak(seed) for seed in range(GAMES)]
    assert {len(game.decks) for game in games} == {2, 3, 4}
    assert {game.options.commander for game in games} == {True, False}
    assert len({face for game in games for deck in game.decks for face in deck}) > 200


def test_a_game_that_stalls_is_stopped_and_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(magic_soak, "PATIENCE", 0.01)
    told = tell(0, 0.01)
    assert told.wrong.startswith("Stalled: more than 0.01 s of CPU time (")
    assert not told.ending


def test_games_in_several_processes_are_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3", "7", "1"]) == 0
    alone = capsys.readouterr().out.splitlines()
    assert main(["3", "7", "1", "--jobs", "2"]) == 0
    together = capsys.readouterr().out.splitlines()
    assert alone[-1].split(",")[:2] == together[-1].split(",")[:2]
    assert {line.split(":")[0] for line in (alone[0], together[0])} == {"slowest"}
