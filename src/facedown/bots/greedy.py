"""One step ahead: tries every action in its head and takes the one after which it stands best."""

from typing import Any

from facedown.bots.bot import AnyGame, Bot
from facedown.bots.imagine import Imagination, World
from facedown.kernel import Faces, Seat


class Greedy(Bot):
    """Does whatever improves its standing most, and passes the turn when nothing does."""

    def choose(self, game: AnyGame, state: Any, seat: Seat, faces: Faces) -> Any:
        """The action with the best outlook; among equals, any."""
        actions = game.legal(state, seat, faces)
        values = [value for value in game.foresee(state, seat, actions, faces) if value is not None]
        if len(values) < len(actions):  # a world is imagined only where something has to be tried
            world = Imagination(game, state, seat, faces, self.deck).world(self.rng)
            values = outlook(world, seat, actions)
        best = max(values)
        return self.rng.choice(
            [action for action, value in zip(actions, values, strict=True) if value == best]
        )


def outlook(world: World, seat: Seat, actions: list[Any]) -> list[int]:
    """How this seat would stand after each action.

    An action that gives the turn away is compared by another measure: sooner or later the turn ends anyway,
    so what the others gain by it (a card, say) is no reason to dread it. The best way to pass counts as
    standing still; any action that keeps the turn and improves on that comes first.
    """
    game = world.game
    values, passes = [], []
    foreseen = game.foresee(world.state, seat, actions, world.faces)
    for at, value in enumerate(foreseen):
        if value is not None:
            values.append(value)
            continue
        state = world.after(seat, actions[at])
        values.append(game.worth(state, seat))
        if seat not in game.active(state) and game.outcome(state) is None:
            passes.append(at)
    if passes and len(passes) < len(actions):
        toll = game.worth(world.state, seat) - max(values[at] for at in passes)
        for at in passes:
            values[at] += toll
    return values


def advance(world: World, turns: int) -> None:
    """Let everybody play like this for so many turns, the one that is being played included."""
    game, last = world.game, None
    while active := game.active(world.state):
        seat = active[0]
        if seat != last:
            last = seat
            turns -= 1
            if turns < 0:
                return
        actions = world.legal(seat)
        values = outlook(world, seat, actions) if len(actions) > 1 else [0]
        world.state = world.after(seat, actions[values.index(max(values))])
