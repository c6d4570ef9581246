"""From an action to its events. The checks that make an action illegal are here and nowhere else."""

from collections.abc import Iterable

from facedown.games.duel.cards import CARDS, Card, When
from facedown.games.duel.moves import (
    Action,
    Attack,
    Attacked,
    CardDrawn,
    CardOverdrawn,
    CreatureDied,
    CreaturePlayed,
    Damaged,
    EndTurn,
    Event,
    HeroHealed,
    HeroWearied,
    PlayCreature,
    PlaySpell,
    SpellCast,
    TurnBegan,
)
from facedown.games.duel.state import HEROES, Creature, DuelState, hero
from facedown.kernel import Faces, IllegalAction, InvalidAction, Ref, Seat


def decide(state: DuelState, seat: Seat, action: Action, faces: Faces) -> list[Event]:
    """The events of a legal action; `IllegalAction` with the reason otherwise."""
    kind = type(action)
    if kind is Attack:
        return _attack(state, seat, action)  # type: ignore[arg-type]
    if kind is EndTurn:
        return _end_turn(state, seat)
    if kind is PlayCreature:
        return _play_creature(state, seat, action, faces)  # type: ignore[arg-type]
    if kind is PlaySpell:
        return _play_spell(state, seat, action, faces)  # type: ignore[arg-type]
    raise InvalidAction(f"{kind.__name__} is not an action of duel")


class _Script:
    """The events of one action as they pile up, with the counts that later ones depend on."""

    __slots__ = ("boards", "decks", "events", "fatigue", "hands", "state", "wounds")

    def __init__(self, state: DuelState, *events: Event) -> None:
        self.state = state
        self.events = list(events)
        first, second = state.sides
        self.boards = [first.board, second.board]
        self.hands = [len(first.hand), len(second.hand)]
        self.decks = [len(first.deck), len(second.deck)]
        self.fatigue = [first.fatigue, second.fatigue]
        self.wounds: dict[Ref, int] = {}

    def hurt(self, creatures: Iterable[tuple[Seat, Creature]], amount: int) -> None:
        """Damage to creatures that still stand, all of it before the first one dies."""
        fallen = []
        for owner, creature in creatures:
            health = creature.health - self.wounds.get(creature.ref, 0)
            if health > 0:
                self.events.append(Damaged(creature.ref, amount))
                self.wounds[creature.ref] = creature.health - health + amount
                if health <= amount:
                    fallen.append((owner, creature))
        for owner, creature in fallen:
            self.die(owner, creature)

    def die(self, owner: Seat, creature: Creature) -> None:
        self.events.append(CreatureDied(owner, creature.ref))
        self.resolve(owner, "parting", CARDS[creature.card])

    def resolve(self, seat: Seat, when: When, card: Card) -> None:
        """The effects that a card has at that time, in printed order."""
        for effect in card.effects:
            if effect.when != when:
                continue
            op, amount = effect.op, effect.amount
            if op == "hurt":
                self.events.append(Damaged(hero(1 - seat), amount))
            elif op == "heal":
                self.events.append(HeroHealed(seat, amount))
            elif op == "scorch":
                self.events += [Damaged(hero(0), amount), Damaged(hero(1), amount)]
            elif op == "draw":
                for _ in range(amount):
                    self.draw(seat)
            else:
                self.hurt([(1 - seat, creature) for creature in self.boards[1 - seat]], amount)

    def draw(self, seat: Seat) -> None:
        """The top card of the deck, which is its end, to the hand, if both allow it."""
        options, left = self.state.options, self.decks[seat]
        if not left:
            if options.empty_deck == "fatigue":
                self.fatigue[seat] += 1
                self.events.append(HeroWearied(seat, self.fatigue[seat]))
            return
        top = self.state.sides[seat].deck[left - 1]
        if self.hands[seat] < options.max_hand:
            self.events.append(CardDrawn(seat, top))
            self.hands[seat] += 1
        elif options.overdraw == "burn":
            self.events.append(CardOverdrawn(seat, top))
        else:
            return
        self.decks[seat] -= 1


def _end_turn(state: DuelState, seat: Seat) -> list[Event]:
    began, side = TurnBegan(1 - seat, state.turn + 1), state.sides[1 - seat]
    if state.turn >= state.options.turn_limit:
        return [began]
    if side.deck and len(side.hand) < state.options.max_hand:
        return [began, CardDrawn(1 - seat, side.deck[-1])]
    script = _Script(state, began)
    script.draw(1 - seat)
    return script.events


