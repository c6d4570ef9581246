"""Every way to cheat at a sealed deck is refused at the table and named by the audit: who, where, why."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from crypto import plain
from dealers.mental.party import Party, refused, signed_act, signed_part
from facedown.crypto import dleq, group, shuffle
from facedown.crypto.decklist import Opening
from facedown.crypto.group import SIZE, random_scalar
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental.ledger import context
from facedown.dealers.mental.mixing import Mixing
from facedown.dealers.mental.parts import AnyPart, Committed, Mixed, Stripped, Thrown
from facedown.kernel import IllegalAction, ProofRejected, StaleAction, encode
from facedown.table import verify
from facedown.table.messages import Part
from facedown.testing.workshop import WORKSHOP, Do, Put, Use

OTHER_LIST = WORKSHOP.decks()["trinkets"]


def said(part: Part) -> Any:
    return msgspec.json.decode(part.part, type=AnyPart)


def changed(party: Party, **changes: Any) -> tuple[int, Part]:
    """The part that is owed next, with something else in it, signed by the cheat itself."""
    seat, part = party.part()
    body = msgspec.structs.replace(said(part), **changes)
    return seat, signed_part(party, seat, part.job, encode(body))


def points(data: bytes) -> list[bytes]:
    return group.split(data)


# --- shuffles ---


def mixing(seats: int = 2) -> Party:
    """A party in which seat 0 is to shuffle its deck: nothing is done yet."""
    return Party(seats)


def with_outputs(change: Callable[[list[bytes]], list[bytes]]) -> tuple[Party, int, Part]:
    """A shuffle whose outputs were changed, with the best proof that somebody can make of it."""
    party = mixing()
    seat, part = party.part()
    honest = said(part)
    job = party.dealer.job(part.job)
    assert isinstance(job, Mixing)
    outputs = change(points(honest.points))
    new = LayerKey.fresh()
    steps, order = [new.secret], list(range(len(outputs)))
    statement = shuffle.Statement(job.points, [0] * len(outputs), [group.BASE], new.public, outputs)
    proof = shuffle.prove(job.context(seat), statement, steps, order)
    body = Mixed(new.public, b"".join(outputs), proof)
    return party, seat, signed_part(party, seat, part.job, encode(body))


OUTPUTS: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "duplicated card": lambda deck: [deck[0], deck[0], *deck[2:]],
    "swapped-in card": lambda deck: [*group.hash_to_group("another", b"card"), *deck[1:]],
    "swapped outputs": lambda deck: [deck[1], deck[0], *deck[2:]],
    "wrong key on one card": lambda deck: [*group.scale(7, deck[:1]), *deck[1:]],
}


@pytest.mark.parametrize("cheat", OUTPUTS)
def test_cards_that_are_not_the_deck(cheat: str) -> None:
    party, seat, part = with_outputs(OUTPUTS[cheat])
    assert "a shuffle" in refused(party, seat, part)


@pytest.mark.parametrize("cheat", OUTPUTS)
def test_an_honest_proof_does_not_cover_other_cards(cheat: str) -> None:
    party = mixing()
    _, part = party.part()
    outputs = OUTPUTS[cheat](points(said(part).points))
    assert "a shuffle" in refused(party, *changed(party, points=b"".join(outputs)))


def test_too_few_cards() -> None:
    party = mixing()
    _, part = party.part()
    assert "as many outputs as inputs" in refused(party, *changed(party, points=said(part).points[SIZE:]))


def test_an_unannounced_key() -> None:
    party = mixing()
    assert "key" in refused(party, *changed(party, key=LayerKey.fresh().public))


BAD_POINTS = {
    "identity": group.ZERO,
    "not canonical": b"\xff" * SIZE,
    "no point": (2).to_bytes(SIZE, "little"),
    "short": b"\x01" * 7,
}


@pytest.mark.parametrize("bad", BAD_POINTS)
def test_points_that_are_none(bad: str) -> None:
    party = mixing()
    _, part = party.part()
    rest = said(part).points[SIZE:]
    reason = refused(party, *changed(party, points=BAD_POINTS[bad] + rest))
    assert any(word in reason for word in ("identity", "canonical", "length", "as many outputs"))
    reason = refused(party, *changed(party, key=BAD_POINTS[bad]))
    assert any(word in reason for word in ("identity", "canonical", "length", "key announced"))


def test_a_key_that_was_used_before() -> None:
    party = Party()
    party.settle(until=lambda: party.table.due[0].job == 1 and party.table.due[0].seat == 0)
    used = party.dealer.ledger.key(party.dealer.ledger.refs(0)[0], 0)
    assert "used before" in refused(party, *changed(party, key=used))


def test_cards_outside_a_shuffle_that_are_exchanged_meanwhile() -> None:
    """Whoever takes a new key moves every other card of the deck, and proves it."""
    party = Party()
    party.settle()
    owner = party.seat
    party.act(Do("shuffle"))
    party.settle(until=lambda: party.table.due[0].seat != owner)
    _, part = party.part()
    rekeyed = points(said(part).rekeyed)
    assert len(rekeyed) > 1
    swapped = b"".join([rekeyed[1], rekeyed[0], *rekeyed[2:]])
    assert "key announced" in refused(party, *changed(party, rekeyed=swapped))
    assert "other cards" in refused(party, *changed(party, rekeyed=b""))


def test_a_cheat_who_knows_discrete_logarithms(monkeypatch: pytest.MonkeyPatch) -> None:
    """If cards were numbers times the base, all but the key's own equation would hold for a wrong card."""
    real = group.hash_to_group

    def log(name: bytes) -> int:
        return int.from_bytes(hashlib.sha256(name).digest(), "big") % group.ORDER

    def weak(domain: str, *names: bytes) -> list[bytes]:
        return group.mul_base([log(name) for name in names]) if domain == "card" else real(domain, *names)

    monkeypatch.setattr(group, "hash_to_group", weak)
    party = mixing()
    seat, part = party.part()
    job = party.dealer.job(part.job)
    assert isinstance(job, Mixing)
    logs = [log(party.dealer.ledger.session + b"/0/%d" % slot) for slot in range(len(job.points))]
    assert group.mul_base(logs) == job.points
    new = LayerKey.fresh()
    results = [log * new.secret % group.ORDER for log in logs]
    results[3] = results[3] * 2 % group.ORDER
    outputs = group.mul_base(results)
    statement = shuffle.Statement(job.points, [0] * len(logs), [group.BASE], new.public, outputs)

    def fitted(u: Sequence[int]) -> list[int]:
        wanted = sum(a * b for a, b in zip(u, results, strict=True))
        have = sum(a * b for a, b in zip(u, logs, strict=True)) % group.ORDER
        return [wanted * group.inverse(have) % group.ORDER]

    proof = plain.prove(job.context(seat), statement, plain.permutation(range(len(logs))), fitted)
    assert plain.failing(job.context(seat), statement, proof) == {"V5"}
    body = Mixed(new.public, b"".join(outputs), proof)
    assert "key announced" in refused(party, seat, signed_part(party, seat, part.job, encode(body)))


