"""Collecting garbage stops everybody for as long as it takes: so only what is young is ever looked at.

Matches and lines live long and hold each other in no circles: counting references frees them. To look through
all of them for circles took 0.2 s for a thousand matches, and found nothing.
"""

import gc

EVERY = 0.25
"""Seconds between two looks at how much has come to stay."""
MANY = 2
"""Collections of the youngest, after which what is left counts as old: the more, the longer a look at it."""


def begin() -> None:
    """What was imported stays for good; from now on, only what is young is collected."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10_000, 10_000)


def settle() -> None:
    """Look once more at what has come to stay, and then no longer."""
    if gc.get_count()[1] >= MANY:
        gc.collect(1)
        gc.freeze()


def clear() -> None:
    """Look at everything, while nobody plays."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
