"""A game without a point: everything that a game can ask of a dealer, for two to four players.

A dealer that serves it serves any game. Conformance plays it on the house, and the tests of `mental` play it
with proofs. The deck's first card is its top.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from facedown.kernel import (
    EVERYONE,
    NOBODY,
    Answer,
    Arrange,
    Arranged,
    Face,
    Faces,
    Found,
    Game,
    IllegalAction,
    InvalidAction,
    Options,
    Outcome,
    Ref,
    Request,
    Reveal,
    Revealed,
    Roll,
    Rolled,
    Search,
    Seat,
    Shuffle,
    Shuffled,
    Wish,
    Zone,
    only,
)

VALUES = {face: value for value, face in enumerate(("awl", "bow", "cog", "die", "eel", "fan", "gem", "hat"))}
SCRY = 3


class WorkshopOptions(Options, frozen=True):
    """How much is played."""

    hand: Annotated[int, msgspec.Meta(ge=0, le=5)] = 2
    turns: Annotated[int, msgspec.Meta(ge=1, le=500)] = 24


class Shown(msgspec.Struct, frozen=True):
    """A card that lies face up."""

    ref: Ref
    face: Face


class Bench(msgspec.Struct, frozen=True):
    """One player's cards."""

    deck: tuple[Ref, ...]
    hand: tuple[Ref, ...] = ()
    down: tuple[Ref, ...] = ()
    """Put away face down; the owner may look."""
    up: tuple[Shown, ...] = ()
    luck: int = 0
    gone: bool = False


class WorkshopState(msgspec.Struct, frozen=True):
    """The whole table. `why`: what the first request is for."""

    options: WorkshopOptions
    benches: tuple[Bench, ...]
    owed: tuple[Request, ...]
    why: str
    active: Seat = 0
    turn: int = 0
    looking: tuple[Ref, ...] = ()
    """Cards that the active seat is looking at, before it chooses among them."""
    pending: str = ""
    """The choice that the active seat has to make: `scry` or `tutor`."""


class Do(msgspec.Struct, frozen=True, tag="do", forbid_unknown_fields=True):
    """One of the things that need no card: `draw`, `scry`, `tutor`, `mill`, `roll`…"""

    what: str


class Use(msgspec.Struct, frozen=True, tag="use", forbid_unknown_fields=True):
    """Something with a card of the own hand: `play`, `show`, `hide`, `tuck`."""

    what: str
    card: Ref


class Spy(msgspec.Struct, frozen=True, tag="spy", forbid_unknown_fields=True):
    """Look at another player's hand and at the top of its deck."""

    target: Seat


class Put(msgspec.Struct, frozen=True, tag="put", forbid_unknown_fields=True):
    """Put back the cards one has looked at: so many on top, the rest at the bottom, in a secret order."""

    top: int


