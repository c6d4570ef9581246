"""Somebody with a browser: a context of their own, and a note of everything that a page should not do."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, WebSocket

INLINE = ("data", "blob")
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LANDSCAPE = {"width": 844, "height": 390}
PATIENCE = 60_000
"""Milliseconds: long, for a machine that does other things too. Nothing waits longer than it has to."""


THRIFTY = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } })'
"""To a line that is dear the lobby does not load the mirror beforehand: tests are quicker so."""


HARMLESS = """if (location.protocol !== "about:")
    localStorage["facedown.settings"] ??= '{"level":"random"}';"""
"""The computer plays anything: the greedy one may win in three turns, and tests end matches themselves."""


LUCK = """{
    let drawn = %d;
    crypto.getRandomValues = (array) => {
        for (const at of array.keys()) array[at] = (drawn = Math.imul(drawn, 1103515245) + 12345) >>> 16;
        return array;
    };
}"""
"""What the page adds to the deal is the same every time, as the server's part is (`ServerProcess.draw`)."""


class Visitor:
    """One person. `complaints` has console errors, exceptions, refused policies and requests to elsewhere."""

    def __init__(self, browser: Browser, origin: str, *, thrifty: bool = True, **context: Any) -> None:
        self.origin = origin
        others = len(browser.contexts)
        self.context = browser.new_context(**{"base_url": origin, "viewport": DESKTOP, **context})
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(HARMLESS)
        self.context.add_init_script(LUCK % others)
        if thrifty:
            self.context.add_init_script(THRIFTY)
        self.complaints: list[str] = []
        self.frames: list[str] = []
        """Everything that came over the WebSocket, as it came."""
        self._forgiven: tuple[str, ...] = ()
        self.context.on("request", self._asked)
        self.page = self.open()

    def open(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"exception: {error}"))
        page.on("websocket", self._connected)
        return page

    def forgive(self, *words: str) -> None:
        """Errors with one of these are what the test is about: a lost line is an error on the console."""
        self._forgiven += words

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """What the server has said of one kind."""
        said: list[dict[str, Any]] = [msgspec.json.decode(frame) for frame in self.frames]
        return [message for message in said if message["type"] == kind]

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that the page itself does not show."""
        for _ in range(PATIENCE // 20):
            if condition():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("waited in vain")

    def fetch(self, path: str) -> Any:
        """What the HTTP interface answers to this person's page."""
        return msgspec.json.decode(self.context.request.get(path, headers={"Accept": "*/*"}).body())

    def close(self) -> None:
        """Leave, and say what was wrong."""
        self.context.close()
        assert self.complaints == []

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(word in message.text for word in self._forgiven):
            self.complaints.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(f"{self.origin}/") and urlsplit(request.url).scheme not in INLINE:
            self.complaints.append(f"elsewhere: {request.url}")

    def _connected(self, line: WebSocket) -> None:
        if urlsplit(line.url).netloc != urlsplit(self.origin).netloc:
            self.complaints.append(f"elsewhere: {line.url}")
        line.on("framereceived", lambda frame: self.frames.append(str(frame)))
