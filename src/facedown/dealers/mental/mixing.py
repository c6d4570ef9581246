"""The re-encryption protocol: each in turn takes its layer off, puts a new one on, and permutes in secret.

Shuffle, hidden reorder and search are this one job, for any cards of one deck. In a shuffle everybody mixes,
so nobody can tell any place. In a search the chooser mixes first, with what it takes in front, then all
others mix the rest. A reorder is the chooser's step alone.

The owner's layer may consist of several keys; its step makes one of them, and for that it has to know which
lies on which card: it goes first, or, where somebody else chooses, aligns the cards before, places kept.

Nothing on the record changes before the last one has mixed. So when somebody goes away in the middle, the
mixing is dropped, the old keys are still in force, and those who are left begin again.
"""

from collections.abc import Sequence

from facedown.crypto import BadProof, dleq, group, shuffle
from facedown.crypto.group import Point
from facedown.dealers.mental.escrow import check_shares
from facedown.dealers.mental.job import Job, wrong
from facedown.dealers.mental.ledger import Ledger
from facedown.dealers.mental.parts import AnyPart, Mixed
from facedown.kernel import Answer, Arrange, Arranged, Found, Ref, Search, Seat, Shuffle, Shuffled


class Mixing(Job):
    """Cards of one deck on their way through the players' hands."""

    def __init__(
        self, ledger: Ledger, number: int, place: int, head: str, request: Shuffle | Arrange | Search
    ) -> None:
        super().__init__(ledger, number, place, head)
        self.request = request
        self.refs: tuple[Ref, ...] = request.refs
        self.owner = ledger.deck_of(self.refs)
        self.points: list[Point] = [ledger.full(ref) for ref in self.refs]
        """The cards that are being mixed, as they are now."""
        self.aside: list[Point] = []
        """Cards that a search has taken out."""
        self.answer: Answer | None = None
        self._others: dict[tuple[Ref, int], Point] = {}
        """The deck's other cards under the new keys so far."""
        self._new: list[tuple[Seat, Mixed, list[tuple[Ref, int]]]] = []
        self._own = [ledger.key(ref, self.owner) for ref in self.refs]
        """The owner's key on each of the points."""
        self._aside_own: list[Point] = []
        self._queue = self._order()
        mixed_up = len(set(self._own)) > 1 and self.owner in ledger.present()
        self.aligning = mixed_up and bool(self._queue) and self._queue[0] != self.owner
        self._close()

    def _order(self) -> list[Seat]:
        request, present = self.request, self.ledger.present()
        if isinstance(request, Arrange):
            return [request.seat] if request.seat in present else []
        first = request.seat if isinstance(request, Search) else self.owner
        whole = isinstance(request, Search) and request.count == len(self.refs)
        others = [seat for seat in present if seat != first and not whole]
        return [first, *others] if first in present else others

    @property
    def step(self) -> str:
        """Counted from the end: it names one place in the queue."""
        return "align" if self.aligning else f"mix {len(self._queue)}"

    def awaited(self) -> Sequence[Seat]:
        """One after another."""
        return [self.owner] if self.aligning else self._queue[:1]

    def groups(self, seat: Seat) -> tuple[list[int], list[Point]]:
        """Which of this seat's keys lies on each of the points, by number, and these keys."""
        if seat != self.owner:
            return [0] * len(self.points), [self.ledger.keys[self.owner][seat]]
        keys = list(dict.fromkeys(self._own))
        return [keys.index(key) for key in self._own], keys

    def others(self, seat: Seat) -> tuple[list[tuple[Ref, int]], list[Point]]:
        """The deck's other cards, which take the new key too, unless they are one's own; set aside first."""
        if seat == self.owner:
            return [], []
        forms = self.ledger.others(self.owner, seat, self.refs)
        points = zip(forms, self.ledger.points(forms), strict=True)
        return forms, [*self.aside, *[self._others.get(form, point) for form, point in points]]

    def take(self, seat: Seat, part: AnyPart) -> None:
        """The same cards in another order under the key announced, and all others under it too."""
        if not isinstance(part, Mixed):
            raise wrong(part)
        ledger, owner = self.ledger, self.owner
        outputs, rekeyed = group.split(part.points), group.split(part.rekeyed)
        forms, before = self.others(seat)
        ledger.check_new(part.key)
        if len(rekeyed) != len(before):
            raise BadProof("the other cards of the deck are not under the new key")
        if self.aligning:
            self._align(part, outputs)
            return
        proof = self.context(seat)
        groups, old = self.groups(seat)
        shuffle.verify(proof, self.points, groups, old, part.key, outputs, part.proof)
        if before:
            dleq.verify(proof, old[0], part.key, before, rekeyed, part.link)
        elif part.link:
            raise BadProof("something is proved of cards that there are not")
        check_shares(ledger.present(), owner, seat, part.key, part.shares)
        ledger.use(part.key)
        self.points = outputs
        if seat == owner:
            self._own = [part.key] * len(outputs)
        else:
            count = len(self.aside)
            self.aside = rekeyed[:count]
            self._others.update(zip(forms, rekeyed[count:], strict=True))
            self._new.append((seat, part, forms))
        if isinstance(self.request, Search) and not self.aside:
            count = self.request.count
            self.aside, self.points = self.points[:count], self.points[count:]
            self._aside_own, self._own = self._own[:count], self._own[count:]
        self._queue.pop(0)
        self._close()

    def _align(self, part: Mixed, outputs: list[Point]) -> None:
        """The owner's keys give way to one, places kept: a proof for each."""
        if len(outputs) != len(self.points) or part.link or part.shares:
            raise BadProof("cards that are brought under one key are not the ones asked for")
        groups, keys = self.groups(self.owner)
        if len(part.proof) != dleq.LENGTH * len(keys):
            raise BadProof("cards are brought under one key without a proof for each old one")
        for number, key in enumerate(keys):
            before = [point for point, label in zip(self.points, groups, strict=True) if label == number]
            after = [point for point, label in zip(outputs, groups, strict=True) if label == number]
            proof = part.proof[number * dleq.LENGTH : (number + 1) * dleq.LENGTH]
            dleq.verify(self.context(self.owner), key, part.key, before, after, proof)
        self.ledger.use(part.key)
        self.points, self._own, self.aligning = outputs, [part.key] * len(outputs), False

    def _close(self) -> None:
        """When the last one has mixed, the new keys are in force and the cards get their fresh refs."""
        if self._queue:
            return
        ledger, owner = self.ledger, self.owner
        for seat, part, forms in self._new:
            ledger.rekey(owner, seat, part.key, forms, [self._others[form] for form in forms])
            ledger.escrow.deposit(owner, seat, self.number, part.shares)
        refs = ledger.renew(self.refs, [*self.aside, *self.points], [*self._aside_own, *self._own])
        match self.request:
            case Shuffle():
                self.answer = Shuffled(refs)
            case Arrange():
                self.answer = Arranged(refs)
            case Search(count=count):
                self.answer = Found(refs[:count], refs[count:])
