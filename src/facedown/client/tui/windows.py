"""What lies over the table for a moment: a question, something to read, the list of moves, the end."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from facedown.client.announcer import Line
from facedown.client.choices import candidates
from facedown.client.tui.chronicle import line
from facedown.client.tui.pieces import Pill, Spot
from facedown.kernel.printable import printable

LONGEST = 300
"""So many lines of a list are shown; who looks for another types a part of it."""

Window = ModalScreen[str]
"""Answers with a word, empty for none."""


class Question(Window):
    """Yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,ctrl+c,ctrl+q", "dismiss('yes')"),
        Binding("n,escape,q", "dismiss('')"),
        Binding("left,right,up,down", "app.focus_next"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question and its two answers; the harmless one has the cursor."""
        with Vertical(classes="window small"):
            yield Static(printable(self._question), markup=False)
            with Horizontal(classes="pills"):
                yield Pill("n", "No")
                yield Pill("y", "Yes")

    def on_spot_pointed(self, event: Spot.Pointed) -> None:
        """An answer."""
        assert isinstance(event.spot, Pill)
        self.dismiss("yes" if event.spot.key == "y" else "")


class Page(Window):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,space", "dismiss('')"),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """A window that scrolls."""
        with VerticalScroll(classes="window") as window:
            window.border_title = self._title
            window.border_subtitle = "Esc closes"
            yield Static("\n".join(map(printable, self._text.splitlines())), markup=False)


class Menu(Window):
    """The moves by their names, fewer with every letter that is typed. Answers with the name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')"),
        Binding("down", "move(1)", priority=True),
        Binding("up", "move(-1)", priority=True),
    ]

    def __init__(self, labels: Sequence[str], question: str = "") -> None:
        super().__init__()
        self._labels, self._question = labels, question

    def compose(self) -> ComposeResult:
        """A line to type on, and what it may mean."""
        with Vertical(classes="window") as window:
            window.border_title = Content(printable(self._question)) if self._question else "Your moves"
            window.border_subtitle = "type a part, arrows, Enter"
            yield Input(placeholder="a part of it", compact=True)
            yield OptionList(markup=False, compact=True)

    def on_mount(self) -> None:
        """All of them, to begin with."""
        self._list("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Fewer."""
        self._list(event.value)

    def on_input_submitted(self) -> None:
        """Enter takes what is highlighted."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """This one."""
        self.dismiss(self._labels[int(event.option_id)] if event.option_id else "")

    def action_move(self, by: int) -> None:
        """The list follows the arrows while one types."""
        options = self.query_one(OptionList)
        if by > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    def _list(self, typed: str) -> None:
        found = candidates(typed, self._labels) if typed.strip() else range(len(self._labels))
        options = self.query_one(OptionList).clear_options()
        options.add_options(
            Option(printable(f"{at + 1:3} {self._labels[at]}"), id=str(at)) for at in found[:LONGEST]
        )
        options.highlighted = 0 if found else None


class End(Window):
    """How the match ended, whether it was fair, and what now. Answers `again`, `quit` or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,r", "dismiss('again')"),
        Binding("q,ctrl+c,ctrl+q", "dismiss('quit')"),
        Binding("escape,t", "dismiss('')"),
        Binding("left,up", "app.focus_previous"),
        Binding("right,down", "app.focus_next"),
    ]
    _ANSWERS: ClassVar[dict[str, str]] = {"a": "again", "t": "", "q": "quit"}

    def __init__(self, result: str, lines: Sequence[Line], *, player: bool) -> None:
        super().__init__()
        self._result, self._lines, self._player = result, lines, player

    def compose(self) -> ComposeResult:
        """The result large, the proof below it."""
        with Vertical(classes="window small"):
            yield Static(printable(self._result), classes="result", markup=False)
            yield Static(Content("\n").join(line(*told) for told in self._lines), markup=False)
            with Horizontal(classes="pills"):
                if self._player:
                    yield Pill("a", "Play again")
                yield Pill("t", "See the table")
                yield Pill("q", "Leave")

    def on_spot_pointed(self, event: Spot.Pointed) -> None:
        """One of the buttons."""
        assert isinstance(event.spot, Pill)
        self.dismiss(self._ANSWERS[event.spot.key])
