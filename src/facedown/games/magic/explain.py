"""Why an object is what it is: for every characteristic the effects that made it, in their order (613)."""

from collections.abc import Sequence

import msgspec

from facedown.games.magic.layers import ABILITY, COLOR, CONTROL, MODIFY, NAMES, TEXT, TYPE
from facedown.games.magic.model import Keyword
from facedown.games.magic.naming import Names
from facedown.games.magic.nouns import COLORS, listed
from facedown.games.magic.phrases import CHANGES
from facedown.games.magic.running import Running
from facedown.games.magic.seen import Has, Seen
from facedown.games.magic.state import MagicState, index
from facedown.games.magic.text import ability_text, capital, keyword_name
from facedown.games.magic.view import Step, Trace, View, printed_card

BODY = "power and toughness"
_WRITES = {CONTROL: ("controller",), TEXT: ("types", "abilities"), TYPE: ("types",), COLOR: ("colors",)}
"""Which characteristics a layer is about; whatever else it changes is noticed by the change."""


class Cause(msgspec.Struct, frozen=True):
    """One effect that had a part in a characteristic."""

    layer: str
    """`1` to `7d`; empty for what is printed."""
    source: str
    what: str
    """What it does, in the words of its rules text."""
    before: str
    after: str
    id: int = -1
    """The object whose ability it is; -1 for what came from a resolution."""
    stamp: int = 0
    depends: tuple[str, ...] = ()
    """The effects that it had to wait for because they change what it does (613.8)."""
    continued: bool = False
    """It goes on although its ability is gone, for it had started (613.6)."""
    ends: tuple[str, ...] = ()
    """Effects that waited for this one and never began: it has taken their ability away."""


class Characteristic(msgspec.Struct, frozen=True):
    """A characteristic, and how it came to be."""

    name: str
    value: str
    causes: tuple[Cause, ...]


class Explanation(msgspec.Struct, frozen=True):
    """All about one object."""

    id: int
    title: str
    characteristics: tuple[Characteristic, ...]

    def of(self, name: str) -> Characteristic:
        """One characteristic by its name; `KeyError` if the object has none like that."""
        for one in self.characteristics:
            if one.name == name:
                return one
        raise KeyError(name)


def explain(state: MagicState, key: int, names: Sequence[str]) -> Explanation:
    """Explain an object in a public zone; `KeyError` if there is none of this number."""
    if key not in index(state.objects):
        raise KeyError(key)
    trace = Trace(key)
    seen = View(state, trace=trace).seen[key]
    n = Names(state, {}, names, numbered=True)
    causes = _printed(seen, n)
    values = _values(Seen(seen.obj, seen.card).save(), seen, n)
    waited = _waited(trace.steps)
    applied = {(step.layer, step.running): place for place, step in enumerate(trace.steps)}
    for place, step in enumerate(trace.steps):
        before, after = (_values(saved, seen, n) for saved in (step.before, step.after))
        _between(seen, values, before, causes)
        values = after
        touched = any(one is seen for one in step.running.started or ())
        for name in values:
            meant = touched and name in _WRITES.get(step.layer, (_main(step.layer),))
            if meant or before[name] != after[name]:
                ended = [one for one in step.waiting if applied.get((step.layer, one), -1) < place]
                cause = _cause(step, waited[step.layer, step.running], ended, n)
                causes[name].append(msgspec.structs.replace(cause, before=before[name], after=after[name]))
    final = _values(seen.save(), seen, n)
    _between(seen, values, final, causes)
    if not seen.creature:
        del final[BODY]
    found = [Characteristic(name, value, tuple(causes[name])) for name, value in final.items()]
    return Explanation(key, n.card(key), (*found, *_rules(seen)))


def in_words(explanation: Explanation) -> list[str]:
    """An explanation as lines for people: what is as printed in one line, the rest effect by effect."""
    lines = [capital(explanation.title)]
    for one in explanation.characteristics:
        if len(one.causes) == 1 and not one.causes[0].layer:
            lines.append(f"  {one.name}: {one.value or 'none'} (printed)")
            continue
        lines.append(f"  {one.name}: {one.value or 'none'}")
        lines += [f"    {_sentence(cause)}" for cause in one.causes]
    return lines


def _sentence(cause: Cause) -> str:
    if not cause.layer:
        return f"printed: {cause.after or 'none'}"
    when = f", timestamp {cause.stamp}" if cause.stamp else ""
    made = f" → {cause.after or 'none'}" if cause.before != cause.after else " (no change)"
    words = f"layer {cause.layer}, {cause.source}{when}: {cause.what}{made}"
    if cause.depends:
        words += f"; waits for {listed(list(cause.depends))}, on which it depends (613.8)"
    if cause.ends:
        words += f"; the effect of {listed(list(cause.ends))} depends on it and never begins (613.8)"
    return words + ("; goes on though its ability is gone (613.6)" if cause.continued else "")


