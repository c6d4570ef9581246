"""`facedown deck`: lists in and out."""

import re
from pathlib import Path

from client.conftest import Run
from facedown.games.duel import CARDS


def test_a_deck_is_checked_by_its_name(facedown: Run) -> None:
    words = ["deck", "check", "magic", "krenko", "--option", "format=commander"]
    assert facedown(*words).stdout == "100 cards understood; legal\n"
    done = facedown("deck", "check", "magic", "no-such-deck")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no deck and no file is called 'no-such-deck'" in done.stderr


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


def test_lists_of_other_programs_are_imported_with_a_report_and_exported(facedown: Run, home: Path) -> None:
    pasted = "About\nName Hot: deck\n\nDeck\n3 Firebolt (DUL) 7\n2 Fireblot\n\nSideboard\n1 Ice Shard\n"
    done = facedown("deck", "import", "duel", "-", stdin=pasted)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "line 6: no card is called 'Fireblot'; did you mean Firebolt?"
    assert lines[1] == "line 9: 1 of the sideboard: they stay in the list and do not begin the game"
    assert lines[2].startswith("3 main, 1 sideboard understood, from a list in the format arena")
    assert lines[3].startswith("Hot deck: saved in ")
    shown = facedown("deck", "export", "duel", "Hot deck", "--format", "forge")
    assert shown.stdout == "[metadata]\nName=\n[Main]\n3 Firebolt\n2 Fireblot\n[Sideboard]\n1 Ice Shard\n"
    assert shown.stderr.count("\n") == 1
    assert (
        facedown("deck", "export", "duel", "starter", "--format", "mtgo", "--output", home / "a.dek").stdout
        == ""
    )
    checked = facedown("deck", "check", "duel", home / "a.dek")
    assert checked.stdout == "30 cards understood; legal\n"


def test_nothing_usable_is_said_in_one_line(facedown: Run, home: Path) -> None:
    (home / "bomb.cod").write_text('<!DOCTYPE x [<!ENTITY a "b">]><cockatrice_deck/>')
    done = facedown("deck", "import", "duel", home / "bomb.cod")
    assert done.returncode == 1
    assert "a DTD is not read" in done.stdout
    assert done.stderr.count("\n") == 1
    assert not list(home.rglob("*.txt"))


def test_cards_of_ones_own_file_are_known_by_name(facedown: Run, home: Path) -> None:
    (home / "scryfall.json").write_text('[{"name":"Storm Crow","type_line":"Creature — Bird"}]')
    assert "1 cards are known now" in facedown("deck", "facts", "duel", home / "scryfall.json").stdout
    done = facedown("deck", "check", "duel", "-", stdin="30 storm crow\n")
    assert done.stdout.startswith("30 cards understood; not legal: ")
    (home / "broken.json").write_text("{")
    done = facedown("deck", "facts", "duel", home / "broken.json")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
