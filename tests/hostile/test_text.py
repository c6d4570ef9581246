"""No text that a stranger may send takes long: each parser is given the worst, as long as it may be."""

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import thread_time

import msgspec
import pytest

import facedown
from facedown.cards import FORMATS, Catalogue, parse
from facedown.cards.decklist import LARGEST
from facedown.cards.draft import LONGEST_NAME
from facedown.games.magic.dial import parse_command
from facedown.games.magic.dial.parse import LONGEST_COMMAND
from facedown.games.magic.game import MAGIC
from facedown.games.magic.sideboarding import plan
from facedown.kernel import InvalidAction, ProofRejected
from facedown.table import verify
from facedown.table.messages import Hash, Key, Signature
from games.dialled import Kitchen
from hostile.text import DECK_LISTS, SHAPES, WORDS, commands, deck_lists

SOURCE = Path(facedown.__file__).parent
CARDS = Catalogue(MAGIC.cards())
BEARS = ("grizzly-bears",) * 30 + ("forest",) * 30


def least_time(work: Callable[[], object], patience: float) -> float:
    """Seconds of this thread's own processor time, at best of a few: other programs do not count."""
    best = patience
    for _ in range(4):
        begin = thread_time()
        work()
        best = min(best, thread_time() - begin)
        if best < patience / 2:
            break
    return best


@pytest.mark.parametrize(("label", "text"), deck_lists(), ids=SHAPES)
def test_a_deck_list_in_a_request_is_read_in_a_blink(label: str, text: str) -> None:
    # The slowest takes 25 ms, for guesses at what is misspelt; 15,900 newlines once took 10 s.
    assert least_time(lambda: parse(text, CARDS, MAGIC.sections(MAGIC.options_type())), 0.3) < 0.3


