"""What players write on permanents: attributes, counters, attachments, arrows, tokens."""

import re

import msgspec

from facedown.games.magic.cards import TOKENS, slug
from facedown.games.magic.dial.touch import (
    distinct,
    lasting,
    open_object,
    permanent,
    player_at,
    within,
    written,
)
from facedown.games.magic.engine.counters import put_counters
from facedown.games.magic.engine.run import Run, replace_status
from facedown.games.magic.events import (
    CombatChanged,
    EffectsEnded,
    Made,
    PlayerCounted,
    Remade,
    Told,
)
from facedown.games.magic.freeform import (
    AttachCard,
    MakeToken,
    Point,
    SetAttribute,
    SetCounters,
    UntapAll,
)
from facedown.games.magic.model import Card, Change, Keyword, SetBase, SetColors
from facedown.games.magic.state import MADE, Attack, Combat, Effect, Obj, Status
from facedown.games.magic.view import KEYWORD_COUNTERS
from facedown.kernel import IllegalAction, Seat

KEYWORDS = (*KEYWORD_COUNTERS, "defender", "fear", "intimidate", "shadow", "shroud")
COLORS = ("W", "U", "B", "R", "G")
MOST_TOKENS = 20
MOST_MADE = 100
MOST_SET = 100
"""Permanents that one command sets: each is told of with all that is written on it."""
MOST_WRITTEN = 6000
"""Characters of notes and kinds of counters on the whole table: everybody who comes back is sent them."""
_SIZE = re.compile(r"\d{1,3}|\*|")
_TYPE = re.compile(r"[A-Z][A-Za-z'-]{0,19}")


def set_attribute(run: Run, seat: Seat, command: SetAttribute) -> None:
    """Whatever is given is set, on each of the cards."""
    for key in distinct(command.cards, MOST_SET):
        permanent(run, key)
    events = len(run.events)
    if command.note:
        _not_too_much(run, len(command.note) * len(command.cards))
    for key in command.cards:
        _status(run, key, command)
    if command.attacks is not None:
        _attack(run, command.cards, command.attacks)
    if command.blocks is not None:
        _block(run, command.cards, command.blocks)
    for key in command.cards:
        if command.colors is not None:
            colors = tuple(color for color in COLORS if color in command.colors)
            if len(colors) != len(command.colors):
                raise IllegalAction("colors are W, U, B, R and G, each once")
            _word(run, seat, key, SetColors(colors), "".join(colors) or "colorless")
        if command.power is not None or command.toughness is not None:
            override(run, seat, key, command.power, command.toughness)
    if len(run.events) == events:
        raise IllegalAction("it is so already")


def _status(run: Run, key: int, command: SetAttribute) -> None:
    status = run.status(key)
    if command.tapped is not None and command.tapped != status.tapped:
        replace_status(run, [key], "tap" if command.tapped else "untap", tapped=command.tapped)
    if command.frozen is not None and command.frozen != status.frozen:
        why = "does not untap" if command.frozen else "untaps again"
        replace_status(run, [key], why, frozen=command.frozen)
    if command.note is not None and written(command.note, 100, "a note") != status.note:
        replace_status(run, [key], "note", note=command.note)
    if command.damage is not None and within(command.damage, 0, 999, "damage") != status.damage:
        replace_status(run, [key], f"{command.damage} damage", damage=command.damage)


def override(run: Run, seat: Seat, key: int, power: int | None, toughness: int | None) -> None:
    """Base power and toughness by a player's word."""
    check_size(power, toughness)
    words = f"{'-' if power is None else power}/{'-' if toughness is None else toughness}"
    _word(run, seat, key, SetBase(power, toughness), words)


def check_size(power: int | None, toughness: int | None) -> None:
    """Power and toughness that a player may give something."""
    for size in (power, toughness):
        within(size or 0, -99, 999, "power and toughness")


def _word(run: Run, seat: Seat, key: int, change: Change, words: str) -> None:
    """A continuous effect from now on; it takes the place of what was said about the same thing before."""
    obj = open_object(run, key)  # and no more: what the layers make of it would be worked out for each card
    old = tuple(
        effect.stamp
        for effect in run.state.effects
        if effect.objects == (obj.pointer,)
        and effect.source is None
        and len(effect.changes) == 1
        and type(effect.changes[0]) is type(change)
        and effect.name.startswith("a player's word")
    )
    if old:
        run.emit(EffectsEnded(old))
    name = f"a player's word ({words})"
    effect = Effect(run.tick(), seat, (obj.pointer,), (change,), duration="forever", name=name)
    lasting(run, effect)


