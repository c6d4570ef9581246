"""Characteristics of every object, computed from the state and never stored (613)."""

from typing import Any

from facedown.games.magic.deckbuilding import printed
from facedown.games.magic.dependency import next_of
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
from facedown.games.magic.running import Running
from facedown.games.magic.seen import FACE_DOWN, INTRINSIC, Has, Seen
from facedown.games.magic.state import Effect, MagicState, Obj, Past, Pointer
from facedown.kernel import Seat

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


class Step:
    """One effect in one layer, for `explain`, with what every object was before it and after it."""

    __slots__ = ("after", "before", "continued", "layer", "running", "waiting")

    def __init__(self, view: "View", layer: int, running: Running, waiting: list[Running]) -> None:
        self.layer, self.running, self.waiting = layer, running, waiting
        self.continued = running.continued()
        self.before = view.values()
        running.apply(layer)
        self.after = view.values()


class View:
    """The table after all layers. `view_of` keeps it for as long as nothing it looked at has changed."""

    def __init__(
        self, state: MagicState, previous: "View | None" = None, trace: list[Step] | None = None
    ) -> None:
        self.state, self.trace = state, trace
        self.seen: dict[int, Seen] = {}
        self.battlefield: list[Seen] = []
        self.rules: list[tuple[Change, tuple[Seat, ...], Seen | None]] = []
        """Effects on players and rules, with the players they are about."""
        self.looked: set[int | str] = set()
        """What besides objects and effects the result depends on."""
        self._running: dict[tuple[int, Has], Running] = {}
        self._past: dict[Pointer, Past] | None = None
        self.index: dict[str, Any] = {}
        """Kept by those who ask: triggers by event, mana sources by player."""
        self._build(previous)
        lasting = [effect for effect in state.effects if effect.changes]
        self._effects = [
            Running(self, None, None, effect) for effect in [*lasting, *self._keyword_counters()]
        ]
        for layer in LAYERS:
            self._layer(layer)
            if layer == TYPE:
                self._intrinsic()
        self._rules()

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
        if self._past is None:
            self._past = {past.obj.pointer: past for past in self.state.past}
        return self._past.get(pointer)

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

    def ruled(self, kind: type, seat: Seat) -> list[tuple[Any, Seen | None]]:
        """Effects of a kind on this player."""
        return [
            (change, source)
            for change, seats, source in self.rules
            if seat in seats and isinstance(change, kind)
        ]

    # --- layer 1: what is printed, what is copied, what is face down ---

    def _build(self, previous: "View | None") -> None:
        copies: dict[Pointer, Effect] = {}
        for effect in self.state.effects:
            if effect.copy is not None:
                for pointer in effect.objects:
                    copies[pointer] = effect
        self.touched = {pointer[0] for effect in self.state.effects for pointer in effect.objects}
        old: dict[int, Seen] = {}
        if previous is not None and "reaching" not in previous.looked:
            old = {key: seen for key, seen in previous.seen.items() if key not in previous.touched}
        reaching = False
        for obj in self.state.objects:
            known = old.get(obj.id) if obj.zone != "battlefield" and obj.id not in self.touched else None
            if known is not None and known.obj is obj and not known.statics:
                self.seen[obj.id] = known
                continue
            copy = copies.get(obj.pointer)
            card = copy.copy if copy is not None and copy.copy is not None else printed_card(obj)
            if obj.face_down:
                card = FACE_DOWN
            seen = self.seen[obj.id] = Seen(obj, card)
            if obj.zone == "battlefield":
                self.battlefield.append(seen)
            if obj.play is not None and obj.zone == "stack" and obj.play.x:
                from facedown.games.magic.manas import value_of

                seen.value = value_of(card.cost, obj.play.x)
            if seen.statics:
                for has in seen.abilities:
                    if isinstance(has.ability, Static):
                        self.looked |= reads(has.ability)
                        reaching = reaching or reaches(has.ability)
        if reaching and self.state.objects:
            self.looked.add("reaching")
            if old:
                for obj in self.state.objects:
                    if self.seen[obj.id] is old.get(obj.id):
                        self.seen[obj.id] = Seen(obj, printed_card(obj) if not obj.face_down else FACE_DOWN)

    # --- layers 2 to 7d ---

    def _layer(self, layer: int) -> None:
        while True:
            pending = [one for one in self._collect() if layer in one.parts and layer not in one.done]
            pending = [one for one in pending if one.exists()]
            if not pending:
                break
            if (
                layer == MODIFY
                and len(pending) > 1
                and self.trace is None
                and not any(layer in self._reads(one) for one in pending)
            ):
                for one in pending:  # additions that look at no other: any order will do
                    self._apply(one, layer, [])
                continue
            one, waiting = next_of(pending, layer, self.trace is not None)
            self._apply(one, layer, waiting)
        if layer == MODIFY:
            self._counters()

    def _reads(self, one: Running) -> frozenset[int | str]:
        return reads(one.has.ability) if one.has is not None else frozenset()

    def _apply(self, one: Running, layer: int, waiting: list[Running]) -> None:
        if self.trace is None:
            one.apply(layer)
        else:
            self.trace.append(Step(self, layer, one, waiting))
        one.done.add(layer)

    def values(self) -> dict[int, tuple[object, ...]]:
        """What every object is at this moment of the layers."""
        return {key: seen.save() for key, seen in self.seen.items()}

    def _collect(self) -> list[Running]:
        """All effects: from resolutions, and from static abilities that are there now or have started."""
        for seen in self.seen.values():
            if seen.statics:
                for has in seen.abilities:
                    key = seen.id, has
                    if (
                        key not in self._running
                        and isinstance(has.ability, Static)
                        and works(has.ability, seen)
                    ):
                        self._running[key] = Running(self, seen, has, None)
                        self.looked |= reads(has.ability)
        return [*self._running.values(), *self._effects]

    def _intrinsic(self) -> None:
        """A land with a basic land type has its mana ability (305.6)."""
        for seen in self.battlefield:
            if "Land" in seen.types:
                own = tuple(INTRINSIC[word] for word in seen.subtypes if word in INTRINSIC)
                if own:
                    statics = seen.statics
                    seen.set_abilities(seen.abilities + own)
                    seen.statics = statics

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
            for kind, count, _ in seen.obj.counters:
                if kind == "+1/+1":
                    seen.power += count
                    seen.toughness += count
                elif kind == "-1/-1":
                    seen.power -= count
                    seen.toughness -= count

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


