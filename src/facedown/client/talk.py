"""What a game adds to the conversation at a table: moves with wishes, questions, and commands of its own."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from facedown.kernel import Face, Wish
from facedown.table.mirror import Mirror

FEW = 15
"""So many answers to a question are listed unasked."""


class Move(msgspec.Struct, frozen=True):
    """Something that may be done now, what it is called, and the wish that goes with it."""

    label: str
    action: Any
    wish: Wish = ()
    then: tuple[str, ...] = ()
    """More that is meant with it: the labels of the moves to make one after another when it is made."""
    said: str = ""
    """What to tell the person who makes it, if nobody else would notice."""


Answer: TypeAlias = Move | list[str]
"""What a command comes to: a move, or lines to read."""
Command: TypeAlias = Callable[[Mirror, str], Answer]


class Talk(Protocol):
    """One game's part of the conversation. A game without one gets `PlainTalk`."""

    help: str
    """Lines about its commands; empty for none."""
    commands: Mapping[str, Command]
    verbs: Collection[str]
    """How moves begin, whether or not there is such a move now."""

    def moves(self, mirror: Mirror) -> list[Move]:
        """Everything this seat may do now."""

    def question(self, mirror: Mirror) -> str:
        """What this seat is asked, if it is more than `make a move`."""

    def offers(self, mirror: Mirror, labels: Sequence[str]) -> list[str]:
        """What may be answered to the question, in lines, if the moves by their labels are not it."""

    def understand(self, mirror: Mirror, text: str) -> Answer | None:
        """A move in words that no list has, or what is wrong with them; None if no such moves are made."""

    def refusal(self, mirror: Mirror, face: Face) -> str:
        """Why a card that is held cannot be played now; empty if that is not known."""


class PlainTalk:
    """Legal actions by their labels, and nothing else."""

    help = ""
    commands: Mapping[str, Command] = {}
    verbs: Collection[str] = ()

    def moves(self, mirror: Mirror) -> list[Move]:
        """As the game lists and calls them."""
        return [
            Move(mirror.game.label(mirror.state, mirror.seat, action, mirror.faces), action)
            for action in mirror.legal()
        ]

    def question(self, mirror: Mirror) -> str:  # noqa: ARG002 (of every game)
        """None."""
        return ""

    def offers(self, mirror: Mirror, labels: Sequence[str]) -> list[str]:  # noqa: ARG002
        """The moves by their numbers."""
        return numbered(labels)

    def understand(self, mirror: Mirror, text: str) -> Answer | None:  # noqa: ARG002
        """Nothing."""
        return None

    def refusal(self, mirror: Mirror, face: Face) -> str:  # noqa: ARG002
        """The rules are not known here."""
        return ""


def talk_of(game: str) -> Talk:
    """A game's own talk, or the plain one that serves every game."""
    if game == "magic":
        from facedown.client.magic import MagicTalk

        return MagicTalk()
    return PlainTalk()


def numbered(labels: Sequence[str]) -> list[str]:
    """Moves with the numbers that they may be called by; of many only the first."""
    lines = [f"{at + 1:4} {label}" for at, label in enumerate(labels[:FEW])]
    return lines if len(labels) <= FEW else [*lines, f"     and {len(labels) - FEW} more: `moves`"]


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