class Take(msgspec.Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    """Take so many cards out of the deck one has looked through; nobody learns which."""

    count: int


Action: TypeAlias = Do | Use | Spy | Put | Take
PASS = Do("pass")


class Became(msgspec.Struct, frozen=True):
    """The table is now like this."""

    state: WorkshopState


class Workshop(Game[WorkshopState, Action, Became]):
    """Draw, look, search, show, hide, put back, discard, roll and shuffle, in turn."""

    name = "workshop"
    seats = (2, 4)
    options_type = WorkshopOptions
    state_type = WorkshopState
    action_type = Action
    event_type = Became

    def check_deck(self, deck: Sequence[Face], options: WorkshopOptions) -> None:  # noqa: ARG002
        """Twelve known cards, at most two of a kind."""
        if len(deck) != 12 or any(face not in VALUES or deck.count(face) > 2 for face in deck):
            raise InvalidAction("a deck has twelve known cards, at most two of a kind")

    def decks(self) -> dict[str, tuple[Face, ...]]:
        """Two that differ."""
        faces = tuple(VALUES)
        return {"tools": faces[:6] * 2, "trinkets": faces[2:] * 2}

    def start(self, options: WorkshopOptions, decks: Sequence[tuple[Ref, ...]]) -> WorkshopState:
        """Every deck is shuffled, and a die says who begins."""
        owed: tuple[Request, ...] = (*map(Shuffle, decks), Roll(len(decks)))
        return WorkshopState(options, tuple(map(Bench, decks)), owed, "start")

    def zones(self, state: WorkshopState) -> Iterable[Zone]:
        """Decks are nobody's to look at, hands and hidden cards their owner's."""
        for seat, bench in enumerate(state.benches):
            yield Zone("deck", seat, NOBODY, bench.deck)
            yield Zone("hand", seat, only(seat), bench.hand)
            yield Zone("down", seat, only(seat), bench.down)
            yield Zone("up", seat, EVERYONE, tuple([shown.ref for shown in bench.up]))
        yield Zone("looking", state.active, only(state.active), state.looking, grant=True)

    def requests(self, state: WorkshopState) -> tuple[Request, ...]:
        """As the state says."""
        return state.owed

    def active(self, state: WorkshopState) -> tuple[Seat, ...]:
        """One seat at a time."""
        return () if state.owed or self.outcome(state) is not None else (state.active,)

    def legal(self, state: WorkshopState, seat: Seat, faces: Faces) -> list[Action]:  # noqa: ARG002
        """Whatever there are cards for."""
        if seat not in self.active(state):
            return []
        bench = state.benches[seat]
        if state.pending == "scry":
            return [Put(top) for top in range(len(state.looking) + 1)]
        if state.pending == "tutor":
            return [Take(count) for count in range(min(2, len(state.looking)) + 1)]
        actions: list[Action] = [PASS, Do("roll"), Do("shuffle")]
        if bench.deck:
            actions += [Do("draw"), Do("scry"), Do("tutor"), Do("mill")]
        if bench.hand:
            actions += [Do("discard"), Do("mulligan"), Do("return")]
        if bench.up:
            actions.append(Do("recycle"))
        actions += [Use(what, ref) for ref in bench.hand for what in ("play", "show", "hide", "tuck")]
        others = [other for other, there in enumerate(state.benches) if other != seat and not there.gone]
        return actions + [Spy(other) for other in others if not state.looking]

    def opens(self, state: WorkshopState, seat: Seat, action: Action) -> tuple[Ref, ...]:  # noqa: ARG002
        """Playing and showing turn a card up."""
        return (action.card,) if isinstance(action, Use) and action.what in {"play", "show"} else ()

    def decide(self, state: WorkshopState, seat: Seat, action: Action, faces: Faces) -> list[Became]:
        """The one event of each action."""
        if action not in self.legal(state, seat, faces):
            raise IllegalAction("that is not among the things you may do now")
        bench = state.benches[seat]
        match action:
            case Put(top=top):
                return self._ask(state, f"put {top}", Arrange(seat, state.looking))
            case Take(count=count):
                return self._ask(state, "take", Search(seat, state.looking, count))
            case Spy(target=target):
                there = state.benches[target]
                return self._next(state, bench, looking=there.hand + there.deck[:1])
            case Use(what=what, card=card):
                return self._use(state, bench, what, card, faces)
            case Do(what=what):
                return self._do(state, seat, bench, what)

    def _do(self, state: WorkshopState, seat: Seat, bench: Bench, what: str) -> list[Became]:
        match what:
            case "draw":
                return self._next(state, _with(bench, deck=bench.deck[1:], hand=(*bench.hand, bench.deck[0])))
            case "scry":
                return self._look(state, what, bench.deck[:SCRY])
            case "tutor":
                return self._look(state, what, bench.deck)
            case "mill":
                return self._ask(state, what, Reveal(bench.deck[:2]))
            case "roll":
                return self._ask(state, what, Roll(6))
            case "discard":
                return self._ask(state, what, Roll(len(bench.hand)))
            case "shuffle":
                return self._ask(state, what, Shuffle(bench.deck))
            case "mulligan":
                return self._ask(state, what, Shuffle(bench.deck + bench.hand))
            case "recycle":
                return self._ask(state, what, Shuffle(bench.deck + tuple(shown.ref for shown in bench.up)))
            case "return":
                return self._ask(state, what, Arrange(seat, bench.hand))
            case _:
                return self._next(state, bench)

    def _use(self, state: WorkshopState, bench: Bench, what: str, card: Ref, faces: Faces) -> list[Became]:
        hand = tuple(ref for ref in bench.hand if ref != card)
        match what:
            case "play":
                bench = _with(bench, hand=hand, up=(*bench.up, Shown(card, faces[card])))
            case "hide":
                bench = _with(bench, hand=hand, down=(*bench.down, card))
            case "tuck":
                bench = _with(bench, hand=hand, deck=(*bench.deck, card))
            case _:
                bench = _with(bench, luck=bench.luck + VALUES[faces[card]] % 2)
        return self._next(state, bench)

    def settle(self, state: WorkshopState, answer: Answer) -> list[Became]:
        """By what the request was for."""
        seat, bench = state.active, state.benches[state.active]
        why, _, number = state.why.partition(" ")
        match why, answer:
            case "start", Shuffled(refs=refs):
                return self._shuffled_first(state, refs)
            case "start", Rolled(value=first):
                return self._begin(state, first)
            case "put", Arranged(refs=refs):
                top = int(number)
                bench = _with(bench, deck=refs[:top] + bench.deck[len(refs) :] + refs[top:])
            case "take", Found(taken=taken, rest=rest):
                bench = _with(bench, deck=rest, hand=bench.hand + taken)
            case "return", Arranged(refs=refs):
                bench = _with(bench, hand=refs[1:], deck=(refs[0], *bench.deck))
            case "mill", Revealed(faces=faces):
                up = tuple(map(Shown, bench.deck, faces))
                bench = _with(bench, deck=bench.deck[len(faces) :], up=bench.up + up)
            case "discard", Rolled(value=place):
                return self._ask(state, f"drop {place}", Reveal((bench.hand[place],)))
            case "drop", Revealed(faces=(face,)):
                card = bench.hand[int(number)]
                hand = tuple(ref for ref in bench.hand if ref != card)
                bench = _with(bench, hand=hand, up=(*bench.up, Shown(card, face)))
            case "roll", Rolled(value=value):
                bench = _with(bench, luck=bench.luck + value)
            case "shuffle", Shuffled(refs=refs):
                bench = _with(bench, deck=refs)
            case "mulligan", Shuffled(refs=refs):
                count = len(bench.hand)
                bench = _with(bench, deck=refs[count:], hand=refs[:count])
            case "recycle", Shuffled(refs=refs):
                bench = _with(bench, deck=refs, up=())
            case _:
                raise InvalidAction(f"{answer!r} answers nothing that was asked for {state.why} of {seat}")
        return self._next(state, bench)

    def apply(self, state: WorkshopState, event: Became) -> WorkshopState:  # noqa: ARG002
        """As the event says."""
        return event.state

    def leave(self, state: WorkshopState, seat: Seat) -> list[Became] | None:
        """The others play on; what the leaver had stays where it is."""
        benches = _changed(state, seat, _with(state.benches[seat], gone=True))
        state = _with(state, benches=benches)
        if state.active != seat or state.why == "start":
            return [Became(state)]
        return self._next(state, benches[seat])

    def outcome(self, state: WorkshopState) -> Outcome | None:
        """After so many turns the most points win; a last one left wins before."""
        here = [seat for seat, bench in enumerate(state.benches) if not bench.gone]
        if len(here) == 1:
            return Outcome((here[0],), "last one here")
        if state.turn < state.options.turns or state.owed:
            return None
        points = {seat: _points(state.benches[seat]) for seat in here}
        best = tuple(seat for seat in here if points[seat] == max(points.values()))
        return Outcome(best if len(best) == 1 else (), "most points")

    def wish(self, state: WorkshopState, seat: Seat, action: Action, faces: Faces) -> Wish:
        """Valuable cards first."""
        match action:
            case Put():
                refs = state.looking
            case Take(count=count):
                best = sorted(state.looking, key=lambda ref: -VALUES.get(faces.get(ref, ""), 0))
                return tuple(best[:count])
            case Do(what="return"):
                refs = state.benches[seat].hand
            case _:
                return ()
        return tuple(sorted(refs, key=lambda ref: -VALUES.get(faces.get(ref, ""), 0)))

    # --- the steps they have in common ---

    def _look(self, state: WorkshopState, pending: str, refs: tuple[Ref, ...]) -> list[Became]:
        return [Became(_with(state, looking=refs, pending=pending))]

    def _ask(self, state: WorkshopState, why: str, request: Request) -> list[Became]:
        return [Became(_with(state, owed=(request,), why=why, looking=(), pending=""))]

    def _next(self, state: WorkshopState, bench: Bench, looking: tuple[Ref, ...] = ()) -> list[Became]:
        """The turn is over, unless the player is now looking at something."""
        benches = _changed(state, state.active, bench)
        turn, active = state.turn, state.active
        if not looking or benches[active].gone:
            turn, active, looking = turn + 1, _after(benches, active), ()
        return [Became(WorkshopState(state.options, benches, (), "", active, turn, looking))]

    def _shuffled_first(self, state: WorkshopState, refs: tuple[Ref, ...]) -> list[Became]:
        seat = len(state.benches) + 1 - len(state.owed)
        benches = _changed(state, seat, Bench(refs, gone=state.benches[seat].gone))
        return [Became(_with(state, benches=benches, owed=state.owed[1:]))]

    def _begin(self, state: WorkshopState, first: Seat) -> list[Became]:
        hand = state.options.hand
        benches = tuple(
            _with(bench, deck=bench.deck[hand:], hand=bench.deck[:hand]) for bench in state.benches
        )
        first = first if not benches[first].gone else _after(benches, first)
        return [Became(WorkshopState(state.options, benches, (), "", first))]


def _with(struct: Any, **changes: Any) -> Any:
    return msgspec.structs.replace(struct, **changes)


def _changed(state: WorkshopState, seat: Seat, bench: Bench) -> tuple[Bench, ...]:
    return tuple(bench if at == seat else other for at, other in enumerate(state.benches))


def _after(benches: Sequence[Bench], seat: Seat) -> Seat:
    """The next seat that is still here, or this one."""
    count = len(benches)
    return next((at % count for at in range(seat + 1, seat + count) if not benches[at % count].gone), seat)


def _points(bench: Bench) -> int:
    return bench.luck + sum(VALUES[shown.face] for shown in bench.up)


WORKSHOP: Game[Any, Any, Any] = Workshop()
