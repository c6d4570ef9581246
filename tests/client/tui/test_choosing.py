"""From things that are pointed at to an action."""

from facedown.client.tui.choosing import Choosing
from facedown.client.tui.view import Gesture

MOVES = [
    ("end", Gesture(key="e")),
    ("play pup", Gesture("pup")),
    ("bolt hero", Gesture("bolt", "hero")),
    ("bolt rat", Gesture("bolt", "rat")),
    ("bite rat", Gesture("fox", "rat")),
]


def test_what_needs_no_target_is_done_at_once() -> None:
    choosing = Choosing(MOVES)
    assert choosing.live == {"pup", "bolt", "fox"}
    assert choosing.point("pup") == "play pup"
    assert choosing.picked == ""


def test_first_the_source_then_the_target() -> None:
    choosing = Choosing(MOVES)
    assert choosing.point("bolt") is None
    assert choosing.picked == "bolt"
    assert choosing.live == {"hero", "rat"}
    assert choosing.point("rat") == "bolt rat"
    assert choosing.live == {"pup", "bolt", "fox"}


def test_the_choice_can_be_changed_and_taken_back() -> None:
    choosing = Choosing(MOVES)
    choosing.point("bolt")
    assert choosing.point("fox") is None
    assert choosing.live == {"rat"}
    assert choosing.point("fox") is None
    assert choosing.picked == ""
    choosing.point("bolt")
    assert choosing.point("elsewhere") is None
    assert choosing.picked == ""


def test_a_choice_outlives_news_only_if_it_still_makes_sense() -> None:
    choosing = Choosing(MOVES)
    choosing.point("bolt")
    choosing.renew(MOVES[:3])
    assert choosing.picked == "bolt"
    assert choosing.live == {"hero"}
    choosing.renew(MOVES[:2])
    assert choosing.picked == ""
    assert choosing.live == {"pup"}
