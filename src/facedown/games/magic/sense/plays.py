"""With priority: what to cast, to activate and to play, and when rather to pass."""

from facedown.games.magic.actions import Activate, AnyAction, Cast, PlayLand, TurnUp
from facedown.games.magic.engine.combat import may_block
from facedown.games.magic.engine.mana import plan, sources
from facedown.games.magic.engine.permission import glimpse, keyword_of, open_modes
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.manas import symbols, value_of
from facedown.games.magic.model import (
    Ability,
    Activated,
    Card,
    Cost,
    Draw,
    Filter,
    LoseAll,
    SkipStep,
    Static,
    Triggered,
    Until,
)
from facedown.games.magic.seen import Seen, is_mana, number
from facedown.games.magic.sense.aims import Aimed, aimed, aimed_modes, aimed_spell
from facedown.games.magic.sense.combat import toll
from facedown.games.magic.sense.effects import change_worth, framed, gain
from facedown.games.magic.sense.fighters import can_attack_soon, damage, toughness_left
from facedown.games.magic.sense.lands import Mana
from facedown.games.magic.sense.values import CARD, ENGINE, fleeting, life, permanent, printed
from facedown.games.magic.state import MagicState, Obj, index
from facedown.games.magic.view import View, printed_card, view_of
from facedown.kernel import Faces, Seat

PERMANENT = ("Artifact", "Creature", "Enchantment", "Planeswalker")


