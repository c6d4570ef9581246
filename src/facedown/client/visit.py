"""A person on a server: typing and news at the same time, over a line that may be lost."""

import asyncio
import threading
from contextlib import suppress
from shlex import quote
from time import monotonic_ns

from facedown.client import sealing
from facedown.client.announcer import Announcer, Line
from facedown.client.console import Console
from facedown.client.dialogue import Dialogue, Reaction
from facedown.client.news import LineLost, Moved, News, Seated
from facedown.client.records import keep
from facedown.client.sdk import Client
from facedown.client.trouble import Trouble
from facedown.server.messages import LobbyOpened
from facedown.table.messages import Chat, Mute, Rejected
from facedown.table.mirror import Unchecked

UNANSWERED = (Chat, Mute)
"""What the server need not answer: a script goes on at once."""


class Visit:
    """From the queue to the log, and on to the next match if both like."""

    def __init__(self, console: Console, client: Client, game: str, log: str | None = None) -> None:
        self._console, self._client, self._game, self._log = console, client, game, log
        self._announcer = Announcer()
        self._dialogue = Dialogue(self._announcer, careful=console.interactive, lasting=True)
        self._ready = asyncio.Event()
        """Set while the next line of a script may be read."""
        self._code = ""
        self._prompt = ""
        """What was said above the line that is typed on since it is our move: once is enough."""
        self._kept = False

    async def play(self) -> None:
        """Play until the person has enough; a script has enough when the match is over."""
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._type())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def watch(self) -> None:
        """Tell what happens until it is over."""
        async for news in self._client:
            self._tell(news)
            if isinstance(news, Seated) and news.mirror.standing.outcome is None:
                self._console.print([("event", ""), *self._announcer.table(), ("event", "")])
            if self._announcer.over:
                return

    # --- news ---

    async def _listen(self) -> None:
        async for news in self._client:
            self._tell(news)
            if isinstance(news, Seated):
                self._kept = False
            if self._announcer.over and not self._kept:
                self._kept = True
                await self._keep()
            if isinstance(news, Rejected) and news.code == "unseated":
                return
            more = self._dialogue.follow(news)
            self._console.print(more.lines if more is not None else ())
            if more is not None and more.say is not None:
                await self._say(more)
                continue
            if not isinstance(news, LineLost):
                self._prepare_to_ask(news)
            if self._announcer.over and not self._console.interactive:
                return

    def _tell(self, news: News) -> None:
        if isinstance(news, Rejected) and self._announcer.mirror is None:
            raise Trouble(f"the server refuses: {news.message}")
        self._console.status("")
        self._console.print(self._announcer.hear(news, _now()))
        if isinstance(news, Seated | Moved):
            self._console.status(sealing.progress(news.mirror))
        if isinstance(news, LobbyOpened) and news.code != self._code:
            self._code = news.code
            self._console.print(invitation(self._client, self._game, news.code))

    def _prepare_to_ask(self, news: News) -> None:
        mirror = self._announcer.mirror
        if self._dialogue.awaited and not self._client.unconfirmed:
            self._ready.set()
        if not self._console.interactive or mirror is None:
            return
        if not mirror.my_move:
            self._prompt = ""
        if self._announcer.over and isinstance(news, Seated | Moved):
            self._console.print([("hint", "`again` for another match, `quit` to leave.")])
        elif mirror.my_move and isinstance(news, Seated | Moved):
            # The prompt cannot change under somebody's fingers, so what it would say stands above it.
            prompt = self._dialogue.prompt(_now()).rstrip("> ")
            if prompt != self._prompt:
                self._console.print([("hint", prompt)])
            self._prompt = prompt
            if mirror.standing.active != self._active_before(news):
                self._console.ring()

    def _active_before(self, news: Seated | Moved) -> tuple[int, ...]:
        game = news.mirror.game
        return tuple(game.active(news.moments[0].before)) if news.moments else ()

    async def _keep(self) -> None:
        assert self._announcer.mirror is not None
        self._console.print(keep(self._announcer.mirror, await checked_log(self._client), self._log))

    # --- typing ---

    async def _type(self) -> None:
        while True:
            if not self._console.interactive:
                await self._ready.wait()
            typed = await self._ask("> " if self._console.interactive else self._dialogue.prompt(_now()))
            reaction = self._dialogue.quit() if typed is None else self._dialogue.typed(typed)
            self._console.print(reaction.lines)
            if reaction.leave:
                await self._leave()
                return
            await self._say(reaction)

    async def _say(self, reaction: Reaction) -> None:
        message = reaction.say
        if message is None:
            return
        if not isinstance(message, UNANSWERED):
            self._ready.clear()
        try:
            await self._client.say(message)
        except ConnectionError as error:
            self._console.print([("error", f"That was not sent: {error}.")])

    async def _leave(self) -> None:
        mirror = self._announcer.mirror
        if mirror is None or self._announcer.over:
            return
        with suppress(ConnectionError):
            await self._client.leave()
        self._console.print(
            [("hint", "You have left the table. The match goes on: the same command brings you back.")]
        )

    async def _ask(self, prompt: str) -> str | None:
        """A line from the person, read on a thread that need not end before the process does."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str | None] = loop.create_future()

        def give(typed: str | None) -> None:
            if not answer.done():
                answer.set_result(typed)

        def read() -> None:
            typed = self._console.ask(prompt, self._dialogue.completions)
            if not loop.is_closed():
                loop.call_soon_threadsafe(give, typed)

        threading.Thread(target=read, daemon=True).start()
        return await answer


async def checked_log(client: Client) -> bytes | None:
    """The log of the finished match; None if it could not be checked."""
    try:
        return (await client.audit())[1]
    except Unchecked:
        return None


def invitation(client: Client, game: str, code: str) -> list[Line]:
    """What to send to a friend."""
    command = f"facedown play {game} --server {quote(client.address.http)} --lobby {code}"
    return [("heading", f"The code of the lobby is {code}. Your friend types:"), ("command", f"  {command}")]


def _now() -> int:
    return monotonic_ns() // 1_000_000
