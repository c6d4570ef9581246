"""Changes (continuous), operations (one-shot) and the abilities made of them. A change implies its layer.

An ability is a kind (its class), a cost or trigger or condition, a filter and operations. Nothing here acts:
the view applies changes, the engine performs operations, `text` renders both as rules text.
"""

from typing import Literal, TypeAlias

import msgspec

from facedown.games.magic.model.expressions import Amount, Condition, Cost, Filter, What, Who

# --- changes: what a continuous effect does to an object. See `layers.layer_of`. ---


class Control(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 2: this player controls it."""

    who: Who = "you"


class ChangeText(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 3: one word (a color word or a basic land type) reads as another."""

    old: str
    new: str


class AddTypes(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Layer 4: these in addition to its other types. `chosen`: the creature type chosen for the source."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    chosen: bool = False


class SetTypes(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Layer 4: it loses all other card types and takes these; subtypes given replace all others."""

    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()


class SetSubtypes(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Layer 4: these replace the subtypes of that kind. Basic land types bring rule 305.7 with them."""

    subtypes: tuple[str, ...] = ()
    of: Literal["creature", "land"] = "creature"
    chosen: bool = False


class LoseTypes(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Layer 4: it is none of these any more."""

    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


class SetColors(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 5: exactly these colors; none at all is colorless."""

    colors: tuple[str, ...] = ()


class AddColors(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Layer 5: these in addition. `chosen`: the color chosen for the source."""

    colors: tuple[str, ...] = ()
    chosen: bool = False


class Gain(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 6: it has these abilities."""

    abilities: tuple["Ability", ...]


class GainChosen(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 6: protection from the color chosen on resolution."""


class LoseAll(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Layer 6: it loses all abilities (all but mana abilities, if so said)."""

    but_mana: bool = False


class Lose(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 6: it loses abilities with this keyword."""

    keyword: str


class CantHave(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 6: it loses this keyword, and cannot have or gain it (113.11)."""

    keyword: str


class SetBase(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 7b: base power and toughness; 7a in an ability that defines characteristics.

    `None` leaves one of them. `ItsValue` as an amount is the mana value of the object itself.
    """

    power: "Amount | ItsValue | None"
    toughness: "Amount | ItsValue | None"


class ItsValue(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The mana value of the object that is changed."""


class Boost(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 7c: so much more (or less)."""

    power: Amount
    toughness: Amount


class Switch(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Layer 7d: power and toughness are switched."""


# Rule effects: no layer, applied after all of them (613.10, 613.11).


class Cant(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """It can't do this: attack, block, be blocked, attack alone, be countered, untap (in the untap step)…"""

    what: Literal[
        "attack",
        "block",
        "be blocked",
        "be countered",
        "untap",
        "activate",
        "be regenerated",
        "attack you",
        "transform",
    ]
    by: Filter | None = None
    """`can't be blocked by`, `can't block`: only these."""
    except_by: Filter | None = None
    """`can't be blocked except by`."""


class Must(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """It has to, if able: attack each combat, block each combat, be blocked."""

    what: Literal["attack", "block", "be blocked"]


class CanBlockMore(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """It can block so many more creatures."""

    count: int = 1


class ExtraLands(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The player may play so many more lands on each of their turns."""

    count: int = 1


class SkipStep(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The player skips this step."""

    step: Literal["draw", "untap", "upkeep", "combat"]


class HandLimit(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The player's maximum hand size; None is no maximum."""

    size: int | None = None


class PlayerHas(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The player has shroud or hexproof, can't lose, can't gain life…"""

    what: Literal["shroud", "hexproof", "can't lose", "can't gain life", "spend any color", "can't win"]


class CostChange(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Spells that pass cost so much generic mana more (or less), for this player to cast."""

    filter: Filter
    amount: Amount


class CastAs(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The player may cast such spells as though they had flash."""

    filter: Filter


class Again(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Abilities of permanents you control trigger once more if such an object entering set them off."""

    filter: Filter


Change: TypeAlias = (
    Control
    | ChangeText
    | AddTypes
    | SetTypes
    | SetSubtypes
    | LoseTypes
    | SetColors
    | AddColors
    | Gain
    | GainChosen
    | LoseAll
    | Lose
    | CantHave
    | SetBase
    | Boost
    | Switch
    | Cant
    | Must
    | CanBlockMore
    | ExtraLands
    | SkipStep
    | HandLimit
    | PlayerHas
    | CostChange
    | CastAs
    | Again
)

# --- operations: what a spell or ability does when it resolves ---

Duration: TypeAlias = Literal["turn", "forever", "your next turn", "while this", "combat"]
"""`turn`: until end of turn; `while this`: as long as the source is on the battlefield."""


class Target(msgspec.Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True):
    """What a spell or ability may target: objects, players, or either."""

    filter: Filter | None = None
    player: Literal["", "any", "opponent"] = ""
    least: int = 1
    most: int = 1
    """More than one: the targets are different objects."""


class Damage(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """The source deals damage to objects, to players, or to both; `divided` among the targets as chosen."""

    amount: Amount
    to: What | None = "target"
    players: Who = ""
    source: What = "source"
    divided: bool = False


class Destroy(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Destroy."""

    what: What = "target"
    no_regeneration: bool = False


class Exile(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Exile; with `until_leaves` it returns when the source leaves the battlefield."""

    what: What = "target"
    until_leaves: bool = False
    face_down: bool = False


class Move(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Put objects into a zone of their owner, or onto the battlefield."""

    what: What = "target"
    to: Literal["hand", "graveyard", "library", "battlefield", "exile", "command"] = "hand"
    bottom: bool = False
    """Of the library; otherwise on top."""
    shuffle: bool = False
    """Shuffle it into the library instead."""
    tapped: bool = False
    control: Who = "you"
    """Who controls it on the battlefield; `owner` for its owner."""
    counters: tuple[str, int] | None = None


class Blink(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Exile, then return to the battlefield under its owner's control, at once or at the next end step."""

    what: What = "target"
    later: bool = False
    yours: bool = False
    """It comes back under your control."""


class Sacrifice(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """A player sacrifices so many of what passes, of their choice; or `what` itself is sacrificed."""

    what: What = "this"
    who: Who = ""
    count: Amount = 1


class Draw(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Draw cards."""

    count: Amount = 1
    who: Who = "you"


class Discard(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Discard cards: of the player's choice, at random, or chosen by you from what passes."""

    count: Amount = 1
    who: Who = "you"
    how: Literal["choice", "random", "you choose", "hand"] = "choice"
    filter: Filter | None = None


class Mill(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Put cards from the top of the library into the graveyard."""

    count: Amount = 1
    who: Who = "you"


class GainLife(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Gain life."""

    amount: Amount
    who: Who = "you"


class LoseLife(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Lose life."""

    amount: Amount
    who: Who = "you"


class SetLife(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The life total becomes this."""

    amount: Amount
    who: Who = "you"


class Counter(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Counter a spell or ability, unless its controller pays; the card may be exiled instead."""

    what: What = "target"
    unless: Cost | None = None
    unless_amount: Amount | None = None
    """Generic mana that depends on something."""
    exile: bool = False


class Create(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Create tokens; `copy` makes copies of an object instead."""

    token: "Card | None" = None
    count: Amount = 1
    who: Who = "you"
    tapped: bool = False
    attacking: bool = False
    copy: What | None = None


class PutCounters(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Put counters on objects or players (poison, energy)."""

    kind: str
    count: Amount = 1
    what: What | None = "target"
    who: Who = ""


class TakeCounters(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Remove counters."""

    kind: str
    count: Amount = 1
    what: What = "this"


class Tap(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Tap."""

    what: What = "target"


class Untap(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Untap."""

    what: What = "target"


class Until(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """These changes to these objects or players, for a while. The set is fixed now (611.2c)."""

    what: What | None
    changes: tuple[Change, ...]
    duration: Duration = "turn"
    who: Who = ""


class BecomeCopy(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Layer 1: this becomes a copy of something, except for what it keeps."""

    of: What = "target"
    what: What = "this"
    keep_this_ability: bool = False
    keep_color: bool = False
    duration: Duration = "forever"


class ChooseWord(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Change the text of an object: choose a word and its replacement."""

    what: What = "target"
    kinds: tuple[Literal["color", "land"], ...] = ("color", "land")


class ChooseColor(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Choose a color, for `GainChosen` or colored mana."""


class AddMana(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Add mana: `{C}{C}`; `any` is one of any color; `count` times over."""

    mana: str
    count: Amount = 1
    who: Who = "you"


class Search(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Search the library for up to so many cards that pass, put them somewhere, shuffle."""

    filter: Filter
    to: Literal["hand", "battlefield", "top", "graveyard"] = "hand"
    count: int = 1
    tapped: bool = False
    reveal: bool = True
    who: Who = "you"


class Scry(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Look at the top cards, put any on the bottom."""

    count: Amount = 1


class Surveil(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Look at the top cards, put any into the graveyard."""

    count: Amount = 1


class LookAndTake(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Look at the top cards, put some into the hand and the rest elsewhere."""

    look: Amount
    take: int = 1
    rest: Literal["bottom", "graveyard", "top"] = "bottom"
    filter: Filter | None = None


class TakeTop(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Reveal the top card of the library; if it passes, put it into the hand."""

    filter: Filter
    who: Who = "you"


class LookAtHand(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Look at a player's hand."""

    who: Who = "target"


class ShuffleLibrary(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Shuffle a library."""

    who: Who = "you"


class Fight(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Two creatures deal damage equal to their power to each other; `bite`: only the first one does."""

    first: What = "target"
    second: What = "target 2"
    bite: bool = False


class Attach(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Attach an Aura or Equipment."""

    to: What = "target"
    what: What = "this"


class Regenerate(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """The next time it would be destroyed this turn, it is not."""

    what: What = "target"


class PreventNext(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Prevent damage this turn: the next so much (None: all of it) to objects or players."""

    amount: Amount | None
    to: What | None = "target"
    players: Who = ""
    combat: bool = False
    by: What | None = None


class ExtraTurn(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """An extra turn after this one."""

    who: Who = "you"


class ExtraCombat(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """An extra combat phase after this one, with another main phase."""


class CopySpell(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Copy a spell; its new controller may choose new targets."""

    what: What = "target"
    count: Amount = 1


class TurnFaceUp(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Turn a face-down permanent face up."""

    what: What = "target"


class Manifest(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Put the top card onto the battlefield face down as a 2/2."""

    who: Who = "you"


class Emblem(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Get an emblem with these abilities."""

    abilities: tuple["Ability", ...]


class RemoveFromCombat(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Remove an object from combat."""

    what: What = "target"


class WinGame(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Win the game, or (`lose`) lose it."""

    who: Who = "you"
    lose: bool = False


class Delayed(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """A delayed trigger: at that time, do this to the same objects (`it`)."""

    when: Literal["next end step", "next upkeep", "end of combat"]
    do: tuple["Operation", ...]
    what: What = "it"


class Reflexive(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """When you do: a triggered ability that goes on the stack now, with targets of its own."""

    do: tuple["Operation", ...]
    targets: tuple[Target, ...] = ()


class May(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """A player may do this, at a cost if one is given; `Did` tells whether they did."""

    do: tuple["Operation", ...]
    cost: Cost | None = None
    who: Who = "you"


class Unless(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """This happens unless a player pays."""

    do: tuple["Operation", ...]
    cost: Cost
    who: Who = "you"


class If(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """If so, this; otherwise that."""

    condition: Condition
    do: tuple["Operation", ...]
    otherwise: tuple["Operation", ...] = ()


class Repeat(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """Do this so many times."""

    count: Amount
    do: tuple["Operation", ...]


Operation: TypeAlias = (
    Damage
    | Destroy
    | Exile
    | Move
    | Blink
    | Sacrifice
    | Draw
    | Discard
    | Mill
    | GainLife
    | LoseLife
    | SetLife
    | Counter
    | Create
    | PutCounters
    | TakeCounters
    | Tap
    | Untap
    | Until
    | BecomeCopy
    | ChooseWord
    | ChooseColor
    | AddMana
    | Search
    | Scry
    | Surveil
    | LookAndTake
    | TakeTop
    | LookAtHand
    | ShuffleLibrary
    | Fight
    | Attach
    | Regenerate
    | PreventNext
    | ExtraTurn
    | ExtraCombat
    | CopySpell
    | TurnFaceUp
    | Manifest
    | Emblem
    | RemoveFromCombat
    | WinGame
    | Delayed
    | Reflexive
    | May
    | Unless
    | If
    | Repeat
)

# --- abilities ---


class Mode(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """One of the choices of a modal spell or ability."""

    do: tuple[Operation, ...]
    targets: tuple[Target, ...] = ()


class Spell(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """What an instant or sorcery does; also the additional costs and restrictions of any spell."""

    do: tuple[Operation, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: tuple[Mode, ...] = ()
    choose: int = 1
    extra: Cost | None = None
    """As an additional cost to cast it."""


class Activated(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Cost: effect. A mana ability if it adds mana, has no target and is no loyalty ability (605.1a)."""

    cost: Cost
    do: tuple[Operation, ...]
    targets: tuple[Target, ...] = ()
    label: str = ""
    """What people call it: `animate`, `ping`. Without one: `tap`, `mana`, `sacrifice`…, from its cost."""
    sorcery: bool = False
    zone: Literal["battlefield", "graveyard", "hand"] = "battlefield"
    once: bool = False
    """Only once each turn."""
    if_: Condition | None = None
    """Activate only if."""
    anyone: bool = False
    modes: tuple[Mode, ...] = ()


class When(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """An event to wait for. `what` is the object it happens to, `who` the player."""

    event: Literal[
        "enters",
        "leaves",
        "dies",
        "graveyard",
        "attacks",
        "blocks",
        "becomes blocked",
        "unblocked",
        "deals damage",
        "is dealt damage",
        "cast",
        "draw",
        "discard",
        "gain life",
        "lose life",
        "sacrifice",
        "tapped",
        "targeted",
        "counters",
        "face up",
        "upkeep",
        "draw step",
        "end step",
        "combat",
        "main",
        "state",
        "land",
        "cycle",
        "milled",
    ]
    """`graveyard`: put into a graveyard from anywhere; `state`: a condition comes true (603.8);
    `land`: a land is played."""
    what: What | None = None
    """`this`, `attached`, or whatever passes a filter."""
    who: Who = ""
    """Whose step, whose draw, who cast it, whom the damage was dealt to. Empty: anybody's."""
    combat: bool = False
    """Combat damage only."""
    to: Literal["", "player", "creature"] = ""
    """Damage to a player, or to a creature."""
    once: bool = False
    """Only once each turn."""
    kind: str = ""
    """The kind of counter."""


class Triggered(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """When something happens, if something holds, do this."""

    when: When
    do: tuple[Operation, ...]
    targets: tuple[Target, ...] = ()
    if_: Condition | None = None
    """Intervening if (603.4): checked as it triggers and as it resolves."""
    zone: Literal["battlefield", "graveyard", "hand", "exile", "anywhere", "stack"] = "battlefield"
    modes: tuple[Mode, ...] = ()


class Static(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """A continuous effect for as long as the ability is there. `what` are objects, `who` players."""

    what: What | None
    changes: tuple[Change, ...]
    if_: Condition | None = None
    zone: Literal["battlefield", "graveyard", "stack", "hand", "anywhere", "command"] = "battlefield"
    who: Who = ""
    cda: bool = False
    """It defines the object's own characteristics (604.3): applied first, works in every zone."""


class Enters(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Replaces how the object itself (or what passes `what`) enters the battlefield (614.1c, 614.12)."""

    tapped: bool = False
    counters: tuple[tuple[str, Amount], ...] = ()
    choose: Literal["", "color", "creature type", "player", "name"] = ""
    copy: Filter | None = None
    """You may have it enter as a copy of one that passes."""
    keep_color: bool = False
    """The copy keeps this card's color."""
    keep: tuple["Ability", ...] = ()
    """The copy has these abilities as well."""
    unless: Cost | None = None
    """Tapped, unless this is paid as it enters."""
    if_: Condition | None = None
    what: What = "this"


class Instead(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """If such a card would be put into a graveyard, it goes somewhere else instead (614)."""

    filter: Filter | Literal["this"]
    to: Literal["exile", "hand", "library", "shuffle", "battlefield"] = "exile"
    dies: bool = False
    """Only from the battlefield."""
    tokens: bool = False
    may: bool = False


class Prevent(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """Prevent damage (all of it, unless there is an amount) to these objects or players, by these sources."""

    to: What | None = None
    players: Who = ""
    by: What | None = None
    amount: int | None = None
    combat: bool = False


class Multiply(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """So many times as much: damage by what passes, tokens or counters you get, life you gain."""

    event: Literal["damage", "tokens", "counters", "gain life", "draw"]
    factor: int = 2
    plus: int = 0
    filter: Filter | None = None


class Keyword(msgspec.Struct, frozen=True, gc=False, cache_hash=True, tag=True, omit_defaults=True):
    """A keyword ability, with its cost, number, quality (protection) or land type (landwalk)."""

    name: str
    cost: Cost | None = None
    count: Amount = 0
    filter: Filter | None = None


Ability: TypeAlias = Spell | Activated | Triggered | Static | Enters | Instead | Prevent | Multiply | Keyword


class Card(msgspec.Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True):
    """What is printed on a card. Power, toughness and loyalty are strings or None, as in card files."""

    name: str
    cost: str = ""
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    indicator: tuple[str, ...] = ()
    """Colors that do not come from the cost: a color indicator, or a token's colors."""
    colors: tuple[str, ...] | None = None
    """If set, the colors, whatever cost and indicator say: what a copy keeps."""
    abilities: tuple[Ability, ...] = ()
    token: bool = False