# --- proofs from elsewhere ---


def mixed_for(party: Party, context: bytes) -> tuple[int, Part]:
    """An honest shuffle in all but this: its proof was made for another place."""
    seat, part = party.part()
    job = party.dealer.job(part.job)
    assert isinstance(job, Mixing)
    count, new = len(job.points), LayerKey.fresh()
    old = party.rings[seat]._key(party.dealer.ledger, job.refs[0])
    outputs, proof = shuffle.mix(context, job.points, [0] * count, [old], new, range(count))
    forms, before = job.others(seat)
    step = new.over(old)
    after = step.mask(before) if before else []
    link = dleq.prove(context, step, before, after) if before else b""
    body = Mixed(new.public, b"".join(outputs), proof, b"".join(after), link)
    assert len(forms) == len(before)
    return seat, signed_part(party, seat, part.job, encode(body))


def test_a_proof_holds_where_it_was_made_and_nowhere_else() -> None:
    party, other = Party(match="one"), Party(match="two")
    party.settle(until=lambda: party.table.due[0].seat == 1)
    job, later = party.dealer.job(0), party.table.due[0]
    elsewhere = {
        "another match": other.dealer.job(0).context(1),
        "another session": context(bytes(32), 0, later.head, 1, later.step),
        "another seat": job.context(0),
        "another job": context(party.dealer.ledger.session, 1, later.head, 1, later.step),
        "another history": context(party.dealer.ledger.session, 0, "00" * 32, 1, later.step),
        "another step": context(party.dealer.ledger.session, 0, later.head, 1, "mix 2"),
    }
    for where in elsewhere.values():
        assert "shuffle" in refused(party, *mixed_for(party, where))
    party.hear(*mixed_for(party, job.context(1)))


