"""The referee: one game, one dealer and some seats in; log entries out. No I/O, no clock."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from facedown.dealers import Dealer
from facedown.kernel import (
    Answer,
    Arrange,
    Arranged,
    Choice,
    Face,
    Found,
    Game,
    IllegalAction,
    InvalidAction,
    Outcome,
    ProofRejected,
    Ref,
    Request,
    Search,
    Seat,
    Sight,
    StaleAction,
    Wish,
    choice_of,
    digest,
    encode,
    entitled,
    may_look,
    only,
)
from facedown.kernel.play import act, replay, settle
from facedown.table.clock import Clocks
from facedown.table.entries import (
    FORMAT,
    Acted,
    Agreed,
    Body,
    Chair,
    Clock,
    Contributed,
    Dealt,
    Ended,
    Entry,
    Leaving,
    Left,
    Opened,
    Undone,
    head_of,
)

AnyGame = Game[Any, Any, Any]
Shown: TypeAlias = Sequence[tuple[Ref, Sight]]
"""Cards and who has come to know them."""


class Step(msgspec.Struct, frozen=True):
    """One entry and what it did: the events, and the faces that each seat has just come to know."""

    entry: Entry
    line: bytes
    events: list[Any]
    faces: list[dict[Ref, Face]]


def nonce_commitment(nonce: str) -> str:
    """What a player publishes before it shows its randomness."""
    return digest(b"facedown/nonce/1", nonce.encode()).hex()


class Table:
    """A match as it stands. Every method either returns the steps it took, or raises and changes nothing."""

    def __init__(self, game: AnyGame, dealer: Dealer, opening: Opened) -> None:
        self.game = game
        self.dealer = dealer
        self.opening = opening
        self.seats = len(opening.chairs)
        self.names = [chair.name for chair in opening.chairs]
        self.at = 0
        self.head = ""
        self.time = 0
        self.faces: list[dict[Ref, Face]] = [{} for _ in opening.chairs]
        """What each seat privately knows."""
        self.gone: set[Seat] = set()
        """Seats that have left a match which goes on."""
        self.outcome: Outcome | None = None
        self._ending: Outcome | None = None
        """The outcome before it is on the record."""
        self.clocks = Clocks(opening.clock, self.seats)
        self.options = game.read_options(opening.options)
        self.state: Any = game.start(self.options, _initial_refs(opening.chairs))
        self._nonces = ["" for _ in opening.chairs]
        self._awaited = {seat for seat, chair in enumerate(opening.chairs) if chair.nonce}
        self._past: list[tuple[int, Any]] = []
        """Entries that may be taken back, with the state before each."""

    @classmethod
    def open(
        cls,
        game: AnyGame,
        dealer: Dealer,
        *,
        match: str,
        names: Sequence[str],
        decks: Sequence[Sequence[Face]],
        options: Any = None,
        clock: Clock = Clock(),  # noqa: B008 (frozen)
        nonces: Sequence[str] = (),
        started: int = 0,
    ) -> tuple["Table", list[Step]]:
        """A new match. `nonces` are the players' commitments, empty where a player adds no randomness."""
        options = game.options_type() if options is None else options
        low, high = game.seats
        if not low <= len(names) <= high or len(decks) != len(names):
            raise InvalidAction(f"{game.name} is for {low} to {high} players with a deck each")
        for deck in decks:
            game.check_deck(deck, options)
        bound = nonces or [""] * len(names)
        chairs = tuple(
            Chair(name, len(deck), commitment, nonce)
            for name, deck, commitment, nonce in zip(
                names, decks, dealer.deck_commitments(), bound, strict=True
            )
        )
        opening = Opened(
            FORMAT,
            match,
            game.name,
            game.version,
            msgspec.Raw(encode(options)),
            clock,
            dealer.name,
            dealer.commitment(),
            chairs,
            started,
        )
        table = cls(game, dealer, opening)
        return table, table.begin()

    @property
    def active(self) -> Sequence[Seat]:
        """The seats whose move it is: none before the deal and after the end."""
        return () if self._awaited or self._ending is not None else self.game.active(self.state)

    def legal(self, seat: Seat) -> list[Any]:
        """Everything this seat may do now, from what it knows."""
        return self.game.legal(self.state, seat, self.faces[seat]) if seat in self.active else []

    @property
    def awaited(self) -> frozenset[Seat]:
        """Seats that have committed to randomness and not shown it yet."""
        return frozenset(self._awaited)

    def begin(self) -> list[Step]:
        """Write the opening, and deal at once if nobody adds randomness."""
        steps = [self._write(self.opening, 0)]
        return steps if self._awaited else steps + self._start(0)

    def contribute(self, seat: Seat, nonce: str, time: int) -> list[Step]:
        """Show the randomness that this seat has committed to. The last one starts the deal."""
        self._check_running(seat)
        if seat not in self._awaited:
            raise IllegalAction("no randomness is asked of you now")
        if len(nonce) > 128 or nonce_commitment(nonce) != self.opening.chairs[seat].nonce:
            raise ProofRejected(f"seat {seat}", "its randomness is not what it had committed to")
        self._awaited.discard(seat)
        self._nonces[seat] = nonce
        steps = [self._write(Contributed(seat, nonce), time)]
        return steps if self._awaited else steps + self._start(time)

    def act(
        self,
        seat: Seat,
        action: Any,
        time: int,
        at: int | None = None,
        *,
        wish: Wish = (),
        sealed: str | msgspec.UnsetType = msgspec.UNSET,
    ) -> list[Step]:
        """A player's action, checked and carried out, with everything the dealer adds to it.

        `wish` is the hidden choice that the action leads to; `sealed` the same as a log has kept it.
        """
        self._check_running(seat)
        if at is not None and at != self.at:
            raise StaleAction(f"the match is at entry {self.at}, this was meant for {at}")
        if self._awaited:
            raise IllegalAction("the cards are not dealt yet")
        before = self.state
        wanted = self.game.opens(before, seat, action)
        faces = self._open(seat, wanted) if wanted else {}
        state, events = act(self.game, before, seat, action, faces)
        choice = choice_of(owed, seat) if (owed := self.game.requests(state)) else None
        if choice is not None:
            sealed = self._seal(choice, wish, sealed)
        elif wish or sealed is not msgspec.UNSET:
            raise InvalidAction("there is nothing to wish for with that action")
        self.state = state
        self._remember(seat, before, opened=bool(faces))
        body = Acted(seat, msgspec.Raw(encode(action)), tuple(faces.items()), sealed)
        return self._follow_through([self._write(body, time, events)], time)

    def leave(self, seat: Seat, why: Leaving, time: int) -> list[Step]:
        """A player is gone for good; the others win, or play on where the game lets them."""
        self._check_running(seat)
        if why == "withheld randomness" and seat not in self._awaited:
            raise IllegalAction("that seat has shown its randomness")
        if why == "timed out" and seat not in self.clocks.flagged(time):
            raise IllegalAction("that seat has time left")
        others = tuple(other for other in range(self.seats) if other != seat and other not in self.gone)
        # Nothing was dealt yet: nobody has won anything.
        winners = () if self._awaited else others
        events = self.game.leave(self.state, seat) if len(winners) > 1 else None
        if events is None:
            return self._end(self._write(Left(seat, why), time), Outcome(winners, why), time)
        self.gone.add(seat)
        self.state = replay(self.game, self.state, events)
        self._past.clear()
        return self._follow_through([self._write(Left(seat, why), time, events)], time)

    def agree(self, time: int) -> list[Step]:
        """A draw that all players want."""
        self._check_running(0)
        return self._end(self._write(Agreed(), time), Outcome((), "agreed"), time)

    def undoable(self, seat: Seat) -> bool:
        """Whether this seat's last action may be taken back: nothing was revealed or rolled since."""
        return bool(self._past) and tuple(self.active) == (seat,)

    def undo(self, seat: Seat, time: int) -> list[Step]:
        """Take back this seat's last action."""
        self._check_running(seat)
        if not self.undoable(seat):
            raise IllegalAction("there is nothing that you could take back")
        to, self.state = self._past.pop()
        return [self._write(Undone(seat, to), time)]

    def proceed(self, time: int) -> list[Step]:
        """Go on with a dealer that had to wait. Nothing is dealt before all randomness is in."""
        if self.outcome is not None or (self._awaited and self._ending is None):
            return []
        return self._follow_through([], time)

    # --- the dealer's part ---

    def _open(self, seat: Seat, refs: Sequence[Ref]) -> dict[Ref, Face]:
        """Turn up cards for a player's action: only such as the player may look at."""
        zones = list(self.game.zones(self.state))
        for ref in refs:
            if not may_look(entitled(zones, ref), seat):
                raise IllegalAction("that card is not yours to turn up")
        return self.dealer.open(refs)

    def _seal(self, choice: Choice, wish: Wish, sealed: str | msgspec.UnsetType) -> str:
        """Tell the dealer a wish, for the first time or again."""
        if sealed is msgspec.UNSET:
            return self.dealer.wish(choice, wish, self.at)
        return self.dealer.recall(choice, sealed, self.at)

    def _chosen(self, request: Request, answer: Answer) -> Shown:
        """The fresh refs that a seat knows, because it has put cards there that it had seen."""
        if not isinstance(request, Arrange | Search):
            return ()
        assert isinstance(answer, Arranged | Found)
        refs = answer.refs if isinstance(answer, Arranged) else answer.taken
        seen = self.faces[request.seat]
        return [(ref, only(request.seat)) for ref in refs] if all(ref in seen for ref in request.refs) else ()

    def _start(self, time: int) -> list[Step]:
        self.dealer.seed(self.opening.match, self._nonces)
        return self._follow_through([], time)

    def _follow_through(self, steps: list[Step], time: int) -> list[Step]:
        """Let the dealer answer until somebody may act, and close the match if it is over."""
        game = self.game
        while self._ending is None:
            self._ending = game.outcome(self.state)
            requests = game.requests(self.state)
            if self._ending is not None or not requests:
                break
            answer = self.dealer.answer(requests[0], self.at)
            if answer is None:
                return steps
            self.state, events = settle(game, self.state, answer)
            self._past.clear()
            chosen = self._chosen(requests[0], answer)
            steps.append(self._write(Dealt(answer), time, events, chosen))
        if self._ending is not None and (reveal := self.dealer.reveal()) is not None:
            self.outcome = self._ending
            steps.append(self._write(Ended(self._ending, reveal), time))
        return steps

    def _end(self, step: Step, outcome: Outcome, time: int) -> list[Step]:
        self._ending = outcome
        self._past.clear()
        return self._follow_through([step], time)

    # --- the record ---

    def _write(self, body: Body, time: int, events: list[Any] | None = None, chosen: Shown = ()) -> Step:
        self.time = max(self.time, time)
        entry = Entry(self.at, self.time, self.head, body)
        line = entry.line()
        self.head = head_of(line)
        self.at += 1
        self.clocks.run(self.active, self.time)
        if events is None:
            return Step(entry, line, [], [])
        return Step(entry, line, events, self._show(chosen))

    def _show(self, chosen: Shown) -> list[dict[Ref, Face]]:
        """What each seat has just come to know. Whoever was entitled to a look, undo ends there."""
        shown: list[dict[Ref, Face]] = [{} for _ in range(self.seats)]
        for ref, sight in [*chosen, *self.dealer.owed(self.game.zones(self.state))]:
            self._past.clear()
            face = self.dealer.face(ref)
            if face is None:
                continue
            for seat, faces in enumerate(shown):
                if may_look(sight, seat):
                    faces[ref] = self.faces[seat][ref] = face
        return shown

    def _remember(self, seat: Seat, before: Any, *, opened: bool) -> None:
        active = self.game.active
        if opened or not tuple(active(before)) == tuple(active(self.state)) == (seat,):
            self._past.clear()
        else:
            self._past.append((self.at, before))

    def _check_running(self, seat: Seat) -> None:
        if not 0 <= seat < self.seats:
            raise InvalidAction(f"there is no seat {seat}")
        if self._ending is not None:
            raise IllegalAction("the match is over")
        if seat in self.gone:
            raise IllegalAction("you have left this match")

    def __repr__(self) -> str:
        return f"<Table {self.opening.match} {self.game.name} at entry {self.at}>"


def _initial_refs(chairs: Sequence[Chair]) -> list[tuple[Ref, ...]]:
    refs, first = [], 0
    for chair in chairs:
        refs.append(tuple(range(first, first + chair.cards)))
        first += chair.cards
    return refs
