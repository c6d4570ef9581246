"""Matches: one's own, those that can be watched, and the log of each with its audit."""

from typing import Annotated, Literal

import msgspec
from starlette.responses import Response

from facedown.crypto.signing import signed
from facedown.kernel import IllegalAction, Outcome, ProofRejected, Seat
from facedown.server.http.endpoint import CHANGING, Ask, Call, Endpoint, Nothing
from facedown.server.http.refusals import Busy, NotFound, WrongSignature
from facedown.server.messages import MatchId
from facedown.store import Match
from facedown.table import Report, log_file, verify
from facedown.table.entries import Opened, Seal, ending_claim, head_of, read_entry

STORE_PATIENCE = 5
"""Seconds in which the store has to take a signature."""
JSON_LINES = "application/jsonl"
PageLimit = Annotated[int, msgspec.Meta(ge=1, le=100)]


class HistoryPage(Ask, frozen=True):
    """A page of a list, newest first."""

    before: MatchId | None = None
    """The last match of the page already seen."""
    limit: PageLimit = 20


class RunningPage(HistoryPage, frozen=True):
    """A page of the matches that are running."""

    status: Literal["running"] = "running"


class SeatFacts(msgspec.Struct, frozen=True):
    """Who sits there."""

    player: str | None
    """None for a bot."""
    name: str


class MatchFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a match besides its log. Times are milliseconds since 1970."""

    id: str
    game: str
    dealer: str
    options: msgspec.Raw
    rated: bool
    seats: tuple[SeatFacts, ...]
    created: int
    finished: int | None
    outcome: Outcome | None
    entries: int
    """How long the log is."""
    attended: bool
    """Whether a player is at the table just now."""


class PlayedMatch(MatchFacts, frozen=True, kw_only=True):
    """A match of yours."""

    seat: Seat
    """Where you sat."""
    result: Literal["won", "lost", "drawn"] | None
    """None while it runs."""


class Blame(msgspec.Struct, frozen=True):
    """Who broke which rule at which entry."""

    who: str
    why: str
    at: int | None


class SignMatch(Ask, frozen=True):
    """A player's signature under a match that is over."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=99)]
    sign: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{128}$(?!\n)")]
    """Made with the key on that seat's chair, over match, head and seat; docs/protocol.md has the bytes."""


class Audit(msgspec.Struct, frozen=True):
    """What a replay of the log says. `unattested`: it follows the rules, but nobody answers for some of
    it, as the report's `doubts` say. `unproved`: all in order so far, but the dealer has not revealed yet."""

    verdict: Literal["fair", "unattested", "unproved", "unfair"]
    report: Report | None
    fault: Blame | None


def history(call: Call[HistoryPage]) -> list[PlayedMatch]:
    """Your matches, newest first."""
    player = call.player.id
    found = call.server.matches.history(player, call.ask.limit, call.ask.before)
    return [_played(call, match, player) for match in found]


def running(call: Call[RunningPage]) -> list[MatchFacts]:
    """Matches that are running, newest first; those from lobbies are private and not here. Watch one with
    `spectate` on the WebSocket."""
    found = call.server.matches.newest_running(call.ask.limit, call.ask.before)
    return [_facts(call, match) for match in found]


def get_match(call: Call[Nothing]) -> MatchFacts:
    """What everybody may know of a match."""
    return _facts(call, _find(call))


def get_log(call: Call[Nothing]) -> Response:
    """The log as a file: an entry a line, sealed with the hash of the last and with the signatures under it.
    It holds no secret of a match that is running. `facedown verify` reads it."""
    match = _find(call)
    log = _log(call, match)
    seal = log.rsplit(b"\n", 2)[
        1
    ]  # more signatures may come: the tag is the seal's, which has the head in it
    headers = {
        "Cache-Control": CHANGING,
        "Content-Disposition": f'attachment; filename="facedown-{match.id}.jsonl"',
        "ETag": f'"{head_of(seal)}"',
    }
    return Response(log, headers=headers, media_type=JSON_LINES)


