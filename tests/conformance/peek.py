"""A small game for the tests: shuffles, dice, reveals, grants, undo and more than two seats."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from facedown.kernel import (
    EVERYONE,
    NOBODY,
    Answer,
    Face,
    Faces,
    Game,
    IllegalAction,
    InvalidAction,
    Options,
    Outcome,
    Ref,
    Request,
    Reveal,
    Revealed,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Zone,
    only,
)

VALUES = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


class PeekOptions(Options, frozen=True):
    hand: Annotated[int, msgspec.Meta(ge=0, le=5)] = 3
    turns: int = 20


class Shown(msgspec.Struct, frozen=True):
    ref: Ref
    face: Face


class Side(msgspec.Struct, frozen=True):
    deck: tuple[Ref, ...]
    hand: tuple[Ref, ...] = ()
    table: tuple[Shown, ...] = ()
    peeked: tuple[Ref, ...] = ()
    """The top of the own deck, if this seat has looked at it."""
    luck: int = 0


class PeekState(msgspec.Struct, frozen=True):
    options: PeekOptions
    sides: tuple[Side, ...]
    owed: tuple[Request, ...]
    active: Seat = 0
    turn: int = 0
    boast: int = 0


class Boast(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Say a number. Changes nothing that matters, so it can be taken back."""

    number: int


class Look(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Look at the top card of the own deck."""


class Play(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    card: Ref


class Mill(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Turn up the top card of the own deck."""


class Mix(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Shuffle the hand into the deck."""


class Gamble(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Throw a die for points."""


Action: TypeAlias = Boast | Look | Play | Mill | Mix | Gamble


class Became(msgspec.Struct, frozen=True):
    """The one event: a seat's side is now this, and the table goes on like that."""

    seat: Seat
    side: Side
    owed: tuple[Request, ...]
    active: Seat
    turn: int
    boast: int = 0


class Peek(Game[PeekState, Action, Became]):
    """Look, play, mill, mix or gamble; the highest sum of open cards wins."""

    name = "peek"
    seats = (2, 3)
    options_type = PeekOptions
    state_type = PeekState
    action_type = Action
    event_type = Became

    def check_deck(self, deck: Sequence[Face], options: PeekOptions) -> None:
        if len(deck) != 8 or any(face not in VALUES for face in deck):
            raise InvalidAction("a deck has eight known cards")

    def decks(self) -> dict[str, tuple[Face, ...]]:
        return {
            "plain": ("one", "two", "three", "four", "five", "six", "one", "six"),
            "high": ("five", "six", "five", "six", "five", "six", "four", "four"),
        }

    def start(self, options: PeekOptions, decks: Sequence[tuple[Ref, ...]]) -> PeekState:
        return PeekState(options, tuple(map(Side, decks)), tuple(map(Shuffle, decks)))

    def zones(self, state: PeekState) -> Iterable[Zone]:
        for seat, side in enumerate(state.sides):
            yield Zone("deck", seat, NOBODY, side.deck)
            yield Zone("hand", seat, only(seat), side.hand)
            yield Zone("table", seat, EVERYONE, tuple(shown.ref for shown in side.table))
            yield Zone("peeked", seat, only(seat), side.peeked, grant=True)

    def requests(self, state: PeekState) -> tuple[Request, ...]:
        return state.owed

    def active(self, state: PeekState) -> tuple[Seat, ...]:
        return () if state.owed or self.outcome(state) is not None else (state.active,)

    def legal(self, state: PeekState, seat: Seat, faces: Faces) -> list[Action]:
        if seat not in self.active(state):
            return []
        side = state.sides[seat]
        actions: list[Action] = [Gamble(), Mix(), *map(Play, side.hand)]
        actions += [Boast(number) for number in (1, 2) if not state.boast]
        if side.deck:
            actions += [Mill()] if side.peeked else [Mill(), Look()]
        return actions

    def opens(self, state: PeekState, seat: Seat, action: Action) -> tuple[Ref, ...]:
        return (action.card,) if isinstance(action, Play) else ()

    def decide(self, state: PeekState, seat: Seat, action: Action, faces: Faces) -> list[Became]:
        side = state.sides[seat]
        following = (seat + 1) % len(state.sides)
        match action:
            case Boast(number=number):
                if state.boast or number not in (1, 2):
                    raise IllegalAction("say one or two, once")
                return [Became(seat, side, (), seat, state.turn, number)]
            case Look():
                if not side.deck or side.peeked:
                    raise IllegalAction("there is nothing to look at")
                seen = msgspec.structs.replace(side, peeked=side.deck[-1:])
                return [Became(seat, seen, (), seat, state.turn, state.boast)]
            case Play(card=card):
                if card not in side.hand:
                    raise IllegalAction("that card is not in your hand")
                hand = tuple(ref for ref in side.hand if ref != card)
                table = (*side.table, Shown(card, faces[card]))
                side = msgspec.structs.replace(side, hand=hand, table=table)
                return [Became(seat, side, (), following, state.turn + 1)]
            case Mill():
                if not side.deck:
                    raise IllegalAction("your deck is empty")
                owed: Request = Reveal(side.deck[-1:])
            case Mix():
                deck = side.deck + side.hand
                side = msgspec.structs.replace(side, deck=deck, hand=(), peeked=())
                owed = Shuffle(deck)
            case Gamble():
                owed = Roll(6)
        return [Became(seat, side, (owed,), following, state.turn + 1)]

    def settle(self, state: PeekState, answer: Answer) -> list[Became]:
        owed, rest = state.owed[0], state.owed[1:]
        before = (state.active - 1) % len(state.sides)
        if not state.turn:
            before = len(state.sides) - len(state.owed)
        side = state.sides[before]
        match owed, answer:
            case _, Shuffled(refs=refs):
                hand = state.options.hand if not state.turn else 1
                side = msgspec.structs.replace(
                    side, deck=refs[: len(refs) - hand], hand=refs[len(refs) - hand :]
                )
            case Reveal(refs=(ref,)), Revealed(faces=(face,)):
                table = (*side.table, Shown(ref, face))
                side = msgspec.structs.replace(side, deck=side.deck[:-1], table=table, peeked=())
            case _, Rolled(value=value):
                side = msgspec.structs.replace(side, luck=side.luck + value)
        return [Became(before, side, rest, state.active, state.turn)]

    def apply(self, state: PeekState, event: Became) -> PeekState:
        sides = tuple(event.side if seat == event.seat else side for seat, side in enumerate(state.sides))
        return PeekState(state.options, sides, event.owed, event.active, event.turn, event.boast)

    def outcome(self, state: PeekState) -> Outcome | None:
        if state.turn < state.options.turns or state.owed:
            return None
        sums = [side.luck + sum(VALUES[shown.face] for shown in side.table) for side in state.sides]
        best = tuple(seat for seat, points in enumerate(sums) if points == max(sums))
        return Outcome(best if len(best) == 1 else (), "most points")


PEEK: Game[Any, Any, Any] = Peek()
