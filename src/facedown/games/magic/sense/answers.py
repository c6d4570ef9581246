"""Answers to prompts: which options to take, of whatever is asked."""

from collections.abc import Callable

from facedown.games.magic.engine.permission import glimpse, open_modes
from facedown.games.magic.filters import Ctx
from facedown.games.magic.manas import WUBRG, value_of
from facedown.games.magic.model import Activated, Card, Enters, May, Unless
from facedown.games.magic.seen import Seen
from facedown.games.magic.sense.aims import Aimed, aimed, aimed_modes, aimed_spell
from facedown.games.magic.sense.combat import plan_attack, plan_block
from facedown.games.magic.sense.effects import attached, framed, gain
from facedown.games.magic.sense.hidden import matches, staying
from facedown.games.magic.sense.lands import Mana
from facedown.games.magic.sense.values import keeping, permanent, printed
from facedown.games.magic.state import MagicState, Obj, Prompt, index
from facedown.games.magic.view import View, printed_card, view_of
from facedown.kernel import Faces

Picks = tuple[int, ...]


def answer(state: MagicState, prompt: Prompt, faces: Faces) -> Picks:
    """The options that a sensible player would take, in this order."""
    how = _ANSWERS.get(prompt.kind)
    picks = how(state, prompt, faces) if how is not None else None
    return default(prompt) if picks is None else picks


def default(prompt: Prompt) -> Picks:
    """What a player in a hurry takes."""
    return prompt.default or tuple(range(prompt.min))


# --- what is aimed at ---


def _in_hand(state: MagicState, prompt: Prompt, faces: Faces) -> Aimed | None:
    """The best aim of what is being cast, activated or put on the stack."""
    view, seat = view_of(state), prompt.seat
    task = state.agenda[-1]
    if task.name == "cast":
        obj = index(state.objects).get(task.id)
        face = task.face or (obj.face if obj is not None else faces.get(task.id, ""))
        source = glimpse(state, task.id, face, seat)
        return aimed_spell(Ctx(view, seat, source), source.card, source, seat)
    if task.name == "activate" and task.id in view.seen:
        seen = view.seen[task.id]
        ability = seen.abilities[task.more[0]].ability
        return _ability(view, seen, ability) if isinstance(ability, Activated) else None
    if task.name == "triggers":
        for one in state.waiting:
            if one.controller == seat and one.source[0] == prompt.source:
                found = view.last(one.source)
                if found is None:
                    return None
                ctx = framed(Ctx(view, seat, found, None, one.note), (), one.x)
                if one.ability.modes:
                    able = open_modes(ctx, one.ability.modes, found)
                    return aimed_modes(ctx, one.ability.modes, able, seat, one.x)
                return aimed(ctx, one.ability.do, one.ability.targets, seat, one.x)
    return None


def _ability(view: View, seen: Seen, ability: Activated) -> Aimed:
    ctx = Ctx(view, seen.controller, seen)
    if ability.modes:
        return aimed_modes(ctx, ability.modes, open_modes(ctx, ability.modes, seen), seen.controller)
    return aimed(ctx, ability.do, ability.targets, seen.controller)


def _target(state: MagicState, prompt: Prompt, faces: Faces) -> Picks | None:
    found = _in_hand(state, prompt, faces)
    if found is None:
        return None
    asked = [int(option[0]) for option in prompt.options]
    for options, chosen in zip(found.options, found.chosen, strict=True):
        if [pointer[0] for pointer in options] == asked and prompt.min <= len(chosen) <= prompt.max:
            return tuple(asked.index(pointer[0]) for pointer in chosen)
    return None


def _mode(state: MagicState, prompt: Prompt, faces: Faces) -> Picks | None:
    if prompt.max > 1:
        return None
    found = _in_hand(state, prompt, faces)
    places = [int(option[0]) for option in prompt.options]
    return (places.index(found.mode),) if found is not None and found.mode in places else None


def _x(state: MagicState, prompt: Prompt, faces: Faces) -> Picks | None:
    found = _in_hand(state, prompt, faces) if state.agenda[-1].name == "cast" else None
    return (min(found.x, len(prompt.options) - 1),) if found is not None else None


# --- objects and cards ---


def _least(state: MagicState, prompt: Prompt, _: Faces) -> Picks:
    """What one would miss least."""
    view = view_of(state)

    def price(place: int) -> int:
        seen = view.seen.get(int(prompt.options[place][0]))
        return permanent(seen) if seen is not None else 0

    return tuple(sorted(range(len(prompt.options)), key=price)[: prompt.min])


def _most(state: MagicState, prompt: Prompt, _: Faces) -> Picks:
    view = view_of(state)
    seen = [
        view.seen.get(int(option[0])) if isinstance(option[0], int) else None for option in prompt.options
    ]
    best = max(range(len(seen)), key=lambda place: permanent(one) if (one := seen[place]) else -1)
    return (best,)


