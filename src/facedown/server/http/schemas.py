"""JSON Schemas of structs, with the words that stand in the source beside each field."""

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec

Schema: TypeAlias = dict[str, Any]

REFERENCE = "#/components/schemas/{name}"

Fillings: TypeAlias = Mapping[tuple[type, str], Schema]
"""Schemas for fields that pass through as they are (`Raw`, `Any`), by struct and field."""


def components(
    types: Iterable[Any], fillings: Fillings | None = None, reference: str = REFERENCE
) -> tuple[list[Schema], Schema]:
    """A schema for each type, and the schemas of all structs in them by name."""
    types = list(types)
    schemas, named = msgspec.json.schema_components(types, ref_template=reference)
    for name, struct in _named(types).items():
        _add_words(named[name], struct)
    for (struct, field), filling in (fillings or {}).items():
        for name, other in _named(types).items():
            if issubclass(other, struct):
                _fill(named[name]["properties"][field], filling)
    return list(schemas), named


def alone(kind: Any) -> Schema:
    """The schema of a type with everything that it refers to."""
    (schema,), named = components([kind], reference="#/$defs/{name}")
    return {**schema, "$defs": named}


def draft_07(schema: Any) -> Any:
    """The same schema in the older draft that AsyncAPI is built on."""
    if isinstance(schema, list):
        return [draft_07(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    older = {key: draft_07(value) for key, value in schema.items()}
    if "prefixItems" in older:
        older["items"] = older.pop("prefixItems")  # how many there may be, `maxItems` says
    if isinstance(older.get("discriminator"), dict):
        older["discriminator"] = older["discriminator"]["propertyName"]
    return older


def _named(types: list[Any]) -> dict[str, type[msgspec.Struct]]:
    """Every struct in the types, by the name that its schema has."""
    structs: dict[type[msgspec.Struct], None] = {}

    def visit(node: msgspec.inspect.Type) -> None:
        if isinstance(node, msgspec.inspect.StructType):
            if node.cls in structs:
                return
            structs[node.cls] = None
        for field in node.__struct_fields__:
            for part in _parts(getattr(node, field)):
                visit(part)

    for node in msgspec.inspect.multi_type_info(types):
        visit(node)
    short = [struct.__name__ for struct in structs]
    return {
        struct.__name__
        if short.count(struct.__name__) == 1
        else f"{struct.__module__}.{struct.__qualname__}": struct
        for struct in structs
    }


def _parts(value: Any) -> list[msgspec.inspect.Type]:
    if isinstance(value, msgspec.inspect.Type):
        return [value]
    if isinstance(value, msgspec.inspect.Field):
        return [value.type]
    return [part for item in value for part in _parts(item)] if isinstance(value, tuple) else []


def _fill(schema: Schema, filling: Schema) -> None:
    if schema.get("type") == "array":
        schema["items"] = filling
    else:
        schema.update(filling)


def _add_words(schema: Schema, struct: type[msgspec.Struct]) -> None:
    """The class's words on one line, and the string that follows a field as the field's."""
    schema["description"] = one_line(struct.__doc__)
    words = {}
    for ancestor in reversed(struct.__mro__):
        words.update(_field_words(ancestor.__module__).get(ancestor.__name__, {}))
    for field in msgspec.structs.fields(struct):
        if field.name in words and "properties" in schema:
            schema["properties"][field.encode_name]["description"] = words[field.name]


@cache
def _field_words(module: str) -> dict[str, dict[str, str]]:
    """By class and field: the string literal below the field, which Python itself forgets."""
    if not module.startswith("facedown."):
        return {}
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ClassDef):
            words = found[node.name] = {}
            for field, below in zip(node.body, node.body[1:], strict=False):
                if (
                    isinstance(field, ast.AnnAssign)
                    and isinstance(field.target, ast.Name)
                    and isinstance(below, ast.Expr)
                    and isinstance(below.value, ast.Constant)
                    and isinstance(below.value.value, str)
                ):
                    words[field.target.id] = one_line(below.value.value)
    return found


def one_line(text: str | None) -> str:
    """Text without the line breaks of the source."""
    return re.sub(r"\s+", " ", text or "").strip()
