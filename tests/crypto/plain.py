"""A prover that writes the shuffle proof down as docs/crypto.md does, without shortcuts, and checks nothing.

Honest, it is a second implementation to hold against the first. Told to cheat, it goes as far as a cheat can.
"""

from collections.abc import Callable, Sequence

from facedown.crypto import group
from facedown.crypto.group import BASE, ORDER, Point, Scalar
from facedown.crypto.shuffle import Statement, _generators, equations, holds

Matrix = Sequence[Sequence[Scalar]]
"""matrix[i][j]: how much of input j is claimed to be in output i."""


def permutation(order: Sequence[int]) -> Matrix:
    """Output i is input order[i]; with a repeated number, no permutation at all."""
    return [[int(j == at) for j in range(len(order))] for at in order]


def prove(
    context: bytes,
    statement: Statement,
    matrix: Matrix,
    steps: Callable[[Sequence[Scalar]], Sequence[Scalar]],
    twist: Callable[[list[Point]], list[Point]] = lambda commitments: commitments,
) -> bytes:
    """The proof for this matrix. The keys may be chosen as late as they can be: when u is known.

    `twist` may change t1, t2, t3, t4, t6, t5… before the last challenge.
    """
    count, keys = len(matrix), len(statement.old_publics)
    h, hs = _generators(count)
    some = [group.random_scalar() for _ in range(3 * count + 4 + keys)]
    r, r_hat, w_moved = some[:count], some[count : 2 * count], some[2 * count : 3 * count]
    w1, w2, w3, w6, *w4 = some[3 * count :]

    transcript = statement.begin(context)
    c = [_sum((r[j], BASE), *((matrix[i][j], hs[i]) for i in range(count))) for j in range(count)]
    transcript.absorb(b"c", b"".join(c))
    u = transcript.challenges(b"u", count)
    moved = [sum(a * b for a, b in zip(row, u, strict=True)) % ORDER for row in matrix]
    chain = [h]
    for i in range(count):
        chain.append(_sum((r_hat[i], BASE), (moved[i], chain[i])))
    transcript.absorb(b"chain", b"".join(chain[1:]))
    links = transcript.challenges(b"links", count)

    k = steps(u)
    by_key: list[list[tuple[Scalar, Point]]] = [[] for _ in range(keys)]
    for factor, label, point in zip(u, statement.groups, statement.inputs, strict=True):
        by_key[label].append((factor, point))
    commitments = [
        _sum((w1, BASE)),
        _sum((w2, BASE)),
        _sum((w3, BASE), *zip(w_moved, hs, strict=True)),
        _sum(
            *zip(w_moved, statement.outputs, strict=True),
            *((-w4[g] * factor, point) for g in range(keys) for factor, point in by_key[g]),
        ),
        _sum((w6, BASE), *((w_moved[i] * links[i], chain[i]) for i in range(count))),
        *(_sum((w, old)) for w, old in zip(w4, statement.old_publics, strict=True)),
    ]
    commitments = twist(commitments)
    transcript.absorb(b"commitments", b"".join(commitments))
    (e,) = transcript.challenges(b"e", 1)

    rest = 1
    last = 0
    for i in reversed(range(count)):
        last += r_hat[i] * rest
        rest = rest * moved[i] % ORDER
    answers = [
        w1 + e * sum(r),
        w2 + e * last,
        w3 + e * sum(a * b for a, b in zip(u, r, strict=True)),
        w6 + e * sum(a * b for a, b in zip(links, r_hat, strict=True)),
        *(w + e * step for w, step in zip(w4, k, strict=True)),
        *(w + e * factor for w, factor in zip(w_moved, moved, strict=True)),
    ]
    return b"".join([*c, *chain[1:], *commitments]) + group.pack(answers)


def failing(context: bytes, statement: Statement, proof: bytes) -> set[str]:
    """The equations that do not hold."""
    found, _ = equations(context, statement, proof)
    return {name for name, terms in found if not holds(terms)}


def _sum(*terms: tuple[Scalar, Point]) -> Point:
    return group.combine([scalar for scalar, _ in terms], [point for _, point in terms])
