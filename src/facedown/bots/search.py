"""Tree search under hidden information: many imagined worlds, one tree over what the players can tell apart.

Each round imagines a world, walks down the tree, lets everybody play on as `greedy` would, and asks
`game.worth` how that ended. All worlds share the tree: an action is judged by how it fares in all of them.
(Single-observer information set Monte Carlo tree search, Cowling, Powley, Whitehouse 2012.)

At the root the rounds are spent by sequential halving (Karnin, Koren, Somekh 2013): every candidate meets the
same worlds, and the better half of them goes on. Further down a node begins as greedy's own choice and opens
to others the more often it is visited: a few rounds are a few good looks ahead, many make a deep tree.
"""

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from time import monotonic
from typing import Any

import msgspec

from facedown.bots.bot import AnyGame, Bot
from facedown.bots.greedy import advance, outlook
from facedown.bots.imagine import Imagination, World
from facedown.kernel import Face, Faces, Seat

CURIOSITY = 0.2
"""How much is granted to an action that was seldom tried."""


class Effort(msgspec.Struct, frozen=True):
    """How hard to think about one choice."""

    rounds: int
    turns: int
    """How far to look: so many turns, the one that is being played included."""
    width: int = 8
    """How many actions to consider."""
    seconds: float | None = None
    """Stop after so long. Without it a choice depends on the seed and on nothing else."""


EFFORTS = {1: Effort(24, 1, 4), 2: Effort(32, 3, 6), 3: Effort(96, 6, 8)}
"""What each level does."""


class Search(Bot):
    """Plans its turn, and at higher levels the turns after it, over cards that it can only guess."""

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
        """The action that does best in the worlds that could be this one."""
        actions = game.legal(state, seat, faces)
        if len(actions) == 1:
            return actions[0]
        imagination = Imagination(game, state, seat, faces, self.deck)
        tree = _Tree(imagination, seat, self.effort, self.rng)
        until = None if self.effort.seconds is None else monotonic() + self.effort.seconds
        nodes = tree.candidates()
        stages = max(1, (len(nodes) - 1).bit_length())
        while len(nodes) > 1:
            for _ in range(max(1, self.effort.rounds // (stages * len(nodes)))):
                tree.compare(nodes)
                if until is not None and monotonic() > until:
                    return max(nodes, key=_Node.mean).action
            nodes.sort(key=_Node.mean, reverse=True)
            del nodes[(len(nodes) + 1) // 2 :]
        return nodes[0].action


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

    def mean(self) -> float:
        """What it has earned."""
        return self.total / (self.visits or 1)

    def promise(self) -> float:
        """What it has earned, and more the less it is known."""
        if not self.visits:
            return 2.0
        return self.total / self.visits + CURIOSITY * sqrt(log(self.chances) / self.visits)


class _Tree:
    """The thoughts about one choice."""

    def __init__(self, imagination: Imagination, seat: Seat, effort: Effort, rng: Random) -> None:
        self._imagination, self._seat, self._effort, self._rng = imagination, seat, effort, rng
        self._reward = _Reward(imagination.game, imagination.state)

    def candidates(self) -> list[_Node]:
        """The actions that look best one step ahead, best first."""
        options = _options(_Node(None, 0), self._imagination.world(self._rng), self._seat)
        return [node for node, _ in options[: self._effort.width]]

    def compare(self, nodes: list[_Node]) -> None:
        """One round for each of these, in the same world with the same luck: what differs is the action."""
        luck = self._rng.getrandbits(64)
        ends = []
        for node in nodes:
            world = self._imagination.world(Random(luck))  # noqa: S311 (imagined luck)
            ends.append((world, self._walk(world, node)))
        self._reward.learn([world.state for world, _ in ends], self._seat)
        for world, path in ends:
            for seat, node in path:
                node.visits += 1
                node.total += self._reward(world.state, seat)

    def _walk(self, world: World, node: _Node) -> list[tuple[Seat, _Node]]:
        """From a candidate down the tree, one node further, and on to the horizon."""
        game, seat, turns = world.game, self._seat, self._effort.turns
        path = [(seat, node)]
        world.state = world.after(seat, node.action)
        while node.visits and (active := game.active(world.state)):
            if active[0] != seat:
                seat = active[0]
                turns -= 1
                if not turns:
                    return path
            node, action = _select(node, world, seat)
            path.append((seat, node))
            world.state = world.after(seat, action)
        if game.active(world.state) != (seat,):
            turns -= 1
        advance(world, turns)
        return path


def _select(node: _Node, world: World, seat: Seat) -> tuple[_Node, Any]:
    """The most promising action among those that look best; the more visits, the more of them count."""
    options = _options(node, world, seat)[: int(sqrt(node.visits) / 2) + 1]
    for option, _ in options:
        option.chances += 1
    return max(options, key=lambda option: option[0].promise())


def _options(node: _Node, world: World, seat: Seat) -> list[tuple[_Node, Any]]:
    """What this seat may do in this world, with the memory of it, what looks best first.

    Of actions that differ only in which of two like cards they play, one is enough.
    """
    children = node.children
    found: dict[Any, Any] = {}
    for action in world.legal(seat):
        found.setdefault(_key(action, world, seat), action)
    if any(key not in children for key in found):
        actions = list(found.values())
        for key, action, value in zip(found, actions, outlook(world, seat, actions), strict=True):
            if key not in children:
                children[key] = _Node(action, value)
    options = [(children[key], action) for key, action in found.items()]
    options.sort(key=lambda option: option[0].prior, reverse=True)
    return options


def _key(action: Any, world: World, seat: Seat) -> Any:
    """An action as players tell it from others: by the face of a card it turns up, not by its ref."""
    opened = world.game.opens(world.state, seat, action)
    if not opened:
        return action
    fields = [getattr(action, field) for field in action.__struct_fields__]
    return (type(action), *[world.faces[field] if field in opened else field for field in fields])


class _Reward:
    """Turns worths, whose scale is the game's own, into rewards from 0 (lost) to 1 (won)."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game, self._start = game, state
        self._count = self._spread = 0

    def learn(self, states: list[Any], seat: Seat) -> None:
        """See how far worths differ here."""
        for state in states:
            if self._game.outcome(state) is None:
                self._count += 1
                self._spread += abs(self._game.worth(state, seat) - self._game.worth(self._start, seat))

    def __call__(self, state: Any, seat: Seat) -> float:
        """How much better this seat stands than at the start."""
        game = self._game
        outcome = game.outcome(state)
        if outcome is not None:
            return 0.5 if not outcome.winners else float(seat in outcome.winners)
        gain = game.worth(state, seat) - game.worth(self._start, seat)
        unit = self._spread / (self._count or 1) or 1
        return 0.02 + 0.96 / (1 + exp(-max(-30.0, gain / unit)))
