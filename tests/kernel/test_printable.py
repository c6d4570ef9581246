"""What strangers wrote, as it is shown: no command, no line break, nothing invisible; no script is hurt."""

import json
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from facedown.kernel.printable import MOST_MARKS, UNFIT, printable, printable_json
from hostile.text import KEPT, PRINTED

JOINERS = "\u200c\u200d"


def harmless(text: str) -> bool:
    """Whether this may be written to a terminal as part of a line."""
    return all(
        char in JOINERS or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
        for char in text
    )


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_every_script_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize("text", PRINTED.values(), ids=PRINTED)
def test_what_does_harm_is_not_shown(text: str) -> None:
    shown = printable(text)
    assert harmless(shown)
    assert len(shown.splitlines()) == 1
    assert shown == text if text.isascii() and text.isprintable() else shown != text


def test_what_is_not_shown_is_seen_to_be_missing() -> None:
    assert printable("Ann\nfair") == f"Ann{UNFIT}fair"
    assert printable("a\u3000b\u00a0c") == "a b c"
    assert printable("a\u200bb") == printable("a\u3164b") == printable("a\U000e0100b") == f"a{UNFIT}b"
    assert printable("a\u200db") == printable("a\u200cb") == printable("a\ufe0fb") == f"a{UNFIT}b"
    assert printable("a" + "\u0301" * 99) == "a" + "\u0301" * MOST_MARKS


@given(st.text() | st.text("\u200d\u200c\ufe0f😀🏽aس\u064e\u094d\u0301�\x1b\u202e"))
@example("😀\u200d\x1b")
@example("\u0915" + "\u0301" * 4 + "\u094d\u200d\u0937")
def test_no_text_does_harm_and_once_is_enough(text: str) -> None:
    shown = printable(text)
    assert harmless(shown)
    assert len(shown.splitlines()) <= 1
    assert printable(shown) == shown


@given(st.dictionaries(st.text(), st.text()))
def test_json_says_the_same_with_numbers(value: dict[str, str]) -> None:
    for ensure_ascii in (True, False):
        shown = printable_json(json.dumps(value, ensure_ascii=ensure_ascii))
        assert json.loads(shown) == value
        assert shown.isprintable()
