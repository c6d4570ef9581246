"""The terminal's rules, without one: what others say cannot take it over."""

import pytest

from facedown.client.announcer import Line
from facedown.client.console import Console, _wrap


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("plain", "plain"),
        ("\x1b[2Jgone", "�[2Jgone"),
        ("ring\a", "ring�"),
        ("two\nlines\r", "two�lines�"),
        ("right\u202eleft", "right�left"),
        ("größer – 卡", "größer – 卡"),
    ],
)
def test_no_control_character_reaches_the_terminal(
    capsys: pytest.CaptureFixture[str], text: str, printed: str
) -> None:
    Console().print([("event", text)])
    assert capsys.readouterr().out == f"{printed}\n"


def test_a_pipe_gets_plain_lines_of_any_length(capsys: pytest.CaptureFixture[str]) -> None:
    lines: list[Line] = [("heading", "word " * 50 + "end"), ("error", "wrong"), ("event", "")]
    Console().print(lines)
    assert capsys.readouterr().out == "".join(f"{text}\n" for _, text in lines)


@pytest.mark.parametrize("width", [30, 40, 80])
def test_long_lines_go_on_a_little_to_the_right(width: int) -> None:
    wrapped = _wrap("    Castle Walker 7/12 [8 mana] Guard: attacks on your hero strike this instead.", width)
    first, *rest = wrapped.splitlines()
    assert first.startswith("    Castle")
    assert rest or width == 80
    assert all(line.startswith("      ") for line in rest)
    assert all(len(line) < width or " " not in line.strip() for line in wrapped.splitlines())
