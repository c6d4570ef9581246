"""Somebody goes away: the others say so, take its layers off and play on; its own cards stay closed."""

import random
from typing import Any

import msgspec
import pytest

from dealers.mental.party import Party, refused, signed_part
from facedown.crypto import group, sharing
from facedown.crypto.group import BASE
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental import letters
from facedown.dealers.mental.complaints import Complaint, Letter, miss
from facedown.dealers.mental.leaving import Release, Resharing
from facedown.dealers.mental.parts import AnyPart, Mixed, Released, Share, Stripped
from facedown.kernel import IllegalAction, Outcome, ProofRejected, Reveal, Seat, encode
from facedown.table import log_file, verify
from facedown.table.entries import Accused, Entry, Left, Parted
from facedown.table.hand import say
from facedown.table.messages import Accuse
from facedown.table.table import PART_GRACE
from facedown.testing.workshop import Do, Put, Spy, Take, WorkshopOptions


def party_of(seats: int) -> Party:
    party = Party(seats, options=WorkshopOptions(turns=40))
    party.settle()
    return party


def others(party: Party, seat: Seat) -> list[Seat]:
    return [other for other in range(party.table.seats) if other != seat and other not in party.table.gone]


def wait(party: Party) -> int:
    """So late that whatever is owed is overdue."""
    return party.table.quiet_since + max(PART_GRACE, 1_000_000)


def late(party: Party, seat: Seat, message: Any) -> list[Any]:
    steps = say(party.table, seat, message, wait(party))
    party.steps += steps
    return steps


def certify(party: Party, whom: Seat, why: Any) -> None:
    for seat in others(party, whom):
        late(party, seat, party.hands[seat].accuse(whom, why))


def own_key(party: Party, seat: Seat) -> LayerKey:
    """The key that a seat has on its own hand."""
    return party.rings[seat]._key(party.dealer.ledger, party.table.state.benches[seat].hand[0])


def settle_without(party: Party, *gone: Seat) -> None:
    """Everybody else does its part, as far as it goes."""
    while owing := [task.seat for task in party.table.due if task.seat not in gone]:
        (part,) = party.hands[owing[0]].parts()
        party.hear(owing[0], part)


def step_of(party: Party) -> str:
    return party.table.due[0].step if party.table.due else ""


# --- the rest plays on ---


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("moment", ["mix", "open", "commit", "show", "search", "idle"])
def test_the_others_go_on_whenever_somebody_vanishes(seats: int, moment: str) -> None:
    party = Party(seats, options=WorkshopOptions(turns=8))
    if moment in {"mix", "commit", "show"}:
        party.settle(until=lambda: step_of(party).startswith(moment))
        gone = party.table.due[0].seat
        settle_without(party, gone)
    else:
        party.settle()
        active = party.seat
        gone = active if moment == "idle" else others(party, active)[0]
        if moment == "open":
            party.act(Do("draw"))
        elif moment == "search":
            party.do(Do("tutor"))
            party.act(Take(1), (party.table.state.looking[2],))
        settle_without(party, gone)
    certify(party, gone, "timed out" if moment == "idle" else "withheld a part")
    assert gone in party.table.gone
    log = party.play(random.Random(f"{seats}{moment}"))
    assert party.table.outcome is not None
    report = verify(log)
    assert report.finished
    assert report.outcome == party.table.outcome
    assert gone not in party.table.outcome.winners


def test_a_wish_is_carried_out_although_somebody_left_meanwhile() -> None:
    party = party_of(3)
    seat = party.seat
    party.do(Do("tutor"))
    wanted = party.table.state.looking[5]
    face = party.faces(seat)[wanted]
    party.act(Take(1), (wanted,))
    gone = others(party, seat)[0]
    settle_without(party, gone)
    certify(party, gone, "withheld a part")
    party.settle()
    assert party.faces(seat)[party.table.state.benches[seat].hand[-1]] == face


