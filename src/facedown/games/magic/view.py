"""Characteristics of every object, computed from the state and never stored (613)."""

from functools import lru_cache
from operator import is_
from typing import Any

from facedown.games.magic.deckbuilding import printed
from facedown.games.magic.dependency import Order
from facedown.games.magic.layers import (
    COMBAT,
    LAYERS,
    MODIFY,
    PLAYERS,
    RULES,
    STATUS,
    TURN,
    TYPE,
    reaches,
    reads,
)
from facedown.games.magic.manas import value_of
from facedown.games.magic.model import (
    CanBlockMore,
    Cant,
    Card,
    Change,
    Gain,
    Keyword,
    Must,
    Static,
)
from facedown.games.magic.nature import brings, nature_of
from facedown.games.magic.running import Running, age
from facedown.games.magic.seen import FACE_DOWN, INTRINSIC, Has, Seen
from facedown.games.magic.state import Effect, MagicState, Obj, Past, Pointer, index_past
from facedown.kernel import Face, Seat

KEYWORD_COUNTERS = (
    "flying",
    "first strike",
    "double strike",
    "deathtouch",
    "haste",
    "hexproof",
    "indestructible",
    "lifelink",
    "menace",
    "reach",
    "trample",
    "vigilance",
)
REACHING = "reaching"
"""Something changes objects that are not on the battlefield."""


class Step:
    """One effect in one layer, with what an object was before it and after it."""

    __slots__ = ("after", "before", "continued", "layer", "running", "waiting")

    def __init__(self, about: Seen, layer: int, running: Running, waiting: list[Running]) -> None:
        self.layer, self.running, self.waiting = layer, running, waiting
        self.continued = running.continued()
        self.before = about.save()
        running.apply(layer)
        self.after = about.save()


class Trace:
    """How the layers came to what they make of one object, for `explain`."""

    __slots__ = ("key", "steps")

    def __init__(self, key: int) -> None:
        self.key = key
        self.steps: list[Step] = []


