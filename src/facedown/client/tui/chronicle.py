"""What has happened and was said, in sentences."""

from collections import deque
from collections.abc import Iterable

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from facedown.client.announcer import Kind, Line
from facedown.kernel.printable import printable

KEPT = 500
"""So many lines can be scrolled back to."""

_STYLES: dict[Kind, str] = {"heading": "bold $accent", "hint": "dim", "error": "bold $warning"}


class Chronicle(VerticalScroll, can_focus=False):
    """The newest at the bottom; the wheel and the page keys go back."""

    def __init__(self) -> None:
        super().__init__(id="chronicle")
        self._lines: deque[Content] = deque(maxlen=KEPT)
        self._text = Static(markup=False)

    def on_mount(self) -> None:
        """One text, so that it is wrapped anew when the terminal changes its size."""
        self.border_title = "Chronicle"
        self.mount(self._text)
        self.anchor()

    def tell(self, lines: Iterable[Line]) -> None:
        """Add these. An empty one parts turns: there is no room for it, so the next one gets a mark."""
        part = False
        for kind, text in lines:
            if text:
                told = line(kind, text)
                self._lines.append(Content.assemble(("▪ ", "bold $accent"), told) if part else told)
            part = not text
        self._text.update(Content("\n").join(self._lines))
        self.scroll_end(animate=False)


def line(kind: Kind, text: str) -> Content:
    """A line with its colour; an error has a sign as well."""
    text = printable(text)
    if kind == "error":
        text = f"! {text}"
    return Content.styled(text, _STYLES[kind]) if kind in _STYLES else Content(text)
