"""Everything a player may do now."""

from facedown.games.magic.actions import Activate, AnyAction, Cast, Choose, Done, Pass, PlayLand, TurnUp
from facedown.games.magic.decide import hand_abilities, may_stop, may_turn_up, open_options
from facedown.games.magic.engine.opening import begins_with
from facedown.games.magic.engine.permission import activatable, castable, keyword_of, may_play_land
from facedown.games.magic.freeform import NeverMind
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import MagicState, Obj, index
from facedown.games.magic.view import View, card_of, view_of
from facedown.kernel import Faces, Seat

PASS = Pass()


def legal(state: MagicState, seat: Seat, faces: Faces) -> list[AnyAction]:
    """All actions of a seat that knows these faces of its hidden cards."""
    prompt = state.prompt
    if state.result is not None or state.owed or prompt is None:
        return []
    if prompt.kind == "free":
        from facedown.games.magic.dial import legal_freely

        return legal_freely(state, seat, faces)
    if prompt.seat != seat:
        return []
    if prompt.kind == "priority":
        return with_priority(state, seat, faces)
    actions: list[AnyAction] = [Choose(place) for place in open_options(prompt)]
    if prompt.opens:
        actions = [
            one for one in actions if isinstance(one, Choose) and _known(prompt.options[one.option], faces)
        ]
    if prompt.kind == "mulligan":
        for ref in state.players[seat].hand:
            place = begins_with(state, seat, ref, faces[ref]) if ref in faces else None
            actions += [Activate(ref, place)] if place is not None else []
    if may_stop(state, prompt):
        actions.insert(0, Done())
    if state.options.dial == "assisted" and state.turn:
        actions.append(NeverMind())
    return actions


def _known(option: tuple[int | str, ...], faces: Faces) -> bool:
    return all(value in faces for value in option if isinstance(value, int))


def with_priority(state: MagicState, seat: Seat, faces: Faces) -> list[AnyAction]:
    """Pass, play a land, cast and activate, as the rules allow."""
    actions: list[AnyAction] = [PASS]
    own = state.players[seat]
    lands = may_play_land(state, seat)
    for ref in own.hand:
        face = faces.get(ref)
        if face is None:
            continue
        if lands and "Land" in card_of(face).types:
            actions.append(PlayLand(ref))
        actions += [Cast(ref, way.name) for way in castable(state, seat, ref, face)]  # type: ignore[arg-type]
        actions += [Activate(ref, place) for place in hand_abilities(state, seat, ref, face)]
    actions += _in_the_open(state, seat, faces)
    return actions


def _in_the_open(state: MagicState, seat: Seat, faces: Faces) -> list[AnyAction]:
    actions: list[AnyAction] = []
    view = view_of(state)
    for obj in state.objects:
        if obj.owner == seat and obj.face and obj.card is None and _may_cast_there(obj):
            actions += [Cast(obj.id, way.name) for way in castable(state, seat, obj.id, obj.face)]  # type: ignore[arg-type]
    for seen in _offering(view):
        for place, ability, mana in seen.kit.activated:
            if seen.controller != seat and not ability.anyone:
                continue
            if activatable(state, seat, seen, place, mana=mana):
                actions.append(Activate(seen.id, place))
        if seen.obj.face_down and may_turn_up(state, seat, seen.id, faces.get(seen.id, "")):
            actions.append(TurnUp(seen.id))
    return actions


def _may_cast_there(obj: Obj) -> bool:
    return obj.zone == "command" or (
        obj.zone == "graveyard" and keyword_of(card_of(obj.face), "flashback") is not None
    )


def _offering(view: View) -> list[Seen]:
    """What has something that can be activated or turned up; kept with the view."""
    known: list[Seen] | None = view.index.get("offering")
    if known is None:
        known = view.index["offering"] = [
            seen
            for seen in view.seen.values()
            if seen.zone != "stack" and (seen.kit.activated or seen.obj.face_down)
        ]
    return known


def waits_for(state: MagicState) -> Obj | None:
    """What is about to resolve."""
    return index(state.objects).get(state.stack[-1]) if state.stack else None
