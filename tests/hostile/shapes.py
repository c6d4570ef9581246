"""Strategies for whatever a msgspec type allows, and for what it nearly allows."""

from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

Json = st.SearchStrategy[Any]

NUMBERS = (
    st.integers(-3, 40)
    | st.sampled_from([2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30, -(10**300), 10**4000])
    | st.floats(allow_nan=False, allow_infinity=False)
)
TEXTS = st.text(max_size=40) | st.sampled_from(
    [
        "",
        "\0",
        "\x1b[2J",
        "\u202e",
        "\ud800",
        "x" * 5_000,
        "😀" * 300,
        "__proto__",
        "../../etc/passwd",
        "1e999",
    ]
)
SCALARS: Json = st.none() | st.booleans() | NUMBERS | TEXTS
ANYTHING: Json = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "at", "cards", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def deep(levels: int) -> Any:
    """Lists inside each other."""
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


DEPTHS: Json = st.sampled_from([10, 60, 64, 65, 100, 300]).map(deep)


def allowed(kind: inspect.Type, known: dict[str, Json]) -> Json:
    """What this type allows. `known`: better values for fields of certain names, where any value would do."""
    match kind:
        case inspect.Metadata(type=inner):
            return allowed(inner, known)
        case inspect.IntType(ge=least, le=most):
            return st.integers(-(2**63) if least is None else least, 2**63 if most is None else most)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern, fullmatch=True)
        case inspect.StrType(min_length=least, max_length=most):
            return st.text(
                st.characters(exclude_categories=["Cs"]), min_size=least or 0, max_size=min(most or 50, 50)
            )
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.RawType() | inspect.AnyType():
            return ANYTHING
        case inspect.UnionType(types=types):
            return st.one_of(*[allowed(one, known) for one in types])
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            return st.lists(allowed(item, known), min_size=least or 0, max_size=min(most or 10, 10))
        case inspect.StructType():
            return fields(kind, known)
    raise AssertionError(f"no strategy for {kind}")


def fields(struct: inspect.StructType, known: dict[str, Json]) -> Json:
    """An object with the fields of a struct; those that have a default may be left out."""
    needed: dict[str, Json] = {}
    optional: dict[str, Json] = {}
    if isinstance(struct.tag_field, str):
        needed[struct.tag_field] = st.just(struct.tag)
    for field in struct.fields:
        value = allowed(field.type, known)
        if field.name in known:
            value = known[field.name] | value
        (needed if field.required else optional)[field.encode_name] = value
    return st.fixed_dictionaries(needed, optional=optional)


@st.composite
def nearly(draw: st.DrawFn, good: Json) -> Any:
    """Something allowed with one thing wrong: a field too many, too few, of another kind, or far too deep."""
    value = dict(draw(good))
    names = [name for name in value if name != "type"] or ["x"]
    name = draw(st.sampled_from(names))
    match draw(st.sampled_from(["lose", "gain", "swap", "deep", "type"])):
        case "lose":
            value.pop(name, None)
        case "gain":
            value[draw(st.sampled_from(["x", "seat", "at", "match", ""]))] = draw(ANYTHING)
        case "swap":
            value[name] = draw(ANYTHING)
        case "deep":
            value[name] = draw(DEPTHS)
        case "type":
            value["type"] = draw(ANYTHING)
    return value


def messages(kind: Any, known: dict[str, Json]) -> dict[str, Json]:
    """For each message of a union, by its tag: what it allows and what it nearly allows."""
    union = inspect.type_info(kind)
    assert isinstance(union, inspect.UnionType)
    found = {}
    for one in union.types:
        assert isinstance(one, inspect.StructType)
        good = fields(one, known)
        found[str(one.tag)] = good | nearly(good)
    return found
