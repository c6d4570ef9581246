"""A dealer that knows only what is on the record."""

import msgspec
import pytest

from facedown.dealers import Faulty, Witness
from facedown.kernel import EVERYONE, NOBODY, Roll, Rolled, Shuffle, Shuffled, Zone, only


def test_it_repeats_what_was_recorded() -> None:
    witness = Witness("commitment", ("one", "two"), (3, 2))
    assert (witness.commitment(), witness.deck_commitments()) == ("commitment", ("one", "two"))
    assert witness.answer(Roll(2), 1) is None
    witness.hear(Rolled(1))
    witness.hear(Rolled(0))
    assert (witness.answer(Roll(2), 1), witness.answer(Roll(2), 2), witness.answer(Roll(2), 3)) == (
        Rolled(1),
        Rolled(0),
        None,
    )


def test_it_knows_only_what_was_turned_up() -> None:
    witness = Witness("c", ("d",), (3,))
    assert (witness.face(0), witness.open((0, 1)), witness.decks()) == (None, {}, ())
    witness.see({1: "fox"})
    assert (witness.face(1), witness.open((0, 1))) == ("fox", {1: "fox"})


def test_a_shuffle_must_bring_refs_that_were_never_used() -> None:
    witness = Witness("c", ("d", "e"), (3, 2))
    witness.hear(Shuffled((5, 6, 7)))
    assert witness.answer(Shuffle((0, 1, 2)), 3) == Shuffled((5, 6, 7))
    witness.hear(Shuffled((5, 6)))
    with pytest.raises(Faulty, match="dealer at entry 4: a shuffle did not bring fresh refs"):
        witness.answer(Shuffle((3, 4)), 4)
    order = Witness("c", ("d",), (2,))
    order.hear(Shuffled((3, 2)))
    with pytest.raises(Faulty, match="fresh refs"):
        order.answer(Shuffle((0, 1)), 3)


def test_it_reveals_what_was_revealed() -> None:
    witness = Witness("c", ("d",), (3,))
    assert witness.reveal() is None
    witness.hear_reveal(msgspec.Raw(b"{}"))
    assert witness.reveal() == msgspec.Raw(b"{}")
    with pytest.raises(Faulty, match="a witness dealer reveals nothing"):
        Witness.revealed(msgspec.Raw(b"{}"))


def test_who_is_owed_a_look() -> None:
    """A card that came into sight is owed once, also when only the sight has changed."""
    dealer = Witness("c", ("d",), (9,))
    hand = (1, 2)
    deck, board = Zone("deck", 0, NOBODY, (5,)), Zone("board", 0, EVERYONE, (6,))
    assert dealer.owed([deck, board, Zone("hand", 0, only(0), hand)]) == [(1, only(0)), (2, only(0))]
    assert dealer.owed([deck, board, Zone("hand", 0, only(0), hand)]) == []
    assert dealer.owed([deck, board, Zone("hand", 0, only(0), (1, 2, 3))]) == [(3, only(0))]
    assert dealer.owed([Zone("hand", 0, only(0), (1, 3))]) == []
    assert dealer.owed([Zone("hand", 0, only(0, 1), (1, 3))]) == [(1, only(0, 1)), (3, only(0, 1))]
    assert dealer.owed([Zone("hand", 1, only(1), (7,))]) == [(7, only(1))]
    assert dealer.owed([Zone("peek", 0, only(0), (5,), grant=True)]) == [(5, only(0))]
