"""High Card: two menageries, six of nine animals each, bid for cheese. A die serves some every round.

The leader, who alternates, lays an animal face down, or face up as a boast that doubles the prize; the other
lays one face down. The higher wins, but the mouse scares the elephant; a tie leaves the cheese on the table.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from facedown import kernel
from facedown.kernel import Face, Faces, Outcome, Ref, Revealed, Roll, Rolled, Seat, Shuffled, Zone, only
from msgspec import Struct, structs

RANK = {"mouse": 1, "frog": 2, "hen": 3, "cat": 4, "fox": 5, "wolf": 6, "bear": 7, "tiger": 8, "elephant": 9}
HAND = 6


class Lay(Struct, frozen=True, tag="lay", forbid_unknown_fields=True):
    """Lay a card from the hand, face down or face up."""

    card: Ref
    boast: bool = False


class CardLaid(Struct, frozen=True, tag=True):
    """A card was laid. It has a face if it was a boast."""

    seat: Seat
    ref: Ref
    face: Face


Event: TypeAlias = CardLaid | Shuffled | Rolled | Revealed


class State(Struct, frozen=True):
    """The whole table. Anybody may see it: refs say nothing of faces."""

    decks: tuple[tuple[Ref, ...], ...]
    owed: tuple[kernel.Request, ...]
    hands: tuple[tuple[Ref, ...], ...] = ()
    laid: tuple[Ref, ...] = ()
    boast: Face = ""
    played: tuple[Ref, ...] = ()
    lead: Seat = 0
    cheese: int = 0
    won: tuple[int, ...] = (0, 0)


class HighCard(kernel.Game[State, Lay, Event]):
    """The rules and the words. Lobby, bots, log, replay, verify and the tests come with Facedown."""

    name, state_type, action_type, event_type = "highcard", State, Lay, Event

    def check_deck(self, deck: Sequence[Face], options: Any) -> None:
        if sorted(deck) != sorted(RANK):
            raise kernel.InvalidAction(f"bring one each of {', '.join(RANK)}")

    def decks(self) -> dict[str, tuple[Face, ...]]:
        return {"menagerie": tuple(RANK)}

    def start(self, options: Any, decks: Sequence[tuple[Ref, ...]]) -> State:
        return State(tuple(decks), (*map(kernel.Shuffle, decks), Roll(6)))

    def zones(self, state: State) -> Iterator[Zone]:
        yield from (Zone("deck", seat, kernel.NOBODY, deck) for seat, deck in enumerate(state.decks))
        yield from (Zone("hand", seat, only(seat), hand) for seat, hand in enumerate(state.hands))
        yield Zone("bid", state.lead, kernel.EVERYONE if state.boast else only(state.lead), state.laid[:1])
        yield Zone("reply", 1 - state.lead, only(1 - state.lead), state.laid[1:])
        yield Zone("played", kernel.DEALER, kernel.EVERYONE, state.played)

    def requests(self, state: State) -> Sequence[kernel.Request]:
        return state.owed

    def active(self, state: State) -> Sequence[Seat]:
        return () if state.owed or self.outcome(state) else ((state.lead + len(state.laid)) % 2,)

    def legal(self, state: State, seat: Seat, faces: Faces) -> list[Lay]:
        hand = state.hands[seat] if seat in self.active(state) else ()
        return [Lay(ref, boast) for ref in hand for boast in (False, True) if seat == state.lead or not boast]

    def opens(self, state: State, seat: Seat, action: Lay) -> tuple[Ref, ...]:
        return (action.card,) if action.boast else ()

    def decide(self, state: State, seat: Seat, action: Lay, faces: Faces) -> list[Event]:
        if action.card not in state.hands[seat] or (action.boast and seat != state.lead):
            raise kernel.IllegalAction("lay a card from your hand; only the leader may boast")
        return [CardLaid(seat, action.card, faces[action.card] if action.boast else "")]

    def settle(self, state: State, answer: kernel.Answer) -> list[Event]:
        return [answer] if isinstance(answer, Shuffled | Rolled | Revealed) else []  # all that happens

    def apply(self, state: State, event: Event) -> State:
        match event:
            case Shuffled(refs=refs):
                decks = (refs[HAND:], state.decks[1]) if not state.hands else (state.decks[0], refs[HAND:])
                hands = (*state.hands, refs[:HAND])
                return structs.replace(state, owed=state.owed[1:], decks=decks, hands=hands)
            case Rolled(value=value):
                return structs.replace(state, owed=(), cheese=state.cheese + value + 1)
            case CardLaid(ref=ref, face=face):
                hands = tuple(tuple(held for held in hand if held != ref) for hand in state.hands)
                laid = (*state.laid, ref)
                owed = (kernel.Reveal(laid),) if len(laid) == 2 else ()
                return structs.replace(state, owed=owed, hands=hands, laid=laid, boast=state.boast or face)
            case Revealed(faces=faces):
                seat, prize = self.prize(state, faces)
                won = tuple(had + prize * (who == seat) for who, had in enumerate(state.won))
                cheese, played = 0 if prize else state.cheese, state.played + state.laid
                roll = (Roll(6),) if any(state.hands) else ()
                return State(state.decks, roll, state.hands, (), "", played, 1 - state.lead, cheese, won)

    def prize(self, state: State, faces: Sequence[Face]) -> tuple[Seat, int]:
        """Who takes how much cheese when these are turned up, the leader's first; 0 after a tie."""
        bid, reply = (RANK[face] for face in faces)
        leads = (bid > reply) != ({bid, reply} == {1, 9})
        times = 0 if bid == reply else 2 if leads and state.boast else 1
        return state.lead if leads else 1 - state.lead, state.cheese * times

    def outcome(self, state: State) -> Outcome | None:
        winners = tuple(seat for seat in (0, 1) if state.won[seat] > state.won[1 - seat])
        return None if state.owed or any(state.hands) else Outcome(winners, "most cheese")

    def worth(self, state: State, seat: Seat) -> int:
        return state.won[seat] - state.won[1 - seat]

    def say(self, state: State, event: Event, names: Sequence[str], faces: Faces) -> str:
        match event:
            case Shuffled():
                return f"{names[len(state.hands)]}'s animals are shuffled."
            case Rolled(value=value):
                return f"{value + 1} cheese is served."
            case CardLaid(seat=seat, face=face):
                return f"{names[seat]} boasts: {face}!" if face else f"{names[seat]} lays a card face down."
            case Revealed(faces=shown):
                seat, prize = self.prize(state, shown)
                result = f"{names[seat]} takes {prize}" if prize else "a tie"
                return f"It is {shown[0]} against {shown[1]}: {result}."

    def label(self, state: State, seat: Seat, action: Lay, faces: Faces) -> str:
        return f"{'boast with' if action.boast else 'lay'} {faces[action.card]}"

    def show(self, state: State, seat: Seat, names: Sequence[str], faces: Faces) -> str:
        won = ", ".join(f"{name} has {cheese}" for name, cheese in zip(names, state.won, strict=True))
        hand = ", ".join(faces[ref] for cards in state.hands[seat : seat + 1] for ref in cards)
        return f"{state.cheese} cheese lies on the table, {won}. Boast: {state.boast or 'none'}. Hand: {hand or 'none'}."


HIGHCARD = HighCard()
