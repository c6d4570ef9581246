"""The client's own table: it follows an honest server, and catches one that is not."""

import random

import msgspec
import pytest

from facedown.games.duel import CARDS, EndTurn
from facedown.kernel import IllegalAction, ProofRejected, Seat, StaleAction
from facedown.table import nonce_commitment
from facedown.table.entries import Acted, head_of, read_entry
from facedown.table.messages import Concede, Contribute, Offer, Recorded, Reply, Snapshot, Update
from facedown.table.mirror import Mirror, Unchecked
from table.rooms import Party

NONCES = ("aa" * 16, "bb" * 16)


class Seen:
    """A party, and the mirror of one seat that hears what the seat is told."""

    def __init__(self, seat: Seat = 0) -> None:
        self.party = Party(nonces=tuple(map(nonce_commitment, NONCES)))
        self.seat = seat
        self.mirror = Mirror(self.snapshot())
        self.heard = len(self.party.told[seat])
        for other in (0, 1):
            self.party.say(other, Contribute(NONCES[other]))

    def snapshot(self) -> Snapshot:
        return self.party.room.snapshot(self.seat, self.party.now)

    def news(self) -> list[Update]:
        """What the seat was told since the last time."""
        told, self.heard = self.party.told[self.seat][self.heard :], len(self.party.told[self.seat])
        return [message for message in told if isinstance(message, Update)]

    def catch_up(self) -> None:
        for update in self.news():
            self.mirror.receive(update)

    def play(self, moves: int, seed: int = 5) -> None:
        self.party.play(moves, random.Random(seed))

    def play_until_undoable(self) -> None:
        choose = random.Random(3)
        while not self.party.table.undoable(self.party.mover):
            self.party.play(1, choose)


def assert_same(seen: Seen) -> None:
    table, mirror = seen.party.table, seen.mirror
    assert mirror.state == table.state
    assert (mirror.standing.at, mirror.standing.head) == (table.at, table.head)
    assert mirror.faces == (table.faces[seen.seat] if seen.seat >= 0 else {})


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_a_mirror_repeats_a_whole_match(seat: Seat) -> None:
    seen, choose = Seen(seat), random.Random(5)
    while seen.party.table.outcome is None:
        seen.party.play(1, choose)
        seen.catch_up()
        assert seen.mirror.checked
        assert_same(seen)
        table = seen.party.table
        if seat >= 0 and table.outcome is None:
            assert seen.mirror.legal() == table.game.legal(table.state, seat, table.faces[seat])
    assert seen.mirror.lines == seen.party.lines
    assert seen.mirror.standing.outcome == seen.party.table.outcome
    assert seen.mirror.audit().finished


@pytest.mark.parametrize("lines_known", [True, False])
def test_what_is_foreseen_is_the_entry_that_follows_but_for_its_time(lines_known: bool) -> None:
    seen, choose, compared = Seen(), random.Random(6), 0
    seen.party.end_turn(after=4000)
    seen.mirror = Mirror(seen.snapshot(), seen.party.lines if lines_known else None)
    seen.news()
    while seen.party.table.outcome is None:
        party, mirror = seen.party, seen.mirror
        party.now += 1000
        if party.mover != seen.seat:
            party.play(1, choose)
            seen.catch_up()
            continue
        before = (mirror.state, mirror.standing, len(mirror.history), dict(mirror.faces))
        action = choose.choice(mirror.legal())
        foreseen = mirror.foresee(action)
        assert before == (mirror.state, mirror.standing, len(mirror.history), mirror.faces)
        last = mirror.history[-1].step.entry.time if mirror.history else 0
        assert foreseen.step.entry.time == last
        party.act(action)
        (update,) = seen.news()
        moment = mirror.receive(update)[0]
        entry = msgspec.structs.replace(moment.step.entry, time=last)
        assert (foreseen.before, foreseen.step.entry) == (moment.before, entry)
        assert foreseen.step.events == moment.step.events
        compared += bool(entry.body.faces)  # type: ignore[union-attr]  # it is an action
    assert compared > 5


