"""Free-form commands: players move anything, as at a kitchen table. `dial` carries them out."""

from typing import Literal, TypeAlias

import msgspec

from facedown.kernel import Ref

Zones: TypeAlias = Literal[
    "battlefield", "graveyard", "exile", "stack", "command", "hand", "library", "sideboard"
]


class _Command(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The root of all commands."""


class MoveCards(_Command, frozen=True, gc=False, tag="move", forbid_unknown_fields=True):
    """Move cards between any zones; on the battlefield already, and with a seat: give them to a player."""

    cards: tuple[Ref, ...]
    to: Zones
    position: int = 0
    """In a library: how many cards lie above it; from -1 on, the bottom, how many lie below."""
    tapped: bool = False
    face_down: bool = False
    power: int | None = None
    toughness: int | None = None
    seat: int = -1
    """Under whose control; -1: one's own."""


class DrawCards(_Command, frozen=True, gc=False, tag="draw", forbid_unknown_fields=True):
    """Draw cards; a negative number puts the last ones drawn back on top."""

    count: int = 1


class Mulligan(_Command, frozen=True, gc=False, tag="mulligan", forbid_unknown_fields=True):
    """Shuffle the hand into the library and draw so many cards."""

    cards: int = 7


class ShuffleLibrary(_Command, frozen=True, gc=False, tag="shuffle", forbid_unknown_fields=True):
    """Shuffle the library, or so many cards from its top (or, negative, from its bottom)."""

    count: int = 0


class Look(_Command, frozen=True, gc=False, tag="look", forbid_unknown_fields=True):
    """Look at so many cards from the top (or, negative, the bottom) of one's library; 0: all of it."""

    count: int = 1


class Show(_Command, frozen=True, gc=False, tag="reveal", forbid_unknown_fields=True):
    """Reveal hidden cards, or a whole zone of one's own, to everybody or to one player."""

    cards: tuple[Ref, ...] = ()
    zone: Literal["", "hand", "library", "sideboard"] = ""
    to: int = -1
    lend: bool = False
    """That player may move them, too."""


class Flip(_Command, frozen=True, gc=False, tag="flip", forbid_unknown_fields=True):
    """Turn a permanent face down or face up."""

    card: Ref


class AttachCard(_Command, frozen=True, gc=False, tag="attach", forbid_unknown_fields=True):
    """Attach a permanent to another object or a player; to itself: unattach."""

    card: Ref
    to: int


class Point(_Command, frozen=True, gc=False, tag="arrow", forbid_unknown_fields=True):
    """Draw an arrow from one thing to another."""

    card: Ref
    to: int


class MakeToken(_Command, frozen=True, gc=False, tag="token", forbid_unknown_fields=True):
    """Create a token: a known card's, or one in one's own words."""

    name: str
    power: str = ""
    toughness: str = ""
    types: tuple[str, ...] = ("Creature",)
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    count: int = 1
    attached: int | None = None
    transforms: int | None = None
    """A permanent that becomes this instead."""


class SetAttribute(_Command, frozen=True, gc=False, tag="set", forbid_unknown_fields=True):
    """Set what permanents are: tapped, attacking, colors, power and toughness, a note, `does not untap`."""

    cards: tuple[Ref, ...]
    tapped: bool | None = None
    attacks: int | None = None
    """A player or a permanent; the card itself: nobody any more."""
    blocks: int | None = None
    """An attacker; the card itself: nothing any more."""
    frozen: bool | None = None
    """It does not untap."""
    note: str | None = None
    colors: tuple[str, ...] | None = None
    power: int | None = None
    toughness: int | None = None
    damage: int | None = None


class UntapAll(_Command, frozen=True, gc=False, tag="untap", forbid_unknown_fields=True):
    """Untap all one's permanents but those that do not untap."""


class SetCounters(_Command, frozen=True, gc=False, tag="counters", forbid_unknown_fields=True):
    """Add counters of any kind to a card or a player (a negative number takes them off)."""

    on: int
    kind: str
    by: int = 1


class SetLife(_Command, frozen=True, gc=False, tag="life", forbid_unknown_fields=True):
    """Change one's life total."""

    by: int


class AddPool(_Command, frozen=True, gc=False, tag="mana", forbid_unknown_fields=True):
    """Add mana to one's pool, or take it off with a minus: `WW`, `-C`."""

    mana: str


class SetStep(_Command, frozen=True, gc=False, tag="step", forbid_unknown_fields=True):
    """Go to a step of this turn."""

    step: str


class NextTurn(_Command, frozen=True, gc=False, tag="next_turn", forbid_unknown_fields=True):
    """The next player's turn begins (or, with a seat, that player's)."""

    seat: int = -1


class ReverseOrder(_Command, frozen=True, gc=False, tag="reverse", forbid_unknown_fields=True):
    """Turns go the other way round."""


class RollDie(_Command, frozen=True, gc=False, tag="roll", forbid_unknown_fields=True):
    """Roll a die."""

    sides: int = 20


class Say(_Command, frozen=True, gc=False, tag="say", forbid_unknown_fields=True):
    """Say something, on the record."""

    text: str


class Concede(_Command, frozen=True, gc=False, tag="concede", forbid_unknown_fields=True):
    """Leave the game."""


class Kick(_Command, frozen=True, gc=False, tag="kick", forbid_unknown_fields=True):
    """Want another player to go. When all others do, that player is out."""

    seat: int


class CheckTable(_Command, frozen=True, gc=False, tag="check", forbid_unknown_fields=True):
    """Assisted: do what the table suggests, state-based actions and triggers that go on the stack."""


class Resolve(_Command, frozen=True, gc=False, tag="resolve", forbid_unknown_fields=True):
    """Resolve the top of the stack: by the rules if it was cast by them, or just to where it belongs."""


class NeverMind(_Command, frozen=True, gc=False, tag="never_mind", forbid_unknown_fields=True):
    """Assisted: do not answer what the table asks; the players see to the rest by hand."""


Plain: TypeAlias = (
    MoveCards
    | DrawCards
    | Mulligan
    | ShuffleLibrary
    | Look
    | Show
    | Flip
    | AttachCard
    | Point
    | MakeToken
    | SetAttribute
    | UntapAll
    | SetCounters
    | SetLife
    | AddPool
    | SetStep
    | NextTurn
    | ReverseOrder
    | RollDie
    | Say
    | Concede
    | Kick
    | CheckTable
    | Resolve
    | NeverMind
)
"""What players say for themselves."""


class Ruling(_Command, frozen=True, gc=False, tag="ruling", forbid_unknown_fields=True):
    """A judge does something for a player, as if that player did it."""

    seat: int
    does: Plain


Command: TypeAlias = Plain | Ruling
