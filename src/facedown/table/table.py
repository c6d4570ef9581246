"""The referee: one game, one dealer and some seats in; log entries out. No I/O, no clock."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from facedown.crypto.signing import is_key, signed
from facedown.dealers import Dealer
from facedown.dealers.dealer import Task
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
    Accusation,
    Accused,
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
    Parted,
    Signs,
    Undone,
    bond_claim,
    claim,
    consent,
    head_of,
)

AnyGame = Game[Any, Any, Any]
Shown: TypeAlias = Sequence[tuple[Ref, Sight]]
"""Cards and who has come to know them."""
Sign: TypeAlias = str | msgspec.UnsetType
"""A signature in hexadecimal, where a player signs."""

PART_GRACE = 60_000
"""Milliseconds of silence after which a part that is owed counts as withheld."""


class Unsigned(ProofRejected):
    """These are not the words of the player whose they are said to be."""


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
        self._closed = False
        self._absent: set[Seat] = set()
        """Seats from which nothing can be expected any more."""
        self.quiet_since = 0
        """The time of the last entry that is no accusation."""
        self.anchor: tuple[int, str] = 0, ""
        """That entry's place and hash: what an accusation is signed with, as several may accuse at once."""
        self._accusers: dict[tuple[Seat, Accusation], set[Seat]] = {}
        self._taken: dict[int, set[tuple[Seat, bytes]]] = {}
        """The parts of the job that is being done: a line that breaks makes people say things twice."""
        self.opening_head = ""
        """The hash of the opening: what randomness is signed with."""
        self._check_vouched()
        dealer.meet(game.cards)
        self.clocks = Clocks(opening.clock, self.seats)
        self.options = game.read_options(opening.options)
        self.state: Any = game.start(self.options, _initial_refs(opening.chairs))
        self._nonces = ["" for _ in opening.chairs]
        self._awaited = {seat for seat, chair in enumerate(opening.chairs) if chair.nonce}
        self._past: list[tuple[int, Any, Seat]] = []
        """Entries that may be taken back, all of one seat, with the state before each."""

    @classmethod
    def open(
        cls,
        game: AnyGame,
        dealer: Dealer,
        *,
        match: str,
        names: Sequence[str],
        decks: Sequence[Sequence[Face]] | None = None,
        options: Any = None,
        clock: Clock = Clock(),  # noqa: B008 (frozen)
        nonces: Sequence[str] = (),
        keys: Sequence[str] = (),
        vouchers: Sequence[tuple[str, str]] = (),
        server: str = "",
        started: int = 0,
    ) -> tuple["Table", list[Step]]:
        """A new match; without `decks` it is the dealer who knows how many cards each player has.

        `nonces` are the players' commitments, empty where a player adds no randomness; `keys` the public keys
        that they sign with, empty where a player signs nothing. Where the dealer has keys for this match
        alone, `vouchers` are the lasting ones and their signatures. `server` is the server's key.
        """
        options = game.options_type() if options is None else options
        low, high = game.seats
        sizes = dealer.sizes() if decks is None else tuple(map(len, decks))
        if not low <= len(names) <= high or len(sizes) != len(names):
            raise InvalidAction(f"{game.name} is for {game.company} with a deck each")
        for deck in decks or ():
            game.check_deck(deck, options)
        nothing = [""] * len(names)
        chairs = tuple(
            Chair(
                name,
                cards,
                commitment,
                nonce,
                key or msgspec.UNSET,
                box or msgspec.UNSET,
                lasting or msgspec.UNSET,
                vouch or msgspec.UNSET,
            )
            for name, cards, commitment, nonce, key, box, (lasting, vouch) in zip(
                names,
                sizes,
                dealer.deck_commitments(),
                nonces or nothing,
                dealer.keys() or keys or nothing,
                dealer.boxes() or nothing,
                vouchers or [("", "")] * len(names),
                strict=True,
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
            server or msgspec.UNSET,
        )
        table = cls(game, dealer, opening)
        return table, table.begin()

    @property
    def active(self) -> Sequence[Seat]:
        """The seats whose move it is: none before the deal, while somebody owes a part, and after the end."""
        if self._awaited or self._ending is not None or self.dealer.waits:
            return ()
        return self.game.active(self.state)

    @property
    def due(self) -> Sequence[Task]:
        """The parts that players owe the dealer now."""
        return self.dealer.due()

    @property
    def ending(self) -> Outcome | None:
        """The outcome, also while players still owe what closes the log."""
        return self._ending

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
        self.opening_head = self.head
        return steps if self._awaited else self._start(steps, 0)

    def contribute(self, seat: Seat, nonce: str, time: int, sign: Sign = msgspec.UNSET) -> list[Step]:
        """Show the randomness that this seat has committed to. The last one starts the deal."""
        self._check_running(seat)
        if seat not in self._awaited:
            raise IllegalAction("no randomness is asked of you now")
        if len(nonce) > 128 or nonce_commitment(nonce) != self.opening.chairs[seat].nonce:
            raise ProofRejected(f"seat {seat}", "its randomness is not what it had committed to")
        body = Contributed(seat, nonce)
        self._check_signed(seat, sign, 0, self.opening_head, body)
        self._awaited.discard(seat)
        self._nonces[seat] = nonce
        steps = [self._write(body, time, sign=sign)]
        return steps if self._awaited else self._start(steps, time)

    def act(
        self,
        seat: Seat,
        action: Any,
        time: int,
        at: int | None = None,
        *,
        wish: Wish = (),
        sealed: str | msgspec.UnsetType = msgspec.UNSET,
        proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET,
        sign: Sign = msgspec.UNSET,
    ) -> list[Step]:
        """A player's action, checked and carried out, with everything the dealer adds to it.

        `wish` is the hidden choice that the action leads to; `sealed` the same as a log has kept it. `proof`
        shows what the cards are that the action turns up, and `sign` is the player's signature.
        """
        self._check_running(seat)
        if at is not None and at != self.at:
            raise StaleAction(f"the match is at entry {self.at}, this was meant for {at}")
        if self._awaited:
            raise IllegalAction("the cards are not dealt yet")
        before, dealer = self.state, self.dealer
        if dealer.waits:
            raise IllegalAction("the dealer is still dealing")
        # First of all: nobody is to be blamed for what it has not said.
        words = Acted(seat, msgspec.Raw(encode(action)), proof=proof)
        if sign is not msgspec.UNSET or dealer.keyring is not None:  # where the house deals, moves need none
            self._check_signed(seat, sign, self.at, self.head, words)
        wanted = self.game.opens(before, seat, action)
        if proof is not msgspec.UNSET and (not wanted or dealer.keyring is None):
            raise InvalidAction("there is nothing to prove with that action")
        faces = self._open(seat, wanted, proof) if wanted else {}
        state, events = act(self.game, before, seat, action, faces)
        choice = choice_of(owed, seat) if (owed := self.game.requests(state)) else None
        if choice is not None:
            sealed = self._seal(choice, wish, sealed)
        elif wish or sealed is not msgspec.UNSET:
            raise InvalidAction("there is nothing to wish for with that action")
        body = Acted(seat, words.action, tuple(faces.items()), sealed, proof)
        if faces:
            dealer.turned()
        self.state = state
        self._remember(seat, before, opened=bool(faces))
        return self._follow_through([self._write(body, time, events, sign=sign)], time)

    def take(
        self, seat: Seat, job: int, part: msgspec.Raw, time: int, sign: Sign = msgspec.UNSET
    ) -> list[Step]:
        """A part that a seat owes. The last one of a job lets the match go on."""
        if not 0 <= seat < self.seats or seat in self.gone:
            raise IllegalAction("nothing is asked of you now")
        body = Parted(seat, job, part)
        place, head, step = self.dealer.place(job)
        if all(task.seat != seat for task in self.due) or (seat, bytes(part)) in self._taken.get(job, ()):
            raise StaleAction("nothing is asked of you now")
        self._check_signed(seat, sign, place, head, body, step)
        self.dealer.take(seat, job, bytes(part))
        self._past.clear()  # parts are for letting somebody look, and undo ends there
        self._taken = {job: self._taken.get(job, set()) | {(seat, bytes(part))}}
        return self._follow_through([self._write(body, time, sign=sign)], time)

    def leave(
        self,
        seat: Seat,
        why: Leaving,
        time: int,
        sign: Sign = msgspec.UNSET,
        proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET,
    ) -> list[Step]:
        """A player is gone for good; the others win, or play on where the game lets them.

        `proof` is what one who concedes leaves behind so that the others can go on. Where the others have to
        say that somebody is gone (`certified`) and do not, the match ends, and those who did have won.
        """
        if why == "withheld its list":
            return self._excuse(seat, time)
        self._check_running(seat)
        body = Left(seat, why, proof)
        if why == "conceded":
            if proof is not msgspec.UNSET and not self.certified(seat):
                raise InvalidAction("nobody needs anything of you to go on")
            self._check_signed(seat, sign, self.at, self.head, body)
        elif sign is not msgspec.UNSET or proof is not msgspec.UNSET:
            raise InvalidAction("only what a player says itself is signed")
        elif why == "withheld randomness":
            if seat not in self._awaited:
                raise IllegalAction("that seat has shown its randomness")
        elif why == "cheated":
            raise IllegalAction("whoever says so has to show it")
        elif self.certified(seat):
            self._check_gone(seat, why, time if why == "abandoned" else time - PART_GRACE)
            said = self._accusers.get((seat, why), set())
            self._absent |= {other for other in range(self.seats) if other not in said}
            return self._end(self._write(body, time), Outcome(tuple(sorted(said)), why), time)
        else:
            self._check_gone(seat, why, time)
        return self._part(body, time, sign)

    def _part(self, body: Left, time: int, sign: Sign = msgspec.UNSET) -> list[Step]:
        """A player is gone, rightly: go on without it, or end."""
        seat, why = body.seat, body.why
        # Nothing was dealt yet: nobody has won anything.
        winners = () if self._awaited else self._others(seat)
        in_peace = body.proof is not msgspec.UNSET
        events = None
        if len(winners) > 1 and why != "cheated" and self.dealer.survives(seat, in_peace=in_peace):
            events = self.game.leave(self.state, seat)
        if events is None:
            if why != "conceded":
                self._absent.add(seat)
            return self._end(self._write(body, time, sign=sign), Outcome(winners, why), time)
        self.dealer.depart(seat, b"" if body.proof is msgspec.UNSET else bytes(body.proof))
        self.gone.add(seat)
        self._absent.add(seat)
        self.state = replay(self.game, self.state, events)
        self._past.clear()
        steps = [self._write(body, time, events, sign=sign)]
        self.dealer.departed(seat)
        return self._follow_through(steps, time)

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in range(self.seats) if other != seat and other not in self.gone)

    # --- a player of whom others say that it is gone ---

    def certified(self, seat: Seat) -> bool:
        """Whether it takes the word of all others that this seat is gone: they would have to go on."""
        return self.dealer.certified and not self._awaited and len(self._others(seat)) > 1

    def accusable(self, time: int) -> list[tuple[Seat, Accusation]]:
        """Who may be said to be gone at this time: a part is overdue, or a flag has fallen."""
        if self._ending is not None or self._awaited:
            return []
        late = dict.fromkeys(task.seat for task in self.due if self._overdue(task.seat, time))
        fallen = self.clocks.flagged(time)
        return [(seat, "withheld a part") for seat in late] + [(seat, "timed out") for seat in fallen]

    def accuse(  # noqa: PLR0917
        self,
        seat: Seat,
        whom: Seat,
        why: Accusation,
        time: int,
        sign: Sign = msgspec.UNSET,
        proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET,
    ) -> list[Step]:
        """A player says that another is gone, or shows that it has cheated.

        When all others have said so, it is gone. Whatever it does before makes all that was said void.
        """
        self._check_running(seat)
        self._check_running(whom)
        if seat == whom:
            raise InvalidAction("nobody accuses itself")
        if why == "cheated":
            self.dealer.judge(seat, whom, b"" if proof is msgspec.UNSET else bytes(proof))
        elif proof is not msgspec.UNSET:
            raise InvalidAction("there is nothing to prove with that")
        elif not self.certified(whom):
            raise IllegalAction("it does not take your word for that")
        else:
            self._check_gone(whom, why, time)
        said = self._accusers.get((whom, why), set())
        if seat in said:
            raise IllegalAction("you have said so already")
        body = Accused(seat, whom, why, proof)
        self._check_signed(seat, sign, *self.anchor, body)
        self._accusers[whom, why] = said | {seat}
        steps = [self._write(body, time, sign=sign)]
        if why == "cheated" or said | {seat} >= set(self._others(whom)):
            steps += self._part(Left(whom, why), time)
        return steps

    def _check_gone(self, seat: Seat, why: Leaving, time: int) -> None:
        if why == "withheld a part" and not self._overdue(seat, time):
            raise IllegalAction("that seat owes nothing, or has time left")
        if why == "timed out" and seat not in self.clocks.flagged(time):
            raise IllegalAction("that seat has time left")

    def _excuse(self, seat: Seat, time: int) -> list[Step]:
        """The match is over, and this seat does not show what it still owes: close the log without."""
        if self._ending is None or self.outcome is not None or not self._overdue(seat, time):
            raise IllegalAction("that seat owes nothing, or has time left")
        self.dealer.excuse(seat)
        return self._follow_through([self._write(Left(seat, "withheld its list"), time)], time)

    def _overdue(self, seat: Seat, time: int) -> bool:
        return time >= self.quiet_since + PART_GRACE and any(task.seat == seat for task in self.due)

    def agree(self, time: int, signs: Signs = ()) -> list[Step]:
        """A draw that all players want, and have signed."""
        if self._ending is not None:
            raise IllegalAction("the match is over")
        self._check_consent("draw", signs)
        return self._end(self._write(Agreed(signs), time), Outcome((), "agreed"), time)

    def consenting(self) -> list[Seat]:
        """The seats whose signature it takes to agree on something: all that have a key and are here."""
        keyed = (seat for seat, chair in enumerate(self.opening.chairs) if chair.key is not msgspec.UNSET)
        return [seat for seat in keyed if seat not in self.gone]

    def check_consent(self, seat: Seat, what: Literal["draw", "undo"], sign: str) -> None:
        """Whether this is the seat's signature under what is agreed on here and now."""
        self._check_key(seat, sign or msgspec.UNSET, self.consent(seat, what))

    def _check_consent(self, what: Literal["draw", "undo"], signs: Signs) -> None:
        signers = self.consenting()
        if len(signs) != (self.seats if signers else 0):
            raise InvalidAction("a signature of each player is needed, and of nobody else")
        for seat, sign in enumerate(signs):
            if seat in signers:
                self.check_consent(seat, what, sign)
            elif sign:
                raise InvalidAction("a signature of each player is needed, and of nobody else")

    def consent(self, seat: Seat, what: Literal["draw", "undo"]) -> bytes:
        """What this seat signs to agree to a draw or an undo here and now."""
        return consent(self.opening.match, self.at, self.head, seat, what)

    def undoable(self, seat: Seat) -> bool:
        """Whether this seat's last action may be taken back: nothing was revealed or rolled since.

        Nor has anybody else acted, where several may act at once.
        """
        return bool(self._past) and self._past[-1][2] == seat and seat in self.active

    def undo(self, seat: Seat, time: int, signs: Signs = ()) -> list[Step]:
        """Take back this seat's last action, as all have signed."""
        self._check_running(seat)
        if not self.undoable(seat):
            raise IllegalAction("there is nothing that you could take back")
        self._check_consent("undo", signs)
        to, self.state, _ = self._past.pop()
        return [self._write(Undone(seat, to, signs), time)]

    def proceed(self, time: int) -> list[Step]:
        """Go on with a dealer that had to wait. Nothing is dealt before all randomness is in."""
        if self.outcome is not None or (self._awaited and self._ending is None):
            return []
        return self._follow_through([], time)

    # --- the dealer's part ---

    def _open(
        self, seat: Seat, refs: Sequence[Ref], proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    ) -> dict[Ref, Face]:
        """Turn up cards for a player's action: only such as the player may look at."""
        zones = list(self.game.zones(self.state))
        for ref in refs:
            if not may_look(entitled(zones, ref), seat):
                raise IllegalAction("that card is not yours to turn up")
        return self.dealer.turn(seat, refs, b"" if proof is msgspec.UNSET else bytes(proof))

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

    def _start(self, steps: list[Step], time: int) -> list[Step]:
        """All randomness is in: whoever may look at something already is shown it, and on it goes."""
        self.dealer.seed(self.opening.match, self._nonces)
        *before, last = steps
        return self._follow_through([*before, msgspec.structs.replace(last, faces=self._show(()))], time)

    def _follow_through(self, steps: list[Step], time: int) -> list[Step]:
        """Let the dealer answer until somebody may act, and close the match if it is over."""
        game = self.game
        while self._ending is None:
            self._ending = game.outcome(self.state)
            requests = game.requests(self.state)
            if self._ending is not None or not requests:
                break
            if self.dealer.out_of_reach(requests[0]):
                # A game that goes on without a player asks for none of its hidden cards. This one does.
                self._ending = Outcome((), "a card is out of reach")
                break
            answer = self.dealer.answer(requests[0], self.at)
            if answer is None:
                return steps
            self.state, events = settle(game, self.state, answer)
            self._past.clear()
            chosen = self._chosen(requests[0], answer)
            steps.append(self._write(Dealt(answer), time, events, chosen))
        if self._ending is not None:
            if not self._closed:
                self._closed = True
                self.dealer.close([seat for seat in range(self.seats) if seat not in self._absent])
            if (reveal := self.dealer.reveal()) is not None:
                self.outcome = self._ending = self._judge(self._ending)
                steps.append(self._write(Ended(self._ending, reveal), time))
        return steps

    def _judge(self, outcome: Outcome) -> Outcome:
        """A deck that is shown only at the end, and turns out not to be legal, wins nothing."""
        if self.dealer.proves_late:
            return outcome
        cheats = [
            seat for seat, deck in enumerate(self.dealer.decks()) if deck and not self._legal_deck(deck)
        ]
        winners = tuple(seat for seat in range(self.seats) if seat not in cheats)
        return Outcome(winners, "illegal deck") if cheats else outcome

    def _legal_deck(self, deck: Sequence[Face]) -> bool:
        try:
            self.game.check_deck(deck, self.options)
        except InvalidAction:
            return False
        return True

    def _end(self, step: Step, outcome: Outcome, time: int) -> list[Step]:
        self._ending = outcome
        self._past.clear()
        return self._follow_through([step], time)

    # --- the record ---

    def _write(
        self,
        body: Body,
        time: int,
        events: list[Any] | None = None,
        chosen: Shown = (),
        sign: Sign = msgspec.UNSET,
    ) -> Step:
        self.time = max(self.time, time)
        entry = Entry(self.at, self.time, self.head, body, sign)
        line = entry.line()
        self.head = self.dealer.head = head_of(line)
        self.at = self.dealer.at = self.at + 1
        faces = [] if events is None else self._show(chosen)
        if not isinstance(body, Accused):  # words about a player give it no more time
            self.quiet_since, self.anchor = self.time, (entry.at, self.head)
            self._accusers.clear()
            if self.game.open_ended(self.state):  # everybody may act, so that nobody waits for anybody
                self.clocks.rest(self.time)
            else:
                self.clocks.run(self.active, self.time)
        return Step(entry, line, [] if events is None else events, faces)

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
        if opened or tuple(active(before)) != tuple(active(self.state)):
            self._past.clear()
            return
        if self._past and self._past[-1][2] != seat:
            self._past.clear()
        self._past.append((self.at, before, seat))

    def _check_signed(  # noqa: PLR0917
        self, seat: Seat, sign: Sign, at: int, prev: str, body: Body, step: str = ""
    ) -> None:
        """Whoever has a key signs its own words; whoever has none does not."""
        if self.opening.chairs[seat].key is not msgspec.UNSET or sign is not msgspec.UNSET:
            self._check_key(seat, sign, claim(self.opening.match, at, prev, body, step))

    def _check_key(self, seat: Seat, sign: Sign, words: bytes) -> None:
        key = self.opening.chairs[seat].key
        if key is msgspec.UNSET:
            raise InvalidAction("you have no key to sign with in this match")
        if sign is msgspec.UNSET or not signed(key, words, sign):
            raise Unsigned(f"seat {seat}", "its signature does not hold")

    def _check_vouched(self) -> None:
        """Keys are keys, and a lasting one has signed what is bound to this match alone."""
        opening = self.opening
        for key in (opening.server, *(key for chair in opening.chairs for key in (chair.key, chair.id))):
            if key is not msgspec.UNSET and not is_key(key):
                raise InvalidAction("a key has 64 hexadecimal digits")
        for seat, chair in enumerate(self.opening.chairs):
            if chair.id is msgspec.UNSET and chair.vouch is msgspec.UNSET:
                continue
            if msgspec.UNSET in (chair.id, chair.vouch, chair.key, chair.box):
                raise InvalidAction(
                    "a lasting key vouches for the keys of a sealed match, and for nothing else"
                )
            bond = bond_claim(chair.deck, chair.cards, str(chair.key), str(chair.box))
            if not signed(str(chair.id), bond, str(chair.vouch)):
                raise Unsigned(f"seat {seat}", "its lasting key has not signed what it brought to this match")

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
