"""Things as lines of text: whatever the size, they fill it and no more."""

import pytest

from facedown.client.tui.drawing import banner, box
from facedown.client.tui.view import Piece

FOX = Piece("c1", "unit", "Cinder Fox", numbers="3/2", cost="2◆", signs=("swift", "zzz"), text="Bites.")


@pytest.mark.parametrize("width", [1, 3, 4, 6, 8, 12, 16, 40])
@pytest.mark.parametrize("height", [3, 4, 6, 12])
def test_a_box_has_the_size_it_is_given(width: int, height: int) -> None:
    lines = box(FOX, width, height, hint="1", state="live").plain.splitlines()
    if width >= 4:
        assert [len(line) for line in lines] == [width] * height
    else:
        assert lines == ["Cinder Fox"[:width]]


def test_signs_are_words_where_there_is_room_and_letters_where_there_is_none() -> None:
    assert box(FOX, 14, 5, hint="1").plain.splitlines() == [
        "╭1─────────2◆╮",
        "│Cinder Fox  │",
        "│swift zzz   │",
        "│Bites.      │",
        "╰3/2─────────╯",
    ]
    assert box(FOX, 8, 4).plain.splitlines() == ["╭────2◆╮", "│Cinder│", "│Fox   │", "╰3/2─Sz╯"]


def test_the_frame_says_what_can_be_done_without_colour() -> None:
    corners = {state: box(FOX, 8, 4, state=state).plain[0] for state in ("", "live", "picked")}
    assert corners == {"": "╭", "live": "┏", "picked": "╔"}


def test_a_hero_is_one_line_and_the_bar_is_as_long_as_its_health() -> None:
    hero = Piece(
        "hero0", "hero", "A very long name indeed", numbers="♥ 24", meter=0.48, text="hand 3", cost="7 mana"
    )
    assert banner(hero, 80, hint="1", state="live").plain == (
        "1 A very long nam…  ♥ 24 █████░░░░░  hand 3  7 mana"
    )
    assert banner(hero, 20).cell_length == 20
