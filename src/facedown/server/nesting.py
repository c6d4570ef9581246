"""How deep a message goes is checked before it is read: what decoders do then differs by interpreter."""

import re
from itertools import accumulate

from facedown.kernel import InvalidAction

DEEPEST = 64
"""Lists and objects inside each other. What our own clients send has less than ten."""

_STRINGS = re.compile(rb'"(?:[^"\\]++|\\[\x00-\xff])*+"?')
"""A string, or what begins like one. Never goes back: linear in the length, whatever is sent."""
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = {byte: 1 if byte in b"[{" else -1 for byte in b"[]{}"}


def check_nesting(data: bytes) -> None:
    """Raise `InvalidAction` if this JSON goes too deep."""
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return
    brackets = _STRINGS.sub(b"", data).translate(None, _NO_BRACKETS)
    if max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST:
        raise InvalidAction(f"a message has at most {DEEPEST} lists and objects inside each other")
