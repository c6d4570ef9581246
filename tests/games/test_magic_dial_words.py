"""What players type in free-form play: labels are read back, names are cut short, mistakes are explained."""

import random

import pytest

from facedown.games.magic.dial import parse_command
from facedown.games.magic.dial.parse import HELP
from facedown.games.magic.freeform import (
    AddPool,
    AttachCard,
    Command,
    DrawCards,
    Look,
    MakeToken,
    MoveCards,
    Mulligan,
    NextTurn,
    Point,
    RollDie,
    SetAttribute,
    SetCounters,
    SetLife,
    SetStep,
    Show,
    ShuffleLibrary,
)
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions, player
from facedown.kernel import InvalidAction
from facedown.testing.walk import Walk
from games.dialled import Kitchen


@pytest.mark.parametrize("dial", ["free", "assisted"])
def test_every_label_is_read_back_as_the_same_command(dial: str) -> None:
    read = 0
    for seed in range(3):
        walk = Walk(MAGIC, seed, MagicOptions(dial=dial))  # type: ignore[arg-type]
        for _ in walk.play():
            for seat in MAGIC.active(walk.state) if walk.settled and walk.table.at % 5 == 0 else ():
                for action in MAGIC.legal(walk.state, seat, walk.faces[seat]):
                    if not isinstance(action, Command):
                        continue
                    label = MAGIC.label(walk.state, seat, action, walk.faces[seat])
                    assert parse_command(walk.state, seat, label, walk.faces[seat], walk.names) == action
                    read += 1
    assert read > 500


def test_commands_with_all_their_trimmings_are_read_back() -> None:
    kitchen = Kitchen()
    one, two = kitchen.put(0), kitchen.put(1)
    held, top = kitchen.own(0).hand[0], kitchen.own(0).library[-1]
    for command in (
        MoveCards((one, two), "hand"),
        MoveCards((held,), "library", 3),
        MoveCards((held,), "library", -4),
        MoveCards((top,), "exile", face_down=True),
        MoveCards((held,), "battlefield", tapped=True, face_down=True, power=2, toughness=None, seat=1),
        DrawCards(-2),
        ShuffleLibrary(-5),
        Look(-3),
        Show((held,), to=1),
        Show(zone="library", to=1, lend=True),
        AttachCard(one, player(1)),
        AttachCard(two, two),
        Point(one, two),
        MakeToken("Elf Warrior", count=3),
        MakeToken("Wurm", "6", "4", subtypes=("Wurm",), colors=("B", "G"), keywords=("trample", "haste")),
        MakeToken("Clue", types=("Artifact",)),
        MakeToken("Soldier", attached=one),
        MakeToken("Soldier", transforms=two),
        SetAttribute((one, two), tapped=True),
        SetAttribute((one,), attacks=player(1)),
        SetAttribute((one,), attacks=one),
        SetAttribute((two,), blocks=one),
        SetAttribute((one,), frozen=False),
        SetAttribute((one,), colors=("W", "U")),
        SetAttribute((one,), colors=()),
        SetAttribute((one,), power=5, toughness=-1),
        SetAttribute((one,), damage=3),
        SetAttribute((one,), note="must attack: remember"),
        SetAttribute((one,), note=""),
        SetCounters(one, "+1/+1", -2),
        SetCounters(player(1), "poison", 3),
        AddPool("-WW"),
        NextTurn(1),
    ):
        label = MAGIC.label(kitchen.state, 0, command, kitchen.table.faces[0])
        assert parse_command(kitchen.state, 0, label, kitchen.table.faces[0]) == command, label


def test_words_may_be_short_and_people_have_names() -> None:
    kitchen = Kitchen()
    one = kitchen.put(0)
    held = kitchen.held(0)
    land = kitchen.held(0, "Land")
    library = kitchen.own(0).library

    def means(words: str) -> Command:
        return parse_command(kitchen.state, 0, words, kitchen.table.faces[0], kitchen.table.names)

    assert means("tap griz") == SetAttribute((one,), tapped=True)
    assert means("play bears") == MoveCards((held,), "stack")
    assert means("PLAY forest") == MoveCards((land,), "battlefield")
    assert means("discard   bears") == MoveCards((held,), "graveyard")
    assert means("kill grizzly bears") == MoveCards((one,), "graveyard")
    assert means("move top 2 to graveyard") == MoveCards((library[-1], library[-2]), "graveyard")
    assert means("move bottom to exile face-down") == MoveCards((library[0],), "exile", face_down=True)
    assert means("move my hand to library bottom") == MoveCards(kitchen.own(0).hand, "library", -1)
    assert means("attack bob with griz") == SetAttribute((one,), attacks=player(1))
    assert means("attack with griz") == SetAttribute((one,), attacks=player(1))
    assert means("reveal my hand to Bob") == Show(zone="hand", to=1)
    assert means("+2 energy on me") == SetCounters(player(0), "energy", 2)
    assert means("create 2/2 white blue Bird with flying and haste") == MakeToken(
        "Bird", "2", "2", subtypes=("Bird",), colors=("W", "U"), keywords=("flying", "haste")
    )
    assert means("draw") == DrawCards(1)
    assert means("mulligan 6") == Mulligan(6)
    assert means("roll d6") == RollDie(6)
    assert means("life 3") == SetLife(3)
    assert means("go to combat") == SetStep("begin combat")
    assert means("go to end step") == SetStep("end")
    assert means("color griz as red") == SetAttribute((one,), colors=("R",))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "no command"),
        ("dance", "no command"),
        ("tap unicorn", "no card that you can name"),
        ("tap", "no command"),
        ("move bears to moon", "no zone"),
        ("move bears to library sideways", "say `bottom`"),
        ("reveal hand to Zoe", "no player"),
        ("go to tea", "no step"),
        ("move top 99 to hand", "library has"),
        ("draw 99999999999", "too large"),
        ("create 1/1 Bird with wings", "no keyword"),
        ("color bears as pink", "no colors"),
        ("flip my hand", "are 7 cards"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(words: str, why: str) -> None:
    kitchen = Kitchen()
    with pytest.raises(InvalidAction, match=why):
        parse_command(kitchen.state, 0, words, kitchen.table.faces[0], kitchen.table.names)


def test_any_words_are_a_command_or_explained() -> None:
    kitchen = Kitchen()
    kitchen.type(0, "create 2 Soldier")
    words = f"{HELP} griz soldier forest top my #3 - 1/1 é".replace(";", " ").split()
    rng = random.Random(1)
    read = 0
    for _ in range(3000):
        text = " ".join(rng.choice(words) for _ in range(rng.randint(0, 7)))
        try:
            parse_command(kitchen.state, 0, text, kitchen.table.faces[0], kitchen.table.names)
        except InvalidAction:
            continue
        read += 1
    assert read > 20


def test_a_word_that_may_mean_several_cards_is_asked_back() -> None:
    kitchen = Kitchen()
    kitchen.type(0, "create Bird")
    kitchen.type(0, "create Beast")
    with pytest.raises(InvalidAction, match="may mean: beast, bird"):
        kitchen.type(0, "tap b")


def test_help_names_every_verb() -> None:
    verbs = """move draw mulligan shuffle look reveal lend flip attach arrow create tap freeze note attack
    block make color life mana go next reverse roll say concede resolve check never"""
    assert set(verbs.split()) <= set(HELP.replace(";", " ").split())
