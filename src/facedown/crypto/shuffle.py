"""A secret permutation under a new key, and the proof that it was nothing else.

Terelius and Wikström's shuffle proof, for masks: every output is one input, each once, under the new key,
though the inputs may lie under several old keys of the prover (`groups` says which). docs/crypto.md has the
equations under the names used here.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import accumulate

import msgspec

from facedown.crypto import group
from facedown.crypto.errors import BadProof
from facedown.crypto.group import BASE, ORDER, SIZE, ZERO, Point, Scalar, inverse
from facedown.crypto.keys import LayerKey
from facedown.crypto.transcript import Transcript

Terms = list[tuple[Scalar, Point]]

_WHY = {
    "V1": "the proof of a shuffle was made for other cards or keys or another place",
    "V2": "the outputs of a shuffle are no permutation of its inputs",
    "V3": "the outputs of a shuffle are no permutation of its inputs",
    "V4": "the outputs of a shuffle are not its inputs",
    "V5": "a shuffle did not go from the old key to the new key announced",
    "V6": "the outputs of a shuffle are no permutation of its inputs",
}


def mix(  # noqa: PLR0917
    context: bytes,
    inputs: Sequence[Point],
    groups: Sequence[int],
    old_keys: Sequence[LayerKey],
    new_key: LayerKey,
    order: Sequence[int],
    entropy: bytes | None = None,
) -> tuple[list[Point], bytes]:
    """Outputs and proof: outputs[i] is inputs[order[i]] with its old layer off and the new one on."""
    if sorted(order) != list(range(len(inputs))):
        raise ValueError("the order of a shuffle names every input once")
    group.validated(inputs)
    steps = [new_key.over(old).secret for old in old_keys]
    outputs = group.mul([steps[groups[j]] for j in order], [inputs[j] for j in order])
    statement = Statement(inputs, groups, [old.public for old in old_keys], new_key.public, outputs)
    return outputs, prove(context, statement, steps, order, entropy)


def verify(  # noqa: PLR0917
    context: bytes,
    inputs: Sequence[Point],
    groups: Sequence[int],
    old_publics: Sequence[Point],
    new_public: Point,
    outputs: Sequence[Point],
    proof: bytes,
) -> None:
    """Raises `BadProof` unless the outputs are the inputs, each once, moved from the old keys to the new."""
    found, weigh = equations(context, Statement(inputs, groups, old_publics, new_public, outputs), proof)
    # One sum over every point, each equation under a weight that the prover could not choose.
    total: dict[Point, Scalar] = {}
    for (_, terms), weight in zip(found, weigh.challenges(b"weights", len(found)), strict=True):
        for scalar, point in terms:
            total[point] = total.get(point, 0) + weight * scalar
    if group.combine([*total.values()], [*total]) != ZERO:
        raise BadProof(next(_WHY[name] for name, terms in found if not holds(terms)))


class Statement(msgspec.Struct, frozen=True):
    """What is claimed: these inputs, under these old keys, became these outputs under the new key."""

    inputs: Sequence[Point]
    groups: Sequence[int]
    old_publics: Sequence[Point]
    new_public: Point
    outputs: Sequence[Point]

    def begin(self, context: bytes) -> Transcript:
        """The transcript of a proof, with the whole statement in it."""
        count, keys = len(self.inputs), len(self.old_publics)
        if not count or len(self.outputs) != count or len(self.groups) != count:
            raise BadProof("a shuffle needs as many outputs as inputs, and at least one")
        if not keys or any(not 0 <= label < keys for label in self.groups):
            raise BadProof("a shuffle names an old key that there is not")
        transcript = Transcript(b"shuffle", context)
        transcript.absorb_numbers(b"groups", [keys, *self.groups])
        transcript.absorb(b"keys", group.join([*self.old_publics, self.new_public]))
        transcript.absorb(b"inputs", group.join(self.inputs))
        transcript.absorb(b"outputs", group.join(self.outputs))
        return transcript


def length(count: int, keys: int) -> int:
    """Bytes of the proof for so many cards under so many old keys."""
    return SIZE * (3 * count + 9 + 2 * keys)


def prove(
    context: bytes,
    statement: Statement,
    steps: Sequence[Scalar],
    order: Sequence[int],
    entropy: bytes | None = None,
) -> bytes:
    """The proof; `steps` are the numbers that lead from each old key to the new one."""
    count = len(order)
    h, hs = _generators(count)
    transcript = statement.begin(context)
    secret = group.pack(steps) + b"".join([j.to_bytes(4, "big") for j in order])
    nonces = iter(transcript.nonces(3 * count + 4 + len(steps), secret, entropy))

    def some(number: int) -> list[Scalar]:
        return [next(nonces) for _ in range(number)]

    # c: where each card goes, hidden; the generator of the output is in the commitment of the input.
    r = some(count)
    c = [ZERO] * count
    for j, mark in zip(order, group.add(group.mul_base([r[j] for j in order]), hs), strict=True):
        c[j] = mark
    transcript.absorb(b"c", b"".join(c))
    u = transcript.challenges(b"u", count)
    moved = [u[j] for j in order]

    # ĉ: a chain whose end holds the product of the moved challenges; each link is a·G + b·h with a, b known.
    r_hat = some(count)
    in_base, in_h = [0], [1]
    for blind, factor in zip(r_hat, moved, strict=True):
        in_base.append((blind + factor * in_base[-1]) % ORDER)
        in_h.append(factor * in_h[-1] % ORDER)
    chain = group.add(group.mul_base(in_base[1:]), group.mul(in_h[1:], [h] * count))
    transcript.absorb(b"chain", b"".join(chain))
    links = transcript.challenges(b"links", count)

    w1, w2, w3, w6 = some(4)
    w4, w_moved = some(len(steps)), some(count)
    t1, t2 = group.mul_base([w1, w2])
    t3 = group.combine([w3, *w_moved], [BASE, *hs])
    back = [w * inverse(k) % ORDER for w, k in zip(w4, steps, strict=True)]
    t4 = group.combine(
        [w - back[statement.groups[j]] * f for w, j, f in zip(w_moved, order, moved, strict=True)],
        statement.outputs,
    )
    linked = [w * link for w, link in zip(w_moved, links, strict=True)]
    t6 = group.combine([w6 + _dot(linked, in_base[:-1]), _dot(linked, in_h[:-1])], [BASE, h])
    commitments = [t1, t2, t3, t4, t6, *group.mul(w4, statement.old_publics)]
    transcript.absorb(b"commitments", b"".join(commitments))
    (e,) = transcript.challenges(b"e", 1)

    after = [*accumulate(reversed(moved[1:]), lambda a, b: a * b % ORDER, initial=1)][::-1]
    answers = [
        w1 + e * sum(r),
        w2 + e * _dot(r_hat, after),
        w3 + e * _dot(u, r),
        w6 + e * _dot(links, r_hat),
        *[w + e * k for w, k in zip(w4, steps, strict=True)],
        *[w + e * f for w, f in zip(w_moved, moved, strict=True)],
    ]
    return b"".join([*c, *chain, *commitments]) + group.pack(answers)


def equations(
    context: bytes, statement: Statement, proof: bytes
) -> tuple[list[tuple[str, Terms]], Transcript]:
    """V1 to V6, each as terms whose sum has to be zero, and the transcript with the whole proof in it."""
    count, keys = len(statement.inputs), len(statement.old_publics)
    if len(proof) != length(count, keys):
        raise BadProof("a shuffle proof has the wrong length")
    h, hs = _generators(count)
    points = group.split(proof[: SIZE * (2 * count + 5 + keys)])
    answers = proof[SIZE * len(points) :]
    c, chain, commitments = points[:count], points[count : 2 * count], points[2 * count :]
    t1, t2, t3, t4, t6, *t5 = commitments
    s1, s2, s3, s6, *rest = group.unpack(answers)
    s4, s_moved = rest[:keys], rest[keys:]

    transcript = statement.begin(context)
    transcript.absorb(b"c", b"".join(c))
    u = transcript.challenges(b"u", count)
    transcript.absorb(b"chain", b"".join(chain))
    links = transcript.challenges(b"links", count)
    transcript.absorb(b"commitments", b"".join(commitments))
    (e,) = transcript.challenges(b"e", 1)
    transcript.absorb(b"answers", answers)

    product = reduce(lambda a, b: a * b % ORDER, u)
    before = [h, *chain[:-1]]
    found: list[tuple[str, Terms]] = [
        ("V1", [(s1, BASE), *[(-e, mark) for mark in c], *[(e, point) for point in hs], (-1, t1)]),
        ("V2", [(s2, BASE), (-e, chain[-1]), (e * product, h), (-1, t2)]),
        (
            "V3",
            [
                (s3, BASE),
                *zip(s_moved, hs, strict=True),
                *[(-e * f, mark) for f, mark in zip(u, c, strict=True)],
                (-1, t3),
            ],
        ),
        (
            "V4",
            [
                *zip(s_moved, statement.outputs, strict=True),
                *[
                    (-s4[g] * f, point)
                    for g, f, point in zip(statement.groups, u, statement.inputs, strict=True)
                ],
                (-1, t4),
            ],
        ),
        *[
            ("V5", [(s, old), (-e, statement.new_public), (-1, t)])
            for s, old, t in zip(s4, statement.old_publics, t5, strict=True)
        ],
        (
            "V6",
            [
                (s6, BASE),
                *[(s * link, point) for s, link, point in zip(s_moved, links, before, strict=True)],
                *[(-e * link, point) for link, point in zip(links, chain, strict=True)],
                (-1, t6),
            ],
        ),
    ]
    return found, transcript


def holds(terms: Terms) -> bool:
    """Whether one equation is true."""
    return group.combine([scalar for scalar, _ in terms], [point for _, point in terms]) == ZERO


def _dot(left: Sequence[Scalar], right: Sequence[Scalar]) -> Scalar:
    return sum(a * b for a, b in zip(left, right, strict=True)) % ORDER


@lru_cache(maxsize=8)
def _generators(count: int) -> tuple[Point, list[Point]]:
    """h and h_1 … h_count: points without any known relation."""
    numbers = [number.to_bytes(4, "big") for number in range(count + 1)]
    h, *hs = group.hash_to_group("generator", *numbers)
    return h, hs
