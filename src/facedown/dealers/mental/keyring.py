"""One player's secrets, and all that is done with them. A keyring never leaves its player.

It looks at a dealer that has followed, and so checked, the whole log, and makes the parts that its seat owes.
What it has made once it gives again byte for byte: a server that pretends not to have heard gets no second
version to hold against the player.
"""

from collections.abc import Sequence
from contextlib import suppress
from secrets import SystemRandom
from typing import TYPE_CHECKING

import msgspec

from facedown.crypto import BadProof, dice, dleq, sharing, shuffle
from facedown.crypto.decklist import HiddenList, Opening
from facedown.crypto.group import BASE, Point
from facedown.crypto.keys import LayerKey
from facedown.crypto.signing import SessionKey
from facedown.dealers.dealer import Task
from facedown.dealers.mental import leaving, letters
from facedown.dealers.mental.closing import Closing
from facedown.dealers.mental.complaints import Letter, complain, miss, read_letter
from facedown.dealers.mental.escrow import make_shares
from facedown.dealers.mental.leaving import Release, Resharing
from facedown.dealers.mental.ledger import Bond, Ledger, list_context
from facedown.dealers.mental.mixing import Mixing
from facedown.dealers.mental.opening import ALL, Chain, viewers
from facedown.dealers.mental.opening import Opening as OpeningJob
from facedown.dealers.mental.parts import (
    AnyPart,
    Committed,
    Listed,
    Mixed,
    Released,
    Shared,
    Stripped,
    Thrown,
)
from facedown.dealers.mental.throwing import Throwing
from facedown.kernel import (
    Arrange,
    Face,
    IllegalAction,
    Ref,
    Search,
    Seat,
    StaleAction,
    Wish,
    digest,
    encode,
    places,
)

if TYPE_CHECKING:
    from facedown.dealers.mental.dealer import Mental

_random = SystemRandom()


class Secrets(msgspec.Struct, frozen=True):
    """All that a keyring holds, for a place that only its player can read."""

    seat: Seat
    session: bytes
    box: bytes
    deck: tuple[Face, ...]
    seed: bytes
    keys: tuple[bytes, ...]
    made: tuple[tuple[int, str, bytes], ...]
    numbers: dict[str, bytes]
    plans: dict[str, tuple[Face | None, ...]]
    faces: tuple[tuple[Ref, Face], ...]
    told: tuple[bytes, ...]
    wish: Wish

    def __repr__(self) -> str:
        return f"<Secrets of seat {self.seat}>"