def test_nothing_is_foreseen_out_of_turn() -> None:
    seen = Seen()
    with pytest.raises(IllegalAction, match="dealing"):
        seen.mirror.foresee(EndTurn())
    seen.catch_up()
    if seen.party.mover == seen.seat:
        seen.party.end_turn()
        seen.catch_up()
    with pytest.raises(IllegalAction, match="not your turn"):
        seen.mirror.foresee(EndTurn())
    seen.party.end_turn()
    seen.party.say(1, Concede())
    seen.catch_up()
    with pytest.raises(IllegalAction, match="over"):
        seen.mirror.foresee(EndTurn())


@pytest.mark.parametrize("lines_known", [True, False])
def test_an_undo_is_followed(lines_known: bool) -> None:
    seen = Seen()
    seen.play_until_undoable()
    seen.mirror = Mirror(seen.snapshot(), seen.party.lines if lines_known else None)
    seen.news()
    mover = seen.party.mover
    seen.party.say(mover, Offer("undo"))
    seen.party.say(1 - mover, Reply("undo", True))
    seen.catch_up()
    assert_same(seen)


def test_without_the_log_the_state_is_taken_as_told_and_said_to_be_unchecked() -> None:
    seen, choose = Seen(), random.Random(8)
    seen.party.play(9, choose)
    seen.mirror = Mirror(seen.snapshot())
    seen.news()
    assert not seen.mirror.checked
    while seen.party.table.outcome is None:
        assert_same(seen)
        seen.party.play(1, choose)
        seen.catch_up()
    with pytest.raises(Unchecked, match="could not be checked"):
        seen.mirror.audit()
    assert seen.mirror.audit(seen.party.log).finished
    assert seen.mirror.checked


def test_after_a_break_the_mirror_goes_on_from_the_log() -> None:
    seen = Seen()
    seen.play(7)
    seen.catch_up()
    known = len(seen.mirror.lines)
    seen.play(6, seed=9)
    seen.news()  # lost with the line
    moments = seen.mirror.catch_up(seen.snapshot(), seen.party.lines)
    assert [moment.step.line for moment in moments] == seen.party.lines[known:]
    assert seen.mirror.checked
    assert_same(seen)
    seen.play(3, seed=10)
    seen.catch_up()
    assert_same(seen)


def test_after_a_break_without_a_log_the_mirror_is_unchecked_only_if_it_missed_something() -> None:
    seen = Seen()
    seen.play(7)
    seen.catch_up()
    checked = []
    for moves in (0, 2):
        seen.play(moves, seed=9)
        seen.news()
        assert seen.mirror.catch_up(seen.snapshot(), None) == []
        checked.append(seen.mirror.checked)
        assert_same(seen)
    assert checked == [True, False]


def test_a_server_that_comes_back_without_what_it_had_shown_is_caught() -> None:
    seen = Seen()
    seen.play(4)
    seen.catch_up()
    old, lines = seen.snapshot(), list(seen.party.lines)
    seen.play(3, seed=9)
    seen.catch_up()
    with pytest.raises(ProofRejected, match="without entries"):
        seen.mirror.catch_up(old, lines)


def test_a_server_that_comes_back_with_another_past_is_caught() -> None:
    seen, other = Seen(), Seen()
    seen.play(4, seed=1)
    seen.catch_up()
    other.play(9, seed=2)
    with pytest.raises(ProofRejected, match="another log"):
        seen.mirror.catch_up(other.snapshot(), other.party.lines)


# --- lies ---


def edited(update: Update, change: bytes, to: bytes, at: int = 0) -> Update:
    """The update with some bytes of an entry changed, and the head that would fit."""
    lines = [bytes(step.entry) for step in update.steps]
    assert change in lines[at]
    lines[at] = lines[at].replace(change, to, 1)
    steps = [Recorded(msgspec.Raw(line), step.events) for line, step in zip(lines, update.steps, strict=True)]
    standing = msgspec.structs.replace(update.standing, head=head_of(lines[-1]))
    return msgspec.structs.replace(update, steps=steps, standing=standing)


