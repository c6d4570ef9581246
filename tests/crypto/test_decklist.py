"""Hidden lists: every slot opens to its card and to no other, and a root says nothing."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.crypto import BadProof, decklist
from facedown.crypto.decklist import HiddenList, Opening

CONTEXT = b"match 7, seat 1"
CARDS = ["ember", "ember", "wall", "hearth", "wall", "tide", "ember"]


@given(st.lists(st.text(max_size=5), min_size=1, max_size=20), st.binary(min_size=32, max_size=32))
def test_every_slot_opens_to_its_card(cards: list[str], seed: bytes) -> None:
    hidden = HiddenList(CONTEXT, cards, seed)
    assert sorted(hidden.cards) == sorted(cards)
    for slot, card in enumerate(hidden.cards):
        opening = msgspec.json.decode(msgspec.json.encode(hidden.open(slot)), type=Opening)
        assert decklist.check(CONTEXT, hidden.root, len(cards), opening) == card
    decklist.check_whole(CONTEXT, hidden.root, hidden.cards, hidden.salts)


@pytest.mark.parametrize("slot", range(len(CARDS)))
def test_every_lie_about_a_slot(slot: int) -> None:
    hidden = HiddenList.fresh(CONTEXT, CARDS)
    good, other = hidden.open(slot), hidden.open((slot + 1) % len(CARDS))
    lies = [
        msgspec.structs.replace(good, card="dragon"),
        msgspec.structs.replace(good, salt=other.salt),
        msgspec.structs.replace(good, salt=bytes(32)),
        msgspec.structs.replace(good, salt=good.salt[:-1]),
        msgspec.structs.replace(good, slot=other.slot),
        msgspec.structs.replace(good, slot=-1),
        msgspec.structs.replace(good, slot=len(CARDS)),
        msgspec.structs.replace(good, path=good.path[:-1]),
        msgspec.structs.replace(good, path=(*good.path, bytes(32))),
        msgspec.structs.replace(good, path=good.path[::-1]),
        msgspec.structs.replace(good, path=()),
    ]
    for lie in lies:
        with pytest.raises(BadProof):
            decklist.check(CONTEXT, hidden.root, len(CARDS), lie)
    for context, root, count in [
        (b"match 8, seat 1", hidden.root, len(CARDS)),
        (CONTEXT, HiddenList.fresh(CONTEXT, CARDS).root, len(CARDS)),
        (CONTEXT, hidden.root, len(CARDS) + 1),
        (CONTEXT, hidden.root, 0),
    ]:
        with pytest.raises(BadProof):
            decklist.check(context, root, count, good)


def test_an_inner_hash_is_no_card() -> None:
    """A list of one whose only leaf would be the top of a longer one."""
    hidden = HiddenList.fresh(CONTEXT, CARDS)
    top = hidden.open(0).path[-1]
    with pytest.raises(BadProof):
        decklist.check(CONTEXT, hidden.root, 2, Opening(0, "ember", hidden.open(0).salt, (top,)))


def test_a_whole_list_is_the_one_announced() -> None:
    hidden = HiddenList.fresh(CONTEXT, CARDS)
    cards, salts = list(hidden.cards), list(hidden.salts)
    better = ["dragon", *cards[1:]]
    for claimed, given_salts in [
        (better, salts),
        (cards[:-1], salts[:-1]),
        ([*cards, "ember"], [*salts, bytes(32)]),
        (cards, salts[:-1]),
        (cards, salts[::-1]),
        (cards, [b"", *salts[1:]]),
        ([], []),
    ]:
        with pytest.raises(BadProof):
            decklist.check_whole(CONTEXT, hidden.root, claimed, given_salts)


def test_the_same_list_is_hidden_in_another_way_each_time() -> None:
    one, two = HiddenList.fresh(CONTEXT, CARDS), HiddenList.fresh(CONTEXT, CARDS)
    assert one.root != two.root
    assert not {*one.salts} & {*two.salts}
    distinct = [f"card {number}" for number in range(40)]
    assert HiddenList.fresh(CONTEXT, distinct).cards != HiddenList.fresh(CONTEXT, distinct).cards


def test_parts_of_a_list_stay_in_order_and_are_hidden_within_themselves() -> None:
    cards = [f"card {number}" for number in range(40)]
    hidden = HiddenList.fresh(CONTEXT, cards, (1, 30, 9))
    assert hidden.cards[0] == cards[0]
    assert sorted(hidden.cards[1:31]) == sorted(cards[1:31])
    assert sorted(hidden.cards[31:]) == sorted(cards[31:])
    assert hidden.cards[1:31] != tuple(cards[1:31])
    for wrong in ((1, 30), (1, 30, 10), (41, -1)):
        with pytest.raises(ValueError, match="parts"):
            HiddenList.fresh(CONTEXT, cards, wrong)


def test_a_list_comes_back_from_its_slots_and_its_seed() -> None:
    hidden = HiddenList.fresh(CONTEXT, CARDS)
    again = HiddenList(CONTEXT, hidden.cards, hidden.to_bytes())
    assert (again.cards, again.salts, again.root) == (hidden.cards, hidden.salts, hidden.root)


def test_nothing_secret_is_shown() -> None:
    hidden = HiddenList.fresh(CONTEXT, CARDS)
    shown = f"{hidden!r} {hidden.open(0)!r}"
    for secret in (hidden.to_bytes(), *hidden.salts):
        assert secret.hex() not in shown
        assert repr(secret) not in shown
    assert not [card for card in CARDS if card in shown]


@pytest.mark.parametrize(("cards", "seed"), [([], bytes(32)), (["ember"], b"short")])
def test_no_list(cards: list[str], seed: bytes) -> None:
    with pytest.raises(ValueError, match="hidden list"):
        HiddenList(CONTEXT, cards, seed)
