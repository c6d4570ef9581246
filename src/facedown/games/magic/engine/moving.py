"""Objects change zones: where they would go, where they go instead, and as what (400, 614)."""

import msgspec

from facedown.games.magic.engine.counters import multiplied
from facedown.games.magic.engine.entering import Entry, as_enters
from facedown.games.magic.engine.run import Happening, Run, task
from facedown.games.magic.events import (
    Ceased,
    Drawn,
    EffectBegan,
    EffectsEnded,
    LibraryChanged,
    Looking,
    Moved,
    Tallied,
)
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import Card, Filter, Instead, Keyword
from facedown.games.magic.players import in_order
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import (
    HIDDEN,
    MADE,
    Obj,
    OnStack,
    Past,
    Place,
    Pointer,
    Prompt,
    Status,
    Task,
    player,
)
from facedown.games.magic.view import printed_card
from facedown.kernel import Reveal, Seat, Shuffle


class Going:
    """One card on its way: from where, to where, and how it is to arrive."""

    __slots__ = (
        "attached",
        "bottom",
        "controller",
        "counters",
        "entry",
        "exiled_with",
        "face",
        "face_down",
        "instead_done",
        "origin",
        "owner",
        "place",
        "play",
        "ref",
        "shuffle",
        "tapped",
        "to",
    )

    def __init__(
        self,
        ref: int,
        owner: Seat,
        origin: Place,
        to: Place,
        *,
        controller: Seat | None = None,
        face: str = "",
        bottom: bool = False,
        place: int = 0,
        shuffle: bool = False,
        tapped: bool = False,
        face_down: bool = False,
        attached: int | None = None,
        counters: tuple[tuple[str, int], ...] = (),
        play: OnStack | None = None,
    ) -> None:
        self.ref, self.owner, self.origin, self.to = ref, owner, origin, to
        self.controller = owner if controller is None else controller
        self.face, self.bottom, self.shuffle, self.tapped = face, bottom, shuffle, tapped
        self.place, self.face_down, self.attached = place, face_down, attached
        self.counters, self.play = counters, play
        self.entry: Entry | None = None


def going(run: Run, pointer: Pointer, to: Place, **how: object) -> Going | None:
    """A public object on its way, if it is still the same object."""
    obj = run.obj(pointer[0])
    if obj is None or obj.born != pointer[1]:
        return None
    return Going(obj.id, obj.owner, obj.zone, to, face=obj.face, **how)  # type: ignore[arg-type]


def move(run: Run, cards: list[Going]) -> list[Pointer]:
    """Move cards at once. Returns what they became, in order; what left public sight is left out."""
    reveal(run, cards)
    for card in cards:
        _instead(run, card)
        if card.to in ("hand", "library") and run.state.options.commander:
            _home(run, card)
    cards = [card for card in cards if card.to != "battlefield" or _settles(run, card)]
    for card in cards:
        if card.to == "battlefield":
            card.entry = as_enters(run, card)
    arrived: list[Pointer] = []
    with run.batch():
        for card in cards:
            became = carry(run, card)
            if became is not None:
                arrived.append(became)
    _return_linked(run, cards)
    shuffled = sorted({card.owner for card in cards if card.shuffle and card.to == "library"})
    for seat in shuffled:
        shuffle(run, seat)
    return arrived


def _settles(run: Run, card: Going) -> bool:
    """An Aura that enters uncast is attached as its controller likes, or stays where it is (303.4f, g)."""
    from facedown.games.magic.engine.sba import aura_fits

    if card.origin == "stack" or card.attached is not None or card.face_down:
        return True
    obj = Obj(card.ref, -1, "battlefield", card.owner, card.controller, card.face)
    aura, view = Seen(obj, printed_card(obj)), run.view
    if "Aura" not in aura.subtypes:
        return True
    hosts = [*(player(seat) for seat in in_order(run.state)), *(seen.id for seen in view.battlefield)]
    options = tuple((key,) for key in hosts if aura_fits(view, aura, key))
    if options:
        prompt = Prompt(card.controller, "attach", options, about="attach to", source=card.ref, default=(0,))
        card.attached = int(run.choose(prompt)[0])
    return bool(options)


