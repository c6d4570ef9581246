"""Everything about a match that anybody may see. A face stands here only once the rules have turned it up.

Characteristics are never stored: `view` computes them. What they depend on (`objects`, `effects`) is kept
apart from what they do not (`status`), so that tapping a land does not cost a computation.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

from facedown.games.magic.model import Activated, Card, Change, Duration, Operation, Target, Triggered
from facedown.kernel import Face, Options, Outcome, Ref, Request, Seat

ObjectId: TypeAlias = int
"""The ref of a card, or a number from `MADE` on for tokens, copies, abilities on the stack and emblems."""
MADE = 1_000_000_000
Pointer: TypeAlias = tuple[int, int]
"""An object and its incarnation (400.7): `(id, born)`. A player is `(player(seat), 0)`."""
Place: TypeAlias = Literal[
    "battlefield", "graveyard", "exile", "stack", "command", "hand", "library", "sideboard"
]
JUDGE = "judge"
MOST_PAST = 600
"""Of what has left this turn, so much is remembered."""
HIDDEN: tuple[Place, ...] = ("hand", "library", "sideboard")
"""Where cards are refs and no objects; a field of `Player` each."""
Step: TypeAlias = Literal[
    "untap",
    "upkeep",
    "draw",
    "main",
    "begin combat",
    "attackers",
    "blockers",
    "first strike damage",
    "damage",
    "end combat",
    "second main",
    "end",
    "cleanup",
]
STEPS: tuple[Step, ...] = (
    "untap",
    "upkeep",
    "draw",
    "main",
    "begin combat",
    "attackers",
    "blockers",
    "first strike damage",
    "damage",
    "end combat",
    "second main",
    "end",
    "cleanup",
)


def player(seat: Seat) -> int:
    """A player as a target: -1 for seat 0, -2 for seat 1."""
    return -1 - seat


def seat_of(target: int) -> Seat:
    """The seat that a negative target names."""
    return -1 - target


class MagicOptions(Options, frozen=True):
    """What players may agree on."""

    dial: Literal["enforced", "assisted", "free"] = "enforced"
    """How much the table enforces: the rules, their arithmetic only, or nothing."""
    life: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    """Starting life; 0: 20, or 40 in Commander."""
    commander: bool = False
    """The first card of each deck is its commander."""
    hand: Annotated[int, msgspec.Meta(ge=0, le=10)] = 7
    format: Literal["casual", "constructed", "commander"] = "casual"
    """Which decks are legal: casual, any 40 cards and more."""
    judge: bool = False
    """Who brings no deck is a judge: sees every hand and, where no rules are enforced, acts for others."""
    sideboard: bool = False
    """Decks bring their sideboards, and before the first card each player says what stays out."""
    turn_limit: Annotated[int, msgspec.Meta(ge=2, le=2000)] = 200
    """Turns, everybody's together, after which the match is drawn."""

    @property
    def starting_life(self) -> int:
        """20, or 40 in Commander, unless something else was agreed."""
        return self.life or (40 if self.commander else 20)


class Note(msgspec.Struct, frozen=True, gc=False):
    """The event that a trigger tells of: the object, the player, the number."""

    that: Pointer | None = None
    who: Seat = -1
    much: int = 0


