"""What is worth offering in free-form play. Far more may be done: `parse` reads it, `carry_out` checks it."""

from facedown.games.magic.actions import AnyAction
from facedown.games.magic.dial.rest import at_rest
from facedown.games.magic.dial.rules import suggestions
from facedown.games.magic.freeform import (
    AddPool,
    AttachCard,
    CheckTable,
    Concede,
    DrawCards,
    Flip,
    Kick,
    Look,
    MakeToken,
    MoveCards,
    Mulligan,
    NeverMind,
    NextTurn,
    Point,
    Resolve,
    ReverseOrder,
    RollDie,
    Ruling,
    Say,
    SetAttribute,
    SetCounters,
    SetLife,
    SetStep,
    Show,
    ShuffleLibrary,
    UntapAll,
)
from facedown.games.magic.players import in_order, judges
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import MADE, STEPS, MagicState, Obj, Status, index, player
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Faces, Seat

_RULED = (SetLife(-1), SetLife(1), Concede())
"""What a judge is offered to do for each player."""
MOST = 80
"""So many cards in hand, and so many of one's permanents, are offered something: those that came last."""
NEAR = 3
"""So many of the last cards of a pile, and of the things to attach to, are offered."""


def legal_freely(state: MagicState, seat: Seat, faces: Faces) -> list[AnyAction]:
    """Useful commands, each of which is accepted. It is a choice, not all there is."""
    if not at_rest(state):
        return []
    if seat in judges(state):
        return [NextTurn(), RollDie(20), *(Ruling(one, does) for one in in_order(state) for does in _RULED)]
    if state.players[seat].lost:
        return []
    return [
        *_assisted(state, seat, faces),
        *_turn(state, seat),
        *_hand(state, seat, faces),
        *_battlefield(state, seat),
        *_stack(state, seat),
        *_piles(state, seat),
        *_library(state, seat),
        *_oneself(state, seat),
    ]


def _assisted(state: MagicState, seat: Seat, faces: Faces) -> list[AnyAction]:
    if state.options.dial != "assisted":
        return []
    from facedown.games.magic.legal import with_priority

    by_rules = with_priority(state, seat, faces)[1:]  # all but to pass: nobody waits for that
    drop = [NeverMind()] if state.waiting else []
    return [*([CheckTable()] if suggestions(state) else []), *drop, *by_rules]


def _turn(state: MagicState, seat: Seat) -> list[AnyAction]:
    if state.active != seat:
        return []
    place = STEPS.index(state.step)
    following = [SetStep(STEPS[place + 1])] if place + 1 < len(STEPS) else []
    return [*following, NextTurn(), *([ReverseOrder()] if len(in_order(state)) > 2 else [])]


def _hand(state: MagicState, seat: Seat, faces: Faces) -> list[AnyAction]:
    actions: list[AnyAction] = []
    for ref in state.players[seat].hand[-MOST:]:
        if ref in faces:
            card = printed_card(Obj(-1, -1, "hand", seat, seat, faces[ref]))
            actions.append(MoveCards((ref,), "battlefield" if "Land" in card.types else "stack"))
            actions.append(MoveCards((ref,), "graveyard"))
            actions.append(MoveCards((ref,), "library", -1))
            if "Creature" in card.types:
                actions.append(MoveCards((ref,), "battlefield", face_down=True))
    return actions


def _battlefield(state: MagicState, seat: Seat) -> list[AnyAction]:
    view = view_of(state)
    mine = view.controlled(seat)
    actions: list[AnyAction] = []
    if any((status := _status(state, seen)).tapped and not status.frozen for seen in mine):
        actions.append(UntapAll())
    for seen in mine[-MOST:]:
        if seen.obj.face_down and seen.id < MADE and seen.obj.controller != seat:
            continue
        actions.append(SetAttribute((seen.id,), tapped=not _status(state, seen).tapped))
        actions += [MoveCards((seen.id,), "graveyard"), MoveCards((seen.id,), "hand")]
        if seen.obj.face_down and seen.id < MADE:
            actions.append(Flip(seen.id))
        actions += _creature(state, seat, seen)
        if seen.obj.attached is not None:
            actions.append(AttachCard(seen.id, seen.id))
        elif "Equipment" in seen.subtypes or "Aura" in seen.subtypes:
            hosts = [one.id for one in mine if one.creature and one.id != seen.id and not one.obj.attached]
            actions += [AttachCard(seen.id, host) for host in hosts[:NEAR]]
    return actions


