"""Values made from a JSON Schema: such as fit it, and such as nearly do. For the keywords that ours use."""

from typing import Any

from hypothesis import strategies as st

from hostile.text import PRINTED, SHAPES
from server.shape import resolve

_WORDS = sorted({*PRINTED.values(), *(make(40) for make in SHAPES.values())})
_NAMES = ("duel", "magic", "house", "firebolt", "shock", "Ada", "running")
"""What something is called here, so that more than the first check is passed."""
_texts = st.text(max_size=40) | st.sampled_from(_WORDS)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
    max_leaves=8,
)


def fitting(schema: Any, document: Any) -> st.SearchStrategy[Any]:
    """Values of this shape."""
    if schema is True or not schema:
        return _JSON
    if "$ref" in schema:
        return st.deferred(lambda: fitting(resolve(schema["$ref"], document), document))
    if "anyOf" in schema:
        return st.one_of([fitting(option, document) for option in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object":
            return _object(schema, document)
        case "array":
            items = fitting(schema.get("items", True), document)
            most = min(schema.get("maxItems", 5), schema.get("minItems", 0) + 5)
            return st.lists(items, min_size=schema.get("minItems", 0), max_size=most)
        case "string" if "pattern" in schema:
            return st.from_regex(schema["pattern"])
        case "string":
            longest = schema.get("maxLength", 100)
            some = st.text(min_size=schema.get("minLength", 0), max_size=min(longest, 100))
            return (
                st.sampled_from(_NAMES) | some | st.just("x" * min(longest, 5000)) | st.sampled_from(_WORDS)
            )
        case "integer":
            return st.integers(schema.get("minimum"), schema.get("maximum"))
        case "number":
            return st.floats(
                schema.get("minimum"), schema.get("maximum"), allow_nan=False, allow_infinity=False
            )
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
    return _JSON


def nearly(schema: Any, document: Any) -> st.SearchStrategy[Any]:
    """Values with a field too many, too few or of another kind; or something else altogether."""

    @st.composite
    def spoilt(draw: st.DrawFn) -> Any:
        value = draw(fitting(schema, document))
        if not isinstance(value, dict):
            return draw(_JSON)
        field = draw(st.sampled_from([*value, "more"]))
        if draw(st.booleans()):
            return {**value, field: draw(_JSON)}
        return {name: inner for name, inner in value.items() if name != field}

    return spoilt() | _JSON


def _object(schema: Any, document: Any) -> st.SearchStrategy[Any]:
    fields = {name: fitting(inner, document) for name, inner in schema.get("properties", {}).items()}
    required = {name: fields.pop(name) for name in schema.get("required", ())}
    found: st.SearchStrategy[Any] = st.fixed_dictionaries(required, optional=fields)
    if schema.get("properties") is None and schema.get("additionalProperties") not in (None, False):
        return st.dictionaries(_texts, fitting(schema["additionalProperties"], document), max_size=4)
    return found
