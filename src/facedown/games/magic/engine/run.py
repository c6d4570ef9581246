"""Work that can be interrupted by a question at any point, without keeping anything but data.

What there is to do is a list of tasks in the state, the last one first. A task is a function; where it needs
an answer it calls `ask` or `deal`. If the answer is not there yet, everything the task has done so far is
dropped, the question is written into the state, and the task runs again from its start once the answer is
known: pure functions give the same result twice. A task is therefore small, and asks as early as it can.
"""

from collections.abc import Callable, Sequence

import msgspec

from facedown.games.magic.apply import apply
from facedown.games.magic.bounds import EVENT, STEP, TASK, check
from facedown.games.magic.events import AnyEvent, Asked, LibraryChanged, Noted, Told
from facedown.games.magic.filters import Ctx
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import (
    Frame,
    Given,
    MagicState,
    Note,
    Obj,
    Option,
    Pointer,
    Prompt,
    Status,
    Task,
    index,
)
from facedown.games.magic.view import LATEST, View, Views, view_of
from facedown.kernel import Faces, IllegalAction, Request, Seat, TooMuch, Work

LONG = STEP // 4
"""After so much work nobody passes by itself any more: other tables wait, and a person wants to see."""


class Pause(Exception):
    """The game has to wait for an answer."""

    def __init__(self, prompt: Prompt | None, request: Request | None) -> None:
        super().__init__("waiting")
        self.prompt, self.request = prompt, request


class Happening:
    """Something that abilities may trigger on."""

    __slots__ = ("combat", "kind", "much", "other", "pointer", "seat", "text")

    def __init__(
        self,
        kind: str,
        pointer: Pointer | None = None,
        seat: Seat = -1,
        much: int = 0,
        other: Pointer | None = None,
        combat: bool = False,
        text: str = "",
    ) -> None:
        self.kind, self.pointer, self.seat, self.much = kind, pointer, seat, much
        self.other, self.combat, self.text = other, combat, text


Handler = Callable[["Run", Task], None]
HANDLERS: dict[str, Handler] = {}


