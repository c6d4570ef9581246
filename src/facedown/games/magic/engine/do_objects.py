"""Operations on objects: damage, destruction, movement, counters, continuous effects, copies."""

import msgspec

from facedown.games.magic import model as m
from facedown.games.magic.amounts import things, value
from facedown.games.magic.engine.costs import sacrifice, tap
from facedown.games.magic.engine.counters import multiplied, multipliers, put_counters, put_on_player
from facedown.games.magic.engine.damage import Blow, deal
from facedown.games.magic.engine.entering import Entry, copied, settle
from facedown.games.magic.engine.moving import Going, entered, going, move, shuffle
from facedown.games.magic.engine.operations import about, amount, does, objects, seats, source_of
from facedown.games.magic.engine.run import Run, replace_status
from facedown.games.magic.engine.sba import aura_fits, equipment_fits, regenerate
from facedown.games.magic.events import EffectBegan, LaterChanged, Made, Remade, ShieldsChanged
from facedown.games.magic.filters import Ctx
from facedown.games.magic.manas import WUBRG
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import (
    MADE,
    Effect,
    Frame,
    Later,
    Obj,
    Pointer,
    Prompt,
    Shield,
    Status,
    player,
)


@does(m.Damage)
def damage(run: Run, frame: Frame, op: m.Damage) -> Frame:
    """Damage to objects and players at once."""
    sources = [source_of(run, frame)] if op.source == "source" else things(op.source, run.ctx(frame))
    total = amount(run, frame, op.amount)
    blows: list[Blow] = []
    for source in sources:
        if op.divided:
            pointers = frame.targets[0] if frame.targets else ()
            parts = frame.division or (total,)
            blows += [Blow(source, p[0], part) for p, part in zip(pointers, parts, strict=False)]
            continue
        if op.to is not None:
            blows += [Blow(source, seen.id, total) for seen in objects(run, frame, op.to)]
            blows += [Blow(source, p[0], total) for p in _players_in(frame, op.to)]
        if op.players:
            blows += [Blow(source, player(seat), total) for seat in seats(run, frame, op.players)]
    hit = tuple(
        seen.obj.pointer for b in blows if b.to >= 0 and (seen := run.view.seen.get(b.to)) is not None
    )
    dealt = deal(run, blows)
    return about(frame, hit, much=dealt)


def _players_in(frame: Frame, what: m.What) -> list[Pointer]:
    if what == "targets":
        return [p for group in frame.targets for p in group if p[0] < 0]
    if what in ("target", "target 2", "target 3"):
        place = 0 if what == "target" else int(what[-1]) - 1
        return [p for p in frame.targets[place] if p[0] < 0] if place < len(frame.targets) else []
    return []


@does(m.Destroy)
def destroy(run: Run, frame: Frame, op: m.Destroy) -> Frame:
    """Destroy, unless indestructible or regenerated."""
    found = [seen for seen in objects(run, frame, op.what) if seen.zone == "battlefield"]
    doomed = [seen for seen in found if not seen.has("indestructible")]
    cards = []
    for seen in doomed:
        if not op.no_regeneration and regenerate(run, seen):
            continue
        card = going(run, seen.obj.pointer, "graveyard")
        cards += [card] if card is not None else []
    if cards:
        move(run, cards)
    return about(frame, found, did=bool(cards))


@does(m.Exile)
def exile(run: Run, frame: Frame, op: m.Exile) -> Frame:
    """Exile; what returns later is remembered by the source."""
    found = objects(run, frame, op.what)
    cards = [card for seen in found if (card := _found(run, seen.obj.pointer, "exile")) is not None]
    if op.until_leaves:
        source = run.view.at(frame.source)
        if source is None or source.zone != "battlefield":
            return frame  # the source is gone already: nothing happens (610.3b)
        became = move(run, cards)
        obj = run.obj(frame.source[0])
        if obj is not None:
            run.emit(Remade(msgspec.structs.replace(obj, linked=(*obj.linked, *became)), "linked"))
        return about(frame, found, did=bool(cards))
    move(run, cards)
    return about(frame, found, did=bool(cards))


def _found(run: Run, pointer: Pointer, to: str, **how: object) -> Going | None:
    """An object on its way, following it through one move to a public zone (400.7)."""
    return going(run, run.view.became(pointer), to, **how)  # type: ignore[arg-type]


