"""Whole games between random players: nothing crashes, stalls, is lost or doubled, and the log replays."""

from games.magic_soak import Soak, soak

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
