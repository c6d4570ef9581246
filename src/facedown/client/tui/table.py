"""The screen one plays on: news goes to felt and chronicle, keys and clicks to the dialogue or the match."""

import asyncio
from contextlib import suppress
from time import monotonic_ns
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList

from facedown.client.announcer import Announcer, Line
from facedown.client.dialogue import Dialogue, Reaction, time_left
from facedown.client.news import Moved, News, Seated
from facedown.client.records import keep
from facedown.client.talk import Move, moves, talk_of
from facedown.client.trouble import Trouble
from facedown.client.tui.chronicle import Chronicle
from facedown.client.tui.felt import Button, Felt
from facedown.client.tui.host import Host
from facedown.client.tui.moving import Way
from facedown.client.tui.pieces import PieceBox, Pill, Spot
from facedown.client.tui.view import Look, view_of
from facedown.client.tui.windows import End, Menu, Page, Question
from facedown.kernel import ProofRejected, Refused
from facedown.server.messages import LobbyOpened
from facedown.table.messages import Act, Rejected
from facedown.table.mirror import Mirror
from facedown.table.story import result

LEFT = "You have left the table. The match goes on: the same command brings you back."
STAY = "Leave the table? The match goes on without you, and the same command brings you back."

HELP = """\
Arrows move the cursor, Tab jumps to what can be done.
Enter, a click, or the key that stands on a thing points at it:
first at what you want to use, then at its target. Esc cancels.

  m   all moves by name       u   take the last action back
  c   say something           d   offer a draw
  /   type a command          x   give up
  h   your hand in words      l   what has happened
  ?   this help               q   leave
  PageUp, PageDown            scroll the chronicle

After / every command of the line mode works, such as `card fox`,
`moves`, `log 50`, `mute`, `claim`; `help` lists them.
A heavy frame: it can be used now. A double frame: it is chosen."""


