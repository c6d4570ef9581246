"""Anybody may say anything at any time: a room never breaks, never bends and never tells."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.games.duel import CARDS, DUEL, hero
from facedown.kernel import Face, Ref, Seat, encode
from facedown.table import Clock, nonce_commitment
from facedown.table.messages import (
    Chat,
    Claim,
    Concede,
    Contribute,
    Mute,
    Offer,
    Rejected,
    Rematch,
    Reply,
    Said,
    Sync,
)
from facedown.table.room import WATCHERS, Effect, Tell
from profiles import examples
from table.rooms import Party

_encoder = msgspec.json.Encoder()
_said: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)

refs = st.integers(-5, 130) | st.sampled_from([hero(0), hero(1), 2**31, -(2**63), 2**64, 10**40])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
actions = st.one_of(
    st.builds(lambda card: {"type": "play_creature", "card": card}, refs),
    st.builds(lambda card, to: {"type": "play_spell", "card": card, "target": to}, refs, refs),
    st.builds(lambda who, to: {"type": "attack", "attacker": who, "target": to}, refs, refs),
    st.just({"type": "end_turn"}),
    json_values,
)
# `None` stands for the right place, and for a legal action.
acts = st.tuples(st.none() | st.integers(-2, 400), st.none() | actions)
messages = st.one_of(
    st.builds(Contribute, st.sampled_from(["ada", "bram", "nobody"])),
    st.builds(Offer, st.sampled_from(["draw", "undo"])),
    st.builds(Reply, st.sampled_from(["draw", "undo"]), st.booleans()),
    st.builds(Chat, st.text(min_size=1, max_size=300)),
    st.builds(Mute, st.booleans()),
    st.just(Claim()),
    st.just(Rematch()),
    st.just(Sync()),
)
spoken = st.one_of(acts, acts, acts, messages)
moments = st.tuples(st.sampled_from([0, 0, 0, 1, 1, 1, WATCHERS]), spoken, st.integers(0, 3_000))


def _message(party: Party, seat: Seat, spoken: object, choose: random.Random) -> Said:
    if not isinstance(spoken, tuple):
        assert isinstance(spoken, msgspec.Struct)
        return spoken  # type: ignore[return-value]  # one of `messages`
    at, action = spoken
    if action is None:
        legal = DUEL.legal(party.table.state, max(seat, 0), party.table.faces[max(seat, 0)])
        action = choose.choice(legal) if legal else {"type": "end_turn"}
    place = party.table.at if at is None else at
    return _said.decode(_encoder.encode({"type": "act", "at": place, "action": action}))


Secret = tuple[Ref, Face, Seat | None]
"""A card that is face down, and the one seat that may look at it."""


def _secrets(party: Party) -> list[Secret]:
    """Hands are for their owner's eyes, decks for nobody's."""
    cards: list[tuple[Ref, Seat | None]] = []
    for seat, side in enumerate(party.table.state.sides):
        cards += [(ref, seat) for ref in side.hand]
        cards += [(ref, None) for ref in side.deck]
    return [(ref, face, seat) for ref, seat in cards if (face := party.table.dealer.face(ref)) is not None]


def _check_no_leak(party: Party, effects: list[Effect]) -> None:
    """What a seat is told never pairs another's hidden card with its face."""
    for effect in effects:
        if not isinstance(effect, Tell) or party.table.outcome is not None:
            continue
        text = _encoder.encode(effect.message)
        for ref, face, eyes in _secrets(party):
            # However a face is told, it stands beside its ref: in a pair, or in an object that has both.
            if eyes != effect.seat:
                assert b'[%d,"%s"]' % (ref, face.encode()) not in text
                assert b'"ref":%d,"card":"%s"' % (ref, face.encode()) not in text
        if isinstance(effect.message, Rejected):
            known = party.table.faces[effect.seat].values() if effect.seat >= 0 else ()
            named = {card.id for card in CARDS.values() if card.name in effect.message.message}
            assert named <= set(known)


@given(st.lists(moments, min_size=1, max_size=60), st.booleans(), st.randoms(use_true_random=False))
@examples(250)
def test_a_room_takes_anything_from_anybody(
    talk: list[tuple[Seat, object, int]], with_nonces: bool, choose: random.Random
) -> None:
    nonces = (nonce_commitment("ada"), nonce_commitment("bram")) if with_nonces else ()
    party = Party(nonces=nonces, clock=Clock(turn=20_000, reserve=20_000))
    for seat, words, after in talk:
        party.now += after
        message = _message(party, seat, words, choose)
        before = party.fingerprint()
        effects = party.carry_out(party.room.receive(seat, message, party.now, lag=after))
        if any(isinstance(effect, Tell) and isinstance(effect.message, Rejected) for effect in effects):
            assert len(effects) == 1
            assert party.fingerprint() == before
        _check_no_leak(party, effects)
    _check_log(party)


@given(st.integers(0, 2**32), st.integers(1, 200))
@examples(25)
def test_whole_games_never_tell_a_hidden_card(seed: int, moves: int) -> None:
    party = Party(secret=seed.to_bytes(32, "big"))
    choose = random.Random(seed)
    for _ in range(moves):
        if party.table.outcome is not None:
            break
        seat = party.mover
        legal = party.table.game.legal(party.table.state, seat, party.table.faces[seat])
        effects = party.act(choose.choice(legal))
        _check_no_leak(party, effects)
        for other in (WATCHERS, 0, 1):
            _check_no_leak(party, [Tell(other, party.room.snapshot(other, party.now))])
    _check_log(party)


def _check_log(party: Party) -> None:
    """What was written is what the table stands for."""
    assert len(party.lines) == party.table.at
    if party.table.outcome is None:
        party.carry_out(party.room.receive(0, Concede(), party.now))
    assert party.table.outcome is not None
    assert encode(party.table.outcome) in party.lines[-1]


def test_the_check_for_leaks_would_find_one() -> None:
    party = Party()
    ref, face, _ = next(secret for secret in _secrets(party) if secret[2] == 0)
    leak = Tell(1, party.room.snapshot(0, party.now))
    assert b'[%d,"%s"]' % (ref, face.encode()) in _encoder.encode(leak.message)
    with pytest.raises(AssertionError):
        _check_no_leak(party, [leak])