class View:
    """The table after all layers. `view_of` keeps it for as long as nothing it looked at has changed."""

    def __init__(self, state: MagicState, previous: "View | None" = None, trace: Trace | None = None) -> None:
        self.state, self.trace = state, trace
        self.seen: dict[int, Seen] = {}
        self.battlefield: list[Seen] = []
        self.rules: list[tuple[Change, tuple[Seat, ...], Seen | None]] = []
        """Effects on players and rules, with the players they are about."""
        self.looked: set[int | str] = set()
        """What besides objects and effects the result depends on."""
        self._running: dict[tuple[int, Has], Running] = {}
        self._renewed = True
        """Whether objects may have static abilities that were not there when we last looked."""
        self.index: dict[str, Any] = {}
        """Kept by those who ask: triggers by event, mana sources by player."""
        self.board: dict[Any, Any] = {}
        """The same for what depends on nothing but the permanents."""
        self.touched: set[int] = set()
        """Objects that effects of resolutions are about."""
        self.apart: list[Seen] = []
        """Objects with abilities that are no permanents."""
        self.bound = False
        """Whether something is forbidden by an effect that looks into this very view."""
        self.simple: list[Running] | None = None
        """Static abilities at work, the oldest first, if each object can be worked out without any other."""
        self._reach = (0, 0, 0, 0)
        """How often effects look at all permanents and at all objects, how many there are, and in knots."""
        self.followed = previous is not None and self._follow(previous)
        """Whether next to nothing had to be worked out."""
        if self.followed:
            return
        self._build(previous)
        lasting = [effect for effect in state.effects if effect.changes]
        self._effects = [
            Running(self, None, None, effect) for effect in [*lasting, *self._keyword_counters()]
        ]
        self._layers = {layer for one in self._effects for layer in one.parts}
        """Those in which there is something to do."""
        for layer in LAYERS:
            self._layer(layer)
            if layer == TYPE:
                self._intrinsic()
        self._rules()
        zones = [zone for one in self._running.values() for zone in nature_of(one.static).zones]
        wide, knots = (
            zones.count("battlefield"),
            sum(nature_of(one.static).knots for one in self._running.values()),
        )
        self._reach = wide, len(zones) - wide, len(self._running), knots
        if all(one.simple() for one in self._running.values()):
            self.simple = sorted(self._running.values(), key=age)
        self.apart = [seen for seen in self.seen.values() if seen.abilities and seen.zone != "battlefield"]

    # --- asking ---

    def at(self, pointer: Pointer) -> Seen | None:
        """This very incarnation of an object, if it is still there."""
        seen = self.seen.get(pointer[0])
        return seen if seen is not None and seen.obj.born == pointer[1] else None

    def last(self, pointer: Pointer) -> Seen | None:
        """An object as it is, or as it last was."""
        seen = self.at(pointer)
        if seen is not None:
            return seen
        past = self.past(pointer)
        if past is None:
            return None
        old = Seen(past.obj, past.card)
        old.controller = past.controller
        return old

    def past(self, pointer: Pointer) -> Past | None:
        """The record of an object that has left this turn."""
        return index_past(self.state.past).get(pointer)

    def became(self, pointer: Pointer) -> Pointer:
        """The incarnation that an object is now, having moved once to a public zone (400.7)."""
        past = self.past(pointer)
        if past is not None and past.became >= 0 and self.at(pointer) is None:
            return pointer[0], past.became
        return pointer

    def controlled(self, seat: Seat) -> list[Seen]:
        """A player's permanents."""
        return [seen for seen in self.battlefield if seen.controller == seat]

    def attacks(self, ref: int) -> bool:
        """Whether it is attacking."""
        combat = self.state.combat
        return combat is not None and any(attack.id == ref for attack in combat.attacks)

    def blocks(self, ref: int) -> bool:
        """Whether it is blocking."""
        combat = self.state.combat
        return combat is not None and any(ref in attack.blockers for attack in combat.attacks)

    def carried(self, *kinds: type) -> list[tuple[Seen, Any]]:
        """Abilities of these kinds that permanents have, each with the permanent; found once for a board."""
        known: list[tuple[Seen, Any]] | None = self.board.get(kinds)
        if known is None:
            known = self.board[kinds] = [
                (seen, has.ability)
                for seen in self.battlefield
                for has in seen.abilities
                if isinstance(has.ability, kinds)
            ]
        return known

    def ruled(self, kind: type, seat: Seat) -> list[tuple[Any, Seen | None]]:
        """Effects of a kind on this player."""
        if not self.rules:
            return []
        kinds = self.board.get("rules")
        if kinds is None:
            kinds = self.board["rules"] = {}
            for rule in self.rules:
                kinds.setdefault(type(rule[0]), []).append(rule)
        return [(change, source) for change, seats, source in kinds.get(kind, ()) if seat in seats]

    def stands(self, state: MagicState) -> bool:
        """Whether all that this view looks at besides objects and effects is still as it was."""
        looked, old = self.looked, self.state
        return (
            (STATUS not in looked or old.status is state.status)
            and (COMBAT not in looked or old.combat is state.combat)
            and (PLAYERS not in looked or old.players is state.players)
            and (TURN not in looked or (old.active == state.active and old.turn == state.turn))
        )

    @property
    def weight(self) -> int:
        """What it takes to work all of it out, in the units of `bounds`, whatever it took this time."""
        wide, far, near, knots = self._reach
        effects = self.state.effects
        fixed = sum(len(one.objects) for one in effects) + 2 * knots * (knots + len(effects))
        return (2 + far) * len(self.seen) + wide * len(self.battlefield) + near + fixed

    # --- what the view before this one has found out already ---

    def _follow(self, previous: "View") -> bool:
        """Take over what is the same as before, if nothing that is not the same can have changed it.

        That is so where all effects are simple and still there; and where the permanents are the same ones,
        and no effect looks where something else has changed. Cards move elsewhere, and abilities come and go
        on the stack, far more often than anything else happens.
        """
        if previous.state.effects is not self.state.effects or previous.bound:
            return False
        now, come = _compared(previous, self.state.objects)
        new = [_first(obj, {}) for obj in come]
        if any(seen.kit.statics or seen.id in previous.touched or _keyworded(seen.obj) for seen in new):
            return False
        now |= {seen.id: seen for seen in new}
        same = all(seen.zone != "battlefield" for seen in new) and all(
            now.get(seen.id) is seen for seen in previous.battlefield
        )
        if previous.simple is not None:
            if any(now.get(one.source.id) is not one.source for one in previous.simple if one.source):
                return False
        elif not (same and previous.stands(self.state) and self._unseen(previous, now, new)):
            return False
        self.seen, self.rules, self.looked = now, previous.rules, previous.looked
        self.touched, self.simple, self._reach = previous.touched, previous.simple, previous._reach
        self.apart = [seen for seen in previous.apart if now.get(seen.id) is seen]
        self.apart += [seen for seen in new if seen.zone != "battlefield" and seen.abilities]
        if same:
            self.battlefield, self.board = previous.battlefield, previous.board
            return True
        for seen in new:
            if seen.zone == "battlefield":
                _bring(seen)
                for one in previous.simple or ():
                    one.reach(seen)
                _count(seen)
        self.battlefield = [seen for seen in now.values() if seen.zone == "battlefield"]
        return True

    @staticmethod
    def _unseen(previous: "View", now: dict[int, Seen], new: list[Seen]) -> bool:
        """Whether no effect looks at, comes from or is about what is not the same beside the permanents."""
        gone = [seen for key, seen in previous.seen.items() if now.get(key) is not seen]
        return (
            previous.looked.isdisjoint((REACHING, "anywhere", "elsewhere"))
            and not any(seen.zone in previous.looked for seen in (*new, *gone))
            and not any(seen.kit.statics or seen.id in previous.touched for seen in gone)
        )

    # --- layer 1: what is printed, what is copied, what is face down ---

    def _build(self, previous: "View | None") -> None:
        copies: dict[Pointer, Effect] = {}
        for effect in self.state.effects:
            if effect.copy is not None:
                for pointer in effect.objects:
                    copies[pointer] = effect
        self.touched = {pointer[0] for effect in self.state.effects for pointer in effect.objects}
        old: dict[int, Seen] = {}
        apart = self.touched
        if previous is not None and REACHING not in previous.looked:
            old = previous.seen
            apart = apart | previous.touched
        reaching = False
        for obj in self.state.objects:
            if old and obj.zone != "battlefield":
                known = old.get(obj.id)
                if known is not None and known.obj is obj and not known.kit.statics and obj.id not in apart:
                    self.seen[obj.id] = known
                    continue
            seen = self.seen[obj.id] = _first(obj, copies)
            if obj.zone == "battlefield":
                self.battlefield.append(seen)
            if seen.kit.statics:
                for has in seen.abilities:
                    if isinstance(has.ability, Static) and works(has.ability, seen):
                        self.looked |= reads(has.ability)
                        reaching = reaching or reaches(has.ability)
        if reaching and self.state.objects:
            self.looked.add(REACHING)
            if old:
                for obj in self.state.objects:
                    if self.seen[obj.id] is old.get(obj.id):
                        self.seen[obj.id] = _first(obj, copies)

    # --- layers 2 to 7d ---

    def _layer(self, layer: int) -> None:
        if self._renewed or layer in self._layers:
            order = self._order(layer)
            while (step := order.next(self.trace is not None)) is not None:
                one, waiting = step
                changed = self._apply(one, layer, waiting, order.watchful)
                if self._renewed or order.unsteady:
                    order = self._order(layer)
                else:
                    order.applied(one, changed)
        if layer == MODIFY:
            self._counters()

    def _order(self, layer: int) -> Order:
        return Order(self._collect(), layer, self.seen.values())

    def _apply(self, one: Running, layer: int, waiting: list[Running], watched: bool) -> list[Seen]:
        """Apply an effect; if it is watched, the objects are told that have become something else by it."""
        before = [(seen, seen.save()) for seen in one.objects()] if watched else []
        if self.trace is None:
            one.apply(layer)
        else:
            self.trace.steps.append(Step(self.seen[self.trace.key], layer, one, waiting))
        one.done.add(layer)
        self._renewed = brings(one.parts[layer])
        return [seen for seen, saved in before if seen.save()[:-1] != saved[:-1]]

    def _collect(self) -> list[Running]:
        """All effects: from resolutions, and from static abilities that are there now or have started."""
        if self._renewed:
            self._renewed = False
            for seen in self.seen.values():
                if seen.kit.statics:
                    self._start(seen)
        return [*self._running.values(), *self._effects]

    def _start(self, seen: Seen) -> None:
        for has in seen.abilities:
            key = seen.id, has
            if key not in self._running and isinstance(has.ability, Static) and works(has.ability, seen):
                one = self._running[key] = Running(self, seen, has, None)
                self._layers.update(one.parts)
                self.looked |= reads(has.ability)

    def _intrinsic(self) -> None:
        """A land with a basic land type has its mana ability (305.6)."""
        for seen in self.battlefield:
            _bring(seen)

    def _keyword_counters(self) -> list[Effect]:
        """A keyword counter gives its keyword, since it was put there (613.7c)."""
        return [
            Effect(
                stamp, seen.controller, (seen.obj.pointer,), (Gain((Keyword(kind),)),), name=f"{kind} counter"
            )
            for seen in self.battlefield
            for kind, _, stamp in seen.obj.counters
            if kind in KEYWORD_COUNTERS
        ]

    def _counters(self) -> None:
        for seen in self.battlefield:
            _count(seen)

    # --- after the layers (613.10, 613.11) ---

    def _rules(self) -> None:
        for one in self._collect():
            if RULES not in one.parts or not one.exists():
                continue
            ctx = one.context()
            who = one.static.who if one.has is not None else ""
            seats = one.effect.players if one.effect is not None else ctx.seats(who) if who else ()
            seats = tuple(sorted(seats))  # whoever they are: whose turn it is makes no difference
            for change in one.parts[RULES]:
                if isinstance(change, Cant | Must | CanBlockMore):
                    self.bound = self.bound or isinstance(change, Cant)
                    for seen in one.objects():
                        _rule(seen, change, ctx)
                else:
                    self.rules.append((change, seats, one.source))


