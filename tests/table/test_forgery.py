"""Logs forged by somebody who can hash: the whole chain fits, and still the right one is blamed."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from facedown.dealers import House
from facedown.games.duel import DECKS, DUEL
from facedown.kernel import Outcome, Revealed, Rolled, Shuffled, decode, encode
from facedown.table import Entry, Table, log_file, nonce_commitment
from facedown.table.entries import Acted, Chair, Contributed, Dealt, Ended, Left, Opened, Undone, head_of
from table.played import (
    LISTS,
    NAMES,
    NONCES,
    SECRET,
    SHORT,
    dealt_table,
    finished,
    first_of,
    forged,
    new_table,
    random_moves,
    rehashed,
    rejection,
)


def always(body: Any) -> bool:
    return True


def opens_a_card(body: Acted) -> bool:
    return bool(body.faces)


def answers(kind: type) -> Callable[[Dealt], bool]:
    return lambda body: isinstance(body.answer, kind)


def change(**fields: Any) -> Callable[[Any], Any]:
    return lambda body: msgspec.structs.replace(body, **fields)


def new_reveal(**fields: Any) -> Callable[[Ended], Ended]:
    opened = {"secret": SECRET.hex(), "decks": LISTS, **fields}
    return lambda body: Ended(body.outcome, msgspec.Raw(encode(opened)))


def swapped_faces(body: Dealt) -> Dealt:
    assert isinstance(body.answer, Shuffled)
    first, second, *rest = body.answer.refs
    return Dealt(Shuffled((second, first, *rest)))


def other_face(body: Acted) -> Acted:
    ((ref, face),) = body.faces
    return change(faces=((ref, "firebolt" if face != "firebolt" else "wither"),))(body)  # type: ignore[no-any-return]


def other_burnt(body: Dealt) -> Dealt:
    assert isinstance(body.answer, Revealed)
    return Dealt(Revealed(("wither" if body.answer.faces != ("wither",) else "leviathan",)))


ILLEGAL = msgspec.Raw(b'{"type":"attack","attacker":1,"target":-1}')


class Forgery(NamedTuple):
    """What was changed, in the first entry of which kind, and who is to blame for what."""

    what: str
    kind: type
    forge: Callable[[Any], Any]
    who: str
    why: str
    having: Callable[[Any], bool] = always


FACE = "turned up a face that is not the card's"
ANSWER = "its answer is not the one its secret gives"
BOUND = "not the one it had committed to"
FORGERIES = [
    Forgery("an illegal action", Acted, change(action=ILLEGAL, faces=()), "seat", "not on your board"),
    Forgery("an action of the other", Acted, lambda b: change(seat=1 - b.seat)(b), "seat", "not your"),
    Forgery("a seat that is not", Acted, change(seat=7), "seat 7", "there is no seat 7"),
    Forgery("no action", Acted, change(action=msgspec.Raw(b"{}")), "seat", "not an action of duel"),
    Forgery(
        "an odd spelling",
        Acted,
        change(action=msgspec.Raw(b'{"type": "end_turn"}')),
        "log",
        "is not what the table would have written",
        lambda b: b"end_turn" in bytes(b.action),
    ),
    Forgery("a face", Acted, other_face, "dealer", FACE, opens_a_card),
    Forgery("no face", Acted, change(faces=()), "log", "turns up other cards than the", opens_a_card),
    Forgery("a shuffle", Dealt, swapped_faces, "dealer", ANSWER, answers(Shuffled)),
    Forgery("a coin", Dealt, lambda b: Dealt(Rolled(1 - b.answer.value)), "dealer", ANSWER, answers(Rolled)),
    Forgery("a burnt card", Dealt, other_burnt, "dealer", ANSWER, answers(Revealed)),
    Forgery("another answer", Dealt, lambda b: Dealt(Revealed(("x",))), "dealer", ANSWER, answers(Rolled)),
    Forgery("a nonce", Contributed, change(nonce="another"), "seat", "is not what it had committed to"),
    Forgery("an outcome", Ended, change(outcome=Outcome((), "agreed")), "dealer", "the outcome or what was"),
    Forgery("a secret", Ended, new_reveal(secret=bytes(32).hex()), "dealer", BOUND),
    Forgery("no secret", Ended, change(reveal=msgspec.Raw(b"{}")), "dealer", "revealed nothing usable"),
    Forgery(
        "a spaced secret", Ended, new_reveal(secret=SECRET.hex(" ")), "dealer", "what was revealed is not"
    ),
    Forgery("a deck", Ended, new_reveal(decks=(LISTS[1], LISTS[1])), "dealer", BOUND),
    Forgery("the order of a deck", Ended, new_reveal(decks=(LISTS[0][::-1], LISTS[1])), "dealer", BOUND),
    Forgery("a deck too few", Ended, new_reveal(decks=LISTS[:1]), "dealer", BOUND),
    Forgery(
        "an undo", Undone, lambda b: change(to=b.to - 1)(b), "log", "not what the table would have written"
    ),
    Forgery("who took back", Undone, lambda b: change(seat=1 - b.seat)(b), "seat", "nothing that you could"),
]


@pytest.mark.parametrize("case", FORGERIES, ids=lambda case: case.what)
def test_a_forged_entry(case: Forgery) -> None:
    lines = finished()
    at = first_of(lines, case.kind, case.having)
    told = rejection(forged(lines, at, case.forge))
    assert told.who.startswith(case.who)
    assert case.why in told.why
    assert told.at == at


def with_entry(lines: Any, at: int, body: Any, time: int | None = None) -> bytes:
    """The log with another entry put in, and every hash in order."""
    before = decode(lines[at - 1], Entry)
    entry = Entry(at, before.time if time is None else time, "", body)
    return log_file(rehashed([*lines[:at], entry.line(), *lines[at:]]))


def after_an_action(lines: Any) -> int:
    """A place at which players act: right after an action that asked nothing of the dealer."""
    return next(
        at + 1
        for at, line in enumerate(lines)
        if isinstance(decode(line, Entry).body, Acted)
        and not isinstance(decode(lines[at + 1], Entry).body, Dealt)
    )


@pytest.mark.parametrize(
    ("body", "who", "why"),
    [
        (Left(0, "timed out"), "log", "that seat has time left"),
        (Left(1, "timed out"), "log", "that seat has time left"),
        (Left(0, "withheld randomness"), "log", "that seat has shown its randomness"),
        (Contributed(0, NONCES[0]), "seat 0", "no randomness is asked of you now"),
        (Dealt(Rolled(1)), "log", "has no place for a Dealt here"),
        (Ended(Outcome((0,), "hero fell"), msgspec.Raw(b"{}")), "log", "has no place for a Ended here"),
    ],
    ids=["timeout of 0", "timeout of 1", "withheld", "contributed again", "dealt unasked", "ended early"],
)
def test_an_entry_that_was_put_in(body: Any, who: str, why: str) -> None:
    lines = finished()
    at = after_an_action(lines)
    told = rejection(with_entry(lines, at, body))
    assert (told.who, told.at) == (who, at)
    assert why in told.why


def test_a_timeout_that_was_not_one_cannot_end_a_match() -> None:
    """The server writes that a player's time is up, and an end that follows from it; the times say no."""
    table, lines = dealt_table()
    seat = table.state.active
    entry = Entry(table.at, 1_000, table.head, Left(seat, "timed out"))
    reveal = table.dealer.reveal()
    assert reveal is not None
    end = Entry(table.at + 1, 1_000, head_of(entry.line()), Ended(Outcome((1 - seat,), "timed out"), reveal))
    told = rejection(log_file([*lines, entry.line(), end.line()]))
    assert (told.who, told.why, told.at) == ("log", "that seat has time left", table.at)


