"""Whether an answer is one to the question."""

import pytest

from facedown.kernel import (
    Answer,
    Arrange,
    Arranged,
    Choice,
    Found,
    InvalidAction,
    Request,
    Reveal,
    Revealed,
    Roll,
    Rolled,
    Search,
    Shuffle,
    Shuffled,
    Wish,
    choice_of,
    places,
    renewed,
)
from facedown.kernel.chance import fits

CASES: list[tuple[Request, Answer, bool]] = [
    (Shuffle((1, 2)), Shuffled((3, 4)), True),
    (Shuffle(()), Shuffled(()), True),
    (Shuffle((1, 2)), Shuffled((3,)), False),
    (Shuffle((1, 2)), Shuffled((3, 4, 5)), False),
    (Shuffle((1, 2)), Shuffled((3, 3)), False),
    (Shuffle((1, 2)), Shuffled((2, 3)), False),
    (Roll(6), Rolled(0), True),
    (Roll(6), Rolled(5), True),
    (Roll(6), Rolled(6), False),
    (Roll(6), Rolled(-1), False),
    (Reveal((1, 2)), Revealed(("a", "b")), True),
    (Reveal((1, 2)), Revealed(("a",)), False),
    (Reveal((1,)), Rolled(1), False),
    (Roll(6), Shuffled(()), False),
    (Shuffle((1,)), Revealed(("a",)), False),
    (Arrange(0, (1, 2)), Arranged((3, 4)), True),
    (Arrange(0, (1, 2)), Arranged((2, 3)), False),
    (Arrange(0, (1, 2)), Shuffled((3, 4)), False),
    (Search(0, (1, 2, 3), 1), Found((4,), (5, 6)), True),
    (Search(0, (1, 2, 3), 1), Found((4, 5), (6,)), False),
    (Search(0, (1, 2, 3), 1), Found((4,), (4, 5)), False),
    (Search(0, (1, 2, 3), 0), Found((), (4, 5, 6)), True),
]


@pytest.mark.parametrize(("request_", "answer", "good"), CASES, ids=repr)
def test_fits(request_: Request, answer: Answer, good: bool) -> None:
    assert fits(request_, answer) is good


PLACES: list[tuple[Choice, Wish, tuple[int, ...]]] = [
    (Arrange(0, (7, 8, 9)), (), (0, 1, 2)),
    (Arrange(0, (7, 8, 9)), (9, 7), (2, 0, 1)),
    (Search(0, (7, 8, 9), 2), (), (0, 1)),
    (Search(0, (7, 8, 9), 2), (9,), (2, 0)),
    (Search(0, (7, 8, 9), 0), (), ()),
]


@pytest.mark.parametrize(("choice", "wish", "first"), PLACES, ids=repr)
def test_what_a_wish_puts_first(choice: Choice, wish: Wish, first: tuple[int, ...]) -> None:
    assert places(choice, wish) == first


@pytest.mark.parametrize("wish", [(6,), (7, 7), (7, 8), (-1,)])
def test_a_wish_that_is_none(wish: Wish) -> None:
    with pytest.raises(InvalidAction, match="at most 1 of the cards"):
        places(Search(0, (7, 8, 9), 1), wish)


def test_whose_choice_it_is() -> None:
    owed = (Roll(2), Arrange(1, (1, 2)), Search(0, (3, 4), 1), Arrange(0, (1, 2)))
    assert choice_of(owed, 0) == Search(0, (3, 4), 1)
    assert choice_of(owed, 1) == Arrange(1, (1, 2))
    assert choice_of(owed, 2) is None


def test_which_refs_an_answer_brings() -> None:
    assert renewed(Shuffled((1, 2))) == renewed(Arranged((1, 2))) == renewed(Found((1,), (2,))) == (1, 2)
    assert renewed(Rolled(1)) == renewed(Revealed(("a",))) == ()