def _rule(seen: Seen, change: Cant | Must | CanBlockMore, ctx: Any) -> None:
    if isinstance(change, Cant):
        seen.cant = (*seen.cant, (change, ctx))
    elif isinstance(change, Must):
        seen.must = (*seen.must, change.what)
    else:
        seen.more_blocks += change.count


def _first(obj: Obj, copies: dict[Pointer, Effect]) -> Seen:
    """An object as layer 1 has it."""
    card = printed_card(obj)
    if copies:
        copy = copies.get(obj.pointer)
        card = copy.copy if copy is not None and copy.copy is not None else card
    if obj.face_down:
        card = FACE_DOWN
    seen = Seen(obj, card)
    if obj.play is not None and obj.zone == "stack" and obj.play.x:
        seen.value = value_of(card.cost, obj.play.x)
    return seen


def _bring(seen: Seen) -> None:
    if "Land" in seen.types:
        own = _brought(seen.subtypes)
        if own:
            seen.give(seen.kit.plus(own))


def _count(seen: Seen) -> None:
    for kind, count, _ in seen.obj.counters:
        if kind == "+1/+1":
            seen.power += count
            seen.toughness += count
        elif kind == "-1/-1":
            seen.power -= count
            seen.toughness -= count


def _keyworded(obj: Obj) -> bool:
    return any(kind in KEYWORD_COUNTERS for kind, _, _ in obj.counters)


