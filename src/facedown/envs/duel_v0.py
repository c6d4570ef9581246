"""Hero Duel as a PettingZoo environment: `duel_v0.env()`. docs/environments.md has the tables."""

from collections.abc import Sequence
from typing import Any, ClassVar

from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # has no type information

from facedown.envs.codec import Codec
from facedown.envs.kernel_env import KernelEnv
from facedown.games.duel import CARDS, DUEL, Attack, DuelOptions, DuelState, PlayCreature, PlaySpell, hero
from facedown.games.duel.moves import Action
from facedown.games.duel.state import Side
from facedown.kernel import Face, Faces, Ref, Seat

NUMBERS = {face: number for number, face in enumerate(CARDS, start=1)}
"""Each card's place in the catalogue, from 1; 0 stands for no card."""


def env(**settings: Any) -> Any:
    """A duel that checks how it is used: an action that is masked ends it, and whoever chose it has lost."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw_env(**settings), -1))
    )


class raw_env(KernelEnv):  # noqa: N801 (PettingZoo's name for it)
    """The duel alone."""

    metadata: ClassVar[dict[str, Any]] = {**KernelEnv.metadata, "name": "duel_v0"}

    def __init__(
        self,
        options: DuelOptions | None = None,
        decks: Sequence[Sequence[Face]] | None = None,
        render_mode: str | None = None,
    ) -> None:
        options = options or DuelOptions()
        super().__init__(DUEL, DuelCodec(options), options=options, decks=decks, render_mode=render_mode)


class DuelCodec(Codec[DuelState, Action]):
    """Cards in hand and creatures by their places, targets from the acting seat's point of view."""

    def __init__(self, options: DuelOptions) -> None:
        self.options = options
        self.hand, self.board = options.max_hand, options.max_board
        self.targets = 2 * self.board + 2
        """Enemy creatures and the enemy hero, then the seat's own creatures and its own hero."""
        self._attacks = 1 + self.hand * (1 + self.targets)
        self.actions = self._attacks + self.board * (self.board + 1)
        self.highest = self._highest()

    def observe(self, state: DuelState, seat: Seat, faces: Faces) -> list[int]:
        """The turn, both heroes, the own hand, both boards and both graveyards; the own side first."""
        mine, theirs = state.sides[seat], state.sides[1 - seat]
        values = [state.turn, int(state.active == seat), state.mana, *self._hero(mine), *self._hero(theirs)]
        values += [NUMBERS[faces[ref]] for ref in mine.hand]
        values += [0] * (self.hand - len(mine.hand))
        return values + self._board(mine) + self._board(theirs) + _grave(mine) + _grave(theirs)

    def number(self, state: DuelState, seat: Seat, actions: Sequence[Action]) -> list[int]:
        """0 ends the turn; then hand places, each without a target and with each; then attacks."""
        mine, theirs = state.sides[seat], state.sides[1 - seat]
        held = {ref: 1 + at * (1 + self.targets) for at, ref in enumerate(mine.hand)}
        attackers = {c.ref: self._attacks + at * (self.board + 1) for at, c in enumerate(mine.board)}
        targets: dict[Ref, int] = {c.ref: at for at, c in enumerate(theirs.board)}
        targets[hero(1 - seat)] = self.board
        targets.update({c.ref: self.board + 1 + at for at, c in enumerate(mine.board)})
        targets[hero(seat)] = self.targets - 1
        numbers = []
        for action in actions:
            match action:
                case PlayCreature(card=card):
                    numbers.append(held[card])
                case PlaySpell(card=card, target=target):
                    numbers.append(held[card] + 1 + targets[target])
                case Attack(attacker=attacker, target=target):
                    numbers.append(attackers[attacker] + targets[target])
                case _:
                    numbers.append(0)
        return numbers

    def _hero(self, side: Side) -> list[int]:
        # A draw from the empty deck that costs all health is as bad as one that costs more.
        weary = min(side.fatigue, self.options.hero_health)
        return [side.health, len(side.deck), len(side.hand), weary]

    def _board(self, side: Side) -> list[int]:
        values = []
        for c in side.board:
            values += [NUMBERS[c.card], c.attack, c.health, int(c.tired)]
        return values + [0] * (4 * self.board - len(values))

    def _highest(self) -> list[int]:
        options, cards = self.options, CARDS.values()
        hero_values = [options.hero_health, options.deck_size, options.max_hand, options.hero_health]
        creature = [len(CARDS), max(c.attack for c in cards), max(c.health for c in cards), 1]
        values = [options.turn_limit + 1, 1, options.mana, *hero_values, *hero_values]
        values += [len(CARDS)] * self.hand + creature * (2 * self.board)
        return values + [options.max_copies] * (2 * len(CARDS))


def _grave(side: Side) -> list[int]:
    """How many of each card of the catalogue lie there."""
    counts = [0] * len(CARDS)
    for discarded in side.grave:
        counts[NUMBERS[discarded.card] - 1] += 1
    return counts
