"""The things on the table as widgets, and the rows they stand in."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from facedown.client.tui.drawing import State, banner, box, chip
from facedown.client.tui.view import Key, Piece, Row


class Spot(Widget, can_focus=True):
    """Something that can be pointed at, by mouse or keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    class Pointed(Message):
        """The person means this one."""

        def __init__(self, spot: "Spot") -> None:
            super().__init__()
            self.spot = spot

    class Looked(Message):
        """The person wants to know more of this one."""

        def __init__(self, spot: "Spot") -> None:
            super().__init__()
            self.spot = spot

    def action_press(self) -> None:
        """Enter or space."""
        self.post_message(self.Pointed(self))

    def on_click(self, event: events.Click) -> None:
        """The mouse does what Enter does."""
        event.stop()
        self.post_message(self.Pointed(self))

    def on_enter(self) -> None:
        """The mouse is over it."""
        self.post_message(self.Looked(self))

    def on_focus(self) -> None:
        """The cursor is on it."""
        self.post_message(self.Looked(self))


class PieceBox(Spot):
    """One thing on the table."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(classes=f"-{piece.kind}")
        self.piece = piece
        self.hint = ""
        self.state: State = ""
        self.set_class(piece.faint, "-faint")

    def show(self, piece: Piece) -> None:
        """The same thing, as it is now."""
        self.set_class(piece.faint, "-faint")
        wide = (len(piece.title), len(piece.numbers)) != (len(self.piece.title), len(self.piece.numbers))
        self.piece = piece
        self.refresh(layout=wide)

    def mark(self, hint: str, state: State) -> None:
        """Whether it may be pointed at, and with which key."""
        if (hint, state) != (self.hint, self.state):
            self.hint, self.state = hint, state
            self.set_class(state == "live", "-live")
            self.set_class(state == "picked", "-picked")
            self.refresh()

    def flash(self, seconds: float) -> None:
        """Something has happened to it."""
        self.add_class("-struck")
        self.set_timer(seconds, lambda: self.remove_class("-struck"))

    def render(self) -> Content:
        """As much as there is room for."""
        width, height = self.content_size
        if self.piece.kind == "hero":
            return banner(self.piece, width, hint=self.hint, state=self.state)
        if height < 3:
            return chip(self.piece, width, hint=self.hint, state=self.state)
        return box(self.piece, width, height, hint=self.hint, state=self.state)

    def get_content_width(self, container: object, viewport: object) -> int:  # noqa: ARG002
        """As wide as its words, where it is one line high."""
        return chip(self.piece, 200, hint="1", state="live").cell_length


class Strip(Horizontal):
    """A row of the table."""

    def __init__(self, row: Row) -> None:
        super().__init__(id=row.name, classes=f"strip -{row.style}" if row.style else "strip")
        self._none = Static(row.empty, classes="none", markup=False)
        self._spots: dict[Key, PieceBox] = {}

    def compose(self) -> ComposeResult:
        """Room for the word that nothing is here."""
        yield self._none

    async def show(self, row: Row) -> list[PieceBox]:
        """The row as it is now: things that stay are the same widgets. Returns those that have changed."""
        gone = self._spots.keys() - {piece.key for piece in row.pieces}
        come = [piece for piece in row.pieces if piece.key not in self._spots]
        changed = []
        for piece in row.pieces:
            spot = self._spots.get(piece.key)
            if spot is not None and piece != spot.piece:
                changed += [spot] if piece.numbers != spot.piece.numbers else []
                spot.show(piece)
        if gone:
            await self.remove_children([self._spots.pop(key) for key in gone])
        if come:
            self._spots |= {piece.key: PieceBox(piece) for piece in come}
            await self.mount(*(self._spots[piece.key] for piece in come))
        order = [piece.key for piece in row.pieces]
        if list(self._spots) != order:
            self._spots = {key: self._spots[key] for key in order}
            places = {spot: at for at, spot in enumerate(self._spots.values())}
            self.sort_children(key=lambda child: places.get(child, -1))  # type: ignore[call-overload]
        self._none.display = not row.pieces and bool(row.empty)
        return changed

    @property
    def spots(self) -> list[PieceBox]:
        """The things here, from left to right."""
        return list(self._spots.values())


class Pill(Spot):
    """A button on one line: the key that presses it, and what it does."""

    def __init__(self, key: str, label: str) -> None:
        super().__init__()
        self.key, self.label = key, label

    def render(self) -> Content:
        """` e  End turn `"""
        return Content.assemble((f" {self.key} ", "bold reverse"), f" {self.label} ")

    def get_content_width(self, container: object, viewport: object) -> int:  # noqa: ARG002
        """As wide as its words."""
        return len(self.key) + len(self.label) + 4
