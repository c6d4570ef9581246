"""A player's own table: it repeats every step of the match and believes nothing that does not follow."""

from collections.abc import Sequence
from typing import Any

import msgspec

from facedown.crypto.signing import SessionKey
from facedown.kernel import (
    Face,
    IllegalAction,
    InvalidAction,
    ProofRejected,
    Ref,
    Refused,
    Reveal,
    Revealed,
    Seat,
    StaleAction,
    encode,
)
from facedown.kernel.play import act, why_not
from facedown.kernel.printable import printable
from facedown.table.dealing import Dealing, dealing
from facedown.table.entries import Acted, Dealt, Entry, Opened, head_of, log_file, read_entry
from facedown.table.follow import Follower
from facedown.table.hand import Hand
from facedown.table.messages import Contribute, FacePairs, Recorded, Snapshot, Standing, Update
from facedown.table.registry import find_dealer, find_game
from facedown.table.story import Moment
from facedown.table.table import Step, Unsigned
from facedown.table.verify import Report, open_log, revealed_dealer, verify

WITHOUT_ENTRIES = "came back without entries that it had already shown"
ANOTHER_LOG = "came back with another log than the one it had shown"


class Unchecked(Refused):
    """A part of the match was never seen here, and the server does not give its log: no verdict."""

    code = "unchecked"

    def __init__(self) -> None:
        super().__init__("the match could not be checked: the server does not give its log")


