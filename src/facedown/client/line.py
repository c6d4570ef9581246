"""The line to a server: dials, says hello, and dials again when it is lost. Knows no match."""

import random

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from facedown import __version__
from facedown.client.address import Address
from facedown.client.api import reason
from facedown.client.sessions import Session
from facedown.kernel import Refused
from facedown.server.messages import PROTOCOL, FromClient, FromServer, Hello, Ping, Pong, Welcome
from facedown.table.messages import Rejected

FIRST_WAIT, LONGEST_WAIT = 0.25, 3.0
"""Seconds before the first, and at most before any later attempt to get the line back."""
LONGEST_MESSAGE = 16 * 1024 * 1024

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class Down(Exception):
    """The line is lost; `why` says what is known about it."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Line:
    """One player's line to one server."""

    def __init__(self, address: Address, session: Session, name: str | None) -> None:
        self._address, self._session, self._name = address, session, name
        self._socket: ClientConnection | None = None

    async def dial(self) -> Welcome:
        """Get the line and say hello. `Down` if there is no server, `Refused` if it will not have us."""
        try:
            connection = await connect(
                self._address.ws,
                max_size=LONGEST_MESSAGE,
                compression=None,
                user_agent_header=f"facedown/{__version__}",
            )
        except (OSError, InvalidHandshake, InvalidURI) as error:
            raise Down(reason(error)) from None
        try:
            return await self._greet(connection)
        except ConnectionClosed as closed:
            raise Down(_why(closed)) from None
        finally:
            if self._socket is not connection:
                await connection.close()

    async def _greet(self, connection: ClientConnection) -> Welcome:
        kept = self._session.kept
        for token in dict.fromkeys((kept.token, "")):
            await connection.send(
                _encoder.encode(Hello(PROTOCOL, token, None if token else self._name)), text=True
            )
            answer = _read(await connection.recv())
            if isinstance(answer, Welcome):
                self._socket = connection
                self._session.remember(name=answer.name, token=answer.token)
                return answer
            # A guest whose token has expired is simply a new guest; an account has to log in again.
            if not isinstance(answer, Rejected) or self._session.account:
                break
        raise Refused(answer.message if isinstance(answer, Rejected) else "the server does not say welcome")

    async def send(self, message: FromClient) -> None:
        """Send this, or raise `Down`."""
        if self._socket is None:
            raise Down("there is no line")
        try:
            await self._socket.send(_encoder.encode(message), text=True)
        except ConnectionClosed as closed:
            raise Down(_why(closed)) from None

    async def receive(self) -> FromServer:
        """The next message, or `Down`. Questions of distance are answered on the way."""
        if self._socket is None:
            raise Down("there is no line")
        while True:
            try:
                message = _read(await self._socket.recv())
            except ConnectionClosed as closed:
                self._socket = None
                raise Down(_why(closed)) from None
            if not isinstance(message, Ping):
                return message
            await self.send(Pong(message.id))

    async def close(self) -> None:
        """Hang up."""
        connection, self._socket = self._socket, None
        if connection is not None:
            await connection.close()


def wait_before(attempt: int) -> float:
    """Seconds before this attempt, from 0 on: longer each time, and not the same for all who were cut off."""
    wait: float = min(FIRST_WAIT * 2 ** min(attempt, 10), LONGEST_WAIT)
    return wait * random.uniform(0.75, 1.25)  # noqa: S311 (spreads the load, hides nothing)


def _read(frame: str | bytes) -> FromServer:
    try:
        return _decoder.decode(frame)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Down(f"it says what we do not understand: {error}") from None


def _why(closed: ConnectionClosed) -> str:
    if closed.rcvd is not None and closed.rcvd.reason:
        return closed.rcvd.reason
    return "the server closed it" if closed.rcvd is not None else "the server is gone"
