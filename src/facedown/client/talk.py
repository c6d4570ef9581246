"""What a game adds to the conversation at a table: moves with wishes, questions, and commands of its own."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

import msgspec

from facedown.kernel import Wish
from facedown.table.mirror import Mirror


class Move(msgspec.Struct, frozen=True):
    """Something that may be done now, what it is called, and the wish that goes with it."""

    label: str
    action: Any
    wish: Wish = ()


Answer: TypeAlias = Move | list[str]
"""What a command comes to: a move, or lines to read."""
Command: TypeAlias = Callable[[Mirror, str], Answer]


class Talk(Protocol):
    """One game's part of the conversation. A game without one gets `PlainTalk`."""

    help: str
    """Lines about its commands; empty for none."""
    commands: Mapping[str, Command]

    def moves(self, mirror: Mirror) -> list[Move]:
        """Everything this seat may do now."""

    def question(self, mirror: Mirror) -> str:
        """What this seat is asked, if it is more than `make a move`."""

    def understand(self, mirror: Mirror, text: str) -> Answer | None:
        """A move in words that no list has, or what is wrong with them; None if no such moves are made."""


class PlainTalk:
    """Legal actions by their labels, and nothing else."""

    help = ""
    commands: Mapping[str, Command] = {}

    def moves(self, mirror: Mirror) -> list[Move]:
        """As the game lists and calls them."""
        return [
            Move(mirror.game.label(mirror.state, mirror.seat, action, mirror.faces), action)
            for action in mirror.legal()
        ]

    def question(self, mirror: Mirror) -> str:  # noqa: ARG002 (of every game)
        """None."""
        return ""

    def understand(self, mirror: Mirror, text: str) -> Answer | None:  # noqa: ARG002
        """Nothing."""
        return None


def talk_of(game: str) -> Talk:
    """A game's own talk, or the plain one that serves every game."""
    if game == "magic":
        from facedown.client.magic import MagicTalk

        return MagicTalk()
    return PlainTalk()


def moves(mirror: Mirror | None) -> list[Move]:
    """Everything that may be done now."""
    if mirror is None or not mirror.my_move:
        return []
    return talk_of(mirror.game.name).moves(mirror)


def menu(mirror: Mirror | None) -> dict[str, Move]:
    """Everything that may be done now by its label. Two moves that read the same are the same to a person."""
    found: dict[str, Move] = {}
    for move in moves(mirror):
        found.setdefault(move.label, move)
    return found
