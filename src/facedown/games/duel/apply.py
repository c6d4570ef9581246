"""From an event to the next state. No event is questioned here: it has happened."""

from collections.abc import Callable
from typing import Any

from facedown.games.duel.cards import CARDS
from facedown.games.duel.moves import (
    Attacked,
    CardBurned,
    CardDrawn,
    CardOverdrawn,
    CreatureDied,
    CreaturePlayed,
    Damaged,
    DeckShuffled,
    Event,
    FirstChosen,
    HeroHealed,
    HeroWearied,
    SpellCast,
    TurnBegan,
)
from facedown.games.duel.state import Creature, Discarded, DuelState, Side
from facedown.kernel import Ref, Reveal, Seat


def apply(state: DuelState, event: Event) -> DuelState:
    """The state after the event."""
    return _APPLY[type(event)](state, event)


# States and sides are built positionally, field by field: `msgspec.structs.replace` costs three times as
# much, and this is the hottest code of the game.


def _with(state: DuelState, seat: Seat, side: Side) -> DuelState:
    sides = (side, state.sides[1]) if seat == 0 else (state.sides[0], side)
    return DuelState(state.options, sides, state.owed, state.active, state.turn, state.mana)


def _with_board(side: Side, board: tuple[Creature, ...]) -> Side:
    return Side(side.health, side.deck, side.hand, board, side.grave, side.burning, side.fatigue)


def _with_health(side: Side, health: int) -> Side:
    return Side(health, side.deck, side.hand, side.board, side.grave, side.burning, side.fatigue)


def _without(hand: tuple[Ref, ...], ref: Ref) -> tuple[Ref, ...]:
    at = hand.index(ref)
    return hand[:at] + hand[at + 1 :]


def _deck_shuffled(state: DuelState, event: DeckShuffled) -> DuelState:
    old = state.sides[event.seat]
    side = Side(old.health, event.refs, old.hand, old.board, old.grave, old.burning, old.fatigue)
    state = _with(state, event.seat, side)
    return DuelState(state.options, state.sides, state.owed[1:], state.active, state.turn, state.mana)


def _first_chosen(state: DuelState, event: FirstChosen) -> DuelState:
    return DuelState(state.options, state.sides, state.owed[1:], event.seat, state.turn, state.mana)


def _turn_began(state: DuelState, event: TurnBegan) -> DuelState:
    seat = event.seat
    side = state.sides[seat]
    board = tuple([Creature(c.ref, c.card, c.attack, c.health, False) if c.tired else c for c in side.board])
    rested = Side(side.health, side.deck, side.hand, board, side.grave, side.burning, side.fatigue)
    sides = (rested, state.sides[1]) if seat == 0 else (state.sides[0], rested)
    return DuelState(state.options, sides, state.owed, seat, event.turn, state.options.mana)


def _card_drawn(state: DuelState, event: CardDrawn) -> DuelState:
    side = state.sides[event.seat]
    hand = (*side.hand, event.ref)
    new = Side(side.health, side.deck[:-1], hand, side.board, side.grave, side.burning, side.fatigue)
    return _with(state, event.seat, new)


def _card_overdrawn(state: DuelState, event: CardOverdrawn) -> DuelState:
    side = state.sides[event.seat]
    burning = (*side.burning, event.ref)
    new = Side(side.health, side.deck[:-1], side.hand, side.board, side.grave, burning, side.fatigue)
    state = _with(state, event.seat, new)
    owed = (*state.owed, Reveal((event.ref,)))
    return DuelState(state.options, state.sides, owed, state.active, state.turn, state.mana)


def _card_burned(state: DuelState, event: CardBurned) -> DuelState:
    side = state.sides[event.seat]
    grave = (*side.grave, Discarded(event.ref, event.card))
    burning = _without(side.burning, event.ref)
    new = Side(side.health, side.deck, side.hand, side.board, grave, burning, side.fatigue)
    state = _with(state, event.seat, new)
    return DuelState(state.options, state.sides, state.owed[1:], state.active, state.turn, state.mana)


