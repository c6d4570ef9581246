"""What a dealer has to do, by two to four players, with every key at hand to see whether it is so."""

from typing import Any

import msgspec
import pytest

from dealers.mental.party import Bare, Party
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental.parts import AnyPart, Mixed
from facedown.kernel import (
    Arrange,
    Arranged,
    Face,
    Found,
    ProofRejected,
    Ref,
    Search,
    Seat,
    Shuffle,
    Shuffled,
    encode,
)
from facedown.table import verify
from facedown.testing.workshop import Bench, Do, Put, Spy, Take, Use

pytestmark = pytest.mark.parametrize("seats", [2, 3, 4])


def truth(party: Party, ref: Ref) -> Face:
    """The face of a card, with the keys of all players."""
    ledger = party.dealer.ledger
    point = ledger.full(ref)
    for ring in party.rings:
        if ledger._forms[ref][0].layers >> ring.seat & 1:
            (point,) = ring._key(ledger, ref).strip([point])
    owner = ledger.owner(ref)
    return party.rings[owner]._list.cards[ledger.slot(owner, point)]


def known(party: Party, refs: Any) -> list[set[Ref]]:
    """Which of these cards each seat knows; whatever it knows is so."""
    seen = []
    for seat in range(party.table.seats):
        faces = {ref: face for ref, face in party.faces(seat).items() if ref in refs}
        assert all(truth(party, ref) == face for ref, face in faces.items())
        seen.append(set(faces))
    return seen


def only_to(party: Party, seat: Seat, refs: Any) -> list[set[Ref]]:
    return [set(refs) if at == seat else set() for at in range(party.table.seats)]


def bench(party: Party, seat: Seat) -> Bench:
    found: Bench = party.table.state.benches[seat]
    return found


def started(seats: int) -> tuple[Party, Seat]:
    party = Party(seats)
    party.settle()
    return party, party.seat


def my_turn(party: Party, seat: Seat) -> None:
    while party.seat != seat:
        party.do(Do("pass"))


def test_deal_draw_and_the_first_player(seats: int) -> None:
    party, first = started(seats)
    assert 0 <= first < seats
    for seat in range(seats):
        assert known(party, bench(party, seat).hand) == only_to(party, seat, bench(party, seat).hand)
        assert known(party, bench(party, seat).deck) == [set()] * seats
    top = bench(party, first).deck[0]
    party.do(Do("draw"))
    assert bench(party, first).hand[-1] == top
    assert known(party, {top}) == only_to(party, first, {top})


def test_looks_add_up_until_a_shuffle(seats: int) -> None:
    party, seat = started(seats)
    party.do(Do("scry"))
    looking = party.table.state.looking
    assert known(party, looking) == only_to(party, seat, looking)
    first, second, third = (truth(party, ref) for ref in looking)
    party.do(Put(2), (looking[2], looking[0], looking[1]))
    deck = bench(party, seat).deck
    assert not set(deck) & set(looking), "a reorder is hidden: nobody else knows which is which"
    assert [truth(party, ref) for ref in (*deck[:2], deck[-1])] == [third, first, second]
    assert known(party, deck) == only_to(party, seat, (*deck[:2], deck[-1]))
    my_turn(party, seat)
    party.do(Do("scry"))
    unseen = truth(party, party.table.state.looking[2])
    party.do(Put(3), party.table.state.looking)
    deck = bench(party, seat).deck
    assert known(party, deck) == only_to(party, seat, (*deck[:3], deck[-1])), "three, and one more"
    assert party.faces(seat)[deck[2]] == unseen
    my_turn(party, seat)
    party.do(Do("draw"))
    assert known(party, deck[:1]) == only_to(party, seat, deck[:1])
    my_turn(party, seat)
    before = sorted(truth(party, ref) for ref in bench(party, seat).deck)
    party.do(Do("shuffle"))
    assert sorted(truth(party, ref) for ref in bench(party, seat).deck) == before
    assert known(party, bench(party, seat).deck) == [set()] * seats
    hand = bench(party, seat).hand
    assert known(party, hand) == only_to(party, seat, hand), "what is outside is still known"


def test_a_search_takes_the_card_that_is_wished_for_and_shuffles_the_rest(seats: int) -> None:
    party, seat = started(seats)
    party.do(Do("tutor"))
    looking = party.table.state.looking
    assert known(party, looking) == only_to(party, seat, looking)
    wanted = truth(party, looking[6])
    rest = sorted(truth(party, ref) for ref in looking[:6] + looking[7:])
    party.do(Take(1), (looking[6],))
    taken = bench(party, seat).hand[-1]
    assert truth(party, taken) == wanted
    assert known(party, {taken}) == only_to(party, seat, {taken})
    assert sorted(truth(party, ref) for ref in bench(party, seat).deck) == rest
    assert known(party, bench(party, seat).deck) == [set()] * seats
    assert not set(looking) & {taken, *bench(party, seat).deck}
    assert verify(party.end()).finished