def works(ability: Static, seen: Seen) -> bool:
    """Whether a static ability works where its object is (113.6)."""
    if ability.cda or ability.zone == "anywhere" or seen.zone == ability.zone:
        return True
    return seen.zone == "command" and seen.obj.card is not None


def printed_card(obj: Obj) -> Card:
    """What is printed on an object: its card's face, or what made it says."""
    if obj.card is not None:
        return obj.card
    return printed(obj.face) or Card(obj.face, types=("Card",))


_views: list[View] = []
_KEPT = 8


def view_of(state: MagicState) -> View:
    """The view of a state: the one that is known, if nothing has changed that it depends on."""
    for place in range(len(_views) - 1, -1, -1):
        view = _views[place]
        old = view.state
        if old is state:
            return view
        if (
            old.objects is state.objects
            and old.effects is state.effects
            and (STATUS not in view.looked or old.status is state.status)
            and (COMBAT not in view.looked or old.combat is state.combat)
            and (PLAYERS not in view.looked or old.players is state.players)
            and (TURN not in view.looked or (old.active == state.active and old.turn == state.turn))
            and old.past is state.past
        ):
            view.state = state
            return view
    view = View(state, _views[-1] if _views else None)
    _views.append(view)
    if len(_views) > _KEPT:
        del _views[0]
    return view
