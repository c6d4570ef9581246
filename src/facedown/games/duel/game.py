"""Hero Duel as the kernel sees it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from facedown.games.duel import words
from facedown.games.duel.apply import apply
from facedown.games.duel.cards import CARDS, DECKS
from facedown.games.duel.decide import decide
from facedown.games.duel.guess import likely
from facedown.games.duel.moves import (
    Action,
    Attack,
    CardBurned,
    CardDrawn,
    DeckShuffled,
    EndTurn,
    Event,
    FirstChosen,
    PlayCreature,
    PlaySpell,
    TurnBegan,
)
from facedown.games.duel.state import HEROES, DuelOptions, DuelState, Side
from facedown.games.duel.worth import foresee, standing
from facedown.kernel import (
    EVERYONE,
    NOBODY,
    Answer,
    CardInfo,
    DeckShape,
    Face,
    Faces,
    Game,
    InvalidAction,
    Outcome,
    Ref,
    Request,
    Revealed,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Zone,
    only,
)

END_TURN = EndTurn()
CHEAPEST = min(card.cost for card in CARDS.values())
_MINE = (only(0), only(1))


class Duel(Game[DuelState, Action, Event]):
    """Two heroes with 50 health, ten mana a turn, creatures and spells."""

    name = "duel"
    version = 2
    options_type = DuelOptions
    state_type = DuelState
    action_type = Action
    event_type = Event

    def check_deck(self, deck: Sequence[Face], options: DuelOptions) -> None:
        """A deck has exactly `deck_size` cards, all known, none too often."""
        for face, count in Counter(deck).items():
            if face not in CARDS:
                raise InvalidAction(f"no card is called {face!r}; `facedown deck cards` lists all")
            if count > options.max_copies:
                raise InvalidAction(f"{count} copies of {CARDS[face].name}; at most {options.max_copies}")
        if len(deck) != options.deck_size:
            raise InvalidAction(f"a deck has {options.deck_size} cards, this one has {len(deck)}")

    def decks(self) -> dict[str, tuple[Face, ...]]:
        """The starter deck and three that play differently."""
        return DECKS

    def deck_shape(self, options: DuelOptions) -> DeckShape:
        """So many cards and no others."""
        return DeckShape(options.deck_size, options.deck_size, options.max_copies)

    def start(self, options: DuelOptions, decks: Sequence[tuple[Ref, ...]]) -> DuelState:
        """Both decks as they were handed in; the dealer owes two shuffles and a coin."""
        first, second = decks
        sides = Side(options.hero_health, first), Side(options.hero_health, second)
        return DuelState(options, sides, (Shuffle(first), Shuffle(second), Roll(2)))

    def zones(self, state: DuelState) -> Iterable[Zone]:
        """Decks and burning cards are nobody's to look at, hands their owner's, the rest is open."""
        for seat, side in enumerate(state.sides):
            yield Zone("deck", seat, NOBODY, side.deck)
            yield Zone("hand", seat, _MINE[seat], side.hand)
            yield Zone("burning", seat, NOBODY, side.burning)
            yield Zone("board", seat, EVERYONE, tuple([c.ref for c in side.board]))
            yield Zone("grave", seat, EVERYONE, tuple([c.ref for c in side.grave]))

    def requests(self, state: DuelState) -> tuple[Request, ...]:
        """The shuffles and the coin at the start; later, cards that burn."""
        return state.owed

    def active(self, state: DuelState) -> tuple[Seat, ...]:
        """The player whose turn it is."""
        if state.owed or self.outcome(state) is not None:
            return ()
        return (state.active,)

    def legal(self, state: DuelState, seat: Seat, faces: Faces) -> list[Action]:
        """Everything this seat may do now, ending the turn first."""
        if state.active != seat or state.owed:
            return []
        mine, theirs = state.sides[seat], state.sides[1 - seat]
        if not mine.health or not theirs.health or state.turn > state.options.turn_limit:
            return []
        # Plain loops: on boards as small as these they cost two thirds of comprehensions.
        actions: list[Action] = [END_TURN]
        add, mana, board = actions.append, state.mana, mine.board
        enemies: list[Ref] = []
        for creature in theirs.board:
            enemies.append(creature.ref)  # noqa: PERF401
        enemies.append(HEROES[1 - seat])
        for ref in mine.hand if mana >= CHEAPEST else ():
            face = faces.get(ref)
            if face is None:
                continue
            card = CARDS[face]
            if card.cost > mana:
                continue
            if card.type == "spell":
                for target in enemies:
                    add(PlaySpell(ref, target))
                for creature in board:
                    add(PlaySpell(ref, creature.ref))
                add(PlaySpell(ref, HEROES[seat]))
            elif len(board) < state.options.max_board:
                add(PlayCreature(ref))
        for creature in board:
            if creature.attack and not creature.tired:
                ref = creature.ref
                for target in enemies:
                    add(Attack(ref, target))
        return actions

    def opens(self, state: DuelState, seat: Seat, action: Action) -> tuple[Ref, ...]:  # noqa: ARG002
        """Playing a card turns it up."""
        if isinstance(action, PlayCreature | PlaySpell):
            return (action.card,)
        return ()

    # A forwarding method would cost a tenth of the whole speed: the functions stand here themselves.
    decide = staticmethod(decide)
    apply = staticmethod(apply)

    def settle(self, state: DuelState, answer: Answer) -> list[Event]:
        """Shuffles, then the coin, which starts the duel; or an overdrawn card that burns."""
        match answer:
            case Shuffled(refs=refs):
                return [DeckShuffled(2 - sum(isinstance(r, Shuffle) for r in state.owed), refs)]
            case Rolled(value=first):
                return self._begin(state, first)
            case Revealed(faces=(face,)) if face in CARDS:
                (ref,) = state.owed[0].refs  # type: ignore[union-attr]  # a reveal answers a reveal
                return [CardBurned(0 if ref in state.sides[0].burning else 1, ref, face)]
        raise InvalidAction(f"{answer!r} answers nothing that a duel asks")

    def _begin(self, state: DuelState, first: Seat) -> list[Event]:
        """The opening hands, first player first, and the first turn, which has no draw."""
        events: list[Event] = [FirstChosen(first)]
        options = state.options
        for seat in (first, 1 - first):
            deck = state.sides[seat].deck
            count = options.initial_draw + (options.second_draws if seat != first else 0)
            count = min(count, options.max_hand, len(deck))
            events += [CardDrawn(seat, ref) for ref in reversed(deck[len(deck) - count :])]
        events.append(TurnBegan(first, 1))
        return events

    def outcome(self, state: DuelState) -> Outcome | None:
        """A hero at 0 has lost; both at once, or the turn limit, as the options say."""
        first, second = state.sides
        if first.health and second.health:
            if state.turn > state.options.turn_limit:
                return Outcome((), "turn limit")
            return None
        if first.health or second.health:
            return Outcome((0,) if first.health else (1,), "hero fell")
        if state.options.double_knockout == "active_wins":
            return Outcome((state.active,), "both heroes fell")
        return Outcome((), "both heroes fell")

    def worth(self, state: DuelState, seat: Seat) -> int:
        """See `facedown.games.duel.worth`."""
        outcome = self.outcome(state)
        if outcome is not None:
            return 10_000 * ((seat in outcome.winners) - (1 - seat in outcome.winners))
        return standing(state, seat)

    def foresee(
        self, state: DuelState, seat: Seat, actions: Sequence[Action], faces: Faces
    ) -> Sequence[int | None]:
        """See `facedown.games.duel.worth`."""
        return foresee(state, seat, actions, faces)

    def guesses(self, state: DuelState, seat: Seat) -> Sequence[Face]:
        """See `facedown.games.duel.guess`."""
        return likely(state, seat)

    def say(self, state: DuelState, event: Event, names: Sequence[str], faces: Faces) -> str:
        """See `facedown.games.duel.words`."""
        return words.say(state, event, names, faces)

    def label(self, state: DuelState, seat: Seat, action: Action, faces: Faces) -> str:
        """See `facedown.games.duel.words`."""
        return words.label(state, seat, action, faces)

    def show(self, state: DuelState, seat: Seat, names: Sequence[str], faces: Faces) -> str:
        """See `facedown.games.duel.words`."""
        return words.show(state, seat, names, faces)

    def glance(self, state: DuelState, seat: Seat) -> str:
        """Mana and health."""
        return words.glance(state, seat)

    def cards(self) -> Mapping[Face, CardInfo]:
        """All cards, with their text."""
        return _INFO


_INFO = {face: CardInfo(card.name, words.describe(card)) for face, card in CARDS.items()}


DUEL = Duel()
"""The one instance; a game has no state of its own."""