def _printed(seen: Seen, n: Names) -> dict[str, list[Cause]]:
    """Layer 1: what is printed, copied, or face down."""
    own = Seen(seen.obj, printed_card(seen.obj))
    values = {"name": own.name, **_values(own.save(), own, n)}
    values[BODY] = f"{own.card.power}/{own.card.toughness}" if own.card.power is not None else ""
    values["controller"] = n.player(seen.obj.controller)
    causes = {name: [Cause("", "printed", "", value, value)] for name, value in values.items()}
    if seen.card is own.card:
        return causes
    now = {"name": seen.name, **_values(Seen(seen.obj, seen.card).save(), seen, n)}
    source, what = (
        ("face down", "is a 2/2 creature") if seen.obj.face_down else ("copy", f"copies {seen.name}")
    )
    if seen.obj.face_down:  # what is printed on it is nobody's business
        return {name: [Cause("1", source, what, "", value)] for name, value in now.items()}
    stamp = next(
        (e.stamp for e in n.state.effects if e.copy is seen.card and seen.obj.pointer in e.objects), 0
    )
    for name, value in now.items():
        if value != values[name]:
            causes[name].append(Cause("1", source, what, values[name], value, stamp=stamp))
    return causes


def _values(saved: tuple[object, ...], seen: Seen, n: Names) -> dict[str, str]:
    """What `Seen.save` kept, in words, by characteristic."""
    controller, types, subtypes, supertypes, colors, abilities, power, toughness = saved[:8]
    line = " ".join((*supertypes, *types))  # type: ignore[misc]  # as `save` puts them
    return {
        "name": seen.name,
        "controller": n.player(controller),  # type: ignore[arg-type]
        "types": f"{line} — {' '.join(subtypes)}" if subtypes else line,  # type: ignore[arg-type]
        "colors": listed([COLORS[color] for color in colors]) or "colorless",  # type: ignore[attr-defined]
        "abilities": "; ".join(_ability(has) for has in abilities),  # type: ignore[attr-defined]
        BODY: f"{power}/{toughness}",
    }


def _ability(has: Has) -> str:
    if isinstance(has.ability, Keyword):
        return keyword_name(has.ability).lower()
    return ability_text(has.ability).rstrip(".")


def _main(layer: int) -> str:
    return "abilities" if layer == ABILITY else BODY if layer > ABILITY else ""


def _waited(steps: Sequence[Step]) -> dict[tuple[int, Running], list[Running]]:
    """For each effect in each layer those that it had to wait for there."""
    found: dict[tuple[int, Running], list[Running]] = {(step.layer, step.running): [] for step in steps}
    for step in steps:
        for one in step.waiting:
            found.setdefault((step.layer, one), []).append(step.running)
    return found


def _cause(step: Step, waited: Sequence[Running], ended: Sequence[Running], n: Names) -> Cause:
    running = step.running
    return Cause(
        NAMES[step.layer],
        _source(running, n),
        listed([CHANGES[type(change)](change, False) for change in running.parts[step.layer]]),
        "",
        "",
        running.source.id if running.source is not None else -1,
        running.stamp,
        tuple(_source(one, n) for one in waited),
        step.continued,
        tuple(_source(one, n) for one in ended),
    )


def _source(running: Running, n: Names) -> str:
    return n.card(running.source.id) if running.source is not None else running.name or "an effect"


def _between(
    seen: Seen, before: dict[str, str], after: dict[str, str], causes: dict[str, list[Cause]]
) -> None:
    """What no effect did: the mana abilities of basic land types (305.6), and counters (613.4c)."""
    if before["abilities"] != after["abilities"]:
        causes["abilities"].append(
            Cause(
                NAMES[TYPE],
                "basic land types",
                "bring their mana abilities (305.6)",
                before["abilities"],
                after["abilities"],
            )
        )
    if before[BODY] != after[BODY]:
        kinds = [
            (kind, count, stamp) for kind, count, stamp in seen.obj.counters if kind in ("+1/+1", "-1/-1")
        ]
        words = listed([f"{count} {kind}" for kind, count, _ in kinds])
        stamp = max((stamp for _, _, stamp in kinds), default=0)
        causes[BODY].append(Cause(NAMES[MODIFY], "counters", words, before[BODY], after[BODY], stamp=stamp))


def _rules(seen: Seen) -> list[Characteristic]:
    """What effects on the rules forbid it (613.11)."""
    told = []
    for change, ctx in seen.cant:
        words = CHANGES[type(change)](change, False)
        source = ctx.source.card.name if ctx.source is not None else "an effect"
        told.append(Cause("rules", source, words, "", words))
    return (
        [Characteristic("restrictions", listed([cause.what for cause in told]), tuple(told))] if told else []
    )
