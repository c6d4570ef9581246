"""What a game tells the table: its things in rows, and which thing each action begins and ends at.

A new game writes a `GameView` and no more; without one it gets `plain`, its own words and a list of moves.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from facedown.client.talk import Move
from facedown.kernel import Faces, Seat

Key: TypeAlias = str
"""The name of a thing on the table: `c12`, `hero1`, `end`."""


class Look(msgspec.Struct, frozen=True):
    """A state, who is looking at it, and what they know."""

    state: Any
    seat: Seat
    """-1 for a spectator."""
    names: Sequence[str]
    faces: Faces
    clocks: Sequence[str] = ()
    """The time that each seat has left, in words; empty without clocks."""

    @property
    def near(self) -> Seat:
        """The seat at the near edge."""
        return max(self.seat, 0)


class Piece(msgspec.Struct, frozen=True):
    """One thing on the table."""

    key: Key
    kind: Literal["hero", "unit", "card", "back"]
    title: str
    numbers: str = ""
    """What is compared at a glance: attack and health."""
    cost: str = ""
    """What it costs; of a hero, what there is to spend."""
    meter: float | None = None
    """How full a bar beside the numbers is, from 0 to 1."""
    tint: str = ""
    """The colour of the title, for the eye alone."""
    signs: Sequence[str] = ()
    """Words such as `guard`; a small box shows their first letters."""
    text: str = ""
    """What a large box prints below the title."""
    detail: str = ""
    """Everything about it, for those who want to know."""
    faint: bool = False
    """It can do nothing now."""
    chosen: bool = False
    """The person has chosen it already, and may choose more."""
    called: str = ""
    """What commands call it, if they can be asked about it."""


class Row(msgspec.Struct, frozen=True):
    """Things side by side. Rows stand from the far edge to the near one."""

    name: str
    pieces: Sequence[Piece]
    empty: str = ""
    """What stands there if nothing does."""
    far: bool = False
    """It lies beyond the middle, where the buttons are."""
    style: str = ""
    """How it is drawn, for the style sheet: `chips` are things on one line."""


class Gesture(msgspec.Struct, frozen=True):
    """Where an action begins and ends. Without a source it is a button, on this key of the keyboard."""

    source: Key = ""
    target: Key = ""
    key: str = ""
    label: str = ""
    """What stands on the button, if that is not the label of the action."""
    listed: bool = False
    """If it does not begin at a thing on the table, only the list of all moves has it."""


class GameView(Protocol):
    """How one game lies on the table."""

    def rows(self, look: Look) -> Sequence[Row]:
        """Everything on the table; no rows: the game's own text is shown, and a list of moves."""

    def gesture(self, look: Look, move: Move) -> Gesture:
        """What to do with which things to make this move."""

    def prompt(self, look: Look) -> str:
        """What a person is asked whose move it is; empty for the usual words."""

    def legend(self) -> Mapping[str, str]:
        """What the signs mean, for the help."""


def view_of(game: str) -> GameView:
    """A game's own view, or the plain one that serves every game."""
    if game == "duel":
        from facedown.client.tui.duel import DuelView

        return DuelView()
    if game == "magic":
        from facedown.client.tui.magic import MagicView

        return MagicView()
    from facedown.client.tui.plain import PlainView

    return PlainView()
