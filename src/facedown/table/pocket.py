"""What a player carries through a sealed match, and what has to outlive a closed tab.

Nobody must ever sign two different things for one place of the log, whatever happens in between. So a word
that was signed is kept before it is sent, and said again until the log has passed its place. And a server
that comes back with another history than the one it had shown gets no signature at all. Consent to a draw or
an undo is no word of that kind: who has offered a draw may still move. It has a place of its own, where we
agree to one thing alone.
"""

import secrets
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from facedown.crypto import BadProof
from facedown.crypto.signing import SessionKey
from facedown.kernel import Face, IllegalAction, InvalidAction, ProofRejected, Seat, Wish, encode
from facedown.table.entries import Accusation, bond_claim
from facedown.table.hand import Hand, bond_of
from facedown.table.messages import Accuse, Act, Bond, Concede, Contribute, Offer, Part, Reply, Snapshot
from facedown.table.mirror import Mirror, opening_of
from facedown.table.registry import find_dealer
from facedown.table.table import PART_GRACE, nonce_commitment

Word: TypeAlias = Act | Concede
Owed: TypeAlias = Contribute | Part | Accuse | Word


class Kept(msgspec.Struct, frozen=True):
    """All of it, for a place that only the player can read."""

    dealer: str
    ring: bytes
    nonce: str
    at: int = 0
    """How far we have seen the log."""
    head: str = ""
    """The hash of the last entry that we have seen."""
    place: int = -1
    """The place that our last word was signed for."""
    word: Word | None = None
    complaints: tuple[int, tuple[Accuse, ...]] = (-1, ())
    """What we have found out about others, and the place that it was signed for."""
    id: str = ""
    """Our lasting key, if we have one."""
    vouch: str = ""
    """Its signature under what we bring to this match."""
    agreed: tuple[int, str] = (-1, "")
    """The place where we have last agreed to something, and to what."""

    def __repr__(self) -> str:
        return f"<Kept up to entry {self.at}>"


