"""A room around a sealed table of three: whoever withholds a part is gone when all others have said so."""

import pytest

from facedown.dealers.mental import Keyring, Mental
from facedown.kernel import Seat
from facedown.table import Table, log_file, registry, verify
from facedown.table.entries import Accused, Left, read_entry
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
    assert verify(log_file(three.lines)).verdict == "fair"


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