def _attack(run: Run, keys: tuple[int, ...], whom: int) -> None:
    """All of them at once: each event holds the whole combat."""
    combat = run.state.combat or Combat()
    attacks = {attack.id: attack for attack in combat.attacks}
    if any(key != whom for key in keys):
        if whom < 0:
            player_at(run.state, whom)
        else:
            permanent(run, whom)
    for key in keys:
        old = attacks.get(key)
        if old is None or old.defender != whom:
            attacks.pop(key, None)
            if key != whom:
                attacks[key] = Attack(key, whom)
    if tuple(attacks.values()) != combat.attacks:
        new = msgspec.structs.replace(combat, attacks=tuple(attacks.values()))
        run.emit(CombatChanged(new, "removed" if keys == (whom,) else "attack"))


def _block(run: Run, keys: tuple[int, ...], attacker: int) -> None:
    combat = run.state.combat
    if combat is None or (keys != (attacker,) and all(attack.id != attacker for attack in combat.attacks)):
        raise IllegalAction("that does not attack")
    attacks = []
    for attack in combat.attacks:
        blockers = tuple(one for one in attack.blockers if one not in keys)
        if attack.id == attacker:
            blockers = (*blockers, *(key for key in keys if key != attacker))
        attacks.append(msgspec.structs.replace(attack, blockers=blockers, blocked=bool(blockers)))
    if tuple(attacks) != combat.attacks:
        run.emit(CombatChanged(msgspec.structs.replace(combat, attacks=tuple(attacks)), "block"))


def untap_all(run: Run, seat: Seat, _: UntapAll) -> None:
    """One's tapped permanents, but for those that do not untap."""
    keys = [seen.id for seen in run.view.controlled(seat) if _untaps(run.status(seen.id))]
    if not keys:
        raise IllegalAction("you have nothing to untap")
    replace_status(run, keys, "untap", tapped=False)


def _untaps(status: Status) -> bool:
    return status.tapped and not status.frozen


def set_counters(run: Run, seat: Seat, command: SetCounters) -> None:  # noqa: ARG001
    """Counters of any kind, on anything in the open or on a player."""
    kind = written(command.kind, 30, "the kind of a counter")
    if not kind or not command.by:
        raise IllegalAction("say which counters, and how many")
    if command.on < 0:
        own = run.state.players[player_at(run.state, command.on)]
        within(own.counter(kind) + command.by, 0, 9999, "counters")
        _not_too_many(run, own.counters, kind, own.counter(kind))
        run.emit(PlayerCounted(player_at(run.state, command.on), kind, command.by))
        return
    obj = open_object(run, command.on)
    within(obj.counter(kind) + command.by, 0, 9999, "counters")
    _not_too_many(run, obj.counters, kind, obj.counter(kind))
    if run.state.options.dial == "free":
        _count(run, obj, kind, command.by)
    else:
        put_counters(run, obj.id, kind, command.by)


def _not_too_many(run: Run, kinds: tuple[object, ...], kind: str, here: int) -> None:
    if len(kinds) >= 20 and not here:
        raise IllegalAction("there are counters of twenty kinds already")
    if not here:
        _not_too_much(run, len(kind))


def _not_too_much(run: Run, more: int) -> None:
    """Everybody who comes back is sent all that is written on the table."""
    state = run.state
    notes = sum(len(status.note) for status in state.status)
    counters = sum(len(kind) for obj in state.objects for kind, *_ in obj.counters)
    counters += sum(len(kind) for own in state.players for kind, *_ in own.counters)
    if notes + counters + more > MOST_WRITTEN:
        raise IllegalAction("there is too much written on the table already")


def _count(run: Run, obj: Obj, kind: str, by: int) -> None:
    have = {name: (number, stamp) for name, number, stamp in obj.counters}
    number, stamp = have.get(kind, (0, 0))
    have[kind] = number + by, run.tick() if by > 0 else stamp
    counters = tuple((name, total, since) for name, (total, since) in have.items() if total)
    run.emit(Remade(msgspec.structs.replace(obj, counters=counters), f"{kind} counters", by))


