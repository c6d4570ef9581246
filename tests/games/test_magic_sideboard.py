"""Sideboards: what stays out is said in secret before the first card, and is at hand in free-form play."""

import pytest

from dealers.mental.party import Party
from facedown.cards.legality import most_aside, usual_aside
from facedown.dealers import House
from facedown.games.magic.actions import Choose
from facedown.games.magic.game import MAGIC
from facedown.games.magic.sideboarding import contents, plan, usual_out
from facedown.games.magic.state import MagicOptions
from facedown.kernel import IllegalAction, InvalidAction, Wish, entitled, may_look
from facedown.table import Table, log_file, verify
from games.dialled import Kitchen, events

DECK = ("grizzly-bears",) * 30 + ("forest",) * 30
SIDE = ("naturalize",) * 3 + ("giant-growth",) * 4 + ("craw-wurm",)
WHOLE = DECK + SIDE


def planned(kitchen: Kitchen, words: str) -> tuple[Choose, Wish]:
    found = plan(kitchen.state, words, kitchen.table.faces[0])
    assert found is not None
    return found


def locked(words: str = "lock") -> Kitchen:
    """Ann has brought a sideboard, Bob has none."""
    kitchen = Kitchen(decks=(WHOLE, DECK), sideboard=True)
    action, wish = planned(kitchen, words)
    steps = kitchen.table.act(0, action, 10, wish=wish)
    kitchen.lines += [step.line for step in steps]
    return kitchen


def names(kitchen: Kitchen, refs: tuple[int, ...]) -> str:
    return contents(refs, kitchen.table.faces[0])


@pytest.mark.parametrize("dial", ["free", "assisted", "enforced"])
def test_who_brings_one_is_asked_and_sees_the_whole_list(dial: str) -> None:
    kitchen = Kitchen(dial, decks=(WHOLE, DECK), sideboard=True)
    prompt = kitchen.state.prompt
    assert (prompt.kind, prompt.seat) == ("sideboard", 0)
    assert sorted(kitchen.table.faces[0].values()) == sorted(WHOLE)
    assert not kitchen.table.faces[1]
    assert names(kitchen, usual_out(prompt)) == "Craw Wurm, 4 Giant Growth, 3 Naturalize"


