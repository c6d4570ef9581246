"""The README plays one complete duel, and every line of it is true."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
LONGEST = 25


def blocks() -> list[str]:
    """The sessions of the README, without their fences."""
    found = re.findall(r"^```python\n(.*?)^```", README.read_text(), re.DOTALL | re.MULTILINE)
    return [block for block in found if block.startswith(">>> ")]


def test_every_session_runs_as_written() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for number, block in enumerate(blocks()):
        runner.run(parser.get_doctest(block, {}, f"README {number}", str(README), 0))
    done = runner.summarize()
    assert done.attempted > 10
    assert done.failed == 0


def test_one_session_is_a_whole_duel_on_one_screen() -> None:
    duels = [block for block in blocks() if "Table.open(" in block and "verify(" in block]
    assert len(duels) == 1
    assert "Outcome(winners=" in duels[0]
    assert len(duels[0].splitlines()) <= LONGEST
