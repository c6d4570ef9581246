"""The operations of a sealed deck by all its players, every proof made and checked, and how long one waits.

The dealer and the keyrings are those of a real match; only table and network are left out. Nothing but what
the browser has: `bench crypto` runs this file here and in a browser.
"""

import sys
from collections.abc import Callable
from time import perf_counter, process_time

from facedown.crypto import signing
from facedown.dealers.mental import Keyring, Mental
from facedown.kernel import (
    Answer,
    Arrange,
    Found,
    Ref,
    Request,
    Reveal,
    Search,
    Shuffle,
    Shuffled,
    Zone,
    only,
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


class Match:
    """Players with a deck each, all decks shuffled, and the first player's hand dealt.

    `seconds` is the critical path: what several do at the same time counts once, and everybody checks every
    part of the others. `messages` are those that have to follow one another.
    """

    def __init__(self, players: int, size: int) -> None:
        faces = [f"card {number}" for number in range(size + HAND)]
        self.rings = [Keyring.fresh(faces) for _ in range(players)]
        self.dealer = Mental([ring.bond for ring in self.rings])
        self.seconds, self.messages = 0.0, 0
        for seat, ring in enumerate(self.rings):
            ring.sit(seat)
        self._write()
        self.dealer.seed("bench", [""] * players)
        ledger = self.dealer.ledger
        for seat in range(players):
            answer = self._ask(Shuffle(tuple(ledger.refs(seat))))
            assert isinstance(answer, Shuffled)
            if not seat:
                self.hand, self.deck = answer.refs[:HAND], answer.refs[HAND:]
        self._look("hand", self.hand)
        self.seconds, self.messages = 0.0, 0

    def _write(self) -> None:
        """An entry was written: each job is bound to all before it."""
        self.dealer.at += 1
        self.dealer.head = f"{self.dealer.at:064x}"

    def _settle(self) -> None:
        """Everybody does its part, in as many rounds as it takes."""
        while tasks := self.dealer.due():
            made, slowest = [], 0.0
            for task in tasks:
                start = clock()
                part = self.rings[task.seat].part(self.dealer, task)
                sign = bytes.fromhex(self.rings[task.seat].sign(part))
                slowest = max(slowest, clock() - start)
                made.append((task, part, sign))
            start = clock()
            for task, part, sign in made:
                signing.verify(self.rings[task.seat].bond.key, part, sign)
                self.dealer.take(task.seat, task.job, part)
            self.seconds += slowest + clock() - start
            self.messages += 1
            self._write()
            if not self._opening(tasks[0].step):
                return

    @staticmethod
    def _opening(step: str) -> bool:
        """Whether the dealer goes on by itself; an answer has to be asked for otherwise."""
        return step.startswith("open")

    def _ask(self, request: Request) -> Answer:
        while (answer := self.dealer.answer(request, self.dealer.at)) is None:
            self._settle()
        return answer

    def _look(self, zone: str, refs: tuple[Ref, ...]) -> None:
        """The first player comes to know cards; nobody else does."""
        self.dealer.owed([Zone(zone, 0, only(0), refs)])
        self._settle()
        start = clock()
        faces = self.rings[0].faces(self.dealer)
        self.seconds += clock() - start
        assert all(ref in faces for ref in refs)

    # --- the operations ---

    def draw(self) -> None:
        """One card to the owner's hand."""
        self._look("drawn", self.deck[:1])

    def scry(self) -> None:
        """Look at three and put them back in an order that only the owner knows."""
        top = self.deck[:3]
        self._look("looking", top)
        self.rings[0].wish(top[::-1])
        self._ask(Arrange(0, top))

    def mill(self) -> None:
        """Three cards face up: every layer off, and the slots of the list opened."""
        self._ask(Reveal(self.deck[:3]))

    def tutor(self) -> None:
        """Look at all, take one unseen, and shuffle the rest so that nobody knows where anything is."""
        self._look("looking", self.deck)
        self.rings[0].wish(self.deck[7:8])
        answer = self._ask(Search(0, self.deck, 1))
        assert isinstance(answer, Found)

    def reshuffle(self) -> None:
        """Everybody shuffles in turn."""
        self._ask(Shuffle(self.deck))


def warm_up() -> None:
    """Tables and generators are made once."""
    Match(2, 40).tutor()


def run(rounds: int) -> list[tuple[str, int, int, float, int]]:
    """Each case: what, for how many players and cards, the milliseconds one waits, the messages in a row.

    Of several rounds the one that was disturbed least.
    """
    warm_up()
    found = []
    for what, players, size in CASES:
        times, messages = [], 0
        for _ in range(rounds):
            match = Match(players, size)
            operation: Callable[[], None] = getattr(match, what)
            operation()
            times.append(match.seconds * 1000)
            messages = match.messages
        found.append((what, players, size, min(times), messages))
    return found
