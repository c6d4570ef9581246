"""The table as an application: run it on a terminal, and read what is left when it is over."""

from textual.app import App
from textual.theme import Theme

from facedown.client.console import Console
from facedown.client.tui.host import Host
from facedown.client.tui.table import TableScreen
from facedown.client.tui.window import forgiving, hung_up

FELT = Theme(
    name="felt",
    primary="#7fb8a4",
    secondary="#c9a66b",
    accent="#e8c26a",
    warning="#f0a35e",
    error="#e5746b",
    success="#8fce8a",
    foreground="#e6e2d6",
    background="#0e1a18",
    surface="#142622",
    panel="#1c332e",
    dark=True,
)


class TableApp(App[Exception]):
    """One window, one table. Its result is what went wrong, if anything did."""

    CSS_PATH = "table.tcss"
    TITLE = "Facedown"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, host: Host, log: str | None = None, *, lively: bool = True) -> None:
        super().__init__()
        self.table = TableScreen(host, log, lively=lively)

    def on_mount(self) -> None:
        """Sit down."""
        self.register_theme(FELT)
        self.theme = FELT.name
        self.push_screen(self.table)
        self.set_interval(1, self._leave_a_closed_window)

    def _leave_a_closed_window(self) -> None:
        # Textual's reader spins for ever on a terminal that is gone, and nobody is there to quit.
        if hung_up(0):
            self.exit()


async def sit(host: Host, log: str | None) -> None:
    """Play on the terminal's table until the person has enough; raises what ended it, if something did."""
    app = TableApp(host, log)
    with forgiving():
        trouble = await app.run_async()
    Console().print(app.table.farewell)
    if trouble is not None:
        raise trouble
