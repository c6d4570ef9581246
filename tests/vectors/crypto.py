"""What the crypto layer makes of fixed input: published vectors (rfc.json) and our own (crypto.json).

tests/crypto/test_vectors.py computes them here, tests/web/test_crypto.py in a browser: the same bytes.
If a protocol changed on purpose, make ours again: python tests/vectors/crypto.py --write
"""

import json
import sys
from pathlib import Path
from typing import Any

from facedown.crypto import (
    BadProof,
    BoxKey,
    LayerKey,
    SessionKey,
    decklist,
    dice,
    dleq,
    group,
    sharing,
    shuffle,
    signing,
)
from facedown.crypto.backend import sodium
from facedown.crypto.transcript import Transcript

PUBLISHED = Path(__file__).with_name("rfc.json")
OURS = Path(__file__).with_suffix(".json")

CONTEXT = b"match 1, place 2, seat 3, vectors"
ENTROPY = bytes(range(32))
BOX = (
    "bd688d48fbea655919de03445daff8cf8b5f82b1744407953e4b7094a775a160f7dbc03c7130448df204ed162f0c04f1"
    "788775febc0ba1b918c2dcdd2ee6fbb3285ab75d621a11d174109d8949c0e90ec2c7f31aaebeda4581e23c58"
)
"""Sealed once for the key of ENTROPY: sealing is random, opening is not."""


def text(published: str) -> str:
    """Both, as one text."""
    return json.dumps({"published": again(json.loads(published)), "ours": ours()}, indent=1)


def again(published: dict[str, Any]) -> dict[str, Any]:
    """The published vectors, every result computed here; what is no point but passes for one goes missing."""
    multiples, invalid, derived, blinded, signed = published.items()
    return {
        multiples[0]: _hex(group.mul_base(list(range(len(multiples[1]))))),
        invalid[0]: [bad for bad in invalid[1] if not sodium().valid(bytes.fromhex(bad))],
        derived[0]: [[given, sodium().from_hash(bytes.fromhex(given)).hex()] for given, _ in derived[1]],
        blinded[0]: [[given, blind, _blinded(given, blind)] for given, blind, _ in blinded[1]],
        signed[0]: [_signed(seed, message) for seed, _, message, _ in signed[1]],
    }


def _blinded(given: str, blind: str) -> str:
    domain = b"HashToGroup-OPRFV1-\x00-ristretto255-SHA512"
    point = sodium().from_hash(group.expand(bytes.fromhex(given), domain))
    return group.mul(group.unpack(bytes.fromhex(blind)), [point])[0].hex()


def _signed(seed: str, message: str) -> list[str]:
    key = SessionKey(bytes.fromhex(seed))
    return [seed, key.public.hex(), message, key.sign(bytes.fromhex(message)).hex()]


def ours() -> dict[str, Any]:
    """Every module once, with numbers that are fixed."""
    cards = group.hash_to_group("card", *[b"card %d" % number for number in range(6)])
    old, other, new = LayerKey(5), LayerKey(group.ORDER - 7), LayerKey(1 << 200)
    masked = old.mask(cards[:3]) + other.mask(cards[3:])
    transcript = Transcript(b"vectors", CONTEXT)
    transcript.absorb(b"data", b"absorbed")
    return {
        "cards": _hex(cards),
        "keys": _hex([old.public, other.public, new.public]),
        "masked": _hex(masked),
        "stripped": _hex(old.strip(masked[:3])),
        "sums": _hex(
            [*group.add(cards[:2], cards[2:4]), *group.sub(cards[:2], cards[2:4]), group.total(cards)]
        ),
        "cancelled": group.combine([1, 1, -1, -1], [cards[0], cards[1], cards[1], cards[0]]).hex(),
        "challenges": group.pack(transcript.challenges(b"some", 3)).hex(),
        "nonces": group.pack(transcript.nonces(2, b"secret", ENTROPY)).hex(),
        "dleq": _dleq(old, cards),
        "shuffle": [
            _shuffle([old], new, masked[:1], [0], [0]),
            _shuffle([old, other], new, masked, [0, 0, 0, 1, 1, 1], [4, 0, 5, 2, 1, 3]),
        ],
        "signature": _signature(),
        "box": _box(),
        "shares": sharing.join(LayerKey(42).public, [LayerKey(40), LayerKey(2)]).public.hex(),
        "list": _list(),
        "dice": _dice(),
    }


def _dleq(key: LayerKey, cards: list[bytes]) -> dict[str, Any]:
    outputs = key.mask(cards)
    proof = dleq.prove(CONTEXT, key, cards, outputs, ENTROPY)
    dleq.verify(CONTEXT, key.base, key.public, cards, outputs, proof)
    refused = _refused(lambda: dleq.verify(CONTEXT, key.base, key.public, cards, outputs[::-1], proof))
    return {"proof": proof.hex(), "refused": refused}


def _shuffle(
    olds: list[LayerKey], new: LayerKey, inputs: list[bytes], groups: list[int], order: list[int]
) -> dict[str, Any]:
    outputs, proof = shuffle.mix(CONTEXT, inputs, groups, olds, new, order, ENTROPY)
    publics = [old.public for old in olds]
    shuffle.verify(CONTEXT, inputs, groups, publics, new.public, outputs, proof)
    refused = _refused(lambda: shuffle.verify(b"else", inputs, groups, publics, new.public, outputs, proof))
    return {"outputs": _hex(outputs), "proof": proof.hex(), "refused": refused}


def _signature() -> dict[str, Any]:
    key = SessionKey(ENTROPY)
    signature = key.sign(CONTEXT)
    signing.verify(key.public, CONTEXT, signature)
    return {
        "signature": signature.hex(),
        "refused": _refused(lambda: signing.verify(key.public, b"", signature)),
    }


def _box() -> dict[str, Any]:
    key = BoxKey(ENTROPY)
    box = bytes.fromhex(BOX)
    return {
        "public": key.public.hex(),
        "held": key.open(CONTEXT, box).hex(),
        "moved": _refused(lambda: key.open(b"else", box)),
        "broken": _refused(lambda: key.open(CONTEXT, box[:-1] + bytes([box[-1] ^ 1]))),
    }


def _list() -> dict[str, Any]:
    hidden = decklist.HiddenList(CONTEXT, ["ember", "wall", "größe", "ember", "hearth"], ENTROPY)
    opening = hidden.open(4)
    decklist.check(CONTEXT, hidden.root, 5, opening)
    return {
        "root": hidden.root.hex(),
        "cards": list(hidden.cards),
        "salt": opening.salt.hex(),
        "path": _hex(opening.path),
        "refused": _refused(lambda: decklist.check(b"else", hidden.root, 5, opening)),
    }


def _dice() -> dict[str, Any]:
    return {
        "commitment": dice.commit(CONTEXT, 1, ENTROPY).hex(),
        "throw": dice.throw(CONTEXT, [ENTROPY, bytes(32)], 6, 20),
        "wide": dice.throw(CONTEXT, [ENTROPY, bytes(32)], (1 << 63) + 1, 5),
    }


def _refused(check: Any) -> str:
    try:
        check()
    except BadProof as error:
        return str(error)
    return "accepted"


def _hex(points: Any) -> list[str]:
    return [point.hex() for point in points]


if __name__ == "__main__" and "--write" in sys.argv:
    OURS.write_text(json.dumps(ours(), indent=1) + "\n", "utf-8")
