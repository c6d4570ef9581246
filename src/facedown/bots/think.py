"""One choice as a plain function on plain data, so that another process can make it."""

from collections.abc import Sequence

from facedown.bots.registry import make_bot
from facedown.kernel import Face, Faces, Seat, decode, encode
from facedown.table import find_game


def think(  # noqa: PLR0917 (executors pass arguments by position)
    game: str,
    state: bytes,
    seat: Seat,
    faces: Faces,
    bot: str,
    deck: Sequence[Face] | None = None,
    seed: int | None = None,
) -> bytes:
    """The canonical bytes of the action that this bot chooses; `state` comes in its canonical bytes too.

    Game and bot are called by name. Made for a pool of spawned processes, where a server lets its bots think.
    """
    rules = find_game(game)
    return encode(make_bot(bot, seed, deck=deck).choose(rules, decode(state, rules.state_type), seat, faces))