@does(m.Move)
def move_to(run: Run, frame: Frame, op: m.Move) -> Frame:
    """Put objects into another zone."""
    found = things(op.what, run.ctx(frame))
    cards: list[Going] = []
    for seen in found:
        pointer = run.view.became(seen.obj.pointer)
        if op.to == "battlefield":
            owner = seen.obj.owner
            own = seats(run, frame, op.control) if op.control not in ("owner", "controller") else (owner,)
            how: dict[str, object] = {"controller": own[0] if own else owner, "tapped": op.tapped}
            if op.counters is not None:
                how["counters"] = (op.counters,)
            card = going(run, pointer, "battlefield", **how)
        else:
            card = going(run, pointer, op.to, bottom=op.bottom)
        if card is None:
            continue
        if op.shuffle:
            card.to, card.shuffle = "library", True
        cards.append(card)
    became = move(run, cards)
    if op.shuffle and not cards:
        for seat in dict.fromkeys(seen.obj.owner for seen in found):
            shuffle(run, seat)
    return about(frame, tuple(became) or found, did=bool(cards))


@does(m.Blink)
def blink(run: Run, frame: Frame, op: m.Blink) -> Frame:
    """Exile and bring back, now or at the next end step."""
    found = objects(run, frame, op.what)
    cards = [card for seen in found if (card := going(run, seen.obj.pointer, "exile")) is not None]
    became = move(run, cards)
    if op.later:
        back = (m.Move("it", "battlefield", control="you" if op.yours else "owner"),)
        later = Later("next end step", back, tuple(became), frame.controller, frame.source, frame.card)
        run.emit(LaterChanged((*run.state.later, later)))
        return about(frame, tuple(became))
    how = {"controller": frame.controller} if op.yours else {}
    back_cards = [c for p in became if (c := going(run, p, "battlefield", **how)) is not None]
    return about(frame, tuple(move(run, back_cards)))


@does(m.Sacrifice)
def sacrifice_op(run: Run, frame: Frame, op: m.Sacrifice) -> Frame:
    """Sacrifice the thing itself, or each player chooses from what passes."""
    if not isinstance(op.what, m.Filter):
        found = [s for s in objects(run, frame, op.what) if s.zone == "battlefield"]
        found = [seen for seen in found if seen.controller == frame.controller or op.what != "this"]
        return about(frame, tuple(sacrifice(run, found)), did=bool(found))
    count = amount(run, frame, op.count)
    chosen: list[Seen] = []
    for seat in seats(run, frame, op.who or "you"):
        ctx = Ctx(run.view, seat, run.view.last(frame.source), frame)
        bare = msgspec.structs.replace(op.what, control="")
        able = [seen for seen in things(bare, ctx) if seen.controller == seat]
        number = min(count, len(able))
        if number:
            options = tuple((seen.id,) for seen in able)
            prompt = Prompt(
                seat,
                "sacrifice",
                options,
                number,
                number,
                default=tuple(range(number)),
                about="sacrifice",
                source=frame.source[0],
            )
            chosen += [run.view.seen[int(option[0])] for option in run.ask(prompt)]
    return about(frame, tuple(sacrifice(run, chosen)), did=bool(chosen))


@does(m.PutCounters)
def put(run: Run, frame: Frame, op: m.PutCounters) -> Frame:
    """Counters on objects or players."""
    count = amount(run, frame, op.count)
    if op.who:
        for seat in seats(run, frame, op.who):
            put_on_player(run, seat, op.kind, count)
        return frame
    found = objects(run, frame, op.what)
    with run.batch():
        for seen in found:
            put_counters(run, seen.id, op.kind, count)
    return about(frame, found)


@does(m.TakeCounters)
def take(run: Run, frame: Frame, op: m.TakeCounters) -> Frame:
    """Counters off objects."""
    taken = 0
    for seen in objects(run, frame, op.what):
        taken += put_counters(run, seen.id, op.kind, -amount(run, frame, op.count))
    return msgspec.structs.replace(frame, did=bool(taken), much=taken)


@does(m.Tap)
def tap_op(run: Run, frame: Frame, op: m.Tap) -> Frame:
    """Tap."""
    found = [seen for seen in objects(run, frame, op.what) if seen.zone == "battlefield"]
    tap(run, [seen.id for seen in found])
    return about(frame, found)


@does(m.Untap)
def untap(run: Run, frame: Frame, op: m.Untap) -> Frame:
    """Untap."""
    found = [seen for seen in objects(run, frame, op.what) if seen.zone == "battlefield"]
    tapped = [seen.id for seen in found if run.status(seen.id).tapped]
    replace_status(run, tapped, "untap", tapped=False)
    return about(frame, found)


