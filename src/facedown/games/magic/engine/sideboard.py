"""What stays out of the game: the sideboard is chosen in secret before the first card is drawn (100.4)."""

from facedown.cards.legality import most_aside, usual_aside
from facedown.games.magic.engine.run import Run, task
from facedown.games.magic.events import SideboardLocked
from facedown.games.magic.state import MagicOptions, Prompt, Task
from facedown.kernel import Search


def has_sideboard(options: MagicOptions, cards: int) -> bool:
    """Whether so many cards, a commander not counted, are a deck with a sideboard."""
    return options.sideboard and usual_aside(options.format, cards) > 0


@task("sideboard")
def lock(run: Run, task: Task) -> None:
    """A player looks through the whole deck and says how many cards stay out; which, the dealer is told.

    The list's end, its sideboard, lies at the bottom, and a search without a wish takes from there.
    """
    pool = run.state.players[task.seat].library
    options = run.state.options
    numbers = tuple((number,) for number in range(most_aside(options.format, len(pool)) + 1))
    usual = usual_aside(options.format, len(pool))
    about = "how many cards stay in the sideboard"
    count = int(
        run.choose(Prompt(task.seat, "sideboard", numbers, about=about, default=(usual,), sees=pool))[0]
    )
    given = run.renew(
        task.seat,
        Search(task.seat, pool, count),
        lambda given: (*given.refs, *given.rest),
        shuffled=True,
    )
    run.emit(SideboardLocked(task.seat, given.refs))