def _return_linked(run: Run, cards: list[Going]) -> None:
    """What was exiled until these left the battlefield comes back at once (610.3)."""
    gone = {card.ref for card in cards if card.origin == "battlefield"}
    linked = [
        past.obj.linked for past in run.state.past if past.obj.id in gone and past.obj.zone == "battlefield"
    ]
    back = [found for group in linked[-len(gone) :] for p in group if (found := going(run, p, "battlefield"))]
    back = [card for card in back if card.origin == "exile"]
    if back:
        move(run, back)


def reveal(run: Run, cards: list[Going]) -> None:
    """Hidden cards that come into the open are turned up first, on the record."""
    public = ("battlefield", "graveyard", "exile", "stack", "command")
    down = [card for card in cards if _was_down(run, card)]
    hidden = [c for c in cards if not c.face and c.ref < MADE and c.to in public and not c.face_down]
    hidden = [card for card in dict.fromkeys([*hidden, *down]) if card.ref not in run.faces]
    if hidden:
        given = run.deal(Reveal(tuple(card.ref for card in hidden)))
        run.faces.update(given.faces)
    for card in cards:
        card.face = card.face or ("" if card.face_down else run.faces.get(card.ref, ""))
    for card in down:
        _prove(run, card)


def _was_down(run: Run, card: Going) -> bool:
    """Whether a card that was face down goes where it is none of that any more: it is shown (708.9)."""
    obj = run.obj(card.ref) if card.ref < MADE else None
    return obj is not None and obj.face_down and obj.zone in ("battlefield", "stack") and not card.face_down


def _prove(run: Run, card: Going) -> None:
    """Who has cast a card face down that has no morph has broken the rules, and loses."""
    obj = run.obj(card.ref)
    if obj is None or obj.play is None or "face down" not in obj.play.paid:
        return
    face = printed_card(Obj(-1, -1, "exile", 0, 0, run.faces.get(card.ref, "")))
    if not any(isinstance(one, Keyword) and one.name == "morph" for one in face.abilities):
        run.emit(Tallied(obj.owner, "no morph"))


def _instead(run: Run, card: Going) -> None:
    """Replacement effects that send it elsewhere, in the order that its controller chooses (614, 616)."""
    done: list[tuple[int, Instead]] = []
    while True:
        offers = [offer for offer in _offers(run, card) if offer not in done]
        if not offers:
            return
        chosen = offers[0]
        if len(offers) > 1 and any(_differ(offers[0][1], other) for _, other in offers):
            seat = _affected(run, card)
            names = tuple((place, run.view.seen[key].name) for place, (key, _) in enumerate(offers))
            picked = run.choose(
                Prompt(seat, "replace", names, about="which effect applies first", default=(0,))
            )
            chosen = offers[int(picked[0])]
        done.append(chosen)
        ability = chosen[1]
        if ability.may and not run.confirm(_affected(run, card), "put it elsewhere", card.ref):
            continue
        if ability.to == "shuffle":
            card.to, card.shuffle = "library", True
        else:
            card.to = ability.to


def _home(run: Run, card: Going) -> None:
    """A commander on its way to hand or library may go to the command zone instead (903.9b)."""
    own = run.state.players[card.owner]
    if own.commander == card.ref and run.confirm(
        card.owner, "put your commander into the command zone", card.ref
    ):
        card.to, card.shuffle = "command", False


def _differ(one: Instead, other: Instead) -> bool:
    """Whether it matters which of two effects applies first: nobody is asked otherwise."""
    return one.to != other.to or one.may or other.may


def _affected(run: Run, card: Going) -> Seat:
    seen = run.view.seen.get(card.ref)
    return seen.controller if seen is not None and card.origin == "battlefield" else card.owner


