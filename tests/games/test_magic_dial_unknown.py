"""Cards that no list has, from a user's own file, through a whole game by hand."""

import msgspec
import pytest

from facedown.cards.facts import read_facts, to_face
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions
from facedown.kernel import InvalidAction
from facedown.table import log_file, verify
from games.dialled import Kitchen

FILE = msgspec.json.encode(
    [
        {"name": "Lorem Field", "type_line": "Land", "mana_cost": "", "cmc": 0.0},
        {"name": "Ipsum Crow", "type_line": "Creature — Bird", "mana_cost": "{1}{U}", "cmc": 2.0,
         "power": "1", "toughness": "2", "colors": ["U"], "oracle_text": "Caws."},
        {"name": "Dolor Beast", "type_line": "Creature — Beast", "mana_cost": "{2}{G}", "cmc": 3.0,
         "power": "*", "toughness": "1+*", "colors": ["G"], "oracle_text": "Grows."},
        {"name": "Sit, the Walker", "type_line": "Legendary Planeswalker — Sit", "mana_cost": "{2}{W}",
         "cmc": 3.0, "loyalty": "4", "colors": ["W"], "oracle_text": "Walks."},
        {"name": "Amet Blast", "type_line": "Instant", "mana_cost": "{R}", "cmc": 1.0, "colors": ["R"],
         "oracle_text": "Burns and burns and burns."},
    ]
)  # fmt: skip
FACES = [to_face(card) for card in read_facts(FILE)]
DECK = tuple(FACES * 8)


def test_they_are_for_free_play_only() -> None:
    MAGIC.check_deck(DECK, MagicOptions(dial="free"))
    for dial in ("assisted", "enforced"):
        with pytest.raises(InvalidAction, match="no rules here"):
            MAGIC.check_deck(DECK, MagicOptions(dial=dial))


def test_a_whole_game_by_hand_is_played_and_verified() -> None:
    kitchen = Kitchen(decks=(DECK, DECK))
    ann = kitchen.first
    bob = 1 - ann
    for seat, words in (
        (ann, "go to main"),
        (ann, "play lorem"),
        (ann, "tap lorem"),
        (ann, "mana UU"),
        (ann, "play ipsum crow"),
        (ann, "mana -UU"),
        (bob, "say fine"),
        (bob, "resolve"),
        (ann, "next turn"),
        (bob, "draw"),
        (bob, "play sit"),
        (bob, "resolve"),
        (bob, "+1 loyalty on sit"),
        (bob, "play dolor"),
        (bob, "resolve"),
        (bob, "make dolor 3/4"),
        (bob, "note dolor: counts graveyards"),
        (bob, "next turn"),
        (ann, "untap all"),
        (ann, "attack sit with crow"),
        (bob, "block crow with dolor"),
        (ann, "play amet"),
        (ann, "arrow from amet to dolor"),
        (ann, "resolve"),
        (ann, "damage dolor to 3"),
        (bob, "kill dolor"),
        (ann, "-3 loyalty on sit"),
        (bob, "life -2"),
        (ann, "mulligan 3"),
        (bob, "reveal hand"),
    ):
        needed = words.split()[1] if words.startswith("play") else ""
        while needed and needed not in _hand(kitchen, seat):
            kitchen.type(seat, "draw")
        kitchen.type(seat, words)
    on = {kitchen.seen(obj.id).name: obj for obj in kitchen.state.objects if obj.zone == "battlefield"}
    assert set(on) == {"Lorem Field", "Ipsum Crow", "Sit, the Walker"}
    assert on["Sit, the Walker"].counter("loyalty") == 2
    assert kitchen.seen(on["Ipsum Crow"].id).colors == ("U",)
    grave = {kitchen.seen(obj.id).name for obj in kitchen.state.objects if obj.zone == "graveyard"}
    assert grave == {"Dolor Beast", "Amet Blast"}
    picture = MAGIC.show(kitchen.state, ann, kitchen.table.names, kitchen.table.faces[ann])
    assert "Ipsum Crow 1/2" in picture
    assert "Caws" not in picture  # a file's text stays with whoever has the file
    kitchen.type(bob, "concede")
    report = verify(log_file(kitchen.lines))
    assert report.finished
    assert report.outcome is not None
    assert report.outcome.winners == (ann,)


def _hand(kitchen: Kitchen, seat: int) -> str:
    faces = kitchen.table.faces[seat]
    return " ".join(faces[ref] for ref in kitchen.own(seat).hand).casefold()
