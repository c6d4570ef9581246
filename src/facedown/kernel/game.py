"""The contract every game fulfils. All of it is pure: no clock, no randomness, no I/O."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from facedown.kernel.card import CardInfo, DeckShape
from facedown.kernel.chance import Answer, Request, Wish
from facedown.kernel.errors import InvalidAction
from facedown.kernel.outcome import Outcome
from facedown.kernel.types import Face, Faces, Ref, Seat
from facedown.kernel.zones import Zone

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)
E = TypeVar("E", bound=msgspec.Struct)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What players may agree on before a match. A game subclasses this with its own fields and defaults."""


class Game(ABC, Generic[S, A, E]):
    """One game: types, rules and words. The state it makes may be shown to anybody.

    States, actions and events are frozen structs (or unions of tagged ones). A game moves refs between zones;
    the dealer brings what each player knows in line with `zones`.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, int]] = (2, 2)
    """The fewest and the most players."""
    options_type: ClassVar[type[Options]] = Options
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    picture_type: ClassVar[Any] = None
    """What `picture` gives, if that is not the state."""
    budget: ClassVar[int] = 0
    """Units of `Work` that a step may take; 0: every step of this game is small. Where one may be large, a
    server takes it beside its other tables, on a thread."""

    # --- before the match ---

    @abstractmethod
    def check_deck(self, deck: Sequence[Face], options: Any) -> None:
        """Raise `InvalidAction` with the reason if this deck may not be played."""

    @abstractmethod
    def decks(self) -> dict[str, tuple[Face, ...]]:
        """Ready decks by name; the first is what a newcomer gets."""

    def formats(self) -> dict[str, Any]:
        """Options that go together, by the name that people choose them by; the first is the usual one."""
        return {"usual": self.options_type()}

    def deck_shape(self, options: Any) -> DeckShape:  # noqa: ARG002 (games with other decks need it)
        """How many cards a deck has with these options, for whoever builds one."""
        return DeckShape()

    def sections(self, options: Any) -> tuple[str, ...]:  # noqa: ARG002
        """The parts of a deck list that are played, in the order in which they make up a deck.

        A deck of `("commander", "main")` begins with its commander. A list's other parts stay with the list.
        """
        return ("main",)

    def parts(self, options: Any, cards: int) -> tuple[int, ...]:  # noqa: ARG002
        """How a deck of so many cards is divided for all to see: what leads it, what stays out of the game.

        Where players hide their lists from each other, cards are hidden among those of their part.
        """
        return (cards,)

    def ready(self, options: Any) -> dict[str, tuple[Face, ...]]:
        """The ready decks that may be played with these options."""
        found = {}
        for name, deck in self.decks().items():
            try:
                self.check_deck(deck, options)
            except InvalidAction:
                continue
            found[name] = deck
        return found

    def split(self, deck: Sequence[Face]) -> Mapping[str, Sequence[Face]]:
        """A deck by its sections; put together in their order they are the deck again."""
        return {"main": deck}

    # --- the rules ---

    @abstractmethod
    def start(self, options: Any, decks: Sequence[tuple[Ref, ...]]) -> S:
        """The state before anything has happened: each seat's cards as refs, in the order of its list."""

    @abstractmethod
    def zones(self, state: S) -> Iterable[Zone]:
        """Every zone with its refs and its rule of sight, grants included.

        Keep the tuples of refs that did not change: the dealer skips a zone whose tuple it has seen.
        """

    @abstractmethod
    def requests(self, state: S) -> Sequence[Request]:
        """What the dealer owes before anybody may act; the first is answered next."""

    @abstractmethod
    def active(self, state: S) -> Sequence[Seat]:
        """The seats whose move it is: none while the dealer is asked or the match is over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat, faces: Faces) -> list[A]:
        """Every action this seat may take, knowing these faces of its own hidden cards."""

    def opens(self, state: S, seat: Seat, action: A) -> tuple[Ref, ...]:  # noqa: ARG002
        """The hidden cards that this action turns up; the dealer opens them before `decide` runs."""
        return ()

    def open_ended(self, state: S) -> bool:  # noqa: ARG002
        """Whether more may be done here than `legal` lists, as where players do by hand what they like."""
        return False

    def unproved(self, state: S, seat: Seat, action: A) -> bool:  # noqa: ARG002
        """Whether all that is left to check of an action is a card that stays hidden: its player's word.

        `legal` lists such an action only where it is true; the game has to find out once the card is seen.
        """
        return False

    @abstractmethod
    def decide(self, state: S, seat: Seat, action: A, faces: Faces) -> list[E]:
        """The events this action causes, given the faces it turned up; or `IllegalAction`.

        `TooMuch` is one, for what would take more work than `budget`. What nobody chose cannot be refused:
        a game decides for itself how that ends.
        """

    @abstractmethod
    def settle(self, state: S, answer: Answer) -> list[E]:
        """The events that the dealer's answer to the first request causes."""

    @abstractmethod
    def apply(self, state: S, event: E) -> S:
        """The state after the event. Nothing else changes state."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    def leave(self, state: S, seat: Seat) -> list[E] | None:  # noqa: ARG002
        """The events of a player who leaves while two or more others play on; None: the match ends here.

        At a sealed table nobody can turn up its hidden cards any more: after this, ask for none of them.
        """
        return None

    # --- words, for people: overridden where a game has better ones ---

    def say(self, state: S, event: E, names: Sequence[str], faces: Faces) -> str:  # noqa: ARG002
        """The event as one sentence, for somebody who knows these faces. `state` is the one before it."""
        return sentence(event)

    def quiet(self, event: E) -> bool:  # noqa: ARG002
        """Whether people need not be told of it: bookkeeping, or what another event says better."""
        return False

    def picture(self, state: S) -> Any:
        """The state as a page draws it: itself, unless what is to be seen has to be worked out first."""
        return state

    def why(self, state: S, key: int, names: Sequence[str]) -> list[str]:  # noqa: ARG002
        """Why something on the table is what it is, in lines; none where there is nothing to explain."""
        return []

    def chapter(self, state: S) -> Hashable:
        """What a story is divided by: an empty line stands where this changes. Here: whose move it is."""
        return tuple(self.active(state))

    def label(self, state: S, seat: Seat, action: A, faces: Faces) -> str:  # noqa: ARG002
        """The action as a short command that a person could type."""
        return sentence(action).lower().rstrip(".")

    def show(self, state: S, seat: Seat, names: Sequence[str], faces: Faces) -> str:  # noqa: ARG002
        """The table as text, as this seat sees it (a spectator's seat is -1)."""
        return "\n".join(f"{field}: {getattr(state, field)!r}" for field in state.__struct_fields__)

    def glance(self, state: S, seat: Seat) -> str:  # noqa: ARG002
        """What this seat wants to have before its eyes when it is asked for a move, in a few words."""
        return ""

    def cards(self) -> Mapping[Face, CardInfo]:
        """Every card there is, in words. A deck list may name a card by its id or by this name."""
        return {face: CardInfo(face) for deck in self.decks().values() for face in deck}

    def card(self, face: Face) -> CardInfo:
        """One card in words, also if `cards` does not list it."""
        return self.cards().get(face) or CardInfo(face)

    # --- for bots: a number that need not be right, only useful ---

    def worth(self, state: S, seat: Seat) -> int:
        """How well this seat stands, from what everybody can see. Larger is better; scale is free."""
        outcome = self.outcome(state)
        if outcome is None or not outcome.winners:
            return 0
        return 1000 if seat in outcome.winners else -1000

    def foresee(self, state: S, seat: Seat, actions: Sequence[A], faces: Faces) -> Sequence[int | None]:  # noqa: ARG002
        """This seat's worth after each of these legal actions, where a game knows a shorter way to it.

        None, the default, is always right and means: try it. A number promises that the action needs no
        chance, does not end the match and keeps the turn; to give the turn away counts as standing still.
        """
        return [None] * len(actions)

    def guesses(self, state: S, seat: Seat) -> Sequence[Face]:  # noqa: ARG002
        """Faces that a hidden card of another player might have, for bots that imagine."""
        return [face for deck in self.decks().values() for face in deck]

    def wish(self, state: S, seat: Seat, action: A, faces: Faces) -> Wish:  # noqa: ARG002
        """What a bot that takes this action wishes for, if the action leads to an `Arrange` or a `Search`."""
        return ()

    # --- messages ---

    @property
    def company(self) -> str:
        """How many play it, in words."""
        least, most = self.seats
        return f"{most} players" if least == most else f"{least} to {most} players"

    def read_action(self, data: bytes | msgspec.Raw) -> A:
        """An action from untrusted bytes, or `InvalidAction`."""
        try:
            action: A = _decoder(self.action_type).decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidAction(f"not an action of {self.name}: {error}") from None
        return action

    def read_options(self, data: bytes | msgspec.Raw) -> Options:
        """The options of a match from untrusted bytes, or `InvalidAction`."""
        try:
            return msgspec.json.decode(data, type=self.options_type)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidAction(f"not options of {self.name}: {error}") from None

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


@lru_cache(maxsize=64)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Kept, because to find out what a union is made of takes longer than to read an action."""
    return msgspec.json.Decoder(kind)


def sentence(struct: msgspec.Struct) -> str:
    """A struct in plain words: `CardPlayed(seat=1, ref=7)` becomes `Card played: seat 1, ref 7.`"""
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in type(struct).__name__).strip().capitalize()
    fields = ", ".join(f"{field} {getattr(struct, field)}" for field in struct.__struct_fields__)
    return f"{words}: {fields}." if fields else f"{words}."
