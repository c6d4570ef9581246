"""A deck list that is fixed but hidden: one root for all, opened slot by slot.

Slots are numbered at random and salted, so a root says nothing, and an opened slot says nothing of its
neighbours. Salts follow from one seed: that and the cards in the order of their slots are all that an owner
has to keep. Where a list has parts that everybody may tell apart (a leader, a sideboard), they stay in order.
"""

import hashlib
import hmac
from collections.abc import Sequence
from os import urandom

import msgspec

from facedown.crypto.errors import BadProof

SEED = 32
SALT = 32
HASH = 32


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What shows that a slot holds a card: its salt, and the hashes beside the way to the root."""

    slot: int
    card: str
    salt: bytes
    path: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"<Opening of slot {self.slot}>"


class HiddenList:
    """The owner's side: the cards in the order of their slots, and what opens them."""

    __slots__ = ("_levels", "_salts", "_seed", "cards")

    def __init__(self, context: bytes, cards: Sequence[str], seed: bytes) -> None:
        if not cards or len(seed) != SEED:
            raise ValueError("a hidden list needs a card and a seed of 32 bytes")
        self._seed = seed
        self.cards = tuple(cards)
        self._salts = tuple(_hash(b"salt", seed, number.to_bytes(4, "big")) for number in range(len(cards)))
        self._levels = _tree(context, self.cards, self._salts)

    @classmethod
    def fresh(cls, context: bytes, cards: Sequence[str], parts: Sequence[int] = ()) -> "HiddenList":
        """Numbered, within each of these parts, and salted by the operating system."""
        if sum(parts or [len(cards)]) != len(cards) or any(part < 0 for part in parts):
            raise ValueError("the parts of a list are not the list")
        slots: list[str] = []
        for part in parts or [len(cards)]:
            own = cards[len(slots) : len(slots) + part]
            slots += [card for _, card in sorted((urandom(HASH), card) for card in own)]
        return cls(context, slots, urandom(SEED))

    def to_bytes(self) -> bytes:
        """The seed, to be kept where only its owner reads."""
        return self._seed

    @property
    def root(self) -> bytes:
        """What everybody is told; it binds the number of cards too."""
        return _root(len(self.cards), self._levels[-1][0])

    @property
    def salts(self) -> tuple[bytes, ...]:
        """All of them: with the cards, an opening of the whole list."""
        return self._salts

    def open(self, slot: int) -> Opening:
        """The opening of one slot."""
        path, at = [], slot
        for level in self._levels[:-1]:
            if at ^ 1 < len(level):
                path.append(level[at ^ 1])
            at //= 2
        return Opening(slot, self.cards[slot], self._salts[slot], tuple(path))

    def __repr__(self) -> str:
        return f"<HiddenList {self.root.hex()}>"


def check(context: bytes, root: bytes, count: int, opening: Opening) -> str:
    """The card of the slot, or `BadProof`."""
    if not 0 <= opening.slot < count or len(opening.salt) != SALT:
        raise BadProof("a slot that there is not was opened")
    beside = list(opening.path)
    found, at, width = _leaf(context, opening.slot, opening.card, opening.salt), opening.slot, count
    while width > 1:
        if at ^ 1 < width:
            if not beside:
                raise BadProof("the opening of a slot is too short")
            other = beside.pop(0)
            found = _node(other, found) if at & 1 else _node(found, other)
        at, width = at // 2, (width + 1) // 2
    if beside or not hmac.compare_digest(_root(count, found), root):
        raise BadProof("a slot was opened to a card that is not in it")
    return opening.card


def check_whole(context: bytes, root: bytes, cards: Sequence[str], salts: Sequence[bytes]) -> None:
    """Raises `BadProof` unless this is the whole list behind the root."""
    if not cards or len(cards) != len(salts) or any(len(salt) != SALT for salt in salts):
        raise BadProof("a list was opened without a salt for each card")
    if not hmac.compare_digest(_root(len(cards), _tree(context, cards, salts)[-1][0]), root):
        raise BadProof("a list was opened that is not the one announced")


def _tree(context: bytes, cards: Sequence[str], salts: Sequence[bytes]) -> list[list[bytes]]:
    level = [_leaf(context, slot, *pair) for slot, pair in enumerate(zip(cards, salts, strict=True))]
    levels = [level]
    while len(level) > 1:
        pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
        level = [_node(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
        levels.append(level)
    return levels


def _leaf(context: bytes, slot: int, card: str, salt: bytes) -> bytes:
    return _hash(b"leaf", context, slot.to_bytes(4, "big"), card.encode(), salt)


def _node(left: bytes, right: bytes) -> bytes:
    return _hash(b"node", left, right)


def _root(count: int, top: bytes) -> bytes:
    return _hash(b"root", count.to_bytes(4, "big"), top)


def _hash(*parts: bytes) -> bytes:
    """SHA-256 over length-prefixed parts, the first of which says what is hashed."""
    hasher = hashlib.sha256(b"facedown/v1/decklist")
    for part in parts:
        hasher.update(len(part).to_bytes(8, "big") + part)
    return hasher.digest()