def sign_match(call: Call[SignMatch]) -> Seal:
    """Put a player's signature under a match that is over: this is what was played. It needs no token: the
    signature speaks for itself. Answers the seal with all signatures so far."""
    match, matches, ask = _find(call), call.server.matches, call.ask
    if match.finished is None:
        raise IllegalAction("that match is not over yet")
    signs = matches.signs(match.id)
    first, last = matches.ends(match.id)
    opening, head = read_entry(first).body, head_of(last)
    assert isinstance(opening, Opened)
    key = opening.chairs[ask.seat].key if ask.seat < len(opening.chairs) else msgspec.UNSET
    if key is msgspec.UNSET:
        raise WrongSignature("nobody with a key sat there")
    if signs.get(ask.seat) != ask.sign:
        if not signed(key, ending_claim(match.id, head, ask.seat), ask.sign):
            raise WrongSignature("that is not the signature of that player under the end of this match")
        try:
            matches.sign(match.id, ask.seat, ask.sign).result(STORE_PATIENCE)
        except TimeoutError:
            raise Busy("the store does not answer; try again soon", {"Retry-After": "2"}) from None
        signs = matches.signs(match.id)
    return Seal(head, tuple(sorted(signs.items())))


def audit(call: Call[Nothing]) -> Audit:
    """Replay the log and check everything. Do not take our word: `facedown verify` does the same at home."""
    try:
        report = verify(_log(call, _find(call)))
    except ProofRejected as error:
        return Audit("unfair", None, Blame(error.who, error.why, error.at))
    if not report.finished:
        return Audit("unproved", report, None)
    return Audit("fair" if report.attested else "unattested", report, None)


def _log(call: Call[Nothing], match: Match) -> bytes:
    """Signatures first: they come when all lines are there."""
    signs = call.server.matches.signs(match.id)
    return log_file(call.server.matches.read(match.id), signs)


def _find(call: Call[Nothing] | Call[SignMatch]) -> Match:
    match = call.server.matches.get(call.path["match"])
    if match is None:
        raise NotFound("there is no such match")
    return match


def _facts(call: Call[HistoryPage] | Call[RunningPage] | Call[Nothing], match: Match) -> MatchFacts:
    live = call.server.hub.live.get(match.id)
    return MatchFacts(
        id=match.id,
        game=match.game,
        dealer=match.dealer,
        options=msgspec.Raw(match.options),
        rated=match.rated,
        seats=tuple(SeatFacts(seated.player, seated.name) for seated in match.seats),
        created=match.created,
        finished=match.finished,
        outcome=None if match.outcome is None else msgspec.json.decode(match.outcome, type=Outcome),
        entries=match.entries,
        attended=live is not None and live.room.attended,
    )


def _played(call: Call[HistoryPage], match: Match, player: str) -> PlayedMatch:
    facts = _facts(call, match)
    seat = next(at for at, seated in enumerate(match.seats) if seated.player == player)
    result = None if facts.outcome is None else facts.outcome.result(seat)
    return PlayedMatch(**msgspec.structs.asdict(facts), seat=seat, result=result)


ENDPOINTS = (
    Endpoint("GET", "/history", history, HistoryPage, list[PlayedMatch], signed="yes"),
    Endpoint("GET", "/matches", running, RunningPage, list[MatchFacts], cache=CHANGING),
    Endpoint("GET", "/matches/{match}", get_match, Nothing, MatchFacts, cache=CHANGING, faults=(404,)),
    Endpoint("GET", "/matches/{match}/log", get_log, Nothing, Response, media=JSON_LINES, faults=(404,)),
    Endpoint(
        "POST",
        "/matches/{match}/signatures",
        sign_match,
        SignMatch,
        Seal,
        effort="signature",
        faults=(404, 409, 422),
    ),
    Endpoint(
        "GET",
        "/matches/{match}/verify",
        audit,
        Nothing,
        Audit,
        cache=CHANGING,
        effort="audit",
        faults=(404,),
    ),
)
