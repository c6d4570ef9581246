"""Numbers from a key: the same for everybody who knows the key, unforeseeable for everybody else."""

from collections.abc import MutableSequence
from typing import Any

from facedown.kernel import digest


class Stream:
    """An endless run of fair numbers, SHA-256 in counter mode."""

    def __init__(self, *key: bytes) -> None:
        self._key = digest(*key)
        self._count = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each exactly equally likely: the uneven rest is thrown away."""
        if not 0 < limit <= 1 << 64:
            raise ValueError(f"no fair number below {limit}")
        fair = (1 << 64) // limit * limit
        while True:
            word = self._word()
            if word < fair:
                return word % limit

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Fisher and Yates: every order equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _word(self) -> int:
        if not self._words:
            block = digest(self._key, self._count.to_bytes(8, "big"))
            self._count += 1
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._words.pop()
