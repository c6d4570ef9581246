"""The mental dealer: nobody holds the cards. It orders what players do, checks every proof, keeps no secret.

The same object serves the server, each player at home, spectators and the audit: it knows only what is on the
record. What is secret lies in each player's `Keyring`.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import ClassVar

import msgspec

from facedown.crypto import BadProof, group
from facedown.crypto.group import SIZE, Point
from facedown.dealers.dealer import Bound, Dealer, Faulty, Task
from facedown.dealers.mental import complaints, leaving
from facedown.dealers.mental.closing import Closing
from facedown.dealers.mental.job import Job
from facedown.dealers.mental.keyring import Keyring
from facedown.dealers.mental.leaving import Release, Resharing
from facedown.dealers.mental.ledger import Bond, Form, Ledger, blame, context
from facedown.dealers.mental.mixing import Mixing
from facedown.dealers.mental.opening import ALL, Opening, check_strips
from facedown.dealers.mental.parts import AnyPart, Stripped
from facedown.dealers.mental.throwing import Throwing
from facedown.kernel import (
    Answer,
    Arrange,
    Arranged,
    Choice,
    Face,
    Found,
    IllegalAction,
    InvalidAction,
    Ref,
    Request,
    Reveal,
    Revealed,
    Roll,
    Search,
    Seat,
    Shuffle,
    Shuffled,
    StaleAction,
    Wish,
    Zone,
    decode,
    digest,
    encode,
    may_look,
)

PROTOCOL = "facedown/mental/1"


class MentalReveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands at the end: nothing that was not on the record before."""

    lists: tuple[tuple[Face, ...] | None, ...]
    """Each player's list; None where a player has left without showing it."""