def _play_creature(state: DuelState, seat: Seat, action: PlayCreature, faces: Faces) -> list[Event]:
    card = _from_hand(state, seat, action.card, faces)
    if card.type != "creature":
        raise IllegalAction(f"{card.name} is a spell: cast it at a target")
    if len(state.sides[seat].board) >= state.options.max_board:
        raise IllegalAction(f"your board is full ({state.options.max_board} creatures)")
    played = CreaturePlayed(seat, action.card, card.id)
    if not card.effects:
        return [played]
    script = _Script(state, played)
    script.hands[seat] -= 1
    script.boards[seat] += (Creature(action.card, card.id, card.attack, card.health, tired=True),)
    script.resolve(seat, "arrival", card)
    return script.events


def _play_spell(state: DuelState, seat: Seat, action: PlaySpell, faces: Faces) -> list[Event]:
    card = _from_hand(state, seat, action.card, faces)
    if card.type != "spell":
        raise IllegalAction(f"{card.name} is a creature: play it on the board")
    cast = SpellCast(seat, action.card, card.id, action.target)
    if action.target in HEROES and not card.effects:
        return [cast, Damaged(action.target, card.power)]
    script = _Script(state, cast)
    script.hands[seat] -= 1
    if action.target in HEROES:
        script.events.append(Damaged(action.target, card.power))
    else:
        script.hurt([_find(state, action.target)], card.power)
    script.resolve(seat, "then", card)
    return script.events


def _attack(state: DuelState, seat: Seat, action: Attack) -> list[Event]:
    for attacker in state.sides[seat].board:
        if attacker.ref == action.attacker:
            break
    else:
        raise IllegalAction("that creature is not on your board")
    if attacker.tired:
        raise IllegalAction(f"{CARDS[attacker.card].name} has attacked or arrived this turn and must rest")
    if not attacker.attack:
        raise IllegalAction(f"{CARDS[attacker.card].name} has no attack")
    other, power = 1 - seat, attacker.attack
    struck = _struck(state, other, action.target)
    back = 0 if struck is None else struck.attack
    hit = action.target if struck is None else struck.ref
    events: list[Event] = [Attacked(seat, attacker.ref, action.target, hit), Damaged(hit, power)]
    if back:
        events.append(Damaged(attacker.ref, back))
    if CARDS[attacker.card].drain:
        events.append(HeroHealed(seat, power))
    if struck is None:
        return events
    if back and CARDS[struck.card].drain:
        events.append(HeroHealed(other, back))
    fallen = [(other, struck)] if struck.health <= power else []
    if attacker.health <= back:
        fallen.append((seat, attacker))
    for _, creature in fallen:
        if CARDS[creature.card].effects:
            break
    else:
        for owner, creature in fallen:
            events.append(CreatureDied(owner, creature.ref))
        return events
    script = _Script(state, *events)
    script.wounds = {struck.ref: power, attacker.ref: back}
    for owner, creature in fallen:
        script.die(owner, creature)
    return script.events


def _struck(state: DuelState, other: Seat, target: Ref) -> Creature | None:
    """Which enemy creature takes the blow, or None for the hero. A guard steps in front of its hero."""
    board = state.sides[other].board
    if target == hero(other):
        for creature in board:
            if CARDS[creature.card].guard:
                return creature
        return None
    for creature in board:
        if creature.ref == target:
            return creature
    raise IllegalAction("attack an enemy creature or the enemy hero")


def _find(state: DuelState, target: Ref) -> tuple[Seat, Creature]:
    """A creature on either board with its owner."""
    for owner in (0, 1):
        for creature in state.sides[owner].board:
            if creature.ref == target:
                return owner, creature
    raise IllegalAction("that target is not on the table")


def _from_hand(state: DuelState, seat: Seat, ref: Ref, faces: Faces) -> Card:
    if ref not in state.sides[seat].hand:
        raise IllegalAction("that card is not in your hand")
    face = faces.get(ref)
    if face is None:
        raise IllegalAction("that card has not been turned up")
    card = CARDS[face]
    if card.cost > state.mana:
        raise IllegalAction(f"{card.name} costs {card.cost} mana and you have {state.mana}")
    return card
