"""Magic as the kernel sees it."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from facedown.cards.legality import shape, usual_aside
from facedown.games.magic import sense, words
from facedown.games.magic.actions import AnyAction, Cast
from facedown.games.magic.apply import apply
from facedown.games.magic.bounds import STEP
from facedown.games.magic.cards import CARDS
from facedown.games.magic.decide import decide, opens
from facedown.games.magic.deckbuilding import check, split
from facedown.games.magic.decks import COMMANDER, CONSTRUCTED
from facedown.games.magic.dial import dropped, leave_freely, opens_freely
from facedown.games.magic.engine.leaving import lose
from facedown.games.magic.engine.run import Run
from facedown.games.magic.engine.sideboard import has_sideboard
from facedown.games.magic.engine.turn import after_leaving
from facedown.games.magic.events import STANDSTILL, AnyEvent
from facedown.games.magic.explain import explain, in_words
from facedown.games.magic.legal import legal
from facedown.games.magic.players import company, in_order, judges
from facedown.games.magic.quiet import quiet
from facedown.games.magic.scene import Scene, scene
from facedown.games.magic.state import JUDGE, MADE, Given, MagicOptions, MagicState, Obj, Player, Task
from facedown.games.magic.text import one_line, text, type_line
from facedown.games.magic.view import view_of
from facedown.kernel import (
    EVERYONE,
    NOBODY,
    Answer,
    Arranged,
    CardInfo,
    DeckShape,
    Face,
    Faces,
    Found,
    Game,
    IllegalAction,
    Outcome,
    Ref,
    Request,
    Reveal,
    Revealed,
    Rolled,
    Seat,
    Shuffled,
    Sight,
    TooMuch,
    Wish,
    Zone,
    only,
)

OPEN = ("battlefield", "graveyard", "exile", "stack", "command")


class Magic(Game[MagicState, AnyAction, AnyEvent]):
    """Two to four players, from free-form to enforced."""

    name = "magic"
    version = 3
    seats = (2, 4)
    options_type = MagicOptions
    state_type = MagicState
    action_type = AnyAction
    event_type = AnyEvent
    picture_type = Scene
    budget = STEP

    def check_deck(self, deck: Sequence[Face], options: MagicOptions) -> None:
        """Known cards (unless all is free), enough of them, and not too many of one."""
        if options.judge and not deck:
            return
        check(
            deck,
            options.format,
            commander=options.commander,
            free=options.dial == "free",
            sideboard=options.sideboard,
        )

    def parts(self, options: MagicOptions, cards: int) -> tuple[int, ...]:
        """The commander, the deck, the sideboard."""
        led = 1 if options.commander and cards else 0
        out = usual_aside(options.format, cards - led) if options.sideboard else 0
        return (led, cards - led - out, out)

    def sections(self, options: MagicOptions) -> tuple[str, ...]:
        """A commander leads; a sideboard comes last, where it was agreed on."""
        return ("commander", "main", "sideboard") if options.sideboard else ("commander", "main")

    def decks(self) -> dict[str, tuple[Face, ...]]:
        """Ready decks."""
        return {**CONSTRUCTED, **COMMANDER}

    def formats(self) -> dict[str, MagicOptions]:
        """Any forty cards and more, sixty with at most four of each, or a hundred with a commander."""
        return {
            "casual": MagicOptions(),
            "constructed": MagicOptions(format="constructed"),
            "commander": MagicOptions(format="commander", commander=True),
        }

    def deck_shape(self, options: MagicOptions) -> DeckShape:
        """As the format has it."""
        return shape(options.format, commander=options.commander)

    def ready(self, options: MagicOptions) -> dict[str, tuple[Face, ...]]:
        """Decks with a commander are made to be played with one: no others then, and else not they."""
        kind = COMMANDER if options.commander or options.format == "commander" else CONSTRUCTED
        return {name: deck for name, deck in super().ready(options).items() if name in kind}

    def start(self, options: MagicOptions, decks: Sequence[tuple[Ref, ...]]) -> MagicState:
        """Libraries as they were handed in; sideboards, shuffles, a roll and opening hands are to come."""
        players = tuple(
            Player(
                options.starting_life,
                tuple(reversed(deck)),
                commander=deck[0] if options.commander and deck else -1,
                lost=JUDGE if options.judge and not deck else "",
            )
            for deck in decks
        )
        led = 1 if options.commander else 0
        tasks = [Task("commanders")] if options.commander else []
        for seat, deck in enumerate(decks):
            tasks.append(Task("sideboard" if has_sideboard(options, len(deck) - led) else "shuffle", seat))
        tasks += [Task("first")]
        state = MagicState(options, players, agenda=tuple(reversed(tasks)))
        if company(state) < 2:
            return msgspec.structs.replace(state, agenda=(), result=Outcome((), "too few players"))
        run = Run(state)
        run.go()
        return run.state

    def zones(self, state: MagicState) -> Iterable[Zone]:
        """Libraries are nobody's to look at, hands and face-down cards one player's, the rest is open."""
        judged = only(*judges(state))
        for seat, own in enumerate(state.players):
            yield Zone("library", seat, NOBODY, own.library)
            yield Zone("hand", seat, only(seat) | judged, own.hand)
            if own.sideboard:
                yield Zone("sideboard", seat, only(seat) | judged, own.sideboard)
            seen = self._sees(state, seat)
            if seen:
                yield Zone("looks at", seat, only(seat), seen, grant=True)
        yield from _open_zones(state.objects, judged)

    def _sees(self, state: MagicState, seat: Seat) -> tuple[Ref, ...]:
        refs = state.players[seat].seen
        if state.prompt is not None and state.prompt.seat == seat:
            refs += state.prompt.sees
        if not refs:
            return ()
        hidden = {ref for own in state.players for ref in own.hidden}
        hidden |= {obj.id for obj in state.objects if obj.face_down}
        return tuple(ref for ref in dict.fromkeys(refs) if ref in hidden)

    def requests(self, state: MagicState) -> Sequence[Request]:
        """What the dealer owes."""
        return state.owed

    def active(self, state: MagicState) -> Sequence[Seat]:
        """The player who is asked; where all is free, everybody from the player whose turn it is on."""
        if state.owed or state.result is not None or state.prompt is None:
            return ()
        if state.prompt.kind == "free":
            return (*in_order(state), *judges(state))
        return (state.prompt.seat,)

    def legal(self, state: MagicState, seat: Seat, faces: Faces) -> list[AnyAction]:
        """Everything a seat may do."""
        return legal(state, seat, faces)

    def opens(self, state: MagicState, seat: Seat, action: AnyAction) -> tuple[Ref, ...]:
        """The hidden cards that an action turns up."""
        if state.options.dial != "enforced":
            return opens_freely(state, seat, action) or opens(state, seat, action)
        return opens(state, seat, action)

    def open_ended(self, state: MagicState) -> bool:
        """In free-form and assisted play, unless the rules have asked somebody something."""
        return state.prompt is not None and state.prompt.kind == "free"

    def unproved(self, state: MagicState, seat: Seat, action: AnyAction) -> bool:
        """A card cast face down: whether it has morph is seen when it is turned up (708.9)."""
        if not isinstance(action, Cast) or action.way != "face down":
            return False
        try:
            decide(state, seat, action, {})
        except IllegalAction:
            return False
        return True

    decide = staticmethod(decide)
    apply = staticmethod(apply)

    def settle(self, state: MagicState, answer: Answer) -> list[AnyEvent]:
        """The dealer has answered: the task that asked goes on."""
        request = state.owed[0]
        match answer:
            case Shuffled(refs=refs) | Arranged(refs=refs):
                given = Given(refs=refs)
            case Found(taken=taken, rest=rest):
                given = Given(refs=taken, rest=rest)
            case Revealed(faces=faces):
                assert isinstance(request, Reveal)
                given = Given(faces=tuple(zip(request.refs, faces, strict=True)))
            case Rolled(value=value):
                given = Given(value=value)
        try:
            run = Run(state)
            run.answer(given)
            run.go()
            return run.done()
        except TooMuch:
            return dropped(state) or [STANDSTILL]

    def outcome(self, state: MagicState) -> Outcome | None:
        """How it ended."""
        return state.result

    def leave(self, state: MagicState, seat: Seat) -> list[AnyEvent] | None:
        """A player leaves a game of three or more: their cards go with them (800.4a)."""
        try:
            run = Run(state)
            if state.options.dial != "enforced":
                leave_freely(run, seat, "left")
            else:
                lose(run, [(seat, "left")])
                if run.state.result is None:
                    after_leaving(run, seat)
            if run.state.result is None:
                run.go()
            return run.done()
        except TooMuch:
            return None  # it ends here

    def say(self, state: MagicState, event: AnyEvent, names: Sequence[str], faces: Faces) -> str:
        """See `words`."""
        return words.say(state, event, names, faces)

    def quiet(self, event: AnyEvent) -> bool:
        """See `quiet`."""
        return quiet(event)

    def chapter(self, state: MagicState) -> int:
        """A turn. Priority goes to and fro too often to be worth an empty line."""
        return state.turn

    def picture(self, state: MagicState) -> Scene:
        """See `scene`: what the layers have made of everything."""
        return scene(state)

    def why(self, state: MagicState, key: int, names: Sequence[str]) -> list[str]:
        """See `explain`."""
        return in_words(explain(state, key, names)) if key in view_of(state).seen else []

    def label(self, state: MagicState, seat: Seat, action: AnyAction, faces: Faces) -> str:
        """See `words`."""
        return words.label(state, seat, action, faces)

    def show(self, state: MagicState, seat: Seat, names: Sequence[str], faces: Faces) -> str:
        """See `words`."""
        return words.show(state, seat, names, faces)

    def glance(self, state: MagicState, seat: Seat) -> str:
        """See `words`."""
        return words.glance(state, seat)

    def cards(self) -> Mapping[Face, CardInfo]:
        """All cards in words."""
        return _INFO

    def worth(self, state: MagicState, seat: Seat) -> int:
        """See `sense`."""
        return sense.worth(state, seat)

    def foresee(
        self, state: MagicState, seat: Seat, actions: Sequence[AnyAction], faces: Faces
    ) -> Sequence[int]:
        """See `sense`: what is better than what, without playing it out."""
        return sense.foresee(state, seat, actions, faces)

    def wish(self, state: MagicState, seat: Seat, action: AnyAction, faces: Faces) -> Wish:
        """See `sense`."""
        return sense.wish(state, seat, action, faces)

    def guesses(self, state: MagicState, seat: Seat) -> Sequence[Face]:  # noqa: ARG002
        """Whatever the ready decks are made of."""
        return _GUESSES

    def split(self, deck: Sequence[Face]) -> Mapping[str, Sequence[Face]]:
        """A deck of a hundred that begins with a legend is led by it."""
        return split(deck)


_opened: list[tuple[tuple[Obj, ...], Sight, list[Zone]]] = []


def _open_zones(objects: tuple[Obj, ...], judged: Sight) -> list[Zone]:
    """The zones of cards in the open. Those of the last table asked for are kept: most actions move none."""
    for known, sight, zones in _opened:  # looked at once: another thread may put its own table there
        if known is objects and sight == judged:
            return zones
    cards: dict[tuple[str, Seat, int], list[Ref]] = {}
    for obj in objects:
        if obj.id < MADE:
            if obj.face_down:
                key = f"{obj.zone} face down to {obj.controller}", obj.owner, only(obj.controller) | judged
            else:
                key = obj.zone, obj.owner, EVERYONE
            cards.setdefault(key, []).append(obj.id)
    zones = [Zone(name, owner, sight, tuple(refs)) for (name, owner, sight), refs in cards.items()]
    _opened[:] = [(objects, judged, zones)]
    return zones


def _info(face: Face) -> CardInfo:
    card = CARDS[face]
    body = f" {card.power}/{card.toughness}" if card.power is not None else ""
    body = f" [{card.loyalty}]" if card.loyalty is not None else body
    rules = one_line(text(card))
    return CardInfo(card.name, f"{card.cost} {type_line(card)}{body}. {rules}".strip())


_GUESSES = tuple(face for deck in (*CONSTRUCTED.values(), *COMMANDER.values()) for face in deck)
_INFO = {face: _info(face) for face, card in CARDS.items() if not card.token}
MAGIC = Magic()
"""The one instance; a game has no state of its own."""