def test_one_after_another_may_go() -> None:
    """Shares that the first one held were lost with it; they are shared anew before the second one goes."""
    party = party_of(4)
    for left in (3, 2):
        gone = party.seat
        certify(party, gone, "timed out")
        steps = {task.step for task in party.table.due}
        assert steps == {"release"}
        party.settle()
        assert len(others(party, gone)) == left
        assert all(party.dealer.ledger.keys[owner][gone] == BASE for owner in others(party, gone))
        party.do(Do("shuffle"))
        party.do(Do("draw"))
    assert verify(party.end()).finished


def test_with_two_the_log_shows_who_left() -> None:
    party = party_of(2)
    gone = 1 - party.seat
    party.act(Do("draw"))
    with pytest.raises(IllegalAction, match="does not take your word"):
        late(party, 1 - gone, party.hands[1 - gone].accuse(gone, "withheld a part"))
    with pytest.raises(IllegalAction, match="time left"):
        party.table.leave(gone, "withheld a part", party.table.time)
    party.steps += party.table.leave(gone, "withheld a part", wait(party))
    party.settle()
    assert party.table.outcome == Outcome((1 - gone,), "withheld a part")
    report = verify(party.log())
    assert report.outcome == party.table.outcome
    assert "not shown: the list of" in " ".join(report.checks)


# --- what stays secret ---


def test_the_leavers_hand_stays_closed_to_all_others_together() -> None:
    """All that the others have, put together, does not take the leaver's own layer off its own cards."""
    party = party_of(3)
    gone = party.seat
    ledger = party.dealer.ledger
    secret = own_key(party, gone).secret
    certify(party, gone, "timed out")
    party.settle()
    known = {key.secret for seat in others(party, gone) for key in party.rings[seat]._keys.values()}
    for line in party.lines():
        body = msgspec.json.decode(line)["body"]
        if body["type"] == "parted" and body["part"]["type"] == "released":
            shares = msgspec.json.decode(encode(body["part"]), type=Released).shares
            known |= {int.from_bytes(share, "little") for share in shares}
    assert secret not in known
    assert sum(known) % group.ORDER != secret
    assert ledger.escrow.holders(gone, gone) == []
    for ref in party.table.state.benches[gone].hand:
        assert all(form.layers >> gone & 1 for form in ledger._forms[ref])


def test_ones_own_key_is_never_in_trust() -> None:
    party = party_of(4)
    escrow = party.dealer.ledger.escrow
    for owner in range(4):
        for seat in range(4):
            holders = [other for other in range(4) if other != seat]
            assert escrow.holders(owner, seat) == ([] if owner == seat else holders)
    for step in party.steps:
        body = step.entry.body
        said = msgspec.json.decode(body.part, type=AnyPart) if isinstance(body, Parted) else None
        if isinstance(body, Parted) and isinstance(said, Mixed):  # the first four jobs are the four decks
            assert len(said.shares) == (0 if body.job == body.seat else 3)


def test_shares_change_with_every_new_key() -> None:
    party = party_of(3)
    owner = party.seat
    escrow, holder = party.dealer.ledger.escrow, others(party, owner)
    before = escrow.share(owner, holder[0], holder[1])[1].public
    party.do(Do("shuffle"))
    assert escrow.share(owner, holder[0], holder[1])[1].public != before


def test_a_card_of_the_leaver_is_opened_to_nobody_any_more() -> None:
    party = party_of(3)
    spy = party.seat
    gone = others(party, spy)[0]
    party.act(Spy(gone))
    settle_without(party, gone)
    certify(party, gone, "withheld a part")
    party.settle()
    assert not set(party.table.state.looking) & set(party.faces(spy))
    assert party.table.active
    assert verify(party.end()).finished