def test_a_message_sent_again() -> None:
    party = Party()
    seat, part = party.part()
    party.hear(seat, part)
    at = party.table.at
    with pytest.raises(StaleAction, match="nothing is asked of you"):
        party.hear(seat, part)
    assert party.table.at == at
    assert "nothing is asked of you" in refused(party, seat, part)


def test_a_signature_of_another_seat() -> None:
    party = Party()
    seat, part = party.part()
    place, head, _ = party.dealer.place(part.job)
    forged = msgspec.structs.replace(part, sign=party.rings[1 - seat].sign(head.encode()))
    assert refused(party, seat, forged) == "its signature does not hold"
    assert refused(party, seat, msgspec.structs.replace(part, sign="")) == "its signature does not hold"
    assert place == 0


# --- cards let through ---


def drawing() -> Party:
    """A party in which a card was drawn and the others have to let it through."""
    party = Party()
    party.settle()
    party.act(Do("draw"))
    return party


def test_a_share_for_another_card() -> None:
    party = drawing()
    seat, part = party.part()
    owner = 1 - seat
    deck = party.table.state.benches[owner].deck
    key = party.rings[seat]._key(party.dealer.ledger, deck[0])
    wrong = key.strip([party.dealer.ledger.full(deck[0])])
    honest = said(part)
    assert "key announced" in refused(party, *changed(party, points=b"".join(wrong)))
    assert wrong != points(honest.points)


def test_a_share_made_with_another_key() -> None:
    party = drawing()
    _, part = party.part()
    wrong = group.scale(random_scalar(), points(said(part).points))
    assert "key announced" in refused(party, *changed(party, points=b"".join(wrong)))


def test_shares_for_cards_that_nobody_asked_for() -> None:
    party = drawing()
    _, part = party.part()
    assert "too many or too few" in refused(party, *changed(party, points=said(part).points * 2))
    assert "too many or too few" in refused(party, *changed(party, points=b"", proof=b""))


def test_nobody_strips_what_the_rules_do_not_open() -> None:
    """There is no message that asks for a strip, and a keyring asks its own dealer what it owes."""
    party = drawing()
    (task,) = party.table.due
    ring = party.rings[task.seat]
    for change in ({"job": task.job + 1}, {"seat": 1 - task.seat}, {"step": "open 7"}, {"head": "00" * 32}):
        with pytest.raises(IllegalAction, match="nothing is asked of us"):
            ring.part(party.dealer, msgspec.structs.replace(task, **change))
    stripped = said(party.part()[1])
    drawn = party.table.state.benches[1 - task.seat].hand[-1]
    key = ring._key(party.dealer.ledger, drawn)
    assert points(stripped.points) == key.strip([party.dealer.ledger.full(drawn)]), "the card that was drawn"


def test_a_part_of_another_kind() -> None:
    party = drawing()
    seat, part = party.part()
    wrong = signed_part(party, seat, part.job, encode(Committed(bytes(32))))
    assert "not what is asked" in refused(party, seat, wrong)


def test_a_part_that_is_none() -> None:
    party = drawing()
    seat, part = party.part()
    for body in (b"{}", b'{"type":"stripped","points":7}', b"[]", bytes(part.part)[:-1] + b" }"):
        assert refused(party, seat, signed_part(party, seat, part.job, body))


# --- what a card is ---


def milling() -> Party:
    """A party in which only the owner's part is missing: it has to say which cards were turned up."""
    party = Party()
    party.settle()
    owner = party.seat
    party.act(Do("mill"))
    party.settle(until=lambda: party.table.due[0].seat == owner)
    return party


def openings(party: Party) -> tuple[Opening, ...]:
    found: tuple[Opening, ...] = said(party.part()[1]).openings
    return found


def test_a_wrong_salt() -> None:
    party = milling()
    first, *rest = openings(party)
    wrong = msgspec.structs.replace(first, salt=bytes(32))
    assert "not in it" in refused(party, *changed(party, openings=(wrong, *rest)))


