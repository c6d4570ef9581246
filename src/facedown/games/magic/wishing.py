"""Hidden choices in words: which card to take, what stays on top. The action says how many, a wish which."""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from facedown.games.magic.actions import Choose
from facedown.games.magic.engine.hidden import passing
from facedown.games.magic.engine.run import Run
from facedown.games.magic.model import Filter, LookAndTake, Search
from facedown.games.magic.naming import Names
from facedown.games.magic.nouns import listed
from facedown.games.magic.sideboarding import usual_out
from facedown.games.magic.state import MagicState, Prompt
from facedown.kernel import Faces, Ref, Wish

MOST = 400
"""So many ways to choose are listed; of more than these nobody reads to the end."""
FEW = 4
"""Up to so many cards every order is listed; above, they keep the order they lie in."""


def wishes(state: MagicState, faces: Faces) -> list[tuple[str, Choose, Wish]]:
    """Every way to answer a search or an arrangement, for the one who is asked; none if there is neither."""
    prompt = state.prompt
    if prompt is not None and prompt.kind == "sideboard":
        return [("lock", Choose(prompt.default[0]), usual_out(prompt))]
    if prompt is None or prompt.kind not in ("search", "arrange") or any(r not in faces for r in prompt.sees):
        return []
    found = _arranged(prompt) if "stay on top" in prompt.about else _taken(state, prompt, faces)
    n = Names(state, faces, ())
    places = {option[0]: place for place, option in enumerate(prompt.options)}
    told: dict[str, tuple[str, Choose, Wish]] = {}
    for first, rest in found:
        label = _label(prompt, [n.bare(ref) for ref in first], [n.bare(ref) for ref in rest])
        if label not in told and len(first) in places:
            told[label] = label, Choose(places[len(first)]), (*first, *rest)
        if len(told) == MOST:
            break
    return list(told.values())


def _label(prompt: Prompt, first: list[str], rest: list[str]) -> str:
    if "stay on top" not in prompt.about:
        return f"take {listed(first) or 'nothing'}"
    away = "graveyard" if prompt.about.startswith("surveil") else "bottom"
    parts = [f"{place}: {', '.join(names)}" for place, names in (("top", first), (away, rest)) if names]
    return "; ".join(parts)


def _arranged(prompt: Prompt) -> Iterator[tuple[tuple[Ref, ...], tuple[Ref, ...]]]:
    """Every order of the top cards, and how many of them stay."""
    orders: Iterable[tuple[Ref, ...]] = permutations(prompt.sees)
    if len(prompt.sees) > FEW:
        orders = (
            (*kept, *(ref for ref in prompt.sees if ref not in kept))
            for size in range(len(prompt.sees), -1, -1)
            for kept in combinations(prompt.sees, size)
        )
    for order in orders:
        for kept in range(len(order), -1, -1):
            yield order[:kept], order[kept:]


def _taken(
    state: MagicState, prompt: Prompt, faces: Faces
) -> Iterator[tuple[tuple[Ref, ...], tuple[Ref, ...]]]:
    """Every way to take cards that may be taken."""
    able = _findable(state, prompt, faces)
    counts = sorted((int(option[0]) for option in prompt.options), reverse=True)
    for count in counts:
        for chosen in combinations(able, count):
            rest = () if prompt.kind == "search" else tuple(r for r in prompt.sees if r not in chosen)
            yield chosen, rest
        if count and len(able) < count and counts[-1] == count:
            yield prompt.sees[:count], prompt.sees[count:]


def _findable(state: MagicState, prompt: Prompt, faces: Faces) -> list[Ref]:
    """The cards that what is resolving may look for, by name."""
    frame = state.agenda[-1].frame if state.agenda else None
    op = frame.do[0] if frame is not None and frame.do else None
    wanted: Filter | None = op.filter if isinstance(op, Search | LookAndTake) else None
    able = list(prompt.sees)
    if frame is not None and wanted is not None:
        run = Run(state)
        able = [ref for ref in able if passing(run, frame, wanted, ref, faces[ref], prompt.seat)]
    return sorted(able, key=lambda ref: faces[ref]) if prompt.kind == "search" else able
