"""A table under the control of a script: it deals, pays, passes and answers as the script says."""

from collections.abc import Iterable
from typing import Any

import msgspec

from facedown.games.magic.actions import AnyAction, Choose, Done
from facedown.games.magic.cards import CARDS, TOKENS, slug
from facedown.games.magic.decide import STOPS, decide, may_stop, open_options
from facedown.games.magic.engine.moving import Going, move
from facedown.games.magic.engine.run import Run, task
from facedown.games.magic.engine.turn import end_turn_effects
from facedown.games.magic.events import TriggersChanged
from facedown.games.magic.model import Card
from facedown.games.magic.players import in_order
from facedown.games.magic.scenario.script import Script
from facedown.games.magic.scenario.trouble import Failure, Illegal
from facedown.games.magic.state import (
    Given,
    MagicOptions,
    MagicState,
    Obj,
    Player,
    Prompt,
    Status,
    Task,
    changed,
    index,
    player,
)
from facedown.games.magic.view import View, view_of
from facedown.kernel import Arrange, Refused, Reveal, Roll, Search, Seat, Shuffle

FILLER = "scenario filler"
PLENTY = tuple(color for color in ("W", "U", "B", "R", "G", "C", "Cs") for _ in range(20))


@task("put")
def put(run: Run, current: Task) -> None:
    """Place a card on the battlefield as it enters; what triggers on its entering is ignored."""
    before = run.state.waiting
    owner, attached, tapped = current.more
    going = Going(
        current.id,
        owner,
        "hand",
        "battlefield",
        controller=current.seat,
        face=current.face,
        face_down=current.text == "face down",
        attached=None if attached == NOTHING else attached,
        tapped=bool(tapped),
    )
    move(run, [going])
    if run.state.waiting != before:
        run.emit(TriggersChanged(before))


NOTHING = 10**12


