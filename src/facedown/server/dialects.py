"""Two ways to talk on one socket: ours, and the first protocol's for clients that know nothing else."""

from typing import Protocol

import msgspec

from facedown.games.duel import DuelOptions, classic
from facedown.kernel import IllegalAction, InvalidAction, Seat, encode
from facedown.server.messages import FromClient, FromServer, JoinQueue, Queued
from facedown.table.messages import Act, Rejected, Snapshot, Update
from facedown.table.room import Room

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


class Dialect(Protocol):
    """How a connection's bytes become messages and back."""

    def read(self, data: bytes) -> FromClient:
        """The message, or `InvalidAction`."""

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

    def read(self, data: bytes) -> FromClient:
        """Any message of the protocol; its fields are checked here, once."""
        try:
            return _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidAction(f"not a message of this protocol: {error}") from None

    def write(self, message: FromServer) -> bytes | None:
        """Everything has words."""
        return _encoder.encode(message)


class Classic:
    """The first protocol: five intents in, the whole state out after everything that happens."""

    def __init__(self) -> None:
        self.place: tuple[Room, Seat] | None = None
        """Where this client sits; the connection keeps it up to date."""

    def read(self, data: bytes) -> FromClient:
        """An intent as a message of ours, meant for wherever the match stands now."""
        intent = classic.read_intent(data)
        if isinstance(intent, classic.JoinQueueIntent):
            return JoinQueue()
        action = classic.to_action(intent)
        if self.place is None:
            raise IllegalAction("you are in no match; join the queue first")
        return Act(self.place[0].table.at, msgspec.Raw(encode(action)))

    def write(self, message: FromServer) -> bytes | None:
        """A whole state after each change; errors and waiting are states too."""
        match message:
            case Snapshot() | Update():
                return self._state(None)
            case Rejected(message=error):
                return self._state(error)
            case Queued():
                return self._state("Waiting for opponent...")
            case _:
                return None

    def _state(self, error: str | None) -> bytes:
        told: dict[str, object] = {"type": "state"}
        if self.place is None:
            told["state"] = classic.waiting(DuelOptions())
        else:
            room, seat = self.place
            table = room.table
            told["state"] = classic.view(table.state, seat, table.faces[seat], table.outcome)
            told["playerIndex"] = seat
            if error is None and table.outcome is not None and not table.outcome.winners:
                error = f"The match is drawn: {table.outcome.reason}."
        if error is not None:
            told["error"] = error
        return _encoder.encode(told)
