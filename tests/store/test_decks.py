"""Decks: saved, replaced, limited, and nobody else's business."""

import pytest

from facedown.store import Accounts, BadDeck, Database, Deck, Decks, Player, TooManyDecks, UnknownDeck
from facedown.store.decks import LONGEST_NAME, MOST_BYTES, MOST_DECKS


@pytest.fixture
def decks(database: Database) -> Decks:
    return Decks(database)


@pytest.fixture
def ann(database: Database) -> Player:
    return Accounts(database).guest("ann", 0).result(60)


@pytest.fixture
def bob(database: Database) -> Player:
    return Accounts(database).guest("bob", 0).result(60)


def test_save_and_get(decks: Decks, ann: Player) -> None:
    deck = decks.save(ann.id, "duel", "Aggro", b'["imp"]', 5).result(60)
    assert deck == Deck(deck.id, "duel", "Aggro", b'["imp"]', 5)
    assert decks.get(ann.id, deck.id) == deck


def test_replace_keeps_the_id(decks: Decks, ann: Player) -> None:
    old = decks.save(ann.id, "duel", "Aggro", b"[]", 5).result(60)
    new = decks.save(ann.id, "duel", "Control", b'["wall"]', 6, deck=old.id).result(60)
    assert new == Deck(old.id, "duel", "Control", b'["wall"]', 6)
    assert decks.list(ann.id, "duel") == [new]


def test_list_is_by_game_and_name(decks: Decks, ann: Player) -> None:
    for game, name in [("duel", "b"), ("lanes", "c"), ("duel", "a")]:
        decks.save(ann.id, game, name, b"[]", 5).result(60)
    assert [deck.name for deck in decks.list(ann.id, "duel")] == ["a", "b"]


def test_a_deck_does_not_change_its_game(decks: Decks, ann: Player) -> None:
    deck = decks.save(ann.id, "duel", "Aggro", b"[]", 5).result(60)
    with pytest.raises(UnknownDeck):
        decks.save(ann.id, "lanes", "Aggro", b"[]", 6, deck=deck.id).result(60)
    assert decks.get(ann.id, deck.id) == deck


def test_delete(decks: Decks, ann: Player) -> None:
    gone = decks.save(ann.id, "duel", "a", b"[]", 5).result(60)
    kept = decks.save(ann.id, "duel", "b", b"[]", 5).result(60)
    decks.delete(ann.id, gone.id).result(60)
    assert decks.list(ann.id, "duel") == [kept]
    with pytest.raises(UnknownDeck):
        decks.delete(ann.id, gone.id).result(60)


def test_a_foreign_deck_is_as_one_that_does_not_exist(decks: Decks, ann: Player, bob: Player) -> None:
    deck = decks.save(ann.id, "duel", "Aggro", b"[]", 5).result(60)
    refusals = []
    for id in (deck.id, "nothing"):
        with pytest.raises(UnknownDeck) as get:
            decks.get(bob.id, id)
        with pytest.raises(UnknownDeck) as save:
            decks.save(bob.id, "duel", "Mine", b"[1]", 6, deck=id).result(60)
        with pytest.raises(UnknownDeck) as delete:
            decks.delete(bob.id, id).result(60)
        refusals.append([str(get.value), str(save.value), str(delete.value)])
    assert refusals[0] == refusals[1]
    assert decks.list(bob.id, "duel") == []
    assert decks.list(ann.id, "duel") == [deck]


def test_a_player_keeps_only_so_many(decks: Decks, ann: Player, bob: Player) -> None:
    saved = [decks.save(ann.id, "duel", "a deck", b"[]", 5).result(60) for _ in range(MOST_DECKS)]
    with pytest.raises(TooManyDecks):
        decks.save(ann.id, "lanes", "one more", b"[]", 5).result(60)
    decks.save(ann.id, "duel", "changed", b"[]", 5, deck=saved[0].id).result(60)
    decks.save(bob.id, "duel", "another's", b"[]", 5).result(60)


@pytest.mark.parametrize("name", ["", "  ", "a\n", "\ud800", "a" * (LONGEST_NAME + 1)])
def test_bad_names_are_refused(decks: Decks, ann: Player, name: str) -> None:
    with pytest.raises(BadDeck, match="name"):
        decks.save(ann.id, "duel", name, b"[]", 5)


def test_a_deck_has_a_largest_size(decks: Decks, ann: Player) -> None:
    decks.save(ann.id, "duel", "a" * LONGEST_NAME, b"x" * MOST_BYTES, 5).result(60)
    with pytest.raises(BadDeck, match="bytes"):
        decks.save(ann.id, "duel", "large", b"x" * (MOST_BYTES + 1), 5)
