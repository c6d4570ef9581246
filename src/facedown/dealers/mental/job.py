"""A job: something the players owe each other together, part by part."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from facedown.dealers.dealer import Task
from facedown.dealers.mental.ledger import Ledger, context
from facedown.dealers.mental.parts import AnyPart
from facedown.kernel import IllegalAction, InvalidAction, Seat


class Job(ABC):
    """Takes parts, checks each, and knows who is next. The same on the server, at home and in an audit."""

    def __init__(self, ledger: Ledger, number: int, place: int, head: str) -> None:
        self.ledger, self.number, self.place, self.head = ledger, number, place, head

    @property
    @abstractmethod
    def step(self) -> str:
        """The name of what is done now."""

    @abstractmethod
    def awaited(self) -> Sequence[Seat]:
        """The seats that owe a part now; none when the job is done."""

    @abstractmethod
    def take(self, seat: Seat, part: AnyPart) -> None:
        """A part of an awaited seat; `BadProof` if it does not hold, and then nothing has changed."""

    @property
    def done(self) -> bool:
        """Whether nothing is owed any more."""
        return not self.awaited()

    def tasks(self) -> list[Task]:
        """What is owed now, by whom."""
        step = self.step
        return [Task(self.number, seat, step, self.place, self.head) for seat in self.awaited()]

    def context(self, seat: Seat) -> bytes:
        """What a seat's proof in this step is bound to."""
        return context(self.ledger.session, self.number, self.head, seat, self.step)

    def accept(self, seat: Seat, part: AnyPart) -> None:
        """Take a part, if this seat owes one."""
        if seat not in self.awaited():
            raise IllegalAction("nothing is asked of you now")
        self.take(seat, part)


def wrong(part: AnyPart) -> InvalidAction:
    """The refusal of a part of another kind."""
    return InvalidAction(f"a {type(part).__name__.lower()} part is not what is asked of you now")
