"""Whose turn it is, where all are to have one in the same time, and not all at once."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Rota(Generic[T]):
    """Members in so many groups; each round every group has its turn, one after the other."""

    def __init__(self, groups: int) -> None:
        self._groups: list[set[T]] = [set() for _ in range(groups)]
        self._of: dict[T, set[T]] = {}
        self._turn = -1

    def add(self, member: T) -> None:
        """To the smallest group, so that no turn is longer than the others."""
        self._of[member] = group = min(self._groups, key=len)
        group.add(member)

    def discard(self, member: T) -> None:
        """No more turns for this one."""
        self._of.pop(member, set()).discard(member)

    def next(self) -> list[T]:
        """Those whose turn it is now."""
        self._turn = (self._turn + 1) % len(self._groups)
        return [*self._groups[self._turn]]