class Keyring:
    """The secrets of one player in one match."""

    def __init__(self, session: SessionKey, box: LayerKey, hidden: HiddenList, seat: Seat = -1) -> None:
        self.seat = seat
        self._session, self._box, self._list = session, box, hidden
        self._keys: dict[Point, LayerKey] = {}
        """My layer keys that are in use, and those that I have just made, by their public points."""
        self._made: dict[tuple[int, str], bytes] = {}
        self._numbers: dict[int, bytes] = {}
        self._plans: dict[int, tuple[Face | None, ...]] = {}
        """What I know of the cards that a mixing of mine brings, before they have refs."""
        self._faces: dict[Ref, Face] = {}
        self._told: set[bytes] = set()
        """Hashes of letters of mine that hold my whole list. They count when they are on the record."""
        self._lists: dict[Seat, dict[int, Opening]] = {}
        """What others have told me of their lists."""
        self._read = 0
        self._false: list[tuple[Seat, int, int]] = []
        """Letters to us that say what does not hold: from whom, and which."""
        self._held: set[Point] = set()
        """Shares of others' keys that we have checked, by their public points."""
        self._wish: Wish = ()

    @classmethod
    def fresh(cls, deck: Sequence[Face], parts: Sequence[int] = ()) -> "Keyring":
        """New keys from the operating system, for a match with this deck, of which these are the parts."""
        session = SessionKey.fresh()
        return cls(session, LayerKey.fresh(), HiddenList.fresh(list_context(session.public), deck, parts))

    @property
    def bond(self) -> Bond:
        """What a player gives to join a match."""
        hidden = self._list
        return Bond(hidden.root, len(hidden.cards), self._session.public, self._box.public)

    def sit(self, seat: Seat) -> None:
        """The match has begun, and this is our seat."""
        self.seat = seat

    def sign(self, message: bytes) -> str:
        """Our signature, in hexadecimal."""
        return self._session.sign(message).hex()

    def wish(self, wish: Wish) -> None:
        """What to put first at the next hidden choice of ours."""
        self._wish = tuple(wish)

    # --- what we know ---

    def faces(self, dealer: "Mental") -> dict[Ref, Face]:
        """The hidden cards that we may look at, and those that we put where they lie."""
        self._read_letters(dealer)
        self._recall_plans(dealer)
        wanted = [ref for ref in dealer.opened_to(self.seat) if ref not in self._faces]
        for ref, slot in zip(wanted, self._slots(dealer.ledger, wanted), strict=True):
            face = None if slot is None else self._face(dealer.ledger.owner(ref), slot)
            if face is not None:
                self._faces[ref] = face
        self._faces = {ref: face for ref, face in self._faces.items() if dealer.ledger.exists(ref)}
        return dict(self._faces)

    def _slots(self, ledger: Ledger, refs: Sequence[Ref]) -> list[int | None]:
        """The slot of each card, where no layer but ours is left on it."""
        bit = 1 << self.seat
        slots: list[int | None] = []
        for ref in refs:
            form, owner = ledger.form(ref, bit), ledger.owner(ref)
            if form.layers & ~bit:
                slots.append(None)
                continue
            point = self._key(ledger, ref).strip([form.point])[0] if form.layers else form.point
            slots.append(ledger.slot(owner, point))
        return slots

    def _face(self, owner: Seat, slot: int) -> Face | None:
        if owner == self.seat:
            return self._list.cards[slot]
        known = self._lists.get(owner, {}).get(slot)
        return None if known is None else known.card

    def _recall_plans(self, dealer: "Mental") -> None:
        for job in [job for job in self._plans if job in dealer.results]:
            for ref, face in zip(dealer.results[job], self._plans.pop(job), strict=False):
                if face is not None:
                    self._faces[ref] = face

    def _read_letters(self, dealer: "Mental") -> None:
        ledger = dealer.ledger
        for at, (job, owner, viewer, letter) in enumerate(ledger.letters[self._read :], self._read):
            if viewer != self.seat:
                continue
            try:
                told = letters.unseal(self._box, ledger.letter(job, owner, viewer), letter)
                known = {opening.slot: opening for opening in read_letter(ledger, owner, told)}
            except BadProof:
                self._false.append((owner, -1, at))
            else:
                self._lists.setdefault(owner, {}).update(known)
        self._read = len(ledger.letters)

    # --- what we hold for others ---

    def _share(self, ledger: Ledger, owner: Seat, seat: Seat) -> LayerKey:
        """Our share of this seat's key on this deck, or `BadProof`."""
        job, share = ledger.escrow.share(owner, seat, self.seat)
        data = letters.unseal(self._box, ledger.letter(job, seat, self.seat), share.letter)
        return sharing.received(share.public, data)

    def complaints(self, dealer: "Mental") -> list[tuple[Seat, bytes]]:
        """Letters to us that say something false: who sent them, and what shows it to everybody."""
        self._read_letters(dealer)
        ledger = dealer.ledger
        for owner, seat in ledger.escrow.held(self.seat):
            job, share = ledger.escrow.share(owner, seat, self.seat)
            if share.public in self._held or seat in ledger.gone:
                continue
            self._held.add(share.public)
            try:
                self._share(ledger, owner, seat).erase()
            except BadProof:
                self._false.append((seat, owner, job))
        found = []
        for sender, deck, number in self._false:
            with suppress(BadProof):  # a key that was changed since does not count any more
                found.append((sender, encode(complain(ledger, (sender, self.seat), self._box, deck, number))))
        return found or self._silences(dealer)

    def _silences(self, dealer: "Mental") -> list[tuple[Seat, bytes]]:
        """Cards of others that were opened to us, and of which nobody told us what they are."""
        ledger, known = dealer.ledger, self.faces(dealer)
        others = [
            ref
            for ref in dealer.opened_to(self.seat)
            if ref not in known and ref not in ledger.faces and ledger.owner(ref) != self.seat
        ]
        found = []
        for ref, slot in zip(others, self._slots(ledger, others), strict=True):
            if slot is not None:
                key = None if ledger.key(ref, self.seat) == BASE else self._key(ledger, ref)
                missed = miss(ledger, self.seat, ref, key, self._box)
                found.append((ledger.owner(ref), encode(missed)))
        return found

    # --- what we owe ---

    def part(self, dealer: "Mental", task: Task) -> bytes:
        """The part that we owe; the same again if it is asked for again.

        What we owe is what our own dealer says, which has followed the log: nobody else can ask for anything.
        """
        if task.seat != self.seat or task not in dealer.due():
            raise IllegalAction("nothing is asked of us by the rules")
        key = task.job, task.step
        if key not in self._made:
            self.prune(dealer)
            self._made[key] = encode(self._make(dealer, task))
        return self._made[key]

    def _make(self, dealer: "Mental", task: Task) -> AnyPart:
        match dealer.job(task.job):
            case Mixing() as job:
                return self._mix(dealer, job)
            case OpeningJob() as job:
                return self._strip(dealer.ledger, job)
            case Throwing() as job if task.step == "commit":
                number = self._numbers[job.number] = dice.fresh()
                return Committed(dice.commit(job.throw, self.seat, number))
            case Throwing() as job:
                return Thrown(self._numbers[job.number])
            case Release() as job:
                shares = [self._share(dealer.ledger, owner, job.gone) for owner in job.decks]
                return Released(tuple(share.to_bytes() for share in shares))
            case Resharing() as job:
                return self._share_anew(dealer.ledger, job)
            case Closing():
                return Listed(self._list.cards, self._list.salts)
            case job:
                raise IllegalAction(f"there is no part of ours in {job!r}")

    def _mix(self, dealer: "Mental", job: Mixing) -> Mixed:
        ledger, owner, where = dealer.ledger, job.owner, job.context(self.seat)
        groups, publics = job.groups(self.seat)
        old, new = [self._known(public) for public in publics], LayerKey.fresh()
        self._keys[new.public] = new
        if job.aligning:
            return self._align(job, old, new)
        order = self._order(dealer, job)
        points, proof = shuffle.mix(where, job.points, groups, old, new, order)
        _, before = job.others(self.seat)
        rekeyed, link = self._rekey(where, new.over(old[0]), before) if before else ([], b"")
        shares = make_shares(ledger, job.number, owner, self.seat, new)
        return Mixed(new.public, b"".join(points), proof, b"".join(rekeyed), link, shares)

    def _align(self, job: Mixing, old: Sequence[LayerKey], new: LayerKey) -> Mixed:
        """Our cards under one key, places kept, so that somebody else can mix them first."""
        groups, points, proof = job.groups(self.seat)[0], list(job.points), b""
        for number, key in enumerate(old):
            at = [place for place, label in enumerate(groups) if label == number]
            moved, link = self._rekey(job.context(self.seat), new.over(key), [points[place] for place in at])
            proof += link
            for place, point in zip(at, moved, strict=True):
                points[place] = point
        return Mixed(new.public, b"".join(points), proof)

    @staticmethod
    def _rekey(where: bytes, step: LayerKey, before: list[Point]) -> tuple[list[Point], bytes]:
        after = step.mask(before)
        return after, dleq.prove(where, step, before, after)

    def _order(self, dealer: "Mental", job: Mixing) -> list[int]:
        """A secret order; where the choice is ours, the one we wish for."""
        request, count = job.request, len(job.points)
        if not isinstance(request, Arrange | Search) or request.seat != self.seat or job.aside:
            return _random.sample(range(count), count)
        # The wish is kept: if somebody leaves meanwhile, all begin again. Elsewhere its cards do not exist.
        wish = [ref for ref in dict.fromkeys(self._wish) if ref in request.refs]
        first = places(request, tuple(wish[: request.count] if isinstance(request, Search) else wish))
        known = self.faces(dealer)
        self._plans[job.number] = tuple(known.get(request.refs[place]) for place in first)
        rest = [place for place in range(count) if place not in set(first)]
        _random.shuffle(rest)
        return [*first, *rest]

    def _strip(self, ledger: Ledger, job: OpeningJob) -> Stripped:
        strips, mine = job.strips(self.seat), job.mine(self.seat)
        covered = [(ledger.key(chain.ref, self.seat), chain.form.point) for chain in strips]
        bare, proof = self._bare(job.context(self.seat), covered)
        after = dict(zip(strips, bare, strict=True))
        told = [chain for chain in mine if chain.owner == self.seat]
        openings = tuple(
            self._list.open(ledger.slot(self.seat, after.get(chain, chain.form.point)))
            for chain in told
            if chain.viewer == ALL
        )
        sealed = tuple(self._letter(ledger, job, viewer, told) for viewer in viewers(told))
        return Stripped(b"".join(bare), proof, openings, sealed)

    def _bare(self, where: bytes, covered: Sequence[tuple[Point, Point]]) -> tuple[list[Point], bytes]:
        """These points, each given after its key, without our layer; and a proof for each key."""
        bare: list[Point] = [b""] * len(covered)
        proof = b""
        for public in sorted({key for key, _ in covered}):
            at = [place for place, (under, _) in enumerate(covered) if under == public]
            old = [covered[place][1] for place in at]
            key = self._known(public)
            new = key.strip(old)
            proof += dleq.prove(where, key, new, old)
            for place, point in zip(at, new, strict=True):
                bare[place] = point
        return bare, proof

    def _letter(self, ledger: Ledger, job: OpeningJob, viewer: Seat, told: Sequence[Chain]) -> bytes:
        """What we tell a seat: just these cards if we know which they are, our whole list otherwise."""
        refs = [chain.ref for chain in told if chain.viewer == viewer]
        slots = self._slots(ledger, refs)
        if all(chain.known for chain in told if chain.viewer == viewer):
            letter = Letter(tuple(self._list.open(slot) for slot in slots if slot is not None))
        elif any(to == viewer and digest(told) in self._told for _, _, to, told in ledger.letters):
            letter = Letter()
        else:
            letter = Letter((), self._list.cards, self._list.to_bytes())
        where = ledger.letter(job.number, self.seat, viewer)
        made = letters.seal(ledger.bonds[viewer].box, where, encode(letter))
        if letter.cards:
            self._told.add(digest(made))
        return made

    def _share_anew(self, ledger: Ledger, job: Resharing) -> Shared:
        return Shared(
            tuple(
                make_shares(ledger, job.number, owner, self.seat, self._known(ledger.keys[owner][self.seat]))
                for owner, _ in ledger.covered(self.seat)
            )
        )

    def farewell(self, dealer: "Mental") -> bytes:
        """What we leave behind when we go in peace: our layer is off all decks but our own."""
        covered = leaving.farewell(dealer.ledger, self.seat)
        bare, proof = self._bare(dealer.parting(self.seat), covered)
        return encode(Stripped(b"".join(bare), proof))

    def turn(self, dealer: "Mental", refs: Sequence[Ref]) -> bytes:
        """The proof that goes with an action of ours that turns these cards up."""
        ledger, bit = dealer.ledger, 1 << self.seat
        hidden = [ref for ref in dict.fromkeys(refs) if ref not in ledger.faces]
        forms = [ledger.form(ref, bit) for ref in hidden]
        if any(form.layers & ~bit for form in forms):
            raise IllegalAction("that card has not been opened to you yet")
        covered = [
            (ledger.key(ref, self.seat), form.point)
            for ref, form in zip(hidden, forms, strict=True)
            if form.layers
        ]
        bare, proof = self._bare(dealer.turning(self.seat), covered)
        slots = self._slots(ledger, hidden)
        openings = tuple(
            self._opening(ledger.owner(ref), slot) for ref, slot in zip(hidden, slots, strict=True)
        )
        return encode(Stripped(b"".join(bare), proof, openings))

    def _opening(self, owner: Seat, slot: int | None) -> Opening:
        known = None if slot is None else self._list if owner == self.seat else self._lists.get(owner)
        if slot is None or known is None:
            raise IllegalAction("we do not know that card")
        return known.open(slot) if isinstance(known, HiddenList) else known[slot]

    # --- keys ---

    def _key(self, ledger: Ledger, ref: Ref) -> LayerKey:
        """Our key on this card."""
        return self._known(ledger.key(ref, self.seat))

    def _known(self, public: Point) -> LayerKey:
        if public == BASE:
            return LayerKey.none()
        try:
            return self._keys[public]
        except KeyError:
            raise IllegalAction("this keyring is not the one that played this match") from None

    def prune(self, dealer: "Mental") -> None:
        """Erase every key that lies on no card any more, and forget parts that nobody will ask for again."""
        self._made = {key: part for key, part in self._made.items() if _open(dealer, key[0])}
        kept = {keys[self.seat] for keys in dealer.ledger.keys} | dealer.ledger.own_keys(self.seat)
        kept |= {key for part in self._made.values() if (key := _key_of(part)) is not None}
        for public in [public for public in self._keys if public not in kept]:
            self._keys.pop(public).erase()
        self._numbers = {job: number for job, number in self._numbers.items() if _open(dealer, job)}

    def erase(self) -> None:
        """The match is over: forget every secret."""
        for key in self._keys.values():
            key.erase()
        self._keys.clear()
        self._box.erase()
        self._session.erase()

    # --- kept for a player who comes back ---

    def to_bytes(self) -> bytes:
        """Everything, to be kept where only the player can read it."""
        kept = Secrets(
            self.seat,
            self._session.to_bytes(),
            self._box.to_bytes(),
            self._list.cards,
            self._list.to_bytes(),
            tuple(key.to_bytes() for key in self._keys.values()),
            tuple((job, step, part) for (job, step), part in self._made.items()),
            {str(job): number for job, number in self._numbers.items()},
            {str(job): plan for job, plan in self._plans.items()},
            tuple(self._faces.items()),
            tuple(sorted(self._told)),
            self._wish,
        )
        return encode(kept)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Keyring":
        """The keyring that `to_bytes` kept, or `BadProof`."""
        try:
            kept = msgspec.json.decode(data, type=Secrets)
            session = SessionKey(kept.session)
            hidden = HiddenList(list_context(session.public), kept.deck, kept.seed)
            ring = cls(session, LayerKey.from_bytes(kept.box), hidden, kept.seat)
        except (msgspec.DecodeError, ValueError):
            raise BadProof("these are no kept keys") from None
        ring._keys = {key.public: key for key in map(LayerKey.from_bytes, kept.keys)}
        ring._made = {(job, step): part for job, step, part in kept.made}
        ring._numbers = {int(job): number for job, number in kept.numbers.items()}
        ring._plans = {int(job): plan for job, plan in kept.plans.items()}
        ring._faces, ring._told, ring._wish = dict(kept.faces), set(kept.told), kept.wish
        return ring

    def __repr__(self) -> str:
        return f"<Keyring of seat {self.seat}>"


def _key_of(part: bytes) -> Point | None:
    said = msgspec.json.decode(part, type=AnyPart)
    return said.key if isinstance(said, Mixed) else None


def _open(dealer: "Mental", job: int) -> bool:
    try:
        dealer.job(job)
    except StaleAction:
        return False
    return True
