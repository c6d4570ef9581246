"""What a stranger wrote, made fit for a line of a terminal or a log. The one place where that is done."""

import unicodedata

UNFIT = "�"
"""Stands for each character that is not shown."""
MOST_MARKS = 4
"""Marks on one letter. No script has more; a tower of them would cover the lines above."""

_JOINER, _NON_JOINER = "\u200d", "\u200c"
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
"""Counted as letters, marks or signs, and yet nothing is seen of them."""
_VIRAMA = 9
"""The combining class of the sign after which letters of India join."""


def printable(text: str) -> str:
    """The text as one line that shows what it is: no command to a terminal, no line break, nothing invisible,
    nothing that turns the direction. Letters of all scripts and emoji stay."""
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        kind = unicodedata.category(char)
        if kind in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS:
                continue
        else:
            marks = 0
        before, after = shown[-1] if shown else "", text[at + 1 : at + 2]
        shown.append(" " if kind == "Zs" else char if _fit(char, before, after) else UNFIT)
    return "".join(shown)


def printable_json(text: str) -> str:
    """JSON in which every character that is not shown is written as its number: the same data."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\n" else _number(char) for char in text)


def _fit(char: str, before: str, after: str) -> bool:
    if char == _JOINER:
        return bool(before and after) and ((_in_emoji(before) and _picture(after)) or _joins(before))
    if char == _NON_JOINER:
        return bool(before and after) and (_joins(before) or (_cursive(before) and _cursive(after)))
    if "\ufe00" <= char <= "\ufe0f":
        return bool(before) and (
            _picture(before) or unicodedata.category(before) == "Sm" or before in "#*0123456789‼⁉"
        )
    return char.isprintable() and char not in _INVISIBLE and not "\U000e0100" <= char <= "\U000e01ef"


def _in_emoji(char: str) -> bool:
    """A picture, a shade of skin, or the sign that it is meant as a picture."""
    return _picture(char) or unicodedata.category(char) == "Sk" or char == "\ufe0f"


def _picture(char: str) -> bool:
    return unicodedata.category(char) == "So" and char != UNFIT


def _joins(char: str) -> bool:
    return unicodedata.combining(char) == _VIRAMA


def _cursive(char: str) -> bool:
    """A letter of Arabic and its neighbours."""
    return "\u0600" <= char <= "\u08ff" and unicodedata.category(char) in ("Lo", "Lm", "Mn")


def _number(char: str) -> str:
    return "".join(
        f"\\u{int.from_bytes(pair, 'big'):04x}"
        for data in [char.encode("utf-16-be", "surrogatepass")]
        for pair in (data[at : at + 2] for at in range(0, len(data), 2))
    )
