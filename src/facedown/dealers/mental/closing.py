"""The end of a match: every player shows its whole list, and it has to be the one it was bound to."""

from collections.abc import Iterable, Sequence

from facedown.crypto import BadProof, decklist
from facedown.dealers.mental.job import Job, wrong
from facedown.dealers.mental.ledger import Ledger, list_context
from facedown.dealers.mental.parts import AnyPart, Listed
from facedown.kernel import Face, Seat


class Closing(Job):
    """Lists, from all who are still here."""

    def __init__(self, ledger: Ledger, number: int, place: int, head: str, seats: Iterable[Seat]) -> None:
        super().__init__(ledger, number, place, head)
        self.lists: dict[Seat, tuple[Face, ...]] = {}
        self._due = list(seats)

    @property
    def step(self) -> str:
        """There is one."""
        return "list"

    def awaited(self) -> Sequence[Seat]:
        """All at once."""
        return self._due

    def take(self, seat: Seat, part: AnyPart) -> None:
        """The list behind the root."""
        if not isinstance(part, Listed):
            raise wrong(part)
        bond = self.ledger.bonds[seat]
        if len(part.cards) != bond.cards:
            raise BadProof("a list has not as many cards as were announced")
        decklist.check_whole(list_context(bond.key), bond.root, part.cards, part.salts)
        self.lists[seat] = part.cards
        self._due.remove(seat)

    def excuse(self, seat: Seat) -> None:
        """Go on without this seat's list."""
        if seat in self._due:
            self._due.remove(seat)
