"""The operations of a sealed deck by all its players, every proof made and checked, and how long one waits.

Standard library and `facedown.crypto` alone: `bench crypto` runs this file here and in a browser.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import SystemRandom
from time import perf_counter, process_time

from facedown.crypto import (
    BoxKey,
    LayerKey,
    SessionKey,
    decklist,
    dleq,
    group,
    sealed,
    sharing,
    shuffle,
    signing,
)

HAND = 5
"""Cards that the owner holds: whoever changes a key has to change it on these too."""
CASES = (
    ("draw", 2, 40),
    ("scry", 2, 40),
    ("mill", 2, 40),
    ("tutor", 2, 40),
    ("reshuffle", 2, 40),
    ("tutor", 4, 100),
)


clock = perf_counter if sys.platform == "emscripten" else process_time
"""A browser has no clock but the wall's; here others who use the processor do not count."""


class Deck:
    """A deck of seat 0 under a layer of every player, with all of them here.

    `seconds` is the critical path: players wait for each other where the protocol says so, and what several
    do at the same time counts once. `messages` are those that have to follow one another.
    """

    def __init__(self, players: int, size: int) -> None:
        self.players = players
        self.context = b"bench"
        every = range(size + HAND)
        self.list = decklist.HiddenList.fresh(self.context, [f"card {number}" for number in every])
        points = group.hash_to_group("card", *[b"bench/0/%d" % slot for slot in every])
        self.slot_of = {point: slot for slot, point in enumerate(points)}
        self.signers = [SessionKey.fresh() for _ in range(players)]
        self.boxes = [BoxKey.fresh() for _ in range(players)]
        self.keys = [LayerKey.fresh() for _ in range(players)]
        for key in self.keys:
            points = key.mask(points)
        self.hand, self.cards = points[:HAND], points[HAND:]
        self.seconds, self.messages = 0.0, 0

    @contextmanager
    def _path(self) -> Iterator[None]:
        """What is done here, others wait for."""
        start = clock()
        yield
        self.seconds += clock() - start

    def _send(self, seat: int, *parts: bytes) -> None:
        """A signed message, and the check of its signature by those who get it."""
        with self._path():
            message = self.context + b"".join(parts)
            signing.verify(self.signers[seat].public, message, self.signers[seat].sign(message))
        self.messages += 1

    def _strip(self, seats: Sequence[int], cards: list[bytes]) -> list[bytes]:
        """These seats take their layers off in turn; each checks the one before, and all check the last."""
        for seat in seats:
            key = self.keys[seat]
            with self._path():
                stripped = key.strip(cards)
                proof = dleq.prove(self.context, key, stripped, cards)
            self._send(seat, *stripped, proof)
            with self._path():
                dleq.verify(self.context, group.BASE, key.public, stripped, cards, proof)
            cards = stripped
        return cards

    def _others(self) -> range:
        return range(1, self.players)

    def _look(self, cards: list[bytes]) -> list[bytes]:
        """The owner comes to know cards; nobody else does."""
        nearly = self._strip(self._others(), cards)
        with self._path():
            return self.keys[0].strip(nearly)

    def _mix(self, seat: int, cards: list[bytes], order: list[int]) -> list[bytes]:
        """A seat changes its key and the order of cards; with three or more it also shares the new key."""
        old, new = self.keys[seat], LayerKey.fresh()
        groups, shared = [0] * len(cards), list[bytes]()
        with self._path():
            if seat and self.players > 2:
                shares = sharing.share(new, self.players - 1)
                holders = [box for other, box in enumerate(self.boxes) if other != seat]
                shared = [share.public for share in shares]
                shared += [
                    sealed.seal(box.public, self.context, share.to_bytes())
                    for box, share in zip(holders, shares, strict=True)
                ]
            mixed, proof = shuffle.mix(self.context, cards, groups, [old], new, order)
            hand, hand_proof = self._rekey(old, new) if seat else (self.hand, b"")
        self._send(seat, *mixed, proof, *hand, hand_proof, *shared)
        with self._path():
            shuffle.verify(self.context, cards, groups, [old.public], new.public, mixed, proof)
            if hand_proof:
                dleq.verify(self.context, old.public, new.public, self.hand, hand, hand_proof)
            if shared:
                count = self.players - 1
                sharing.check(new.public, shared[:count])
                first = next(box for other, box in enumerate(self.boxes) if other != seat)
                sharing.received(shared[0], first.open(self.context, shared[count]))
        self.keys[seat], self.hand = new, hand
        return mixed

    def _rekey(self, old: LayerKey, new: LayerKey) -> tuple[list[bytes], bytes]:
        step = new.over(old)
        hand = step.mask(self.hand)
        return hand, dleq.prove(self.context, step, self.hand, hand)

    # --- the operations ---

    def draw(self) -> None:
        """One card to the owner's hand."""
        (card,) = self._look(self.cards[:1])
        assert card in self.slot_of

    def scry(self) -> None:
        """Look at three and put them back in an order that only the owner knows, under a key of their own."""
        self._look(self.cards[:3])
        new = LayerKey.fresh()
        with self._path():
            mixed, proof = shuffle.mix(self.context, self.cards[:3], [0] * 3, [self.keys[0]], new, [2, 0, 1])
        self._send(0, *mixed, proof)
        with self._path():
            shuffle.verify(
                self.context, self.cards[:3], [0] * 3, [self.keys[0].public], new.public, mixed, proof
            )

    def mill(self) -> None:
        """Three cards face up: every layer off, and the slots of the list opened."""
        points = self._strip([*self._others(), 0], self.cards[:3])
        with self._path():
            opened = [self.list.open(self.slot_of[point]) for point in points]
            for opening in opened:
                decklist.check(self.context, self.list.root, len(self.list.cards), opening)

    def tutor(self) -> None:
        """Look at all, take one unseen, and shuffle the rest so that nobody knows where anything is."""
        self._look(self.cards)
        _, *cards = self._mix(0, self.cards, _order(len(self.cards)))
        for seat in self._others():
            cards = self._mix(seat, cards, _order(len(cards)))
        self.cards = cards

    def reshuffle(self) -> None:
        """Everybody shuffles in turn."""
        cards = self.cards
        for seat in range(self.players):
            cards = self._mix(seat, cards, _order(len(cards)))
        self.cards = cards


def _order(count: int) -> list[int]:
    order = list(range(count))
    SystemRandom().shuffle(order)
    return order


def run(rounds: int) -> list[tuple[str, int, int, float, int]]:
    """Each case: what, for how many players and cards, the milliseconds one waits, the messages in a row.

    Of several rounds the one that was disturbed least.
    """
    Deck(2, 40).tutor()  # tables and generators are made once
    found = []
    for what, players, size in CASES:
        times, messages = [], 0
        for _ in range(rounds):
            deck = Deck(players, size)
            operation: Callable[[], None] = getattr(deck, what)
            operation()
            times.append(deck.seconds * 1000)
            messages = deck.messages
        found.append((what, players, size, min(times), messages))
    return found
