"""What somebody is asked, in words and with the objects that can be pointed at."""

import msgspec

from facedown.games.magic.asking import sentence
from facedown.games.magic.cards import CARDS
from facedown.games.magic.engine.permission import spell_ability
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import Activated, Filter, Mode, Search, Triggered
from facedown.games.magic.naming import Names, option_name
from facedown.games.magic.seen import Seen
from facedown.games.magic.sideboarding import usual_out
from facedown.games.magic.state import MagicState, Obj, ObjectId, Option, Prompt, index
from facedown.games.magic.text import Voice
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Face, Ref, Seat

POINTED = ("attack", "block")
"""Options of two objects: who, and whom."""
VALUES = (
    "assign",
    "color",
    "replace",
    "trigger",
    "mode",
    "x",
    "divide",
    "search",
    "arrange",
    "sideboard",
    "mana",
)
"""Options that are no objects, whatever numbers they are made of."""
_HINTS = {
    "sideboard": "What is chosen stays out of the game. Take it back to bring it in.",
    "scry: how many stay on top": "Choose what stays, the next to draw first. The rest goes to the bottom.",
    "surveil: how many stay on top": (
        "Choose what stays, the next to draw first. The rest goes to your graveyard."
    ),
}
"""What becomes of what is chosen and of the rest, by kind or by what it is about."""


class Offer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One option: the objects and players it is about (players are negative), or words."""

    ids: tuple[int, ...] = ()
    words: str = ""


class Question(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A prompt for people."""

    seat: Seat
    kind: str
    text: str
    options: tuple[Offer, ...] = ()
    min: int = 1
    max: int = 1
    picked: tuple[int, ...] = ()
    source: ObjectId | None = None
    sees: tuple[Ref, ...] = ()
    """Hidden cards to look at."""
    fits: tuple[Face, ...] = ()
    """What may be searched for, if not everything."""
    usual: tuple[Ref, ...] = ()
    """Hidden cards that are taken unless the player says otherwise."""
    hint: str = ""
    """What becomes of what is chosen and of the rest."""


def question(state: MagicState) -> Question | None:
    """What is asked now."""
    prompt = state.prompt
    if prompt is None:
        return None
    names = Names(state, {}, [f"player {seat + 1}" for seat in range(len(state.players))])
    return Question(
        prompt.seat,
        prompt.kind,
        sentence(state, prompt),
        tuple(_offer(state, prompt, place, names) for place in range(len(prompt.options))),
        prompt.min,
        prompt.max,
        prompt.picked,
        prompt.source,
        prompt.sees,
        _fits(state) if prompt.kind == "search" else (),
        usual_out(prompt) if prompt.kind == "sideboard" else (),
        _HINTS.get(prompt.kind) or _HINTS.get(prompt.about, ""),
    )


def _offer(state: MagicState, prompt: Prompt, place: int, names: Names) -> Offer:
    option = prompt.options[place]
    if prompt.kind in POINTED:
        return Offer((int(option[0]), int(option[1])))
    if prompt.kind == "mode":
        return Offer(words=_mode(state, prompt, int(option[0])))
    if prompt.kind in VALUES:
        return Offer(words=_value(prompt, option) or option_name(state, prompt, place, names))
    if isinstance(option[0], int):
        return Offer((option[0],))
    return Offer(words=option_name(state, prompt, place, names))


def _value(prompt: Prompt, option: Option) -> str:
    if prompt.kind in ("x", "divide", "assign", "search", "arrange", "sideboard"):
        return str(option[0])
    return ""


def _mode(state: MagicState, prompt: Prompt, place: int) -> str:
    """The text of a mode: of a spell, or of the ability that asks."""
    modes = _modes(state, prompt.source)
    if place >= len(modes):
        return f"Mode {place + 1}"
    return Voice("", modes[place].targets).operations(modes[place].do)


def _fits(state: MagicState) -> tuple[Face, ...]:
    """Which of all cards the search that is under way may find."""
    frame = state.agenda[-1].frame if state.agenda else None
    search = frame.do[0] if frame is not None and frame.do else None
    if frame is None or not isinstance(search, Search) or search.filter == Filter(zone="library"):
        return ()
    view = view_of(state)
    ctx = Ctx(view, frame.controller, view.last(frame.source), frame)
    bare = msgspec.structs.replace(search.filter, zone="anywhere", control="", own="")
    cards = ((face, Obj(-1, -1, "exile", frame.controller, frame.controller, face)) for face in CARDS)
    return tuple(face for face, obj in cards if passes(bare, ctx, Seen(obj, printed_card(obj))))


def _modes(state: MagicState, source: ObjectId | None) -> tuple[Mode, ...]:
    obj = index(state.objects).get(source) if source is not None else None
    current = state.agenda[-1] if state.agenda else None
    if current is not None and current.name == "cast" and current.id == source:
        # While it is announced, it lies where it was.
        return spell_ability(
            printed_card(Obj(-1, -1, "stack", current.seat, current.seat, current.face))
        ).modes
    if obj is None:
        return ()
    if obj.zone == "stack":
        return spell_ability(printed_card(obj)).modes
    seen = view_of(state).seen.get(obj.id)
    abilities = [has.ability for has in seen.abilities] if seen is not None else []
    modal = [one for one in abilities if isinstance(one, Activated | Triggered) and one.modes]
    return modal[0].modes if len(modal) == 1 else ()
