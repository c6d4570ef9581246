"""The mirror, the audit and the replay for a page: JSON in, JSON out.

A page asks by the name of a method of `Bridge`, with its arguments as a JSON object;
web/src/mirror/protocol.ts has the types.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from facedown.kernel import (
    Face,
    Faces,
    IllegalAction,
    InvalidAction,
    Outcome,
    ProofRejected,
    Ref,
    Refused,
    Seat,
    StaleAction,
    encode,
)
from facedown.kernel.play import replay
from facedown.kernel.printable import printable
from facedown.table.asked import Asked
from facedown.table.dealing import Dealing, Proof, proofs
from facedown.table.entries import Accusation, Contributed, Left, claim, consent, ending_claim, head_of
from facedown.table.messages import Bond, Snapshot, Update
from facedown.table.mirror import Mirror, Unchecked, opening_of
from facedown.table.pocket import Pocket
from facedown.table.reel import EVERYTHING, Frame, Reel
from facedown.table.registry import find_dealer, find_game
from facedown.table.shuffles import ShuffleSeen, shuffles
from facedown.table.story import Moment, result, tell
from facedown.table.table import AnyGame
from facedown.table.verify import Report, read_log, verify

AT_ONCE = 12
"""Steps of a replay whose pictures come with it."""
MOST_AT_ONCE = 64


class Fault(msgspec.Struct, frozen=True):
    """Why something was refused, and whose fault it is."""

    code: str
    who: str
    why: str
    at: int | None


class Shot(msgspec.Struct, frozen=True):
    """An event, its sentence, and the picture of the state after it."""

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
    """As a page draws it: `Game.picture`."""
    legal: list[Any]
    labels: list[str]
    faces: list[tuple[Ref, Face]]
    """The hidden cards that this seat knows."""
    sealed: "Sealed | None"


class Sealed(msgspec.Struct, frozen=True):
    """A match in which the players deal to each other."""

    keys: bool
    """Whether our keys are here, so that we can play."""
    dealing: Dealing | None
    say: list[str]
    """Messages that have to go to the server now, just as they are."""


class Opened(Picture, frozen=True):
    """How it stands, and the log so far in sentences."""

    history: list[Told]


class Happened(Picture, frozen=True):
    """How it stands, and what led there."""

    steps: list[Told]


class Bound(msgspec.Struct, frozen=True):
    """What goes with a wish for a sealed match."""

    bond: Bond
    commit: str
    claim: str
    """What the lasting key signs for it, in hexadecimal; the signature goes into the bond as `vouch`."""


class Consent(msgspec.Struct, frozen=True):
    """What goes with an offer or an accepted reply where the house deals: its place, and what to sign."""

    at: int
    words: str | None
    """In hexadecimal; None: we have no key in this match, and sign nothing."""


class Ending(msgspec.Struct, frozen=True):
    """Our signature under a finished sealed match, as POST /matches/ID/signatures takes it."""

    seat: Seat
    sign: str


class Verdict(msgspec.Struct, frozen=True):
    """What an audit says. `unattested`: it keeps the rules, but nobody answers for some of it. `unproved`: it
    is not over. `unchecked`: a part of the match was never seen here."""

    verdict: Literal["fair", "unattested", "unproved", "unfair", "unchecked"]
    report: Report | None = None
    fault: Fault | None = None


class ReplayShot(msgspec.Struct, frozen=True):
    """An event, its sentence by perspective, and the picture after it; null: it is yet to be asked for."""

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


class Pictured(msgspec.Struct, frozen=True):
    """What a step of a replay looks like: after each of its frames, and at its end."""

    frames: list[Any]
    state: Any


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
        self._pockets: dict[str, Pocket] = {}
        """Our keys, by the public one that we sign with."""
        self._carried: dict[str, str] = {}
        """Which of them belong to which match."""
        self._endings: dict[str, Ending] = {}
        """What they have signed last, before they were erased."""
        self._touched: set[str] = set()
        """Those that have to be kept before anything goes out."""
        self._agreed: dict[tuple[str, str], str] = {}
        """To what we have agreed after which entry: two agreements for one place are none."""
        self._reel: Reel | None = None
        """The replay that is being looked at."""

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

    # --- keys: the shell keeps what `unsaved` gives before it passes an answer on ---

    def bind(
        self, game: str, dealer: str, deck: str | list[Face], options: Any = None, key: str = ""
    ) -> Bound:
        """New keys for a match with this deck (a list, or the name of a ready one) and these options.

        `key`: our lasting one. It vouches for them: sign `claim` with it.
        """
        rules = find_game(game)
        agreed = rules.read_options(encode(options or {}))
        ready = rules.decks()
        if isinstance(deck, str) and deck and deck not in ready:
            raise InvalidAction(f"no ready deck is called {deck!r}; give its cards")
        cards = (
            tuple(deck) if isinstance(deck, list) else ready[deck or next(iter(rules.ready(agreed) or ready))]
        )
        rules.check_deck(cards, agreed)
        pocket = Pocket.fresh(dealer, cards, rules.parts(agreed, len(cards)), key)
        self._pockets[pocket.bond.key] = pocket
        self._touched.add(pocket.bond.key)
        return Bound(pocket.bond, pocket.commit, pocket.claim.hex())

    def key_of(self, snapshot: str) -> str:
        """The key that we sign this match with, if it is a sealed one of ours; else nothing."""
        return _key(_read(snapshot, Snapshot))

    def unsaved(self) -> str:
        """What has changed in our pockets since it was asked last: base64 by key, null for what is over."""
        touched, self._touched = self._touched, set()
        return encode(
            {key: self._pockets[key].to_bytes() if key in self._pockets else None for key in sorted(touched)}
        ).decode()

    def restore(self, key: str, kept: str | None) -> None:
        """A pocket as it was kept (base64, as `unsaved` gave it); null: it is carried elsewhere now."""
        self._pockets.pop(key, None)
        if kept is not None:
            self._pockets[key] = Pocket.from_bytes(msgspec.json.decode(f'"{kept}"', type=bytes))

    # --- one match ---

    def open(self, snapshot: str, log: str | None, asked: Any = None) -> Opened:
        """A mirror for the match of this snapshot, checked from its beginning if the log is there.

        `asked`: what we wanted to play (`Asked`), if it is a new match: it has to be that.
        """
        told = _read(snapshot, Snapshot)
        if asked is not None:
            msgspec.json.decode(encode(asked), type=Asked).check(opening_of(told), told.seat)
        lines = None if log is None else _lines(log, told)[: told.standing.at]
        pocket = self._pockets.get(key := _key(told))
        mirror = Mirror(told, lines) if pocket is None else pocket.sit(told, lines)
        self._mirrors[mirror.match], self._carried[mirror.match] = mirror, key
        history = [_told(mirror, moment, frames=False) for moment in mirror.history]
        return Opened(*self._picture(mirror), history)

    def receive(self, match: str, update: str) -> Happened:
        """What has just happened, if it can have."""
        mirror = self._mirrors[match]
        moments = mirror.receive(_read(update, Update))
        if pocket := self._pocket(match):
            pocket.follow(mirror)
        return self._happened(mirror, moments)

    def catch_up(self, match: str, snapshot: str, log: str | None) -> Happened:
        """Back after a break."""
        mirror, told = self._mirrors[match], _read(snapshot, Snapshot)
        moments = mirror.catch_up(told, None if log is None else read_log(log.encode()))
        if pocket := self._pocket(match):
            pocket.catch_up(mirror)
        return self._happened(mirror, moments)

    def mend(self, match: str, log: str) -> Picture:
        """The log of a match of which a part was missed here: all that was taken as told is checked now."""
        mirror = self._mirrors[match]
        mirror.mend(read_log(log.encode()))
        if pocket := self._pocket(match):
            pocket.catch_up(mirror)
        return Picture(*self._picture(mirror))

    # --- what our lasting key signs where the house deals: in hexadecimal; None: we have no key there ---

    def contributing(self, match: str, nonce: str) -> str | None:
        """What goes with our randomness: it stands for the opening, so look at it first (`open`)."""
        mirror = self._mirrors[match]
        body = Contributed(mirror.seat, nonce)
        return self._words(mirror, claim(match, 0, head_of(mirror.lines[0]), body))

    def conceding(self, match: str) -> str | None:
        """What goes with giving up, here and now; None as well if the match is unchecked."""
        mirror = self._mirrors[match]
        standing, body = mirror.standing, Left(mirror.seat, "conceded")
        words = claim(match, standing.at, standing.head, body)
        return self._words(mirror, words) if mirror.checked else None

    def consent(self, match: str, what: Literal["draw", "undo"]) -> Consent:
        """What goes with an offer, or with accepting one, here and now."""
        mirror = self._mirrors[match]
        at, head = mirror.standing.at, mirror.standing.head
        words = self._words(mirror, consent(match, at, head, mirror.seat, what))
        if self._agreed.setdefault((match, head), what) != what:
            raise IllegalAction(
                f"you have signed for a {self._agreed[match, head]} here; play on a little first"
            )
        if words is not None and not mirror.checked:
            raise IllegalAction("the log of this match is not here yet; without it nothing is signed")
        return Consent(at, words)

    def claim_end(self, match: str) -> str | None:
        """What goes under the finished match; None as well if it is not over, or could not be checked."""
        mirror = self._mirrors[match]
        if mirror.standing.outcome is None or not mirror.checked or mirror.seat < 0:
            return None
        return self._words(mirror, ending_claim(match, mirror.standing.head, mirror.seat))

    def _words(self, mirror: Mirror, words: bytes) -> str | None:
        if find_dealer(mirror.dealer).keyring is not None:
            raise InvalidAction("the keys of a sealed match sign for themselves")
        keyless = mirror.seat < 0 or mirror.opening.chairs[mirror.seat].key is msgspec.UNSET
        return None if keyless else words.hex()

    # --- what the keys of a sealed match sign ---

    def offer(self, match: str, what: Literal["draw", "undo"]) -> str:
        """The message that offers a draw, or asks to take our last action back, in a sealed match."""
        return encode(self._signing(match).offer(self._mirrors[match], what)).decode()

    def accept(self, match: str, what: Literal["draw", "undo"]) -> str:
        """The message that agrees to what is offered in a sealed match."""
        return encode(self._signing(match).accept(self._mirrors[match], what)).decode()

    def ending(self, match: str) -> Ending | None:
        """Our signature under a finished sealed match; None if it is not over, or could not be checked."""
        return self._endings.get(match)

    def act(self, match: str, action: Any) -> str:
        """The message that takes an action in a sealed match, signed and proved."""
        mirror, pocket = self._mirrors[match], self._signing(match)
        return encode(pocket.act(mirror, mirror.game.read_action(encode(action)))).decode()

    def concede(self, match: str) -> str:
        """The message that gives a sealed match up."""
        return encode(self._signing(match).concede(self._mirrors[match])).decode()

    def patience(self, match: str, seat: Seat, why: Accusation) -> int | None:
        """For how many milliseconds of silence we wait before we say this of a player; None: we never do."""
        pocket = self._pocket(match)
        return None if pocket is None else pocket.patience(self._mirrors[match], seat, why)

    def accuse(self, match: str, seat: Seat, why: Accusation) -> str:
        """The message that says that a player is gone. Wait for it first: `patience`."""
        return encode(self._signing(match).accuse(self._mirrors[match], seat, why)).decode()

    def proofs(self, match: str) -> list[Proof]:
        """What the players have signed and proved so far; everything of it was checked here."""
        return proofs([moment.step.entry for moment in self._mirrors[match].history])

    def foresee(self, match: str, action: Any) -> Happened:
        """What an action will have done if the server agrees."""
        mirror = self._mirrors[match]
        game, seat = mirror.game, mirror.seat
        moment = mirror.foresee(game.read_action(encode(action)))
        told = _told(mirror, moment)
        state = replay(game, moment.before, moment.step.events)
        legal = game.legal(state, seat, mirror.faces) if seat in game.active(state) else []
        labels = [game.label(state, seat, action, mirror.faces) for action in legal]
        faces, sealed = list(mirror.faces.items()), self._sealed(mirror, say=False)
        picture = game.picture(state)
        return Happened(mirror.standing.at + 1, mirror.checked, picture, legal, labels, faces, sealed, [told])

    def look(self, match: str) -> Picture:
        """How it stands."""
        return Picture(*self._picture(self._mirrors[match], say=False))

    def why(self, match: str, key: int) -> list[str]:
        """Why something on the table is what it is, in lines."""
        mirror = self._mirrors[match]
        return mirror.game.why(mirror.state, key, mirror.names)

    def audit(self, match: str, log: str | None) -> Verdict:
        """The verdict on a match that was seen here."""
        mirror = self._mirrors[match]
        return _judged(lambda: mirror.audit(None if log is None else log.encode()))

    def close(self, match: str) -> None:
        """Forget the match. Its keys stay where they are kept."""
        self._endings.pop(match, None)
        self._mirrors.pop(match, None)
        self._pockets.pop(self._carried.pop(match, ""), None)

    def _pocket(self, match: str) -> Pocket | None:
        return self._pockets.get(self._carried[match])

    def _signing(self, match: str) -> Pocket:
        pocket = self._pocket(match)
        if pocket is None:
            raise InvalidAction("the keys of this match are not here")
        self._touched.add(self._carried[match])
        return pocket

    def _picture(self, mirror: Mirror, *, say: bool = True) -> "_Shown":
        legal = mirror.legal()
        labels = [mirror.game.label(mirror.state, mirror.seat, action, mirror.faces) for action in legal]
        sealed = self._sealed(mirror, say=say)
        faces = list(mirror.faces.items())
        picture = mirror.game.picture(mirror.state)
        return mirror.standing.at, mirror.checked, picture, legal, labels, faces, sealed

    def _happened(self, mirror: Mirror, moments: Sequence[Moment]) -> Happened:
        return Happened(*self._picture(mirror), [_told(mirror, moment) for moment in moments])

    def _sealed(self, mirror: Mirror, *, say: bool) -> Sealed | None:
        """How far the deal is, and what we have to say to it. The end is signed, then our keys are erased."""
        if find_dealer(mirror.dealer).keyring is None:
            return None
        key, pocket = self._carried[mirror.match], self._pocket(mirror.match)
        over = mirror.standing.outcome is not None
        if pocket is None or not say:
            return Sealed(over or pocket is not None, mirror.dealing(), [])
        self._touched.add(key)
        if over and mirror.checked:
            self._endings[mirror.match] = Ending(mirror.seat, pocket.sign_end(mirror))
            self._pockets.pop(key).erase()
        owed = [] if over else pocket.owed(mirror)
        return Sealed(True, mirror.dealing(), [encode(message).decode() for message in owed])

    # --- any log ---

    def verify(self, log: str, head: str | None) -> Verdict:
        """The verdict on a log file."""
        return _judged(lambda: verify(log.encode(), head))

    def shuffles(self, log: str) -> list[ShuffleSeen]:
        """Every shuffle of a finished match, as it came out."""
        return shuffles(log.encode())

    def replay(self, log: str) -> Replay:
        """A log file step by step, from every perspective.

        Where a game has to work out its pictures, the first of them come along, and `pictures` has the rest.
        """
        reel = self._reel = Reel(log.encode())
        table, opening, names = reel.table, reel.table.opening, _names(reel)
        results = (
            [result(table.outcome, names, seat) for seat in _perspectives(reel)] if table.outcome else []
        )
        steps, known = [], [0] * table.seats
        worked_out = table.game.picture_type is not None
        for place, frame in enumerate(reel.frames):
            steps.append(_replay_step(reel, frame, known, drawn=not worked_out or place < AT_ONCE))
            known = [len(faces) for faces in frame.faces]
        return Replay(
            opening.match,
            opening.game,
            opening.dealer,
            names,
            opening.started,
            reel.finished,
            table.outcome,
            results,
            steps,
        )

    def pictures(self, match: str, first: int, last: int) -> list[Pictured]:
        """What steps of the replay that was opened last look like, from the first to before the last."""
        reel = self._reel
        if (
            reel is None
            or reel.table.opening.match != match
            or not 0 <= first <= last <= first + MOST_AT_ONCE
        ):
            raise InvalidAction("ask for a few steps of the replay that was opened last")
        game = reel.table.game
        return [
            Pictured(
                [game.picture(after) for _, _, after in _events(game, frame.moment)],
                game.picture(frame.state),
            )
            for frame in reel.frames[first:last]
        ]


_METHODS: dict[str, Callable[..., Any]] = {
    method.__name__: method
    for method in (
        Bridge.bind,
        Bridge.open,
        Bridge.receive,
        Bridge.catch_up,
        Bridge.mend,
        Bridge.contributing,
        Bridge.conceding,
        Bridge.consent,
        Bridge.claim_end,
        Bridge.offer,
        Bridge.accept,
        Bridge.ending,
        Bridge.foresee,
        Bridge.act,
        Bridge.concede,
        Bridge.patience,
        Bridge.accuse,
        Bridge.proofs,
        Bridge.look,
        Bridge.why,
        Bridge.audit,
        Bridge.close,
        Bridge.verify,
        Bridge.shuffles,
        Bridge.replay,
        Bridge.pictures,
    )
}

_Shown: TypeAlias = tuple[int, bool, Any, list[Any], list[str], list[tuple[Ref, Face]], Sealed | None]


def _told(mirror: Mirror, moment: Moment, *, frames: bool = True) -> Told:
    game, names, faces = mirror.game, mirror.names, mirror.faces
    entry = moment.step.entry
    shots = []
    if frames:
        for event, before, after in _events(game, moment):
            shots.append(Shot(event, game.say(before, event, names, faces), game.picture(after)))
    return Told(entry.at, entry.time, *_author(moment), tell(game, names, moment, faces), shots)


def _events(game: AnyGame, moment: Moment) -> Iterable[tuple[Any, Any, Any]]:
    """Each event that people are told of, with the states before and after it."""
    state = moment.before
    for event in moment.step.events:
        before, state = state, game.apply(state, event)
        if not game.quiet(event):
            yield event, before, state


def _author(moment: Moment) -> tuple[str, Seat | None]:
    body = moment.step.entry.body
    return str(body.__struct_config__.tag), getattr(body, "seat", None)


def _perspectives(reel: Reel) -> list[Seat]:
    return [*range(reel.table.seats), EVERYTHING]


def _names(reel: Reel) -> list[str]:
    return [printable(name) for name in reel.table.names]


def _replay_step(reel: Reel, frame: Frame, known: Sequence[int], *, drawn: bool) -> ReplayStep:
    """`known`: how many faces each seat knew before; what came later is new. `drawn`: with its pictures."""
    picture: Callable[[Any], Any] = reel.table.game.picture if drawn else lambda _: None
    game, names = reel.table.game, _names(reel)
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
            ReplayShot(event, [game.say(before, event, names, faces) for faces in seen], picture(after))
            for event, before, after in _events(game, moment)
        ],
        picture(frame.state),
        [list(faces.items())[count:] for faces, count in zip(frame.faces, known, strict=True)],
    )


def _judged(audit: Callable[[], Report]) -> Verdict:
    try:
        report = audit()
    except ProofRejected as error:
        return Verdict("unfair", fault=_fault(error))
    except Unchecked as error:
        return Verdict("unchecked", fault=Fault(error.code, "server", str(error), None))
    if not report.finished:
        return Verdict("unproved", report)
    return Verdict("fair" if report.attested else "unattested", report)


def _fault(refused: Refused) -> Fault:
    if isinstance(refused, ProofRejected):
        return Fault(refused.code, refused.who, refused.why, refused.at)
    return Fault(refused.code, "you", str(refused), None)


def _key(snapshot: Snapshot) -> str:
    """The key on our chair, where the dealer needs one."""
    if snapshot.seat < 0 or find_dealer(snapshot.dealer).keyring is None:
        return ""
    key = opening_of(snapshot).chairs[snapshot.seat].key
    return "" if key is msgspec.UNSET else key


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
