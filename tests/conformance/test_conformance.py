"""The conformance suite passes a game that is right and catches one that is not."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import msgspec
import pytest

from conformance.peek import (
    Action,
    Became,
    Boast,
    Gamble,
    Look,
    Mill,
    Peek,
    PeekOptions,
    PeekState,
    Play,
)
from facedown.dealers import House
from facedown.games.duel import DUEL
from facedown.kernel import (
    EVERYONE,
    Answer,
    Face,
    Faces,
    IllegalAction,
    Outcome,
    Ref,
    Request,
    Roll,
    Rolled,
    Seat,
    Shuffled,
    Zone,
    only,
)
from facedown.table import registry
from facedown.table.table import AnyGame, Table
from facedown.testing import Conformance
from facedown.testing.twins import looks_the_same
from facedown.testing.walk import Walk

CHECKS = sorted(name for name in vars(Conformance) if name.startswith("test_"))


def run(game: Any, check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, game.name, game)
    suite = type(
        "Suite", (Conformance,), {"game": game, "matches": 4, "options": (PeekOptions(hand=5, turns=30),)}
    )
    getattr(suite(), check)()


@pytest.mark.parametrize("check", CHECKS)
def test_a_right_game_passes(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run(Peek(), check, monkeypatch)


class Endless(Peek):
    def outcome(self, state: PeekState) -> Outcome | None:
        return None


class Fickle(Peek):
    def __init__(self) -> None:
        self.count = 0

    def outcome(self, state: PeekState) -> Outcome | None:
        self.count += 1
        return super().outcome(state) and Outcome((), str(self.count))


class Impatient(Peek):
    """Lets a player act while the dealer deals."""

    def active(self, state: PeekState) -> tuple[Seat, ...]:
        return () if self.outcome(state) is not None else (state.active,)


class Overpromising(Peek):
    """Lists a second look at the same card, which is refused."""

    def legal(self, state: PeekState, seat: Seat, faces: Faces) -> list[Action]:
        actions = super().legal(state, seat, faces)
        return [*actions, Look()] if actions and Look() not in actions else actions


class Lax(Peek):
    """Lets a player boast any number."""

    def decide(self, state: PeekState, seat: Seat, action: Action, faces: Faces) -> list[Became]:
        if isinstance(action, Boast):
            return [Became(seat, state.sides[seat], (), seat, state.turn, action.number)]
        return super().decide(state, seat, action, faces)


class Crashing(Peek):
    """Fails with another error than a refusal."""

    def decide(self, state: PeekState, seat: Seat, action: Action, faces: Faces) -> list[Became]:
        if isinstance(action, Boast) and state.boast:
            raise ZeroDivisionError
        return super().decide(state, seat, action, faces)


class LooseBoast(msgspec.Struct, frozen=True, tag="Boast"):
    number: int


class Permissive(Peek):
    """Reads actions with fields that they do not have."""

    action_type = LooseBoast | Look | Play | Mill | Gamble

    def legal(self, state: PeekState, seat: Seat, faces: Faces) -> list[Any]:
        keep = [a for a in super().legal(state, seat, faces) if isinstance(a, Look | Play | Mill | Gamble)]
        return [*keep, LooseBoast(1)] if keep and not state.boast else keep

    def decide(self, state: PeekState, seat: Seat, action: Any, faces: Faces) -> list[Became]:
        if isinstance(action, LooseBoast):
            action = Boast(action.number if action.number == 1 else 0)
        return super().decide(state, seat, action, faces)


class Listed(msgspec.Struct, frozen=True):
    """An event whose payload has no type to come back to."""

    seat: Seat
    side: Any
    owed: Any
    active: Seat
    turn: int
    boast: int = 0


class Untyped(Peek):
    """Its events do not survive being written."""

    event_type: ClassVar[Any] = Listed


class Sticky(Peek):
    """Keeps something outside the state."""

    def __init__(self) -> None:
        self.count = 0

    def apply(self, state: PeekState, event: Became) -> PeekState:
        self.count += 1
        return msgspec.structs.replace(super().apply(state, event), boast=min(1, self.count % 7))


class Losing(Peek):
    """Loses a card that is played."""

    def apply(self, state: PeekState, event: Became) -> PeekState:
        side = msgspec.structs.replace(event.side, table=event.side.table[:3])
        return super().apply(state, msgspec.structs.replace(event, side=side))


class Doubling(Peek):
    """Shows a card in two places."""

    def zones(self, state: PeekState) -> Iterable[Zone]:
        yield from super().zones(state)
        yield Zone("shadow", 0, only(0), state.sides[0].hand)


class Reusing(Peek):
    """Ignores the fresh refs of a shuffle."""

    def settle(self, state: PeekState, answer: Answer) -> list[Became]:
        if isinstance(answer, Shuffled):
            answer = Shuffled(state.owed[0].refs)  # type: ignore[union-attr]
        return super().settle(state, answer)


class Careless(Peek):
    """Puts hidden cards into a public zone."""

    def zones(self, state: PeekState) -> Iterable[Zone]:
        for zone in super().zones(state):
            yield msgspec.structs.replace(zone, sight=EVERYONE) if zone.name == "hand" else zone


class Stuck(Peek):
    """Has a player whose move it is and who cannot do anything."""

    def legal(self, state: PeekState, seat: Seat, faces: Faces) -> list[Action]:
        return super().legal(state, seat, faces) if state.turn < 5 else []


class Mute(Peek):
    def say(self, state: PeekState, event: Became, names: Sequence[str], faces: Faces) -> str:
        return "" if event.boast else super().say(state, event, names, faces)


class Mumbling(Peek):
    """Names two cards alike."""

    def label(self, state: PeekState, seat: Seat, action: Action, faces: Faces) -> str:
        return (
            f"play {faces[action.card]}"
            if isinstance(action, Play)
            else super().label(state, seat, action, faces)
        )


class Unplayable(Peek):
    def decks(self) -> dict[str, tuple[Face, ...]]:
        return {**super().decks(), "broken": ("seven",) * 8}


BROKEN: list[tuple[type[Peek], str, str]] = [
    (Endless, "test_ends_for_good", "not over after"),
    (Fickle, "test_ends_for_good", "did not last"),
    (Impatient, "test_ends_for_good", "although the dealer owes"),
    (Overpromising, "test_accepts_what_is_legal", "is legal and was refused"),
    (Stuck, "test_accepts_what_is_legal", "nothing that it may do"),
    (Lax, "test_refuses_what_is_not", "was accepted"),
    (Crashing, "test_refuses_what_is_not", "ZeroDivisionError"),
    (Permissive, "test_refuses_malformed", "field too many"),
    (Untyped, "test_survives_canonical_bytes", "not the canonical form"),
    (Sticky, "test_replays_as_played", "do not give the state"),
    (Sticky, "test_undoes_as_if_never_done", "undo leads elsewhere"),
    (Sticky, "test_is_followed_alike", "a follower"),
    (Sticky, "test_is_deterministic", "two logs"),
    (Losing, "test_keeps_every_card_once", "cards lost"),
    (Doubling, "test_keeps_every_card_once", "two places"),
    (Reusing, "test_keeps_every_card_once", "out of nowhere"),
    (Careless, "test_opens_on_the_record", "never turned up"),
    (Mute, "test_puts_everything_into_words", "no sentence"),
    (Mumbling, "test_names_every_action_apart", "may mean"),
    (Unplayable, "test_its_decks_are_legal", "eight known cards"),
]


@pytest.mark.parametrize(
    ("game", "check", "why"), BROKEN, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_broken_game_is_caught(
    game: type[Peek], check: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Exception, match=why) as caught:
        run(game(), check, monkeypatch)
    if check != "test_its_decks_are_legal":
        assert "seed" in str(caught.value)
        assert "entry" in str(caught.value)


def test_a_refusal_that_tells_a_hidden_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    discreet = Table._open

    def tell(table: Table, seat: Seat, refs: Sequence[Ref], proof: Any) -> dict[Ref, Face]:
        try:
            return discreet(table, seat, refs, proof)
        except IllegalAction:
            raise IllegalAction(f"{table.dealer.face(refs[0])} is not yours to turn up") from None

    monkeypatch.setattr(Table, "_open", tell)
    with pytest.raises(AssertionError, match="sees two things"):
        run(Peek(), "test_looks_the_same", monkeypatch)


def test_chance_that_depends_on_hidden_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = House.answer

    def loaded(house: House, request: Request, at: int) -> Answer:
        sixes = sum(ref for ref in range(house._next) if house.face(ref) == "six")
        return Rolled(sixes % 6) if isinstance(request, Roll) else fair(house, request, at)

    monkeypatch.setattr(House, "answer", loaded)
    with pytest.raises(AssertionError, match="reads Dealt"):
        run(Peek(), "test_looks_the_same", monkeypatch)


def test_a_dealer_that_shows_a_card_to_the_wrong_seat_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = House.owed
    monkeypatch.setattr(
        House, "owed", lambda house, zones: [(ref, EVERYONE) for ref, _ in honest(house, zones)]
    )
    with pytest.raises(AssertionError, match="was shown cards"):
        run(Peek(), "test_shows_what_zones_allow", monkeypatch)


def test_a_dealer_that_withholds_a_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(House, "owed", lambda house, zones: [])
    with pytest.raises(AssertionError, match="was not shown them"):
        run(Peek(), "test_shows_what_zones_allow", monkeypatch)


def test_a_face_in_the_state_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Noting(Peek):
        def check_deck(self, deck: Sequence[Face], options: PeekOptions) -> None:
            self.seen = deck[0]

        def apply(self, state: PeekState, event: Became) -> PeekState:
            return msgspec.structs.replace(super().apply(state, event), boast=self.seen)

    with pytest.raises(AssertionError, match="can be read"):
        run(Noting(), "test_writes_no_hidden_face", monkeypatch)


def test_a_game_that_is_not_installed_is_told_so() -> None:
    suite = type("Suite", (Conformance,), {"game": Peek()})
    with pytest.raises(LookupError, match="no game is called 'peek'"):
        suite().test_is_found_by_its_name()


@pytest.mark.parametrize("game", [Peek(), DUEL], ids=repr)
def test_twins_are_compared_for_long(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison that ends at once would find no leak."""
    monkeypatch.setitem(registry._GAMES, game.name, game)
    assert sum(looks_the_same(Walk(game, seed)) for seed in range(4)) > 60