class Mental(Dealer):
    """Deals without knowing. Players owe parts (`due`), and whatever they claim is checked."""

    name = "mental"
    proves_late: ClassVar[bool] = False
    certified: ClassVar[bool] = True
    keyring: ClassVar[type[Keyring] | None] = Keyring

    def __init__(self, bonds: Sequence[Bond]) -> None:
        super().__init__()
        for seat, bond in enumerate(bonds):
            try:
                group.validated([bond.box])
            except BadProof as error:
                raise blame(seat, error, 0) from None
            if not len(bond.root) == len(bond.key) == SIZE or not 0 < bond.cards <= 1000:
                raise InvalidAction("a player is bound by a root, a key and a deck of 1 to 1000 cards")
        self.ledger = Ledger(bonds)
        self.results: dict[int, tuple[Ref, ...]] = {}
        """The fresh refs that each finished mixing has brought, by the number of the job."""
        self._jobs: list[Job] = []
        self._count = 0
        self._closing: Closing | None = None
        self._turned: tuple[dict[Ref, Point], dict[Ref, Face]] = {}, {}
        """Cards that an action is about to turn up: without their last layer, and their faces."""
        self._unfinished: list[tuple[Ref, Seat]] = []
        """Cards that were on their way to somebody when somebody left."""
        self._shown: dict[Ref, int] = {}
        """The seats that each card was opened to, one bit a seat."""

    @classmethod
    def witness(cls, chairs: Sequence[Bound], commitment: str) -> "Mental":
        """A dealer for a recorded match: the very same."""
        try:
            bonds = [
                Bond(bytes.fromhex(chair.deck), chair.cards, _bytes(chair.key), _bytes(chair.box))
                for chair in chairs
            ]
        except ValueError:
            raise Faulty("a player is not bound by a root and keys", 0) from None
        return cls(bonds)

    # --- the opening ---

    def commitment(self) -> str:
        """The dealer has nothing to commit to but its rules."""
        return digest(PROTOCOL.encode()).hex()

    def deck_commitments(self) -> tuple[str, ...]:
        """The roots of the players' lists."""
        return tuple(bond.root.hex() for bond in self.ledger.bonds)

    def sizes(self) -> tuple[int, ...]:
        """As the players say; each list is held to it."""
        return tuple(bond.cards for bond in self.ledger.bonds)

    def boxes(self) -> tuple[str, ...]:
        """Where each player gets letters."""
        return tuple(bond.box.hex() for bond in self.ledger.bonds)

    def keys(self) -> tuple[str, ...]:
        """What each player signs with."""
        return tuple(bond.key.hex() for bond in self.ledger.bonds)

    def meet(self, catalogue: Callable[[], Container[Face]]) -> None:
        """The cards there are in the game."""
        self.ledger.catalogue = catalogue

    def seed(self, match: str, nonces: Sequence[str]) -> None:
        """The cards lie on the table. Everything is bound to this match and to all that was said so far."""
        parts = [match.encode(), self.head.encode(), *(nonce.encode() for nonce in nonces)]
        self.ledger.begin(digest(b"facedown/mental/session/1", *parts))

    # --- what players owe ---

    @property
    def waits(self) -> bool:
        """Whether somebody owes a part."""
        return bool(self._jobs)

    def due(self) -> list[Task]:
        """The parts that are owed now."""
        return self._jobs[0].tasks() if self._jobs else []

    def job(self, number: int) -> Job:
        """The job of this number, if it is the one that is being done."""
        if not self._jobs or self._jobs[0].number != number:
            # Whoever did its part while somebody else left has done nothing wrong.
            raise StaleAction("that has been done, or was dropped, or is not asked yet")
        return self._jobs[0]

    def place(self, job: int) -> tuple[int, str, str]:
        """The entry after which this job arose, its hash, and the step: what a part for it is signed with."""
        found = self.job(job)
        return found.place, found.head, found.step

    def take(self, seat: Seat, job: int, part: bytes) -> None:
        """A part that a seat owed. Raises who is to blame and why if it does not hold."""
        found = self.job(job)
        said: AnyPart = decode(part, AnyPart)  # type: ignore[arg-type]  # a union is a type too
        try:
            found.accept(seat, said)
        except BadProof as error:
            raise blame(seat, error) from None
        if not isinstance(found, Mixing | Throwing | Closing) and found.done:
            self._jobs.remove(found)
            self._begin_next()

    # --- chance, and cards for all ---

    def answer(self, request: Request, at: int) -> Answer | None:  # noqa: ARG002
        """The answer once all players have done their part; None until then."""
        if self._jobs and not self._answers(self._jobs[0], request):
            return None
        if isinstance(request, Reveal):
            return self._reveal(request)
        if not isinstance(request, Roll) and not request.refs:
            return _NOTHING[type(request)]
        if not self._jobs:
            self._begin(request)
        job = self._jobs[0]
        assert isinstance(job, Mixing | Throwing)
        if job.answer is None:
            return None
        self._jobs.remove(job)
        if isinstance(job, Mixing):
            self._renewed(job)
        return job.answer

    def _begin(self, request: Request) -> None:
        if isinstance(request, Roll):
            self._add(Throwing(self.ledger, *self._place(), request))
        else:
            assert not isinstance(request, Reveal)
            self._add(Mixing(self.ledger, *self._place(), request))

    def _reveal(self, request: Reveal) -> Revealed | None:
        faces = self.ledger.faces
        hidden = [ref for ref in dict.fromkeys(request.refs) if ref not in faces]
        if hidden:
            if not self._jobs:
                self._add(Opening(self.ledger, *self._place(), [(ref, ALL) for ref in hidden]))
                self._begin_next()
            return None
        return Revealed(tuple(faces[ref] for ref in request.refs))

    @staticmethod
    def _answers(job: Job, request: Request) -> bool:
        """Whether this job is the one that the request asks for."""
        if isinstance(job, Opening):
            return isinstance(request, Reveal) and any(chain.viewer == ALL for chain in job.chains)
        return isinstance(job, Mixing | Throwing)

    def _renewed(self, job: Mixing) -> None:
        answer = job.answer
        match answer:
            case Shuffled(refs=refs) | Arranged(refs=refs):
                self.results[job.number] = refs
            case Found(taken=taken):
                self.results[job.number] = taken
        for ref in job.refs:
            self._shown.pop(ref, None)

    # --- who may look ---

    def owed(self, zones: Iterable[Zone]) -> list[tuple[Ref, int]]:
        """Cards that somebody may now look at: they are put to work, and nobody is shown anything here."""
        wanted: list[tuple[Ref, Seat]] = []
        for ref, sight in super().owed(zones):
            seen = self._shown.get(ref, 0)
            for seat in self.ledger.present():
                if may_look(sight, seat) and not seen >> seat & 1 and self._can_open(ref, seat):
                    wanted.append((ref, seat))
                    seen |= 1 << seat
            self._shown[ref] = seen
        if wanted:
            self._add(Opening(self.ledger, *self._place(), wanted))
            self._begin_next()
        return []

    def _can_open(self, ref: Ref, viewer: Seat) -> bool:
        """Whether a hidden card can still be opened to this seat: nobody can speak for an owner who left."""
        ledger = self.ledger
        return ref not in ledger.faces and (
            ledger.owner(ref) not in ledger.gone or ledger.owner(ref) == viewer
        )

    def _begin_next(self) -> None:
        """An opening begins when it is its turn; there may be nothing to do in it."""
        while self._jobs and isinstance(job := self._jobs[0], Opening) and not job.chains:
            job.begin()
            if not job.done:
                return
            self._jobs.pop(0)

    def open(self, refs: Sequence[Ref]) -> dict[Ref, Face]:
        """Cards that lie open already."""
        return {ref: self.ledger.faces[ref] for ref in refs if ref in self.ledger.faces}

    def turn(self, seat: Seat, refs: Sequence[Ref], proof: bytes) -> dict[Ref, Face]:
        """Cards that a seat turns up with its action: it takes its own layer off and opens their slots."""
        hidden = [ref for ref in dict.fromkeys(refs) if ref not in self.ledger.faces]
        if not hidden and not proof:
            return self.open(refs)
        part = decode(proof, Stripped)
        try:
            forms = [self._last(seat, ref) for ref in hidden]
            covered = [(ref, form) for ref, form in zip(hidden, forms, strict=True) if form.layers]
            pairs = [(self.ledger.key(ref, seat), form.point) for ref, form in covered]
            check_strips(self.turning(seat), pairs, part)
            bare = dict(zip([ref for ref, _ in covered], group.split(part.points), strict=True))
            if len(part.openings) != len(hidden) or part.letters:
                raise BadProof("says of too many or too few cards what they are")
            faces = {
                ref: self.ledger.check_bare(ref, bare.get(ref, form.point), opening)
                for ref, form, opening in zip(hidden, forms, part.openings, strict=True)
            }
        except BadProof as error:
            raise blame(seat, error) from None
        self._turned = bare, faces
        return {ref: faces.get(ref) or self.ledger.faces[ref] for ref in refs}

    def turned(self) -> None:
        """The action that turned cards up was legal: they lie open now."""
        bare, faces = self._turned
        for ref, point in bare.items():
            self.ledger.note(ref, Form(0, point))
        self.ledger.faces.update(faces)
        self._turned = ({}, {})

    def turning(self, seat: Seat) -> bytes:
        """What the proof of cards turned up with an action is bound to."""
        return context(self.ledger.session, self.at, self.head, seat, "turn")

    def _last(self, seat: Seat, ref: Ref) -> Form:
        """The form in which only this seat's layer is left."""
        form = self.ledger.form(ref, 1 << seat)
        if form.layers & ~(1 << seat):
            raise IllegalAction("that card has not been opened to you yet")
        return form

    def opened_to(self, seat: Seat) -> list[Ref]:
        """The cards that have been opened to this seat, or are on their way to it."""
        return [ref for ref, seen in self._shown.items() if seen >> seat & 1]

    def face(self, ref: Ref) -> Face | None:
        """Only what lies open."""
        return self.ledger.faces.get(ref)

    # --- hidden choices: they stay with the player ---

    def wish(self, choice: Choice, wish: Wish, at: int) -> str:  # noqa: ARG002
        """Nobody tells this dealer a wish: the player's own step carries it out."""
        if wish:
            raise InvalidAction("keep your wish to yourself: your own part carries it out")
        return ""

    def recall(self, choice: Choice, sealed: str, at: int) -> str:  # noqa: ARG002
        """There is nothing to recall."""
        if sealed:
            raise Faulty("a wish stands in the log", at)
        return ""

    # --- somebody leaves, and the others go on ---

    def survives(self, seat: Seat, *, in_peace: bool) -> bool:
        """Not while the keys of another who has left are being put together, or if a share is lost."""
        if any(isinstance(job, Release) for job in self._jobs):
            return False
        return in_peace or leaving.recoverable(self.ledger, seat)

    def out_of_reach(self, request: Request) -> bool:
        """A card that has to be turned up and whose owner has left: nobody can take its layer off."""
        ledger = self.ledger
        return isinstance(request, Reveal) and any(
            ref not in ledger.faces and ledger.owner(ref) in ledger.gone for ref in request.refs
        )

    def depart(self, seat: Seat, farewell: bytes) -> None:
        """Whatever was being done is dropped. A farewell takes the leaver's layer off others' decks."""
        if farewell:
            part = decode(farewell, Stripped)
            try:
                leaving.check_farewell(self.parting(seat), self.ledger, seat, part)
            except BadProof as error:
                raise blame(seat, error) from None
            leaving.bare(self.ledger, seat, group.split(part.points))
        self.ledger.gone.add(seat)
        self._drop()

    def departed(self, seat: Seat) -> None:
        """Take the leaver's layer off if it has not done so itself; share keys anew; then go on."""
        self._drop()
        ledger, unfinished = self.ledger, self._unfinished
        self._unfinished = []
        jobs: list[Job] = [Release(ledger, *self._place(), seat)]
        if len(ledger.present()) > 2:
            jobs.append(Resharing(ledger, *self._place()))
        wanted = [
            (ref, viewer)
            for ref, viewer in unfinished
            if viewer not in ledger.gone and ledger.exists(ref) and self._can_open(ref, viewer)
        ]
        if wanted:
            jobs.append(Opening(ledger, *self._place(), wanted))
        self._jobs = [job for job in jobs if isinstance(job, Opening) or not job.done]
        self._begin_next()

    def _drop(self) -> None:
        """Nothing that is half done stays; cards that were on their way to one seat set out again later."""
        for job in self._jobs:
            if isinstance(job, Opening):
                self._unfinished += [pair for pair in job.unfinished() if pair[1] != ALL]
        self._jobs = []

    def parting(self, seat: Seat) -> bytes:
        """What the proof of a farewell is bound to."""
        return context(self.ledger.session, self.at, self.head, seat, "leave")

    def judge(self, seat: Seat, whom: Seat, proof: bytes) -> None:
        """A letter that says what does not hold; if it does hold, it is the accuser who is to blame."""
        try:
            complaints.judge(self.ledger, seat, whom, _complaint(proof))
        except BadProof as error:
            raise blame(seat, error) from None

    # --- the end ---

    def close(self, seats: Sequence[Seat]) -> None:
        """The match is over: whatever was owed is void, and these seats owe their lists."""
        here = [seat for seat in seats if seat not in self.ledger.gone]
        self._closing = Closing(self.ledger, *self._place(), here)
        self._jobs = [self._closing]

    def excuse(self, seat: Seat) -> None:
        """A player is gone and shows no list."""
        if self._closing is not None:
            self._closing.excuse(seat)

    def decks(self) -> tuple[tuple[Face, ...], ...]:
        """The lists as they were shown at the end; empty where one was not."""
        lists = {} if self._closing is None else self._closing.lists
        return tuple(lists.get(seat, ()) for seat in range(self.ledger.seats))

    def reveal(self) -> msgspec.Raw | None:
        """The lists, once all are shown."""
        closing = self._closing
        if closing is None or not closing.done:
            return None
        self._jobs.clear()
        lists = tuple(closing.lists.get(seat) for seat in range(self.ledger.seats))
        return msgspec.Raw(encode(MentalReveal(lists)))

    def _add(self, job: Job) -> None:
        self._jobs.append(job)

    def _place(self) -> tuple[int, int, str]:
        self._count += 1
        return self._count - 1, self.at - 1, self.head

    def __repr__(self) -> str:
        return f"<Mental for {self.ledger.seats} players, {len(self._jobs)} jobs>"


_NOTHING: dict[type[Request], Answer] = {
    Shuffle: Shuffled(()),
    Arrange: Arranged(()),
    Search: Found((), ()),
}


def _complaint(proof: bytes) -> complaints.AnyComplaint:
    found: complaints.AnyComplaint = decode(proof, complaints.AnyComplaint)  # type: ignore[arg-type]
    return found


def _bytes(text: str | msgspec.UnsetType) -> bytes:
    return b"" if text is msgspec.UNSET else bytes.fromhex(text)