def _hero_wearied(state: DuelState, event: HeroWearied) -> DuelState:
    side = state.sides[event.seat]
    health = max(0, side.health - event.amount)
    new = Side(health, side.deck, side.hand, side.board, side.grave, side.burning, event.amount)
    return _with(state, event.seat, new)


def _creature_played(state: DuelState, event: CreaturePlayed) -> DuelState:
    side, card = state.sides[event.seat], CARDS[event.card]
    tired = state.options.arrival == "rest" and not card.swift
    board = (*side.board, Creature(event.ref, event.card, card.attack, card.health, tired))
    hand = _without(side.hand, event.ref)
    new = Side(side.health, side.deck, hand, board, side.grave, side.burning, side.fatigue)
    sides = (new, state.sides[1]) if event.seat == 0 else (state.sides[0], new)
    return DuelState(state.options, sides, state.owed, state.active, state.turn, state.mana - card.cost)


def _spell_cast(state: DuelState, event: SpellCast) -> DuelState:
    side = state.sides[event.seat]
    hand = _without(side.hand, event.ref)
    grave = (*side.grave, Discarded(event.ref, event.card))
    new = Side(side.health, side.deck, hand, side.board, grave, side.burning, side.fatigue)
    sides = (new, state.sides[1]) if event.seat == 0 else (state.sides[0], new)
    mana = state.mana - CARDS[event.card].cost
    return DuelState(state.options, sides, state.owed, state.active, state.turn, mana)


def _attacked(state: DuelState, event: Attacked) -> DuelState:
    side = state.sides[event.seat]
    ref = event.attacker
    board = tuple(
        [c if c.ref != ref else Creature(ref, c.card, c.attack, c.health, True) for c in side.board]
    )
    return _with(state, event.seat, _with_board(side, board))


def _damaged(state: DuelState, event: Damaged) -> DuelState:
    ref, amount = event.target, event.amount
    if ref < 0:
        seat = -1 - ref
        side = state.sides[seat]
        return _with(state, seat, _with_health(side, max(0, side.health - amount)))
    for seat in (0, 1):
        side = state.sides[seat]
        for at, c in enumerate(side.board):
            if c.ref == ref:
                hurt = Creature(ref, c.card, c.attack, c.health - amount, c.tired)
                return _with(state, seat, _with_board(side, (*side.board[:at], hurt, *side.board[at + 1 :])))
    raise LookupError(f"no creature {ref} on the table")


def _hero_healed(state: DuelState, event: HeroHealed) -> DuelState:
    side = state.sides[event.seat]
    if not side.health:
        return state  # a hero at 0 has fallen; nothing brings it back
    return _with(
        state, event.seat, _with_health(side, min(state.options.hero_health, side.health + event.amount))
    )


def _creature_died(state: DuelState, event: CreatureDied) -> DuelState:
    side = state.sides[event.seat]
    board = tuple([c for c in side.board if c.ref != event.ref])
    face = next(c.card for c in side.board if c.ref == event.ref)
    grave = (*side.grave, Discarded(event.ref, face))
    new = Side(side.health, side.deck, side.hand, board, grave, side.burning, side.fatigue)
    return _with(state, event.seat, new)


_APPLY: dict[type, Callable[[DuelState, Any], DuelState]] = {
    DeckShuffled: _deck_shuffled,
    FirstChosen: _first_chosen,
    TurnBegan: _turn_began,
    CardDrawn: _card_drawn,
    CardOverdrawn: _card_overdrawn,
    CardBurned: _card_burned,
    HeroWearied: _hero_wearied,
    CreaturePlayed: _creature_played,
    SpellCast: _spell_cast,
    Attacked: _attacked,
    Damaged: _damaged,
    HeroHealed: _hero_healed,
    CreatureDied: _creature_died,
}
