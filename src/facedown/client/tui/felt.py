"""The felt: the rows of a game, or its text and a list of moves, with a bar of buttons in the middle."""

from collections.abc import Sequence
from typing import Any

import msgspec
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from facedown.client.console import printable
from facedown.client.tui.choosing import Choosing
from facedown.client.tui.moving import Way, towards
from facedown.client.tui.pieces import PieceBox, Pill, Spot, Strip
from facedown.client.tui.view import GameView, Look, Row, view_of
from facedown.table.table import AnyGame

HINTS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The keys for what may be pointed at: digits first, then capitals, for small letters are commands."""
FLASH = 0.9


class Button(msgspec.Struct, frozen=True):
    """Something to do that begins at nothing on the table: an action, or a word for the dialogue."""

    key: str
    label: str
    action: Any = None
    word: str = ""


class Felt(Vertical):
    """Shows one match and what may be done in it; says what was pointed at."""

    def __init__(self) -> None:
        super().__init__(id="felt")
        self._view: GameView | None = None
        self._strips: list[Strip] = []
        self._choosing = Choosing()
        self._actions: dict[str, Any] = {}
        self.buttons: Sequence[Button] = ()
        self.hints: dict[str, PieceBox] = {}
        """Which key points at what."""

    def compose(self) -> ComposeResult:
        """Everything but the rows, which come with the game."""
        yield Static(id="waiting", markup=False)
        yield VerticalScroll(Static(id="text", markup=False), id="words", can_focus=False)
        with Horizontal(id="bar"):
            yield Static(id="prompt", markup=False)
            yield Horizontal(id="pills")
        yield OptionList(id="moves", markup=False, compact=True)
        yield Static(id="detail", markup=False)

    # --- what there is to see ---

    def wait(self, text: str) -> None:
        """There is no match yet."""
        self.query_one("#waiting", Static).update(text)

    async def show(self, game: AnyGame, look: Look, *, flash: bool) -> None:
        """The table as it is now."""
        if self._view is None:
            await self._lay(game, look)
        assert self._view is not None
        rows, cursor = self._view.rows(look), self._cursor()
        for strip, row in zip(self._strips, rows, strict=True):
            changed = await strip.show(_clean(row))
            for spot in changed if flash else ():
                spot.flash(FLASH)
        if cursor is not None and cursor[0] not in cursor[1].spots:
            # What the cursor was on is gone: it stays where it was, on what came up to that place.
            _, strip, at = cursor
            for spot in strip.spots[: at + 1][-1:]:
                spot.focus()
        if isinstance(self.screen.focused, PieceBox):
            self.look_at(self.screen.focused)
        if not rows:
            text = game.show(look.state, look.seat, look.names, look.faces)
            self.query_one("#text", Static).update("\n".join(map(printable, text.splitlines())))

    async def offer(self, game: AnyGame, look: Look, actions: Sequence[Any], words: Sequence[Button]) -> None:
        """What may be done now: actions by pointing or by button, and other things by button."""
        assert self._view is not None
        moves = [(action, self._view.gesture(look, action)) for action in actions]
        self._choosing.renew(moves)
        labels = [(game.label(look.state, look.seat, a, look.faces), a, g) for a, g in moves if not g.source]
        buttons = [Button(g.key, label.capitalize(), a) for label, a, g in labels if g.key]
        listed = {label: action for label, action, gesture in labels if not gesture.key}
        await self._press([*words, *buttons])
        self._list(listed)
        self._mark()

    def prompt(self, text: str) -> None:
        """Whose move it is."""
        self.query_one("#prompt", Static).update(printable(text))

    def look_at(self, spot: Spot) -> None:
        """Tell all about this."""
        detail = spot.piece.detail if isinstance(spot, PieceBox) else ""
        self.query_one("#detail", Static).update(detail)

    # --- pointing ---

    @property
    def picking(self) -> str:
        """The name of what is picked while its target is still to be said; empty if nothing is."""
        picked = (spot.piece.title for spot in self._pieces() if spot.piece.key == self._choosing.picked)
        return next(picked, "")

    def point(self, spot: PieceBox) -> Any:
        """An action, if this makes one."""
        action = self._choosing.point(spot.piece.key)
        self._mark()
        if self._choosing.picked and self.hints:
            next(iter(self.hints.values())).focus()
        return action

    def cancel(self) -> bool:
        """Nothing is picked any more; False if nothing was."""
        picked = self._choosing.picked
        self._choosing.picked = ""
        self._mark()
        for spot in self._pieces():
            if picked and spot.piece.key == picked:
                spot.focus()
        return bool(picked)

    def listed(self, number: int) -> Any:
        """The action that the list has in this place."""
        return list(self._actions.values())[number]

    def move(self, way: Way) -> None:
        """The cursor goes to what is next that way."""
        spots: list[Spot] = [*self._pieces(), *self.query(Pill)]
        focused = self.screen.focused
        if not isinstance(focused, Spot) or focused not in spots:
            self.start()
            return
        spots.remove(focused)
        at = towards(way, focused.region, [spot.region for spot in spots])
        if at is not None:
            spots[at].focus()

    def jump(self, by: int) -> None:
        """The cursor goes to the next thing that may be pointed at."""
        spots: list[Spot] = [*self.hints.values(), *self.query(Pill)]
        focused = self.screen.focused
        if spots:
            at = spots.index(focused) + by if isinstance(focused, Spot) and focused in spots else 0
            spots[at % len(spots)].focus()

    def start(self) -> None:
        """Put the cursor where there is something to do."""
        if self._actions:
            self.query_one("#moves", OptionList).focus()
        elif spots := [*self.hints.values(), *self.query(Pill), *self._pieces()]:
            spots[0].focus()

    # --- inside ---

    async def _lay(self, game: AnyGame, look: Look) -> None:
        self._view = view_of(game.name)
        rows = self._view.rows(look)
        self._strips = [Strip(row) for row in rows]
        bar = self.query_one("#bar")
        await self.mount(*self._strips[: self._view.far], before=bar)
        await self.mount(*self._strips[self._view.far :], after=bar)
        self.set_class(not rows, "-plain")
        self.add_class("-seated")

    async def _press(self, buttons: Sequence[Button]) -> None:
        if [(b.key, b.label) for b in buttons] != [(b.key, b.label) for b in self.buttons]:
            pills = self.query_one("#pills")
            await pills.remove_children()
            await pills.mount(*(Pill(button.key, button.label) for button in buttons))
        self.buttons = buttons

    def _list(self, actions: dict[str, Any]) -> None:
        moves = self.query_one("#moves", OptionList)
        if list(actions) != list(self._actions):
            moves.clear_options()
            moves.add_options(Option(f"{at + 1:2} {label}") for at, label in enumerate(actions))
            moves.highlighted = 0 if actions else None
        self._actions = actions
        moves.display = bool(actions)

    def _mark(self) -> None:
        """Give everything that may be pointed at a key: targets from the far edge, all else from the hand."""
        live, picked = self._choosing.live, self._choosing.picked
        strips = self._strips if picked else self._strips[::-1]
        spots = [spot for strip in strips for spot in strip.spots]
        pointed = [spot for spot in spots if spot.piece.key in live]
        self.hints = dict(zip(HINTS, pointed, strict=False))
        keys = {spot: key for key, spot in self.hints.items()}
        for spot in spots:
            lit = "picked" if spot.piece.key == picked else "live" if spot in pointed else ""
            spot.mark(keys.get(spot, ""), lit)  # type: ignore[arg-type]  # mypy joins literals to str

    def _cursor(self) -> tuple[PieceBox, Strip, int] | None:
        focused = self.screen.focused
        for strip in self._strips:
            for at, spot in enumerate(strip.spots):
                if spot is focused:
                    return spot, strip, at
        return None

    def _pieces(self) -> list[PieceBox]:
        return [spot for strip in self._strips for spot in strip.spots]


def _clean(row: Row) -> Row:
    """Players choose their names: nothing of them may reach the terminal as a command."""
    pieces = [
        msgspec.structs.replace(p, title=printable(p.title), detail=printable(p.detail)) for p in row.pieces
    ]
    return msgspec.structs.replace(row, pieces=pieces)
