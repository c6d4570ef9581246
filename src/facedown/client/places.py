"""Where the client keeps its files: data that people may want to see, and state that is for us alone."""

import os
from pathlib import Path

from facedown.client.trouble import Trouble


def matches() -> Path:
    """The logs of matches that were played here."""
    return _make(_base("XDG_DATA_HOME", ".local/share") / "matches")


def decks(game: str) -> Path:
    """The decks saved on this machine."""
    return _make(_base("XDG_DATA_HOME", ".local/share") / "decks" / game)


def facts(game: str) -> Path:
    """What is printed on cards that a game does not know, from the user's own file."""
    return _make(_base("XDG_DATA_HOME", ".local/share") / "facts") / f"{game}.json"


def server() -> Path:
    """Where `facedown serve` keeps its data."""
    return _base("XDG_DATA_HOME", ".local/share") / "server"


def sessions(host: str) -> Path:
    """Who we are on a server. Nobody else may read it: it holds tokens."""
    return _make(_base("XDG_STATE_HOME", ".local/state") / "sessions" / host, mode=0o700)


def key() -> Path:
    """The key that this machine's players sign with."""
    return _make(_base("XDG_STATE_HOME", ".local/state"), mode=0o700) / "player.key"


def known() -> Path:
    """The keys that we have met."""
    return _make(_base("XDG_STATE_HOME", ".local/state"), mode=0o700) / "known-keys.json"


def _base(variable: str, default: str) -> Path:
    # An empty or a relative path there is to be ignored, says the XDG specification.
    given = os.environ.get(variable, "")
    return (Path(given) if os.path.isabs(given) else Path.home() / default) / "facedown"


def _make(path: Path, mode: int = 0o755) -> Path:
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(
            f"cannot make {path}: {error.strerror}; set XDG_DATA_HOME and XDG_STATE_HOME to places of yours"
        ) from None
    return path