@does(m.Until)
def until(run: Run, frame: Frame, op: m.Until) -> Frame:
    """A continuous effect: its objects and values are settled now (611.2c)."""
    found = objects(run, frame, op.what) if op.what is not None else []
    chosen = seats(run, frame, op.who) if op.who else ()
    if not found and not chosen:
        return frame
    ctx = run.ctx(frame)
    changes = tuple(_fixed(change, ctx) for change in op.changes)
    effect = Effect(
        run.tick(),
        frame.controller,
        tuple(seen.obj.pointer for seen in found),
        changes,
        players=chosen,
        duration=op.duration,
        source=frame.source,
        name=source_of(run, frame).name,
        color=frame.color,
    )
    run.emit(EffectBegan(effect))
    return about(frame, found)


def _fixed(change: m.Change, ctx: Ctx) -> m.Change:
    match change:
        case m.Boost(power=power, toughness=toughness):
            return m.Boost(value(power, ctx), value(toughness, ctx))
        case m.SetBase(power=power, toughness=toughness):
            return m.SetBase(
                power if power is None or isinstance(power, m.ItsValue) else value(power, ctx),
                toughness
                if toughness is None or isinstance(toughness, m.ItsValue)
                else value(toughness, ctx),
            )
    return change


@does(m.BecomeCopy)
def become_copy(run: Run, frame: Frame, op: m.BecomeCopy) -> Frame:
    """A copy effect in layer 1, with the values of now."""
    models, subjects = objects(run, frame, op.of), objects(run, frame, op.what)
    if not models or not subjects:
        return frame
    card = copied(models[0])
    own = subjects[0]
    if op.keep_color:
        card = msgspec.structs.replace(card, colors=own.card.colors or _printed_colors(own))
    if op.keep_this_ability and frame.ability is not None:
        card = msgspec.structs.replace(card, abilities=(*card.abilities, frame.ability))
    effect = Effect(
        run.tick(),
        frame.controller,
        tuple(seen.obj.pointer for seen in subjects),
        copy=card,
        duration=op.duration,
        source=frame.source,
        name="copy",
    )
    run.emit(EffectBegan(effect))
    return about(frame, subjects)


def _printed_colors(seen: Seen) -> tuple[str, ...]:
    from facedown.games.magic.manas import colors_of

    return colors_of(seen.card.cost, seen.card.indicator)


MOST_TOKENS = 250
"""On one table. No game needs more, and everybody has to be told of each."""


@does(m.Create)
def create(run: Run, frame: Frame, op: m.Create) -> Frame:
    """Create tokens."""
    cards: list[m.Card] = []
    if op.copy is not None:
        cards = [copied(seen) for seen in things(op.copy, run.ctx(frame))]
    elif op.token is not None:
        cards = [op.token]
    count = amount(run, frame, op.count)
    made: list[Pointer] = []
    numbers = {seat: _how_many(run, seat, count) for seat in seats(run, frame, op.who)}
    room = MOST_TOKENS - sum(1 for obj in run.state.objects if obj.id >= MADE and obj.zone == "battlefield")
    with run.batch():  # all at once: each sees the others enter (603.6a)
        for seat, number in numbers.items():
            for card in cards:
                some = range(min(number, room - len(made)))
                made += [make_token(run, card, seat, op.tapped) for _ in some]
    if op.attacking and made:
        from facedown.games.magic.engine.combat import join_attack

        join_attack(run, [pointer[0] for pointer in made], frame)
    return about(frame, tuple(made), did=bool(made))


def _how_many(run: Run, seat: int, count: int) -> int:
    """How many tokens a player gets instead of so many (614.16)."""
    for ability in multipliers(run.view, seat, "tokens"):
        count = count * ability.factor + ability.plus
    return count


def make_token(run: Run, card: m.Card, seat: int, tapped: bool = False) -> Pointer:
    """One token onto the battlefield."""
    born = run.tick()
    token = msgspec.structs.replace(card, token=True)
    obj = Obj(MADE + born, born, "battlefield", seat, seat, card=token, stamp=born)
    entry = Entry()
    if any(isinstance(ability, m.Enters) for ability in card.abilities):
        settle(run, obj, entry)
    if card.loyalty is not None and card.loyalty.isdecimal():
        entry.counters += (("loyalty", int(card.loyalty)),)
    counters = tuple((kind, multiplied(run.view, seat, count), born) for kind, count in entry.counters)
    obj = msgspec.structs.replace(obj, counters=counters, chosen=entry.chosen)
    with run.batch():
        run.emit(Made(obj, Status(obj.id, tapped=tapped or entry.tapped, held_by=seat)))
        entered(run, obj, entry)
    return obj.pointer


