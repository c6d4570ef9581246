"""The contract: what a bot is given, and that it keeps to the rules with it."""

import random
from typing import Any

import pytest

from bots.matches import Quick, ask, stroll, table_of
from conformance.peek import PEEK
from facedown.bots.bot import AnyGame, Bot
from facedown.bots.greedy import Greedy
from facedown.bots.search import Search
from facedown.bots.uniform import Random
from facedown.games.duel import DECKS, DUEL
from facedown.kernel import Faces, Seat

BOTS: list[type[Bot]] = [Random, Greedy, Quick]
GAMES = [pytest.param(DUEL, 2, id="duel"), pytest.param(PEEK, 3, id="peek")]


class Hasty(Bot):
    """All that a bot of one's own needs."""

    def choose(self, game: AnyGame, state: Any, seat: Seat, faces: Faces) -> Any:
        return game.legal(state, seat, faces)[-1]


def test_a_bot_of_ones_own_is_three_lines() -> None:
    table = table_of(DUEL)
    (seat,) = table.active
    assert ask(Hasty(), table, seat) == table.legal(seat)[-1]
    assert repr(Hasty()) == "Hasty()"


def test_a_bot_knows_its_deck_and_level() -> None:
    bot = Search(1, deck=list(DECKS["starter"]), level=3)
    assert (bot.deck, bot.level, repr(bot)) == (DECKS["starter"], 3, "Search(level=3)")
    assert Search().level is None


def test_a_level_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="Greedy has no level 2"):
        Greedy(level=2)


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_chooses_what_is_legal(kind: type[Bot], game: AnyGame, seats: int) -> None:
    asked = 0
    for seed in range(3):
        bot, table = kind(seed), table_of(game, seed, seats)
        for seat in stroll(table, seed):
            asked += 1
            assert ask(bot, table, seat) in table.legal(seat)
    assert asked > 50


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_same_seed_makes_the_same_choices(kind: type[Bot], game: AnyGame, seats: int) -> None:
    def choices(seed: int) -> list[Any]:
        table = table_of(game, 2, seats)
        bot = kind(seed)
        return [ask(bot, table, seat) for seat, _ in zip(stroll(table, 4), range(25), strict=False)]

    assert choices(7) == choices(7)
    assert kind is not Random or choices(7) != choices(8)


@pytest.mark.parametrize("kind", BOTS)
def test_without_a_seed_the_system_chooses(kind: type[Bot]) -> None:
    assert kind().rng.random() != kind().rng.random()


@pytest.mark.parametrize("kind", BOTS)
def test_what_is_hidden_changes_no_choice(kind: type[Bot]) -> None:
    """Two tables alike but for the other's cards, which the seat has not seen."""
    compared = 0
    for seed in range(12):
        deck = DECKS["wildfire"]
        one, two = (table_of(DUEL, seed, decks=[deck, DECKS[other]]) for other in ("moonwell", "starter"))
        bots = [kind(seed, deck=deck) for _ in range(2)]
        rng = random.Random(seed)
        while one.active == two.active == (0,) and one.state == two.state:
            assert one.faces[0] == two.faces[0]
            assert one.faces[1] != two.faces[1]
            assert ask(bots[0], one, 0) == ask(bots[1], two, 0)
            compared += 1
            action = rng.choice(one.legal(0))
            one.act(0, action, 0)
            two.act(0, action, 0)
    assert compared > 10