def test_what_is_not_said_otherwise_stays_as_the_list_has_it() -> None:
    kitchen = locked()
    assert names(kitchen, kitchen.own(0).sideboard) == "Craw Wurm, 4 Giant Growth, 3 Naturalize"
    assert len(kitchen.own(0).library) + len(kitchen.own(0).hand) == 60
    assert not kitchen.own(1).sideboard


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("lock in 2 Naturalize out 2 grizz", "Craw Wurm, 4 Giant Growth, 2 Grizzly Bears, Naturalize"),
        ("lock out Forest in craw wurm", "Forest, 4 Giant Growth, 3 Naturalize"),
        ("LOCK in 3 Naturalize, 4 giant and craw", ""),
        ("lock in 2x g", "Craw Wurm, 2 Giant Growth, 3 Naturalize"),
    ],
)
def test_a_plan_moves_cards_both_ways(words: str, out: str) -> None:
    kitchen = locked(words)
    assert names(kitchen, kitchen.own(0).sideboard) == out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("lock in Shivan Dragon", "`Shivan Dragon` is not in the sideboard"),
        ("lock in 5 Giant Growth", "there are 4 Giant Growth in the sideboard, not 5"),
        ("lock in 0 Giant Growth", "not 0"),
        ("lock in Forest", "`Forest` is not in the sideboard"),
        ("lock out 21 Forest", "then 29 cards would stay out, and 0 to 28 may"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_the_reason(words: str, why: str) -> None:
    kitchen = Kitchen(decks=(WHOLE, DECK), sideboard=True)
    with pytest.raises(InvalidAction, match=why):
        planned(kitchen, words)


def test_other_words_are_no_plan_and_there_is_none_later() -> None:
    kitchen = Kitchen(decks=(WHOLE, DECK), sideboard=True)
    assert plan(kitchen.state, "locked", kitchen.table.faces[0]) is None
    assert plan(locked().state, "lock", kitchen.table.faces[0]) is None


def test_others_learn_how_many_stay_out_and_nothing_else() -> None:
    """Two plans of one size look the same to everybody else, and in the log."""
    one, two = locked("lock in Craw out Forest"), locked("lock in Craw out Grizzly")
    assert one.own(0).sideboard == two.own(0).sideboard
    assert one.state == two.state
    assert not one.table.faces[1].keys() & set(one.own(0).sideboard)
    zones = list(MAGIC.zones(one.state))
    for ref in one.own(0).sideboard:
        assert may_look(entitled(zones, ref), 0)
        assert not may_look(entitled(zones, ref), 1)


def test_an_option_that_is_none_and_another_s_question_change_nothing() -> None:
    kitchen = Kitchen(decks=(WHOLE, DECK), sideboard=True)
    with pytest.raises(IllegalAction):
        kitchen.act(0, Choose(29))
    with pytest.raises(IllegalAction):
        kitchen.act(1, Choose(0))
    assert kitchen.state.prompt.kind == "sideboard"


def test_in_free_play_a_card_comes_from_outside_the_game_and_goes_there() -> None:
    kitchen = locked()
    before = len(kitchen.own(0).hand)
    kitchen.type(0, "move craw wurm to hand")
    assert len(kitchen.own(0).hand) == before + 1
    kitchen.type(0, "move naturalize to battlefield")
    assert kitchen.state.objects[0].face == "naturalize"
    kitchen.type(0, "move my sideboard to graveyard")
    assert kitchen.own(0).sideboard == ()
    kitchen.type(0, "move craw wurm in hand to sideboard")
    assert names(kitchen, kitchen.own(0).sideboard) == "Craw Wurm"
    with pytest.raises(IllegalAction, match="not yours to move"):
        kitchen.type(1, f"move #{kitchen.own(0).sideboard[0]} to hand")
    kitchen.type(0, "reveal sideboard to Bob")
    assert kitchen.table.faces[1][kitchen.own(0).sideboard[0]] == "craw-wurm"
    kitchen.lines += [step.line for step in kitchen.table.leave(0, "conceded", 99)]
    assert verify(log_file(kitchen.lines)).finished


def test_who_leaves_while_planning_leaves_the_others_a_game() -> None:
    for dial in ("free", "enforced"):
        kitchen = Kitchen(dial, decks=(WHOLE, DECK, WHOLE), sideboard=True)
        kitchen.table.leave(0, "abandoned", 5)
        assert kitchen.state.prompt.seat == 2
        assert kitchen.state.prompt.kind == "sideboard"
        kitchen.act(2, Choose(kitchen.state.prompt.default[0]))
        assert {len(kitchen.own(seat).hand) for seat in (1, 2)} == {7}


def test_sizes() -> None:
    assert [usual_aside("constructed", cards) for cards in (60, 67, 75, 76, 90)] == [0, 7, 15, 15, 15]
    assert [usual_aside("casual", cards) for cards in (40, 45, 59, 60, 75)] == [0, 5, 15, 0, 15]
    assert [most_aside("casual", cards) for cards in (39, 40, 75)] == [0, 0, 35]
    assert usual_aside("commander", 99) == most_aside("commander", 99) == 0


def test_four_copies_are_counted_over_deck_and_sideboard() -> None:
    options = MagicOptions(format="constructed", sideboard=True)
    four = ("giant-growth",) * 4 + ("forest",) * 56
    MAGIC.check_deck(four + ("craw-wurm",) * 4, options)
    with pytest.raises(InvalidAction, match="5 copies of Giant Growth"):
        MAGIC.check_deck((*four, "giant-growth"), options)
    with pytest.raises(InvalidAction, match="at least 60 cards"):
        MAGIC.check_deck(four[:59], options)


def test_a_sealed_sideboard_stays_with_its_player() -> None:
    options = MagicOptions(sideboard=True, hand=2)
    party = Party(2, MAGIC, decks=[WHOLE, DECK], options=options)
    party.settle()
    action, wish = plan(party.table.state, "lock in craw out forest", party.faces(0)) or (None, ())
    party.do(action, wish)
    own = party.table.state.players[0]
    assert contents(own.sideboard, party.faces(0)) == "Forest, 4 Giant Growth, 3 Naturalize"
    assert not party.faces(1).keys() & set(own.sideboard)
    report = verify(party.end())
    assert report.finished


def test_a_sealed_deck_is_led_by_its_commander() -> None:
    deck = MAGIC.decks()["krenko"]
    options = MagicOptions(commander=True, format="commander")
    party = Party(2, MAGIC, decks=[deck, deck], options=options)
    party.settle()
    led = [obj.face for obj in party.table.state.objects if obj.zone == "command"]
    assert led == [deck[0], deck[0]]
    assert verify(party.end()).finished


def test_a_bot_leaves_out_what_its_list_leaves_out() -> None:
    table, _ = Table.open(
        MAGIC,
        House(bytes(32), (WHOLE, DECK)),
        match="bots",
        names=("Ann", "Bob"),
        decks=(WHOLE, DECK),
        options=MagicOptions(sideboard=True),
    )
    from facedown.bots import make_bot

    bot = make_bot("greedy", seed=1)
    action, wish = bot.decide(MAGIC, table.state, 0, table.faces[0])
    table.act(0, action, 0, wish=wish)
    out = table.state.players[0].sideboard
    assert contents(out, table.faces[0]) == "Craw Wurm, 4 Giant Growth, 3 Naturalize"


def test_the_story_says_it() -> None:
    kitchen = Kitchen(decks=(WHOLE, DECK), sideboard=True)
    steps = kitchen.act(0, Choose(8))
    assert "SideboardLocked" in events(steps)
    assert "Ann locks the sideboard; 8 cards stay out." in kitchen.told(steps, 1)
    mine = "Ann locks the sideboard; 8 cards stay out: "
    assert any(line.startswith(mine) for line in kitchen.told(steps, 0))
