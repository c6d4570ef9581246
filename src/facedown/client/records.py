"""What remains of a match: its log, the verdict on it, and how to look at it again."""

from datetime import datetime
from pathlib import Path
from shlex import quote

from facedown.client import files, places
from facedown.client.announcer import Line
from facedown.client.sealing import sealed
from facedown.client.trouble import Trouble
from facedown.kernel import ProofRejected
from facedown.table.mirror import Mirror, Unchecked
from facedown.table.verify import Report

_DEALT = "every card follows from the dealer's secret"


def keep(mirror: Mirror, log: bytes | None, wanted: str | None) -> list[Line]:
    """Check a finished match and write its log, where it was asked for or with the others.

    Without a log there is nothing to write, and nothing to believe.
    """
    if log is None:
        return [("error", f"THE MATCH COULD NOT BE CHECKED. {Unchecked()}, and you have not signed it.")]
    try:
        lines = _verdict(mirror, mirror.audit(log))
    except ProofRejected as error:
        lines = [("error", f"THE MATCH WAS NOT FAIR. {error}")]
    path = Path(wanted) if wanted else _place(mirror)
    try:
        files.write(path, log)
    except Trouble as trouble:
        return [*lines, ("error", f"The log is lost: {trouble}.")]
    name = quote(str(path))
    lines += [("command", f"Check it yourself:  facedown verify {name}")]
    lines += [("command", f"See it again:       facedown replay {name}")]
    return lines


def _verdict(mirror: Mirror, report: Report) -> list[Line]:
    why = "every shuffle and every card is proved" if sealed(mirror) else _DEALT
    if report.attested:
        return [("heading", f"The match was fair: {why}.")]
    doubts: list[Line] = [("hint", f"  {doubt}") for doubt in report.attestation.doubts]
    return [("heading", f"The match kept the rules: {why}. But not all of it is attested:"), *doubts]


def _place(mirror: Mirror) -> Path:
    when = datetime.now().strftime("%Y%m%d-%H%M%S")
    return places.matches() / f"{mirror.game.name}-{when}-{mirror.match[:8]}.log"