def test_cards_that_are_turned_up_or_stay_down(seats: int) -> None:
    party, seat = started(seats)
    top = bench(party, seat).deck[:2]
    faces = [truth(party, ref) for ref in top]
    party.do(Do("mill"))
    assert [shown.face for shown in bench(party, seat).up] == faces, "reveal to all"
    my_turn(party, seat)
    one, two = bench(party, seat).hand
    party.do(Use("show", one))
    assert party.dealer.face(one) == truth(party, one), "from the hand, with proof, and it stays there"
    assert one in bench(party, seat).hand
    my_turn(party, seat)
    party.do(Use("hide", two))
    assert known(party, {two}) == only_to(party, seat, {two})
    assert party.dealer.face(two) is None
    my_turn(party, seat)
    party.do(Use("play", one))
    assert bench(party, seat).up[-1].face == truth(party, one)
    assert verify(party.end()).finished


def test_cards_that_are_put_back(seats: int) -> None:
    party, seat = started(seats)
    one, two = bench(party, seat).hand
    party.do(Use("tuck", one))
    assert bench(party, seat).deck[-1] == one
    assert known(party, {one}) == only_to(party, seat, {one}), "its owner knows where it lies"
    my_turn(party, seat)
    party.do(Do("draw"))
    my_turn(party, seat)
    hand = bench(party, seat).hand
    wanted = truth(party, two)
    party.do(Do("return"), (two, *[ref for ref in hand if ref != two]))
    top = bench(party, seat).deck[0]
    assert truth(party, top) == wanted
    assert top not in hand, "nobody else knows which card of the hand it is"
    assert known(party, {top}) == only_to(party, seat, {top})
    my_turn(party, seat)
    party.do(Do("mulligan"))
    assert known(party, bench(party, seat).hand) == only_to(party, seat, bench(party, seat).hand)
    assert known(party, bench(party, seat).deck) == [set()] * seats


def test_chance_in_the_open_and_a_look_at_anothers_cards(seats: int) -> None:
    party, seat = started(seats)
    hand = bench(party, seat).hand
    party.do(Do("discard"))
    (dropped,) = set(hand) - set(bench(party, seat).hand)
    assert bench(party, seat).up[-1].face == truth(party, dropped)
    target, spy = seat, party.seat
    party.do(Spy(target))
    looking = party.table.state.looking
    assert set(looking) == {*bench(party, target).hand, bench(party, target).deck[0]}
    seen = known(party, looking)
    assert seen[spy] == set(looking)
    assert seen[target] == set(bench(party, target).hand), "the owner does not see its own top card"
    assert all(not seen[other] for other in range(seats) if other not in {spy, target})
    party.do(Do("roll"))
    assert verify(party.end()).finished


# --- any cards of any player, without a game: the re-encryption protocol by itself ---


def test_any_zone_of_any_player_by_anybody(seats: int) -> None:
    """A deck, a part of it, a deck that its owner has several keys on, searched by somebody else."""
    bare = Bare(seats)
    owner, chooser = seats - 1, 0
    refs = tuple(bare.dealer.ledger.refs(owner))
    shuffled = bare.ask(Shuffle(refs))
    assert isinstance(shuffled, Shuffled)
    assert bare.rounds == seats, "one message each"
    top, rest = shuffled.refs[:2], shuffled.refs[2:]
    mine = bare.look(owner, top)
    bare.rings[owner].wish(top[::-1])
    put = bare.ask(Arrange(owner, top))
    assert isinstance(put, Arranged)
    assert [bare.look(owner, put.refs)[ref] for ref in put.refs] == [mine[ref] for ref in top[::-1]]
    deck = (*put.refs, *rest)
    assert len(bare.dealer.ledger.own_keys(owner)) == 2
    seen = bare.look(chooser, deck)
    bare.rings[chooser].wish((deck[4],))
    found = bare.ask(Search(chooser, deck, 1))
    assert isinstance(found, Found)
    assert bare.look(owner, found.taken)[found.taken[0]] == seen[deck[4]]
    remaining = bare.look(owner, found.rest)
    assert sorted(remaining[ref] for ref in found.rest) == sorted(seen[ref] for ref in deck if ref != deck[4])


def test_an_owner_who_exchanges_cards_while_bringing_them_under_one_key(seats: int) -> None:
    bare = Bare(seats)
    refs = tuple(bare.dealer.ledger.refs(1))
    deck = bare.ask(Shuffle(refs)).refs
    bare.look(1, deck[:2])
    deck = (*bare.ask(Arrange(1, deck[:2])).refs, *deck[2:])
    bare.look(0, deck)
    assert bare.dealer.answer(Search(0, deck, 1), 0) is None
    (task,) = bare.dealer.due()
    assert (task.step, task.seat) == ("align", 1)
    honest = msgspec.json.decode(bare.rings[1].part(bare.dealer, task), type=AnyPart)
    assert isinstance(honest, Mixed)
    points = honest.points
    for changes in (
        {"points": points[32:64] + points[:32] + points[64:]},
        {"points": points[32:]},
        {"proof": honest.proof[64:]},
        {"key": LayerKey.fresh().public},
    ):
        with pytest.raises(ProofRejected) as caught:
            bare.dealer.take(1, task.job, encode(msgspec.structs.replace(honest, **changes)))
        assert caught.value.who == "seat 1"
    bare.dealer.take(1, task.job, encode(honest))