class Plays:
    """Rates what one player may do in one position; to pass is 0."""

    def __init__(self, state: MagicState, seat: Seat, faces: Faces) -> None:
        self.state, self.seat, self.faces = state, seat, faces
        self.view: View = view_of(state)
        self._on_stack = {
            obj.play.source[0]
            for key in state.stack
            if (obj := index(state.objects)[key]).controller == seat
            and obj.play is not None
            and obj.play.source is not None
        }

        self._drawers = [
            (seen, has)
            for seen in self.view.controlled(seat)
            for has in seen.abilities
            if _draws(has.ability)
        ]

    def rate(self, action: AnyAction) -> int:
        """How much better than to pass."""
        match action:
            case PlayLand(card=ref):
                return 1_000 + Mana(self.state, self.seat, self.faces).rate(self._printed(ref))
            case Cast(card=ref, way=way):
                return self._cast(ref, way)
            case Activate(card=ref, ability=place):
                return self._activate(ref, place)
            case TurnUp():
                return 25
        return 0

    def _printed(self, ref: int) -> Card:
        obj = index(self.state.objects).get(ref)
        return printed_card(obj or Obj(ref, 0, "hand", self.seat, self.seat, self.faces.get(ref, "")))

    # --- casting ---

    def _cast(self, ref: int, way: str) -> int:
        if way == "face down":
            return 35
        card = self._printed(ref)
        tired = self._tired(ref)
        if tired is None:
            return -10
        if way == "evoke":
            return self._arrival(card, self._glimpse(ref)) - CARD
        cost = value_of(card.cost)
        source = self._glimpse(ref)
        if not any(kind in PERMANENT for kind in card.types):
            spent = 3 if way == "flashback" else CARD - 4
            bonus = spent if keyword_of(card, "buyback") is not None else 0
            return aimed_spell(self._ctx(source), card, source, self.seat).gain - spent + bonus
        if "Legendary" in card.supertypes and any(
            seen.name == card.name for seen in self.view.controlled(self.seat)
        ):
            return -5
        if "Aura" in card.subtypes:
            found = aimed_spell(self._ctx(source), card, source, self.seat)
            return found.gain - 10 if found.chosen[0] else -5
        arrival = self._arrival(card, source)
        if arrival <= 0 and self._arrives(card) and "Creature" not in card.types:
            return -5  # it is here for what it does on entering, and that would be nothing
        if arrival < 0:
            arrival *= 2  # another turn will be better
        rating = arrival + self._standing(card, source) + self._upkeep(card, source)
        if len(self._drawers) > 1 and any(map(_draws, card.abilities)):
            rating -= ENGINE  # two of them draw enough
        if fleeting(card.abilities):
            return rating + self._burst(source)
        return rating + self._bare(card) + 2 * cost - 15 - tired

    def _bare(self, card: Card) -> int:
        """What a card is worth apart from what it does to others: its body, if it has one."""
        if "X" in symbols(card.cost) and number(card.toughness) <= 0 and "Creature" in card.types:
            able = len(sources(self.view, self.seat)) - value_of(card.cost)
            return 20 * able // symbols(card.cost).count("X") if able > 1 else -50
        others = [a for a in card.abilities if not (isinstance(a, Static) and isinstance(a.what, Filter))]
        return 15 if card.abilities and not others and "Creature" not in card.types else printed(card)

    def _tired(self, ref: int) -> int | None:
        """What is against drawing so many cards for a spell; None: the library would hardly last."""
        left = len(self.state.players[self.seat].library)
        drawn = sum(self._draws(has.ability, ref, seen) for seen, has in self._drawers)
        if drawn and left - drawn < 5:
            return None
        return 12 * drawn if left < 25 else 0

    def promise(self, ref: int) -> int:
        """What a card would do for the table as it is, besides being there."""
        card, source = self._printed(ref), self._glimpse(ref)
        if not any(kind in PERMANENT for kind in card.types) or "Aura" in card.subtypes:
            return 0
        total = self._arrival(card, source) + self._standing(card, source) + self._upkeep(card, source)
        return max(-60, min(80, total))

    def _draws(self, ability: Ability, ref: int, source: Seen) -> bool:
        """Whether this is one of the spells that it draws a card for."""
        assert isinstance(ability, Triggered)
        what = ability.when.what
        return not isinstance(what, Filter) or passes(what, self._ctx(source), self._glimpse(ref))

    def _glimpse(self, ref: int) -> Seen:
        known = self.view.seen.get(ref)
        face = self.faces.get(ref, "") or (known.obj.face if known is not None else "")
        return glimpse(self.state, ref, face, self.seat)

    def _ctx(self, source: Seen) -> Ctx:
        return Ctx(self.view, self.seat, source)

    def _arrival(self, card: Card, source: Seen) -> int:
        """What happens when it enters."""
        return sum(self._triggered(ability, source).gain for ability in _entering(card))

    @staticmethod
    def _arrives(card: Card) -> bool:
        return any(ability.targets for ability in _entering(card))

    def _triggered(self, ability: Triggered, source: Seen) -> Aimed:
        ctx = framed(self._ctx(source), ())
        if ability.modes:
            able = open_modes(ctx, ability.modes, source)
            return aimed_modes(ctx, ability.modes, able, self.seat) if able else Aimed(0, [], [])
        return aimed(ctx, ability.do, ability.targets, self.seat)

    def _standing(self, card: Card, source: Seen) -> int:
        """What its static abilities do to what is there: an anthem is good, a Humility depends."""
        total = 0
        ctx = self._ctx(source)
        for ability in card.abilities:
            if isinstance(ability, Static) and isinstance(ability.what, Filter) and not ability.cda:
                total += change_worth(ability, ctx, self.seat)
                if any(isinstance(change, LoseAll) for change in ability.changes):
                    total -= self._muted(ability.what, ctx)
            elif isinstance(ability, Static) and ability.who == "you":
                skips = [change for change in ability.changes if isinstance(change, SkipStep)]
                total -= 2 * CARD * sum(change.step in ("draw", "untap") for change in skips)
        return total

    def _muted(self, what: Filter, ctx: Ctx) -> int:
        """What is in my own hand for the sake of abilities that would be lost."""
        total = 0
        for ref in self.state.players[self.seat].hand:
            if ref in self.faces:
                card = self._printed(ref)
                obj = Obj(ref, 0, "battlefield", self.seat, self.seat, self.faces[ref])
                if "Land" not in card.types and passes(what, ctx, Seen(obj, card)):
                    total += printed(card) // 2
        return total

    def _upkeep(self, card: Card, source: Seen) -> int:
        """What it does every turn, twice over: an upkeep that eats cards is a reason not to cast it."""
        ctx = framed(self._ctx(source), ())
        total = 0
        for ability in card.abilities:
            if isinstance(ability, Triggered) and ability.when.event == "upkeep" and not ability.targets:
                if ability.when.who == "you" and ability.if_ is None:
                    total += 2 * gain(ability.do, ctx, self.seat)
        return max(-150, min(60, total))

    def _burst(self, source: Seen) -> int:
        """A creature for one turn: the damage that it does now, if it can attack at all."""
        if self.state.step != "main" or not source.has("haste"):
            return -CARD
        best = 0
        for other, own in enumerate(self.state.players):
            if other == self.seat or own.lost:
                continue
            able = [s for s in self.view.controlled(other) if s.creature and may_block(self.view, s, source)]
            stopped = max((toughness_left(self.view, s) for s in able), default=0)
            stopped = stopped if source.has("trample") or not able else source.power
            best = max(best, toll(own.life)(max(0, source.power - stopped)))
        return best - CARD // 2

    # --- abilities ---

    def _activate(self, ref: int, place: int) -> int:
        seen = self.view.seen.get(ref)
        if seen is None:
            card = self._printed(ref)
            return 2 if "Land" in card.types or value_of(card.cost) > 5 else -1
        ability = seen.abilities[place].ability
        if not isinstance(ability, Activated) or is_mana(ability) or ref in self._on_stack:
            return -1
        if not seen.creature and self._pays_itself(ability, ref):
            return -1
        ctx = self._ctx(seen)
        if ability.modes:
            able = open_modes(ctx, ability.modes, seen)
            found = aimed_modes(ctx, ability.modes, able, self.seat)
        else:
            found = aimed(ctx, ability.do, ability.targets, self.seat)
        return found.gain - self._price(ability.cost, seen) - 3

    def _pays_itself(self, ability: Activated, ref: int) -> bool:
        """Whether a land would be tapped to become a creature, and so could not attack."""
        wakes = any(isinstance(op, Until) and op.what == "this" for op in ability.do)
        way = plan(self.view, self.seat, ability.cost.mana) if wakes else None
        return way is not None and any(tap[0] == ref for tap in way[0])

    def _price(self, cost: Cost, seen: Seen) -> int:
        """What a cost gives away."""
        price = value_of(cost.mana) + CARD * (cost.discard + cost.discard_this)
        late = self.state.active != self.seat and self.state.step in ("end combat", "second main", "end")
        if cost.tap and seen.creature and not late:  # late in another's turn: it untaps before it is needed
            price += 2 + 4 * max(0, seen.power) if can_attack_soon(self.view, seen) else 2
            price += 30 if self._in_danger() else 0
        if cost.sacrifice == "this" or cost.exile_this:
            twins = sum(one.name == seen.name for one in self.view.controlled(self.seat))
            price += permanent(seen) // (1 if twins < 2 or seen.creature else 2)
        elif isinstance(cost.sacrifice, Filter):
            own = sorted(permanent(one) for one in self.view.controlled(self.seat) if one.creature)
            price += sum(own[: cost.sacrifices])
        if cost.life:
            points = self.state.players[self.seat].life
            price += life(points) - life(points - cost.life) + (500 if cost.life >= points else 0)
        if cost.counters is not None:
            price += 8 * cost.counters[1]
        if isinstance(cost.loyalty, int):
            price -= 8 * cost.loyalty
            if seen.obj.counter("loyalty") + cost.loyalty <= 0:
                price += 30
        if cost.return_ is not None or cost.exile is not None:
            price += 15
        return price

    def _in_danger(self) -> bool:
        """Whether the others' creatures could end it in two turns: whoever can block should."""
        enemies = [seen for seen in self.view.battlefield if seen.creature and seen.controller != self.seat]
        return 2 * sum(map(damage, enemies)) >= self.state.players[self.seat].life


def _entering(card: Card) -> list[Triggered]:
    return [
        ability
        for ability in card.abilities
        if isinstance(ability, Triggered) and ability.when.event == "enters" and ability.when.what == "this"
    ]


def _draws(ability: Ability) -> bool:
    """Whether it draws cards as its controller casts spells, wanted or not."""
    return (
        isinstance(ability, Triggered)
        and ability.when.event == "cast"
        and any(isinstance(op, Draw) for op in ability.do)
    )
