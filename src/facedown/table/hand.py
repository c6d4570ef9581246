"""A player's own hand at a table: it signs, proves, and does the player's part. It never leaves the player.

The table is the player's own, which has followed and so checked the whole log; what the hand makes are
messages for a room. In one process (bots against each other, tests) all hands may share one table.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from facedown.crypto.signing import SessionKey
from facedown.dealers import Dealer
from facedown.kernel import Face, IllegalAction, Ref, Seat, Wish, encode
from facedown.table.entries import (
    Accusation,
    Accused,
    Acted,
    Body,
    Contributed,
    Left,
    Parted,
    bond_claim,
    claim,
    ending_claim,
)
from facedown.table.messages import Accuse, Act, Bond, Concede, Contribute, Offer, Part, Reply
from facedown.table.registry import find_dealer
from facedown.table.table import AnyGame, Step, Table


class Hand:
    """One seat's side of the match.

    With a keyring it signs all it says, and knows its cards by itself. Without one it knows what the dealer
    shows it, and signs with `key`, if it has any, what binds it beyond a move: that it gives up, or agrees.
    """

    def __init__(self, table: Table, seat: Seat, ring: Any = None, key: SessionKey | None = None) -> None:
        self.table, self.seat, self._ring = table, seat, ring
        self._key = key
        self._agreed: tuple[str, str] | None = None
        """After which entry this seat has agreed to what."""
        if ring is not None:
            ring.sit(seat)

    def faces(self) -> dict[Ref, Face]:
        """The hidden cards that this seat knows."""
        table = self.table
        return dict(table.faces[self.seat]) if self._ring is None else self._ring.faces(table.dealer)

    def act(self, action: Any, wish: Wish = ()) -> Act:
        """An action for the place where the match stands. With a keyring, the wish stays in it."""
        table, data = self.table, msgspec.Raw(encode(action))
        if self._ring is None:
            return Act(table.at, data, wish)
        proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
        if opens := table.game.opens(table.state, self.seat, action):
            proof = msgspec.Raw(self._ring.turn(table.dealer, opens))
        self._ring.wish(wish)
        sign = self._sign(table.at, table.head, Acted(self.seat, data, proof=proof))
        return Act(table.at, data, proof=proof, sign=sign)

    def parts(self) -> list[Part]:
        """What this seat owes now."""
        if self._ring is None:
            return []
        made = []
        for task in self.table.due:
            if task.seat == self.seat:
                part = msgspec.Raw(self._ring.part(self.table.dealer, task))
                body = Parted(self.seat, task.job, part)
                sign = self._sign(task.place, task.head, body, task.step)
                made.append(Part(task.job, part, sign))
        return made

    def contribute(self, nonce: str) -> Contribute:
        """The randomness that we are bound to."""
        table = self.table
        return Contribute(nonce, self._sign(0, table.opening_head, Contributed(self.seat, nonce)))

    def concede(self) -> Concede:
        """Give up. Where others play on without us, we take our layers with us."""
        table = self.table
        proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
        if self._ring is not None and table.certified(self.seat):
            proof = msgspec.Raw(self._ring.farewell(table.dealer))
        return Concede(self._sign(table.at, table.head, Left(self.seat, "conceded", proof)), proof)

    def offer(self, what: Literal["draw", "undo"]) -> Offer:
        """Ask for a draw, or to take our last action back, here and now."""
        return Offer(what, self.table.at, self._consent(what))

    def accept(self, what: Literal["draw", "undo"]) -> Reply:
        """Agree to what is offered, here and now."""
        return Reply(what, True, self.table.at, self._consent(what))

    def _consent(self, what: Literal["draw", "undo"]) -> str:
        """Nobody signs two agreements for one place: either of them could be used later."""
        head = self.table.head
        if self._agreed is not None and self._agreed[0] == head and self._agreed[1] != what:
            raise IllegalAction(f"you have signed for a {self._agreed[1]} here; play on a little first")
        self._agreed = head, what
        return self.sign(self.table.consent(self.seat, what))

    def sign_end(self) -> str:
        """Our signature under the finished match: this is what was played. Empty if we have no key."""
        table = self.table
        assert table.outcome is not None
        return self.sign(ending_claim(table.opening.match, table.head, self.seat))

    def accuse(self, whom: Seat, why: Accusation) -> Accuse:
        """Say that another player is gone. Look first whether it is so."""
        sign = self._sign(*self.table.anchor, Accused(self.seat, whom, why))
        return Accuse(whom, why, sign=sign)

    def complaints(self) -> list[Accuse]:
        """What we have found out about others: letters to us that say what does not hold."""
        made = []
        for whom, data in [] if self._ring is None else self._ring.complaints(self.table.dealer):
            proof = msgspec.Raw(data)
            sign = self._sign(*self.table.anchor, Accused(self.seat, whom, "cheated", proof))
            made.append(Accuse(whom, "cheated", proof, sign))
        return made

    def _sign(self, at: int, prev: str, body: Body, step: str = "") -> str:
        return self.sign(claim(self.table.opening.match, at, prev, body, step))

    def sign(self, words: bytes) -> str:
        """Our signature under these words; empty if we have no key in this match."""
        if self.table.opening.chairs[self.seat].key is msgspec.UNSET:
            return ""
        if self._ring is not None:
            sign: str = self._ring.sign(words)
            return sign
        return "" if self._key is None else self._key.sign(words).hex()


def bond_of(ring: Any, key: SessionKey | None = None) -> Bond:
    """What a player with this keyring sends when it sits down; the lasting `key` vouches for it."""
    bond = ring.bond
    brought = bond.root.hex(), bond.cards, bond.key.hex(), bond.box.hex()
    if key is None:
        return Bond(*brought)
    return Bond(*brought, key.public.hex(), key.sign(bond_claim(*brought)).hex())


def rings(dealer: str, decks: Sequence[Sequence[Face]], game: AnyGame, options: Any) -> list[Any]:
    """What each player needs at a table of this dealer: a keyring, or None."""
    kind = find_dealer(dealer).keyring
    return [None if kind is None else kind.fresh(deck, game.parts(options, len(deck))) for deck in decks]


def new_dealer(name: str, entropy: bytes, decks: Sequence[Sequence[Face]], rings: Sequence[Any]) -> Dealer:
    """The dealer of a match in this process, from its entropy and decks, or from what binds the players."""
    kind: Any = find_dealer(name)  # each dealer's own constructor; the contract does not know it
    dealer: Dealer = kind.fresh(entropy, decks) if kind.keyring is None else kind([r.bond for r in rings])
    return dealer


def say(
    table: Table, seat: Seat, message: Act | Part | Contribute | Concede | Accuse, time: int
) -> list[Step]:
    """Carry a hand's message out at a table in this process."""
    sign = message.sign or msgspec.UNSET
    match message:
        case Act(at=at, action=data, wish=wish, proof=proof):
            return table.act(seat, table.game.read_action(data), time, at, wish=wish, proof=proof, sign=sign)
        case Part(job=job, part=part):
            return table.take(seat, job, part, time, sign)
        case Contribute(nonce=nonce):
            return table.contribute(seat, nonce, time, sign)
        case Concede(proof=proof):
            return table.leave(seat, "conceded", time, sign, proof)
        case Accuse(whom=whom, why=why, proof=proof):
            return table.accuse(seat, whom, why, time, sign, proof)


def settle(table: Table, hands: Sequence[Hand], time: int) -> list[Step]:
    """Let every hand do its part until nothing is owed: what a network does, in one process."""
    steps: list[Step] = []
    while table.due:
        for hand in hands:
            for part in hand.parts():
                steps += say(table, hand.seat, part, time)
    return steps
