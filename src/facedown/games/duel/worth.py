"""How well a seat stands, in one number, and what an action would make of it without playing it out.

Bots live on these numbers; no rule depends on them. The weights come from a regression of who won on what lay
on the table.
"""

from collections.abc import Sequence
from math import isqrt

from facedown.games.duel.cards import CARDS, Card, When
from facedown.games.duel.moves import Action, Attack, PlayCreature, PlaySpell
from facedown.games.duel.state import HEROES, Creature, DuelState, Side
from facedown.kernel import Faces, Ref, Seat

ATTACK, HEALTH, BODY, CARD = 3, 2, 6, 10
"""What a point of attack, a point of health, a creature for being there and a card in the hand are worth."""
HERO = tuple([isqrt(1200 * health) for health in range(1001)])
"""What a hero's health is worth: the less is left, the more each point counts."""


def standing(state: DuelState, seat: Seat) -> int:
    """Health, board and cards in hand, mine less yours."""
    return _side(state.sides[seat]) - _side(state.sides[1 - seat])


def foresee(state: DuelState, seat: Seat, actions: Sequence[Action], faces: Faces) -> list[int | None]:
    """The standing after each of these legal actions; None where it takes more than adding up to tell."""
    now = standing(state, seat)
    foresight = _Foresight(state, seat)
    values: list[int | None] = []
    for action in actions:
        kind = type(action)
        gain: int | None
        if kind is Attack:
            gain = foresight.attack(action)  # type: ignore[arg-type]
        elif kind is PlayCreature:
            gain = foresight.creature(CARDS[faces[action.card]])  # type: ignore[union-attr]
        elif kind is PlaySpell:
            gain = foresight.spell(CARDS[faces[action.card]], action.target)  # type: ignore[union-attr]
        else:
            gain = 0 if state.turn < state.options.turn_limit else None
        values.append(None if gain is None else now + gain)
    return values


def _side(side: Side) -> int:
    value = HERO[side.health] + CARD * len(side.hand) + BODY * len(side.board)
    for creature in side.board:
        value += ATTACK * creature.attack + HEALTH * creature.health
    return value


class _Foresight:
    """What single actions would change in one position. Whatever ends the match, burns a card, wearies a hero
    or sets off more than one thing at once is left to those who play it out.
    """

    __slots__ = ("_board", "_draws", "_guard", "_max", "_mine", "_theirs", "_units", "_yours")

    def __init__(self, state: DuelState, seat: Seat) -> None:
        mine, yours = state.sides[seat], state.sides[1 - seat]
        self._mine, self._yours = mine.health, yours.health
        self._max = state.options.hero_health
        limit = state.options.max_hand
        self._draws = [min(limit - len(side.hand), len(side.deck)) for side in (mine, yours)]
        """How many cards I and you could draw."""
        self._units = {c.ref: (c, 0) for c in mine.board} | {c.ref: (c, 1) for c in yours.board}
        self._board = yours.board
        self._guard = next((c for c in yours.board if CARDS[c.card].guard), None)
        self._theirs = HEROES[1 - seat]

    def attack(self, action: Attack) -> int | None:
        """Both are hurt, or the hero alone; drains heal."""
        attacker, _ = self._units[action.attacker]
        power = attacker.attack
        drained = power if CARDS[attacker.card].drain else 0
        struck = self._guard if action.target == self._theirs else self._units[action.target][0]
        if struck is None:
            return self._heroes(self._mine + drained, self._yours - power)
        loss, cost = self._loss(struck, power, 1), self._loss(attacker, struck.attack, 0)
        if loss is None or cost is None:
            return None
        healed = struck.attack if CARDS[struck.card].drain else 0
        heroes = self._heroes(self._mine + drained, self._yours + healed)
        return None if heroes is None else heroes + loss - cost

    def creature(self, card: Card) -> int | None:
        """A body for a card, and what its arrival brings."""
        gain = self._effects(card, "arrival", self._mine, self._yours)
        if gain is None:
            return None
        return gain + ATTACK * card.attack + HEALTH * card.health + BODY - CARD

    def spell(self, card: Card, target: Ref) -> int | None:
        """Damage for a card, and what follows."""
        if target == self._theirs:
            gain = self._effects(card, "then", self._mine, self._yours - card.power)
            return None if gain is None else gain - CARD
        if target < 0:
            gain = self._effects(card, "then", self._mine - card.power, self._yours)
            return None if gain is None else gain - CARD
        creature, owner = self._units[target]
        gain = self._effects(card, "then", self._mine, self._yours, target)
        damage = card.power
        if owner and damage < creature.health:
            damage += sum([effect.amount for effect in card.effects if effect.op == "sweep"])
        loss = self._loss(creature, damage, owner)
        if gain is None or loss is None:
            return None
        if not owner and damage >= creature.health and CARDS[creature.card].effects:
            return None
        return gain - CARD + (loss if owner else -loss)

    def _effects(
        self, card: Card, when: When, mine: int, yours: int, spared: Ref | None = None
    ) -> int | None:
        """The gain by what the card does then, but to one creature, with the heroes' health before it."""
        gain, draws, swept = 0, self._draws[0], False
        for effect in card.effects:
            if effect.when != when:
                continue
            op, amount = effect.op, effect.amount
            if op == "hurt":
                yours -= amount
            elif op == "scorch":
                mine -= amount
                yours -= amount
            elif op == "heal":
                if mine <= 0:
                    return None
                mine = min(self._max, mine + amount)
            elif op == "draw":
                draws -= amount
                if draws < 0:
                    return None
                gain += CARD * amount
            elif swept:
                return None
            else:
                swept = True
                for creature in self._board:
                    if creature.ref == spared:
                        continue
                    if creature.health > amount:
                        gain += HEALTH * amount
                    elif CARDS[creature.card].effects:
                        return None
                    else:
                        gain += _value(creature)
        heroes = self._heroes(mine, yours)
        return None if heroes is None else gain + heroes

    def _heroes(self, mine: int, yours: int) -> int | None:
        """The gain if the heroes' health becomes this; None if one of them falls."""
        if mine <= 0 or yours <= 0:
            return None
        mine, yours = min(self._max, mine), min(self._max, yours)
        return HERO[mine] - HERO[self._mine] + HERO[self._yours] - HERO[yours]

    def _loss(self, creature: Creature, damage: int, owner: int) -> int | None:
        """What its owner (0: I, 1: you) loses by the damage; None if it dies and that does more than draw."""
        if damage < creature.health:
            return HEALTH * damage
        loss = _value(creature)
        for effect in CARDS[creature.card].effects:
            if effect.when == "parting":
                if effect.op != "draw" or effect.amount > self._draws[owner]:
                    return None
                loss -= CARD * effect.amount
        return loss


def _value(creature: Creature) -> int:
    return ATTACK * creature.attack + HEALTH * creature.health + BODY