def _offers(run: Run, card: Going) -> list[tuple[int, Instead]]:
    if card.to != "graveyard":
        return []
    view = run.view
    offers: list[tuple[int, Instead]] = []
    subject = view.seen.get(card.ref)
    token = card.ref >= MADE
    for seen in _with_instead(run):
        for has in seen.abilities:
            ability = has.ability
            if not isinstance(ability, Instead) or (ability.dies and card.origin != "battlefield"):
                continue
            if ability.filter == "this":
                if seen.id == card.ref:
                    offers.append((seen.id, ability))
                continue
            if seen.zone != "battlefield" or (token and not ability.tokens and not ability.dies):
                continue
            what = subject if subject is not None else _printed(run, card)
            if passes(_wherever(ability.filter), Ctx(view, seen.controller, seen), what):
                offers.append((seen.id, ability))
    return offers


def _with_instead(run: Run) -> list[Seen]:
    view = run.view
    known = view.index.get("instead")
    if known is None:
        known = view.index["instead"] = [
            seen
            for seen in view.seen.values()
            if any(isinstance(has.ability, Instead) for has in seen.abilities)
        ]
    return list(known)


def _wherever(filter: Filter | str) -> Filter:
    assert isinstance(filter, Filter)
    return filter if filter.zone == "anywhere" else msgspec.structs.replace(filter, zone="anywhere")


def _printed(run: Run, card: Going) -> Seen:  # noqa: ARG001
    obj = Obj(card.ref, -1, card.origin, card.owner, card.owner, card.face)
    return Seen(obj, printed_card(obj))


def carry(run: Run, card: Going) -> Pointer | None:
    """Move one card as it is settled, inside a batch. Returns what it became, if that is in the open."""
    seen = _as_it_was(run, card.ref)
    born = run.tick()
    became = born if card.to not in HIDDEN else -1
    past = None
    if seen is not None and card.origin in ("battlefield", "stack", "graveyard", "exile", "command"):
        past = remember(run, seen, became if card.ref < MADE else -1)
    if card.origin == "battlefield":
        leaves(run, card, seen)
    if card.ref >= MADE:
        run.emit(Ceased(card.ref, past))
        if card.to == "graveyard" and card.origin == "battlefield":
            run.happened(Happening("graveyard", past.obj.pointer if past else None, card.owner))
        return None
    obj: Obj | None = None
    status: Status | None = None
    if card.to not in HIDDEN:
        keeps = card.to in ("battlefield", "stack") or card.face_down
        controller = card.controller if keeps else card.owner
        obj = Obj(
            card.ref,
            born,
            card.to,
            card.owner,
            controller,
            card.face,
            None,
            born,
            attached=card.attached,
            face_down=card.face_down,
            play=card.play,
        )
    if card.to == "battlefield" and obj is not None:
        entry = card.entry or Entry()
        counters = tuple(
            (kind, multiplied(run.before, obj.controller, count), born)
            for kind, count in _sum(card.counters, entry.counters)
        )
        obj = msgspec.structs.replace(obj, counters=counters, chosen=entry.chosen)
        status = Status(card.ref, tapped=card.tapped or entry.tapped, held_by=obj.controller)
    run.emit(Moved(card.ref, card.owner, card.origin, card.to, obj, status, card.bottom, past, card.place))
    if card.origin == "stack" and card.to == "battlefield" and obj is not None and seen is not None:
        _follow(run, seen.obj.pointer, obj.pointer)
    if card.to == "battlefield" and obj is not None:
        entered(run, obj, card.entry or Entry())
    if obj is not None and card.to == "graveyard":
        run.happened(Happening("graveyard", obj.pointer, card.owner))
        if card.origin == "library":
            run.happened(Happening("milled", obj.pointer, card.owner))
    return obj.pointer if obj is not None else None