def next_action(seen: Seen) -> Update:
    """The next update in which a card is turned up."""
    choose = random.Random(1)
    while True:
        seen.party.play(1, choose)
        (update,) = seen.news()
        body = read_entry(bytes(update.steps[0].entry)).body
        if isinstance(body, Acted) and body.faces:
            return update
        seen.mirror.receive(update)


def test_an_action_that_the_rules_do_not_allow_is_caught() -> None:
    seen = Seen()
    seen.catch_up()
    mover = seen.party.mover
    seen.party.act(EndTurn())
    (update,) = seen.news()
    lie = edited(update, b'"seat":%d' % mover, b'"seat":%d' % (1 - mover))
    with pytest.raises(ProofRejected, match=f"seat {1 - mover} at entry .*not your turn"):
        seen.mirror.receive(lie)


def test_a_face_that_is_not_the_one_i_was_shown_is_caught() -> None:
    seen = Seen(seat=0)
    seen.catch_up()
    while True:
        update = next_action(seen)
        body = read_entry(bytes(update.steps[0].entry)).body
        assert isinstance(body, Acted)
        if body.seat == 0:
            break
        seen.mirror.receive(update)
    ((_, face),) = body.faces
    other = next(c for c in seen.mirror.game.cards() if c != face and _alike(c, face))
    with pytest.raises(ProofRejected, match=f"dealer at entry .*saw as {face} is now {other}"):
        seen.mirror.receive(edited(update, face.encode(), other.encode()))


def _alike(one: str, two: str) -> bool:
    """Whether playing the one in place of the other is legal: then only the face is wrong."""
    return CARDS[one].type == CARDS[two].type and CARDS[one].cost <= CARDS[two].cost


@pytest.mark.parametrize("lines_known", [True, False])
def test_an_entry_that_does_not_follow_from_the_last_is_caught(lines_known: bool) -> None:
    seen = Seen()
    seen.play(3)
    seen.mirror = Mirror(seen.snapshot(), seen.party.lines if lines_known else None)
    seen.news()
    head = seen.party.table.head
    seen.play(1, seed=2)
    (update,) = seen.news()
    with pytest.raises(ProofRejected, match="follow"):
        seen.mirror.receive(edited(update, head.encode(), bytes(reversed(head.encode()))))


def test_a_head_that_is_not_that_of_the_entries_is_caught() -> None:
    seen = Seen()
    seen.catch_up()
    seen.play(1)
    (update,) = seen.news()
    standing = msgspec.structs.replace(update.standing, head="0" * 64)
    with pytest.raises(ProofRejected, match="another hash"):
        seen.mirror.receive(msgspec.structs.replace(update, standing=standing))


def test_an_entry_left_out_is_caught() -> None:
    seen = Seen()
    seen.catch_up()
    seen.party.end_turn()
    seen.party.end_turn()
    _, second = seen.news()
    with pytest.raises(ProofRejected, match="where entry"):
        seen.mirror.receive(second)


def test_a_card_that_never_was_is_caught_at_the_end() -> None:
    """A dealer that shows a false card in private, and a player who never plays it."""
    seen = Seen()
    for update in seen.news():
        faces = update.faces
        if faces:
            false = next(face for face in seen.mirror.game.cards() if face != faces[0][1])
            faces = ((faces[0][0], false), *faces[1:])
        seen.mirror.receive(msgspec.structs.replace(update, faces=faces))
    seen.party.end_turn()
    seen.party.say(1, Concede())
    seen.catch_up()
    with pytest.raises(ProofRejected, match=f"dealer: showed you {false} for a card that was"):
        seen.mirror.audit()


def test_the_audit_wants_the_match_that_was_seen() -> None:
    seen, other = Seen(), Seen()
    seen.play(10_000, seed=1)
    other.play(10_000, seed=2)
    seen.mirror = Mirror(seen.snapshot())
    with pytest.raises(ProofRejected, match="another log"):
        seen.mirror.audit(other.party.log)


# --- a line that was lost, and a log that does not come ---


