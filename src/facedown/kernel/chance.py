"""Chance and turning cards up are requests that a game makes and the dealer answers, on the record."""

from typing import TypeAlias

import msgspec

from facedown.kernel.types import Face, Ref


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


Request: TypeAlias = Shuffle | Roll | Reveal
Answer: TypeAlias = Shuffled | Rolled | Revealed


def fits(request: Request, answer: Answer) -> bool:
    """Whether the answer is one to this request: same kind, same size, within range."""
    match request, answer:
        case Shuffle(refs=old), Shuffled(refs=new):
            return len(old) == len(new) == len(set(new)) and not set(old) & set(new)
        case Roll(sides=sides), Rolled(value=value):
            return 0 <= value < sides
        case Reveal(refs=refs), Revealed(faces=faces):
            return len(refs) == len(faces)
        case _:
            return False