class TableScreen(Screen[None]):
    """A person's place at one table, match after match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("m", "menu", "Moves"),
        Binding("u", "word('undo')", "Undo"),
        Binding("d", "word('draw')", "Draw"),
        Binding("c", "line('chat')", "Chat"),
        Binding("slash,colon", "line('command')", "Command", key_display="/"),
        Binding("x", "word('concede')", "Give up"),
        Binding("q", "leave", "Leave"),
        Binding("ctrl+c,ctrl+q", "leave", show=False),
        Binding("i", "why", show=False),
        Binding("h", "word('hand')", show=False),
        Binding("l", "word('log')", show=False),
        Binding("escape", "cancel", show=False),
        Binding("up", "move('up')", show=False),
        Binding("down", "move('down')", show=False),
        Binding("left", "move('left')", show=False),
        Binding("right", "move('right')", show=False),
        Binding("tab", "jump(1)", show=False),
        Binding("shift+tab", "jump(-1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 (as Textual declares it)
    VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall")]  # noqa: RUF012 (the same)

    def __init__(self, host: Host, log: str | None, *, lively: bool) -> None:
        """`log`: where the log is to go. `lively`: what was struck is shown by a flash."""
        super().__init__()
        self._host, self._log, self._lively = host, log, lively
        self._announcer = Announcer(typing=False)
        self._dialogue = Dialogue(self._announcer, careful=True, lasting=host.lasting)
        self._felt, self._chronicle = Felt(), Chronicle()
        self._sent_at = -1
        """For which place of the log an action is under way: until it is answered nothing can be done."""
        self._shown_at = -1
        """Which place of the log is to be seen, and what is offered is for: the match may be further."""
        self._leaving = self._kept = self._was_mine = False
        self.farewell: list[Line] = []
        """What should still be read when the table is gone."""

    def compose(self) -> ComposeResult:
        """Felt and chronicle, a line to type on, and the keys."""
        yield Container(self._felt, self._chronicle, id="middle")
        yield Input(id="line", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Sit down."""
        self._felt.wait("Shuffling…")
        self.set_interval(1, self._tick)
        self.run_worker(self._listen())

    @property
    def _mirror(self) -> Mirror | None:
        return self._announcer.mirror

    @property
    def awaited(self) -> bool:
        """Whether it is the person's move, they see that, and nothing they did is still under way."""
        return self._mirror is not None and self._to_move and self._shown_at == self._mirror.standing.at

    @property
    def _to_move(self) -> bool:
        mirror = self._mirror
        return mirror is not None and mirror.my_move and self._sent_at != mirror.standing.at

    # --- news ---

    async def _listen(self) -> None:
        try:
            async for news in self._host.news():
                await self._hear(news)
        except (ConnectionError, ProofRejected, Refused, Trouble) as trouble:
            self.app.exit(trouble)

    async def _hear(self, news: News) -> None:
        if isinstance(news, Rejected) and self._mirror is None:
            raise Trouble(f"the server refuses: {news.message}")
        lines = self._announcer.hear(news, _now())
        if isinstance(news, LobbyOpened):
            lines += self._host.invite(news)
        self._chronicle.tell(lines)
        if self._mirror is None:
            self._felt.wait("\n".join(text for _, text in lines) or "Waiting…")
            return
        if isinstance(news, Seated):
            self._kept = False
            if isinstance(self.app.screen, End):
                self.app.screen.dismiss("")
        if isinstance(news, Seated | Rejected):
            self._sent_at = -1
        more = self._dialogue.follow(news)
        if more is not None and more.say is not None:
            self._carry_out(more)
        await self._show(flash=isinstance(news, Moved) and self._lively)
        moved = isinstance(news, Moved | Seated)
        if moved and self._felt.crowded and not self._felt.hints and self.app.screen is self:
            self.action_menu()  # nothing on the table answers: here is what does
        was_mine, self._was_mine = self._was_mine, self._mirror.my_move
        if self._was_mine and not was_mine:
            self._felt.start()
            if self._host.lasting:
                self.app.bell()
        if self._announcer.over and not self._kept:
            self._kept = True
            await self._end(self._mirror)

    async def _show(self, *, flash: bool = False) -> None:
        mirror = self._mirror
        if mirror is None:
            return
        at, look = mirror.standing.at, self._look(mirror)
        with self.app.batch_update():
            await self._felt.show(mirror.game, look, flash=flash)
            await self._felt.offer(look, moves(mirror) if self._to_move else [], self._words(mirror))
            self._ask()
        self._shown_at = at
        self.refresh_bindings()

    def _look(self, mirror: Mirror) -> Look:
        passed = _now() - self._announcer.heard_at if not self._announcer.over else 0
        clocks = [time_left(mirror, seat, passed) for seat in range(len(mirror.names))]
        return Look(mirror.state, mirror.seat, mirror.names, mirror.faces, clocks)

    def _words(self, mirror: Mirror) -> list[Button]:
        """What the situation asks of the person besides a move."""
        if mirror.seat < 0:
            return []
        if self._announcer.over:
            return [Button("a", "Play again", word="again")]
        words = []
        if mirror.offer is not None and mirror.offer[1] != mirror.seat:
            words += [Button("y", "Accept", word="accept"), Button("n", "Decline", word="decline")]
        if not all(mirror.present):
            words.append(Button("w", "Claim the win", word="claim"))
        return words

    def _ask(self) -> None:
        mirror = self._mirror
        if mirror is None:
            return
        text = self._dialogue.prompt(_now()).rstrip("> ")
        if mirror.my_move:
            text = self._felt.asks(self._look(mirror)) or text
        if self._announcer.over and mirror.standing.outcome is not None:
            text = result(mirror.standing.outcome, mirror.names, mirror.seat)
        elif mirror.offer is not None and mirror.offer[1] != mirror.seat and mirror.seat >= 0:
            thing = "a draw" if mirror.offer[0] == "draw" else "an undo"
            text = f"{mirror.names[mirror.offer[1]]} asks for {thing}"
        elif self._felt.picking:
            text = f"{self._felt.picking}: choose a target, or Esc"
        self._felt.prompt(text[:1].upper() + text[1:])

    async def _tick(self) -> None:
        """Clocks run."""
        if self._mirror is not None and self._mirror.clock.turn and not self._announcer.over:
            await self._felt.show(self._mirror.game, self._look(self._mirror), flash=False)
            self._ask()

    async def _end(self, mirror: Mirror) -> None:
        assert mirror.standing.outcome is not None
        lines: list[Line] = []
        if mirror.seat >= 0:
            log = await self._host.log()
            lines = await asyncio.to_thread(keep, mirror, log, self._log)
        self._chronicle.tell(lines)
        how = result(mirror.standing.outcome, mirror.names, mirror.seat)
        self.farewell = [("heading", how), *lines]
        if self._leaving:
            self.app.exit()
        else:
            self.app.push_screen(End(how, lines, player=mirror.seat >= 0), self._after)

    def _after(self, answer: str | None) -> None:
        if answer:
            self.action_word(answer)

    # --- the person ---

    def on_spot_looked(self, event: Spot.Looked) -> None:
        """Cursor or mouse is on something; a moment later it may be elsewhere."""
        if event.spot is self.focused or event.spot.mouse_hover:
            self._felt.look_at(event.spot)

    async def on_spot_pointed(self, event: Spot.Pointed) -> None:
        """Something is meant."""
        if isinstance(event.spot, PieceBox):
            await self._point(event.spot)
        elif isinstance(event.spot, Pill):
            await self._press(event.spot.key)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move of the list."""
        await self._act(self._felt.listed(event.option_index))

    async def on_key(self, event: events.Key) -> None:
        """The keys that stand on things and buttons."""
        if isinstance(self.focused, Input) or event.character is None:
            return
        if event.character in self._felt.hints:
            event.stop()
            await self._point(self._felt.hints[event.character])
        elif await self._press(event.character):
            event.stop()

    async def _point(self, spot: PieceBox) -> None:
        spot.focus()
        meant = self._felt.point(spot)
        if len(meant) == 1:
            await self._act(meant[0])
        elif meant:
            self.app.push_screen(Menu([move.label for move in meant]), self._chosen)
        self._ask()

    async def _press(self, key: str) -> bool:
        for button in self._felt.buttons:
            if button.key == key:
                if button.word == "moves":
                    self.action_menu()
                elif button.word:
                    self.action_word(button.word)
                elif button.move is not None:
                    await self._act(button.move)
                return True
        return False

    async def _act(self, move: Move) -> None:
        if self._mirror is None or not self.awaited:
            return
        self._carry_out(self._dialogue.act(move))

    def _carry_out(self, reaction: Reaction) -> None:
        if self._mirror is not None and isinstance(reaction.say, Act):
            self._sent_at = self._mirror.standing.at
        self.run_worker(self._react(reaction))

    async def _react(self, reaction: Reaction) -> None:
        """What follows from what the person did, as the dialogue says it."""
        if self._dialogue.asked:
            answer = await self.app.push_screen_wait(Question(" ".join(text for _, text in reaction.lines)))
            await self._react(self._dialogue.typed(answer))
            return
        page = [text for kind, text in reaction.lines if kind == "table"]
        if page:
            self.app.push_screen(Page("Facedown", "\n".join(page)))
        else:
            self._chronicle.tell(reaction.lines)
        if reaction.say is not None:
            try:
                await self._host.say(reaction.say)
            except ConnectionError as error:
                self._sent_at = -1
                self._chronicle.tell([("error", f"That was not sent: {error}.")])
        if reaction.leave:
            self._leave()

    def _leave(self) -> None:
        # Here leaving gives up: the match ends like any other, with a log, before the table goes.
        self._leaving = True
        if self._mirror is None or self._announcer.over or self._host.lasting:
            self.app.exit()

    # --- keys ---

    def action_word(self, word: str) -> None:
        """Say this to the dialogue."""
        self._carry_out(self._dialogue.typed(f"/{word}"))

    async def action_leave(self) -> None:
        """Leave, if that is really meant."""
        mirror = self._mirror
        if self._host.lasting and mirror is not None and mirror.seat >= 0 and not self._announcer.over:
            self.app.push_screen(Question(STAY), self._stand_up)
        else:
            self._carry_out(self._dialogue.quit())

    async def _stand_up(self, answer: str | None) -> None:
        if answer:
            with suppress(ConnectionError):
                await self._host.leave()
            self.farewell = [("hint", LEFT)]
            self._leave()

    def action_help(self) -> None:
        """The keys, and the signs of the game."""
        signs = view_of(self._mirror.game.name).legend() if self._mirror is not None else {}
        legend = "".join(
            f"\n  {sign}  {meaning}"
            if len(sign) == 1
            else f"\n  {'z' if sign == 'zzz' else sign[0].upper()}  {sign}: {meaning}"
            for sign, meaning in signs.items()
        )
        self.app.push_screen(Page("Help", HELP + ("\n\nSigns:" + legend if legend else "")))

    def action_why(self) -> None:
        """Why what the cursor is on is what it is, in games that can tell."""
        mirror, spot = self._mirror, self.focused
        if mirror is None or not isinstance(spot, PieceBox) or not spot.piece.called:
            return
        if "why" in talk_of(mirror.game.name).commands:
            self.action_word(f"why {spot.piece.called}")

    def action_menu(self) -> None:
        """All moves by name."""
        labels, mirror = self._dialogue.moves, self._mirror
        if labels and mirror is not None:
            question = talk_of(mirror.game.name).question(mirror)
            self.app.push_screen(Menu(labels, question), self._chosen)
        else:
            self._chronicle.tell([("hint", "It is not your move.")])

    def _chosen(self, label: str | None) -> None:
        if label:
            self._carry_out(self._dialogue.typed(label))

    def action_cancel(self) -> None:
        """Esc: close the line, or take the choice back."""
        line = self.query_one("#line", Input)
        if line.display:
            line.display = False
            self._felt.start()
        else:
            self._felt.cancel()
            self._ask()

    def action_move(self, way: Way) -> None:
        """An arrow."""
        self._felt.move(way)

    def action_jump(self, by: int) -> None:
        """Tab."""
        self._felt.jump(by)

    def action_page(self, way: int) -> None:
        """Back and forth in the chronicle."""
        if way < 0:
            self._chronicle.scroll_page_up(animate=False)
        else:
            self._chronicle.scroll_page_down(animate=False)

    def action_line(self, purpose: str) -> None:
        """A line to type on: something to say, or a command."""
        line = self.query_one("#line", Input)
        line.value = ""
        line.set_class(purpose == "chat", "-chat")
        line.placeholder = (
            "say to the table" if purpose == "chat" else "a move or a command, such as: card fox"
        )
        line.display = True
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """What was typed goes to the dialogue."""
        chat = event.input.has_class("-chat")
        event.input.display = False
        self._felt.start()
        if event.value.strip():
            self._carry_out(self._dialogue.typed(f"/chat {event.value}" if chat else event.value))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What makes no sense now is shown weaker."""
        mirror = self._mirror
        if action == "word" and parameters[0] in ("undo", "draw", "concede"):
            playing = mirror is not None and mirror.seat >= 0 and not self._announcer.over
            if not playing or (
                parameters[0] == "undo" and mirror is not None and not mirror.standing.undoable
            ):
                return None
        return True


def _now() -> int:
    return monotonic_ns() // 1_000_000