class OnStack(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What was chosen for a spell or ability as it was put on the stack."""

    targets: tuple[tuple[Pointer, ...], ...] = ()
    """For each `Target` of it, in order, modes one after the other."""
    modes: tuple[int, ...] = ()
    x: int = 0
    paid: tuple[str, ...] = ()
    """Kicker, flashback, and whatever else was paid on the way."""
    division: tuple[int, ...] = ()
    ability: Activated | Triggered | None = None
    """An activated or triggered ability; None for a spell."""
    source: Pointer | None = None
    note: Note = Note()
    sacrificed: tuple[Pointer, ...] = ()
    from_: str = "hand"
    """The zone that a spell was cast from."""


class Obj(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An object in a public zone."""

    id: ObjectId
    born: int
    zone: Place
    owner: Seat
    controller: Seat
    """Before effects: who cast it or put it there."""
    face: Face = ""
    """Empty: face down, or made by the game."""
    card: Card | None = None
    """A token, an emblem or a copy: its printed values."""
    stamp: int = 0
    counters: tuple[tuple[str, int, int], ...] = ()
    """Kind, how many, timestamp."""
    attached: int | None = None
    """An object, or a player."""
    face_down: bool = False
    chosen: tuple[tuple[str, str], ...] = ()
    """`color`, `creature type`, `player`, `name`: what was chosen as it entered."""
    play: OnStack | None = None
    """On the stack: its choices. On the battlefield: those of the spell it was."""
    linked: tuple[Pointer, ...] = ()
    """Cards that it has exiled."""

    @property
    def pointer(self) -> Pointer:
        """This incarnation of it."""
        return self.id, self.born

    def counter(self, kind: str) -> int:
        """How many counters of a kind are on it."""
        return next((count for name, count, _ in self.counters if name == kind), 0)


class Past(msgspec.Struct, frozen=True, gc=False):
    """An object as it last was, for whoever asks after it is gone (608.2h)."""

    obj: Obj
    card: Card
    """Its characteristics as if they were printed."""
    controller: Seat
    became: int = -1
    """The incarnation that it went on as, if in a public zone (400.7)."""


class Status(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a permanent goes through and what does not change its characteristics."""

    id: ObjectId
    tapped: bool = False
    damage: int = 0
    deathtouched: bool = False
    fresh: bool = True
    """Its controller has not controlled it since their turn began."""
    held_by: Seat = -1
    """Who controlled it when that was last noted."""
    used: tuple[str, ...] = ()
    """Abilities used this turn that may be used only once; `loyalty` is one of them."""
    shields: int = 0
    """Regeneration shields."""
    note: str = ""
    """A player's own remark, in free-form play."""
    frozen: bool = False
    """Does not untap, in free-form play."""


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A continuous effect from a resolution: fixed objects and players, fixed values (611.2c)."""

    stamp: int
    controller: Seat
    objects: tuple[Pointer, ...]
    changes: tuple[Change, ...] = ()
    copy: Card | None = None
    """Layer 1: the objects are copies with these values."""
    players: tuple[Seat, ...] = ()
    duration: Duration = "turn"
    source: Pointer | None = None
    name: str = ""
    """What made it, for people."""
    color: str = ""
    """The color chosen on resolution."""


class Attack(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An attacker, whom or what it attacks, and who blocks it in the order of damage."""

    id: ObjectId
    defender: int
    """A player, or a planeswalker."""
    blockers: tuple[ObjectId, ...] = ()
    blocked: bool = False


class Combat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who attacks whom."""

    attacks: tuple[Attack, ...] = ()
    struck: tuple[ObjectId, ...] = ()
    """Dealt damage in the first of two damage steps."""


class Waiting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A triggered ability that has triggered and is not on the stack yet."""

    controller: Seat
    source: Pointer
    ability: Triggered
    note: Note = Note()
    card: Card | None = None
    """Its source as it was, for its name."""
    it: tuple[Pointer, ...] = ()
    x: int = 0


class Later(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A delayed trigger."""

    when: Literal["next end step", "next upkeep", "end of combat"]
    do: tuple[Operation, ...]
    it: tuple[Pointer, ...]
    controller: Seat
    source: Pointer
    card: Card | None = None


class Shield(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Prevents damage this turn: to these, by these, so much of it."""

    to: tuple[int, ...] = ()
    """Objects and players; none: everybody."""
    by: tuple[int, ...] = ()
    amount: int | None = None
    combat: bool = False
    stamp: int = 0


class Frame(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Operations under way, with what they refer to."""

    controller: Seat
    source: Pointer
    do: tuple[Operation, ...]
    targets: tuple[tuple[Pointer, ...], ...] = ()
    wanted: tuple[Target, ...] = ()
    x: int = 0
    note: Note = Note()
    it: tuple[Pointer, ...] = ()
    did: bool = False
    much: int = 0
    color: str = ""
    paid: tuple[str, ...] = ()
    division: tuple[int, ...] = ()
    stack: ObjectId = -1
    """The spell or ability that is resolving."""
    card: Card | None = None
    ability: Activated | Triggered | None = None
    first: bool = True


class Task(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One piece of work. It asks what it has to ask and is run anew with each answer (see `engine.run`)."""

    name: str
    seat: Seat = -1
    id: int = -1
    text: str = ""
    more: tuple[int, ...] = ()
    face: Face = ""
    """A card that was turned up for it."""
    frame: Frame | None = None


class Given(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An answer: options by their place in the prompt, what was turned up for it, or what the dealer said."""

    picks: tuple[int, ...] = ()
    faces: tuple[tuple[Ref, Face], ...] = ()
    refs: tuple[Ref, ...] = ()
    rest: tuple[Ref, ...] = ()
    value: int = 0


Option: TypeAlias = tuple[int | str, ...]


class Prompt(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody is asked: person, bot, script or network alike."""

    seat: Seat
    kind: str
    options: tuple[Option, ...] = ()
    min: int = 1
    max: int = 1
    default: tuple[int, ...] = ()
    """Places of the options that a player in a hurry takes."""
    about: str = ""
    """What it is for, in a few words."""
    source: ObjectId | None = None
    picked: tuple[int, ...] = ()
    groups: bool = False
    """Options that begin alike exclude each other."""
    opens: bool = False
    """What is picked is turned up."""
    sees: tuple[Ref, ...] = ()
    """Hidden cards that the player may look at while choosing."""


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One player. The library is drawn from its end."""

    life: int
    library: tuple[Ref, ...] = ()
    hand: tuple[Ref, ...] = ()
    sideboard: tuple[Ref, ...] = ()
    """Outside the game."""
    pool: tuple[str, ...] = ()
    """Mana: `W`, `C`; with an `s` behind it if it is from a snow source."""
    counters: tuple[tuple[str, int], ...] = ()
    lost: str = ""
    """Why, if they have; `JUDGE` for who does not play at all."""
    unwanted: tuple[Seat, ...] = ()
    """Who want this player to go, in free-form play."""
    lands: int = 0
    """Played this turn."""
    mulligans: int = 0
    kept: bool = False
    drew_empty: bool = False
    commander: Ref = -1
    casts: int = 0
    """How often the commander was cast from the command zone."""
    wounds: tuple[tuple[Ref, int], ...] = ()
    """Combat damage by commanders."""
    stops: tuple[str, ...] = ()
    """Steps at which this player wants to be asked, `mine` or `theirs` before the name."""
    until: str = ""
    """Passes until this comes about."""
    seen: tuple[Ref, ...] = ()
    """Hidden cards that this player may look at now."""
    lent: tuple[Ref, ...] = ()
    """Hidden cards of others that this player may move, in free-form play."""
    tally: tuple[tuple[str, int], ...] = ()
    """What happened this turn."""

    @property
    def hidden(self) -> tuple[Ref, ...]:
        """All cards of this player that lie in no open zone."""
        return (*self.hand, *self.library, *self.sideboard)

    def counter(self, kind: str) -> int:
        """How many counters of a kind this player has."""
        return next((count for name, count in self.counters if name == kind), 0)


class MagicState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The whole table."""

    options: MagicOptions
    players: tuple[Player, ...]
    objects: tuple[Obj, ...] = ()
    """In public zones; `index(state.objects)` finds them."""
    status: tuple[Status, ...] = ()
    """Of permanents; `index(state.status)` finds them."""
    effects: tuple[Effect, ...] = ()
    stack: tuple[ObjectId, ...] = ()
    clock: int = 0
    """The one counter: timestamps, incarnations and numbers of made objects."""
    active: Seat = 0
    turn: int = 0
    step: Step = "untap"
    priority: Seat = -1
    passes: int = 0
    tired: int = 0
    """How often in a row somebody was asked only because so much has happened without anybody's doing."""
    combat: Combat | None = None
    waiting: tuple[Waiting, ...] = ()
    later: tuple[Later, ...] = ()
    shields: tuple[Shield, ...] = ()
    past: tuple[Past, ...] = ()
    """What left the battlefield or the stack this turn."""
    extra_turns: tuple[Seat, ...] = ()
    regular: Seat = -1
    """Whose turn it was last that was no extra turn."""
    extra_combats: int = 0
    agenda: tuple[Task, ...] = ()
    answers: tuple[Given, ...] = ()
    prompt: Prompt | None = None
    owed: tuple[Request, ...] = ()
    result: Outcome | None = None
    reversed: bool = False
    """Turn order, in free-form play."""


T = TypeVar("T", Obj, Status)
_indices: OrderedDict[
    int, tuple[tuple[Obj, ...] | tuple[Status, ...], dict[int, Obj] | dict[int, Status]]
] = OrderedDict()
_MOST = 64


def index(things: tuple[T, ...]) -> dict[int, T]:
    """Objects (or statuses) by id. Made once for each tuple; not to be changed."""
    known = _indices.get(id(things))
    if known is not None and known[0] is things:
        return known[1]  # type: ignore[return-value]  # a tuple's own index
    return _remember(things, {thing.id: thing for thing in things})


def changed(things: tuple[T, ...], new: Sequence[T] = (), gone: Sequence[int] = ()) -> tuple[T, ...]:
    """These with some replaced or added at the end, and some gone."""
    by_id = index(things)
    if not new and not any(key in by_id for key in gone):
        return things  # the very same: whoever has looked at them need not do so again
    by_id = by_id.copy()
    for key in gone:
        by_id.pop(key, None)
    for thing in new:
        by_id[thing.id] = thing
    result = tuple(by_id.values())
    _remember(result, by_id)
    return result


def _remember(things: tuple[T, ...], by_id: dict[int, T]) -> dict[int, T]:
    if things:
        if len(_indices) >= _MOST:
            _indices.popitem(last=False)  # in one step: a server follows matches in several threads
        _indices[id(things)] = (things, by_id)
    return by_id


_pasts: list[tuple[tuple[Past, ...], dict[Pointer, Past]]] = []


def index_past(past: tuple[Past, ...]) -> dict[Pointer, Past]:
    """What has left, by incarnation. Not to be changed.

    Of the last one asked for, and made from it if more has left since: a turn may see hundreds leave.
    """
    known, found = _pasts[0] if _pasts else ((), {})
    if known is not past:
        if past[: len(known)] != known:
            known, found = (), {}
        found = found | {one.obj.pointer: one for one in past[len(known) :]}
        _pasts[:] = [(past, found)]
    return found
