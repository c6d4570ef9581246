"""One key on many cards: the proof that every output is its input times the key announced, in 64 bytes.

For a strip the inputs are the stripped cards and the outputs the cards before; a change of key is proved with
`new.over(old)`. docs/crypto.md has the equations.
"""

import hmac
from collections.abc import Sequence

from facedown.crypto import group
from facedown.crypto.errors import BadProof
from facedown.crypto.group import ORDER, SIZE, Point, Scalar
from facedown.crypto.keys import LayerKey
from facedown.crypto.transcript import Transcript

LENGTH = 2 * SIZE


def prove(
    context: bytes,
    key: LayerKey,
    inputs: Sequence[Point],
    outputs: Sequence[Point],
    entropy: bytes | None = None,
) -> bytes:
    """The proof that outputs = key · inputs and public = key · base, one and the same key."""
    transcript, weights = _begin(context, key.base, key.public, inputs, outputs)
    mean = group.combine(weights, inputs)
    (nonce,) = transcript.nonces(1, key.to_bytes(), entropy)
    challenge = _challenge(transcript, *group.scale(nonce, [key.base, mean]))
    return group.pack([challenge, nonce + challenge * key.secret])


def verify(  # noqa: PLR0917
    context: bytes,
    base: Point,
    public: Point,
    inputs: Sequence[Point],
    outputs: Sequence[Point],
    proof: bytes,
) -> None:
    """Raises `BadProof` unless the one key of base and public made all outputs of the inputs."""
    if len(proof) != LENGTH:
        raise BadProof("a key proof has the wrong length")
    challenge, answer = group.unpack(proof)
    transcript, weights = _begin(context, base, public, inputs, outputs)
    first = group.combine([answer, -challenge], [base, public])
    # The weighted sums of inputs and outputs, taken together: one pass over all points.
    second = group.combine(
        [answer * weight for weight in weights] + [-challenge * weight for weight in weights],
        [*inputs, *outputs],
    )
    found = _challenge(transcript, first, second)
    if not hmac.compare_digest(group.pack([found]), proof[:SIZE]):
        raise BadProof("a card was not worked with the key announced")


def _begin(
    context: bytes, base: Point, public: Point, inputs: Sequence[Point], outputs: Sequence[Point]
) -> tuple[Transcript, list[Scalar]]:
    if not inputs or len(inputs) != len(outputs):
        raise BadProof("a key proof needs as many outputs as inputs, and at least one")
    transcript = Transcript(b"dleq", context)
    transcript.absorb(b"keys", group.join([base, public]))
    transcript.absorb(b"inputs", group.join(inputs))
    transcript.absorb(b"outputs", group.join(outputs))
    return transcript, transcript.challenges(b"weights", len(inputs))


def _challenge(transcript: Transcript, first: Point, second: Point) -> Scalar:
    transcript.absorb(b"commitments", first + second)
    (challenge,) = transcript.challenges(b"challenge", 1)
    return challenge % ORDER