def test_another_card_in_the_slot() -> None:
    party = milling()
    first, *rest = openings(party)
    wrong = msgspec.structs.replace(first, card="hat" if first.card != "hat" else "gem")
    assert "not in it" in refused(party, *changed(party, openings=(wrong, *rest)))


def test_another_slot() -> None:
    party = milling()
    assert "not that card's" in refused(party, *changed(party, openings=openings(party)[::-1]))


def test_no_slot_at_all() -> None:
    party = milling()
    assert "too many or too few" in refused(party, *changed(party, openings=()))


def test_a_card_that_the_game_does_not_have() -> None:
    deck = ("ace of spades",) * 12
    party = Party(decks=[deck, deck])
    party.settle()
    owner = party.seat
    party.act(Do("mill"))
    party.settle(until=lambda: party.table.due[0].seat == owner)
    assert "this game does not have" in refused(party, *party.part())


def test_a_card_played_as_another() -> None:
    party = Party()
    party.settle()
    seat = party.seat
    one, other = party.table.state.benches[seat].hand
    ring, dealer = party.rings[seat], party.dealer
    action = Use("play", one)
    assert refused(party, seat, signed_act(party, seat, action, ring.turn(dealer, [other])))
    proof = msgspec.json.decode(ring.turn(dealer, [one]), type=Stripped)
    (opening,) = proof.openings
    wrong = msgspec.structs.replace(opening, card="hat")
    forged = msgspec.structs.replace(proof, openings=(wrong,))
    assert "not in it" in refused(party, seat, signed_act(party, seat, action, encode(forged)))


def test_a_card_turned_up_that_was_never_let_through() -> None:
    party = Party()
    party.settle()
    seat = party.seat
    top = party.table.state.benches[seat].deck[0]
    with pytest.raises(IllegalAction, match="not been opened to you"):
        party.rings[seat].turn(party.dealer, [top])
    assert refused(party, seat, signed_act(party, seat, Use("play", top), b"{}"))


# --- dice, lists, escrow ---


def test_another_number_than_committed() -> None:
    party = Party()
    party.settle(until=lambda: party.table.due[0].step == "show")
    seat, part = party.part()
    assert isinstance(said(part), Thrown)
    assert "committed to" in refused(party, *changed(party, number=bytes(32)))
    wrong = signed_part(party, seat, part.job, encode(Committed(bytes(32))))
    assert "not what is asked" in refused(party, seat, wrong)


def ending(decks: Any = None) -> Party:
    party = Party(decks=decks)
    party.settle()
    party.hear(0, party.hands[0].concede())
    return party


def test_another_list_at_the_end() -> None:
    party = ending()
    _, part = party.part()
    cards = said(part).cards
    assert "not the one announced" in refused(party, *changed(party, cards=("hat", *cards[1:])))
    assert "as many cards" in refused(party, *changed(party, cards=cards[1:], salts=said(part).salts[1:]))


def test_a_list_with_too_many_copies() -> None:
    """It was hidden, and it was played; when it is shown it wins nothing, and the audit names its owner."""
    cheat = ("gem",) * 12
    party = ending([WORKSHOP.decks()["tools"], cheat])
    log = party.end()
    assert party.table.outcome is not None
    assert (party.table.outcome.winners, party.table.outcome.reason) == ((0,), "illegal deck")
    with pytest.raises(ProofRejected, match="its deck is not legal: a deck has twelve known cards") as caught:
        verify(log)
    assert caught.value.who == "seat 1"


def test_shares_of_a_key_that_are_not_the_key() -> None:
    party = Party(3)
    party.settle(until=lambda: party.table.due[0].seat == 1)
    _, part = party.part()
    first, second = said(part).shares
    wrong = msgspec.structs.replace(first, public=second.public)
    assert "do not add up" in refused(party, *changed(party, shares=(wrong, second)))
    assert "right seats" in refused(party, *changed(party, shares=(first,)))
    assert "right seats" in refused(party, *changed(party, shares=()))


def test_a_hidden_order_that_loses_a_card() -> None:
    party = Party()
    party.settle()
    party.do(Do("scry"))
    party.act(Put(2))
    _, part = party.part()
    first, second, _ = points(said(part).points)
    wrong = b"".join([first, second, second])
    assert "a shuffle" in refused(party, *changed(party, points=wrong))
