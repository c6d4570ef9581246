"""Everything about a duel that anybody may see, and the numbers it is played with."""

from typing import Annotated, Literal

import msgspec

from facedown.kernel import Face, Options, Ref, Request, Seat

Health = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Few = Annotated[int, msgspec.Meta(ge=0, le=10)]
Some = Annotated[int, msgspec.Meta(ge=1, le=30)]


class DuelOptions(Options, frozen=True):
    """The constants of the game, in one place. docs/duel.md says why each default is what it is."""

    hero_health: Health = 50
    mana: Some = 10
    initial_draw: Few = 5
    max_hand: Some = 10
    max_board: Some = 10
    second_draws: Few = 0
    """Extra cards for the player who goes second."""
    arrival: Literal["rest", "ready"] = "rest"
    """Whether a creature may attack on the turn it arrives."""
    overdraw: Literal["burn", "keep"] = "burn"
    """A card drawn into a full hand is discarded face up, or stays on the deck."""
    empty_deck: Literal["fatigue", "nothing"] = "fatigue"
    """A draw from an empty deck hurts by 1, then 2, then 3…, or does nothing."""
    double_knockout: Literal["draw", "active_wins"] = "draw"
    """Both heroes at 0 at once."""
    deck_size: Annotated[int, msgspec.Meta(ge=1, le=100)] = 30
    max_copies: Some = 3
    turn_limit: Annotated[int, msgspec.Meta(ge=2, le=1000)] = 200
    """Turns, both players' together, after which the duel is drawn."""


class Creature(msgspec.Struct, frozen=True, gc=False):
    """A creature on the board. `tired`: it has attacked, or has just arrived and rests."""

    ref: Ref
    card: Face
    attack: int
    health: int
    tired: bool


class Discarded(msgspec.Struct, frozen=True, gc=False):
    """A card in the graveyard, face up."""

    ref: Ref
    card: Face


class Side(msgspec.Struct, frozen=True, gc=False):
    """One player's half of the table. The deck is drawn from its end."""

    health: int
    deck: tuple[Ref, ...]
    hand: tuple[Ref, ...] = ()
    board: tuple[Creature, ...] = ()
    grave: tuple[Discarded, ...] = ()
    burning: tuple[Ref, ...] = ()
    """Overdrawn cards on their way to the graveyard, waiting to be turned up."""
    fatigue: int = 0
    """Damage of the last draw from the empty deck."""


class DuelState(msgspec.Struct, frozen=True, gc=False):
    """The whole table. Faces are here only once the rules have turned them up."""

    options: DuelOptions
    sides: tuple[Side, Side]
    owed: tuple[Request, ...]
    """What the dealer has still to answer."""
    active: Seat = 0
    turn: int = 0
    """Turns begun so far; 0 while the decks are shuffled."""
    mana: int = 0


def hero(seat: Seat) -> Ref:
    """A hero as a target: -1 for seat 0, -2 for seat 1. Never the ref of a card."""
    return -1 - seat


HEROES = (hero(0), hero(1))


def whose_hero(target: Ref) -> Seat:
    """The seat of the hero that this negative target names."""
    return -1 - target
