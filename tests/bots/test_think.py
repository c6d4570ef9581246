"""A choice made in another process is the choice that would have been made here."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from bots.matches import stroll, table_of
from facedown.bots.registry import make_bot
from facedown.bots.think import think
from facedown.games.duel import DUEL
from facedown.kernel import InvalidAction, encode


def test_thinks_in_a_pool_of_spawned_processes() -> None:
    table = table_of(DUEL, 3)
    deck = table.dealer.decks()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for seat, bot in zip(stroll(table), ("random", "greedy", "search:1", "greedy"), strict=False):
            faces = dict(table.faces[seat])
            there = pool.submit(think, "duel", encode(table.state), seat, faces, bot, deck[seat], 9)
            here = make_bot(bot, 9, deck=deck[seat]).choose(DUEL, table.state, seat, faces)
            answer = there.result(timeout=60)
            assert answer == encode(here)
            assert DUEL.read_action(answer) in table.legal(seat)


def test_says_what_it_cannot_think_about() -> None:
    table = table_of(DUEL, 3)
    state = encode(table.state)
    with pytest.raises(LookupError, match="no bot is called 'oracle'"):
        think("duel", state, 0, {}, "oracle")
    with pytest.raises(LookupError, match="no game is called 'chess'"):
        think("chess", state, 0, {}, "greedy")
    with pytest.raises(InvalidAction, match="not of the form DuelState"):
        think("duel", state[:-1], 0, {}, "greedy")
