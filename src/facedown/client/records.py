"""What remains of a match: its log, the verdict on it, and how to look at it again."""

from datetime import datetime
from pathlib import Path
from shlex import quote

from facedown.client import files, places
from facedown.client.announcer import Line
from facedown.client.sealing import sealed
from facedown.client.trouble import Trouble
from facedown.kernel import ProofRejected
from facedown.table.mirror import Mirror

_DEALT = "every card follows from the dealer's secret"


def keep(mirror: Mirror, log: bytes, wanted: str | None) -> list[Line]:
    """Check a finished match and write its log, where it was asked for or with the others."""
    try:
        mirror.audit(log)
        why = "every shuffle and every card is proved" if sealed(mirror) else _DEALT
        lines: list[Line] = [("heading", f"The match was fair: {why}.")]
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


def _place(mirror: Mirror) -> Path:
    when = datetime.now().strftime("%Y%m%d-%H%M%S")
    return places.matches() / f"{mirror.game.name}-{when}-{mirror.match[:8]}.log"