class Mirror:
    """One match as this seat sees it.

    Given the whole log it runs the rules itself and refuses, with `ProofRejected`, whatever the server says
    that does not follow from them. While a part of the log is missing (`checked` is False) it takes the state
    as told, and still checks the chain of hashes and that no card changes its face. It forgets nothing of
    what it was shown, before and after: when the log comes, all of that has to be in it.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        lines: Sequence[bytes] | None = None,
        ring: Any = None,
        key: SessionKey | None = None,
        seen: tuple[int, str] = (0, ""),
    ) -> None:
        """`lines`: the log up to this snapshot; not needed if the match has only been opened.

        `ring`: the player's keys, where the dealer needs them; then `hand` does the player's part. `key`: the
        lasting one, which signs where the house deals. `seen`: how far we had seen this match before, and the
        hash of it.
        """
        self.match = snapshot.match
        self.opening = opening_of(snapshot)
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
        self.lines = [bytes(snapshot.opening)]
        """The log, as far as it was repeated here."""
        self._follower = Follower(self.lines[0])
        self.history = [Moment(self._follower.table.state, self._follower.opened)]
        self.state: Any = self._follower.table.state
        self._hand = Hand(self._follower.table, self.seat, ring, key) if self.seat >= 0 else None
        self._sealed = ring is not None
        self._gap: int | None = None
        """If a part of the log is missing: how many moments of `history` lie before it."""
        self._heard = dict([seen] if seen[0] else [])
        """What the server has said beyond our lines of the hash at each place."""
        self._believed: dict[int, bytes] = {}
        """Entries beyond our lines, as told."""
        if snapshot.standing.at < seen[0]:
            raise ProofRejected("server", WITHOUT_ENTRIES)
        if lines is None and snapshot.standing.at == 1:
            lines = self.lines
        if lines is not None:
            self._check_heard(lines)
            self._walk(lines[1:])
            self._heard.clear()
        else:
            self._take_as_told(snapshot)
        self._hear_faces(snapshot.faces)
        self._stand(snapshot.standing)

    # --- how it stands ---

    @property
    def checked(self) -> bool:
        """Whether every step so far was repeated here by the rules."""
        return self._gap is None

    @property
    def hand(self) -> Hand | None:
        """Makes this seat's messages, signed and proved, if every step is checked here."""
        return self._hand if self.checked else None

    @property
    def my_move(self) -> bool:
        """Whether this seat is to act."""
        return self.seat in self.standing.active and not self.awaited

    def legal(self) -> list[Any]:
        """Everything this seat may do now, by the rules as they are known here."""
        return self.game.legal(self.state, self.seat, self.faces) if self.my_move else []

    def dealing(self) -> Dealing | None:
        """What the players owe each other before anybody can act, as far as it is known here."""
        return dealing(self._follower.table, self.history) if self.checked else None

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
        if self.checked:
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
        at = snapshot.standing.at
        if at < self.standing.at:
            raise ProofRejected("server", WITHOUT_ENTRIES)
        self._hear_faces(snapshot.faces)
        moments: list[Moment] = []
        if lines is not None and len(lines) >= at:
            moments = self._catch_up(lines[:at])
        elif at > self.standing.at:
            self._take_as_told(snapshot)
        self.awaited = snapshot.awaited
        self._stand(snapshot.standing)
        return moments

    def contribute(self, nonce: str) -> Contribute:
        """Our randomness. It is signed for the opening alone, so that no more of the log is needed."""
        assert self._hand is not None
        return self._hand.contribute(nonce)

    def mend(self, lines: Sequence[bytes]) -> None:
        """The log after all: everything that was taken as told is checked now.

        It need not have come further than where we began to hear again; `StaleAction` if it has not.
        """
        lines = list(lines[: self.standing.at])
        while (line := self._believed.get(len(lines))) is not None:
            lines.append(line)
        if len(lines) < self.standing.at:
            raise StaleAction("the log is older than what was told here: ask for it again")
        self._catch_up(lines)
        self._stand(self.standing)

    def audit(self, log: bytes | None = None) -> Report:
        """The verdict on the finished match, or `Unchecked`.

        `log`: the server's, with the signatures under it; it fills what was missed here, and all that was
        seen here has to be in it. Beyond what any auditor checks, every face that this seat was shown in
        private has to be the card's.
        """
        if log is not None:
            lines = open_log(log)[0]
            if len(lines) < self.standing.at:
                raise ProofRejected("server", "gives a log without entries that it had already shown")
            self.mend(lines)
            if len(lines) > self.standing.at:
                log = None  # it has gone on meanwhile
        if not self.checked:
            raise Unchecked
        report = verify(log or log_file(self.lines), head=self.standing.head)
        if self.seat >= 0:
            self._check_own_faces(self.lines)
        return report

    # --- the checks ---

    def _take_as_told(self, snapshot: Snapshot) -> None:
        """A part of the log is missing: believe what follows for now, and remember it."""
        if self._gap is None:
            self._gap = len(self.history)
        self.state = msgspec.json.decode(snapshot.state, type=self.game.state_type)

    def _catch_up(self, lines: Sequence[bytes]) -> list[Moment]:
        """Repeat all that was missed up to here; what nobody was told of yet is returned."""
        if list(lines[: len(self.lines)]) != self.lines:
            raise ProofRejected("server", ANOTHER_LOG)
        self._check_heard(lines)
        told = len(self.history)
        moments = self._walk(lines[len(self.lines) :])
        # Only now: a log that breaks a rule fills no gap.
        self._heard.clear()
        if self._gap is not None:
            del self.history[self._gap : told]
            self._gap = None
            self._believed.clear()
        return [moment for moment in moments if moment.step.entry.at >= self.standing.at]

    def _check_heard(self, lines: Sequence[bytes]) -> None:
        for at, head in self._heard.items():
            if not 0 < at <= len(lines) or head_of(lines[at - 1]) != head:
                raise ProofRejected("server", ANOTHER_LOG, at - 1)

    def _walk(self, lines: Sequence[bytes]) -> list[Moment]:
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
        if self._sealed and self._hand is not None:
            self._show(tuple(self._hand.faces().items()))
        self.history += moments
        return moments

    def _blame(self, error: ProofRejected) -> ProofRejected:
        """A log that we are shown is what the server says; and so are words that a player has not signed."""
        sealed = self._follower.table.dealer.keyring is not None
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
        self._remember(self.standing)
        self._believed[entry.at] = line
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

    def _remember(self, standing: Standing) -> None:
        if self._heard.setdefault(standing.at, standing.head) != standing.head:
            raise ProofRejected("server", ANOTHER_LOG, standing.at - 1)

    def _stand(self, standing: Standing) -> None:
        if not self.checked:
            self._remember(standing)
        else:
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


def opening_of(snapshot: Snapshot) -> Opened:
    """The opening of a match, as its first line has it."""
    try:
        opening = read_entry(bytes(snapshot.opening)).body
    except InvalidAction:
        raise ProofRejected("server", "sent what is no entry of a log", 0) from None
    if not isinstance(opening, Opened) or not -1 <= snapshot.seat < len(opening.chairs):
        raise ProofRejected("server", "sent what is no opening of a match with you", 0)
    names = tuple(chair.name for chair in opening.chairs)
    said = snapshot.match, snapshot.game, snapshot.dealer, snapshot.clock, snapshot.names
    if said != (opening.match, opening.game, opening.dealer, opening.clock, names) or (
        bytes(snapshot.options) != bytes(opening.options)
    ):
        raise ProofRejected("server", "says of the match what its opening does not say", 0)
    return opening
