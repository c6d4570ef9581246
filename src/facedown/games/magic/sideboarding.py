"""A sideboard's plan in words: `lock in 2 Disenchant, Plague Spitter out 3 Shock`."""

import re
from collections import Counter
from collections.abc import Sequence

from facedown.games.magic.actions import Choose
from facedown.games.magic.state import MagicState, Obj, Prompt
from facedown.games.magic.view import printed_card
from facedown.kernel import Faces, InvalidAction, Ref, Wish

HOW = "`sideboard` shows it, `lock in A out B` changes it"
_PLAN = re.compile(r"lock(?P<changes>(?: (?:in|out) .+)?)", re.IGNORECASE)
_PART = re.compile(r" (in|out) (.+?)(?= (?:in|out) |$)", re.IGNORECASE)
_SOME = re.compile(r"(?:(\d{1,3})x? )?(.+)", re.IGNORECASE)


def usual_out(prompt: Prompt) -> tuple[Ref, ...]:
    """The cards that stay out unless their player says otherwise: the end of the list."""
    return prompt.sees[: int(prompt.options[prompt.default[0]][0])]


def plan(state: MagicState, words: str, faces: Faces) -> tuple[Choose, Wish] | None:
    """What these words lock, with the wish that goes with it; None if they are about something else."""
    prompt, said = state.prompt, _PLAN.fullmatch(" ".join(words.split()))
    if prompt is None or prompt.kind != "sideboard" or said is None:
        return None
    out = list(usual_out(prompt))
    deck = [ref for ref in prompt.sees if ref not in out]
    for way, cards in _PART.findall(said["changes"]):
        source, to = (out, deck) if way.lower() == "in" else (deck, out)
        for ref in _taken(cards, source, faces, "the sideboard" if way.lower() == "in" else "the deck"):
            source.remove(ref)
            to.append(ref)
    numbers = [option[0] for option in prompt.options]
    if len(out) not in numbers:
        raise InvalidAction(
            f"then {len(out)} cards would stay out, and {numbers[0]} to {numbers[-1]} may: say what goes "
            "the other way, too"
        )
    return Choose(numbers.index(len(out))), tuple(out)


def contents(refs: Sequence[Ref], faces: Faces) -> str:
    """Cards by name, with how many there are of each: `4 Shock, Disenchant`."""
    counts = Counter(_name(ref, faces) for ref in refs)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in sorted(counts.items()))


def _taken(cards: str, source: list[Ref], faces: Faces, where: str) -> list[Ref]:
    found: list[Ref] = []
    for text in re.split(r",\s*(?:and )?|\sand\s", cards):
        match = _SOME.fullmatch(text.strip())
        count, name = (int(match[1] or 1), match[2]) if match else (1, text)
        names = sorted({_name(ref, faces) for ref in source})
        meant = [one for one in names if one.casefold() == name.casefold()]
        meant = meant or [one for one in names if _fits(name, one)]
        if len(meant) != 1:
            many = f" may be {', '.join(meant)}" if meant else f" is not in {where}"
            raise InvalidAction(f"`{name[:60]}`{many}")
        copies = [ref for ref in source if _name(ref, faces) == meant[0] and ref not in found]
        if not 0 < count <= len(copies):
            raise InvalidAction(f"there are {len(copies)} {meant[0]} in {where}, not {count}")
        found += copies[:count]
    return found


def _fits(text: str, name: str) -> bool:
    """Whether these are beginnings of some of a name's words, in their order."""
    rest = iter(name.casefold().split())
    return all(any(word.startswith(short) for word in rest) for short in text.casefold().split())


def _name(ref: Ref, faces: Faces) -> str:
    return printed_card(Obj(-1, -1, "exile", 0, 0, faces[ref])).name if ref in faces else "a card"
