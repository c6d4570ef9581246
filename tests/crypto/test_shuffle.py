"""The shuffle proof: honest shuffles pass, and each cheat fails at the equation that is there for it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto.plain import Matrix, failing, permutation, prove
from facedown.crypto import BadProof, KeyErased, LayerKey, group, shuffle
from facedown.crypto.group import ORDER, Point, Scalar
from facedown.crypto.shuffle import Statement, equations
from profiles import examples

CONTEXT = b"match 7, place 3, seat 1, shuffle"


def cards(count: int) -> list[Point]:
    return group.hash_to_group("card", *[b"%d" % number for number in range(count)])


class Deck:
    """Cards under one or two old keys of a player who is to shuffle them."""

    def __init__(self, count: int = 4, keys: int = 1) -> None:
        self.cards = cards(count)
        self.old = [LayerKey(1000 + at) for at in range(keys)]
        self.new = LayerKey(77)
        self.groups = [at % keys for at in range(count)]
        self.inputs = [self.old[g].mask([card])[0] for g, card in zip(self.groups, self.cards, strict=True)]
        self.steps = [self.new.over(old).secret for old in self.old]

    def statement(self, outputs: Sequence[Point], inputs: Sequence[Point] | None = None) -> Statement:
        publics = [old.public for old in self.old]
        return Statement(inputs or self.inputs, self.groups, publics, self.new.public, outputs)

    def mixed(self, order: Sequence[int]) -> list[Point]:
        """What is right for an order, and what is natural for one that is none."""
        return [self.new.mask([self.cards[j]])[0] for j in order]


def verify(statement: Statement, proof: bytes, context: bytes = CONTEXT) -> None:
    shuffle.verify(
        context,
        statement.inputs,
        statement.groups,
        statement.old_publics,
        statement.new_public,
        statement.outputs,
        proof,
    )


def caught(statement: Statement, matrix: Matrix, steps: Sequence[Scalar]) -> set[str]:
    """The equations that stop this cheat; `verify` stops it too."""
    proof = prove(CONTEXT, statement, matrix, lambda _: steps)
    with pytest.raises(BadProof):
        verify(statement, proof)
    return failing(CONTEXT, statement, proof)


# --- honest ---


@examples(25)
@given(st.integers(1, 7).flatmap(lambda n: st.permutations(range(n))), st.integers(1, 3))
def test_an_honest_shuffle_passes_and_moves_every_card(order: list[int], keys: int) -> None:
    deck = Deck(len(order), keys)
    outputs, proof = shuffle.mix(CONTEXT, deck.inputs, deck.groups, deck.old, deck.new, order)
    assert len(proof) == shuffle.length(len(order), keys)
    verify(deck.statement(outputs), proof)
    assert deck.new.strip(outputs) == [deck.cards[j] for j in order]


def test_a_whole_deck_and_its_first_layer() -> None:
    deck, key = cards(40), LayerKey.fresh()
    order = [(7 * at + 3) % 40 for at in range(40)]
    outputs, proof = shuffle.mix(CONTEXT, deck, [0] * 40, [LayerKey.none()], key, order)
    shuffle.verify(CONTEXT, deck, [0] * 40, [group.BASE], key.public, outputs, proof)
    assert key.strip(outputs) == [deck[j] for j in order]


@pytest.mark.parametrize("keys", [1, 2])
def test_it_is_the_proof_of_the_documentation(keys: int) -> None:
    deck, order = Deck(5, keys), [3, 1, 4, 0, 2]
    statement = deck.statement(deck.mixed(order))
    verify(statement, prove(CONTEXT, statement, permutation(order), lambda _: deck.steps))


def test_proofs_of_the_same_shuffle_have_nothing_in_common() -> None:
    deck, order = Deck(), [1, 0, 3, 2]
    made = [shuffle.mix(CONTEXT, deck.inputs, deck.groups, deck.old, deck.new, order)[1] for _ in range(2)]
    pieces = [set(group.split(proof)) for proof in made]
    assert not pieces[0] & pieces[1]


def test_with_the_same_entropy_another_secret_gives_other_nonces() -> None:
    """Else two proofs would give the secret away: their first commitments would be the same."""
    deck = Deck()
    proofs = [
        shuffle.mix(CONTEXT, deck.inputs, deck.groups, deck.old, deck.new, order, bytes(32))[1]
        for order in ([0, 1, 2, 3], [1, 0, 2, 3])
    ]
    assert not set(group.split(proofs[0])) & set(group.split(proofs[1]))


# --- cheats, with the best proof that they allow ---


def test_a_duplicated_card() -> None:
    deck, order = Deck(), [0, 0, 2, 3]
    assert caught(deck.statement(deck.mixed(order)), permutation(order), deck.steps) == {"V2", "V4"}


def test_a_duplicated_card_behind_an_honest_permutation() -> None:
    deck = Deck()
    assert caught(deck.statement(deck.mixed([0, 0, 2, 3])), permutation([0, 1, 2, 3]), deck.steps) == {"V4"}


def test_a_card_swapped_in_from_elsewhere() -> None:
    deck = Deck()
    outputs = [*deck.mixed([2, 0, 1]), *deck.new.mask(group.hash_to_group("card", b"a better one"))]
    assert caught(deck.statement(outputs), permutation([2, 0, 1, 3]), deck.steps) == {"V4"}


def test_the_wrong_key_on_one_card() -> None:
    deck = Deck()
    outputs = deck.mixed([2, 0, 1, 3])
    outputs[1] = group.scale(2, [outputs[1]])[0]
    assert caught(deck.statement(outputs), permutation([2, 0, 1, 3]), deck.steps) == {"V4"}


def test_an_unannounced_key_on_all_cards() -> None:
    deck, order = Deck(), [3, 2, 1, 0]
    secret = LayerKey(123456789)
    outputs = secret.mask([deck.cards[j] for j in order])
    steps = [secret.over(old).secret for old in deck.old]
    assert caught(deck.statement(outputs), permutation(order), steps) == {"V5"}


def test_cards_worked_with_each_others_step() -> None:
    deck, order = Deck(4, keys=2), [0, 1, 2, 3]
    outputs = [
        group.scale(deck.steps[1 - g], [card])[0] for g, card in zip(deck.groups, deck.inputs, strict=True)
    ]
    assert caught(deck.statement(outputs), permutation(order), deck.steps) == {"V4"}
    assert caught(deck.statement(outputs), permutation(order), deck.steps[::-1]) == {"V5"}


def test_a_mixture_of_cards_is_stopped_by_the_product_alone() -> None:
    """Sums of cards, by a rotation whose rows and columns add up to one: as even-handed as a permutation."""
    deck, third = Deck(3), group.inverse(3)
    matrix = [[third * part % ORDER for part in row] for row in ([2, 2, -1], [-1, 2, 2], [2, -1, 2])]
    worked = group.scale(deck.steps[0], deck.inputs)
    outputs = [group.combine(row, worked) for row in matrix]
    assert caught(deck.statement(outputs), matrix, deck.steps) == {"V2"}


def test_factors_that_cancel_are_stopped_by_the_sum_alone() -> None:
    """One card halved and another doubled: the product of all is what it should be."""
    deck, half = Deck(), group.inverse(2)
    matrix = [[2, 0, 0, 0], [0, half, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    first, second, *rest = deck.mixed([0, 1, 2, 3])
    outputs = [*group.scale(half, [first]), *group.scale(2, [second]), *rest]
    assert caught(deck.statement(outputs), matrix, deck.steps) == {"V1"}


def test_a_prover_who_knows_discrete_logarithms_is_stopped_by_the_key_equation_alone() -> None:
    """With inputs i·G the prover fits a key to the challenges, and every equation but V5 holds."""
    deck, logs = Deck(), [3, 5, 8, 13]
    inputs = group.mul_base(logs)
    step = deck.steps[0]
    results = [log * step for log in logs]
    results[2] = results[2] * 2 % ORDER
    statement = deck.statement(group.mul_base(results), inputs)

    def fitted(u: Sequence[Scalar]) -> list[Scalar]:
        wanted = sum(a * b for a, b in zip(u, results, strict=True))
        return [wanted * group.inverse(sum(a * b for a, b in zip(u, logs, strict=True)) % ORDER) % ORDER]

    proof = prove(CONTEXT, statement, permutation([0, 1, 2, 3]), fitted)
    assert failing(CONTEXT, statement, proof) == {"V5"}
    with pytest.raises(BadProof, match="key announced"):
        verify(statement, proof)


def test_equations_that_are_wrong_by_the_same_amount() -> None:
    """Added up as they are, they would cancel: hence a weight for each."""
    deck, order = Deck(), [2, 0, 3, 1]
    statement = deck.statement(deck.mixed(order))

    def twist(commitments: list[Point]) -> list[Point]:
        t1, t2, *rest = commitments
        return [*group.add([t1], [group.BASE]), *group.sub([t2], [group.BASE]), *rest]

    proof = prove(CONTEXT, statement, permutation(order), lambda _: deck.steps, twist)
    assert failing(CONTEXT, statement, proof) == {"V1", "V2"}
    with pytest.raises(BadProof):
        verify(statement, proof)


def test_answers_that_are_fitted_to_the_weights() -> None:
    """The weights depend on the answers: who changes answers to suit the weights changes the weights."""
    deck, order = Deck(), [2, 0, 3, 1]
    outputs, proof = shuffle.mix(CONTEXT, deck.inputs, deck.groups, deck.old, deck.new, order)
    statement = deck.statement(outputs)
    found, transcript = equations(CONTEXT, statement, proof)
    weights = transcript.challenges(b"weights", len(found))
    at = group.SIZE * (2 * len(order) + 5 + 1)
    s1, s2, *rest = group.unpack(proof[at:])
    answers = [s1 + group.inverse(weights[0]), s2 - group.inverse(weights[1]), *rest]
    fitted = proof[:at] + group.pack(answers)
    assert failing(CONTEXT, statement, fitted) == {"V1", "V2"}
    with pytest.raises(BadProof):
        verify(statement, fitted)


# --- good proofs in the wrong place ---


@pytest.fixture(scope="module")
def honest() -> tuple[Deck, list[Point], bytes]:
    deck = Deck(4, keys=2)
    outputs, proof = shuffle.mix(CONTEXT, deck.inputs, deck.groups, deck.old, deck.new, [2, 0, 3, 1])
    return deck, outputs, proof


@pytest.mark.parametrize(
    "context",
    [
        b"match 8, place 3, seat 1, shuffle",
        b"match 7, place 4, seat 1, shuffle",
        b"match 7, place 3, seat 0, shuffle",
        b"match 7, place 3, seat 1, sub-shuffle",
        b"",
    ],
)
def test_a_proof_holds_in_its_own_place_only(honest: tuple[Deck, list[Point], bytes], context: bytes) -> None:
    deck, outputs, proof = honest
    verify(deck.statement(outputs), proof)
    with pytest.raises(BadProof, match="another place"):
        verify(deck.statement(outputs), proof, context)


def test_a_proof_holds_for_its_own_statement_only(honest: tuple[Deck, list[Point], bytes]) -> None:
    deck, outputs, proof = honest
    publics = [old.public for old in deck.old]
    swapped = [outputs[1], outputs[0], *outputs[2:]]
    others = [
        Statement(deck.inputs, deck.groups, publics, deck.new.public, swapped),
        Statement(deck.inputs[::-1], deck.groups, publics, deck.new.public, outputs),
        Statement(deck.inputs, [1, 0, 1, 0], publics, deck.new.public, outputs),
        Statement(deck.inputs, deck.groups, publics[::-1], deck.new.public, outputs),
        Statement(deck.inputs, deck.groups, publics, LayerKey(78).public, outputs),
    ]
    for other in others:
        with pytest.raises(BadProof):
            verify(other, proof)


def test_every_byte_of_a_proof_counts(honest: tuple[Deck, list[Point], bytes]) -> None:
    deck, outputs, proof = honest
    statement = deck.statement(outputs)
    for at in range(0, len(proof), group.SIZE):
        broken = bytearray(proof)
        broken[at] ^= 1
        with pytest.raises(BadProof):
            verify(statement, bytes(broken))


@pytest.mark.parametrize("change", [lambda proof: proof[:-1], lambda proof: proof + b"\0", lambda _: b""])
def test_a_proof_has_one_length(honest: tuple[Deck, list[Point], bytes], change: object) -> None:
    deck, outputs, proof = honest
    assert callable(change)
    with pytest.raises(BadProof, match="length"):
        verify(deck.statement(outputs), change(proof))


BAD_POINTS = [
    bytes(32),
    b"\xff" * 32,
    bytes.fromhex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
    bytes.fromhex("01" + "00" * 31),
    b"\x02" * 31,
]


@pytest.mark.parametrize("bad", BAD_POINTS)
def test_points_that_are_none(honest: tuple[Deck, list[Point], bytes], bad: bytes) -> None:
    deck, outputs, proof = honest
    publics = [old.public for old in deck.old]
    statements = [
        Statement([bad, *deck.inputs[1:]], deck.groups, publics, deck.new.public, outputs),
        Statement(deck.inputs, deck.groups, [bad, publics[1]], deck.new.public, outputs),
        Statement(deck.inputs, deck.groups, publics, bad, outputs),
        Statement(deck.inputs, deck.groups, publics, deck.new.public, [*outputs[:-1], bad]),
    ]
    for statement in statements:
        with pytest.raises(BadProof, match="point"):
            verify(statement, proof)
    with pytest.raises(BadProof, match="point"):
        shuffle.mix(CONTEXT, [bad, *deck.inputs[1:]], deck.groups, deck.old, deck.new, [0, 1, 2, 3])
    if len(bad) == group.SIZE:
        for at in range(0, 32 * (2 * 4 + 5 + 2), 32):
            with pytest.raises(BadProof):
                verify(deck.statement(outputs), proof[:at] + bad + proof[at + 32 :])


def test_numbers_that_are_not_reduced(honest: tuple[Deck, list[Point], bytes]) -> None:
    """The same proof in other bytes would be a second entry for one event."""
    deck, outputs, proof = honest
    last = int.from_bytes(proof[-32:], "little") + ORDER
    with pytest.raises(BadProof, match="canonical"):
        verify(deck.statement(outputs), proof[:-32] + last.to_bytes(32, "little"))


@pytest.mark.parametrize("order", [[0, 1, 2], [0, 0, 1, 2], [0, 1, 2, 4], [0, 1, 2, 3, 3]])
def test_no_order(order: list[int]) -> None:
    deck = Deck()
    with pytest.raises(ValueError, match="every input once"):
        shuffle.mix(CONTEXT, deck.inputs, deck.groups, deck.old, deck.new, order)


def test_statements_that_say_nothing(honest: tuple[Deck, list[Point], bytes]) -> None:
    deck, outputs, proof = honest
    publics = [old.public for old in deck.old]
    one = publics[0]
    for statement, length in [
        (Statement([], [], [one], one, []), shuffle.length(0, 1)),
        (Statement(deck.inputs, deck.groups, publics, one, outputs[:3]), len(proof)),
        (Statement(deck.inputs, [0, 1], publics, one, outputs), len(proof)),
        (Statement(deck.inputs, [0, 1, 2, 0], publics, one, outputs), len(proof)),
        (Statement(deck.inputs, [0, -1, 0, 0], publics, one, outputs), len(proof)),
        (Statement(deck.inputs, [0, 0, 0, 0], [], one, outputs), shuffle.length(4, 0)),
    ]:
        with pytest.raises(BadProof):
            verify(statement, (proof * 2)[:length])


def test_an_erased_key_shuffles_nothing() -> None:
    deck = Deck()
    deck.old[0].erase()
    with pytest.raises(KeyErased):
        shuffle.mix(CONTEXT, deck.inputs, deck.groups, deck.old, deck.new, [0, 1, 2, 3])
