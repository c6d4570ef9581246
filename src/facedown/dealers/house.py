"""The house: a dealer that could peek but cannot cheat unseen.

It commits to a secret before the players add their randomness, deals from the combination, and reveals the
secret at the end; then anybody can recompute every card.
"""

import hmac
from collections.abc import Sequence

import msgspec

from facedown.dealers.dealer import Dealer, Faulty
from facedown.dealers.stream import Stream
from facedown.kernel import (
    Answer,
    Arrange,
    Arranged,
    Choice,
    Face,
    Found,
    Ref,
    Refused,
    Request,
    Reveal,
    Revealed,
    Roll,
    Rolled,
    Search,
    Seat,
    Shuffle,
    Shuffled,
    Wish,
    digest,
    encode,
    places,
)

SECRET_BYTES = 32


class HouseReveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The opened envelope: the secret and the decks that were played."""

    secret: str
    decks: tuple[tuple[Face, ...], ...]


class House(Dealer):
    """Deals from one secret. Give it 32 bytes from the operating system and each seat's deck."""

    name = "house"

    def __init__(self, secret: bytes, decks: Sequence[Sequence[Face]]) -> None:
        super().__init__()
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"the secret has {SECRET_BYTES} bytes")
        self._secret = secret
        self._decks = tuple(tuple(deck) for deck in decks)
        self._faces: dict[Ref, Face] = dict(enumerate(face for deck in self._decks for face in deck))
        self._next = len(self._faces)
        self._seed: bytes | None = None
        self._wishes: dict[Seat, tuple[Choice, tuple[int, ...]]] = {}
        """What players wished for and have not got yet."""

    @classmethod
    def fresh(cls, entropy: bytes, decks: Sequence[Sequence[Face]]) -> "House":
        """A house whose secret is this randomness."""
        return cls(entropy, decks)

    @classmethod
    def revealed(cls, reveal: msgspec.Raw) -> "House":
        """The same dealer again, from what it revealed at the end."""
        try:
            opened = msgspec.json.decode(reveal, type=HouseReveal)
            secret = bytes.fromhex(opened.secret)
            return cls(secret, opened.decks)
        except (msgspec.DecodeError, ValueError) as error:
            raise Faulty(f"revealed nothing usable: {error}") from None

    def commitment(self) -> str:
        """The hash of the secret."""
        return digest(b"facedown/house/secret/1", self._secret).hex()

    def deck_commitments(self) -> tuple[str, ...]:
        """A salted hash of each deck, so that a list cannot be guessed before it is revealed."""
        return tuple(
            digest(b"facedown/house/deck/1", self._salt(seat), encode(deck)).hex()
            for seat, deck in enumerate(self._decks)
        )

    def decks(self) -> tuple[tuple[Face, ...], ...]:
        """As they were handed in."""
        return self._decks

    def seed(self, match: str, nonces: Sequence[str]) -> None:
        """Mix the secret with the match and with every player's randomness."""
        parts = [match.encode(), *(nonce.encode() for nonce in nonces)]
        self._seed = digest(b"facedown/house/seed/1", self._secret, *parts)

    def answer(self, request: Request, at: int) -> Answer:
        """Chance from the seed and the place in the log, and from nothing else."""
        match request:
            case Shuffle(refs=refs):
                return Shuffled(self._shuffle(refs, at))
            case Roll(sides=sides):
                return Rolled(self._stream(at).below(sides))
            case Reveal(refs=refs):
                return Revealed(tuple(self._faces[ref] for ref in refs))
            case Arrange(refs=refs):
                return Arranged(self._renew([refs[place] for place in self._wished(request)]))
            case Search():
                return self._search(request, at)

    def wish(self, choice: Choice, wish: Wish, at: int) -> str:
        """Keep it, and seal it with the secret: what the reveal opens is what was wished for."""
        first = places(choice, wish)
        self._wishes[choice.seat] = choice, first
        plain = b"".join(place.to_bytes(2, "big") for place in first)
        return self._veil(plain, at).hex()

    def recall(self, choice: Choice, sealed: str, at: int) -> str:
        """Unseal it, and take it as it was told."""
        try:
            plain = self._veil(bytes.fromhex(sealed), at)
            pairs = range(0, len(plain), 2)
            wish = tuple(choice.refs[int.from_bytes(plain[pair : pair + 2], "big")] for pair in pairs)
            return self.wish(choice, wish, at)
        except (ValueError, LookupError, Refused):
            raise Faulty("what it sealed is no wish", at) from None

    def open(self, refs: Sequence[Ref]) -> dict[Ref, Face]:
        """The house knows every face."""
        return {ref: self._faces[ref] for ref in refs if ref in self._faces}

    def face(self, ref: Ref) -> Face | None:
        """The house knows every face."""
        return self._faces.get(ref)

    def reveal(self) -> msgspec.Raw:
        """The secret and the decks."""
        return msgspec.Raw(encode(HouseReveal(self._secret.hex(), self._decks)))

    def _wished(self, choice: Choice) -> tuple[int, ...]:
        """The places that come first: as wished for this choice, or as they lie."""
        told, first = self._wishes.pop(choice.seat, (choice, ()))
        return first if first and told == choice else places(choice, ())

    def _search(self, search: Search, at: int) -> Found:
        first = self._wished(search)
        taken = self._renew([search.refs[place] for place in first])
        left = set(first)
        return Found(
            taken, self._shuffle(tuple(r for place, r in enumerate(search.refs) if place not in left), at)
        )

    def _renew(self, refs: Sequence[Ref]) -> tuple[Ref, ...]:
        """Fresh refs for these cards, in this order."""
        fresh = tuple(range(self._next, self._next + len(refs)))
        self._next += len(refs)
        for old, new in zip(refs, fresh, strict=True):
            self._faces[new] = self._faces.pop(old)
        return fresh

    def _veil(self, data: bytes, at: int) -> bytes:
        """Cover or uncover bytes with a stream that nobody can make before the reveal."""
        key = hmac.digest(self._secret, b"facedown/house/wish/1/%d" % at, "sha256")
        veil = Stream(b"facedown/house/veil/1", key)
        return bytes(byte ^ veil.below(256) for byte in data)

    def _shuffle(self, refs: tuple[Ref, ...], at: int) -> tuple[Ref, ...]:
        """Fresh refs in ascending order; which old card became which of them is the secret."""
        faces = [self._faces.pop(ref) for ref in refs]
        self._stream(at).shuffle(faces)
        fresh = tuple(range(self._next, self._next + len(refs)))
        self._next += len(refs)
        self._faces.update(zip(fresh, faces, strict=True))
        return fresh

    def _stream(self, at: int) -> Stream:
        if self._seed is None:
            raise RuntimeError("the players have not added their randomness yet")
        return Stream(b"facedown/house/chance/1", self._seed, at.to_bytes(8, "big"))

    def _salt(self, seat: int) -> bytes:
        return hmac.digest(self._secret, b"facedown/house/salt/1/%d" % seat, "sha256")

    def __repr__(self) -> str:
        return f"House(commitment={self.commitment()!r})"
