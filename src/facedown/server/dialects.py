"""Two ways to talk on one socket: ours, and the first protocol's for clients that know nothing else."""

from typing import Protocol

import msgspec

from facedown.games.duel import DUEL, DuelOptions, DuelState, classic
from facedown.kernel import Face, IllegalAction, InvalidAction, Outcome, Ref, Seat, encode
from facedown.server.messages import FromClient, FromServer, JoinQueue, Queued
from facedown.table.messages import Act, Rejected, Snapshot, Update

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


class Dialect(Protocol):
    """How a connection's bytes become messages and back."""

    def read(self, data: bytes, at: int | None) -> FromClient:
        """The message, or `InvalidAction`. `at`: where the match at hand stands, if there is one."""

    def write(self, message: FromServer) -> bytes | None:
        """The bytes; None if this dialect has no words for it."""


class _Kind(msgspec.Struct, frozen=True):
    type: str


def kind_of(data: bytes) -> str:
    """The `type` of a message, or `InvalidAction`."""
    try:
        return msgspec.json.decode(data, type=_Kind).type
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidAction(f"a message is a JSON object with a `type`: {error}") from None


class Modern:
    """Our own protocol, from `hello` on."""

    def read(self, data: bytes, at: int | None) -> FromClient:  # noqa: ARG002 (an action names its place)
        """Any message of the protocol; its fields are checked here, once."""
        try:
            return _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidAction(f"not a message of this protocol: {error}") from None

    def write(self, message: FromServer) -> bytes | None:
        """Everything has words."""
        return _encoder.encode(message)


class _Seen(msgspec.Struct):
    """A match as it was told so far: what is not told yet may not be on disk yet."""

    seat: Seat
    state: DuelState
    faces: dict[Ref, Face]
    outcome: Outcome | None


class Classic:
    """The first protocol: five intents in, the whole state out after everything that happens."""

    def __init__(self) -> None:
        self._seen: _Seen | None = None

    def read(self, data: bytes, at: int | None) -> FromClient:
        """An intent as a message of ours, meant for wherever the match stands now."""
        intent = classic.read_intent(data)
        if isinstance(intent, classic.JoinQueueIntent):
            return JoinQueue()
        action = classic.to_action(intent)
        if at is None:
            raise IllegalAction("you are in no match; join the queue first")
        return Act(at, msgspec.Raw(encode(action)))

    def write(self, message: FromServer) -> bytes | None:
        """A whole state after each change; errors and waiting are states too."""
        match message:
            case Snapshot():
                state = msgspec.json.decode(message.state, type=DuelState)
                self._seen = _Seen(message.seat, state, dict(message.faces), message.standing.outcome)
                return self._told(None)
            case Update():
                self._follow(message)
                return self._told(None)
            case Rejected(message=error, code=code):
                if code == "unseated":
                    self._seen = None
                return self._told(error)
            case Queued():
                self._seen = None
                return self._told("Waiting for opponent...")
            case _:
                return None

    def _follow(self, update: Update) -> None:
        assert self._seen is not None, "a snapshot comes first"
        seen = self._seen
        for step in update.steps:
            for event in step.events:
                seen.state = DUEL.apply(seen.state, event)
        if update.state is not msgspec.UNSET:
            seen.state = msgspec.json.decode(update.state, type=DuelState)
        seen.faces.update(update.faces)
        seen.outcome = update.standing.outcome

    def _told(self, error: str | None) -> bytes:
        told: dict[str, object] = {"type": "state"}
        seen = self._seen
        if seen is None:
            told["state"] = classic.waiting(DuelOptions())
        else:
            told["state"] = classic.view(seen.state, seen.seat, seen.faces, seen.outcome)
            told["playerIndex"] = seen.seat
            if error is None and seen.outcome is not None and not seen.outcome.winners:
                error = f"The match is drawn: {seen.outcome.reason}."
        if error is not None:
            told["error"] = error
        return _encoder.encode(told)
