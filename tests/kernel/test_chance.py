"""Whether an answer is one to the question."""

import pytest

from facedown.kernel import Answer, Request, Reveal, Revealed, Roll, Rolled, Shuffle, Shuffled
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
]


@pytest.mark.parametrize(("request_", "answer", "good"), CASES, ids=repr)
def test_fits(request_: Request, answer: Answer, good: bool) -> None:
    assert fits(request_, answer) is good
