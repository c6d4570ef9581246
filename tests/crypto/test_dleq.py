"""Key proofs: strip, first layer and change of key; and every way to work one card with something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.crypto import BadProof, KeyErased, LayerKey, dleq, group
from facedown.crypto.group import BASE, ORDER, Point
from profiles import examples

CONTEXT = b"match 7, place 3, seat 1, strip"
CARDS = group.hash_to_group("card", *[b"%d" % number for number in range(8)])
KEY = LayerKey(987654321)
DECK = KEY.mask(CARDS)
PROOF = dleq.prove(CONTEXT, KEY, CARDS, DECK)


def refused(
    inputs: list[Point] = CARDS,
    outputs: list[Point] = DECK,
    proof: bytes = PROOF,
    *,
    context: bytes = CONTEXT,
    base: Point = BASE,
    public: Point = KEY.public,
) -> str:
    with pytest.raises(BadProof) as error:
        dleq.verify(context, base, public, inputs, outputs, proof)
    return str(error.value)


@examples(25)
@given(st.integers(1, ORDER - 1), st.integers(1, ORDER - 1), st.integers(1, 8))
def test_honest_steps_pass(a: int, b: int, count: int) -> None:
    old, new, cards = LayerKey(a), LayerKey(b), CARDS[:count]
    masked = old.mask(cards)
    proof = dleq.prove(CONTEXT, old, cards, masked)
    dleq.verify(CONTEXT, BASE, old.public, cards, masked, proof)
    assert len(proof) == dleq.LENGTH == 64
    step = new.over(old)
    moved = step.mask(masked)
    dleq.verify(CONTEXT, old.public, new.public, masked, moved, dleq.prove(CONTEXT, step, masked, moved))


def test_a_strip() -> None:
    stripped = KEY.strip(DECK)
    dleq.verify(CONTEXT, BASE, KEY.public, stripped, DECK, dleq.prove(CONTEXT, KEY, stripped, DECK))
    assert stripped == CARDS


@pytest.mark.parametrize("at", range(8))
def test_the_wrong_key_on_one_card(at: int) -> None:
    outputs = DECK.copy()
    outputs[at] = LayerKey(5).mask([CARDS[at]])[0]
    proof = dleq.prove(CONTEXT, KEY, CARDS, outputs)
    assert "key announced" in refused(CARDS, outputs, proof)


def test_swapped_outputs_and_a_card_given_twice() -> None:
    for outputs in ([DECK[1], DECK[0], *DECK[2:]], [DECK[0], *DECK[:-1]]):
        assert refused(CARDS, outputs)
        assert refused(CARDS, outputs, dleq.prove(CONTEXT, KEY, CARDS, outputs))


def test_errors_that_cancel_in_a_plain_sum() -> None:
    """One card too much and one too little: without weights of their own the sums would agree."""
    outputs = [*group.add(DECK[:1], [BASE]), *group.sub(DECK[1:2], [BASE]), *DECK[2:]]
    assert group.total(outputs) == group.total(DECK)
    assert refused(CARDS, outputs, dleq.prove(CONTEXT, KEY, CARDS, outputs))


def test_an_unannounced_key() -> None:
    other = LayerKey(5)
    outputs = other.mask(CARDS)
    proof = dleq.prove(CONTEXT, other, CARDS, outputs)
    assert refused(CARDS, outputs, proof)
    assert refused(CARDS, outputs, dleq.prove(CONTEXT, LayerKey(5, public=KEY.public), CARDS, outputs))


def test_a_share_for_another_card() -> None:
    """A good proof about card 1, handed in for card 0."""
    proof = dleq.prove(CONTEXT, KEY, CARDS[1:2], DECK[1:2])
    dleq.verify(CONTEXT, BASE, KEY.public, CARDS[1:2], DECK[1:2], proof)
    assert refused(CARDS[1:2], DECK[:1], proof)
    assert refused(CARDS[:1], DECK[:1], proof)


@pytest.mark.parametrize(
    "context",
    [
        b"match 8, place 3, seat 1, strip",
        b"match 7, place 4, seat 1, strip",
        b"match 7, place 3, seat 0, strip",
        b"match 7, place 3, seat 1, re-key",
    ],
)
def test_another_place(context: bytes) -> None:
    dleq.verify(CONTEXT, BASE, KEY.public, CARDS, DECK, PROOF)
    assert refused(context=context)


def test_another_statement() -> None:
    assert refused(public=LayerKey(5).public)
    assert refused(base=KEY.public, public=BASE)
    assert refused(CARDS[::-1], DECK[::-1])
    assert refused(CARDS[:-1], DECK[:-1])


def test_proofs_that_are_none() -> None:
    challenge, answer = group.unpack(PROOF)
    for proof in (b"", PROOF[:-1], PROOF + b"\0", bytes(64), PROOF[32:] + PROOF[:32]):
        assert refused(proof=proof)
    for at in (0, 31, 32, 63):
        assert refused(proof=PROOF[:at] + bytes([PROOF[at] ^ 1]) + PROOF[at + 1 :])
    raised = challenge.to_bytes(32, "little") + (answer + ORDER).to_bytes(32, "little")
    assert "canonical" in refused(proof=raised)


def test_lists_that_do_not_match() -> None:
    assert "as many" in refused(CARDS, DECK[:-1])
    assert "as many" in refused([], [])


@pytest.mark.parametrize("bad", [bytes(32), b"\xff" * 32, b"\x01" + bytes(31), bytes(31), b""])
def test_points_that_are_none(bad: bytes) -> None:
    for why in (
        refused([bad, *CARDS[1:]]),
        refused(CARDS, [*DECK[:-1], bad]),
        refused(public=bad),
        refused(base=bad),
    ):
        assert "point" in why


def test_an_erased_key_proves_nothing() -> None:
    key = LayerKey(5)
    outputs = key.mask(CARDS)
    key.erase()
    with pytest.raises(KeyErased):
        dleq.prove(CONTEXT, key, CARDS, outputs)
