"""Whatever players write and do by hand, the table stays small and quick, and is never left half way."""

import pytest

from facedown.games.magic.actions import Cast
from facedown.games.magic.dial.marks import MOST_MADE, MOST_SET
from facedown.games.magic.dial.touch import MOST_EFFECTS
from facedown.games.magic.engine.counters import MOST_AT_ONCE
from facedown.games.magic.engine.do_objects import MOST_TOKENS
from facedown.games.magic.engine.triggers import MOST_WAITING
from facedown.games.magic.events import CombatChanged
from facedown.games.magic.freeform import (
    AddPool,
    CheckTable,
    MakeToken,
    MoveCards,
    NeverMind,
    Resolve,
    Say,
    SetAttribute,
    SetCounters,
)
from facedown.games.magic.state import MADE, player
from facedown.kernel import IllegalAction, encode
from games.dialled import Kitchen


def _crowd() -> tuple[Kitchen, tuple[int, ...]]:
    kitchen = Kitchen()
    for _ in range(MOST_MADE // 20):
        kitchen.act(0, MakeToken("Goblin", "1", "1", count=20))
    return kitchen, tuple(obj.id for obj in kitchen.state.objects if obj.id >= MADE)


@pytest.mark.parametrize(("power", "toughness"), [(5000, None), (None, -100)])
def test_what_is_refused_is_refused_before_the_dealer_is_asked(
    power: int | None, toughness: int | None
) -> None:
    kitchen = Kitchen()
    top, at = kitchen.own(0).library[-1], kitchen.table.at
    with pytest.raises(IllegalAction, match="power and toughness"):
        kitchen.act(0, MoveCards((top,), "battlefield", power=power, toughness=toughness))
    assert kitchen.table.at == at
    kitchen.act(0, Say("we play on"))


def test_a_card_from_the_library_that_would_be_one_word_too_many() -> None:
    kitchen, tokens = _crowd()
    kitchen.act(0, SetAttribute(tokens, power=3))
    kitchen.act(0, SetAttribute(tokens[: MOST_EFFECTS - len(tokens)], colors=("W",)))
    top, at = kitchen.own(0).library[-1], kitchen.table.at
    with pytest.raises(IllegalAction, match="too many effects"):
        kitchen.act(0, MoveCards((top,), "battlefield", power=3))
    assert kitchen.table.at == at
    with pytest.raises(IllegalAction, match="too many effects"):
        kitchen.act(0, MakeToken("Spirit", transforms=tokens[0]))
    kitchen.act(0, SetAttribute(tokens, power=4))  # instead of what was said before


def test_many_attackers_and_blockers_are_one_event() -> None:
    kitchen, tokens = _crowd()
    for command in (
        SetAttribute(tokens, attacks=player(1)),
        SetAttribute(tokens[1:], blocks=tokens[0]),
    ):
        (step,) = kitchen.act(0, command)
        assert [type(event) for event in step.events] == [CombatChanged]
    attacks = kitchen.state.combat.attacks
    assert [attack.id for attack in attacks] == list(tokens)
    assert attacks[0].blockers == tokens[1:]
    assert not attacks[1].blocked
    with pytest.raises(IllegalAction, match=f"1 to {MOST_SET} cards"):
        kitchen.act(0, SetAttribute(tuple(range(MOST_SET + 1)), tapped=True))


def test_there_is_an_end_to_what_is_written_on_the_table() -> None:
    kitchen, tokens = _crowd()
    with pytest.raises(IllegalAction, match="too much written"):
        kitchen.act(0, SetAttribute(tokens, note="\N{GRINNING FACE}" * 100))
    kitchen.act(0, SetAttribute(tokens[:50], note="\N{GRINNING FACE}" * 100))
    for token in tokens[:33]:
        kitchen.act(0, SetCounters(token, "k" * 30))
    with pytest.raises(IllegalAction, match="too much written"):
        kitchen.act(0, SetCounters(tokens[33], "k" * 30))
    kitchen.act(0, SetCounters(tokens[0], "k" * 30))
    assert len(encode(kitchen.state)) < 200_000


def test_doubling_has_an_end() -> None:
    """Casual decks may hold any number of the same card."""
    kitchen = Kitchen("assisted", decks=[("doubling-season",) * 20 + ("raise-the-alarm",) * 20] * 2)
    while not kitchen.table.game.open_ended(kitchen.state):
        (seat,) = kitchen.table.active
        kitchen.act(seat, kitchen.table.legal(seat)[0])
    kitchen.act(0, MoveCards(kitchen.own(0).library, "hand"))
    faces = kitchen.table.faces[0]
    hand = kitchen.own(0).hand
    kitchen.act(0, MoveCards(tuple(ref for ref in hand if faces[ref] == "doubling-season"), "battlefield"))
    for spell in [ref for ref in hand if faces[ref] == "raise-the-alarm"][:2]:
        kitchen.act(0, AddPool("WW"))
        kitchen.act(0, Cast(spell))
        kitchen.act(0, Resolve())
    tokens = [obj.id for obj in kitchen.state.objects if obj.id >= MADE]
    assert len(tokens) == MOST_TOKENS
    kitchen.act(0, SetCounters(tokens[0], "+1/+1", 9_000))
    assert kitchen.obj(tokens[0]).counter("+1/+1") == MOST_AT_ONCE


def test_hundreds_of_triggers_are_told_of_in_few_words() -> None:
    deck = ("doubling-season",) * 7 + ("soul-warden",) * 4 + ("raise-the-alarm",) * 29
    kitchen = Kitchen("assisted", decks=[deck] * 2)
    while not kitchen.table.game.open_ended(kitchen.state):
        (seat,) = kitchen.table.active
        kitchen.act(seat, kitchen.table.legal(seat)[0])
    kitchen.act(0, MoveCards(kitchen.own(0).library, "hand"))
    faces, hand = kitchen.table.faces[0], kitchen.own(0).hand
    kitchen.act(0, MoveCards(tuple(ref for ref in hand if faces[ref] != "raise-the-alarm"), "battlefield"))
    kitchen.act(0, NeverMind())
    kitchen.act(0, AddPool("WW"))
    kitchen.act(0, Cast(next(ref for ref in hand if faces[ref] == "raise-the-alarm")))
    kitchen.act(0, Resolve())
    assert len(kitchen.state.waiting) == MOST_WAITING
    steps = kitchen.act(0, CheckTable())
    assert len(kitchen.state.stack) == MOST_WAITING
    assert not kitchen.state.waiting
    assert len(encode([step.events for step in steps])) < 1_000_000
