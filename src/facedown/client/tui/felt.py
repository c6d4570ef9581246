"""The felt: the rows of a game, or its text and a list of moves, with a bar of buttons in the middle."""

import asyncio
from collections.abc import Sequence

import msgspec
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from facedown.client.talk import Move
from facedown.client.tui.choosing import Choosing
from facedown.client.tui.moving import Way, towards
from facedown.client.tui.pieces import PieceBox, Pill, Spot, Strip
from facedown.client.tui.view import GameView, Look, Piece, Row, view_of
from facedown.kernel.printable import printable
from facedown.table.table import AnyGame

HINTS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The keys for what may be pointed at: digits first, then capitals, for small letters are commands."""
FLASH = 0.9


ROOM = 34
"""So many cells of buttons for answers fit beside the question; more of them are in a list."""


class Button(msgspec.Struct, frozen=True):
    """Something to do that begins at nothing on the table: a move, or a word for the dialogue."""

    key: str
    label: str
    move: Move | None = None
    word: str = ""


class Felt(Vertical):
    """Shows one match and what may be done in it; says what was pointed at."""

    def __init__(self) -> None:
        super().__init__(id="felt")
        self._view: GameView | None = None
        self._showing = asyncio.Lock()
        self._strips: list[Strip] = []
        self._choosing = Choosing()
        self._moves: dict[str, Move] = {}
        self._asked = ""
        self.crowded = False
        """Whether there is more to choose from than the table shows."""
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
        self.query_one("#waiting", Static).update("\n".join(map(printable, text.splitlines())))

    async def show(self, game: AnyGame, look: Look, *, flash: bool) -> None:
        """The table as it is now. A tick of the clock waits until a move is shown, and a move for a tick."""
        async with self._showing:
            await self._show(game, look, flash=flash)

    async def _show(self, game: AnyGame, look: Look, *, flash: bool) -> None:
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

    async def offer(self, look: Look, moves: Sequence[Move], words: Sequence[Button]) -> None:
        """What may be done now: moves by pointing or by button, and other things by button."""
        assert self._view is not None
        present = {spot.piece.key for spot in self._pieces()}
        meant = [(move, self._view.gesture(look, move)) for move in moves]
        meant = [(m, g if g.source in present else msgspec.structs.replace(g, source="")) for m, g in meant]
        self._choosing.renew(meant)
        rest = [(move, gesture) for move, gesture in meant if not gesture.source and not gesture.listed]
        buttons = [Button(g.key, g.label or _words(move), move) for move, g in rest if g.key]
        listed = [move for move, gesture in rest if not gesture.key]
        self.crowded = False
        if not self.has_class("-plain"):
            answers = self._answers(listed, len(self._choosing.live))
            self.crowded = len(listed) > len(answers)
            more = Button("m", "More" if self._choosing.live or answers else "Choose", word="moves")
            buttons = [*answers, *([more] if self.crowded else []), *buttons]
            listed = []
        await self._press([*words, *buttons])
        self._list({move.label: move for move in listed})
        self._mark()

    def _answers(self, moves: Sequence[Move], taken: int) -> list[Button]:
        """Answers that are nothing on the table, as buttons, if there is room for all of them."""
        labels = [_words(move) for move in moves]
        if sum(len(label) + 6 for label in labels) > ROOM:
            return []
        keys = HINTS[min(taken, len(HINTS)) :]
        return [Button(key, label, move) for key, label, move in zip(keys, labels, moves, strict=False)]

    def prompt(self, text: str) -> None:
        """Whose move it is, or what is asked; what is too long for the bar stands below as well."""
        self._asked = printable(text)
        self.query_one("#prompt", Static).update(self._asked)
        if not isinstance(self.screen.focused, PieceBox) or self._endless:
            self._tell(self._asked if self._endless else "")

    @property
    def _endless(self) -> bool:
        """Whether the bar shows only the beginning of the question."""
        width = self.query_one("#bar").size.width  # 0 before it was laid out for the first time
        return width > 0 and len(self._asked) + 2 > width * 0.7

    def look_at(self, spot: Spot) -> None:
        """Tell all about this."""
        self._tell(spot.piece.detail if isinstance(spot, PieceBox) else self._asked if self._endless else "")

    def _tell(self, words: str) -> None:
        self.query_one("#detail", Static).update(printable(words))

    # --- pointing ---

    @property
    def picking(self) -> str:
        """The name of what is picked while its target is still to be said; empty if nothing is."""
        picked = (spot.piece.title for spot in self._pieces() if spot.piece.key == self._choosing.picked)
        return next(picked, "")

    def point(self, spot: PieceBox) -> list[Move]:
        """The moves that this makes: none yet, one, or several to choose from."""
        move = self._choosing.point(spot.piece.key)
        self._mark()
        if self._choosing.picked and self.hints:
            next(iter(self.hints.values())).focus()
        return [] if move is None else self._choosing.alike(move)

    def cancel(self) -> bool:
        """Nothing is picked any more; False if nothing was."""
        picked = self._choosing.picked
        self._choosing.picked = ""
        self._mark()
        for spot in self._pieces():
            if picked and spot.piece.key == picked:
                spot.focus()
        return bool(picked)

    def listed(self, number: int) -> Move:
        """The move that the list has in this place."""
        return list(self._moves.values())[number]

    def asks(self, look: Look) -> str:
        """What the game itself asks the person; empty for the usual words."""
        return self._view.prompt(look) if self._view is not None else ""

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
        if self._moves:
            self.query_one("#moves", OptionList).focus()
        elif spots := [*self.hints.values(), *self.query(Pill), *self._pieces()]:
            spots[0].focus()

    # --- inside ---

    async def _lay(self, game: AnyGame, look: Look) -> None:
        self._view = view_of(game.name)
        rows = self._view.rows(look)
        self._strips = [Strip(row) for row in rows]
        bar = self.query_one("#bar")
        far = sum(row.far for row in rows)
        await self.mount(*self._strips[:far], before=bar)
        await self.mount(*self._strips[far:], after=bar)
        self.set_class(not rows, "-plain")
        self.add_class(f"-{game.name}")
        self.add_class("-seated")

    async def _press(self, buttons: Sequence[Button]) -> None:
        if [(b.key, b.label) for b in buttons] != [(b.key, b.label) for b in self.buttons]:
            pills = self.query_one("#pills")
            await pills.remove_children()
            await pills.mount(*(Pill(button.key, button.label) for button in buttons))
        self.buttons = buttons

    def _list(self, moves: dict[str, Move]) -> None:
        shown = self.query_one("#moves", OptionList)
        if list(moves) != list(self._moves):
            shown.clear_options()
            shown.add_options(Option(f"{at + 1:2} {label}") for at, label in enumerate(moves))
            shown.highlighted = 0 if moves else None
        self._moves = moves
        shown.display = bool(moves)

    def _mark(self) -> None:
        """Give everything that may be pointed at a key: targets from the far edge, all else from the hand."""
        live, picked = self._choosing.live, self._choosing.picked
        strips = self._strips if picked else self._strips[::-1]
        spots = [spot for strip in strips for spot in strip.spots]
        pointed = [spot for spot in spots if spot.piece.key in live]
        self.hints = dict(zip(HINTS, pointed, strict=False))
        keys = {spot: key for key, spot in self.hints.items()}
        for spot in spots:
            lit = "live" if spot in pointed else ""
            lit = "picked" if spot.piece.key == picked or spot.piece.chosen else lit
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


def _words(move: Move) -> str:
    return printable(move.label[:1].upper() + move.label[1:])


def _clean(row: Row) -> Row:
    """Players choose names and write notes: nothing of them may reach the terminal as a command."""
    return msgspec.structs.replace(row, pieces=[_printed(piece) for piece in row.pieces])


def _printed(piece: Piece) -> Piece:
    return msgspec.structs.replace(
        piece,
        title=printable(piece.title),
        numbers=printable(piece.numbers),
        signs=[printable(sign) for sign in piece.signs],
        text=printable(piece.text),
        detail=printable(piece.detail),
    )
