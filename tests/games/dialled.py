"""Magic without enforced rules at a real table, for tests."""

from collections.abc import Sequence
from typing import Any

from facedown.dealers import House
from facedown.games.magic.dial import parse_command
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions, Obj, Player, Status, index
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Seat
from facedown.table import Step, Table
from facedown.table.entries import Acted

NAMES = ("Ann", "Bob", "Cid", "Dan")
BEARS = ("grizzly-bears",) * 20 + ("forest",) * 20


class Kitchen:
    """A table, and short ways to do things at it."""

    def __init__(
        self,
        dial: str = "free",
        decks: Sequence[Sequence[str]] = (BEARS, BEARS),
        secret: bytes = bytes(32),
        **options: Any,
    ) -> None:
        self.table, steps = Table.open(
            MAGIC,
            House(secret, decks),
            match="kitchen",
            names=NAMES[: len(decks)],
            decks=[tuple(deck) for deck in decks],
            options=MagicOptions(dial=dial, **options),  # type: ignore[arg-type]
        )
        self.lines = [step.line for step in steps]
        """The log."""

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def first(self) -> Seat:
        return int(self.state.active)

    def act(self, seat: Seat, command: Any) -> list[Step]:
        steps = self.table.act(seat, command, self.table.time + 10)
        self.lines += [step.line for step in steps]
        return steps

    def type(self, seat: Seat, words: str) -> list[Step]:
        """What a player types."""
        faces = self.table.faces[seat]
        return self.act(seat, parse_command(self.state, seat, words, faces, self.table.names))

    def own(self, seat: Seat) -> Player:
        player: Player = self.state.players[seat]
        return player

    def held(self, seat: Seat, kind: str = "Creature") -> int:
        """A card of a type in a player's hand; the player draws until there is one."""
        for _ in range(40):
            for ref in self.own(seat).hand:
                face = self.table.faces[seat][ref]
                if kind in printed_card(Obj(-1, -1, "hand", 0, 0, face)).types:
                    return ref
            self.type(seat, "draw")
        raise AssertionError(f"no {kind}")

    def put(self, seat: Seat, kind: str = "Creature") -> int:
        """A card of a type from a player's hand onto the battlefield."""
        ref = self.held(seat, kind)
        self.type(seat, f"move #{ref} to battlefield")
        return ref

    def obj(self, key: int) -> Obj:
        found: Obj = index(self.state.objects)[key]
        return found

    def status(self, key: int) -> Status:
        found: Status = index(self.state.status)[key]
        return found

    def seen(self, key: int) -> Any:
        return view_of(self.state).seen[key]

    def told(self, steps: list[Step], seat: Seat = -1) -> list[str]:
        """What somebody hears of some steps, told after them."""
        faces = self.table.faces[seat] if seat >= 0 else {}
        return [
            MAGIC.say(self.state, event, self.table.names, faces) for step in steps for event in step.events
        ]


def events(steps: list[Step]) -> list[str]:
    """The events of some steps, by name."""
    return [type(event).__name__ for step in steps for event in step.events]


def opened(step: Step) -> tuple[tuple[int, str], ...]:
    """What an action has turned up."""
    assert isinstance(step.entry.body, Acted)
    return step.entry.body.faces
