"""What happened, in the past tense. Nothing else changes a state; `apply` says how."""

from typing import TypeAlias

import msgspec

from facedown.games.magic.state import (
    Combat,
    Effect,
    Given,
    Later,
    Obj,
    Past,
    Place,
    Prompt,
    Shield,
    Status,
    Step,
    Task,
    Waiting,
)
from facedown.kernel import Outcome, Ref, Request, Seat


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """The root of all events."""


class Moved(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A card went from one zone to another; `obj` is what it is there, if the zone is public."""

    ref: Ref
    owner: Seat
    origin: Place
    to: Place
    obj: Obj | None = None
    status: Status | None = None
    bottom: bool = False
    past: Past | None = None
    place: int = 0
    """In a library: how many cards lie above it, or below it if it went to the `bottom`."""


class Made(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A token, a copy, an emblem, or an ability on the stack came to be."""

    obj: Obj
    status: Status | None = None


class Ceased(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Something that is no card is gone."""

    id: int
    past: Past | None = None
    why: str = ""


class Remade(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """An object changed where it is: attached, turned over, a choice, counters. `why` in one word."""

    obj: Obj
    why: str = ""
    count: int = 0


class Noted(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Permanents were tapped, untapped, hurt, healed. `why` in one word."""

    status: tuple[Status, ...]
    why: str = ""
    count: int = 0
    by: int = -1


class Drawn(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """The top card of a library went to its owner's hand."""

    seat: Seat
    ref: Ref


class LibraryChanged(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A library came back from the dealer: shuffled, or arranged by its owner, under fresh refs."""

    seat: Seat
    refs: tuple[Ref, ...]
    shuffled: bool = True


class LifeChanged(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player gained or lost life; `why` is `damage` if it was."""

    seat: Seat
    by: int
    why: str = ""


class PlayerCounted(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player got counters, or lost some."""

    seat: Seat
    kind: str
    by: int


class ManaAdded(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Mana came into a pool."""

    seat: Seat
    mana: tuple[str, ...]


class ManaSpent(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Mana left a pool."""

    seat: Seat
    mana: tuple[str, ...]


class PoolsEmptied(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Unspent mana is gone."""


class TurnBegan(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A new turn."""

    seat: Seat
    turn: int
    extra: bool = False


class StepBegan(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A new step or phase."""

    step: Step


class EffectBegan(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A continuous effect."""

    effect: Effect


class EffectsEnded(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Continuous effects are over."""

    stamps: tuple[int, ...]


class CombatChanged(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Who attacks and blocks whom."""

    combat: Combat | None
    why: str = ""


class TriggersChanged(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Abilities have triggered, or went on the stack."""

    waiting: tuple[Waiting, ...]


class TriggerPut(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """The ability at this place of those that wait goes on the stack, or has no target and goes nowhere."""

    place: int


class LaterChanged(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Delayed triggers came to be, or are over."""

    later: tuple[Later, ...]


class ShieldsChanged(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Damage will be prevented, or has been."""

    shields: tuple[Shield, ...]


class Tallied(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Something that is counted happened: a land played, a spell cast, a creature that died."""

    seat: Seat
    what: str
    by: int = 1


class CommanderHit(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A commander dealt combat damage to a player."""

    seat: Seat
    ref: Ref
    by: int


class Kept(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player kept the opening hand, or (`mulligan`) drew a new one."""

    seat: Seat
    mulligan: bool = False


class Looking(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player may look at these hidden cards, and move those that are `lent`; none: no more."""

    seat: Seat
    refs: tuple[Ref, ...]
    lent: tuple[Ref, ...] = ()


class SideboardLocked(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player has said which cards of the deck stay out of the game; the rest is the library."""

    seat: Seat
    refs: tuple[Ref, ...]


class Unwanted(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player wants another to go."""

    seat: Seat
    whom: Seat


class StopsSet(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player wants to be asked at these steps, and passes until then."""

    seat: Seat
    stops: tuple[str, ...]
    until: str = ""


class ExtraTurnGained(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player will take an extra turn; seat -1: an extra combat phase follows."""

    seat: Seat


class OrderReversed(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Turns go the other way round."""


class PlayerLost(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player is out of the game."""

    seat: Seat
    why: str


class Told(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Something worth a sentence that changes nothing by itself: resolved, countered, rolled, said."""

    what: str
    id: int = -1
    seat: Seat = -1
    text: str = ""
    number: int = 0
    to: tuple[int, ...] = ()


class Passed(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player passed."""

    seat: Seat


class Picked(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """A player has chosen one of several options, and may choose more; or took one back."""

    picked: tuple[int, ...]


class Asked(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """The game waits: for a player, or for the dealer. What it was doing is written down."""

    prompt: Prompt | None
    owed: tuple[Request, ...]
    agenda: tuple[Task, ...]
    answers: tuple[Given, ...]
    clock: int
    passes: int = 0
    tired: int = 0


class GameEnded(Event, frozen=True, gc=False, tag=True, omit_defaults=True):
    """It is over."""

    outcome: Outcome


AnyEvent: TypeAlias = (
    Moved
    | Made
    | Ceased
    | Remade
    | Noted
    | Drawn
    | LibraryChanged
    | LifeChanged
    | PlayerCounted
    | ManaAdded
    | ManaSpent
    | PoolsEmptied
    | TurnBegan
    | StepBegan
    | EffectBegan
    | EffectsEnded
    | CombatChanged
    | TriggersChanged
    | TriggerPut
    | LaterChanged
    | ShieldsChanged
    | Tallied
    | CommanderHit
    | Kept
    | Looking
    | SideboardLocked
    | Unwanted
    | StopsSet
    | ExtraTurnGained
    | OrderReversed
    | PlayerLost
    | Told
    | Passed
    | Picked
    | Asked
    | GameEnded
)

STANDSTILL = GameEnded(Outcome((), "too much to carry out"))
"""What has to happen next is more than a table can carry out: like a loop that nobody can end (104.4b)."""
