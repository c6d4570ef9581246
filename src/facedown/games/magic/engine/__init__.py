"""The rules at work. `run` is the heart; each other file is one part of the rules."""


def load() -> None:
    """Import every file that registers tasks or operations."""
    from facedown.games.magic.engine import (  # noqa: F401
        casting,
        combat,
        do_flow,
        do_objects,
        do_players,
        opening,
        priority,
        resolve,
        sideboard,
        turn,
    )