def test_a_game_that_asks_for_a_hidden_card_of_the_leaver_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could ever turn it up; better an end than a table that waits for ever."""
    party = party_of(3)
    gone = others(party, party.seat)[0]
    party.hear(gone, party.hands[gone].concede())
    card = party.table.state.benches[gone].hand[:1]
    with monkeypatch.context() as patch:
        patch.setattr(type(party.game), "requests", lambda *_: (Reveal(card),))
        party.act(Do("roll"))
    party.settle()
    assert party.table.outcome == Outcome((), "a card is out of reach")


# --- in peace ---


def test_whoever_goes_in_peace_needs_one_batch_and_the_others_none() -> None:
    party = party_of(3)
    gone = others(party, party.seat)[0]
    (step,) = party.hear(gone, party.hands[gone].concede())
    assert isinstance(step.entry.body, Left)
    assert not party.table.due
    ledger = party.dealer.ledger
    assert all(ledger.keys[owner][gone] == BASE for owner in others(party, gone))
    assert BASE not in ledger.own_keys(gone)
    assert verify(party.play(random.Random(1))).finished


def test_with_four_keys_are_shared_anew_after_a_peaceful_leave() -> None:
    party = party_of(4)
    gone = others(party, party.seat)[0]
    party.hear(gone, party.hands[gone].concede())
    assert {task.step for task in party.table.due} == {"share"}
    party.settle()
    certify(party, party.seat, "timed out")
    assert verify(party.play(random.Random(2))).finished


def test_a_peaceful_leave_amid_a_shuffle() -> None:
    party = party_of(4)
    party.act(Do("shuffle"))
    party.settle(until=lambda: step_of(party) == "mix 2")
    gone = party.table.due[0].seat
    party.hear(gone, party.hands[gone].concede())
    assert verify(party.play(random.Random(3))).finished


def test_a_farewell_that_does_not_hold() -> None:
    party = party_of(3)
    gone = others(party, party.seat)[0]
    honest = msgspec.json.decode(party.rings[gone].farewell(party.dealer), type=Stripped)
    points = group.split(honest.points)
    for changed in (b"".join([points[1], points[0], *points[2:]]), honest.points[32:], b""):
        proof = msgspec.Raw(encode(msgspec.structs.replace(honest, points=changed)))
        body = Left(gone, "conceded", proof)
        sign = party.hands[gone]._sign(party.table.at, party.table.head, body)
        at, keys = party.table.at, [list(row) for row in party.dealer.ledger.keys]
        with pytest.raises(ProofRejected) as live:
            party.table.leave(gone, "conceded", party.table.time, sign, proof)
        assert live.value.who == f"seat {gone}"
        assert (party.table.at, party.dealer.ledger.keys, party.table.gone) == (at, keys, set())
        entry = Entry(at, party.table.time, party.table.head, body, sign)
        with pytest.raises(ProofRejected) as audit:
            verify(log_file([*party.lines(), entry.line()]))
        assert (audit.value.who, audit.value.at, audit.value.why) == (f"seat {gone}", at, live.value.why)


# --- accusations ---


def test_nobody_is_gone_before_all_others_have_said_so() -> None:
    party = party_of(4)
    gone = party.seat
    first, second, _ = others(party, gone)
    late(party, first, party.hands[first].accuse(gone, "timed out"))
    late(party, second, party.hands[second].accuse(gone, "timed out"))
    assert gone not in party.table.gone
    with pytest.raises(IllegalAction, match="said so already"):
        late(party, first, party.hands[first].accuse(gone, "timed out"))
    party.do(Do("roll"))
    assert not party.table._accusers, "it was there: what was said before is void"
    assert verify(party.end()).finished


@pytest.mark.parametrize("why", ["timed out", "withheld a part"])
def test_a_false_accusation_is_refused(why: Any) -> None:
    party = party_of(3)
    whom = party.seat
    seat = others(party, whom)[0]
    accusation = party.hands[seat].accuse(whom, why)
    with pytest.raises(IllegalAction, match="time left"):
        party.hear(seat, accusation)
    table = party.table
    body = Accused(seat, whom, why)
    forged = Entry(table.at, table.time, table.head, body, accusation.sign).line()
    with pytest.raises(ProofRejected, match="time left") as audit:
        verify(log_file([*party.lines(), forged]))
    assert (audit.value.who, audit.value.at) == (f"seat {seat}", table.at)


def test_the_server_alone_declares_nobody_gone() -> None:
    party = party_of(3)
    gone, table = party.seat, party.table
    time = wait(party)
    lone = Entry(table.at, time, table.head, Left(gone, "timed out")).line()
    with pytest.raises(IllegalAction, match="time left"):
        table.leave(gone, "timed out", table.quiet_since + 300_000)
    # It can end the match, as it could by falling silent. Then nobody has won who did not say so itself.
    forged = Entry(table.at, time, table.head, Left(gone, "withheld a part")).line()
    with pytest.raises(ProofRejected, match="owes nothing") as audit:
        verify(log_file([*party.lines(), forged]))
    assert audit.value.who == "log"
    party.steps += table.leave(gone, "timed out", time)
    assert party.lines()[-2] == lone
    assert party.table.outcome == Outcome((), "timed out")


def test_an_accusation_with_another_name_under_it() -> None:
    party = party_of(3)
    whom = party.seat
    one, other = others(party, whom)
    said = party.hands[one].accuse(whom, "timed out")
    with pytest.raises(ProofRejected, match="signature") as live:
        late(party, other, said)
    assert live.value.who == f"seat {other}"


def test_an_accusation_of_another_time_does_not_count() -> None:
    party = party_of(3)
    whom = party.seat
    one = others(party, whom)[0]
    old = party.hands[one].accuse(whom, "timed out")
    party.do(Do("roll"))
    while party.seat != whom:
        party.do(Do("pass"))
    with pytest.raises(ProofRejected, match="signature"):
        late(party, one, old)


# --- shares ---


def test_a_share_that_is_withheld_ends_the_match() -> None:
    """Two at once cannot be done without: the log says which two."""
    party = party_of(4)
    gone = party.seat
    certify(party, gone, "timed out")
    holder = others(party, gone)[0]
    settle_without(party, holder)
    certify(party, holder, "withheld a part")
    rest = tuple(others(party, holder))
    party.settle()
    assert party.table.outcome == Outcome(tuple(seat for seat in rest if seat != holder), "withheld a part")
    assert verify(party.log()).finished


def test_who_gives_up_while_keys_are_put_together_ends_the_match() -> None:
    """Its share is needed, in peace or not; the others have won."""
    party = party_of(4)
    first = party.seat
    certify(party, first, "timed out")
    second = others(party, first)[0]
    party.hear(second, party.hands[second].concede())
    party.settle()
    rest = tuple(seat for seat in range(4) if seat not in {first, second})
    assert party.table.outcome == Outcome(rest, "conceded")
    assert verify(party.log()).finished


def test_who_vanishes_before_its_keys_are_shared_anew_ends_the_match() -> None:
    """A share of its keys has gone with the first one."""
    party = party_of(4)
    first = party.seat
    certify(party, first, "timed out")
    party.settle(until=lambda: step_of(party) == "share")
    second = party.table.due[0].seat
    settle_without(party, second)
    certify(party, second, "withheld a part")
    party.settle()
    rest = tuple(seat for seat in range(4) if seat not in {first, second})
    assert party.table.outcome == Outcome(rest, "withheld a part")
    assert verify(party.log()).finished


def test_a_wrong_share_is_refused_and_named() -> None:
    party = party_of(3)
    certify(party, party.seat, "timed out")
    seat, part = party.part()
    job = party.dealer.job(part.job)
    assert isinstance(job, Release)
    shares = msgspec.json.decode(part.part, type=Released).shares
    wrong = signed_part(party, seat, part.job, encode(Released((LayerKey.fresh().to_bytes(), *shares[1:]))))
    assert "not the one announced" in refused(party, seat, wrong)
    fewer = signed_part(party, seat, part.job, encode(Released(shares[1:])))
    assert "too many or too few" in refused(party, seat, fewer)
    zero = signed_part(party, seat, part.job, encode(Released((bytes(32), *shares[1:]))))
    assert "no layer key" in refused(party, seat, zero)


def test_keys_that_are_not_shared_anew_rightly() -> None:
    party = party_of(4)
    certify(party, party.seat, "timed out")
    party.settle(until=lambda: step_of(party) == "share")
    seat, part = party.part()
    assert isinstance(party.dealer.job(part.job), Resharing)
    shared: Any = msgspec.json.decode(part.part, type=AnyPart)
    first, *rest = shared.shares
    swapped = (msgspec.structs.replace(first[0], public=first[1].public), *first[1:])
    for rows in ((swapped, *rest), tuple(rest), (first[:1], *rest)):
        body = encode(msgspec.structs.replace(shared, shares=tuple(rows)))
        assert refused(party, seat, signed_part(party, seat, part.job, body))


def false_letter(party: Party) -> tuple[Seat, Seat]:
    """Somebody seals a share that is not the one announced; who, and for whom. It is in force afterwards."""
    party.settle()
    owner = party.seat
    party.act(Do("shuffle"))
    cheat = others(party, owner)[0]
    party.settle(until=lambda: party.table.due[0].seat == cheat)
    _, part = party.part()
    mixed = msgspec.json.decode(part.part, type=Mixed)
    victim = next(share.seat for share in mixed.shares if share.seat != owner)
    ledger = party.dealer.ledger

    def forged(share: Share) -> Share:
        where = ledger.letter(part.job, cheat, victim)
        lie = letters.seal(ledger.bonds[victim].box, where, LayerKey.fresh().to_bytes())
        return msgspec.structs.replace(share, letter=lie) if share.seat == victim else share

    body = msgspec.structs.replace(mixed, shares=tuple(map(forged, mixed.shares)))
    party.hear(cheat, signed_part(party, cheat, part.job, encode(body)))
    party.settle()
    return cheat, victim


def test_a_letter_with_a_wrong_share_is_shown_to_all() -> None:
    party = Party(3)
    cheat, victim = false_letter(party)
    for seat in range(3):
        assert bool(party.hands[seat].complaints()) == (seat == victim)
    (complaint,) = party.hands[victim].complaints()
    assert (complaint.whom, complaint.why) == (cheat, "cheated")
    party.hear(victim, complaint)
    party.settle()
    assert party.table.outcome == Outcome(tuple(others(party, cheat)), "cheated")
    report = verify(party.log())
    assert report.outcome is not None
    assert report.outcome.reason == "cheated"


def test_a_complaint_of_a_true_letter_falls_back_on_who_makes_it() -> None:
    party = Party(3)
    party.settle()
    owner, cheat, victim = 0, 1, 2
    ring, dealer = party.rings[victim], party.dealer
    job, _ = dealer.ledger.escrow.share(owner, cheat, victim)
    ring._false.append((cheat, owner, job))
    (complaint,) = party.hands[victim].complaints()
    reason = refused_accusation(party, victim, complaint)
    assert "the letter is true" in reason
    # Nor does a letter become false by opening it with something else.
    assert isinstance(complaint.proof, msgspec.Raw)
    proof = msgspec.structs.replace(msgspec.json.decode(complaint.proof, type=Complaint), opener=BASE)
    body = Accused(victim, cheat, "cheated", msgspec.Raw(encode(proof)))
    sign = party.hands[victim]._sign(*party.table.anchor, body)
    forged = Accuse(cheat, "cheated", body.proof, sign)
    assert "key announced" in refused_accusation(party, victim, forged)


def refused_accusation(party: Party, seat: Seat, message: Accuse) -> str:
    """Why, at the table and in an audit; both name the accuser."""
    table = party.table
    with pytest.raises(ProofRejected) as live:
        party.hear(seat, message)
    body = Accused(seat, message.whom, message.why, message.proof)
    line = Entry(table.at, table.time, table.head, body, message.sign).line()
    with pytest.raises(ProofRejected) as audit:
        verify(log_file([*party.lines(), line]))
    assert (audit.value.who, audit.value.at) == (f"seat {seat}", table.at)
    assert (live.value.who, live.value.why) == (audit.value.who, audit.value.why)
    return audit.value.why


def spied(party: Party, letter: bytes | None) -> tuple[Seat, Seat]:
    """Somebody looks at another's hand; the owner says what it should, or this. Who looked, and at whose."""
    spy = party.seat
    target = others(party, spy)[0]
    party.act(Spy(target))
    ledger = party.dealer.ledger
    while party.table.due:
        seat, part = party.part()
        body = msgspec.json.decode(part.part, type=Stripped)
        if letter is not None and body.letters:
            lie = letters.seal(ledger.bonds[spy].box, ledger.letter(part.job, target, spy), letter)
            part = signed_part(party, seat, part.job, encode(msgspec.structs.replace(body, letters=(lie,))))
        party.hear(seat, part)
    return spy, target


