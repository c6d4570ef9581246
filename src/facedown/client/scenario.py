"""`facedown scenario`: tables set up by hand, played step by step, and what has to hold there."""

import argparse
from time import perf_counter
from typing import Any

import msgspec

from facedown.client import files
from facedown.client.saying import say, say_json
from facedown.client.trouble import NOT_SO, OK, Trouble
from facedown.games.magic.scenario import Report, play


class Played(msgspec.Struct, frozen=True):
    """One scenario, the file it stands in, and how it went."""

    file: str
    id: str
    title: str
    passed: bool
    problems: tuple[str, ...]


class Summary(msgspec.Struct, frozen=True):
    """All of them; `--json` prints this."""

    passed: int
    failed: int
    seconds: float
    scenarios: list[Played]


def run(args: argparse.Namespace) -> int:
    """Play all scenarios of all files. A file that cannot be read is said before any is played."""
    read = [(file, scenario) for file in args.files for scenario in scenarios(file)]
    began = perf_counter()
    played = []
    for file, scenario in read:
        report = play(scenario)
        played.append(Played(file, report.id, report.title, report.passed, report.problems))
        if not args.json:
            _tell(file, report)
    failed = sum(not one.passed for one in played)
    if args.json:
        summary = Summary(len(played) - failed, failed, perf_counter() - began, played)
        say_json(summary)
    else:
        say(f"{len(played) - failed} passed, {failed} failed")
    return NOT_SO if failed else OK


def scenarios(file: str) -> list[Any]:
    """The scenarios of a file, as yet unchecked: what is wrong within one is that one's failure."""
    try:
        found = msgspec.json.decode(files.read(file))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Trouble(f"{files.title(file)} is not JSON: {error}") from None
    listed = found.get("scenarios") if isinstance(found, dict) else None
    if not isinstance(listed, list):
        raise Trouble(f"{files.title(file)} has no list of scenarios; docs/scenarios.md tells the format")
    return listed


def _tell(file: str, report: Report) -> None:
    if not report.passed:
        say(f"FAILED {report.id}: {report.title} ({file})")
        for problem in report.problems:
            say(f"  {problem}")
