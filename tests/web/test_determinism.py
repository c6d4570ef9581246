"""Code that runs on the server and in the page must not depend on where it runs."""

import json
from pathlib import Path

import pytest

from web.determinism import faults

ROOT = Path(__file__).parents[2]
PACKAGES: list[str] = json.loads((ROOT / "web" / "package.json").read_text())["python"]
SOURCES = ROOT / "src" / "facedown"
FOR_PEOPLE = {SOURCES / "cards" / "catalogue.py", SOURCES / "kernel" / "printable.py"}
"""Guesses which card a person means: a person sees the guess before any match does. And what people are shown
of a stranger's words, which is in no match."""
BY_IDENTITY = SOURCES / "games" / "magic" / "state.py"
"""Remembers the index of a tuple by the tuple's `id`, and looks whether it is that very tuple."""
FILES = [
    path for name in PACKAGES for path in sorted((SOURCES / name).rglob("*.py")) if path not in FOR_PEOPLE
]


def test_nothing_in_the_tree_depends_on_where_it_runs() -> None:
    assert len(FILES) > 30
    found = [
        f"{path.relative_to(ROOT)}:{line} {what}"
        for path in FILES
        for line, what in faults(path.read_text())
        if not (path == BY_IDENTITY and what == "calls id()")
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("for x in {1, 2}: pass", "iterates over a set"),
        ("for x in set(y): pass", "iterates over a set"),
        ("for x in a & {1}: pass", "iterates over a set"),
        ("seen = set()\nfor x in seen: pass", "iterates over a set"),
        ("def f(seen: set[int]): return [x for x in seen]", "iterates over a set"),
        ("def f(seen: frozenset[int] | None): return {x: 1 for x in seen or ()}", "iterates over a set"),
        ("def f(): a.x: set[int] = make()\ndef g():\n for y in b.x: pass", "iterates over a set"),
        ("class A:\n @property\n def f(self) -> set[int]: ...\nx = list(a.f)", "puts a set in an order"),
        ("class A:\n def f(self) -> frozenset[int]: ...\nx = list(a.f())", "puts a set in an order"),
        ("def f() -> set[int]: ...\nx = tuple(f())", "puts a set in an order"),
        ("x = list({1, 2})", "puts a set in an order"),
        ("x = next(iter({1, 2}))", "puts a set in an order"),
        ("x = ','.join({'a'})", "puts a set in an order"),
        ("seen = {1}\nx = [*seen]", "unpacks a set"),
        ("x = hash(y)", "calls hash()"),
        ("x = id(y)", "calls id()"),
        ("x = pow(y, 2)", "calls pow()"),
        ("x = round(y)", "calls round()"),
        ("x = y ** 2", "raises to a power"),
        ("x = 2 ** y", "raises to a power"),
        ("x = y / 2", "divides into a float"),
        ("x /= 2", "divides into a float"),
        ("x = 0.5", "has a float"),
        ("import math", "imports math"),
        ("from math import isqrt, sqrt", "imports math"),
        ("from random import Random", "imports random"),
        ("def f():\n import unicodedata", "imports unicodedata"),
    ],
)  # fmt: skip
def test_what_differs_is_found(source: str, what: str) -> None:
    assert what in [found for _, found in faults(source)]


@pytest.mark.parametrize(
    "source",
    [
        "for x in sorted({1, 2}): pass",
        "x = min(y for y in {1, 2})",
        "x = len({1, 2}) + sum({1, 2}) + max({1, 2})",
        "x = 1 in {1, 2}",
        "x = {y for y in {1, 2}}",
        "seen = {1} | {2}\nseen.add(3)",
        "x = 2 ** 64 // 3 % 5",
        "from math import isqrt",
        "x = pow(y, -1, 7)",
        "def f(**fields: int): return f(**fields)",
        "for x in {1: 2}: pass",
        "x = [1] if y and z else [2]",
        "x = {1, *{2}}",
        "def f(): x = set()\ndef g(x): return list(x)",
        "def f(): x = set()\ndef g(): return list(a.x)",
    ],
)
def test_what_does_not_differ_is_let_be(source: str) -> None:
    assert faults(source) == []
