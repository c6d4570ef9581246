"""A dealer that knows only what is on the record: it follows a match without any secret."""

from collections import deque
from collections.abc import Mapping, Sequence

import msgspec

from facedown.dealers.dealer import Dealer, Faulty
from facedown.kernel import Answer, Choice, Face, Ref, Request, Wish, renewed


class Witness(Dealer):
    """Repeats recorded answers. Spectators, mirrors and unfinished logs use it; proof comes at the end."""

    name = "witness"

    def __init__(self, commitment: str, decks: tuple[str, ...], sizes: Sequence[int]) -> None:
        super().__init__()
        self._commitment = commitment
        self._decks = decks
        self._next = sum(sizes)
        self._answers: deque[Answer] = deque()
        self._faces: dict[Ref, Face] = {}
        self._reveal: msgspec.Raw | None = None

    def hear(self, answer: Answer) -> None:
        """The next recorded answer."""
        self._answers.append(answer)

    def see(self, faces: Mapping[Ref, Face]) -> None:
        """Cards that were turned up."""
        self._faces.update(faces)

    def hear_reveal(self, reveal: msgspec.Raw) -> None:
        """What the dealer revealed at the end."""
        self._reveal = reveal

    def commitment(self) -> str:
        """As recorded."""
        return self._commitment

    def deck_commitments(self) -> tuple[str, ...]:
        """As recorded."""
        return self._decks

    def seed(self, match: str, nonces: Sequence[str]) -> None:
        """Nothing follows from it here."""

    def answer(self, request: Request, at: int) -> Answer | None:
        """The recorded answer; the refs that it brings must never have been used before."""
        if not self._answers:
            return None
        answer = self._answers.popleft()
        if fresh := renewed(answer):
            if fresh != tuple(range(self._next, self._next + len(fresh))):
                raise Faulty(f"a {type(request).__name__.lower()} did not bring fresh refs", at)
            self._next += len(fresh)
        return answer

    def wish(self, choice: Choice, wish: Wish, at: int) -> str:  # noqa: ARG002
        """Nobody tells a witness what is secret."""
        raise Faulty("a witness carries out no wishes", at)

    def recall(self, choice: Choice, sealed: str, at: int) -> str:  # noqa: ARG002
        """As recorded: nobody can read it yet."""
        return sealed

    def open(self, refs: Sequence[Ref]) -> dict[Ref, Face]:
        """As recorded."""
        return {ref: self._faces[ref] for ref in refs if ref in self._faces}

    def face(self, ref: Ref) -> Face | None:
        """Only what was turned up."""
        return self._faces.get(ref)

    def reveal(self) -> msgspec.Raw | None:
        """As recorded."""
        return self._reveal
