"""Positions of a duel, written in a line or two, with cards of our own: tuning the real ones breaks no test.

`half("ogre pawn:1!", hand="bolt")` is a side with a rested ogre, a tired pawn with 1 health, a bolt in hand.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from facedown.games.duel import (
    CARDS,
    DUEL,
    Action,
    Card,
    Creature,
    DuelOptions,
    DuelState,
    Effect,
    Event,
    Side,
)
from facedown.games.duel.state import Discarded
from facedown.kernel import Face, Faces, Ref, Refused, Reveal, Revealed, Seat
from facedown.kernel.play import act, settle


def _creature(name: str, cost: int, attack: int, health: int, *effects: Effect, **keywords: bool) -> Card:
    card = Card(name, name.capitalize(), "creature", cost, attack, health, effects=effects)
    return msgspec.structs.replace(card, **keywords)


def _spell(name: str, cost: int, power: int, *effects: Effect) -> Card:
    return Card(name, name.capitalize(), "spell", cost, power=power, effects=effects)


TEST_CARDS: dict[Face, Card] = {
    card.id: card
    for card in (
        _creature("pawn", 1, 2, 2),
        _creature("ogre", 4, 5, 5),
        _creature("giant", 10, 9, 9),
        _creature("stone", 1, 0, 4),
        _creature("imp", 1, 2, 1, swift=True),
        _creature("wall", 2, 1, 5, guard=True),
        _creature("bat", 2, 2, 3, drain=True),
        _creature("herald", 2, 2, 2, Effect("arrival", "hurt", 3)),
        _creature("nurse", 2, 2, 2, Effect("arrival", "heal", 5)),
        _creature("storm", 3, 3, 3, Effect("arrival", "sweep", 2)),
        _creature("sage", 2, 1, 1, Effect("arrival", "draw", 2)),
        _creature("firefly", 2, 1, 1, Effect("arrival", "scorch", 2)),
        _creature("bomb", 1, 1, 1, Effect("parting", "hurt", 3)),
        _creature("monk", 1, 1, 1, Effect("parting", "heal", 4)),
        _creature("quake", 1, 2, 2, Effect("parting", "sweep", 2)),
        _creature("rat", 1, 1, 1, Effect("parting", "draw", 1)),
        _creature("martyr", 1, 1, 1, Effect("parting", "scorch", 4)),
        _spell("bolt", 1, 3),
        _spell("blast", 5, 6),
        _spell("leaf", 1, 1, Effect("then", "heal", 4)),
        _spell("wave", 2, 2, Effect("then", "sweep", 2)),
        _spell("pyre", 3, 3, Effect("then", "scorch", 4)),
        _spell("page", 1, 1, Effect("then", "draw", 2)),
        _spell("spear", 1, 0, Effect("then", "hurt", 3)),
    )
}


class Half:
    """One side as words: what lies where."""

    def __init__(self, board: str = "", hand: str = "", deck: str = "", grave: str = "", **rest: Any) -> None:
        self.board, self.hand, self.deck, self.grave = (part.split() for part in (board, hand, deck, grave))
        self.rest = {"health": 50, **rest}


half = Half


class Position:
    """A duel in the middle. It acts as the table would, with a dealer who turns up what is asked for."""

    def __init__(
        self,
        mine: Half | None = None,
        yours: Half | None = None,
        *,
        active: Seat = 0,
        mana: int = 10,
        turn: int = 5,
        **options: Any,
    ) -> None:
        self.faces: dict[Ref, Face] = {}
        sides = self._side(mine or Half()), self._side(yours or Half())
        self.state = DuelState(DuelOptions(**options), sides, (), active, turn, mana)
        self.events: list[Event] = []

    def _side(self, half: Half) -> Side:
        deck, hand = (tuple(map(self._ref, faces)) for faces in (half.deck, half.hand))
        board = tuple(map(self._creature, half.board))
        grave = tuple(Discarded(self._ref(face), face) for face in half.grave)
        return Side(deck=deck, hand=hand, board=board, grave=grave, **half.rest)

    def _creature(self, text: str) -> Creature:
        face, _, health = text.rstrip("!").partition(":")
        card = CARDS[face]
        return Creature(self._ref(face), face, card.attack, int(health or card.health), text.endswith("!"))

    def _ref(self, face: Face) -> Ref:
        ref = 100 + len(self.faces)
        self.faces[ref] = face
        return ref

    def card(self, index: int = 0, seat: Seat = 0) -> Ref:
        """A card in hand."""
        return self.state.sides[seat].hand[index]

    def on_board(self, index: int = 0, seat: Seat = 0) -> Ref:
        """A creature on the board."""
        return self.state.sides[seat].board[index].ref

    def do(self, action: Action, seat: Seat = 0) -> "Position":
        """Act, and let the dealer turn up what the game then asks for. Remembers the events."""
        opened = {ref: self.faces[ref] for ref in DUEL.opens(self.state, seat, action) if ref in self.faces}
        self.state, self.events = act(DUEL, self.state, seat, action, opened)
        while self.state.owed and DUEL.outcome(self.state) is None:
            (request,) = self.state.owed[:1]
            assert isinstance(request, Reveal)
            answer = Revealed(tuple(self.faces[ref] for ref in request.refs))
            self.state, events = settle(DUEL, self.state, answer)
            self.events += events
        return self

    def refuse(self, action: Action, seat: Seat = 0) -> str:
        """The reason why this action is refused. The state is then as it was."""
        before = self.state
        with pytest.raises(Refused) as refusal:
            self.do(action, seat)
        assert self.state is before
        assert action not in DUEL.legal(self.state, seat, self.faces)
        return f"{refusal.value.code}: {refusal.value}"

    def legal(self, seat: Seat = 0, faces: Faces | None = None) -> list[Action]:
        """What this seat may do, knowing all cards or those given."""
        return DUEL.legal(self.state, seat, self.faces if faces is None else faces)

    def health(self) -> tuple[int, int]:
        """Both heroes' health."""
        return self.state.sides[0].health, self.state.sides[1].health

    def board(self, seat: Seat = 0) -> str:
        """A board in the notation of `half`: creatures with their health, `!` for tired."""
        return " ".join(f"{c.card}:{c.health}{'!' * c.tired}" for c in self.state.sides[seat].board)

    def hand(self, seat: Seat = 0) -> str:
        """The faces in a hand."""
        return " ".join(self.faces[ref] for ref in self.state.sides[seat].hand)

    def deck(self, seat: Seat = 0) -> str:
        """The faces in a deck, the top one last."""
        return " ".join(self.faces[ref] for ref in self.state.sides[seat].deck)

    def grave(self, seat: Seat = 0) -> str:
        """The faces in a graveyard."""
        return " ".join(discarded.card for discarded in self.state.sides[seat].grave)

    def refs(self) -> Iterator[Ref]:
        """Every ref in every zone."""
        for zone in DUEL.zones(self.state):
            yield from zone.refs