def task(name: str) -> Callable[[Handler], Handler]:
    """Register what a task does."""

    def register(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return register


class Run:
    """One action being carried out: a state, the events so far, and what is still to do."""

    def __init__(self, state: MagicState, faces: Faces | None = None) -> None:
        self.state = self._began = state
        self.events: list[AnyEvent] = []
        self.agenda = list(state.agenda)
        self.answers: tuple[Given, ...] = state.answers
        self.passes = state.passes
        self.work = Work(STEP)
        self.tired = state.tired
        self.begun = False
        """Whether a player has just begun what is to be done next: if it cannot be done, it is refused."""
        self.faces: dict[int, str] = dict(faces or {})
        """What this action, and the answers to this task, have turned up."""
        self.clock = state.clock
        self._cursor = 0
        self._renewed: list[LibraryChanged] = []
        self._soon: list[Task] = []
        self._batch: list[Happening] | None = None
        self._before: MagicState | None = None
        self._views = Views()

    # --- the state ---

    @property
    def view(self) -> View:
        """Characteristics as they are now."""
        return self.look(self.state)

    def look(self, state: MagicState) -> View:
        """Characteristics as they are in this state, or would be.

        What that takes is counted as if nobody had looked before this action: what a process still knows from
        earlier ones is its own business.
        """
        last = self._views.last
        if last is not None and last.state is state:
            return last
        view = self._views.known(state)
        if view is None:
            view = view_of(state) if last is None else View(state, last)
            followed = last is not None and view.followed
            self.work.spend(1 + len(state.objects) // 16 if followed else view.weight)
            self._views.keep(view)
            LATEST.keep(view)
        return view

    def emit(self, event: AnyEvent) -> None:
        """Something happens."""
        self.work.spend(EVENT + len(self.state.objects) // 64)
        self.state = apply(self.state, event)
        self.events.append(event)

    def tick(self) -> int:
        """A new timestamp."""
        self.clock = max(self.clock, self.state.clock) + 1
        return self.clock

    def obj(self, key: int) -> Obj | None:
        """An object in a public zone."""
        return index(self.state.objects).get(key)

    def status(self, key: int) -> Status:
        """The status of a permanent."""
        return index(self.state.status).get(key) or Status(key)

    def ctx(self, frame: Frame) -> Ctx:
        """The point of view of what is resolving."""
        view = self.view
        return Ctx(view, frame.controller, view.last(frame.source), frame)

    def ctx_of(self, seen: Seen, note: Note | None = None) -> Ctx:
        """The point of view of an object's own abilities."""
        return Ctx(self.view, seen.controller, seen, None, note)

    # --- triggers ---

    def batch(self) -> "Batch":
        """What happens inside happens at once: triggers look at the table before and after all of it."""
        return Batch(self)

    @property
    def before(self) -> View:
        """Characteristics before anything of the batch has happened; outside of one, as they are now."""
        return self.look(self.state if self._before is None else self._before)

    def begin(self) -> bool:
        """A batch begins, unless it is within another."""
        if self._batch is not None:
            return False
        self._batch, self._before = [], self.state
        return True

    def end(self, told: bool) -> None:
        """A batch is over; if it came to its end, what happened in it is told."""
        happenings, before = self._batch, self._before
        self._batch = self._before = None
        # In free-form play the players see to triggers.
        if told and happenings and before is not None and self.state.options.dial != "free":
            from facedown.games.magic.engine.triggers import detect

            detect(self, happenings, self.look(before))

    def happened(self, happening: Happening) -> None:
        """Tell of something, inside a batch."""
        assert self._batch is not None
        self._batch.append(happening)

    # --- questions ---

    def ask(self, prompt: Prompt) -> tuple[Option, ...]:
        """The options that a player takes. One that has no choice is not asked."""
        if not prompt.opens and len(prompt.options) <= prompt.min and prompt.kind not in ASK_ANYWAY:
            return prompt.options
        given = self._next(prompt, None)
        return tuple(prompt.options[place] for place in given.picks)

    def choose(self, prompt: Prompt) -> Option:
        """The one option that a player takes."""
        return self.ask(prompt)[0]

    def confirm(self, seat: Seat, about: str, source: int | None = None, default: bool = True) -> bool:
        """Whether a player wants to."""
        options = (("yes",), ("no",))
        prompt = Prompt(seat, "confirm", options, about=about, source=source, default=(0 if default else 1,))
        return self.choose(prompt) == ("yes",)

    def deal(self, request: Request) -> Given:
        """What the dealer answers."""
        return self._next(None, request)

    def renew(
        self, seat: Seat, request: Request, library: Callable[[Given], tuple[int, ...]], *, shuffled: bool
    ) -> Given:
        """What the dealer answers, where cards of a library come back under fresh refs.

        The old refs are void from then on: the state takes the new ones, also if the task has to ask again.
        """
        given = self.deal(request)
        refs = library(given)
        if refs != self.state.players[seat].library:
            self._renewed.append(LibraryChanged(seat, refs, shuffled))
            self.emit(self._renewed[-1])
        return given

    def _next(self, prompt: Prompt | None, request: Request | None) -> Given:
        if prompt is not None and self.state.players[prompt.seat].lost:
            return Given(prompt.default or tuple(range(prompt.min)))  # who has left is asked nothing
        if self._cursor == len(self.answers):
            raise Pause(prompt, request)
        given = self.answers[self._cursor]
        self._cursor += 1
        self.faces.update(given.faces)
        return given

    # --- tasks ---

    def push(self, *tasks: Task) -> None:
        """Do these next, the first one first."""
        self.agenda.extend(reversed(tasks))

    def soon(self, task: Task) -> None:
        """Do this as soon as the task that is being done has come to its end."""
        if task not in self._soon:
            self._soon.append(task)

    def answer(self, given: Given) -> None:
        """Take an answer to what was asked."""
        self.answers = (*self.answers, given)

    def go(self) -> None:
        """Work until somebody has to be asked, or the game is over."""
        while self.state.result is None:
            self.work.spend(TASK + len(self.agenda) // 16)
            if self._soon:
                self.push(*self._soon)
                self._soon = []
            self._renewed = []
            if not self.agenda:
                raise IllegalAction("nothing is left to do: this is a defect, please report it")
            state, count, clock, agenda = self.state, len(self.events), self.clock, self.agenda.copy()
            passes = self.passes
            self._cursor = 0
            current = self.agenda.pop()
            try:
                HANDLERS[current.name](self, current)
            except Pause as pause:
                self.state, self.clock, self.agenda, self.passes = state, clock, agenda, passes
                del self.events[count:]
                for event in self._renewed:
                    self.emit(event)
                self._wait(pause)
                return
            except IllegalAction as refusal:
                if self.begun or current.name not in REVERSED:
                    raise
                if isinstance(refusal, TooMuch):
                    self.work = Work(self.work.limit)
                # Choices on the way led nowhere: all of it is taken back, mana included (733.1).
                self.state, self.clock, self.agenda, self.passes = state, clock, agenda[:-1], passes
                self._soon = []
                del self.events[count:]
                self.emit(Told("reversed", seat=current.seat))
            self.answers, self.begun = (), False

    @property
    def dwindles(self) -> bool:
        """Whether less is on the stack than when this began: what comes to an end by itself is no loop."""
        return len(self.state.stack) < len(self._began.stack)

    def done(self) -> list[AnyEvent]:
        """The events of all this. Raises `TooMuch` if the table has become too large by it."""
        if self.state.objects is not self._began.objects or self.state.effects is not self._began.effects:
            check(self.state)
        return self.events

    def _wait(self, pause: Pause) -> None:
        owed = () if pause.request is None else (pause.request,)
        agenda = tuple(self.agenda)
        self.emit(Asked(pause.prompt, owed, agenda, self.answers, self.clock, self.passes, self.tired))


class Batch:
    """See `Run.batch`. There are several in every action, so it is no generator."""

    __slots__ = ("_outermost", "_run")

    def __init__(self, run: Run) -> None:
        self._run = run

    def __enter__(self) -> None:
        self._outermost = self._run.begin()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._outermost:
            self._run.end(told=kind is None)


REVERSED = ("cast", "activate", "turn up", "mana")
"""What a player begins of their own accord, and may turn out not to be able to finish."""
ASK_ANYWAY = ("attack", "block", "search", "arrange", "mulligan", "order")


def replace_status(
    run: Run, keys: Sequence[int], why: str, count: int = 0, by: int = -1, **fields: object
) -> None:
    """Change the status of permanents."""
    new = tuple(msgspec.structs.replace(run.status(key), **fields) for key in keys)
    if new:
        run.emit(Noted(new, why, count, by))
