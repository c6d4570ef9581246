"""Zones say who may look. Entitlement is a function of the state, never a flag that somebody keeps."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from facedown.kernel.types import Ref, Seat

Sight: TypeAlias = int
"""A set of seats, one bit a seat: those who may look."""

NOBODY: Sight = 0
EVERYONE: Sight = -1


def only(*seats: Seat) -> Sight:
    """The sight of these seats alone."""
    sight = NOBODY
    for seat in seats:
        sight |= 1 << seat
    return sight


def may_look(sight: Sight, seat: Seat) -> bool:
    """Whether this seat is among those who may look. A spectator, who has no seat, asks with -1."""
    return sight == EVERYONE if seat < 0 else bool(sight >> seat & 1)


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A named run of refs with one rule of sight. Every card lies in exactly one zone that is no grant."""

    name: str
    owner: Seat
    sight: Sight
    refs: tuple[Ref, ...]
    grant: bool = False
    """Laid over other zones to let somebody look (a scry, say); holds no card of its own."""


def entitled(zones: Iterable[Zone], ref: Ref) -> Sight:
    """Who may look at this ref: everybody whom one of the zones that hold it lets look."""
    sight = NOBODY
    for zone in zones:
        if ref in zone.refs:
            sight |= zone.sight
    return sight
