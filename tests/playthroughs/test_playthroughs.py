"""Every playthrough comes out as it stands in its file. If a rule changed on purpose, make them again:

python -m facedown.testing.playthrough --again tests/playthroughs/*.txt
"""

import subprocess
import sys
from pathlib import Path

import pytest

from facedown.games.duel import CARDS, DUEL
from facedown.testing.playthrough import main, playthrough, regenerate

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_comes_out_as_it_stands_in_its_file(path: Path) -> None:
    kept = path.read_text("utf-8")
    assert regenerate(kept) == kept


def test_the_files_show_what_random_play_seldom_does() -> None:
    told = "\n".join(path.read_text("utf-8") for path in FILES)
    for sentence in (
        "burns away",
        "from weariness",
        "takes it back",
        "steps in",
        "concedes",
        "turn limit",
        "dies.",
    ):
        assert sentence in told


def test_another_process_tells_the_same_story() -> None:
    """Neither the order of a set nor an address in memory finds its way into a playthrough."""
    command = [
        sys.executable,
        "-m",
        "facedown.testing.playthrough",
        "duel",
        "--steps",
        "9",
        "--decks",
        "starter,moonwell",
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == regenerate("# " + " ".join(command[3:]))
    assert run.stdout.count("\n== ") == 3 + 9 + 2


def test_writes_and_makes_again(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    main(["duel", "--steps", "3", "--write", str(path)])
    kept = path.read_text("utf-8")
    path.write_text(kept.replace("Turn 1", "Turn 2"), "utf-8")
    main(["--again", str(path)])
    assert path.read_text("utf-8") == kept


def test_nobody_reads_the_hand_of_another() -> None:
    """Each viewer's part names no card that lies hidden in another hand, unless its like lies open."""
    names = {card.name for card in CARDS.values()}
    hands: dict[str, set[str]] = {}
    told: dict[str, str] = {}
    for line in playthrough(DUEL, seed=3, steps=2, decks=["starter", "gravetide"]):
        if line.startswith("-- "):
            viewer = line.removeprefix("-- ").rpartition(" ")[0]
        elif line.startswith("  "):
            told[viewer] = told.get(viewer, "") + line + "\n" if line.strip() else told[viewer]
            hands.setdefault(viewer, set()).update(
                name for name in names if f" {name} " in line and "mana]" in line
            )
    open_cards = {name for name in names if name in told["a spectator"]}
    assert len(hands["Ada"]) >= 3
    assert len(hands["Bo"]) >= 3
    assert not {name for name in hands["Bo"] - hands["Ada"] - open_cards if name in told["Ada"]}
    assert not {name for name in hands["Ada"] - hands["Bo"] - open_cards if name in told["Bo"]}
