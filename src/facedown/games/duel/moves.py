"""What players do (imperative) and what then happened (past tense)."""

from typing import TypeAlias

import msgspec

from facedown.kernel import Face, Ref, Seat


class PlayCreature(msgspec.Struct, frozen=True, gc=False, tag="play_creature", forbid_unknown_fields=True):
    """Put a creature from the hand on the board."""

    card: Ref


class PlaySpell(msgspec.Struct, frozen=True, gc=False, tag="play_spell", forbid_unknown_fields=True):
    """Cast a spell from the hand at any creature or hero."""

    card: Ref
    target: Ref


class Attack(msgspec.Struct, frozen=True, gc=False, tag="attack", forbid_unknown_fields=True):
    """Attack an enemy creature or the enemy hero with a creature that is not tired."""

    attacker: Ref
    target: Ref


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag="end_turn", forbid_unknown_fields=True):
    """Let the other player have a turn."""


Action: TypeAlias = PlayCreature | PlaySpell | Attack | EndTurn


class DeckShuffled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A deck came back from the dealer in secret order, under fresh refs."""

    seat: Seat
    refs: tuple[Ref, ...]


class FirstChosen(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The coin fell: this seat begins."""

    seat: Seat


class TurnBegan(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A new turn: full mana, rested creatures."""

    seat: Seat
    turn: int


class CardDrawn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The top card of a deck went to its owner's hand, face down."""

    seat: Seat
    ref: Ref


class CardOverdrawn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The hand was full: the top card of the deck is about to be turned up and discarded."""

    seat: Seat
    ref: Ref


class CardBurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An overdrawn card was turned up and discarded."""

    seat: Seat
    ref: Ref
    card: Face


class HeroWearied(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A draw from the empty deck hurt the hero."""

    seat: Seat
    amount: int


class CreaturePlayed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A creature came from the hand to the board, face up."""

    seat: Seat
    ref: Ref
    card: Face


class SpellCast(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A spell was turned up, paid for and discarded; its damage follows."""

    seat: Seat
    ref: Ref
    card: Face
    target: Ref


class Attacked(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A creature attacked. `struck` is the target, or the guard that stepped in front of its hero."""

    seat: Seat
    attacker: Ref
    target: Ref
    struck: Ref


class Damaged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A creature or a hero lost health."""

    target: Ref
    amount: int


class HeroHealed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A hero regained health, never above the health it began with."""

    seat: Seat
    amount: int


class CreatureDied(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A creature without health left went to its owner's graveyard."""

    seat: Seat
    ref: Ref


Event: TypeAlias = (
    DeckShuffled
    | FirstChosen
    | TurnBegan
    | CardDrawn
    | CardOverdrawn
    | CardBurned
    | HeroWearied
    | CreaturePlayed
    | SpellCast
    | Attacked
    | Damaged
    | HeroHealed
    | CreatureDied
)