def test_times_that_were_changed() -> None:
    lines = finished()
    acted = first_of(lines, Acted, lambda body: True)
    entry = decode(lines[acted], Entry)
    for time in (0, -1, entry.time - 10_000):
        spoilt = [*lines[:acted], msgspec.structs.replace(entry, time=time).line(), *lines[acted + 1 :]]
        told = rejection(log_file(rehashed(spoilt)))
        assert (told.who, told.at, told.why) == ("log", acted, "time runs backwards")
    dealt = first_of(lines, Dealt)
    entry = decode(lines[dealt], Entry)
    late = [*lines[:dealt], msgspec.structs.replace(entry, time=entry.time + 1).line(), *lines[dealt + 1 :]]
    told = rejection(log_file(rehashed(late)))
    assert (told.who, told.at) == ("log", dealt)
    assert told.why == f"gives the time as {entry.time + 1} where it was {entry.time}"
    first = msgspec.structs.replace(decode(lines[0], Entry), time=5)
    assert rejection(log_file(rehashed([first.line(), *lines[1:]]))).at == 0


def change_chair(seat: int, **fields: Any) -> Callable[[Opened], Opened]:
    def rewrite(body: Opened) -> Opened:
        chairs = list(body.chairs)
        chairs[seat] = msgspec.structs.replace(chairs[seat], **fields)
        return msgspec.structs.replace(body, chairs=tuple(chairs))

    return rewrite


