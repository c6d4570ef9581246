"""How a permanent enters: tapped, with counters, as a copy, with a choice (614.1c, 614.12)."""

from typing import TYPE_CHECKING

import msgspec

from facedown.games.magic.amounts import holds, matching, value
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.manas import colors_of
from facedown.games.magic.model import Card, Enters, Filter
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Effect, MagicState, Obj, Prompt, Status, changed, player
from facedown.games.magic.view import View, printed_card

if TYPE_CHECKING:
    from facedown.games.magic.engine.moving import Going
    from facedown.games.magic.engine.run import Run


class Entry(msgspec.Struct):
    """What was settled about a permanent as it enters."""

    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    copy: Card | None = None


def as_enters(run: "Run", card: "Going") -> Entry:
    """Ask what has to be asked as this card enters. Looks at it as it would exist there (614.12)."""
    entry = Entry()
    if card.face_down:
        return entry
    obj = Obj(
        card.ref,
        run.clock + 1,
        "battlefield",
        card.owner,
        card.controller,
        card.face,
        None,
        run.clock + 1,
        attached=card.attached,
        play=card.play,
    )
    printed = printed_card(obj)
    if printed.loyalty is not None and printed.loyalty.isdecimal():
        entry.counters += (("loyalty", int(printed.loyalty)),)
    if not _any_enters(printed) and not _others(run.view):
        return entry
    settle(run, obj, entry)
    return entry


def settle(run: "Run", obj: Obj, entry: Entry) -> None:
    """Apply what replaces the entering of an object, one ability after the other (616)."""
    done: list[Enters] = []
    while True:
        view = run.look(_imagined(run.state, obj, entry))
        seen = view.seen[obj.id]
        todo = [(seen, has.ability) for has in seen.abilities if isinstance(has.ability, Enters)]
        todo = [(by, ability) for by, ability in todo if ability.what == "this"]
        todo += [(by, ability) for by, ability in _others(run.view) if _about(view, by, ability, seen)]
        todo = [(by, ability) for by, ability in todo if ability not in done]
        if not todo:
            return
        # What changes the copiable values comes first (616.1c).
        by, ability = next((one for one in todo if one[1].copy is not None), todo[0])
        done.append(ability)
        _settle_one(run, view, by, ability, entry, obj)


def _any_enters(card: Card) -> bool:
    return any(isinstance(ability, Enters) for ability in card.abilities)


def _others(view: View) -> list[tuple[Seen, Enters]]:
    return [(seen, ability) for seen, ability in view.carried(Enters) if isinstance(ability.what, Filter)]


def _about(view: View, by: Seen, ability: Enters, seen: Seen) -> bool:
    return isinstance(ability.what, Filter) and passes(ability.what, Ctx(view, by.controller, by), seen)


def _imagined(state: MagicState, obj: Obj, entry: Entry) -> MagicState:
    """The table as if the object were there already."""
    effects = state.effects
    if entry.copy is not None:
        effect = Effect(obj.stamp + 1, obj.controller, (obj.pointer,), copy=entry.copy, duration="forever")
        effects = (*effects, effect)
    return msgspec.structs.replace(
        state,
        objects=changed(state.objects, (msgspec.structs.replace(obj, chosen=entry.chosen),), (obj.id,)),
        status=changed(state.status, (Status(obj.id),)),
        effects=effects,
    )


def _settle_one(run: "Run", view: View, by: Seen, ability: Enters, entry: Entry, obj: Obj) -> None:
    seat = view.seen[obj.id].controller
    ctx = Ctx(view, by.controller, by)
    if ability.if_ is not None and not holds(ability.if_, ctx):
        return
    if ability.copy is not None:
        _copy(run, by, ability, entry, obj, seat)
    if ability.unless is not None:
        from facedown.games.magic.engine.costs import can_pay_now, pay_now

        if not (
            can_pay_now(run, seat, ability.unless, obj.id)
            and run.confirm(seat, "pay so that it enters untapped", obj.id)
        ):
            entry.tapped = True
        else:
            pay_now(run, seat, ability.unless, obj.id)
    elif ability.tapped:
        entry.tapped = True
    for kind, count in ability.counters:
        entry.counters += ((kind, value(count, ctx)),)
    if ability.choose:
        entry.chosen += ((ability.choose, _choice(run, ability.choose, seat, obj.id)),)


def _copy(run: "Run", by: Seen, ability: Enters, entry: Entry, obj: Obj, seat: int) -> None:
    assert ability.copy is not None
    ctx = Ctx(run.view, seat, by)
    options = tuple((seen.id,) for seen in matching(ability.copy, ctx) if seen.id != obj.id)
    if not options:
        return
    prompt = Prompt(
        seat, "copy", options, min=0, max=1, about="enter as a copy of", source=obj.id, default=(0,)
    )
    picked = run.ask(prompt)
    if picked:
        own = printed_card(obj)
        entry.copy = copied(run.view.seen[int(picked[0][0])], own if ability.keep_color else None, ability)


def copied(seen: Seen, keep_color: Card | None = None, ability: Enters | None = None) -> Card:
    """The copiable values of an object (707.2), but for what the copy keeps."""
    card = seen.card
    if keep_color is not None:
        card = msgspec.structs.replace(card, colors=colors_of(keep_color.cost, keep_color.indicator))
    if ability is not None and ability.keep:
        card = msgspec.structs.replace(card, abilities=(*card.abilities, *ability.keep))
    return card if not card.token else msgspec.structs.replace(card, token=False)


def _choice(run: "Run", what: str, seat: int, source: int) -> str:
    if what == "color":
        options: tuple[tuple[str | int, ...], ...] = tuple((color,) for color in ("W", "U", "B", "R", "G"))
    elif what == "creature type":
        from facedown.games.magic.creature_types import CREATURE_TYPES

        options = tuple((word,) for word in CREATURE_TYPES)
    elif what == "player":
        options = tuple((player(s),) for s, p in enumerate(run.state.players) if not p.lost)
    else:
        from facedown.games.magic.cards import CARDS

        options = tuple((name,) for name in sorted({card.name for card in CARDS.values()}))
    picked = run.choose(Prompt(seat, what, options, about=f"choose a {what}", source=source, default=(0,)))
    return str(-1 - int(picked[0])) if what == "player" else str(picked[0])
