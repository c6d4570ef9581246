"""Play a scenario and say what was wrong."""

from typing import Any

import msgspec

from facedown.games.magic.scenario import turns  # noqa: F401 (registers steps)
from facedown.games.magic.scenario.facts import wrong
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import take
from facedown.games.magic.scenario.trouble import Failure

MOST_PLAYERS = 8


class Report(msgspec.Struct, frozen=True):
    """How a scenario went: its id, and what was wrong, if anything."""

    id: str
    title: str
    problems: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.problems


def play(scenario: Any) -> Report:
    """Play one scenario of a file, whatever stands there. A step that cannot be taken ends it."""
    if not isinstance(scenario, dict):
        return Report("?", "", (f"a scenario is an object with steps, and this is {scenario!r:.60}",))
    name, title = str(scenario.get("id", "?")), str(scenario.get("title", ""))
    problems: list[str] = []
    try:
        stage = Stage(_players(scenario), scenario.get("starting_life") or {})
        for number, step in enumerate(scenario.get("steps") or [], start=1):
            try:
                if step.get("op") == "expect":
                    problems += _facts(stage, step.get("facts") or [], f"step {number}")
                else:
                    take(stage, step)
            except Failure as error:
                said = step.get("say") or step.get("op")
                problems.append(f"step {number} ({said}): {error}")
                return Report(name, title, tuple(problems))
        problems += _facts(stage, scenario.get("expect") or [], "at the end")
    except Failure as error:
        problems.append(str(error))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        problems.append(f"the scenario cannot be read: {error!r}")
    except Exception as error:
        # One that breaks the table is a failure like any other: the rest are still to be played.
        problems.append(f"the table broke: {error!r}")
    return Report(name, title, tuple(problems))


def _players(scenario: dict[str, Any]) -> list[str]:
    players = scenario.get("players") or ["P1", "P2"]
    if (
        not isinstance(players, list)
        or not 2 <= len(players) <= MOST_PLAYERS
        or not all(isinstance(name, str) for name in players)
        or len(set(players)) < len(players)
    ):
        raise Failure(f"players are 2 to {MOST_PLAYERS} different names, and not {players!r:.60}")
    return players


def _facts(stage: Stage, facts: list[dict[str, Any]], where: str) -> list[str]:
    return [f"{where}: {problem}" for fact in facts for problem in wrong(stage, fact)]