def _creature(state: MagicState, seat: Seat, seen: Seen) -> list[AnyAction]:
    if not seen.creature:
        return []
    actions: list[AnyAction] = [SetCounters(seen.id, "+1/+1", 1)]
    if state.active == seat:
        attacks = view_of(state).attacks(seen.id)
        others = [player(other) for other in in_order(state, seat)[1:]]
        actions += [SetAttribute((seen.id,), attacks=to) for to in ([seen.id] if attacks else others)]
    elif state.combat is not None:
        against = [attack for attack in state.combat.attacks if attack.defender == player(seat)]
        actions += [
            SetAttribute((seen.id,), blocks=attack.id)
            for attack in against[:NEAR]
            if seen.id not in attack.blockers
        ]
    return actions


def _status(state: MagicState, seen: Seen) -> Status:
    return index(state.status).get(seen.id) or Status(seen.id)


def _stack(state: MagicState, seat: Seat) -> list[AnyAction]:
    if not state.stack:
        return []
    top = index(state.objects)[state.stack[-1]]
    arrows: list[AnyAction] = []
    if top.controller == seat:
        arrows = [Point(top.id, player(other)) for other in in_order(state, seat)[1:]]
    return [Resolve(), *arrows]


def _piles(state: MagicState, seat: Seat) -> list[AnyAction]:
    actions: list[AnyAction] = []
    for zone in ("graveyard", "exile", "command"):
        pile = [obj for obj in state.objects if obj.zone == zone and obj.owner == seat and obj.id < MADE]
        open_ = [obj for obj in pile if not obj.face_down or obj.controller == seat]
        to = "battlefield" if zone == "command" else "hand"
        actions += [MoveCards((obj.id,), to) for obj in open_[-NEAR:]]  # type: ignore[arg-type]
    return actions


def _library(state: MagicState, seat: Seat) -> list[AnyAction]:
    own = state.players[seat]
    actions: list[AnyAction] = []
    if own.library:
        actions += [DrawCards(1), ShuffleLibrary(), MoveCards((own.library[-1],), "graveyard")]
        actions += [Look(1)] if own.library[-1] not in own.seen else []
        actions += [Look(0)] if any(ref not in own.seen for ref in own.library) else []
    if own.hand:
        actions += [DrawCards(-1), Show(zone="hand")]
        for other in in_order(state, seat)[1:]:
            if any(ref not in state.players[other].seen for ref in own.hand):
                actions.append(Show(zone="hand", to=other))
    if state.turn == 1 and own.hand:
        actions.append(Mulligan(len(own.hand) - 1))
    return actions


def _oneself(state: MagicState, seat: Seat) -> list[AnyAction]:
    pool = state.players[seat].pool
    made = sum(1 for obj in state.objects if obj.id >= MADE)
    return [
        SetLife(-1),
        SetLife(1),
        *([AddPool(f"-{pool[0][0]}")] if pool else [AddPool("C")]),
        *([MakeToken("Soldier")] if made < NEAR * 10 else []),
        SetCounters(player(seat), "poison", 1),
        RollDie(20),
        Say("good game"),
        Concede(),
        *_unwanted(state, seat),
    ]


def _unwanted(state: MagicState, seat: Seat) -> list[AnyAction]:
    others = in_order(state, seat)[1:]
    return [Kick(one) for one in others if len(others) > 1 and seat not in state.players[one].unwanted]
