"""The mirror, the audit and the replay for a page: JSON in, JSON out.

A page asks by the name of a method of `Bridge`, with its arguments as a JSON object;
web/src/mirror/protocol.ts has the types.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from facedown.kernel import Face, Faces, Outcome, ProofRejected, Ref, Refused, Seat, StaleAction, encode
from facedown.table.messages import Snapshot, Update
from facedown.table.mirror import Mirror
from facedown.table.reel import EVERYTHING, Frame, Reel
from facedown.table.shuffles import ShuffleSeen, shuffles
from facedown.table.story import Moment, result, tell
from facedown.table.table import AnyGame
from facedown.table.verify import Report, read_log, verify


class Fault(msgspec.Struct, frozen=True):
    """Why something was refused, and whose fault it is."""

    code: str
    who: str
    why: str
    at: int | None


class Shot(msgspec.Struct, frozen=True):
    """An event, its sentence, and the state after it."""

    event: Any
    sentence: str
    state: Any


class Told(msgspec.Struct, frozen=True):
    """An entry of the log, told to somebody."""

    at: int
    time: int
    kind: str
    seat: Seat | None
    sentence: str
    frames: list[Shot]


class Picture(msgspec.Struct, frozen=True):
    """How the match stands; labels are the legal actions in words."""

    at: int
    checked: bool
    state: Any
    legal: list[Any]
    labels: list[str]


class Opened(Picture, frozen=True):
    """How it stands, and the log so far in sentences."""

    history: list[Told]


class Happened(Picture, frozen=True):
    """How it stands, and what led there."""

    steps: list[Told]


class Verdict(msgspec.Struct, frozen=True):
    """What an audit says."""

    verdict: Literal["fair", "unproved", "unfair"]
    report: Report | None = None
    fault: Fault | None = None


class ReplayShot(msgspec.Struct, frozen=True):
    """An event, its sentence by perspective, and the state after it."""

    event: Any
    sentences: list[str]
    state: Any


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a replay. Perspectives are the seats in order, then one who knows everything."""

    at: int
    time: int
    kind: str
    seat: Seat | None
    turn: int
    active: tuple[Seat, ...]
    sentences: list[str]
    frames: list[ReplayShot]
    state: Any
    faces: list[list[tuple[Ref, Face]]]


class Replay(msgspec.Struct, frozen=True):
    """A whole recorded match."""

    match: str
    game: str
    dealer: str
    names: list[str]
    started: int
    finished: bool
    outcome: Outcome | None
    results: list[str]
    steps: list[ReplayStep]


class Bridge:
    """All that a page may ask, and one mirror for each of its matches."""

    def __init__(self) -> None:
        self._mirrors: dict[str, Mirror] = {}

    def ask(self, ask: str, fields: str) -> str:
        """`{"answer": …}` or `{"fault": …}`. Nothing that is asked raises."""
        try:
            method: Callable[..., Any] = _METHODS[ask]
            return encode({"answer": method(self, **msgspec.json.decode(fields))}).decode()
        except Refused as refused:
            return encode({"fault": _fault(refused)}).decode()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            return encode({"fault": Fault("broken", "mirror", why, None)}).decode()

    # --- one match ---

    def open(self, snapshot: str, log: str | None) -> Opened:
        """A mirror for the match of this snapshot, checked from its beginning if the log is there."""
        told = _read(snapshot, Snapshot)
        mirror = Mirror(told, None if log is None else _lines(log, told)[: told.standing.at])
        self._mirrors[mirror.match] = mirror
        history = [_told(mirror, moment, frames=False) for moment in mirror.history]
        return Opened(*_picture(mirror), history)

    def receive(self, match: str, update: str) -> Happened:
        """What has just happened, if it can have."""
        mirror = self._mirrors[match]
        return _happened(mirror, mirror.receive(_read(update, Update)))

    def catch_up(self, match: str, snapshot: str, log: str | None) -> Happened:
        """Back after a break."""
        mirror, told = self._mirrors[match], _read(snapshot, Snapshot)
        return _happened(mirror, mirror.catch_up(told, None if log is None else _lines(log, told)))

    def foresee(self, match: str, action: Any) -> Happened:
        """What an action will have done if the server agrees."""
        mirror = self._mirrors[match]
        game, seat = mirror.game, mirror.seat
        moment = mirror.foresee(game.read_action(encode(action)))
        told = _told(mirror, moment)
        state = told.frames[-1].state if told.frames else mirror.state
        legal = game.legal(state, seat, mirror.faces) if seat in game.active(state) else []
        labels = [game.label(state, seat, action, mirror.faces) for action in legal]
        return Happened(mirror.standing.at + 1, mirror.checked, state, legal, labels, [told])

    def look(self, match: str) -> Picture:
        """How it stands."""
        return Picture(*_picture(self._mirrors[match]))

    def audit(self, match: str, log: str | None) -> Verdict:
        """The verdict on a match that was seen here."""
        mirror = self._mirrors[match]
        return _judged(lambda: mirror.audit(None if log is None else log.encode()))

    def close(self, match: str) -> None:
        """Forget the match."""
        self._mirrors.pop(match, None)

    # --- any log ---

    def verify(self, log: str, head: str | None) -> Verdict:
        """The verdict on a log file."""
        return _judged(lambda: verify(log.encode(), head))

    def shuffles(self, log: str) -> list[ShuffleSeen]:
        """Every shuffle of a finished match, as it came out."""
        return shuffles(log.encode())

    def replay(self, log: str) -> Replay:
        """A log file step by step, from every perspective."""
        reel = Reel(log.encode())
        table, opening = reel.table, reel.table.opening
        results = (
            [result(table.outcome, table.names, seat) for seat in _perspectives(reel)]
            if table.outcome
            else []
        )
        steps, known = [], [0] * table.seats
        for frame in reel.frames:
            steps.append(_replay_step(reel, frame, known))
            known = [len(faces) for faces in frame.faces]
        return Replay(
            opening.match,
            opening.game,
            opening.dealer,
            table.names,
            opening.started,
            reel.finished,
            table.outcome,
            results,
            steps,
        )


