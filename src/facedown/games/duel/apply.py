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
# much, and this is the hottest code of the game. For the same reason there is no `max`, `min`, `enumerate`
# or unpacking of tuples here.
# ruff: noqa: FURB136, RUF005, SIM113


def _with(state: DuelState, seat: Seat, side: Side) -> DuelState:
    first, second = state.sides
    sides = (first, side) if seat else (side, second)
    return DuelState(state.options, sides, state.owed, state.active, state.turn, state.mana)


def _with_health(state: DuelState, seat: Seat, health: int) -> DuelState:
    first, second = state.sides
    old = second if seat else first
    side = Side(health, old.deck, old.hand, old.board, old.grave, old.burning, old.fatigue)
    sides = (first, side) if seat else (side, second)
    return DuelState(state.options, sides, state.owed, state.active, state.turn, state.mana)


def _with_creature(state: DuelState, seat: Seat, at: int, creature: Creature) -> DuelState:
    """Another creature at this place of the board."""
    first, second = state.sides
    old = second if seat else first
    board = list(old.board)
    board[at] = creature
    side = Side(old.health, old.deck, old.hand, tuple(board), old.grave, old.burning, old.fatigue)
    sides = (first, side) if seat else (side, second)
    return DuelState(state.options, sides, state.owed, state.active, state.turn, state.mana)


def _place(board: tuple[Creature, ...], ref: Ref) -> int:
    """Where on the board this creature stands; -1 if it does not."""
    at = 0
    for creature in board:
        if creature.ref == ref:
            return at
        at += 1
    return -1


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
    seat, (first, second) = event.seat, state.sides
    old = second if seat else first
    board = list(old.board)
    at = 0
    for c in old.board:
        if c.tired:
            board[at] = Creature(c.ref, c.card, c.attack, c.health, False)
        at += 1
    side = Side(old.health, old.deck, old.hand, tuple(board), old.grave, old.burning, old.fatigue)
    sides = (first, side) if seat else (side, second)
    return DuelState(state.options, sides, state.owed, seat, event.turn, state.options.mana)


def _card_drawn(state: DuelState, event: CardDrawn) -> DuelState:
    old = state.sides[event.seat]
    hand = old.hand + (event.ref,)
    side = Side(old.health, old.deck[:-1], hand, old.board, old.grave, old.burning, old.fatigue)
    return _with(state, event.seat, side)


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
    old, amount = state.sides[event.seat], event.amount
    health = old.health - amount if old.health > amount else 0
    side = Side(health, old.deck, old.hand, old.board, old.grave, old.burning, amount)
    return _with(state, event.seat, side)


def _creature_played(state: DuelState, event: CreaturePlayed) -> DuelState:
    (first, second), card = state.sides, CARDS[event.card]
    old = second if event.seat else first
    tired = not card.swift and state.options.arrival == "rest"
    board = old.board + (Creature(event.ref, event.card, card.attack, card.health, tired),)
    hand = _without(old.hand, event.ref)
    side = Side(old.health, old.deck, hand, board, old.grave, old.burning, old.fatigue)
    sides = (first, side) if event.seat else (side, second)
    return DuelState(state.options, sides, state.owed, state.active, state.turn, state.mana - card.cost)


def _spell_cast(state: DuelState, event: SpellCast) -> DuelState:
    first, second = state.sides
    old = second if event.seat else first
    hand = _without(old.hand, event.ref)
    grave = old.grave + (Discarded(event.ref, event.card),)
    side = Side(old.health, old.deck, hand, old.board, grave, old.burning, old.fatigue)
    sides = (first, side) if event.seat else (side, second)
    mana = state.mana - CARDS[event.card].cost
    return DuelState(state.options, sides, state.owed, state.active, state.turn, mana)


def _attacked(state: DuelState, event: Attacked) -> DuelState:
    board = state.sides[event.seat].board
    at = _place(board, event.attacker)
    c = board[at]
    return _with_creature(state, event.seat, at, Creature(c.ref, c.card, c.attack, c.health, True))


def _damaged(state: DuelState, event: Damaged) -> DuelState:
    ref, amount = event.target, event.amount
    if ref < 0:
        health = state.sides[-1 - ref].health
        return _with_health(state, -1 - ref, health - amount if health > amount else 0)
    seat = 0
    for side in state.sides:
        at = 0
        for c in side.board:
            if c.ref == ref:
                hurt = Creature(ref, c.card, c.attack, c.health - amount, c.tired)
                return _with_creature(state, seat, at, hurt)
            at += 1
        seat = 1
    raise LookupError(f"no creature {ref} on the table")


def _hero_healed(state: DuelState, event: HeroHealed) -> DuelState:
    health, most = state.sides[event.seat].health, state.options.hero_health
    if not health:
        return state  # a hero at 0 has fallen; nothing brings it back
    health += event.amount
    return _with_health(state, event.seat, health if health < most else most)


def _creature_died(state: DuelState, event: CreatureDied) -> DuelState:
    old = state.sides[event.seat]
    at = _place(old.board, event.ref)
    board = old.board[:at] + old.board[at + 1 :]
    grave = old.grave + (Discarded(event.ref, old.board[at].card),)
    side = Side(old.health, old.deck, old.hand, board, grave, old.burning, old.fatigue)
    return _with(state, event.seat, side)


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
