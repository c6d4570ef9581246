"""A room around a sealed table of three: whoever withholds a part is gone when all others have said so."""

import msgspec
import pytest

from facedown.crypto import BadProof
from facedown.dealers.mental import Keyring, Mental
from facedown.dealers.mental.complaints import read_letter
from facedown.kernel import Seat
from facedown.table import Table, log_file, registry, verify
from facedown.table.entries import Accused, Acted, Left, read_entry
from facedown.table.hand import Hand
from facedown.table.messages import Accuse, Claim, Overdue, Rejected, Said
from facedown.table.room import LOST_GRACE, Append, Effect, Room, Tell
from facedown.table.table import PART_GRACE
from facedown.testing.workshop import WORKSHOP, Do


@pytest.fixture(autouse=True)
def _workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, WORKSHOP.name, WORKSHOP)


class Three:
    """A room with three hands around it; time passes only when a test says so."""

    def __init__(self) -> None:
        deck = next(iter(WORKSHOP.decks().values()))
        rings = [Keyring.fresh(deck) for _ in range(3)]
        table, steps = Table.open(
            WORKSHOP, Mental([ring.bond for ring in rings]), match="m", names=["ada", "bo", "cleo"]
        )
        self.lines = [step.line for step in steps]
        self.room, self.now = Room(table, self.lines[0], bots=frozenset(), now=0), 0
        self.hands = [Hand(table, seat, ring) for seat, ring in enumerate(rings)]
        for seat in range(3):
            self.room.join(seat, 0)
        self.told: list[tuple[Seat, object]] = []

    def run(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Append):
                self.lines += effect.lines
            elif isinstance(effect, Tell):
                self.told.append((effect.seat, effect.message))

    def say(self, seat: Seat, message: Said) -> None:
        self.run(self.room.receive(seat, message, self.now))

    def deal(self, *, but: Seat | None = None) -> None:
        """Everybody does its part, but one."""
        while any(task.seat != but for task in self.room.table.due):
            for seat, hand in enumerate(self.hands):
                for part in hand.parts() if seat != but else ():
                    self.say(seat, part)

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.run(self.room.tick(self.now))

    def heard(self, kind: type) -> list[tuple[Seat, object]]:
        found = [(seat, message) for seat, message in self.told if isinstance(message, kind) and seat >= 0]
        self.told.clear()
        return found

    def bodies(self, *kinds: type) -> list[object]:
        return [body for line in self.lines if isinstance(body := read_entry(line).body, kinds)]


def stuck() -> tuple[Three, Seat, list[Seat]]:
    """A shuffle in which one does not take part."""
    three = Three()
    three.deal()
    (seat,) = three.room.table.active
    three.say(seat, three.hands[seat].act(Do("shuffle")))
    late = (seat + 1) % 3
    three.deal(but=late)
    assert [task.seat for task in three.room.table.due] == [late]
    return three, late, [other for other in range(3) if other != late]


def test_the_others_are_asked_and_go_on_when_both_have_said_it() -> None:
    three, late, others = stuck()
    assert three.room.due() == PART_GRACE
    three.wait(PART_GRACE - 1)
    assert three.heard(Overdue) == []
    three.wait(1)
    asked = Overdue(late, "withheld a part")
    assert three.heard(Overdue) == [(other, asked) for other in others]
    three.wait(1)
    assert three.heard(Overdue) == []  # once is enough
    three.say(others[0], three.hands[others[0]].accuse(late, "withheld a part"))
    assert three.bodies(Left) == []
    three.say(others[1], three.hands[others[1]].accuse(late, "withheld a part"))
    assert three.bodies(Left) == [Left(late, "withheld a part")]
    three.deal()
    assert three.room.table.active
    three.say(others[0], three.hands[others[0]].concede())
    three.deal()
    assert verify(log_file(three.lines)).finished


def test_who_comes_back_is_told_too_and_who_does_its_part_in_time_stays() -> None:
    three, late, others = stuck()
    three.run(three.room.part(others[1], three.now))
    three.wait(PART_GRACE)
    three.say(others[0], three.hands[others[0]].accuse(late, "withheld a part"))
    three.told.clear()
    three.run(three.room.join(others[1], three.now))
    assert three.heard(Overdue) == [(others[1], Overdue(late, "withheld a part"))]
    (part,) = three.hands[late].parts()
    three.say(late, part)
    assert three.room.overdue == frozenset()
    three.say(others[1], three.hands[others[1]].accuse(late, "withheld a part"))
    assert len(three.bodies(Accused)) == 1
    assert three.bodies(Left) == []


def test_if_not_all_say_it_the_match_ends_for_those_who_did() -> None:
    three, late, others = stuck()
    three.wait(PART_GRACE)
    three.say(others[0], three.hands[others[0]].accuse(late, "withheld a part"))
    assert three.room.due() == 2 * PART_GRACE
    three.wait(PART_GRACE)
    three.deal(but=late)
    outcome = three.room.table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((others[0],), "withheld a part")
    assert verify(log_file(three.lines)).outcome == outcome


def test_a_claim_asks_the_others_too_and_nobody_is_abandoned_who_is_there() -> None:
    three = Three()
    three.deal()
    three.say(0, three.hands[0].accuse(2, "abandoned"))
    assert [(seat, message.code) for seat, message in three.heard(Rejected)] == [(0, "illegal")]  # type: ignore[attr-defined]
    three.run(three.room.part(2, three.now))
    three.say(0, Claim())
    assert len(three.heard(Rejected)) == 1
    three.now += LOST_GRACE
    three.say(0, Claim())
    assert three.heard(Overdue) == [(seat, Overdue(2, "abandoned")) for seat in (0, 1)]
    for seat in (0, 1):
        message: Accuse = three.hands[seat].accuse(2, "abandoned")
        three.say(seat, message)
    assert three.bodies(Left) == [Left(2, "abandoned")]
    three.deal()
    assert three.room.table.active


def test_proofs_of_nothing_do_not_get_into_the_log() -> None:
    """Whatever stands there, everybody has to read; some with little room left for brackets in brackets."""
    three = Three()
    three.deal()
    table = three.room.table
    (seat,) = table.active
    deep = msgspec.Raw(b"[" * 500 + b"]" * 500)
    honest = three.hands[seat].act(Do("shuffle"))
    at = table.at
    for message in (
        msgspec.structs.replace(honest, proof=deep, sign=_signed(three, seat, honest.action, deep)),
        msgspec.structs.replace(three.hands[seat].concede(), proof=deep),
    ):
        three.say(seat, message)
        assert table.at == at
    refusals = [message for _, message in three.heard(Rejected)]
    assert "nothing to prove" in str(refusals[0])
    three.say(seat, honest)
    assert table.at > at


def _signed(three: Three, seat: Seat, action: msgspec.Raw, proof: msgspec.Raw) -> str:
    hand, table = three.hands[seat], three.room.table
    return hand._sign(table.at, table.head, Acted(seat, action, proof=proof))


@pytest.mark.parametrize("depth", [10, 3000])
@pytest.mark.parametrize(
    "letter", ['{"x":%s}', '{"openings":[{"x":%s,"slot":0,"card":"","salt":"","path":[]}]}']
)
def test_a_letter_of_brackets_is_a_false_letter(letter: str, depth: int) -> None:
    three = Three()
    three.deal()
    message = (letter % ("[" * depth + "]" * depth)).encode()
    with pytest.raises(BadProof, match="nothing that can be read"):
        read_letter(three.room.table.dealer.ledger, 0, message)  # type: ignore[attr-defined]