class Pocket:
    """One player's keys in one match, and its last word. Keep `to_bytes` before you send what it has made."""

    def __init__(self, ring: Any, dealer: str, nonce: str, id: str = "", vouch: str = "") -> None:
        self._ring, self._dealer, self._nonce = ring, dealer, nonce
        self._id, self._vouch = id, vouch
        self._at, self._head = 0, ""
        self._place = -1
        self._word: Word | None = None
        self._complaints: tuple[int, tuple[Accuse, ...]] = -1, ()
        self._agreed = -1, ""
        self._said: set[bytes] = set()
        """What was handed out already; after a break it is said again, if it is still owed."""

    @classmethod
    def fresh(
        cls, dealer: str, deck: Sequence[Face], parts: Sequence[int] = (), key: SessionKey | str | None = None
    ) -> "Pocket":
        """New keys and new randomness for a match with this deck, of which these are the parts.

        `key`: our lasting one, which vouches for them; where it signs elsewhere, its public half.
        """
        kind = find_dealer(dealer).keyring
        if kind is None:
            raise InvalidAction(f"a match dealt by {dealer} needs no keys")
        if not deck:
            raise InvalidAction("at a sealed table everybody deals: bring a deck")
        ring, nonce = kind.fresh(deck, parts), secrets.token_hex(32)
        if isinstance(key, str):
            return cls(ring, dealer, nonce, key)
        bond = bond_of(ring, key)
        return cls(ring, dealer, nonce, bond.id, bond.vouch)

    @property
    def bond(self) -> Bond:
        """What is sent instead of a deck. Its `key` finds the pocket that belongs to a match."""
        return msgspec.structs.replace(bond_of(self._ring), id=self._id, vouch=self._vouch)

    @property
    def claim(self) -> bytes:
        """What our lasting key signs to vouch for the bond."""
        bond = self.bond
        return bond_claim(bond.deck, bond.cards, bond.key, bond.box)

    @property
    def commit(self) -> str:
        """What binds us to our randomness."""
        return nonce_commitment(self._nonce)

    @property
    def speaking(self) -> bool:
        """Whether a word of ours is on its way to its place in the log: nothing else is signed for that."""
        return self._word is not None

    # --- at the table ---

    def sit(self, snapshot: Snapshot, lines: Sequence[bytes] | None) -> Mirror:
        """A mirror with our hand in it, if it is the match that we are bound to, and goes on where it was."""
        self._check_chair(snapshot)
        mirror = Mirror(snapshot, lines, self._ring, seen=(self._at, self._head))
        self.follow(mirror)
        self._said.clear()
        return mirror

    def catch_up(self, mirror: Mirror) -> None:
        """Back after a break, in which what we said may have been lost."""
        self.follow(mirror)
        self._said.clear()

    def follow(self, mirror: Mirror) -> None:
        """Remember how far the log has come. Call it whenever the mirror has gone on.

        What was only told is no log: it must not take the place of what we have checked.
        """
        if not mirror.checked:
            return
        self._at, self._head = mirror.standing.at, mirror.standing.head
        if self._place < self._at:
            self._word = None

    def act(self, mirror: Mirror, action: Any, wish: Wish = ()) -> Act:
        """A signed action for the place where the match stands."""
        hand = self._hand(mirror)
        mirror.foresee(action)
        word = self._word
        if word is None:
            word = self._say(mirror, hand.act(action, wish))
        elif not isinstance(word, Act) or bytes(word.action) != encode(action):
            raise IllegalAction("what you did before is still on its way; wait for it")
        assert isinstance(word, Act)
        return word

    def concede(self, mirror: Mirror) -> Concede:
        """Give up, signed."""
        if self._word is not None and not isinstance(self._word, Concede):
            raise IllegalAction("what you did before is still on its way; wait for it")
        word = self._word or self._say(mirror, self._hand(mirror).concede())
        assert isinstance(word, Concede)
        return word

    def offer(self, mirror: Mirror, what: Literal["draw", "undo"]) -> Offer:
        """Ask for a draw, or to take our last action back, signed."""
        self._agree(mirror, what)
        return self._hand(mirror).offer(what)

    def accept(self, mirror: Mirror, what: Literal["draw", "undo"]) -> Reply:
        """Agree to what is offered, signed."""
        self._agree(mirror, what)
        return self._hand(mirror).accept(what)

    def _agree(self, mirror: Mirror, what: str) -> None:
        at = mirror.standing.at
        if self._agreed[0] == at and self._agreed[1] != what:
            raise IllegalAction(f"you have signed for a {self._agreed[1]} here; play on a little first")
        self._agreed = at, what

    def sign_end(self, mirror: Mirror) -> str:
        """Our signature under the finished match. It is the last thing that the keys are for."""
        return self._hand(mirror).sign_end()

    def owed(self, mirror: Mirror) -> list[Owed]:
        """What we have to say now and have not said since we sat down: it needs no decision of the player."""
        hand, owed = mirror.hand, list[Owed]()
        if hand is None:
            return []
        if mirror.seat in mirror.awaited:
            owed.append(hand.contribute(self._nonce))
        owed += hand.parts()
        owed += self._complain(hand)
        if self._word is not None:
            owed.append(self._word)
        fresh = [message for message in owed if encode(message) not in self._said]
        self._said.update(map(encode, fresh))
        return fresh

    def patience(self, mirror: Mirror, whom: Seat, why: Accusation) -> int | None:
        """How long, in milliseconds of silence, we wait before we say this of a player; None: we never do.

        The server may say at any time that somebody is late. What we sign is what we have seen ourselves.
        """
        table = self._hand(mirror).table
        if mirror.seat in {whom, *table.gone} or not table.certified(whom):
            return None
        if why == "withheld a part" and any(task.seat == whom for task in table.due):
            return PART_GRACE
        falls = table.clocks.deadline()
        if why == "timed out" and falls is not None and whom in table.clocks.flagged(falls):
            return falls - table.quiet_since
        return None

    def accuse(self, mirror: Mirror, whom: Seat, why: Accusation) -> Accuse:
        """Say that a player is gone. Wait for so long as `patience` says, or let the person decide."""
        return self._hand(mirror).accuse(whom, why)

    def _complain(self, hand: Hand) -> tuple[Accuse, ...]:
        """What we can show of others' cheating; made once for each place, since the proof is random."""
        place = hand.table.anchor[0]
        if self._complaints[0] != place:
            self._complaints = place, tuple(hand.complaints())
        return self._complaints[1]

    def _say(self, mirror: Mirror, word: Word) -> Word:
        self._place, self._word = mirror.standing.at, word
        self._said.add(encode(word))
        return word

    def _hand(self, mirror: Mirror) -> Hand:
        if mirror.hand is None:
            raise IllegalAction("the log of this match is not here yet; without it nothing is signed")
        return mirror.hand

    def _check_chair(self, snapshot: Snapshot) -> None:
        """The server has put our own keys, list and randomness on our chair, and nobody else's."""
        chair, bond = opening_of(snapshot).chairs[snapshot.seat], self.bond
        ours = bond.deck, bond.cards, bond.key, bond.box, bond.id or msgspec.UNSET
        if (chair.deck, chair.cards, chair.key, chair.box, chair.id) != ours:
            raise ProofRejected("server", "has put another list or other keys on your chair", 0)
        if chair.nonce != self.commit:
            raise ProofRejected("server", "left out the randomness that you had promised", 0)

    # --- kept for a player who comes back ---

    def to_bytes(self) -> bytes:
        """Everything, to be kept where only the player can read it."""
        ring: bytes = self._ring.to_bytes()
        seen = self._at, self._head, self._place, self._word, self._complaints
        return encode(Kept(self._dealer, ring, self._nonce, *seen, self._id, self._vouch, self._agreed))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Pocket":
        """The pocket that `to_bytes` kept, or `InvalidAction`."""
        try:
            kept = msgspec.json.decode(data, type=Kept)
            kind = find_dealer(kept.dealer).keyring
            if kind is None:
                raise InvalidAction("these are no kept keys")
            pocket = cls(kind.from_bytes(kept.ring), kept.dealer, kept.nonce, kept.id, kept.vouch)
        except (msgspec.DecodeError, LookupError, BadProof):
            raise InvalidAction("these are no kept keys") from None
        pocket._at, pocket._head, pocket._agreed = kept.at, kept.head, kept.agreed
        pocket._place, pocket._word, pocket._complaints = kept.place, kept.word, kept.complaints
        return pocket

    def erase(self) -> None:
        """The match is over: forget every secret."""
        self._ring.erase()
        self._nonce, self._word = "", None

    def __repr__(self) -> str:
        return f"<Pocket for {self._dealer}, seen up to entry {self._at}>"