@pytest.mark.parametrize(("label", "text"), deck_lists(LARGEST // 8), ids=SHAPES)
def test_a_deck_list_in_a_file_takes_as_long_as_it_is(label: str, text: str) -> None:
    assert least_time(lambda: parse(text, CARDS, MAGIC.sections(MAGIC.options_type())), 2) < 2


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("shape", ["newlines", "spaces", "digits", "brackets", "combining marks", "quotes"])
def test_what_is_wrong_in_the_middle_of_a_list_costs_no_more(format: str, shape: str) -> None:
    good = FORMATS[format](parse("9 Forest\n9 Shock", CARDS).items, "title")
    for line in range(1, len(good.splitlines())):
        lines = good.splitlines()
        lines[line:line] = [SHAPES[shape](DECK_LISTS)]
        assert least_time(partial(parse, "\n".join(lines), CARDS), 0.3) < 0.3


@pytest.fixture(scope="module")
def crowd() -> Kitchen:
    kitchen = Kitchen(decks=(BEARS, BEARS))
    kitchen.type(0, "draw 30")
    kitchen.type(0, "move my hand to battlefield")
    return kitchen


@pytest.mark.parametrize(("label", "text"), commands(LONGEST_COMMAND - 30), ids=[*SHAPES, *WORDS])
def test_a_command_is_understood_or_refused_in_a_blink(crowd: Kitchen, label: str, text: str) -> None:
    def work() -> None:
        with suppress(InvalidAction):
            parse_command(crowd.state, 0, text, crowd.table.faces[0], crowd.table.names)

    assert least_time(work, 1) < 1


def test_a_longer_command_is_refused_unread(crowd: Kitchen) -> None:
    with pytest.raises(InvalidAction, match="at most"):
        parse_command(crowd.state, 0, "draw " * LONGEST_COMMAND, {}, ())
    with pytest.raises(InvalidAction, match="one player at a time"):
        parse_command(crowd.state, 0, "for me: " * 100 + "draw", {}, ())


@pytest.mark.parametrize(("label", "text"), commands(LONGEST_COMMAND - 30), ids=[*SHAPES, *WORDS])
def test_a_sideboard_plan_is_understood_or_refused_in_a_blink(label: str, text: str) -> None:
    kitchen = Kitchen(decks=(BEARS + ("naturalize",) * 9, BEARS), sideboard=True)

    def work() -> None:
        with suppress(InvalidAction):
            plan(kitchen.state, text, kitchen.table.faces[0])

    assert least_time(work, 1) < 1


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_no_log_is_refused_in_a_blink(shape: str) -> None:
    text = SHAPES[shape](200_000).encode(errors="replace")

    def work() -> None:
        with pytest.raises(ProofRejected):
            verify(text)

    assert least_time(work, 1) < 1


# --- every pattern there is ---

LONGEST = {
    "cards/draft.py": LONGEST_NAME * 2,
    "cards/lines.py": LONGEST_NAME * 2,
    "cards/formats.py": LONGEST_NAME * 2,
    "cards/sections.py": 40,
    "games/magic/dial/parse.py": LONGEST_COMMAND,
    "games/magic/dial/things.py": LONGEST_COMMAND,
    "games/magic/sideboarding.py": LONGEST_COMMAND,
    "client/choices.py": LONGEST_COMMAND,
    "client/fighting.py": LONGEST_COMMAND,
}
"""How long a text is at most that reaches the patterns of a file, or that somebody types for themselves;
elsewhere it is as long as a message."""
A_MESSAGE = 32 * 1024


def _patterns() -> Iterator[tuple[str, str, int]]:
    """Every pattern in our sources: where it is, what it is, its flags."""
    for path in sorted(SOURCE.rglob("*.py")):
        where = path.relative_to(SOURCE).as_posix()
        source = path.read_text()
        imports_re = "import re\n" in source
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            given = [keyword.value for keyword in node.keywords if keyword.arg == "pattern"]
            if imports_re and re.fullmatch(r"re\.[a-z]+|_rule", called):
                given = node.args[:1]
            for pattern in given:
                if isinstance(pattern, ast.Constant):
                    ignore_case = called == "_rule" or "IGNORECASE" in ast.unparse(node)
                    assert "MULTILINE" not in ast.unparse(node), f"{where}: split into lines first"
                    assert "DOTALL" not in ast.unparse(node), f"{where}: split into lines first"
                    yield where, str(pattern.value), re.IGNORECASE if ignore_case else 0
                else:
                    assert (where, ast.unparse(pattern)) == ("games/magic/dial/parse.py", "pattern"), (
                        f"{where}: a pattern is written down where it is used"
                    )


PATTERNS = [*_patterns()]


def test_the_patterns_are_found() -> None:
    assert len(PATTERNS) > 80
    assert {where for where, *_ in PATTERNS} >= LONGEST.keys()


@pytest.mark.parametrize(("where", "pattern", "flags"), PATTERNS)
def test_no_pattern_tries_a_text_again_and_again(where: str, pattern: str, flags: int) -> None:
    compiled, longest = re.compile(pattern, flags), LONGEST.get(where, A_MESSAGE)
    # What it begins with is what it looks for everywhere: a text full of that is its worst.
    starts = {
        re.sub(r"[\\()?:^$+*]|\[.*?\]|\{.*?\}", "", part) for part in re.split(r"\.\+|\.\*|\|", pattern)
    }
    own = [(start * longest)[:longest] for start in starts if start]
    for text in [*own, *(make(longest)[:longest] for make in (*SHAPES.values(), *WORDS.values()))]:
        for attempt in (compiled.search, compiled.fullmatch):
            taken = least_time(lambda: attempt(text), 0.05)  # noqa: B023
            assert taken < 0.05, f"{text[:20]!r}… takes {taken * 1000:.0f} ms"


# --- what has a fixed shape ---


@pytest.mark.parametrize(("kind", "length"), [(Hash, 64), (Key, 64), (Signature, 128)])
def test_a_hash_is_a_hash_and_no_line_break_after_it(kind: object, length: int) -> None:
    good = "a" * length
    assert msgspec.json.decode(msgspec.json.encode(good), type=kind) == good
    for bad in (
        f"{good}\n",
        "\n",
        f"\n{good}",
        f"{good}\r",
        good.upper(),
        "é" * length,
        "١" * length,
        good[1:],
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(msgspec.json.encode(bad), type=kind)
