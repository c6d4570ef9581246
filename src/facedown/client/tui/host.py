"""Who keeps the table: this process or a server. News comes out of it, and what the person says goes in."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Protocol

from facedown.client.announcer import Line
from facedown.client.news import Moved, News
from facedown.client.parlour import Parlour
from facedown.client.sdk import Client
from facedown.client.visit import checked_log, invitation
from facedown.server.messages import LobbyOpened
from facedown.table.messages import Said
from facedown.table.story import tell

PACE = 0.7
"""Seconds before each move of a bot, so that one can follow them."""


class Host(Protocol):
    """All that a table needs to know of where it is kept."""

    lasting: bool
    """Whether the match goes on when the person leaves."""

    def news(self) -> AsyncIterator[News]:
        """What happens, from sitting down to the end of the evening."""

    async def say(self, message: Said) -> None:
        """The person says something; `ConnectionError` if it could not be sent."""

    async def leave(self) -> None:
        """The person stands up while the match is on."""

    async def log(self) -> bytes | None:
        """The log of the finished match; None if it could not be checked."""

    def invite(self, lobby: LobbyOpened) -> list[Line]:
        """What to send to a friend."""


class Here:
    """A match against bots in this process."""

    lasting = False

    def __init__(self, parlour: Parlour, pace: float = PACE) -> None:
        self._parlour, self._pace = parlour, pace
        self._said: asyncio.Queue[Said] = asyncio.Queue()

    async def news(self) -> AsyncIterator[News]:
        """Everybody speaks in turn: what the person says waits until the bot has made its move."""
        for news in self._parlour.begin():
            yield news
        heard = True
        while True:
            if self._parlour.thinking is not None and self._said.empty():
                # What nobody saw or heard of needs no time to be followed: a bot that passed, say.
                await asyncio.sleep(self._pace if heard else 0)
                moves = self._parlour.think()
            else:
                moves = self._parlour.say(await self._said.get())
            # The bot thinks when its first word is asked for: on a thread, the table stays alive.
            heard = False
            while (item := await asyncio.to_thread(_next, moves)) is not None:
                heard = heard or not isinstance(item, Moved) or _told(item)
                yield item

    async def say(self, message: Said) -> None:
        """In the order it was said."""
        self._said.put_nowait(message)

    async def leave(self) -> None:
        """Nobody stays behind who would have to know."""

    async def log(self) -> bytes:
        """The parlour's own."""
        return self._parlour.log()

    def invite(self, lobby: LobbyOpened) -> list[Line]:
        """There are no lobbies here."""
        raise AssertionError(lobby)


class There:
    """A match on a server, played or watched."""

    lasting = True

    def __init__(self, client: Client, game: str) -> None:
        self._client, self._game = client, game

    async def news(self) -> AsyncIterator[News]:
        """What the server says, checked."""
        async for item in self._client:
            yield item

    async def say(self, message: Said) -> None:
        """An action arrives once, whatever happens to the line."""
        await self._client.say(message)

    async def leave(self) -> None:
        """The others are told that the seat is empty."""
        await self._client.leave()

    async def log(self) -> bytes | None:
        """As it was seen here, else as the server has it; checked."""
        return await checked_log(self._client)

    def invite(self, lobby: LobbyOpened) -> list[Line]:
        """The command that joins."""
        return invitation(self._client, self._game, lobby.code)


def _told(news: Moved) -> bool:
    mirror = news.mirror
    return any(tell(mirror.game, mirror.names, moment, mirror.faces) for moment in news.moments)


def _next(news: Iterator[News]) -> News | None:
    return next(news, None)
