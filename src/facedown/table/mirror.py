"""A player's own table: it repeats every step of the match and believes nothing that does not follow."""

from collections.abc import Sequence
from typing import Any

import msgspec

from facedown.kernel import Face, IllegalAction, ProofRejected, Ref, Reveal, Revealed, Seat, encode
from facedown.kernel.play import act, why_not
from facedown.kernel.printable import printable
from facedown.table.dealing import Dealing, dealing
from facedown.table.entries import Acted, Dealt, Entry, head_of, log_file, read_entry
from facedown.table.follow import Follower
from facedown.table.hand import Hand
from facedown.table.messages import FacePairs, Recorded, Snapshot, Standing, Update
from facedown.table.registry import find_dealer, find_game
from facedown.table.story import Moment
from facedown.table.table import Step, Unsigned
from facedown.table.verify import Report, read_log, revealed_dealer, verify


class Mirror:
    """One match as this seat sees it.

    Given the whole log it runs the rules itself and refuses, with `ProofRejected`, whatever the server says
    that does not follow from them. Without it (`checked` is False) it takes the state as told, and still
    checks the chain of hashes and that no card changes its face.
    """

    def __init__(self, snapshot: Snapshot, lines: Sequence[bytes] | None = None, ring: Any = None) -> None:
        """`lines`: the log up to this snapshot; not needed if the match has only been opened.

        `ring`: the player's keys, where the dealer needs them; then `hand` does the player's part.
        """
        self.match = snapshot.match
        self.game = find_game(snapshot.game)
        self.dealer = snapshot.dealer
        self.options = self.game.read_options(snapshot.options)
        self.seat: Seat = snapshot.seat
        self.names = tuple(map(printable, snapshot.names))
        self.clock = snapshot.clock
        self.present = list(snapshot.present)
        self.awaited = snapshot.awaited
        self.offer = snapshot.offer
        self.standing: Standing = snapshot.standing
        self.faces: dict[Ref, Face] = {}
        """The hidden cards that this seat was shown, as `Table.faces` has them."""
        self._seen: dict[Ref, Face] = {}
        """Every face that was seen from here, in private or turned up for all."""
        self.history: list[Moment] = []
        self.lines = [bytes(snapshot.opening)]
        self._follower: Follower | None = None
        self.hand: Hand | None = None
        """Makes this seat's messages, signed and proved, if every step is checked here."""
        self._sealed = ring is not None
        if lines is None and snapshot.standing.at == 1:
            lines = self.lines
        if lines is not None:
            self._follower = Follower(self.lines[0])
            self.history.append(Moment(self._follower.table.state, self._follower.opened))
            self.state: Any = self._follower.table.state
            self.hand = Hand(self._follower.table, self.seat, ring) if self.seat >= 0 else None
            self._walk(lines[1:])
        else:
            self.state = msgspec.json.decode(snapshot.state, type=self.game.state_type)
            self.lines = []
        self._hear_faces(snapshot.faces)
        self._stand(snapshot.standing)

    # --- how it stands ---

    @property
    def checked(self) -> bool:
        """Whether every step so far was repeated here by the rules."""
        return self._follower is not None

    @property
    def my_move(self) -> bool:
        """Whether this seat is to act."""
        return self.seat in self.standing.active and not self.awaited

    def legal(self) -> list[Any]:
        """Everything this seat may do now, by the rules as they are known here."""
        return self.game.legal(self.state, self.seat, self.faces) if self.my_move else []

    def dealing(self) -> Dealing | None:
        """What the players owe each other before anybody can act, as far as it is known here."""
        return None if self._follower is None else dealing(self._follower.table, self.history)

    def foresee(self, action: Any) -> Moment:
        """What this action does if the server agrees. Nothing changes here before the server has said so."""
        if not self.my_move:
            over = self.standing.outcome is not None
            raise IllegalAction("the match is over" if over else why_not(self.game, self.state))
        seen = self.faces
        faces = {ref: seen[ref] for ref in self.game.opens(self.state, self.seat, action) if ref in seen}
        _, events = act(self.game, self.state, self.seat, action, faces)
        body = Acted(self.seat, msgspec.Raw(encode(action)), tuple(faces.items()))
        time = self.history[-1].step.entry.time if self.history else 0
        entry = Entry(self.standing.at, time, self.standing.head, body)
        return Moment(self.state, Step(entry, entry.line(), events, []))

    # --- what the server says ---

    def receive(self, update: Update) -> list[Moment]:
        """What has just happened. Raises `ProofRejected` if it could not have."""
        self._hear_faces(update.faces)
        if self._follower is not None:
            moments = self._walk([bytes(recorded.entry) for recorded in update.steps])
        else:
            moments = [self._believe(recorded) for recorded in update.steps]
            if update.state is not msgspec.UNSET:
                self.state = msgspec.json.decode(update.state, type=self.game.state_type)
        self._stand(update.standing)
        return moments

    def catch_up(self, snapshot: Snapshot, lines: Sequence[bytes] | None) -> list[Moment]:
        """Back after a break. `lines`: the log as it is now; without it the state is taken as told."""
        self.present, self.offer = list(snapshot.present), snapshot.offer
        if snapshot.standing.at < self.standing.at:
            raise ProofRejected("server", "came back without entries that it had already shown")
        self._hear_faces(snapshot.faces)
        moments: list[Moment] = []
        if self._follower is not None and lines is not None and len(lines) >= snapshot.standing.at:
            if list(lines[: len(self.lines)]) != self.lines:
                raise ProofRejected("server", "came back with another log than the one it had shown")
            moments = self._walk(lines[len(self.lines) : snapshot.standing.at])
        elif snapshot.standing.at > self.standing.at:
            self._follower, self.hand, self.lines = None, None, []
            self.state = msgspec.json.decode(snapshot.state, type=self.game.state_type)
        self.awaited = snapshot.awaited
        self._stand(snapshot.standing)
        return moments

    def audit(self, log: bytes | None = None) -> Report:
        """The verdict on the finished match: the log as it was seen here, or this one if that is incomplete.

        Beyond what any auditor checks, every face that this seat was shown in private has to be the card's.
        """
        log = log_file(self.lines) if self.checked else log
        if log is None:
            raise ProofRejected("log", "was not seen from its beginning; give the one to check")
        report = verify(log, head=self.standing.head)
        if self.seat >= 0:
            self._check_own_faces(read_log(log))
        return report

    # --- the checks ---

    def _walk(self, lines: Sequence[bytes]) -> list[Moment]:
        assert self._follower is not None
        table, moments = self._follower.table, []
        for line in lines:
            before = self._follower.state
            try:
                step = self._follower.feed(line)
            except ProofRejected as error:
                raise self._blame(error) from None
            self._check_faces(before, step)
            moments.append(Moment(before, step))
            self.lines.append(line)
        self.awaited = tuple(sorted(table.awaited))
        self.state = table.state
        if self._sealed and self.hand is not None:
            self._show(tuple(self.hand.faces().items()))
        self.history += moments
        return moments

    def _blame(self, error: ProofRejected) -> ProofRejected:
        """A log that we are shown is what the server says; and so are words that a player has not signed."""
        sealed = self._follower is not None and self._follower.table.dealer.keyring is not None
        if isinstance(error, Unsigned):
            why = f"passes on as the words of {error.who} what that player has not signed"
        elif error.who == "log" or (error.who == "dealer" and sealed):
            why = f"shows a log that {error.why}" if error.who == "log" else f"as the dealer: {error.why}"
        else:
            return error
        return ProofRejected("server", why, error.at)

    def _believe(self, recorded: Recorded) -> Moment:
        """A step as told: only the chain of hashes and the faces are checked."""
        line = bytes(recorded.entry)
        entry = read_entry(line)
        if entry.at != self.standing.at or entry.prev != self.standing.head:
            raise ProofRejected("server", "its entries do not follow one from another", entry.at)
        events = msgspec.convert(recorded.events, list[self.game.event_type])  # type: ignore[name-defined]
        before, step = self.state, Step(entry, line, events, [])
        for event in events:
            self.state = self.game.apply(self.state, event)
        self._check_faces(before, step)
        self.standing = msgspec.structs.replace(self.standing, at=entry.at + 1, head=head_of(line))
        self.history.append(Moment(before, step))
        return self.history[-1]

    def _check_faces(self, before: Any, step: Step) -> None:
        """No card turns up with another face than the one that was seen before."""
        body = step.entry.body
        if isinstance(body, Acted):
            self._see(body.faces, step.entry.at)
        elif isinstance(body, Dealt) and isinstance(body.answer, Revealed):
            request = self.game.requests(before)[0]
            assert isinstance(request, Reveal)
            self._see(tuple(zip(request.refs, body.answer.faces, strict=True)), step.entry.at)

    def _hear_faces(self, faces: FacePairs) -> None:
        """Hidden cards as the server tells them: at a sealed table it knows none."""
        if faces and find_dealer(self.dealer).keyring is not None:
            raise ProofRejected("server", "claims to know hidden cards of a sealed match")
        self._show(faces)

    def _show(self, faces: FacePairs) -> None:
        self._see(faces)
        self.faces.update(faces)

    def _see(self, faces: FacePairs, at: int | None = None) -> None:
        for ref, face in faces:
            if self._seen.setdefault(ref, face) != face:
                raise ProofRejected("dealer", f"a card you saw as {self._seen[ref]} is now {face}", at)

    def _stand(self, standing: Standing) -> None:
        if self._follower is not None:
            table = self._follower.table
            if self._follower.expects:
                raise ProofRejected("server", "keeps back what follows from the last entry", table.at - 1)
            if (standing.at, standing.head) != (table.at, table.head):
                raise ProofRejected("server", "its log has another hash than what it showed", table.at - 1)
            if standing.outcome != table.outcome:
                raise ProofRejected("server", "says of the outcome what its log does not say", table.at - 1)
            if tuple(standing.active) != tuple(table.active):
                raise ProofRejected(
                    "server", "says of whose move it is what its log does not say", table.at - 1
                )
        self.standing = standing

    def _check_own_faces(self, lines: list[bytes]) -> None:
        dealer = revealed_dealer(lines)
        if dealer is None:
            return
        follower = Follower(lines[0], dealer)
        for line in lines[1:]:
            follower.feed(line)
        for ref, face in follower.table.faces[self.seat].items():
            if self.faces.get(ref, face) != face:
                raise ProofRejected("dealer", f"showed you {self.faces[ref]} for a card that was {face}")
