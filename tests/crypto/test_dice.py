"""Public dice: fair, the same for everybody, and nobody changes a number after seeing the others'."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.crypto import BadProof, dice

CONTEXT = b"match 7, place 3, first player"
ONE, TWO = bytes(range(32)), bytes(range(32, 64))


def test_a_seat_shows_what_it_committed_to() -> None:
    commitment = dice.commit(CONTEXT, 1, ONE)
    dice.check(CONTEXT, 1, commitment, ONE)
    for context, seat, given_commitment, number in [
        (CONTEXT, 1, commitment, TWO),
        (CONTEXT, 0, commitment, ONE),
        (b"match 7, place 4, first player", 1, commitment, ONE),
        (CONTEXT, 1, dice.commit(CONTEXT, 1, TWO), ONE),
        (CONTEXT, 1, commitment[:-1], ONE),
        (CONTEXT, 1, commitment, ONE[:-1]),
    ]:
        with pytest.raises(BadProof):
            dice.check(context, seat, given_commitment, number)


@given(st.integers(1, 1 << 64), st.integers(1, 20))
def test_throws_stay_below_their_limit(limit: int, count: int) -> None:
    thrown = dice.throw(CONTEXT, [ONE, TWO], limit, count)
    assert len(thrown) == count
    assert all(0 <= number < limit for number in thrown)
    assert thrown == dice.throw(CONTEXT, [ONE, TWO], limit, count)
    assert dice.throw(CONTEXT, [ONE, TWO], limit, count + 30)[:count] == thrown


def test_every_contribution_and_the_place_change_the_throw() -> None:
    throws = [
        dice.throw(context, numbers, 1 << 64)[0]
        for context, numbers in [
            (CONTEXT, [ONE, TWO]),
            (CONTEXT, [TWO, ONE]),
            (CONTEXT, [ONE, ONE]),
            (CONTEXT, [ONE]),
            (b"else", [ONE, TWO]),
        ]
    ]
    assert len(set(throws)) == len(throws)


def test_throws_are_fair() -> None:
    """Fixed contributions, so it holds always or never."""
    seen = Counter(dice.throw(CONTEXT, [ONE, TWO], 6, 6000))
    assert len(seen) == 6
    assert all(900 < count < 1100 for count in seen.values())


def test_fresh_contributions_differ() -> None:
    assert len({dice.fresh() for _ in range(20)}) == 20
    assert len(dice.fresh()) == dice.SIZE


@pytest.mark.parametrize(("numbers", "limit"), [([], 6), ([ONE], 0), ([ONE], (1 << 64) + 1)])
def test_no_throw(numbers: list[bytes], limit: int) -> None:
    with pytest.raises(ValueError, match="no throw"):
        dice.throw(CONTEXT, numbers, limit)