OPENINGS: list[tuple[str, Callable[[Any], Any], str, str]] = [
    ("commitment", change(commitment="00" * 32), "dealer", "not the one it had committed to"),
    ("deck", change_chair(1, deck="00" * 32), "dealer", "a deck it revealed is not the one"),
    ("size", change_chair(0, cards=29), "seat 0", "its deck has not the size it was said to have"),
    ("larger", change_chair(1, cards=31), "seat 1", "its deck has not the size it was said to have"),
    ("nonce", change_chair(0, nonce=nonce_commitment("x")), "seat 0", "not what it had committed to"),
    ("no nonce", change_chair(1, nonce=""), "log", "has Contributed where Dealt belongs"),
    ("match", change(match="another"), "dealer", "secret gives"),
    ("dealer", change(dealer="nobody"), "log", "no dealer is called 'nobody'"),
    ("game", change(game="poker"), "log", "no game is called 'poker'"),
    ("options", change(options=msgspec.Raw(b'{"initial_draw":0}')), "seat", "that card"),
    ("clock", change(clock={"turn": -1, "reserve": 0, "lag": 0}), "log", "not of the form Entry"),
    ("a chair more", lambda b: change(chairs=(*b.chairs, Chair("Cy", 0, "")))(b), "dealer", "a deck it"),
]


@pytest.mark.parametrize(
    ("forge", "who", "why"), [row[1:] for row in OPENINGS], ids=[row[0] for row in OPENINGS]
)
def test_a_forged_opening(forge: Callable[[Any], Any], who: str, why: str) -> None:
    lines = finished()
    entry = decode(lines[0], Entry)
    opening = msgspec.structs.replace(entry, body=forge(entry.body)).line()
    chain, head = [opening], head_of(opening)
    for line in lines[1:]:
        chain.append(msgspec.structs.replace(decode(line, Entry), prev=head).line())
        head = head_of(chain[-1])
    told = rejection(log_file(chain))
    assert told.who.startswith(who)
    assert why in told.why
    assert told.at is not None


def test_a_dealer_that_chose_its_secret_after_the_players_had_spoken() -> None:
    """It deals from a better secret than the one it is bound to: the reveal cannot fit both."""
    bound, better = House(SECRET, LISTS), House(bytes(31) + b"x", LISTS)
    table, steps = new_table()
    opening = steps[0].entry.body
    assert isinstance(opening, Opened)
    cheat = Table(DUEL, better, opening)
    lines = [step.line for step in cheat.begin()]
    for seat in (0, 1):
        lines += [step.line for step in cheat.contribute(seat, NONCES[seat], 10)]
    lines += [step.line for step in cheat.leave(0, "conceded", 20)]
    told = rejection(log_file(lines))
    assert (told.who, told.at) == ("dealer", len(lines) - 1)
    assert told.why == "the secret it revealed is not the one it had committed to"
    honest = forged(lines, len(lines) - 1, lambda body: Ended(body.outcome, bound.reveal()))
    told = rejection(honest)
    assert told.who == "dealer"
    assert "secret gives" in told.why
    assert table.at == 1


def test_a_dealer_that_stacks_a_deck_with_cards_that_are_not_in_it() -> None:
    """The deck it commits to for a friend has four of a card: it deals fairly, and the audit counts."""
    stacked = ("night-regent",) * 4 + LISTS[1][4:]
    house = House(SECRET, [LISTS[0], stacked])
    opening = msgspec.structs.replace(
        _opening(), commitment=house.commitment(), chairs=_chairs(house, (len(LISTS[0]), len(stacked)))
    )
    table = Table(DUEL, house, opening)
    lines = [step.line for step in table.begin()]
    lines += [step.line for step in table.leave(0, "conceded", 20)]
    told = rejection(log_file(lines))
    assert (told.who, told.at) == ("seat 1", 0)
    assert told.why.startswith("its deck is not legal: ")


def _opening() -> Opened:
    body = new_table(SHORT)[1][0].entry.body
    assert isinstance(body, Opened)
    return body


def _chairs(house: House, sizes: tuple[int, ...]) -> tuple[Chair, ...]:
    bound = zip(NAMES, sizes, house.deck_commitments(), strict=True)
    return tuple(Chair(name, size, deck) for name, size, deck in bound)


def test_a_deck_that_was_exchanged_after_the_commitment_is_noticed_card_by_card() -> None:
    """The server deals from another list than the one committed to, and reveals the first."""
    table, steps = new_table()
    opening = steps[0].entry.body
    assert isinstance(opening, Opened)
    cheat = Table(DUEL, House(SECRET, [LISTS[0], DECKS["wildfire"]]), opening)
    lines = [step.line for step in cheat.begin()]
    for seat in (0, 1):
        lines += [step.line for step in cheat.contribute(seat, NONCES[seat], 10)]
    random_moves(cheat, lines, 4)
    data = forged(lines, len(lines) - 1, lambda body: Ended(body.outcome, table.dealer.reveal()))  # type: ignore[arg-type]
    told = rejection(data)
    assert told.who in ("dealer", "seat 1")
    assert told.at is not None
    assert told.at > 3
