"""The house: commits, deals from everybody's randomness, reveals, and keeps quiet until then."""

import hashlib
import hmac
import json
import traceback
from collections.abc import Callable, Sequence

import msgspec
import pytest

from facedown.dealers import Faulty, House
from facedown.games.duel import DuelOptions, PlayCreature
from facedown.kernel import InvalidAction, Refused, Reveal, Revealed, Roll, Rolled, Shuffle, Shuffled, encode
from facedown.table import Table, log_file
from facedown.table.entries import Ended, read_entry
from table.played import LISTS, NONCES, SECRET, SHORT, dealt_table, new_table, random_moves

DECKS = (("a", "b", "c", "d"), ("e", "f", "g"))


def house(
    secret: bytes = SECRET, decks: Sequence[Sequence[str]] = DECKS, nonces: Sequence[str] = NONCES
) -> House:
    dealer = House(secret, decks)
    dealer.seed("match-1", nonces)
    return dealer


def hashed(*parts: bytes) -> bytes:
    """The kernel's digest, written down a second time."""
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()


def test_what_it_commits_to() -> None:
    """By hand, so that an auditor in another language can be written from this test."""
    dealer = House(SECRET, DECKS)
    assert dealer.commitment() == hashed(b"facedown/house/secret/1", SECRET).hex()
    salt = hmac.new(SECRET, b"facedown/house/salt/1/1", hashlib.sha256).digest()
    assert dealer.deck_commitments()[1] == hashed(b"facedown/house/deck/1", salt, b'["e","f","g"]').hex()
    assert dealer.commitment() == "bf04ed91b2fd6c5c2c0697bba71802b732b5709c48e6aefa26e7eee80db2a751"


def test_how_chance_follows_from_it() -> None:
    seed = hashed(b"facedown/house/seed/1", SECRET, b"match-1", *(nonce.encode() for nonce in NONCES))
    key = hashed(b"facedown/house/chance/1", seed, (5).to_bytes(8, "big"))
    word = int.from_bytes(hashed(key, bytes(8))[:8], "big")
    assert house().answer(Roll(1000), 5) == Rolled(word % 1000) == Rolled(50)
    assert house().answer(Roll(1000), 6) == Rolled(331)


def test_a_shuffle_retires_refs_and_hides_which_card_became_which() -> None:
    dealer = house()
    assert dealer.answer(Shuffle((0, 1, 2, 3)), 3) == Shuffled((7, 8, 9, 10))
    assert [dealer.face(ref) for ref in range(4)] == [None] * 4
    assert [dealer.face(ref) for ref in range(7, 11)] == ["b", "a", "d", "c"]
    assert dealer.answer(Shuffle((8, 5)), 9) == Shuffled((11, 12))
    assert sorted(dealer.face(ref) or "" for ref in (11, 12)) == ["a", "f"]
    assert dealer.answer(Shuffle(()), 10) == Shuffled(())


def test_a_shuffle_of_seven_cards_has_every_order_in_it() -> None:
    """The same cards shuffled at a hundred places of the log lie in many orders."""
    orders = set()
    for at in range(100):
        dealer = house()
        dealer.answer(Shuffle(tuple(range(7))), at)
        orders.add(tuple(dealer.face(ref) for ref in range(7, 14)))
    assert len(orders) > 95


def test_it_turns_up_what_is_asked_for() -> None:
    dealer = house()
    assert dealer.answer(Reveal((4, 0)), 1) == Revealed(("e", "a"))
    assert dealer.open((4, 99)) == {4: "e"}
    assert dealer.face(99) is None
    assert dealer.decks() == DECKS


@pytest.mark.parametrize(
    "other",
    [
        house(bytes(32)),
        house(nonces=("ada's nonce", "")),
        house(nonces=("", "bo's nonce")),
        house(nonces=("bo's nonce", "ada's nonce")),
        house(nonces=("ada's noncebo's nonce", "")),
    ],
    ids=["secret", "first", "second", "order", "joined"],
)
def test_every_contribution_changes_the_deal(other: House) -> None:
    assert other.answer(Roll(1 << 60), 3) != house().answer(Roll(1 << 60), 3)


def test_another_match_is_another_deal() -> None:
    other = House(SECRET, DECKS)
    other.seed("match-2", NONCES)
    assert other.answer(Roll(1 << 60), 3) != house().answer(Roll(1 << 60), 3)


