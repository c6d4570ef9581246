"""What a benchmark prints."""

from collections.abc import Sequence

import msgspec


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One measured number. A goal is at least so much, or at most where `at_most` says so."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    peer: float | None = None
    """The same thing measured on somebody else's software in the same run."""
    at_most: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None if there is none."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.at_most else self.value >= self.goal


def as_json(figures: Sequence[Figure]) -> str:
    """`{"figures": […]}`, for machines."""
    return msgspec.json.format(msgspec.json.encode({"figures": figures}), indent=2).decode() + "\n"


def as_table(figures: Sequence[Figure]) -> str:
    """A table for people."""
    rows = [("figure", "value", "unit", "goal", "peer", "")]
    for figure in figures:
        goal = "" if figure.goal is None else f"{'<=' if figure.at_most else '>='} {_number(figure.goal)}"
        peer = "" if figure.peer is None else _number(figure.peer)
        verdict = {None: "", True: "met", False: "MISSED"}[figure.met]
        rows.append((figure.name, _number(figure.value), figure.unit, goal, peer, verdict))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    lines = []
    for name, value, unit, goal, peer, verdict in rows:
        cells = [name.ljust(widths[0]), value.rjust(widths[1]), unit.ljust(widths[2])]
        cells += [goal.ljust(widths[3]), peer.rjust(widths[4]), verdict]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.2f}"
