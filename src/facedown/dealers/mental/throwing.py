"""Public chance: everybody is bound to a number before anybody shows one; nobody chooses the result."""

from collections.abc import Sequence

from facedown.crypto import dice
from facedown.dealers.mental.job import Job, wrong
from facedown.dealers.mental.ledger import Ledger
from facedown.dealers.mental.parts import AnyPart, Committed, Thrown
from facedown.kernel import Roll, Rolled, Seat, digest


class Throwing(Job):
    """A throw of so many sides, in two rounds."""

    def __init__(self, ledger: Ledger, number: int, place: int, head: str, request: Roll) -> None:
        super().__init__(ledger, number, place, head)
        self.request = request
        self.answer: Rolled | None = None
        self._seats = ledger.present()
        self._commitments: dict[Seat, bytes] = {}
        self._numbers: dict[Seat, bytes] = {}

    @property
    def step(self) -> str:
        """First all commit, then all show."""
        return "commit" if len(self._commitments) < len(self._seats) else "show"

    @property
    def throw(self) -> bytes:
        """What commitments and result are bound to: this throw and no other."""
        parts = [self.ledger.session, b"%d" % self.number, self.head.encode()]
        return digest(b"facedown/mental/throw/1", *parts)

    def awaited(self) -> Sequence[Seat]:
        """All at once within a round."""
        said = self._commitments if self.step == "commit" else self._numbers
        return [seat for seat in self._seats if seat not in said]

    def take(self, seat: Seat, part: AnyPart) -> None:
        """A commitment in the first round, the number behind it in the second."""
        if self.step == "commit" and isinstance(part, Committed) and len(part.commitment) == dice.SIZE:
            self._commitments[seat] = part.commitment
        elif self.step == "show" and isinstance(part, Thrown):
            dice.check(self.throw, seat, self._commitments[seat], part.number)
            self._numbers[seat] = part.number
        else:
            raise wrong(part)
        if not self.awaited():
            numbers = [self._numbers[seat] for seat in self._seats]
            self.answer = Rolled(dice.throw(self.throw, numbers, self.request.sides)[0])
