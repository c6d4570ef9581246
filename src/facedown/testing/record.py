"""Checks of the record: bytes, replay, the walk along a log, undo."""

from typing import Any

from facedown.dealers import House
from facedown.kernel import IllegalAction, decode, encode
from facedown.kernel.play import replay
from facedown.table import Follower, Step, log_file, verify
from facedown.table.entries import Acted, Dealt, Undone, read_entry
from facedown.testing.walk import Broken, Walk


def survives_canonical_bytes(walk: Walk) -> None:
    """States, actions, events, options and entries come back from their canonical bytes as they were."""
    game = walk.game
    _round_trip(walk.options, game.options_type)
    for step in walk.play():
        _round_trip(walk.state, game.state_type)
        for event in step.events:
            _round_trip(event, game.event_type)
        if isinstance(step.entry.body, Acted):
            _round_trip(game.read_action(step.entry.body.action), game.action_type)
        if read_entry(step.line).line() != step.line:
            raise Broken(f"{step.entry!r} is another entry once it has been written and read")


def _round_trip(value: Any, type_: Any) -> None:
    data = encode(value)
    back = decode(data, type_)
    if back != value:
        raise Broken(f"{value!r} comes back from its bytes as {back!r}")


def replays_as_played(walk: Walk) -> None:
    """Folding the recorded events gives the table's state, after every move."""
    for _ in walk.play():
        if walk.settled and encode(walk.state) != encode(walk.table.state):
            raise Broken("the recorded events do not give the state that the table has")


def is_followed_alike(walk: Walk) -> None:
    """A follower with the dealer's secret and one without walk the log to the same states; verify agrees."""
    places: dict[int, tuple[bytes, list[bool]]] = {}
    for _ in walk.play():
        if walk.settled:
            places[walk.table.at] = encode(walk.state), _undoable(walk.table)
    for dealer in (House(walk.secret, walk.decks), None):
        follower = Follower(walk.lines[0], dealer)
        for line in walk.lines[1:]:
            follower.feed(line)
            place = places.get(follower.table.at)
            if not follower.expects and place and place[0] != encode(follower.table.state):
                raise Broken(f"a follower stands elsewhere at entry {follower.table.at}")
            if not follower.expects and place and place[1] != _undoable(follower.table):
                raise Broken(f"a follower would take back other moves at entry {follower.table.at}")
        if (follower.table.head, follower.table.outcome) != (walk.table.head, walk.table.outcome):
            raise Broken("a follower comes to another end")
        if dealer is not None and follower.table.faces != walk.table.faces:
            raise Broken("a follower that knows the secret has shown other faces")
    report = verify(log_file(walk.lines))
    if not report.finished or report.outcome != walk.table.outcome:
        raise Broken(f"verify reports {report!r}")


def _undoable(table: Any) -> list[bool]:
    return [table.undoable(seat) for seat in range(table.seats)]


def is_deterministic(walk: Walk) -> None:
    """The same inputs give the same log, byte for byte."""
    again = Walk(walk.game, walk.seed, walk.options)
    if walk.finish() != again.finish():
        raise Broken("the same match played twice gives two logs")


def undoes_as_if_never_done(walk: Walk) -> None:
    """Undo leads to the state that the events before it give, and never past what somebody has learnt."""
    start, kept = walk.state, dict[int, list[Any]]()
    for step in walk.play():
        body = step.entry.body
        kept[step.entry.at] = step.events
        if isinstance(body, Undone):
            kept = {at: events for at, events in kept.items() if at < body.to}
            prefix = replay(walk.game, start, [event for events in kept.values() for event in events])
            if encode(walk.table.state) != encode(prefix):
                raise Broken(f"undo leads elsewhere than the entries before {body.to}")
        if walk.settled:
            _refuses_undo_of_news(walk, step)


def _refuses_undo_of_news(walk: Walk, step: Step) -> None:
    """Undo is refused to whom it is not offered, and offered to nobody after a reveal or a random event."""
    table, body = walk.table, step.entry.body
    news = isinstance(body, Dealt) or (isinstance(body, Acted) and body.faces) or any(step.faces)
    moved = walk.game.active(walk.before) != walk.game.active(walk.state)
    place = table.at, table.head, table.state
    for seat in range(table.seats):
        if table.undoable(seat):
            if news or moved:
                raise Broken(f"seat {seat} could take back {body!r}")
            continue
        try:
            table.undo(seat, table.time)
        except IllegalAction:
            if (table.at, table.head, table.state) != place:
                raise Broken("an undo that was refused has changed the table") from None
        else:
            raise Broken(f"seat {seat} took back what it was not offered to take back")
