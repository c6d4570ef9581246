"""What has to be done once before there are threads.

msgspec finds out what a struct is made of when it first reads one; another thread that reads the same struct
meanwhile finds half of it, and the process crashes (seen with msgspec 0.22). So all of them are found out
here, on one thread, before any other begins. Nor shall anybody wait later for a game to be imported.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import msgspec

from facedown.bots.registry import bots
from facedown.server.logs import cause, log
from facedown.table.registry import dealers, find_dealer, find_game, games


@cache
def prepare() -> int:
    """Import every game and dealer, and have msgspec look at every struct that there is. Returns how many."""
    bots()
    for find, names in ((find_game, games()), (find_dealer, dealers())):
        for name in names:
            try:
                find(name)
            except Exception as error:  # somebody else's package: whoever asks for it will hear of it
                log("cannot be played", level="ERROR", name=name, **cause(error))
    structs = {*_below(msgspec.Struct)}
    for struct in structs:
        with suppress(TypeError, NameError):  # those that only others are made of
            msgspec.json.Decoder(struct)
    return len(structs)


def _below(kind: type) -> Iterator[type]:
    each: type
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
