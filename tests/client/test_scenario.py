"""`facedown scenario`: what it prints, and what it makes of files that are wrong, broken or meant to hurt."""

import json
from pathlib import Path
from typing import Any

import pytest

from client.conftest import Run
from facedown.games.magic.scenario import play

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.json"))
BEARS = {"op": "put", "player": "P1", "card": "Grizzly Bears", "id": "bears"}


def scenario(*steps: Any, expect: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"id": "x-1", "title": "A try", "steps": list(steps), "expect": expect or [], **more}


def write(path: Path, *scenarios: Any) -> Path:
    path.write_text(json.dumps({"meta": {}, "scenarios": list(scenarios)}))
    return path


def test_every_scenario_passes(facedown: Run) -> None:
    count = sum(len(json.loads(file.read_text())["scenarios"]) for file in FILES)
    done = facedown("scenario", *FILES)
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout == f"{count} passed, 0 failed\n"
    assert count > 200


def test_a_failure_tells_what_was_expected_and_what_was_seen(facedown: Run, tmp_path: Path) -> None:
    wrong = scenario(
        BEARS, expect=[{"object": "bears", "power": 3, "toughness": 2}, {"player": "P2", "life": 7}]
    )
    good = scenario(BEARS, expect=[{"object": "bears", "power": 2}])
    done = facedown("scenario", write(tmp_path / "a.json", wrong, good))
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"FAILED x-1: A try ({tmp_path / 'a.json'})",
        "  at the end: bears power: expected 3, seen 2",
        "  at the end: P2 life: expected 7, seen 20",
        "1 passed, 1 failed",
    ]


def test_machines_get_json(facedown: Run, tmp_path: Path) -> None:
    file = write(
        tmp_path / "a.json", scenario(BEARS, expect=[{"object": "bears", "power": 3}]), scenario(BEARS)
    )
    done = facedown("scenario", "--json", file)
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert (told["passed"], told["failed"]) == (1, 1)
    assert told["scenarios"][0] == {
        "file": str(file),
        "id": "x-1",
        "title": "A try",
        "passed": False,
        "problems": ["at the end: bears power: expected 3, seen 2"],
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("\xff\xfe\x00", "is not JSON"),
        ("[]", "has no list of scenarios"),
        ('{"scenarios": {"a": 1}}', "has no list of scenarios"),
        ('{"meta": {}}', "has no list of scenarios"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_and_code_2(
    facedown: Run, tmp_path: Path, text: str, words: str
) -> None:
    good, bad = write(tmp_path / "good.json", scenario(BEARS)), tmp_path / "bad.json"
    bad.write_text(text, encoding="latin-1")
    done = facedown("scenario", good, bad)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("facedown: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


def test_a_file_that_is_not_there_is_one_line_and_code_2(facedown: Run) -> None:
    done = facedown("scenario", "/no/such/file")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("facedown: cannot read /no/such/file")


def test_what_a_file_says_does_not_reach_the_terminal_as_a_command(facedown: Run, tmp_path: Path) -> None:
    evil = scenario({"op": "\x1b[2J"}, id="\x1b]0;x\x07", title="a\nb")
    done = facedown("scenario", write(tmp_path / "a.json", evil))
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"
    assert done.stdout.count("\n") == 3
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (scenario({**BEARS, "card": "Grizzly Beard"}), "there is no card 'Grizzly Beard'"),
        (scenario({**BEARS, "player": "P9"}), "there is no player 'P9'"),
        (scenario({"op": "dance"}), "there is no operation 'dance'"),
        (scenario(BEARS, expect=[{"object": "bears", "charm": 3}]), "nobody knows how to check 'charm'"),
        (scenario(BEARS, expect=[{"weather": "fine"}]), "nobody knows how to check"),
        (scenario(BEARS, expect=[{"object": "cub", "power": 2}]), "nothing is called that"),
        (
            scenario(
                {"op": "put", "player": "P1", "card": "Clone", "id": "c"},
                {"op": "cast", "player": "P1", "card": "Shock"},
            ),
            "an unexpected question to P1: target",
        ),
        (
            scenario(BEARS, {"op": "cast", "player": "P1", "card": "Shock", "targets": ["bears", "P2"]}),
            "may not be targeted",
        ),
        (
            scenario({"op": "cast", "player": "P1", "card": "Terror", "targets": ["P2"]}),
            "may not cast that now",
        ),
        (
            scenario(
                BEARS,
                expect=[{"legal": {"op": "activate", "player": "P1", "source": "bears", "ability": "tap"}}],
            ),
            "seen",
        ),
    ],
)
def test_it_is_strict(one: dict[str, Any], words: str) -> None:
    report = play(one)
    assert not report.passed
    assert words in " ".join(report.problems)


@pytest.mark.parametrize(
    "one",
    [
        None,
        7,
        "put",
        [],
        scenario(players="P1"),
        scenario(players=["P1"]),
        scenario(players=["P1", "P1"]),
        scenario(players=[f"P{n}" for n in range(100_000)]),
        scenario(players=[1, 2]),
        scenario(starting_life=[1]),
        scenario(starting_life={"P1": "many"}, expect=[{"player": "P1", "life": 20}]),
        scenario(None),
        scenario(7),
        scenario({"op": ["put"]}),
        scenario({"op": "put"}),
        scenario({**BEARS, "card": 7}),
        scenario({**BEARS, "id": []}),
        scenario({**BEARS, "counters": 7}),
        scenario({"op": "zone", "player": "P1", "card": "Forest", "zone": "hand", "count": 10**12}),
        scenario({"op": "zone", "player": "P1", "card": "Forest", "zone": "hand", "count": -1}),
        scenario({"op": "set_library", "player": "P1", "size": 10**12}),
        scenario({"op": "set_library", "player": "P1", "size": "many"}),
        scenario({"op": "mulligan", "player": "P1", "times": 10**12}),
        scenario({"op": "combat", "attackers": "all"}),
        scenario({"op": "combat", "attackers": {"nobody": "P2"}}),
        scenario(BEARS, {"op": "expect", "facts": 7}),
        scenario(BEARS, expect=7),  # type: ignore[arg-type]
        scenario(BEARS, expect=[{"object": "bears", "types": 7}]),
        scenario(BEARS, expect=[{"illegal": {"op": "fly"}}]),
    ],
)
def test_a_scenario_that_makes_no_sense_fails_and_nothing_more(one: Any) -> None:
    assert not play(one).passed