def _throw_away(state: MagicState, prompt: Prompt, faces: Faces) -> Picks:
    """The cards of one's hand that one would miss least."""
    view = view_of(state)
    hand = state.players[prompt.seat].hand
    in_hand = sum("Land" in _card(faces, ref).types for ref in hand)
    refs = [int(option[0]) for option in prompt.options]
    known = [place for place, ref in enumerate(refs) if ref in faces or not prompt.opens]
    order = sorted(known, key=lambda place: keeping(_card(faces, refs[place]), view, prompt.seat, in_hand))
    return tuple(order[: prompt.min])


def _card(faces: Faces, ref: int) -> Card:
    return printed_card(Obj(ref, 0, "hand", 0, 0, faces.get(ref, "")))


def _their_best(_: MagicState, prompt: Prompt, faces: Faces) -> Picks:
    refs = [int(option[0]) for option in prompt.options]
    order = sorted(range(len(refs)), key=lambda place: -printed(_card(faces, refs[place])))
    return tuple(order[: max(1, prompt.min)])


def _attach(state: MagicState, prompt: Prompt, _: Faces) -> Picks | None:
    view = view_of(state)
    aura = view.seen.get(prompt.source if prompt.source is not None else -1)
    if aura is None:
        return None
    ctx = Ctx(view, prompt.seat, aura)
    abilities = [has.ability for has in aura.abilities]
    hosts = [view.seen[int(option[0])] for option in prompt.options]
    return (max(range(len(hosts)), key=lambda place: attached(abilities, ctx, hosts[place], prompt.seat)),)


# --- yes or no ---


def _confirm(state: MagicState, prompt: Prompt, faces: Faces) -> Picks | None:
    task = state.agenda[-1]
    frame = task.frame
    if prompt.source is not None and (card := _entering(state, prompt.source, faces)) is not None:
        return (0,) if Mana(state, prompt.seat, faces).wants(card) else (1,)
    if frame is None or not frame.do:
        return None
    op = frame.do[0]
    view = view_of(state)
    source = view.last(frame.source)
    if source is None or not isinstance(op, May | Unless):
        return None
    rest = gain(op.do, Ctx(view, frame.controller, source, frame), prompt.seat)
    if isinstance(op, May):
        return (0,) if rest >= 0 else (1,)
    return (0,) if rest < -8 else (1,)


def _entering(state: MagicState, ref: int, faces: Faces) -> Card | None:
    """The land that is about to enter, if it asks for something to enter untapped."""
    obj = index(state.objects).get(ref)
    if obj is not None and obj.zone == "battlefield":
        return None
    card = printed_card(obj) if obj is not None else _card(faces, ref)
    asks = any(isinstance(ability, Enters) and ability.unless is not None for ability in card.abilities)
    return card if asks else None


def _mulligan(state: MagicState, prompt: Prompt, faces: Faces) -> Picks:
    """Three to five lands of seven are good; two will do with cheap cards, or in a second hand."""
    own = state.players[prompt.seat]
    cards = [_card(faces, ref) for ref in own.hand]
    lands = sum("Land" in card.types for card in cards)
    cheap = sum("Land" not in card.types and value_of(card.cost) <= 2 for card in cards)
    spells = sum("Land" not in card.types and "Aura" not in card.subtypes for card in cards)
    keep = (lands >= 3 and spells >= 2) or (lands == 2 and (own.mulligans > 0 or cheap >= 3))
    return (0,) if keep or len(cards) < 6 or own.mulligans > 1 else (1,)


def _color(state: MagicState, prompt: Prompt, faces: Faces) -> Picks | None:
    """The color that the hand asks for most."""
    asked = "".join(_card(faces, ref).cost for ref in state.players[prompt.seat].hand)
    if [option[0] for option in prompt.options] != list(WUBRG):
        return None
    return (max(range(5), key=lambda place: asked.count(WUBRG[place])),)


def _search(state: MagicState, prompt: Prompt, faces: Faces) -> Picks:
    return (min(len(prompt.options) - 1, len(matches(state, prompt, faces))),)


def _arrange(state: MagicState, prompt: Prompt, faces: Faces) -> Picks | None:
    return staying(state, prompt, faces)


def _auto(_: MagicState, prompt: Prompt, __: Faces) -> Picks:
    return (len(prompt.options) - 1,)


_ANSWERS: dict[str, Callable[[MagicState, Prompt, Faces], Picks | None]] = {
    "attack": lambda state, prompt, _: plan_attack(view_of(state), prompt),
    "block": lambda state, prompt, _: plan_block(view_of(state), prompt),
    "target": _target,
    "mode": _mode,
    "x": _x,
    "sacrifice": _least,
    "tap": _least,
    "return": _least,
    "copy": _most,
    "discard": _throw_away,
    "bottom": _throw_away,
    "card": _their_best,
    "attach": _attach,
    "confirm": _confirm,
    "mulligan": _mulligan,
    "color": _color,
    "search": _search,
    "arrange": _arrange,
    "pay": _auto,
}
