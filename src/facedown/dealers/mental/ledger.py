"""What everybody knows of the cards: how each stands under the players' layers, and who has been let through.

One rule keeps it simple: at any time a player has one key on another's deck, and it lies on every card of it.
Whoever takes a new key moves all of them, and can erase the old one at once. Only on its own cards a player
may have several: what it puts back after a look lies under a new key, and the others need not move for it.
"""

from collections.abc import Callable, Container, Iterable, Sequence

import msgspec

from facedown.crypto import BadProof, decklist, group
from facedown.crypto.decklist import Opening
from facedown.crypto.group import BASE, Point
from facedown.dealers.mental.escrow import Escrow
from facedown.kernel import Face, IllegalAction, ProofRejected, Ref, Seat, digest


class Bond(msgspec.Struct, frozen=True):
    """What binds a player to a match: root and size of its list, the keys it signs and gets letters with."""

    root: bytes
    cards: int
    key: bytes
    box: Point


class Form(msgspec.Struct, frozen=True):
    """A card as it has been seen: the point that is left of it under these seats' layers, one bit a seat."""

    layers: int
    point: Point


class Ledger:
    """The public record of one match's cards. Nothing in it is secret."""

    def __init__(self, bonds: Sequence[Bond]) -> None:
        self.bonds = tuple(bonds)
        self.seats = len(bonds)
        self.session = b""
        self.catalogue: Callable[[], Container[Face]] | None = None
        self.gone: set[Seat] = set()
        self.escrow = Escrow()
        self.letters: list[tuple[int, Seat, Seat, bytes]] = []
        """What owners told single seats of their cards: job, from whom, to whom, sealed."""
        self.keys: list[list[Point]] = [[BASE] * self.seats for _ in bonds]
        """For each deck the public key of each other seat's layer; BASE: no layer. The owner's: `key`."""
        self._own: dict[Ref, Point] = {}
        """The public key of its owner's layer on each card."""
        self.faces: dict[Ref, Face] = {}
        """Cards that lie open to all."""
        self._used: set[Point] = {BASE}
        self._owners: dict[Ref, Seat] = {}
        self._forms: dict[Ref, list[Form]] = {}
        """Every form in which a card was seen, the one under all layers first."""
        self._slots: list[dict[Point, int]] = []
        self._next = 0

    def begin(self, session: bytes) -> None:
        """Lay every list out, slot by slot: no layer on it yet, and nobody but its owner knows the cards."""
        self.session = session
        for owner, bond in enumerate(self.bonds):
            names = [session + b"/%d/%d" % (owner, slot) for slot in range(bond.cards)]
            points = group.hash_to_group("card", *names)
            self._slots.append({point: slot for slot, point in enumerate(points)})
            self._lay(owner, points, [BASE] * len(points))

    def present(self) -> list[Seat]:
        """The seats that still take part."""
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def owner(self, ref: Ref) -> Seat:
        """Whose card this is."""
        try:
            return self._owners[ref]
        except KeyError:
            raise IllegalAction(f"there is no card {ref}") from None

    def deck_of(self, refs: Sequence[Ref]) -> Seat:
        """Whose cards these are: cards of two players never share a deck."""
        owners = {self.owner(ref) for ref in refs}
        if len(owners) != 1:
            raise IllegalAction("cards of two players cannot be mixed")
        return owners.pop()

    def exists(self, ref: Ref) -> bool:
        """Whether a card has this ref now."""
        return ref in self._owners

    def letter(self, job: int, sender: Seat, reader: Seat) -> bytes:
        """Where a letter belongs."""
        return digest(b"facedown/mental/letter/1", self.session, b"%d/%d/%d" % (job, sender, reader))

    def refs(self, owner: Seat) -> list[Ref]:
        """Every card of this deck, wherever it lies."""
        return [ref for ref, whose in self._owners.items() if whose == owner]

    def key(self, ref: Ref, seat: Seat) -> Point:
        """The public key of this seat's layer on this card; BASE: no layer."""
        owner = self.owner(ref)
        return self._own[ref] if seat == owner else self.keys[owner][seat]

    def own_keys(self, owner: Seat) -> set[Point]:
        """All keys that a player has on its own cards."""
        return {self._own[ref] for ref in self.refs(owner)}

    # --- layers that come off ---

    def form(self, ref: Ref, keep: int) -> Form:
        """The barest form of a card that still has the layers of these seats, as far as they have any."""
        self.owner(ref)  # which says so if there is no such card
        keep &= self._forms[ref][0].layers
        return min(
            (form for form in self._forms[ref] if form.layers & keep == keep),
            key=lambda form: form.layers.bit_count(),
        )

    def full(self, ref: Ref) -> Point:
        """A card under all layers."""
        return self._forms[ref][0].point

    def note(self, ref: Ref, form: Form) -> None:
        """A card was seen in this form."""
        forms = self._forms[ref]
        if all(known.layers != form.layers for known in forms):
            forms.append(form)

    def slot(self, owner: Seat, point: Point) -> int:
        """The slot of a card that has no layer."""
        slot = self._slots[owner].get(point)
        if slot is None:
            raise BadProof("what is left without a layer is no card of that deck")
        return slot

    def check_opening(self, owner: Seat, opening: Opening) -> Face:
        """The card that is in the slot, if it was opened rightly."""
        bond = self.bonds[owner]
        face = decklist.check(list_context(bond.key), bond.root, bond.cards, opening)
        if self.catalogue is not None and face not in self.catalogue():
            raise BadProof("a slot holds a card that this game does not have")
        return face

    def check_bare(self, ref: Ref, point: Point, opening: Opening) -> Face:
        """The face of a card whose last layer came off to leave this point."""
        owner = self.owner(ref)
        if self.slot(owner, point) != opening.slot:
            raise BadProof("the slot that was opened is not that card's")
        return self.check_opening(owner, opening)

    # --- new keys, new places ---

    def check_new(self, key: Point) -> None:
        """A new key must never have been announced before."""
        if key in self._used:
            raise BadProof("a new key is one that was used before")

    def use(self, key: Point) -> None:
        """A new key is announced."""
        self._used.add(key)

    def covered(self, seat: Seat) -> list[tuple[Seat, list[tuple[Ref, int]]]]:
        """The decks of others who are here on which this seat has a layer, and their forms that have it."""
        bit = 1 << seat
        return [
            (owner, [at for at in self.others(owner, seat, ()) if self._forms[at[0]][at[1]].layers & bit])
            for owner in self.present()
            if owner != seat and self.keys[owner][seat] != BASE
        ]

    def others(self, owner: Seat, seat: Seat, but: Iterable[Ref]) -> list[tuple[Ref, int]]:
        """Forms of this deck's cards, apart from these, that have this seat's layer: by ref and place."""
        apart = set(but)
        bit = 1 << seat
        return [
            (ref, place)
            for ref in self.refs(owner)
            if ref not in apart
            for place, form in enumerate(self._forms[ref])
            if form.layers & bit or not place
        ]

    def points(self, forms: Iterable[tuple[Ref, int]]) -> list[Point]:
        """What these forms are now."""
        return [self._forms[ref][place].point for ref, place in forms]

    def rekey(
        self, owner: Seat, seat: Seat, key: Point, forms: Sequence[tuple[Ref, int]], points: Sequence[Point]
    ) -> None:
        """From now on this seat has this key on this deck; these forms are the points under it."""
        self.keys[owner][seat] = key
        bit = 1 << seat if key != BASE else 0
        for (ref, place), point in zip(forms, points, strict=True):
            layers = self._forms[ref][place].layers & ~(1 << seat) | bit
            self._forms[ref][place] = Form(layers, point)

    def renew(self, old: Iterable[Ref], points: Sequence[Point], own: Sequence[Point]) -> tuple[Ref, ...]:
        """Retire refs; these points are their cards now, under these keys of their owner, in this order."""
        old = list(old)
        owner = self.deck_of(old)
        for ref in old:
            del self._owners[ref], self._forms[ref], self._own[ref]
            self.faces.pop(ref, None)
        return self._lay(owner, points, own)

    def _lay(self, owner: Seat, points: Sequence[Point], own: Sequence[Point]) -> tuple[Ref, ...]:
        fresh = tuple(range(self._next, self._next + len(points)))
        self._next += len(points)
        others = sum(1 << seat for seat, key in enumerate(self.keys[owner]) if key != BASE and seat != owner)
        for ref, point, key in zip(fresh, points, own, strict=True):
            layers = others | (1 << owner if key != BASE else 0)
            self._owners[ref], self._forms[ref], self._own[ref] = owner, [Form(layers, point)], key
        return fresh


def list_context(key: bytes) -> bytes:
    """What a hidden list is bound to: its owner's session key. Nobody else can open a copy of it."""
    return b"facedown/mental/list/1" + key


def blame(seat: Seat, error: BadProof, at: int | None = None) -> ProofRejected:
    """The refusal that names who sent what does not hold."""
    return ProofRejected(f"seat {seat}", str(error), at)


def context(session: bytes, job: int, head: str, seat: Seat, step: str) -> bytes:
    """Where a proof holds: in this match, after this history, for this job, seat and step; nowhere else."""
    parts = [session, b"%d" % job, head.encode(), b"%d" % seat, step.encode()]
    return digest(b"facedown/mental/proof/1", *parts)
