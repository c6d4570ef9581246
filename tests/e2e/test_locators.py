"""Whoever points at something on a page means one thing: its name is whole and fits no card that comes later.

`get_by_role("button", name="List")` fits the button and, as soon as the cards have arrived, seven cards with
"list" somewhere in their names. What the test finds is luck; so names are exact, or begin where they begin.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FILES = sorted(path for folder in ("e2e", "web") for path in (TESTS / folder).glob("*.py"))
NAMED = (
    "get_by_role",
    "get_by_label",
    "get_by_text",
    "get_by_placeholder",
    "get_by_title",
    "get_by_alt_text",
)


def vague(source: str) -> list[str]:
    """The calls whose words may fit more than was meant."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if _named(call) and not all(map(_whole, _words(call)))]


def _named(call: ast.Call) -> bool:
    exact = any(keyword.arg == "exact" for keyword in call.keywords)
    return isinstance(call.func, ast.Attribute) and call.func.attr in NAMED and not exact


def _words(call: ast.Call) -> Iterator[ast.expr]:
    assert isinstance(call.func, ast.Attribute)
    if call.func.attr != "get_by_role":
        yield call.args[0]
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "name")


def _whole(words: ast.expr) -> bool:
    """A pattern that says where it begins; a plain text fits anywhere inside another."""
    match words:
        case ast.Call(func=ast.Attribute(attr="compile"), args=[pattern, *_]):
            return ast.unparse(pattern).lstrip("rf").startswith(("'^", '"^'))
    return False


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_is_pointed_at_is_named_in_full(path: Path) -> None:
    assert vague(path.read_text()) == []


@pytest.mark.parametrize(
    "call",
    [
        "page.get_by_role('button', name='List')",
        "page.get_by_role('button', name=f'{name}')",
        "page.get_by_role('button', name=re.compile('Craw Wurm'))",
        "page.get_by_text('40 cards')",
        "page.locator('.x').get_by_label(name).first",
    ],
)
def test_a_name_that_fits_more_is_found(call: str) -> None:
    assert vague(call) == [call.removesuffix(".first")]


@pytest.mark.parametrize(
    "call",
    [
        "page.get_by_role('button')",
        "page.get_by_role('button', name='List', exact=True)",
        "page.get_by_role('button', name=re.compile(f'^{name}'))",
        "page.get_by_text('40 cards', exact=True)",
        "page.locator('.piece')",
    ],
)
def test_a_name_that_is_whole_is_let_be(call: str) -> None:
    assert vague(call) == []
