"""`facedown deck`: lists in and out."""

import re
from pathlib import Path

from client.conftest import Run
from facedown.games.duel import CARDS


def test_decks_are_listed_shown_checked_saved_and_played(facedown: Run, home: Path) -> None:
    shown = facedown("deck", "show", "duel", "wildfire").stdout
    assert facedown("deck", "check", "duel", "-", stdin=shown).stdout == "30 cards understood; legal\n"
    (home / "mine.txt").write_text(shown.replace("3 Firebolt", "2x fIREBOLT # less\n1 ice-shard"))
    saved = facedown("deck", "save", "duel", "my deck", home / "mine.txt")
    assert saved.stdout.startswith("my deck: 30 cards saved in ")
    listed = facedown("deck", "list", "duel").stdout
    assert re.search(r"^starter +30 cards  ready$", listed, re.MULTILINE)
    assert re.search(r"^my deck +30 cards  saved here$", listed, re.MULTILINE)
    match = facedown("play", "duel", "--deck", "my deck", "--bot", "random")
    assert match.returncode == 0
    assert facedown("deck", "rm", "duel", "my deck").returncode == 0
    assert "my deck" not in facedown("deck", "list", "duel").stdout


def test_a_deck_with_faults_is_reported_line_by_line(facedown: Run, home: Path) -> None:
    (home / "bad.txt").write_text("3 Firebolt\n2 Fireblot\n0 Ice Shard\n")
    done = facedown("deck", "check", "duel", home / "bad.txt")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "line 2: no card is called 'Fireblot'; did you mean Firebolt?",
        "line 3: 0 copies of Ice Shard: give 1 to 99",
        "3 cards understood; not legal: a deck has 30 cards, this one has 3",
    ]
    played = facedown("play", "duel", "--deck", home / "bad.txt")
    assert played.returncode == 2
    assert "line 2: no card is called 'Fireblot'" in played.stderr


def test_every_card_is_listed_with_its_text(facedown: Run) -> None:
    out = facedown("deck", "cards", "duel").stdout
    assert all(f"{card.name}: {card.cost} mana" in out for card in CARDS.values())


def test_a_deck_cannot_be_saved_outside_its_place_or_over_a_ready_one(facedown: Run, home: Path) -> None:
    for name in ("../../escape", "a/b", ".hidden", "", "starter"):
        done = facedown("deck", "save", "duel", name, "-", stdin="Firebolt\n")
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
    assert not list(home.rglob("*.txt"))