def test_no_chance_before_the_players_have_added_theirs() -> None:
    with pytest.raises(RuntimeError, match="have not added their randomness"):
        House(SECRET, DECKS).answer(Roll(2), 0)
    with pytest.raises(ValueError, match="32 bytes"):
        House(b"short", DECKS)


def test_the_deck_lists_decide_nothing_about_the_order() -> None:
    """Another list of the same length is shuffled the same way: a deck is no way to look for a good deal."""
    other = house(decks=(("w", "x", "y", "z"), ("e", "f", "g")))
    for dealer in (ours := house(), other):
        dealer.answer(Shuffle((0, 1, 2, 3)), 3)
    renamed = dict(zip("abcd", "wxyz", strict=True))
    assert [renamed[ours.face(ref) or ""] for ref in range(7, 11)] == [
        other.face(ref) for ref in range(7, 11)
    ]


def test_what_it_reveals_is_the_same_house_again() -> None:
    again = House.revealed(house().reveal())
    assert (again.commitment(), again.deck_commitments()) == (
        house().commitment(),
        house().deck_commitments(),
    )
    again.seed("match-1", NONCES)
    assert again.answer(Roll(1000), 5) == Rolled(50)


@pytest.mark.parametrize(
    "reveal",
    [
        b"null",
        b"{}",
        b'{"secret":"zz","decks":[]}',
        b'{"secret":"","decks":[]}',
        b'{"secret":"00","decks":[["a"]]}',
        b'{"secret":1,"decks":[]}',
        b'{"secret":"00","decks":[[1]]}',
        b'{"secret":"00","decks":[],"more":1}',
        b'{"secret":"\xff"}',
    ],
)
def test_a_reveal_that_reveals_nothing(reveal: bytes) -> None:
    with pytest.raises(Faulty, match="dealer: revealed nothing usable"):
        House.revealed(msgspec.Raw(reveal))


def hidden_faces(table: Table) -> set[str]:
    """Faces of cards that nobody has turned up yet, and whose like lies nowhere in the open."""
    state = table.state
    shown = {c.card for side in state.sides for c in (*side.board, *side.grave)}
    return {face for deck in LISTS for face in deck} - shown


def refusal(attempt: Callable[[], object]) -> str:
    """What a refused attempt leaves in a traceback."""
    with pytest.raises(Refused) as refused:
        attempt()
    return "".join(traceback.format_exception(refused.value))


def test_nothing_tells_the_secret_before_the_end() -> None:
    """Not the log, not the state, not a repr, not an error: neither the secret nor a hidden card."""
    table, steps = new_table(DuelOptions())
    told = [repr(table.dealer), str(table.dealer), repr(table), repr(table.opening)]
    told.append(refusal(lambda: table.contribute(0, "another nonce", 0)))
    for seat in (0, 1):
        steps += table.contribute(seat, NONCES[seat], 0)
    lines = [step.line for step in steps]
    random_moves(table, lines, 3, most=12)
    told += [line.decode() for line in lines]
    told += [encode(table.state).decode(), repr(table.state), repr(table.dealer)]
    for ref in (*table.state.sides[0].deck, *table.state.sides[1].deck, *table.state.sides[1].hand):
        told.append(refusal(lambda ref=ref: table.act(0, PlayCreature(ref), 0)))  # type: ignore[misc]
    everything = "\n".join(told)
    assert table.outcome is None
    assert SECRET.hex() not in everything
    assert repr(SECRET) not in everything
    assert not [face for face in hidden_faces(table) if face in everything]
    assert len(hidden_faces(table)) > 5


def test_everything_is_told_at_the_end_and_not_before() -> None:
    table, lines = dealt_table()
    random_moves(table, lines, 3)
    assert SECRET.hex().encode() not in b"".join(lines[:-1])
    ended = read_entry(lines[-1]).body
    assert isinstance(ended, Ended)
    revealed = json.loads(bytes(ended.reveal))
    assert revealed == {"secret": SECRET.hex(), "decks": [list(deck) for deck in LISTS]}
    assert log_file(lines).count(SECRET.hex().encode()) == 1


def test_a_deck_that_may_not_be_played_is_not_told_to_the_other_player() -> None:
    """The reason names the card; it goes to the player whose deck it is, before anything is on the record."""
    decks = [("no-such-card", *LISTS[0][1:]), LISTS[1]]
    with pytest.raises(InvalidAction, match="no card is called 'no-such-card'"):
        new_table(SHORT, decks=decks)