@does(m.Fight)
def fight(run: Run, frame: Frame, op: m.Fight) -> Frame:
    """Two creatures deal damage equal to their power to each other (701.14)."""
    one, other = objects(run, frame, op.first), objects(run, frame, op.second)
    if one and other and one[0].creature and other[0].creature:
        blows = [Blow(one[0], other[0].id, one[0].power)]
        if not op.bite:
            blows.append(Blow(other[0], one[0].id, other[0].power))
        deal(run, blows)
    return frame


@does(m.Attach)
def attach(run: Run, frame: Frame, op: m.Attach) -> Frame:
    """Attach, with a new timestamp (613.7e)."""
    items, hosts = objects(run, frame, op.what), objects(run, frame, op.to)
    if not items or not hosts:
        return frame
    item, host = items[0], hosts[0]
    fits = aura_fits if "Aura" in item.subtypes else equipment_fits
    if fits(run.view, item, host.id) and item.obj.attached != host.id:
        run.emit(Remade(msgspec.structs.replace(item.obj, attached=host.id, stamp=run.tick()), "attached"))
    return about(frame, hosts)


@does(m.Regenerate)
def shield(run: Run, frame: Frame, op: m.Regenerate) -> Frame:
    """A regeneration shield."""
    found = objects(run, frame, op.what)
    for seen in found:
        replace_status(run, [seen.id], "shield", shields=run.status(seen.id).shields + 1)
    return about(frame, found)


@does(m.PreventNext)
def prevent(run: Run, frame: Frame, op: m.PreventNext) -> Frame:
    """A shield against damage, until end of turn."""
    to = [seen.id for seen in objects(run, frame, op.to)] if op.to is not None else []
    to += [pointer[0] for pointer in _players_in(frame, op.to)] if op.to is not None else []
    to += [player(seat) for seat in seats(run, frame, op.players)] if op.players else []
    by = [seen.id for seen in things(op.by, run.ctx(frame))] if op.by is not None else []
    much = None if op.amount is None else amount(run, frame, op.amount)
    new = Shield(tuple(to), tuple(by), much, op.combat, run.tick())
    run.emit(ShieldsChanged((*run.state.shields, new)))
    return frame


@does(m.TurnFaceUp)
def face_up(run: Run, frame: Frame, op: m.TurnFaceUp) -> Frame:
    """Turn face-down permanents up."""
    from facedown.games.magic.engine.casting import reveal
    from facedown.kernel import Reveal

    found = [seen for seen in objects(run, frame, op.what) if seen.obj.face_down]
    if found:
        given = dict(run.deal(Reveal(tuple(seen.id for seen in found))).faces)
        for seen in found:
            reveal(run, seen.obj, given[seen.id])
    return about(frame, found)


@does(m.ChooseWord)
def choose_word(run: Run, frame: Frame, op: m.ChooseWord) -> Frame:
    """Change a text: one word reads as another from now on (612)."""
    found = objects(run, frame, op.what)
    if not found:
        return frame
    groups = []
    if "color" in op.kinds:
        groups.append(("white", "blue", "black", "red", "green"))
    if "land" in op.kinds:
        groups.append(("Plains", "Island", "Swamp", "Mountain", "Forest"))
    seat = frame.controller
    words = tuple((word,) for group in groups for word in group)
    old = str(
        run.choose(Prompt(seat, "word", words, about="replace the word", source=found[0].id, default=(0,)))[0]
    )
    group = next(group for group in groups if old in group)
    others = tuple((word,) for word in group if word != old)
    new = str(run.choose(Prompt(seat, "new word", others, about=f"{old} reads as", source=found[0].id))[0])
    pointers = tuple(seen.obj.pointer for seen in found)
    change = m.ChangeText(old, new)
    run.emit(
        EffectBegan(
            Effect(run.tick(), seat, pointers, (change,), duration="forever", name=source_of(run, frame).name)
        )
    )
    return about(frame, found)


@does(m.ChooseColor)
def choose_color(run: Run, frame: Frame, op: m.ChooseColor) -> Frame:  # noqa: ARG001
    """A color, for what follows."""
    options = tuple((color,) for color in WUBRG)
    prompt = Prompt(
        frame.controller, "color", options, about="choose a color", source=frame.source[0], default=(0,)
    )
    return msgspec.structs.replace(frame, color=str(run.choose(prompt)[0]))
