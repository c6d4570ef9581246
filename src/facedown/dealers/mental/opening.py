"""Opening cards to one seat or to all: everybody else takes its layer off, one after another, with proof.

The table decides which cards are opened to whom, by the zones. Nobody ever strips a point that somebody
merely sent: every input is a card on the record, or what the seat before has proved to have made of it.
"""

from collections.abc import Iterable, Sequence

from facedown.crypto import BadProof, dleq, group
from facedown.crypto.group import BASE, Point
from facedown.dealers.mental import letters
from facedown.dealers.mental.job import Job, wrong
from facedown.dealers.mental.ledger import Form, Ledger
from facedown.dealers.mental.parts import AnyPart, Stripped
from facedown.kernel import Face, Ref, Seat

ALL: Seat = -1
"""The viewer of a card that is turned up for everybody."""


class Chain:
    """One card on its way to one viewer: its form now, and the seats whose layers have still to come off."""

    def __init__(self, ledger: Ledger, ref: Ref, viewer: Seat) -> None:
        self.ref, self.viewer = ref, viewer
        self.owner = owner = ledger.owner(ref)
        keep = 0 if viewer == ALL else 1 << viewer
        self.form = ledger.form(ref, keep)
        self.known = not ledger.form(ref, 1 << owner).layers & ~(1 << owner)
        """Whether the owner has been let through before, and so knows what it is."""
        self.todo = [
            seat
            for seat in range(ledger.seats)
            if self.form.layers >> seat & 1 and seat not in {viewer, owner}
        ]
        if viewer != owner:
            self.todo.append(owner)  # last: only it can say which card it is


class Opening(Job):
    """Cards on their way to those who may look. In each round everybody whose layer is next takes it off."""

    def __init__(
        self, ledger: Ledger, number: int, place: int, head: str, wanted: Iterable[tuple[Ref, Seat]]
    ) -> None:
        super().__init__(ledger, number, place, head)
        self.wanted = list(wanted)
        self.chains: list[Chain] = []
        self._round = 0
        self._due: list[Seat] = []

    def begin(self) -> None:
        """Look how the cards stand now, and begin the first round."""
        self.chains = [Chain(self.ledger, ref, viewer) for ref, viewer in self.wanted]
        self._share_out()

    def unfinished(self) -> list[tuple[Ref, Seat]]:
        """The cards that have not reached their viewers."""
        return (
            [(chain.ref, chain.viewer) for chain in self.chains if chain.todo] if self.chains else self.wanted
        )

    def _share_out(self) -> None:
        """Begin a round: whoever is next in some chain."""
        self._round += 1
        self._mine = {
            seat: [chain for chain in self.chains if chain.todo and chain.todo[0] == seat]
            for seat in range(self.ledger.seats)
        }
        self._due = [seat for seat, chains in self._mine.items() if chains]

    @property
    def step(self) -> str:
        """One a round."""
        return f"open {self._round}"

    def awaited(self) -> Sequence[Seat]:
        """All at once within a round."""
        return self._due

    def mine(self, seat: Seat) -> list[Chain]:
        """The chains that wait for this seat in this round."""
        return self._mine[seat]

    def strips(self, seat: Seat) -> list[Chain]:
        """Those of them on which the seat has a layer to take off."""
        return [chain for chain in self.mine(seat) if chain.form.layers >> seat & 1]

    def take(self, seat: Seat, part: AnyPart) -> None:
        """The cards without this seat's layer; and, from their owner, what they are."""
        if not isinstance(part, Stripped):
            raise wrong(part)
        strips, bare = self.strips(seat), group.split(part.points)
        covered = [(self.ledger.key(chain.ref, seat), chain.form.point) for chain in strips]
        check_strips(self.context(seat), covered, part)
        after = dict(zip(strips, bare, strict=True))
        told = [chain for chain in self.mine(seat) if chain.owner == seat]
        open_to_all = [chain for chain in told if chain.viewer == ALL]
        if len(part.openings) != len(open_to_all) or len(part.letters) != len(viewers(told)):
            raise BadProof("says of too many or too few cards what they are")
        for letter in part.letters:
            letters.check_shape(letter)
        faces: dict[Ref, Face] = {}
        for chain, opening in zip(open_to_all, part.openings, strict=True):
            point = after.get(chain, chain.form.point)
            faces[chain.ref] = self.ledger.check_bare(chain.ref, point, opening)
        for chain in self.mine(seat):
            chain.todo.pop(0)
            if chain in after:
                chain.form = Form(chain.form.layers & ~(1 << seat), after[chain])
                self.ledger.note(chain.ref, chain.form)
        self.ledger.faces.update(faces)
        self.ledger.letters += [
            (self.number, seat, viewer, letter)
            for viewer, letter in zip(viewers(told), part.letters, strict=True)
        ]
        self._due.remove(seat)
        if not self._due:
            self._share_out()


def viewers(chains: Iterable[Chain]) -> list[Seat]:
    """The seats that need a letter from the owner of these cards."""
    return sorted({chain.viewer for chain in chains if chain.viewer != ALL})


def check_strips(context: bytes, covered: Sequence[tuple[Point, Point]], part: Stripped) -> None:
    """A seat's layer came off these points, each given after its key, and nothing else happened to them."""
    bare = group.split(part.points)
    if len(bare) != len(covered) or len(part.points) % group.SIZE:
        raise BadProof("a layer was taken off too many or too few cards")
    keys = sorted({key for key, _ in covered})
    if len(part.proof) != dleq.LENGTH * len(keys):
        raise BadProof("a layer was taken off without a proof for each key")
    for at, key in enumerate(keys):
        pairs = [(new, old) for new, (under, old) in zip(bare, covered, strict=True) if under == key]
        proof = part.proof[at * dleq.LENGTH : (at + 1) * dleq.LENGTH]
        news, olds = [new for new, _ in pairs], [old for _, old in pairs]
        dleq.verify(context, BASE, key, news, olds, proof)
