"""Things as lines of text: a box with a number to press, a name, numbers and signs. No I/O."""

import textwrap
from math import ceil
from typing import Literal, TypeAlias

from textual.content import Content

from facedown.client.tui.view import Piece

BAR = 10
"""The length of a bar."""

State: TypeAlias = Literal["", "live", "picked"]

_FRAMES: dict[State, str] = {"": "╭─╮│╰╯", "live": "┏━┓┃┗┛", "picked": "╔═╗║╚╝"}
"""What may be pointed at has a heavy frame, what is picked a double one: colour is not the only sign."""


def box(piece: Piece, width: int, height: int, *, hint: str = "", state: State = "") -> Content:
    """A card or a creature, in as many cells as there are."""
    if width < 4 or height < 3:
        return Content("\n".join([piece.title[:width]] * min(height, 1)))
    left, line, right, side, low_left, low_right = tuple(_FRAMES[state])
    inner, rows = width - 2, height - 2
    top = _spread(hint, piece.cost, inner, line)
    text = [(name, f"bold {piece.tint}".strip()) for name in _name(piece.title, inner, min(rows, 2))]
    words = textwrap.wrap(" ".join(piece.signs), inner)
    spelled = len(text) + len(words) <= rows
    text += [(word, "italic") for word in words if spelled]
    text += [(part, "dim") for part in textwrap.wrap(piece.text, inner)]
    text = text[:rows] + [("", "")] * (rows - len(text))
    letters = "" if spelled else _letters(piece, inner - len(piece.numbers) - 1)
    bottom = _spread(piece.numbers, letters, inner, line)
    lines = [Content.assemble(left, (top, "bold"), right)]
    lines += [Content.assemble(side, (body.ljust(inner), style), side) for body, style in text]
    lines.append(Content.assemble(low_left, (bottom, "bold"), low_right))
    return Content("\n").join(lines)


def chip(piece: Piece, width: int, *, hint: str = "", state: State = "") -> Content:
    """A thing on one line: the key that points at it, its name, its numbers."""
    mark = {"": " ", "live": hint or ">", "picked": "»"}[state]
    content = Content.assemble((mark, "bold reverse") if state else mark, (piece.title, piece.tint or "bold"))
    if piece.numbers:
        content += Content.assemble(" ", (piece.numbers, "bold"))
    return content.truncate(width, ellipsis=True)


def banner(piece: Piece, width: int, *, hint: str = "", state: State = "") -> Content:
    """A hero on one line."""
    mark = {"": "  ", "live": f"{hint or '>'} ", "picked": "» "}[state]
    name = piece.title if len(piece.title) <= 16 else f"{piece.title[:15]}…"
    content = Content.assemble((mark, "bold reverse") if state else mark, (name, "bold"), "  ")
    content += Content.assemble((piece.numbers, "bold"), " ", *_bar(piece.meter), "  ", piece.text)
    if piece.cost:
        content += Content.assemble("  ", (piece.cost, "bold $primary"))
    return content.truncate(width, ellipsis=True)


def _bar(full: float | None) -> list[tuple[str, str]]:
    """How much is left, by length; the colour says it again."""
    if full is None:
        return []
    cells = ceil(full * BAR)
    colour = "$success" if full > 0.5 else "$warning" if full > 0.25 else "$error"
    return [("█" * cells, colour), ("░" * (BAR - cells), "dim")]


def _spread(left: str, right: str, width: int, line: str) -> str:
    left, right = left[:width], right[: max(0, width - len(left))]
    return left + line * (width - len(left) - len(right)) + right


def _letters(piece: Piece, room: int) -> str:
    """The signs by their first letters: `G` for guard, a small `z` for what rests."""
    letters = "".join("z" if sign == "zzz" else sign[0].upper() for sign in piece.signs)
    return letters[: max(0, room)]


def _name(title: str, width: int, rows: int) -> list[str]:
    """A name on at most so many lines; words that are too long for a line are cut, not broken."""
    lines = textwrap.wrap(title, width, break_long_words=False)[:rows]
    return [line if len(line) <= width else f"{line[: width - 1]}." for line in lines]
