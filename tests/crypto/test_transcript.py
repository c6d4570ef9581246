"""Challenges: they depend on every byte before them and on where it was cut."""

import pytest

from facedown.crypto.group import ORDER
from facedown.crypto.transcript import Transcript


def challenge(*pieces: tuple[bytes, bytes], protocol: bytes = b"p", context: bytes = b"c") -> int:
    transcript = Transcript(protocol, context)
    for label, data in pieces:
        transcript.absorb(label, data)
    return transcript.challenges(b"x", 1)[0]


def test_every_history_has_a_challenge_of_its_own() -> None:
    histories = [
        challenge(),
        challenge(protocol=b"q"),
        challenge(context=b"d"),
        challenge(protocol=b"pc", context=b""),
        challenge(protocol=b"", context=b"pc"),
        challenge((b"", b"")),
        challenge((b"a", b"b")),
        challenge((b"ab", b"")),
        challenge((b"", b"ab")),
        challenge((b"a", b""), (b"b", b"")),
        challenge((b"a", b"b"), (b"", b"")),
        challenge((b"challenge", b"x\0\0\0\1")),
    ]
    assert len(set(histories)) == len(histories)


def test_the_same_history_has_the_same_challenges() -> None:
    one, two = Transcript(b"p", b"c"), Transcript(b"p", b"c")
    assert one.challenges(b"x", 5) == two.challenges(b"x", 5)
    assert one.challenges(b"x", 5) == two.challenges(b"x", 5)


def test_challenges_differ_from_one_another() -> None:
    transcript = Transcript(b"p", b"c")
    drawn = transcript.challenges(b"x", 3) + transcript.challenges(b"x", 3) + transcript.challenges(b"y", 3)
    assert len(set(drawn)) == 9
    assert all(0 <= number < ORDER for number in drawn)


def test_numbers_are_absorbed_one_by_one() -> None:
    drawn = []
    for numbers in ([], [0], [0, 0], [1, 2], [258]):
        transcript = Transcript(b"p", b"c")
        transcript.absorb_numbers(b"n", numbers)
        drawn.append(transcript.challenges(b"x", 1)[0])
    assert len(set(drawn)) == len(drawn)
    with pytest.raises(OverflowError):
        Transcript(b"p", b"c").absorb_numbers(b"n", [-1])


def test_nonces_need_secret_statement_and_entropy() -> None:
    def nonce(context: bytes = b"c", secret: bytes = b"s", entropy: bytes | None = bytes(32)) -> int:
        return Transcript(b"p", context).nonces(1, secret, entropy)[0]

    assert nonce() == nonce()
    assert len({nonce(), nonce(context=b"d"), nonce(secret=b"t"), nonce(entropy=b"\1" * 32)}) == 4
    assert nonce(entropy=None) != nonce(entropy=None)


def test_nonces_are_no_challenges_and_change_nothing() -> None:
    plain, asked = Transcript(b"p", b"c"), Transcript(b"p", b"c")
    nonces = asked.nonces(3, b"s", bytes(32))
    challenges = asked.challenges(b"x", 3)
    assert challenges == plain.challenges(b"x", 3)
    assert not set(nonces) & set(challenges)
