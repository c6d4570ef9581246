"""Tree search under hidden information: many imagined worlds, one tree over what the players can tell apart.

Each round imagines a world, walks down the tree by what has worked so far, plays on from there by a simple
policy, and asks `game.worth` how that ended. All worlds share the tree: an action is judged by how it fares
in all of them. (Single-observer information set Monte Carlo tree search, Cowling, Powley, Whitehouse 2012.)
"""

from collections.abc import Sequence
from math import ceil, exp, log, sqrt
from random import Random
from time import monotonic
from typing import Any

import msgspec

from facedown.bots.bot import AnyGame, Bot
from facedown.bots.greedy import outlook
from facedown.bots.imagine import Imagination, World
from facedown.kernel import Face, Faces, Seat

CURIOSITY = 0.5
"""How much is granted to an action that was seldom tried."""


class Effort(msgspec.Struct, frozen=True):
    """How hard to think about one choice."""

    rounds: int
    turns: int
    """How far to look: so many turns, the one that is being played included."""
    seconds: float | None = None
    """Stop after so long. Without it a choice depends on the seed and on nothing else."""


EFFORTS = {1: Effort(80, 1), 2: Effort(250, 2), 3: Effort(1000, 2)}
"""What each level does."""


class Search(Bot):
    """Plans its turn, and at higher levels the answer to it, over cards that it can only guess."""

    levels = tuple(EFFORTS)

    def __init__(
        self,
        seed: int | None = None,
        *,
        deck: Sequence[Face] | None = None,
        level: int | None = None,
        effort: Effort | None = None,
    ) -> None:
        super().__init__(seed, deck=deck, level=level)
        self.effort = effort or EFFORTS[level or 2]

    def choose(self, game: AnyGame, state: Any, seat: Seat, faces: Faces) -> Any:
        """The action that was tried most often, because it kept doing well."""
        actions = game.legal(state, seat, faces)
        if len(actions) == 1:
            return actions[0]
        imagination = Imagination(game, state, seat, faces, self.deck)
        tree = _Tree(game, state, self.effort.turns, self.rng)
        until = None if self.effort.seconds is None else monotonic() + self.effort.seconds
        for _ in range(self.effort.rounds):
            tree.grow(imagination.world(self.rng))
            if until is not None and monotonic() > until:
                break
        return tree.favourite()


class _Node:
    """An action in a situation, and how it fared in all the worlds where it was possible."""

    __slots__ = ("action", "chances", "children", "prior", "total", "visits")

    def __init__(self, action: Any, prior: int) -> None:
        self.action = action
        self.prior = prior
        """How it looks one step ahead: what looks good is tried first."""
        self.visits = 0
        self.chances = 0
        """How often it could have been chosen. Rare actions must not look neglected."""
        self.total = 0.0
        """Sum of the rewards of the seat that takes this action."""
        self.children: dict[Any, _Node] = {}

    def promise(self) -> float:
        """What it has earned, and more the less it is known."""
        return self.total / self.visits + CURIOSITY * sqrt(log(self.chances) / self.visits)


class _Tree:
    """The thoughts about one choice."""

    def __init__(self, game: AnyGame, state: Any, turns: int, rng: Random) -> None:
        self._game, self._turns, self._rng = game, turns, rng
        self._root = _Node(None, 0)
        self._scale = _Scale(game, state)

    def grow(self, world: World) -> None:
        """One round: down the tree, one node further, on to the horizon, and back with the reward."""
        path: list[tuple[Seat, _Node]] = []
        node, walk = self._root, _Walk(world, self._turns)
        while (seat := walk.seat()) is not None:
            node = self._select(node, world, seat)
            path.append((seat, node))
            world.state = world.after(seat, node.action)
            if not node.visits:
                break
        while (seat := walk.seat()) is not None:
            world.state = _improve(world, seat, self._rng)
        self._root.visits += 1
        rewards = {seat: self._scale.reward(world.state, seat) for seat in {seat for seat, _ in path}}
        for seat, node in path:
            node.visits += 1
            node.total += rewards[seat]

    def favourite(self) -> Any:
        """The action that was tried most often."""
        return max(self._root.children.values(), key=lambda node: (node.visits, node.total)).action

    def _select(self, node: _Node, world: World, seat: Seat) -> _Node:
        """The most promising action among those that look best; the more visits, the more of them count."""
        options = self._options(node, world, seat)
        wide = ceil(2 * (node.visits + 1) ** 0.35)
        options.sort(key=lambda option: option.prior, reverse=True)
        options = options[:wide]
        for option in options:
            option.chances += 1
        for option in options:
            if not option.visits:
                return option
        return max(options, key=_Node.promise)

    def _options(self, node: _Node, world: World, seat: Seat) -> list[_Node]:
        """What this seat may do in this world. An action that turns up another face is another action."""
        game, state, faces, children = self._game, world.state, world.faces, node.children
        actions = world.legal(seat)
        keys = [(action, *[faces[ref] for ref in game.opens(state, seat, action)]) for action in actions]
        if any(key not in children for key in keys):
            for key, action, value in zip(keys, actions, outlook(world, seat, actions), strict=True):
                if key not in children:
                    children[key] = _Node(action, value)
        return [children[key] for key in keys]


class _Walk:
    """Counts turns on the way to the horizon."""

    def __init__(self, world: World, turns: int) -> None:
        self._world, self._turns = world, turns
        self._seat: Seat | None = None

    def seat(self) -> Seat | None:
        """Whose move it is, or None where the look ahead ends."""
        game, state = self._world.game, self._world.state
        active = game.active(state)
        if not active:
            return None
        if active[0] != self._seat:
            self._seat = active[0]
            self._turns -= 1
        return active[0] if self._turns >= 0 else None


class _Scale:
    """Turns worths, whose scale is the game's own, into rewards from 0 (lost) to 1 (won)."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game, self._start = game, state
        self._count = self._spread = 0

    def reward(self, state: Any, seat: Seat) -> float:
        """How much better this seat stands than at the start, measured by how far worths differ here."""
        game = self._game
        outcome = game.outcome(state)
        if outcome is not None:
            return 0.5 if not outcome.winners else float(seat in outcome.winners)
        gain = game.worth(state, seat) - game.worth(self._start, seat)
        self._count += 1
        self._spread += abs(gain)
        unit = self._spread / self._count or 1
        return 0.02 + 0.96 / (1 + exp(-max(-30.0, gain / unit)))


def _improve(world: World, seat: Seat, rng: Random) -> Any:
    """The state after the first action, in any order, that betters this seat's standing; if none, a pass."""
    game = world.game
    actions = world.legal(seat)
    rng.shuffle(actions)
    now, rest = game.worth(world.state, seat), None
    for action in actions:
        state = world.after(seat, action)
        if game.outcome(state) is None and seat not in game.active(state):
            rest = state
        elif game.worth(state, seat) > now:
            return state
    return state if rest is None else rest