def attach(run: Run, seat: Seat, command: AttachCard) -> None:  # noqa: ARG001
    """To another permanent or a player; to itself: off."""
    obj, _ = permanent(run, command.card)
    if command.to == obj.id:
        if obj.attached is None:
            raise IllegalAction("it is attached to nothing")
        run.emit(Remade(msgspec.structs.replace(obj, attached=None), "unattached"))
        return
    if command.to < 0:
        player_at(run.state, command.to)
    host: int | None = command.to
    while host is not None and host >= 0:
        if host == obj.id:
            raise IllegalAction("that is attached to it in turn")
        host = permanent(run, host)[0].attached
    if obj.attached == command.to:
        raise IllegalAction("it is attached there already")
    run.emit(Remade(msgspec.structs.replace(obj, attached=command.to, stamp=run.tick()), "attached"))


def point(run: Run, seat: Seat, command: Point) -> None:
    """An arrow that everybody sees."""
    open_object(run, command.card)
    if command.to < 0:
        player_at(run.state, command.to)
    else:
        open_object(run, command.to)
    run.emit(Told("arrow", command.card, seat, to=(command.to,)))


def make_token(run: Run, seat: Seat, command: MakeToken) -> None:
    """Tokens that a card makes, by their name; or as one says."""
    card = _token(command)
    if command.transforms is not None:
        obj, _ = permanent(run, command.transforms)
        old = tuple(one.stamp for one in run.state.effects if one.copy and one.objects == (obj.pointer,))
        if old:
            run.emit(EffectsEnded(old))
        copy = msgspec.structs.replace(card, token=obj.id >= MADE)
        effect = Effect(
            run.tick(), seat, (obj.pointer,), copy=copy, duration="forever", name=f"{card.name} by hand"
        )
        lasting(run, effect)
        return
    within(command.count, 1, MOST_TOKENS, "tokens at a time")
    if sum(1 for obj in run.state.objects if obj.id >= MADE) + command.count > MOST_MADE:
        raise IllegalAction("there are too many tokens already")
    if command.attached is not None:
        if command.attached < 0:
            player_at(run.state, command.attached)
        else:
            permanent(run, command.attached)
    for _ in range(command.count):
        born = run.tick()
        obj = Obj(
            MADE + born, born, "battlefield", seat, seat, card=card, stamp=born, attached=command.attached
        )
        run.emit(Made(obj, Status(obj.id, held_by=seat)))


def known_token(name: str) -> Card | None:
    """A token that some card makes, by its name."""
    return next((card for card in TOKENS if slug(card.name) == slug(name)), None)


def _token(command: MakeToken) -> Card:
    name = written(command.name, 60, "a name")
    if not name or not slug(name):
        raise IllegalAction("a token has a name")
    plain = MakeToken(name, count=command.count, attached=command.attached, transforms=command.transforms)
    known = known_token(name)
    if known is not None and command == plain:
        return known
    kinds = (*command.types, *command.subtypes)
    if not command.types or len(kinds) > 12 or not all(_TYPE.fullmatch(kind) for kind in kinds):
        raise IllegalAction("types are words such as Creature, Artifact, Goblin")
    if not _SIZE.fullmatch(command.power) or not _SIZE.fullmatch(command.toughness):
        raise IllegalAction("power and toughness are numbers")
    if len(set(command.colors)) < len(command.colors) or any(one not in COLORS for one in command.colors):
        raise IllegalAction("colors are W, U, B, R and G, each once")
    if len(command.keywords) > 12 or any(keyword not in KEYWORDS for keyword in command.keywords):
        raise IllegalAction(f"keywords: {', '.join(KEYWORDS)}")
    sized = "Creature" in command.types
    return Card(
        name,
        "",
        command.types,
        command.subtypes,
        power=(command.power or "0") if sized else None,
        toughness=(command.toughness or "0") if sized else None,
        indicator=tuple(color for color in COLORS if color in command.colors),
        abilities=tuple(Keyword(keyword) for keyword in dict.fromkeys(command.keywords)),
        token=True,
    )
