"""With priority: what to cast, to activate and to play, and when rather to pass."""

from facedown.games.magic.actions import Activate, AnyAction, Cast, PlayLand, TurnUp
from facedown.games.magic.changes import is_mana
from facedown.games.magic.engine.mana import sources
from facedown.games.magic.engine.permission import glimpse, keyword_of, open_modes
from facedown.games.magic.filters import Ctx
from facedown.games.magic.manas import WUBRG, symbols, value_of
from facedown.games.magic.model import Activated, AddMana, Card, Cost, Draw, Filter, Static, Triggered
from facedown.games.magic.seen import Seen
from facedown.games.magic.sense.aims import Aimed, aimed, aimed_modes, aimed_spell
from facedown.games.magic.sense.combat import can_attack_soon, damage
from facedown.games.magic.sense.effects import change_worth, framed
from facedown.games.magic.sense.values import CARD, life, permanent, printed
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

        self._drawers = sum(_draws(seen) for seen in self.view.controlled(seat))

    def rate(self, action: AnyAction) -> int:
        """How much better than to pass."""
        match action:
            case PlayLand(card=ref):
                return 1_000 + self._land(self._printed(ref))
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

    def _land(self, card: Card) -> int:
        """Rather a land for a color that the hand asks for and the table does not make."""
        made = {color for unit in sources(self.view, self.seat) for color in unit.colors}
        asked = {
            letter
            for ref in self.state.players[self.seat].hand
            for letter in self._printed(ref).cost
            if letter in WUBRG
        }
        given = {_BASICS.get(kind, "") for kind in card.subtypes}
        for ability in card.abilities:
            if isinstance(ability, Activated):
                for op in ability.do:
                    if isinstance(op, AddMana):
                        given |= set(WUBRG if op.mana == "any" else symbols(op.mana))
        return 10 * len(given & asked - made) + len(given)

    # --- casting ---

    def _cast(self, ref: int, way: str) -> int:
        if len(self.state.players[self.seat].library) < 6 + 2 * self._drawers:
            return -10  # what draws a card for every spell draws the last one, too
        if way == "face down":
            return 35
        card = self._printed(ref)
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
        rating = self._arrival(card, source) + self._standing(card, source)
        return rating + printed(card) + 2 * cost - 15

    def _glimpse(self, ref: int) -> Seen:
        known = self.view.seen.get(ref)
        face = self.faces.get(ref, "") or (known.obj.face if known is not None else "")
        return glimpse(self.state, ref, face, self.seat)

    def _ctx(self, source: Seen) -> Ctx:
        return Ctx(self.view, self.seat, source)

    def _arrival(self, card: Card, source: Seen) -> int:
        """What happens when it enters."""
        total = 0
        for ability in card.abilities:
            if (
                isinstance(ability, Triggered)
                and ability.when.event == "enters"
                and ability.when.what == "this"
            ):
                total += self._triggered(ability, source).gain
        return total

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
        return total

    # --- abilities ---

    def _activate(self, ref: int, place: int) -> int:
        seen = self.view.seen.get(ref)
        if seen is None:
            card = self._printed(ref)
            return 2 if "Land" in card.types or value_of(card.cost) > 5 else -1
        ability = seen.abilities[place].ability
        if not isinstance(ability, Activated) or is_mana(ability) or ref in self._on_stack:
            return -1
        ctx = self._ctx(seen)
        if ability.modes:
            able = open_modes(ctx, ability.modes, seen)
            found = aimed_modes(ctx, ability.modes, able, self.seat)
        else:
            found = aimed(ctx, ability.do, ability.targets, self.seat)
        return found.gain - self._price(ability.cost, seen) - 3

    def _price(self, cost: Cost, seen: Seen) -> int:
        """What a cost gives away."""
        price = value_of(cost.mana) + CARD * (cost.discard + cost.discard_this)
        if cost.tap and seen.creature:
            price += 2 + 4 * max(0, seen.power) if can_attack_soon(self.view, seen) else 2
            price += 30 if self._in_danger() else 0
        if cost.sacrifice == "this" or cost.exile_this:
            price += permanent(seen)
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
        if cost.return_ is not None or cost.exile is not None:
            price += 15
        return price

    def _in_danger(self) -> bool:
        """Whether the others' creatures could end it in two turns: whoever can block should."""
        enemies = [seen for seen in self.view.battlefield if seen.creature and seen.controller != self.seat]
        return 2 * sum(map(damage, enemies)) >= self.state.players[self.seat].life


def _draws(seen: Seen) -> bool:
    """Whether it draws cards as its controller casts spells, wanted or not."""
    for has in seen.abilities:
        if isinstance(has.ability, Triggered) and has.ability.when.event == "cast":
            if any(isinstance(op, Draw) for op in has.ability.do):
                return True
    return False


_BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