class Stage:
    """A state, the faces nobody sees, and the names that the script gives to things."""

    def __init__(self, players: list[str], life: dict[str, int], commander: bool = False) -> None:
        self.seats = {name: seat for seat, name in enumerate(players)}
        self.names = players
        self.faces: dict[int, str] = {}
        self.ids: dict[str, int] = {}
        self.listed: set[Seat] = set()
        self.fought: Seat | None = None
        self.ended = False
        """Whether the turn is over: who needs a main phase has a new turn."""
        self.begun = False
        """Whether a step has said whose turn it is: until then only instants and abilities were used."""
        self.held: dict[int, Script] = {}
        """What was said about a spell or ability that was held on the stack."""
        self.trial = False
        """Whether a step is only tried, to see if it is allowed."""
        self.unplaced: set[str] = set()
        """Commanders of which nothing else was said: on the battlefield, unless they are cast."""
        self._next = 0
        own = tuple(Player(life.get(name, 20), stops=STOPS[1:], until="never", kept=True) for name in players)
        options = MagicOptions(commander=commander)
        self.state = MagicState(options, own, active=0, turn=2, step="main")
        for seat in range(len(players)):
            self.fill(seat, 60)
        self.rest(0)

    def copy(self) -> "Stage":
        """The same stage, to try something on."""
        other = Stage.__new__(Stage)
        other.__dict__.update(self.__dict__)
        other.faces, other.ids, other.listed = dict(self.faces), dict(self.ids), set(self.listed)
        other.held, other.unplaced = dict(self.held), set(self.unplaced)
        return other

    # --- names and cards ---

    @property
    def view(self) -> View:
        """Characteristics as they are now."""
        return view_of(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    def seat(self, name: str) -> Seat:
        """A player by name."""
        if name not in self.seats:
            raise Failure(f"there is no player {name!r}")
        return self.seats[name]

    def target(self, name: str) -> int:
        """A player or an object by its name in the script."""
        if name in self.seats:
            return player(self.seats[name])
        if name not in self.ids:
            # What was cast without a name of its own is known by the card's, if it is the only one.
            called = [s.id for s in self.view.seen.values() if s.name == name]
            called = [key for key in called if key in self.state.stack]
            if len(called) != 1:
                raise Failure(f"nothing is called {name!r}")
            return called[0]
        return self.ids[name]

    def face(self, card: str) -> str:
        """A card by name."""
        found = slug(card)
        if found not in CARDS:
            raise Failure(f"there is no card {card!r}")
        return found

    def token(self, name: str) -> Card | None:
        """A token by what it is called: `Saproling token`, `Marit Lage`; None for a card."""
        if slug(name) in CARDS:
            return None
        wanted = slug(name).removesuffix("-token")
        return next((card for card in TOKENS if slug(card.name) == wanted), None)

    def new(self, face: str) -> int:
        """A fresh card that nobody has seen."""
        self._next += 1
        self.faces[self._next] = face
        return self._next

    def fill(self, seat: Seat, size: int) -> None:
        """A library of so many irrelevant cards."""
        self.set_player(seat, library=tuple(self.new(FILLER) for _ in range(size)))

    def set_player(self, seat: Seat, **fields: Any) -> None:
        """Change a player by hand."""
        players = list(self.state.players)
        players[seat] = msgspec.structs.replace(players[seat], **fields)
        self.state = msgspec.structs.replace(self.state, players=tuple(players))

    def set(self, **fields: Any) -> None:
        """Change the table by hand."""
        self.state = msgspec.structs.replace(self.state, **fields)

    def in_hand(self, seat: Seat, card: str, name: str | None = None) -> int:
        """A card in a player's hand, new if it is not there already."""
        face = self.face(card)
        if name is not None and name in self.ids:
            return self.ids[name]
        ref = self.new(face)
        self.set_player(seat, hand=(*self.state.players[seat].hand, ref))
        if name is not None:
            self.ids[name] = ref
        return ref

    def public(self, ref: int, seat: Seat, zone: str, face: str) -> None:
        """Place a card in an open zone."""
        stamp = self.state.clock + 1
        obj = Obj(ref, stamp, zone, seat, seat, face, stamp=stamp)  # type: ignore[arg-type]
        self.set(objects=changed(self.state.objects, (obj,), (ref,)), clock=stamp)

    # --- doing things ---

    def rest(self, seat: Seat) -> None:
        """Somebody has priority."""
        self.set(
            agenda=(Task("priority", seat),), prompt=Prompt(seat, "priority"), answers=(), owed=(), passes=0
        )

    def turn_of(self, seat: Seat, step: str = "main") -> None:
        """It is this player's main phase, for what needs it."""
        if self.state.active != seat:
            self.set(turn=self.state.turn + 1, active=seat)
            self.set_player(seat, lands=0)
        if self.state.step != step:
            self.set(step=step, combat=None)

    def first_turn_of(self, seat: Seat) -> None:
        """It is this player's turn, and has been all along: nothing wears off, nobody untaps."""
        self.turn_of(seat)
        seen = self.view.seen
        own = [s for s in self.state.status if s.id in seen and seen[s.id].controller == seat]
        self.set_status(*(msgspec.structs.replace(one, fresh=False, held_by=seat) for one in own))

    def new_turn(self, seat: Seat) -> None:
        """This player's next turn: damage is gone, and whoever had a turn by then has untapped."""
        run = Run(self.state)
        end_turn_effects(run)
        self.state = run.state
        order = in_order(self.state)
        begun = order if seat == self.state.active else order[1 : order.index(seat) + 1]
        self.fought, self.ended = None, False
        self.set(active=seat, turn=self.state.turn + 1, combat=None, step="main", past=())
        self.set_player(seat, lands=0)
        seen = self.view.seen
        new = []
        for status in self.state.status:
            holder = seen[status.id].controller if status.id in seen else status.held_by
            begins = {"tapped": False, "fresh": False, "held_by": holder} if holder in begun else {}
            used = tuple(mark for mark in status.used if mark == "echoed")
            new.append(msgspec.structs.replace(status, used=used, **begins))
        self.set_status(*new)

    def rich(self) -> None:
        """Everybody can pay any cost."""
        for seat in range(len(self.state.players)):
            self.set_player(seat, pool=PLENTY)

    def poor(self) -> None:
        """Nobody has mana."""
        for seat in range(len(self.state.players)):
            self.set_player(seat, pool=())

    def run(self, *tasks: Task, script: Script | None = None) -> None:
        """Do these tasks, and whatever follows until somebody has priority."""
        run = Run(self.state)
        run.agenda = [Task("priority", self.state.active)]
        run.answers = ()
        run.push(*tasks)
        self.take(run, script)

    def act(self, seat: Seat, action: AnyAction, script: Script) -> None:
        """A player acts with priority."""
        self.rest(seat)
        events = decide(self.state, seat, action, self.faces)
        self._apply(events)
        self.answer(script)

    def _apply(self, events: Iterable[Any]) -> None:
        from facedown.games.magic.apply import apply

        for event in events:
            self.state = apply(self.state, event)

    def take(self, run: Run, script: Script | None) -> None:
        """Let a run go on until somebody has priority."""
        try:
            run.go()
        except Refused as error:
            raise Illegal(str(error)) from None
        self.state = run.state
        self.answer(script or Script(self, {}))

    def answer(self, script: Script) -> None:
        """Answer whatever is asked, until somebody has priority."""
        for _ in range(10_000):
            state = self.state
            if state.result is not None:
                return
            if state.owed:
                run = Run(state)
                run.answer(self._deal(state.owed[0], script))
                run.go()
                self.state = run.state
                continue
            prompt = state.prompt
            if prompt is None or prompt.kind == "priority":
                return
            places = script.reply(prompt)
            for place in places:
                now = self.state.prompt
                if now is None or place not in open_options(now):
                    raise Illegal(f"{prompt.kind}: option {prompt.options[place]} may not be chosen")
                self._apply(decide(self.state, prompt.seat, Choose(place), self.faces))
            now = self.state.prompt
            if now is not None and now.kind == prompt.kind and now.options == prompt.options:
                if now.picked == tuple(places) and self.state.answers == state.answers:
                    if not may_stop(self.state, now):
                        raise Illegal(f"{prompt.kind}: that is not enough, or does not go together")
                    self._apply(decide(self.state, prompt.seat, Done(), self.faces))
        raise Failure("the table goes on asking for ever")

    def _deal(self, request: Any, script: Script) -> Given:
        match request:
            case Shuffle(refs=refs) | Arrange(refs=refs):
                return Given(refs=tuple(self._renew(ref) for ref in refs))
            case Reveal(refs=refs):
                return Given(faces=tuple((ref, self.faces[ref]) for ref in refs))
            case Roll():
                return Given(value=0)
            case Search(refs=refs, count=count):
                wanted = script.wish(refs, count)
                taken = tuple(self._renew(ref) for ref in wanted)
                rest = tuple(self._renew(ref) for ref in refs if ref not in wanted)
                return Given(refs=taken, rest=rest)
        raise Failure(f"nobody answers {request!r}")

    def _renew(self, ref: int) -> int:
        fresh = self.new(self.faces[ref])
        for name, key in self.ids.items():
            if key == ref:
                self.ids[name] = fresh
        return fresh

    def pass_all(self, script: Script, until: int) -> None:
        """All players pass until the stack is no higher than this and nothing waits."""
        for _ in range(1000):
            if self.state.result is not None or len(self.state.stack) <= until:
                return
            self.resolve_top(script)
        raise Failure("the stack never becomes empty")

    def resolve_top(self, script: Script) -> None:
        """All pass: the top of the stack resolves."""
        if not self.state.stack:
            raise Illegal("the stack is empty")
        held = self.held.pop(self.state.stack[-1], None)
        script = script if held is None else script.after(held)
        run = Run(self.state)
        run.agenda = [Task("priority", self.state.active)]
        run.answers = ()
        run.push(Task("resolve", id=self.state.stack[-1]))
        self.take(run, script)

    def status(self, key: int) -> Status:
        """The status of a permanent."""
        return index(self.state.status).get(key) or Status(key)

    def set_status(self, *new: Status) -> None:
        """Change the status of permanents by hand."""
        self.set(status=changed(self.state.status, new))
