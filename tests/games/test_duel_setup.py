"""Before the first move: decks, options, the deal."""

from typing import Any

import pytest

from facedown.dealers import House
from facedown.games.duel import CARDS, DECKS, DUEL, DuelOptions, EndTurn
from facedown.kernel import InvalidAction, Roll, Rolled, Shuffle, Shuffled, encode
from facedown.kernel.play import replay, settle
from facedown.table import Table

STARTER = DECKS["starter"]


def dealt(first: int = 0, cards: int = 30, **options: Any) -> Any:
    """The state after both shuffles and the coin, with the fresh refs of a dealer."""
    chosen = DuelOptions(**options)
    state = DUEL.start(chosen, (tuple(range(cards)), tuple(range(cards, 2 * cards))))
    for at in (2, 3):
        state, _ = settle(DUEL, state, Shuffled(tuple(range(at * cards, (at + 1) * cards))))
    return settle(DUEL, state, Rolled(first))


def test_the_constants_are_those_of_the_rules() -> None:
    options = DuelOptions()
    assert (options.hero_health, options.mana, options.max_hand, options.initial_draw) == (50, 10, 10, 5)


def test_the_dealer_owes_two_shuffles_and_a_coin_before_anybody_acts() -> None:
    state = DUEL.start(DuelOptions(), ((0, 1), (2, 3)))
    assert DUEL.requests(state) == (Shuffle((0, 1)), Shuffle((2, 3)), Roll(2))
    assert DUEL.active(state) == ()
    assert DUEL.legal(state, 0, {0: "firebolt"}) == []
    assert DUEL.outcome(state) is None


@pytest.mark.parametrize("first", [0, 1])
def test_the_deal(first: int) -> None:
    """Five cards from the end of each deck, no draw on the first turn."""
    state, events = dealt(first)
    second = 1 - first
    fresh = (60, 90)
    for seat, count in ((first, 5), (second, 5)):
        side = state.sides[seat]
        top = fresh[seat] + 30
        assert side.hand == tuple(range(top - 1, top - 1 - count, -1))
        assert side.deck == tuple(range(fresh[seat], top - count))
        assert side.health == 50
    assert (state.active, state.turn, state.mana, state.owed) == (first, 1, 10, ())
    assert DUEL.active(state) == (first,)
    assert [type(event).__name__ for event in events] == ["FirstChosen", *["CardDrawn"] * 10, "TurnBegan"]


@pytest.mark.parametrize(
    ("options", "hands"),
    [
        ({}, (5, 5)),
        ({"second_draws": 1}, (5, 6)),
        ({"second_draws": 3}, (5, 8)),
        ({"initial_draw": 0}, (0, 0)),
        ({"initial_draw": 10}, (10, 10)),
        ({"max_hand": 4}, (4, 4)),
        ({"initial_draw": 7, "second_draws": 2, "cards": 3}, (3, 3)),
    ],
)
def test_opening_hands(options: dict[str, int], hands: tuple[int, int]) -> None:
    """Never more than the hand may hold or the deck has."""
    state, _ = dealt(0, **options)
    assert tuple(len(side.hand) for side in state.sides) == hands


def test_health_and_mana_are_options() -> None:
    state, _ = dealt(0, mana=3, hero_health=7)
    assert (state.mana, state.sides[0].health, state.sides[1].health) == (3, 7, 7)
    after = replay(DUEL, state, DUEL.decide(state, 0, EndTurn(), {}))
    assert (after.mana, after.active) == (3, 1)


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        (STARTER[:-1], "a deck has 30 cards, this one has 29"),
        ((*STARTER, "frost-wisp"), "a deck has 30 cards, this one has 31"),
        ((*STARTER[:-1], "black-lotus"), "no card is called 'black-lotus'"),
        ((*STARTER[:-1], ""), "no card is called ''"),
        (("firebolt",) * 30, "30 copies of Firebolt; at most 3"),
        ((), "a deck has 30 cards, this one has 0"),
    ],
)
def test_decks_that_may_not_be_played(deck: tuple[str, ...], why: str) -> None:
    with pytest.raises(InvalidAction, match=why.replace("(", r"\(")):
        DUEL.check_deck(deck, DuelOptions())
    with pytest.raises(InvalidAction):
        Table.open(DUEL, House(b"s" * 32, [deck, STARTER]), match="m", names="ab", decks=[deck, STARTER])


@pytest.mark.parametrize("name", DECKS)
def test_ready_decks(name: str) -> None:
    DUEL.check_deck(DECKS[name], DuelOptions())


def test_there_are_enough_cards_and_decks() -> None:
    assert len(CARDS) >= 36
    assert len(DECKS) >= 4
    assert next(iter(DECKS)) == "starter"
    assert len({frozenset(deck) for deck in DECKS.values()}) == len(DECKS)


def test_deck_size_and_copies_are_options() -> None:
    DUEL.check_deck(("firebolt",) * 5, DuelOptions(deck_size=5, max_copies=5))


@pytest.mark.parametrize(
    "options",
    [
        b'{"mana":0}',
        b'{"mana":31}',
        b'{"hero_health":0}',
        b'{"hero_health":1001}',
        b'{"max_hand":0}',
        b'{"initial_draw":-1}',
        b'{"deck_size":101}',
        b'{"turn_limit":1}',
        b'{"overdraw":"bounce"}',
        b'{"arrival":true}',
        b'{"mana":"10"}',
        b'{"wishes":3}',
        b"[]",
        b"",
    ],
)
def test_options_that_nobody_may_play_with(options: bytes) -> None:
    with pytest.raises(InvalidAction, match="not options of duel"):
        DUEL.read_options(options)


def test_a_table_does_not_open_with_options_out_of_range() -> None:
    decks = [STARTER, STARTER]
    with pytest.raises(InvalidAction, match="not options of duel"):
        Table.open(
            DUEL,
            House(b"s" * 32, decks),
            match="m",
            names="ab",
            decks=decks,
            options=DuelOptions(hero_health=0),
        )


def test_options_survive_their_bytes() -> None:
    options = DuelOptions(mana=3, overdraw="keep")
    assert DUEL.read_options(encode(options)) == options
    assert DUEL.read_options(b"{}") == DuelOptions()