_METHODS: dict[str, Callable[..., Any]] = {
    method.__name__: method
    for method in (
        Bridge.open,
        Bridge.receive,
        Bridge.catch_up,
        Bridge.foresee,
        Bridge.look,
        Bridge.audit,
        Bridge.close,
        Bridge.verify,
        Bridge.shuffles,
        Bridge.replay,
    )
}

_Shown: TypeAlias = tuple[int, bool, Any, list[Any], list[str]]


def _picture(mirror: Mirror) -> _Shown:
    legal = mirror.legal()
    labels = [mirror.game.label(mirror.state, mirror.seat, action, mirror.faces) for action in legal]
    return mirror.standing.at, mirror.checked, mirror.state, legal, labels


def _happened(mirror: Mirror, moments: Sequence[Moment]) -> Happened:
    return Happened(*_picture(mirror), [_told(mirror, moment) for moment in moments])


def _told(mirror: Mirror, moment: Moment, *, frames: bool = True) -> Told:
    game, names, faces = mirror.game, mirror.names, mirror.faces
    entry = moment.step.entry
    shots = []
    if frames:
        for event, before, after in _events(game, moment):
            shots.append(Shot(event, game.say(before, event, names, faces), after))
    return Told(entry.at, entry.time, *_author(moment), tell(game, names, moment, faces), shots)


def _events(game: AnyGame, moment: Moment) -> Iterable[tuple[Any, Any, Any]]:
    """Each event with the states before and after it."""
    state = moment.before
    for event in moment.step.events:
        before, state = state, game.apply(state, event)
        yield event, before, state


def _author(moment: Moment) -> tuple[str, Seat | None]:
    body = moment.step.entry.body
    return str(body.__struct_config__.tag), getattr(body, "seat", None)


def _perspectives(reel: Reel) -> list[Seat]:
    return [*range(reel.table.seats), EVERYTHING]


def _replay_step(reel: Reel, frame: Frame, known: Sequence[int]) -> ReplayStep:
    """`known`: how many faces each seat knew before; what came later is new."""
    game, names = reel.table.game, reel.table.names
    moment = frame.moment
    entry = moment.step.entry
    seen: list[Faces] = [reel.known(frame, seat) for seat in _perspectives(reel)]
    return ReplayStep(
        entry.at,
        entry.time,
        *_author(moment),
        frame.turn,
        tuple(game.active(frame.state)),
        [tell(game, names, moment, faces) for faces in seen],
        [
            ReplayShot(event, [game.say(before, event, names, faces) for faces in seen], after)
            for event, before, after in _events(game, moment)
        ],
        frame.state,
        [list(faces.items())[count:] for faces, count in zip(frame.faces, known, strict=True)],
    )


def _judged(audit: Callable[[], Report]) -> Verdict:
    try:
        report = audit()
    except ProofRejected as error:
        return Verdict("unfair", fault=_fault(error))
    return Verdict("fair" if report.finished else "unproved", report)


def _fault(refused: Refused) -> Fault:
    if isinstance(refused, ProofRejected):
        return Fault(refused.code, refused.who, refused.why, refused.at)
    return Fault(refused.code, "you", str(refused), None)


def _lines(log: str, snapshot: Snapshot) -> list[bytes]:
    lines = read_log(log.encode())
    if len(lines) < snapshot.standing.at:
        raise StaleAction("the log is older than the snapshot: ask for it again")
    return lines


def _read(text: str, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise ProofRejected("server", f"sent what is no {kind.__name__.lower()}: {error}") from None
