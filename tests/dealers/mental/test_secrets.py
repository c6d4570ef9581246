"""Keys are erased when nothing lies under them any more, and no secret is ever shown by mistake."""

import logging
import traceback
from typing import Any

import msgspec
import pytest

from dealers.mental.party import Party
from facedown.crypto import BadProof, KeyErased
from facedown.crypto.group import BASE
from facedown.dealers.mental import Keyring
from facedown.dealers.mental.complaints import Letter
from facedown.dealers.mental.keyring import Secrets
from facedown.kernel import Refused
from facedown.testing.workshop import Do, Put, Take


def test_old_keys_are_erased() -> None:
    """After a shuffle nobody could open what was recorded before it, not with everything it has."""
    party = Party()
    party.settle()
    seat = party.seat
    other = party.rings[1 - seat]
    old = other._known(party.dealer.ledger.keys[seat][1 - seat])
    erased = [old.erased]
    party.do(Do("shuffle"))
    other.prune(party.dealer)
    assert [*erased, old.erased] == [False, True]
    with pytest.raises(KeyErased):
        _ = old.secret
    assert old.public not in other._keys


def test_an_owners_old_key_lives_as_long_as_a_card_lies_under_it() -> None:
    party = Party()
    party.settle()
    seat = party.seat
    ring = party.rings[seat]
    old = ring._key(party.dealer.ledger, party.table.state.benches[seat].hand[0])
    party.do(Do("shuffle"))
    ring.prune(party.dealer)
    erased = [old.erased]  # the hand is still under it
    while party.seat != seat:
        party.do(Do("pass"))
    party.do(Do("mulligan"))
    ring.prune(party.dealer)
    assert [*erased, old.erased] == [False, True]


def test_a_keyring_has_no_more_keys_than_it_needs() -> None:
    party = Party(3)
    party.settle()
    for _ in range(6):
        party.do(Do("shuffle"))
    for seat, ring in enumerate(party.rings):
        ring.prune(party.dealer)
        ledger = party.dealer.ledger
        needed = {ledger.key(ref, seat) for owner in range(3) for ref in ledger.refs(owner)} - {BASE}
        assert set(ring._keys) == needed


def test_erased_at_the_end() -> None:
    party = Party()
    party.settle()
    ring = party.rings[0]
    keys = list(ring._keys.values())
    ring.erase()
    assert all(key.erased for key in [*keys, ring._box])
    with pytest.raises(KeyErased):
        ring.sign(b"anything")


def secrets_of(ring: Keyring) -> set[str]:
    """Every secret of a player, as it could show up in a text."""
    kept = msgspec.json.decode(ring.to_bytes(), type=Secrets)
    numbers = [*kept.keys, kept.session, kept.box, kept.seed, *kept.numbers.values(), *ring._list.salts]
    found = {
        text for raw in numbers for text in (raw.hex(), repr(raw)[2:-1], str(int.from_bytes(raw, "little")))
    }
    return found | {msgspec.json.encode(raw).decode().strip('"') for raw in numbers}


def test_no_secret_in_repr_errors_or_logs(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    party = Party(3)
    texts: list[str] = []

    def look() -> bool:
        for ring in party.rings:
            inside: list[Any] = [ring, ring._list, ring._session, ring._box, *ring._keys.values()]
            texts.extend(map(repr, [*inside, msgspec.json.decode(ring.to_bytes(), type=Secrets), ring.bond]))
        texts.extend(map(repr, [party.dealer, party.table, *party.dealer._jobs, party.dealer.ledger]))
        return False

    party.settle(until=look)
    party.do(Do("scry"))
    party.do(Put(1))
    party.do(Do("tutor"))
    party.do(Take(1))
    look()
    for ring in party.rings:
        texts.append(repr(Letter((), ring._list.cards, ring._list.to_bytes())))
        for attempt in (
            lambda ring=ring: ring.turn(party.dealer, [10_000]),
            lambda ring=ring: ring._known(b"x" * 32),
            lambda ring=ring: Keyring.from_bytes(ring.to_bytes()[:-20]),
            lambda ring=ring: party.dealer.take(ring.seat, 0, ring.to_bytes()),
        ):
            with pytest.raises((Refused, BadProof)) as caught:
                attempt()
            texts += [str(caught.value), "".join(traceback.format_exception(caught.value))]
    told = "\n".join([*texts, caplog.text])
    for ring in party.rings:
        assert not [secret for secret in secrets_of(ring) if secret in told]


def test_nothing_of_a_keyring_gets_into_the_log() -> None:
    party = Party(3)
    party.settle()
    for _ in range(4):
        party.do(Do("draw"))
    log = b"\n".join(party.lines()).decode()
    for ring in party.rings:
        unopened = secrets_of(ring)
        assert not [secret for secret in unopened if secret in log]


def test_a_keyring_comes_back_as_it_was() -> None:
    party = Party()
    party.settle()
    kept = party.rings[0].to_bytes()
    assert Keyring.from_bytes(kept).to_bytes() == kept