@pytest.mark.parametrize("letter", [b"[]", encode(Letter())], ids=["nonsense", "nothing"])
def test_an_owner_who_does_not_say_what_a_card_is_that_somebody_may_see(letter: bytes) -> None:
    party = party_of(3)
    spy, target = spied(party, letter)
    assert not [complaint for seat in others(party, spy) for complaint in party.hands[seat].complaints()]
    party.hear(spy, party.hands[spy].complaints()[0])
    party.settle()
    assert party.table.outcome == Outcome(tuple(others(party, target)), "cheated")
    assert verify(party.log()).finished


def test_what_was_said_in_vain_is_said_again() -> None:
    """A letter with the whole list was written when somebody left. It never went out: another has to."""
    party = party_of(3)
    spy = party.seat
    target, third = others(party, spy)
    party.act(Spy(target))
    settle_without(party, target)
    while party.table.due:
        (made,) = party.hands[target].parts()
        if party.dealer.job(made.job).step == "open 2":
            break
        party.hear(target, made)
        settle_without(party, target)
    party.hear(third, party.hands[third].concede())
    party.settle()
    looking = set(party.table.state.looking)
    assert looking
    assert looking <= set(party.faces(spy))
    assert not party.hands[spy].complaints()


def test_silence_is_not_claimed_of_one_who_spoke() -> None:
    party = party_of(3)
    spy, target = spied(party, None)
    assert not party.hands[spy].complaints()
    ring, ledger = party.rings[spy], party.dealer.ledger
    hand, deck = party.table.state.benches[target].hand, party.table.state.benches[target].deck
    honest = miss(ledger, spy, hand[0], ring._key(ledger, hand[0]), ring._box)
    cases = {
        "who has told it": honest,
        "all letters": msgspec.structs.replace(honest, openers=()),
        "not opened to it": msgspec.structs.replace(honest, ref=deck[3]),
        "that nobody hides": msgspec.structs.replace(honest, ref=99_999),
        "key announced": msgspec.structs.replace(honest, point=BASE),
    }
    for why, claim in cases.items():
        body = Accused(spy, target, "cheated", msgspec.Raw(encode(claim)))
        sign = party.hands[spy]._sign(*party.table.anchor, body)
        assert why in refused_accusation(party, spy, Accuse(target, "cheated", body.proof, sign))


def test_a_hidden_reorder_begins_again_with_the_same_wish() -> None:
    party = party_of(3)
    seat = party.seat
    party.do(Do("scry"))
    looking, faces = party.table.state.looking, party.faces(seat)
    party.act(Put(3), looking[::-1])
    party.hear(gone := others(party, seat)[0], party.hands[gone].concede())
    party.settle()
    top = party.table.state.benches[seat].deck[:3]
    assert [party.faces(seat)[ref] for ref in top] == [faces[ref] for ref in looking[::-1]]


def test_joining_takes_all_shares() -> None:
    key = LayerKey.fresh()
    shares = sharing.share(key, 3)
    assert sharing.join(key.public, shares) == key
