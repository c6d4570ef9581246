"""Free-form play with a deck that nobody holds: what the owner allows works, and nothing else can."""

from typing import Any

import pytest

from dealers.mental.party import Party
from facedown.games.magic.freeform import (
    DrawCards,
    Flip,
    Look,
    MoveCards,
    Mulligan,
    RollDie,
    SetLife,
    Show,
    ShuffleLibrary,
)
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions, Player
from facedown.kernel import Refused
from facedown.table import verify

DECK = ("grizzly-bears", "forest", "giant-growth", "lightning-bolt") * 10


@pytest.fixture
def party() -> Party:
    party = Party(2, MAGIC, decks=[DECK, DECK], options=MagicOptions(dial="free", hand=3))
    party.settle()
    return party


def do(party: Party, seat: int, command: Any) -> None:
    party.hear(seat, party.hands[seat].act(command))
    party.settle()


def own(party: Party, seat: int) -> Player:
    player: Player = party.table.state.players[seat]
    return player


def test_a_sealed_match_by_hand_is_fair(party: Party) -> None:
    do(party, 0, Look(2))
    assert all(ref in party.faces(0) and ref not in party.faces(1) for ref in own(party, 0).library[-2:])
    do(party, 0, MoveCards(own(party, 0).hand[:1], "battlefield"))
    do(party, 0, MoveCards(own(party, 0).library[-1:], "graveyard"))
    do(party, 0, Show(zone="library", to=1, lend=True))
    lent = own(party, 0).library[3]
    do(party, 1, MoveCards((lent,), "exile"))
    assert lent in {obj.id for obj in party.table.state.objects}
    do(party, 0, ShuffleLibrary())
    with pytest.raises(Refused):
        do(party, 1, MoveCards(own(party, 0).library[:1], "exile"))
    do(party, 0, Mulligan(2))
    ref = own(party, 0).hand[0]
    do(party, 0, MoveCards((ref,), "exile", face_down=True))
    do(party, 0, Show((ref,), to=1))
    assert party.faces(1)[ref] == party.faces(0)[ref]
    do(party, 0, Flip(ref))
    do(party, 1, RollDie(6))
    report = verify(party.end())
    assert report.finished
    assert report.outcome is not None


@pytest.mark.parametrize("command", [DrawCards(1), Look(1), Show(zone="hand", to=1)])
def test_what_somebody_has_seen_is_not_taken_back(party: Party, command: Any) -> None:
    do(party, 0, SetLife(-1))
    assert party.table.undoable(0)
    do(party, 0, command)
    assert not party.table.undoable(0)
