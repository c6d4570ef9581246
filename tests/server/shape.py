"""Whether a value has the shape that a JSON Schema gives. Knows the keywords that our schemas use."""

import re
from typing import Any

_WORDS = {"title", "description", "default", "discriminator"}
_KNOWN = {
    *_WORDS,
    "$ref",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "enum",
    "anyOf",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
}
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def problems(value: Any, schema: Any, document: Any, where: str = "$") -> list[str]:
    """What is wrong with the value; empty if nothing is."""
    if schema is True:
        return []
    if schema is False:
        return [f"{where}: nothing belongs here"]
    unknown = schema.keys() - _KNOWN
    assert not unknown, f"{where}: the checker does not know {unknown}"
    found = problems(value, resolve(schema["$ref"], document), document, where) if "$ref" in schema else []
    options = schema.get("anyOf", [True])
    if all(problems(value, option, document, where) for option in options):
        found.append(f"{where}: {value!r} is none of what it could be")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is none of {schema['enum']}")
    if "type" in schema:
        fits = isinstance(value, _TYPES[schema["type"]])
        if not fits or (isinstance(value, bool) and schema["type"] in ("integer", "number")):
            return [*found, f"{where}: {value!r} is no {schema['type']}"]
    if isinstance(value, dict):
        found += _object(value, schema, document, where)
    if isinstance(value, list):
        found += _array(value, schema, document, where)
    return found + _limits(value, schema, where)


def resolve(ref: str, document: Any) -> Any:
    """What a reference within the document refers to."""
    for part in ref.removeprefix("#/").split("/"):
        document = document[part]
    return document


def references(document: Any) -> list[str]:
    """Every reference in the document."""
    if isinstance(document, list):
        return [ref for part in document for ref in references(part)]
    if not isinstance(document, dict):
        return []
    here = [document["$ref"]] if isinstance(document.get("$ref"), str) else []
    return here + [ref for part in document.values() for ref in references(part)]


def _object(value: dict[str, Any], schema: Any, document: Any, where: str) -> list[str]:
    found = [f"{where}: {name} is missing" for name in schema.get("required", ()) if name not in value]
    fields = schema.get("properties", {})
    for name, part in value.items():
        rule = fields.get(name, schema.get("additionalProperties", True))
        found += problems(part, rule, document, f"{where}.{name}")
    return found


def _array(value: list[Any], schema: Any, document: Any, where: str) -> list[str]:
    each, first = schema.get("items", True), schema.get("prefixItems", [])
    if isinstance(each, list):  # as draft 07 says it
        each, first = True, each
    rules = [*first, *[each] * (len(value) - len(first))]
    return [
        problem
        for at, (part, rule) in enumerate(zip(value, rules, strict=False))
        for problem in problems(part, rule, document, f"{where}[{at}]")
    ]


def _limits(value: Any, schema: Any, where: str) -> list[str]:
    size = value if isinstance(value, int | float) else len(value) if isinstance(value, str | list) else 0
    least = [schema.get(name) for name in ("minimum", "minLength", "minItems")]
    most = [schema.get(name) for name in ("maximum", "maxLength", "maxItems")]
    found = [f"{where}: {size} is below {limit}" for limit in least if limit is not None and size < limit]
    found += [f"{where}: {size} is above {limit}" for limit in most if limit is not None and size > limit]
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where}: {value!r} does not match {schema['pattern']}")
    return found
