"""Signing and sealing keys: what holds for both, and what each is for."""

import pytest

from facedown.crypto import BadProof, BoxKey, KeyErased, SessionKey, sealed, signing
from facedown.crypto.seeds import SeedKey

CONTEXT = b"match 7, place 3"
SEED = bytes(range(100, 132))


@pytest.mark.parametrize("kind", [SessionKey, BoxKey])
def test_what_keys_have_in_common(kind: type[SeedKey]) -> None:
    key = kind(SEED)
    assert kind(key.to_bytes()) == key
    assert kind.fresh() != kind.fresh()
    assert key.public.hex() in repr(key)
    assert SEED.hex() not in f"{key!r} {key!s}"
    with pytest.raises(TypeError):
        hash(key)
    key.erase()
    with pytest.raises(KeyErased):
        key.to_bytes()
    with pytest.raises(ValueError, match="32 bytes"):
        kind(SEED[1:])


def test_a_signing_key_is_no_sealing_key() -> None:
    assert SessionKey(SEED) != BoxKey(SEED)


def test_a_signature_holds_for_its_message_and_its_key() -> None:
    key, other = SessionKey.fresh(), SessionKey.fresh()
    signature = key.sign(b"entry 1")
    signing.verify(key.public, b"entry 1", signature)
    for public, message, given in [
        (other.public, b"entry 1", signature),
        (key.public, b"entry 2", signature),
        (key.public, b"", signature),
        (key.public, b"entry 1", other.sign(b"entry 1")),
        (key.public, b"entry 1", signature[:-1]),
        (key.public, b"entry 1", bytes(64)),
        (key.public, b"entry 1", signature + b"\0"),
        (key.public + b"\0", b"entry 1", signature),
        (key.public[:-1], b"entry 1", signature),
        (bytes(32), b"entry 1", signature),
    ]:
        with pytest.raises(BadProof, match="signature"):
            signing.verify(public, message, given)
    key.erase()
    with pytest.raises(KeyErased):
        key.sign(b"entry 1")


def test_a_signature_has_one_form() -> None:
    """Ed25519 without this check lets anybody make a second signature of the first."""
    order = 2**252 + 27742317777372353535851937790883648493
    key = SessionKey.fresh()
    signature = key.sign(b"entry")
    other = int.from_bytes(signature[32:], "little") + order
    with pytest.raises(BadProof):
        signing.verify(key.public, b"entry", signature[:32] + other.to_bytes(32, "little"))


@pytest.mark.parametrize("message", [b"", b"a share", bytes(1000)])
def test_a_box_opens_for_its_seat_at_its_place(message: bytes) -> None:
    key = BoxKey.fresh()
    box = sealed.seal(key.public, CONTEXT, message)
    assert key.open(CONTEXT, box) == message
    if message:
        assert message not in box
    assert sealed.seal(key.public, CONTEXT, message) != box
    for opener, context, given, why in [
        (BoxKey.fresh(), CONTEXT, box, "does not open"),
        (key, b"match 8, place 3", box, "another place"),
        (key, CONTEXT, box[:-1], "does not open"),
        (key, CONTEXT, box[:-1] + bytes([box[-1] ^ 1]), "does not open"),
        (key, CONTEXT, b"", "does not open"),
        (key, CONTEXT, bytes(48), "does not open"),
    ]:
        with pytest.raises(BadProof, match=why):
            opener.open(context, given)
    key.erase()
    with pytest.raises(KeyErased):
        key.open(CONTEXT, box)


@pytest.mark.parametrize("public", [b"", bytes(31), bytes(32)])
def test_nothing_is_sealed_for_a_key_that_is_none(public: bytes) -> None:
    with pytest.raises(BadProof):
        sealed.seal(public, CONTEXT, b"a share")
