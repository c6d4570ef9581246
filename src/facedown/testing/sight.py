"""Checks of who sees what: zones hold every card once, and nobody is shown what they do not let it see."""

from collections.abc import Iterator
from typing import Any

import msgspec

from facedown.kernel import EVERYONE, Ref, Seat, Zone, entitled, may_look, renewed
from facedown.table.entries import Acted, Dealt
from facedown.testing.walk import Broken, Walk


def keeps_every_card_once(walk: Walk) -> None:
    """Each card lies in exactly one zone that is no grant, from first to last; a shuffle retires refs."""
    cards = set(range(sum(map(len, walk.decks))))
    for step in walk.play():
        if isinstance(step.entry.body, Dealt):
            cards = _retire(cards, walk.game.requests(walk.before)[0], step.entry.body.answer)
        zones = list(walk.game.zones(walk.state))
        keys = [(zone.name, zone.owner) for zone in zones]
        if len(set(keys)) < len(keys):
            raise Broken(f"two zones have the same name and owner: {sorted(keys)}")
        held = [ref for zone in zones if not zone.grant for ref in zone.refs]
        twice = sorted({ref for ref in held if held.count(ref) > 1}) if len(set(held)) < len(held) else []
        if twice:
            raise Broken(f"cards {twice} lie in two places: {_where(zones, twice[0])}")
        if set(held) != cards:
            raise Broken(
                f"cards lost: {sorted(cards - set(held))}; out of nowhere: {sorted(set(held) - cards)}"
            )
        if any(ref not in cards for zone in zones if zone.grant for ref in zone.refs):
            raise Broken("a grant lets somebody look at a card that does not exist")


def _retire(cards: set[Ref], request: Any, answer: Any) -> set[Ref]:
    fresh = renewed(answer)
    return cards - set(request.refs) | set(fresh) if fresh else cards


def _where(zones: list[Zone], ref: Ref) -> str:
    return ", ".join(f"{zone.name} of {zone.owner}" for zone in zones if ref in zone.refs)


def opens_on_the_record(walk: Walk) -> None:
    """A card in a zone that everyone may see was turned up on the record before it came there."""
    for _ in walk.play():
        for zone in walk.game.zones(walk.state):
            hidden = [ref for ref in zone.refs if ref not in walk.opened] if zone.sight == EVERYONE else []
            if hidden:
                raise Broken(
                    f"cards {hidden} lie open in {zone.name} of {zone.owner} and were never turned up: "
                    "name them in `opens`, or request a `Reveal`"
                )


def shows_what_zones_allow(walk: Walk) -> None:
    """After every step each seat knows the cards that its zones let it see, and has been shown no other."""
    for step in walk.play():
        zones = list(walk.game.zones(walk.state))
        for seat in range(walk.table.seats):
            may = _visible(zones, seat)
            shown = step.faces[seat] if step.faces else {}
            if not set(shown) <= may | walk.placed[seat]:
                raise Broken(f"seat {seat} was shown cards {sorted(set(shown) - may)}")
            missing = may - set(walk.faces[seat]) - set(walk.opened)
            if missing and step.faces:
                raise Broken(f"seat {seat} may look at {sorted(missing)} and was not shown them")


def _visible(zones: list[Zone], seat: Seat) -> set[Ref]:
    return {ref for zone in zones if may_look(zone.sight, seat) for ref in zone.refs}


def writes_no_hidden_face(walk: Walk) -> None:
    """No face that has not been turned up stands in a state, an event or an action."""
    printed = {face for deck in walk.decks for face in deck}
    secret = printed - set(_strings((walk.state, walk.names)))
    for step in walk.play():
        secret -= set(walk.opened.values())
        body = step.entry.body
        action = walk.game.read_action(body.action) if isinstance(body, Acted) else None
        written = secret.intersection(_strings((walk.state, step.events, action)))
        if written:
            raise Broken(f"{sorted(written)} can be read although no such card was turned up")


def _strings(value: Any) -> Iterator[str]:
    """Every string in a value, without the names of its fields and types."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _strings(getattr(value, field))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(key)
            yield from _strings(item)
    elif isinstance(value, tuple | list | frozenset | set):
        for item in value:
            yield from _strings(item)


def hidden_from(walk: Walk, seat: Seat) -> dict[Seat, list[Ref]]:
    """The cards that this seat (-1: a spectator) may not see and never saw, by their owner."""
    zones = list(walk.game.zones(walk.state))
    known = {*walk.opened, *(walk.faces[seat] if seat >= 0 else ())}
    hidden: dict[Seat, list[Ref]] = {}
    for zone in zones:
        for ref in () if zone.grant else zone.refs:
            if ref not in known and not may_look(entitled(zones, ref), seat):
                hidden.setdefault(zone.owner, []).append(ref)
    return hidden