def _as_it_was(run: Run, key: int) -> Seen | None:
    """An object before all that happens at once: a lord that leaves with it still counts (608.2h)."""
    obj = run.obj(key)
    if obj is None:
        return None  # out of a hand or a library, and no reason to look at the table once more
    seen = run.before.seen.get(key)
    if seen is not None and seen.obj.born == obj.born:
        return seen
    return run.view.seen.get(key)


def _follow(run: Run, spell: Pointer, permanent: Pointer) -> None:
    """What changed a permanent spell goes on to change the permanent that it becomes (400.7a)."""
    for effect in run.state.effects:
        if spell in effect.objects:
            objects = tuple(permanent if pointer == spell else pointer for pointer in effect.objects)
            run.emit(EffectsEnded((effect.stamp,)))
            run.emit(EffectBegan(msgspec.structs.replace(effect, objects=objects)))


def _sum(one: tuple[tuple[str, int], ...], other: tuple[tuple[str, int], ...]) -> list[tuple[str, int]]:
    totals: dict[str, int] = {}
    for kind, count in (*one, *other):
        totals[kind] = totals.get(kind, 0) + count
    return [(kind, count) for kind, count in totals.items() if count > 0]


def leaves(run: Run, card: Going, seen: Seen | None) -> None:
    """Tell of a permanent that leaves the battlefield."""
    if seen is None:
        return
    pointer = seen.obj.pointer
    run.happened(Happening("leaves", pointer, seen.controller))
    if card.to == "graveyard":
        run.happened(Happening("dies", pointer, seen.controller))
        if seen.creature:
            for seat in range(len(run.state.players)):
                run.emit(Tallied(seat, "creature died"))
    from facedown.games.magic.engine.combat import remove_from_combat

    remove_from_combat(run, seen.id)


def entered(run: Run, obj: Obj, entry: Entry) -> None:
    """Tell of a permanent that has entered, and make it a copy if it entered as one."""
    from facedown.games.magic.state import Effect

    if entry.copy is not None:
        effect = Effect(
            run.tick(), obj.controller, (obj.pointer,), copy=entry.copy, duration="forever", name="copy"
        )
        run.emit(EffectBegan(effect))
    run.happened(Happening("enters", obj.pointer, obj.controller))


def remember(run: Run, seen: Seen, became: int = -1) -> Past:  # noqa: ARG001
    """An object as it is, for later."""
    card = Card(
        seen.name,
        seen.card.cost,
        seen.types,
        seen.subtypes,
        seen.supertypes,
        str(seen.power),
        str(seen.toughness),
        colors=seen.colors,
        abilities=tuple(has.ability for has in seen.abilities if not has.intrinsic),
        token=seen.card.token,
    )
    return Past(seen.obj, card, seen.controller, became)


def shuffle(run: Run, seat: Seat) -> None:
    """Shuffle a library, before anything else happens.

    A task of its own: its cards come back under fresh refs, and nothing may ask once more after that.
    """
    run.soon(Task("shuffle", seat))


@task("shuffle")
def shuffled(run: Run, task: Task) -> None:
    """The dealer shuffles a library."""
    library = run.state.players[task.seat].library
    if library:
        given = run.deal(Shuffle(library))
        run.emit(LibraryChanged(task.seat, given.refs))


def draw(run: Run, seat: Seat, count: int) -> int:
    """Draw cards one by one (121.2). Returns how many there were."""
    drawn = 0
    for _ in range(count):
        library = run.state.players[seat].library
        if not library:
            run.emit(Tallied(seat, "empty library"))
            break
        with run.batch():
            run.emit(Drawn(seat, library[-1]))
            run.emit(Tallied(seat, "draw"))
            run.happened(Happening("draw", None, seat))
        drawn += 1
    return drawn


def look(run: Run, seat: Seat, refs: tuple[int, ...]) -> None:
    """Let a player look at hidden cards until the next question is answered."""
    run.emit(Looking(seat, refs))
