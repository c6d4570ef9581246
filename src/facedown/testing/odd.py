"""Messages that a game should refuse: odd actions of every type, and bytes that are no action at all."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from facedown.kernel import Face, Ref, encode
from facedown.table.table import AnyGame

EACH = 12
"""Odd actions of each type,"""
ALL = 100
"""and of all types together, if there are many."""
DEEP = b"[" * 20_000
JUNK = (b"", b"null", b"[]", b"{}", b"7", b'"x"', b"{", b'{"type":', b"\xff\xfe", b'{"type":"no such"}')
NUMBERS = (0, 1, 2, 3, -1, -2, -3, 10**6, -(10**6), 2**63, -(2**63) - 1, 10**40)
WRONG: tuple[Any, ...] = (None, True, -1, 10**30, 1.5, "", "x", [], [[]], {}, {"a": {"b": []}})


def odd_actions(
    game: AnyGame, rng: random.Random, legal: Sequence[Any], refs: Sequence[Ref], faces: Sequence[Face]
) -> Iterator[bytes]:
    """Random actions of every type the game has, and legal ones with one thing changed, as bytes."""
    pick = _Picker(rng, refs, faces)
    kinds = _kinds(inspect.type_info(game.action_type))
    each = max(3, min(EACH, ALL // len(kinds)))
    for kind in kinds:
        for _ in range(each if kind.fields else 1):
            yield encode(pick.struct(kind))
    by_class = {kind.cls: kind for kind in kinds if kind.fields}
    near = [action for action in legal if type(action) in by_class]
    for action in rng.sample(near, min(EACH, len(near))):
        yield encode(pick.changed(action, by_class[type(action)]))


def malformed(action: Any) -> Iterator[bytes]:
    """Junk, and every way to spoil this action: fields missing, of the wrong type, too deep."""
    yield from JUNK
    yield DEEP
    good = msgspec.json.decode(encode(action))
    for field in good:
        yield encode({key: value for key, value in good.items() if key != field})
        for wrong in WRONG:
            yield encode({**good, field: wrong})
        yield encode({**good, field: 0})[:-2] + DEEP
    yield encode([good])
    yield encode(good)[:-1]
    yield encode(good) + b"}"


def with_extra_field(action: Any) -> bytes:
    """The action with a field that it does not have."""
    return encode({**msgspec.json.decode(encode(action)), "no such field": 1})


def _kinds(info: inspect.Type) -> list[inspect.StructType]:
    if isinstance(info, inspect.StructType):
        return [info]
    if isinstance(info, inspect.UnionType):
        return [kind for member in info.types for kind in _kinds(member)]
    return []


class _Picker:
    """Values of a type, drawn at random from what might mean something to a careless game."""

    def __init__(self, rng: random.Random, refs: Sequence[Ref], faces: Sequence[Face]) -> None:
        self._rng = rng
        self._numbers = (*refs, *NUMBERS)
        self._words = (*faces, "", "x", "no such card")

    def struct(self, info: inspect.StructType) -> Any:
        return info.cls(**{field.name: self._value(field.type) for field in info.fields})

    def changed(self, action: Any, info: inspect.StructType) -> Any:
        field = self._rng.choice(info.fields)
        return msgspec.structs.replace(action, **{field.name: self._value(field.type)})

    def _value(self, info: inspect.Type) -> Any:
        rng = self._rng
        match info:
            case inspect.IntType():
                return rng.choice(self._numbers)
            case inspect.StrType():
                return rng.choice(self._words)
            case inspect.BoolType():
                return rng.random() < 0.5
            case inspect.FloatType():
                return rng.choice((0.0, -1.0, 1e300))
            case inspect.LiteralType(values=values):
                return rng.choice(values)
            case inspect.EnumType(cls=cls):
                return rng.choice(list(cls))
            case inspect.StructType():
                return self.struct(info)
            case inspect.UnionType(types=types):
                return self._value(rng.choice(types))
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return tuple(self._value(item) for _ in range(rng.randrange(4)))
            case inspect.TupleType(item_types=items):
                return tuple(self._value(item) for item in items)
            case _:
                return None