def test_a_fork_is_caught_although_the_log_did_not_come_after_the_break() -> None:
    seen, other = Seen(), Seen()
    seen.play(4, seed=1)
    seen.catch_up()
    other.play(9, seed=2)
    assert seen.party.lines[0] == other.party.lines[0]  # the same match
    seen.mirror.catch_up(other.snapshot(), None)
    other.news()
    other.play(10_000, seed=2)
    for update in other.news():
        seen.mirror.receive(update)
    assert seen.mirror.standing.outcome is not None
    with pytest.raises(ProofRejected, match="server: came back with another log"):
        seen.mirror.audit(other.party.log)


def test_what_was_told_in_between_has_to_be_in_the_log_too() -> None:
    seen, other = Seen(), Seen()
    for party in (seen, other):
        party.play(4, seed=1)
    seen.catch_up()
    seen.play(5, seed=2)
    seen.news()
    seen.mirror.catch_up(seen.snapshot(), None)
    other.play(10_000, seed=3)
    seen.mirror.catch_up(other.snapshot(), None)
    with pytest.raises(ProofRejected, match=r"server at entry \d+: came back with another log"):
        seen.mirror.audit(other.party.log)


@pytest.mark.parametrize("behind", [0, 3])
def test_when_the_log_comes_after_all_the_mirror_is_checked_again(behind: int) -> None:
    seen = Seen()
    seen.play(4)
    seen.catch_up()
    seen.play(5, seed=9)
    seen.news()
    seen.mirror.catch_up(seen.snapshot(), None)
    first = len(seen.party.lines)
    while len(seen.party.lines) < first + 3:
        seen.play(1, seed=10)
    seen.catch_up()
    assert (seen.mirror.checked, seen.mirror.hand) == (False, None)
    seen.mirror.mend(seen.party.lines[: len(seen.party.lines) - behind])
    assert seen.mirror.checked
    assert seen.mirror.lines == seen.party.lines
    assert [moment.step.line for moment in seen.mirror.history] == seen.party.lines
    assert_same(seen)
    seen.play(10_000, seed=11)
    seen.catch_up()
    assert seen.mirror.audit().finished


def test_a_log_that_ends_before_we_heard_again_is_no_use_and_no_crime() -> None:
    seen = Seen()
    seen.play(4)
    seen.catch_up()
    seen.play(5, seed=9)
    seen.news()
    seen.mirror.catch_up(seen.snapshot(), None)
    with pytest.raises(StaleAction, match="ask for it again"):
        seen.mirror.mend(seen.party.lines[:-1])
    assert not seen.mirror.checked


def test_a_log_at_the_end_that_is_not_ours_is_caught_although_we_have_our_own() -> None:
    seen, other = Seen(), Seen()
    seen.play(10_000, seed=1)
    seen.catch_up()
    other.play(10_000, seed=2)
    assert seen.mirror.audit(seen.party.log).finished
    with pytest.raises(ProofRejected, match="server"):
        seen.mirror.audit(other.party.log)


def test_a_log_that_breaks_a_rule_leaves_a_gap_where_there_was_one() -> None:
    seen = Seen()
    seen.play(4)
    seen.catch_up()
    seen.play(5, seed=9)
    seen.news()
    true = seen.snapshot()
    lines = list(seen.party.lines)
    body = read_entry(lines[-1])
    lines[-1] = msgspec.structs.replace(body, prev="00" * 32).line()
    forged = msgspec.structs.replace(true.standing, head=head_of(lines[-1]))
    seen.mirror.catch_up(msgspec.structs.replace(true, standing=forged), None)
    told = list(seen.mirror.history)
    for _ in range(2):
        with pytest.raises(ProofRejected):
            seen.mirror.mend(lines)
        assert (seen.mirror.checked, seen.mirror.hand) == (False, None)
        assert seen.mirror.history == told
    with pytest.raises(Unchecked):
        seen.mirror.audit()
    with pytest.raises(ProofRejected, match="another log"):  # what was heard is not forgotten either
        seen.mirror.mend(seen.party.lines)
