"""Filters, amounts, conditions and costs: the three small languages that cards are written in, as data.

They can be stored, printed as rules text, and asked what they read (see `reads`), which is how the view
knows that one effect cannot depend on another.
"""

from typing import Literal, TypeAlias

import msgspec

Color: TypeAlias = Literal["W", "U", "B", "R", "G"]
ZoneName: TypeAlias = Literal[
    "battlefield", "graveyard", "hand", "library", "exile", "stack", "command", "anywhere", "elsewhere"
]
"""`anywhere` is every zone; `elsewhere` every zone but the battlefield (cards and spells alike)."""

Who: TypeAlias = Literal[
    "",
    "you",
    "opponent",
    "each player",
    "target",
    "target 2",
    "that player",
    "active player",
    "defending player",
    "controller",
    "owner",
    "chosen player",
    "attached",
    "attacked",
]
"""Players, as an ability names them. `opponent` is each opponent, `target` the player in the first target,
`that player` the one in the event that set the trigger off, `controller` and `owner` those of the object the
operation before this one dealt with, `attached` the controller of what this is attached to,
`attacked` the player whom the creature in the event attacks (nobody, if that is a planeswalker)."""


class Filter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True, cache_hash=True):
    """Which objects. Every field that is set has to hold; in a tuple, any of the words is enough."""

    types: tuple[str, ...] = ()
    all_types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    not_subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    not_supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    not_colors: tuple[str, ...] = ()
    colorless: bool = False
    multicolored: bool = False
    named: str = ""
    keyword: str = ""
    without_keyword: str = ""
    no_abilities: bool = False
    """Has none at all, mana abilities of basic land types included."""
    control: Who = ""
    own: Who = ""
    zone: ZoneName = "battlefield"
    other: bool = False
    """Not the source itself."""
    tapped: bool | None = None
    attacking: bool | None = None
    blocking: bool | None = None
    token: bool | None = None
    face_down: bool | None = None
    attached: bool = False
    """Attached to the source (the Auras on this) or, with `to_same`, to what the source is attached to."""
    to_same: bool = False
    counter: str = ""
    """With a counter of this kind on it."""
    damaged: bool | None = None
    """Dealt damage this turn."""
    power_min: "Amount | None" = None
    power_max: "Amount | None" = None
    toughness_max: "Amount | None" = None
    value_min: "Amount | None" = None
    value_max: "Amount | None" = None
    chosen: Literal["", "type", "color", "name"] = ""
    """Of the creature type, color or name that was chosen as the source entered."""
    targets: "Filter | None" = None
    """A spell or ability that has such a target."""
    ability: bool = False
    """Activated and triggered abilities on the stack count too."""
    any_of: tuple["Filter", ...] = ()
    """And one of these holds as well."""


What: TypeAlias = (
    Literal[
        "this",
        "target",
        "target 2",
        "target 3",
        "targets",
        "attached",
        "attacked",
        "that",
        "it",
        "source",
    ]
    | Filter
)
"""Objects, as an ability names them: the source, a target, what the source is attached to, the object in the
event that set the trigger off, what the operation before dealt with, or everything that passes a filter.
`source` is the spell or ability's source as damage and copies see it, `attacked` the planeswalker that the
creature in the event attacks."""


class X(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """What was paid for {X}."""


class Count(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """How many objects pass."""

    filter: Filter
    times: int = 1


class CardTypes(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """How many different card types there are among these objects."""

    filter: Filter


class Stat(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Power, toughness or mana value of an object; of several, their sum. Looks back if it is gone."""

    of: What
    name: Literal["power", "toughness", "value"] = "power"


class Greatest(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The greatest power, toughness or mana value among these objects."""

    filter: Filter
    name: Literal["power", "toughness", "value"] = "power"


class Counters(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """How many counters of a kind are on an object."""

    of: What
    kind: str


class HandSize(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Cards in hands."""

    who: Who = "you"


class Life(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """A life total."""

    who: Who = "you"


class ThatMuch(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The number in the event that set the trigger off, or that the operation before came to."""


class Devotion(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Mana symbols of these colors among the costs of what you control."""

    colors: tuple[str, ...]


class Sum(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Amounts added up."""

    amounts: tuple["Amount", ...]


class Minus(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The negative of an amount."""

    amount: "Amount"


class Half(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Half of an amount."""

    amount: "Amount"
    up: bool = False


Amount: TypeAlias = (
    int
    | X
    | Count
    | CardTypes
    | Stat
    | Greatest
    | Counters
    | HandSize
    | Life
    | ThatMuch
    | Devotion
    | Sum
    | Minus
    | Half
)


class Exists(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """At least (or, with `most`, at most) so many objects pass: `you control a Mountain`, threshold."""

    filter: Filter
    least: int = 1
    most: int | None = None


class Compare(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """One amount against another."""

    left: Amount
    sign: Literal[">=", "<=", "=="]
    right: Amount


class Is(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """An object passes a filter."""

    what: What
    filter: Filter


class Turn(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """It is this player's turn."""

    who: Who = "you"


class Kicked(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The spell's kicker (or another named additional cost) was paid."""

    name: str = "kicker"


class WasCast(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The permanent came from being cast."""


class Did(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The operation before did what it said (`if you do`)."""


class Happened(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """This turn, so many times: `creature died`, `spell cast` by you, `attacked` with a creature."""

    what: Literal["creature died", "spell cast", "attacked", "life gained", "land entered", "life lost"]
    least: int = 1
    who: Who = "you"


class Not(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The contrary."""

    condition: "Condition"


class AllOf(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """All of these."""

    conditions: tuple["Condition", ...]


class AnyOf(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Any of these."""

    conditions: tuple["Condition", ...]


Condition: TypeAlias = Exists | Compare | Is | Turn | Kicked | WasCast | Did | Happened | Not | AllOf | AnyOf


class Cost(msgspec.Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True):
    """What has to be paid. Everything that is set is part of it."""

    mana: str = ""
    """As printed: `{2}{R}`, `{X}{G/U}`, `{2/W}`, `{B/P}`, `{S}`."""
    tap: bool = False
    untap: bool = False
    sacrifice: Literal["this"] | Filter | None = None
    sacrifices: int = 1
    discard: int = 0
    discard_filter: Filter | None = None
    discard_this: bool = False
    exile_this: bool = False
    exile: Filter | None = None
    """Exile one that passes (from the filter's zone)."""
    return_: Filter | None = None
    """Return one that passes to its owner's hand."""
    life: int = 0
    counters: tuple[str, int] | None = None
    """Remove so many counters of this kind from the source."""
    loyalty: int | Literal["-X"] | None = None
    tap_others: Filter | None = None
    """Tap an untapped one of these (which may be new)."""
