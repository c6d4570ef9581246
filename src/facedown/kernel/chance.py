"""Chance, turning cards up and hidden choices are requests; the dealer answers them, on the record.

A hidden choice (`Arrange`, `Search`) is a player's own, and nobody else may learn it. The player tells it as
a *wish*: refs, first wanted first. It travels beside the action that leads to the request, never in the state
and never in the open. Without a wish, cards stay as they lie and a search takes the first.
"""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from facedown.kernel.errors import InvalidAction
from facedown.kernel.types import Face, Ref, Seat


class Shuffle(msgspec.Struct, frozen=True, tag=True):
    """Put these cards in an order nobody knows. The answer holds fresh refs: the old ones are retired."""

    refs: tuple[Ref, ...]


class Shuffled(msgspec.Struct, frozen=True, tag=True):
    """The same cards in secret order under fresh refs."""

    refs: tuple[Ref, ...]


class Roll(msgspec.Struct, frozen=True, tag=True):
    """A number from 0 to sides - 1, each equally likely. A coin has two sides."""

    sides: int


class Rolled(msgspec.Struct, frozen=True, tag=True):
    """What came up."""

    value: int


class Reveal(msgspec.Struct, frozen=True, tag=True):
    """Turn these cards up for all to see."""

    refs: tuple[Ref, ...]


class Revealed(msgspec.Struct, frozen=True, tag=True):
    """The faces that were asked for, in the order of the request."""

    faces: tuple[Face, ...]


class Arrange(msgspec.Struct, frozen=True, tag=True):
    """Let this seat put these cards in an order that it alone knows."""

    seat: Seat
    refs: tuple[Ref, ...]


class Arranged(msgspec.Struct, frozen=True, tag=True):
    """The same cards under fresh refs, in the order that was wished for."""

    refs: tuple[Ref, ...]


class Search(msgspec.Struct, frozen=True, tag=True):
    """Let this seat take so many of these cards; nobody else learns which. The rest is shuffled."""

    seat: Seat
    refs: tuple[Ref, ...]
    count: int


class Found(msgspec.Struct, frozen=True, tag=True):
    """The cards taken, in the order of the wish, and the rest in secret order; all refs are fresh."""

    taken: tuple[Ref, ...]
    rest: tuple[Ref, ...]


Request: TypeAlias = Shuffle | Roll | Reveal | Arrange | Search
Answer: TypeAlias = Shuffled | Rolled | Revealed | Arranged | Found
Choice: TypeAlias = Arrange | Search
"""The requests that a wish is for."""
Wish: TypeAlias = tuple[Ref, ...]
"""What a player would like to have first, best first; what is not named follows as it lies."""


def fits(request: Request, answer: Answer) -> bool:
    """Whether the answer is one to this request: same kind, same size, within range."""
    match request, answer:
        case Shuffle(refs=old), Shuffled(refs=new):
            return _renewed(old, new)
        case Roll(sides=sides), Rolled(value=value):
            return 0 <= value < sides
        case Reveal(refs=refs), Revealed(faces=faces):
            return len(refs) == len(faces)
        case Arrange(refs=old), Arranged(refs=new):
            return _renewed(old, new)
        case Search(refs=old, count=count), Found(taken=taken, rest=rest):
            return len(taken) == count and _renewed(old, taken + rest)
        case _:
            return False


def renewed(answer: Answer) -> tuple[Ref, ...]:
    """The fresh refs that an answer brings, in order; none if it retires nothing."""
    match answer:
        case Shuffled(refs=refs) | Arranged(refs=refs):
            return refs
        case Found(taken=taken, rest=rest):
            return taken + rest
        case _:
            return ()


def choice_of(requests: Sequence[Request], seat: Seat) -> Choice | None:
    """The first of these requests that is for this seat to decide in secret."""
    for request in requests:
        if isinstance(request, Arrange | Search) and request.seat == seat:
            return request
    return None


def places(choice: Choice, wish: Wish) -> tuple[int, ...]:
    """Which of the choice's cards come first, as places among its refs: all of them, or as many as are taken.

    Raises `InvalidAction` if the wish is none for this choice.
    """
    where = {ref: place for place, ref in enumerate(choice.refs)}
    count = len(where) if isinstance(choice, Arrange) else choice.count
    if len(set(wish)) < len(wish) or len(wish) > count or any(ref not in where for ref in wish):
        raise InvalidAction(f"wish for at most {count} of the cards that you may choose from, each once")
    named = [where[ref] for ref in wish]
    taken = set(named)
    return tuple(named + [place for place in where.values() if place not in taken][: count - len(named)])


def _renewed(old: tuple[Ref, ...], new: tuple[Ref, ...]) -> bool:
    return len(old) == len(new) == len(set(new)) and not set(old) & set(new)
