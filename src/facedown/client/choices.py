"""From what a person types to one of the things that may be done."""

import re
from collections.abc import Sequence


def candidates(typed: str, labels: Sequence[str]) -> list[int]:
    """The places of the labels that this text may mean; a single one is the answer.

    The text may be a number as the list of moves prints it, counted from 1; or a label; or abbreviated words
    of one, `att hero with fox`.
    """
    if typed.strip().isdecimal():
        number = int(typed)
        return [number - 1] if 1 <= number <= len(labels) else []
    words = _words(typed)
    if not words:
        return []
    split = [_words(label) for label in labels]
    # From the strictest reading to the loosest; the first that fits anything decides.
    for fits in (_same, _from_the_start, _in_order, _in_any_order):
        found = [at for at, label in enumerate(split) if label and fits(words, label)]
        if found:
            return _plainest(found, split)
    return []


def _plainest(found: list[int], split: Sequence[list[str]]) -> list[int]:
    """If one label is how all the others begin, it is meant: `play Pup` rather than `play Pup 2`."""
    first = min(found, key=lambda at: len(split[at]))
    plain = split[first]
    return [first] if all(split[at][: len(plain)] == plain for at in found) else found


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'’]+", text.casefold())


def _abbreviates(short: str, word: str) -> bool:
    """A word by its beginning; a number only by itself, for there may be a tenth fox."""
    return short == word if short.isdecimal() else word.startswith(short)


def _same(words: list[str], label: list[str]) -> bool:
    return words == label


def _from_the_start(words: list[str], label: list[str]) -> bool:
    return _abbreviates(words[0], label[0]) and _in_order(words, label)


def _in_order(words: list[str], label: list[str]) -> bool:
    rest = iter(label)
    return all(any(_abbreviates(short, word) for word in rest) for short in words)


def _in_any_order(words: list[str], label: list[str]) -> bool:
    left = list(label)
    for short in words:
        meant = next((word for word in left if _abbreviates(short, word)), None)
        if meant is None:
            return False
        left.remove(meant)
    return True