def _compared(previous: View, objects: tuple[Obj, ...]) -> tuple[dict[int, Seen], list[Obj]]:
    """What is still there as it was, in the order of now, with a place kept for what is new; and that."""
    old = previous.state.objects
    # The very same, not only alike: what is handed on has to be what the next one will look for.
    same = all(map(is_, objects, old))
    if same and len(objects) >= len(old):  # the usual case on a full stack, and hundreds may lie there
        return previous.seen.copy(), list(objects[len(old) :])
    if same:
        now = previous.seen.copy()
        for obj in old[len(objects) :]:
            del now[obj.id]
        return now, []
    now, come = {}, []
    for obj in objects:
        seen = previous.seen.get(obj.id)
        if seen is None or seen.obj is not obj:
            come.append(obj)
            seen = HELD
        now[obj.id] = seen
    return now, come


@lru_cache(maxsize=4096)
def _brought(subtypes: tuple[str, ...]) -> tuple[Has, ...]:
    return tuple(INTRINSIC[word] for word in subtypes if word in INTRINSIC)


def works(ability: Static, seen: Seen) -> bool:
    """Whether a static ability works where its object is (113.6)."""
    if ability.cda or ability.zone == "anywhere" or seen.zone == ability.zone:
        return True
    return seen.zone == "command" and seen.obj.card is not None


def printed_card(obj: Obj) -> Card:
    """What is printed on an object: its card's face, or what made it says."""
    if obj.card is not None:
        return obj.card
    return card_of(obj.face)


def card_of(face: Face) -> Card:
    """What is printed on a card with this face."""
    return printed(face) or Card(face, types=("Card",))


HELD = Seen(Obj(-1, -1, "exile", -1, -1), FACE_DOWN)
"""Keeps a place."""
_KEPT = 8


class Views:
    """The last views that somebody has made."""

    __slots__ = ("_kept", "last")

    def __init__(self) -> None:
        self._kept: tuple[View, ...] = ()
        self.last: View | None = None
        """The newest one."""

    def known(self, state: MagicState) -> View | None:
        """The view of a state, if nothing has changed since then that it depends on."""
        for view in reversed(self._kept):
            old = view.state
            if old is state:
                return view
            if (
                old.objects is state.objects
                and state.objects  # an empty table is the same tuple in every match
                and old.effects is state.effects
                and old.past is state.past
                and view.stands(state)
            ):
                view.state = state
                return view
        return None

    def keep(self, view: View) -> None:
        """Remember it; the oldest is forgotten."""
        self._kept = (*self._kept[1 - _KEPT :], view)  # another one: somebody may be looking through this
        self.last = view


LATEST = Views()
"""Of all tables. Each is worked at in one thread at a time, and no table finds a view of another."""


def view_of(state: MagicState) -> View:
    """The view of a state."""
    last = LATEST.last
    if last is not None and last.state is state:
        return last
    view = LATEST.known(state)
    if view is None:
        view = View(state, last)
        LATEST.keep(view)
    return view
