"""Why a message changes nothing. Each error is one clear sentence for the person who sent it."""

from facedown.kernel.printable import printable

LONGEST = 500
"""Characters of a reason. It may quote what a stranger sent."""


class Refused(Exception):
    """The root of every refusal: the state is as it was. The reason is one printable line."""

    code = "refused"

    def __init__(self, why: str) -> None:
        line = why if len(why) <= LONGEST else why[:LONGEST] + "…"
        super().__init__(printable(line))


class InvalidAction(Refused):
    """Not an action of this game at all: malformed, unknown, of the wrong type."""

    code = "invalid"


class IllegalAction(Refused):
    """A well-formed action that the rules do not allow here and now."""

    code = "illegal"


class StaleAction(Refused):
    """An action meant for another place in the log: late, early or sent twice."""

    code = "stale"


class ProofRejected(Refused):
    """Somebody claimed what does not hold: says who, at which entry, and why."""

    code = "proof"

    def __init__(self, who: str, why: str, at: int | None = None) -> None:
        self.who, self.why, self.at = who, why, at
        place = "" if at is None else f" at entry {at}"
        super().__init__(f"{who}{place}: {why}")
