"""Every way to alter one field of a finished log: each place, at the level of what stands in the file."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, get_args

import msgspec

from facedown.kernel import Outcome
from facedown.table.entries import Body, Chair, Clock, Entry, Leaving, Seal, head_of

OPAQUE = {"action", "answer", "options", "part", "proof", "reveal"}
"""Fields whose content is a game's or a dealer's: its first and its last value are altered."""
STRUCTS = {
    "entry": Entry,
    **{str(kind.__struct_config__.tag): kind for kind in get_args(Body)},
    "opened.clock": Clock,
    "opened.chairs": Chair,
    "ended.outcome": Outcome,
    "seal": Seal,
}
ABSENT: dict[str, Any] = {
    "sign": "ab" * 64,
    "signs": ["ab" * 64],
    "vouch": "ab" * 64,
    "key": "cd" * 32,
    "box": "cd" * 32,
    "id": "cd" * 32,
    "server": "cd" * 32,
    "wish": "00",
    "proof": {},
}
"""What is put where an optional field was empty."""


class Alteration(NamedTuple):
    """One entry with one field altered: which field, where, and the entry as it is then."""

    field: str
    at: int
    entry: dict[str, Any]


def fields() -> set[str]:
    """Every field of every struct in a log, by the name that alterations have."""
    named = {
        f"{name}.{field.encode_name}"
        for name, kind in STRUCTS.items()
        for field in msgspec.structs.fields(kind)
    }
    return named - {"entry.body", "opened.clock", "opened.chairs", "ended.outcome"}


def telling(entries: list[dict[str, Any]]) -> list[int]:
    """The first and the last entry of each kind, and the last of all: for logs that take long to check."""
    kinds = [entry["body"]["type"] for entry in entries]
    ends = {at for kind in kinds for at in (kinds.index(kind), len(kinds) - 1 - kinds[::-1].index(kind))}
    return sorted(ends | {*range(len(kinds) - 4, len(kinds))})


def alterations(entries: list[dict[str, Any]], places: Iterable[int]) -> Iterator[Alteration]:
    """All of them, entry by entry."""
    for at in places:
        entry = entries[at]
        for field in (*entry, *_optional(Entry, entry)):
            if field != "body":
                for new in _others(field, entry.get(field)):
                    yield Alteration(f"entry.{field}", at, _with(entry, field, new))
        for name, body in _struct(entry["body"]["type"], entry["body"]):
            yield Alteration(name, at, {**entry, "body": body})


def _struct(name: str, value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A struct with one of its fields altered, or filled, or taken away."""
    kind = STRUCTS[name]
    for field in (*value, *_optional(kind, value)):
        inner = value.get(field)
        if field == "type":
            continue
        if f"{name}.{field}" not in STRUCTS:
            for new in _others(field, inner):
                yield f"{name}.{field}", _with(value, field, new)
        elif isinstance(inner, list):
            for place, item in enumerate(inner):
                for path, new in _struct(f"{name}.{field}", item):
                    yield path, {**value, field: [*inner[:place], new, *inner[place + 1 :]]}
        elif inner is not None:
            for path, new in _struct(f"{name}.{field}", inner):
                yield path, {**value, field: new}


GONE = object()
"""Instead of a value: the field is taken away."""


def _with(value: dict[str, Any], field: str, new: Any) -> dict[str, Any]:
    changed = {**value, field: new}
    return {key: item for key, item in changed.items() if item is not GONE}


def _optional(kind: type[msgspec.Struct], value: dict[str, Any]) -> list[str]:
    return [
        field.encode_name
        for field in msgspec.structs.fields(kind)
        if not field.required and field.encode_name not in value
    ]


def _others(field: str, value: Any) -> list[Any]:
    """What a forger could write instead."""
    if value is None:
        return [ABSENT[field]]
    taken_away = [GONE] if field in ABSENT else []
    if field in OPAQUE:
        leaves = list(_leaves(value))
        return [*(_put(value, path, _other(leaf)) for path, leaf in (leaves[0], leaves[-1])), *taken_away]
    if field == "why":
        return [why for why in get_args(Leaving) if why != value]
    if isinstance(value, list):
        return [*(_put(value, path, _other(leaf)) for path, leaf in _leaves(value)), *taken_away]
    return [_other(value), *taken_away]


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = False
    for key, item in inner:
        found = True
        yield from _leaves(item, (*path, key))
    if not found:
        yield path, value


def _put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _put(copy[path[0]], path[1:], new)
    return copy


def _other(value: Any) -> Any:
    """Another value of the same form: the last digit of a number or a hash, one letter more of a word."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if len(value) >= 32 and set(value) <= set("0123456789abcdef"):
            return value[:-1] + ("0" if value[-1] != "0" else "1")
        case str():
            return value + "x"
        case []:
            return [0]
        case _:
            return {"x": 0}


def chained(entries: list[dict[str, Any]], altered: Alteration) -> list[bytes]:
    """The log with the altered entry in it, and every hash after it in order."""
    head, lines = "", []
    for at, entry in enumerate(entries):
        if at == altered.at:
            new = altered.entry
            line = {**new, "prev": head} if altered.field != "entry.prev" else new
        else:
            line = {**entry, "prev": head}
        lines.append(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode())
        head = head_of(lines[-1])
    return lines


def bare(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same match as if nobody had a key: what anybody can make of a log where the house deals."""
    stripped = []
    for entry in entries:
        body = {key: value for key, value in entry["body"].items() if key not in {"server", "signs"}}
        if "chairs" in body:
            drop = {"key", "id", "vouch"}
            body["chairs"] = [{k: v for k, v in chair.items() if k not in drop} for chair in body["chairs"]]
        stripped.append({**{key: value for key, value in entry.items() if key != "sign"}, "body": body})
    return stripped
