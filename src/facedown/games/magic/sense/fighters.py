"""Creatures in combat: what one brings to it, and what comes of an attacker and those who block it."""

from facedown.games.magic.engine.combat import may_block
from facedown.games.magic.engine.damage import protected
from facedown.games.magic.engine.mana import new_here
from facedown.games.magic.model import Boost, Move, Prevent, Static, Triggered
from facedown.games.magic.seen import Seen
from facedown.games.magic.sense.values import fleeting, permanent
from facedown.games.magic.state import index
from facedown.games.magic.view import View


def toughness_left(view: View, seen: Seen) -> int:
    """How much more damage a creature bears."""
    status = index(view.state.status).get(seen.id)
    return seen.toughness - (status.damage if status is not None else 0)


def damage(seen: Seen) -> int:
    """What a creature deals in a whole combat."""
    return max(0, seen.power) * (2 if seen.has("double strike") else 1)


def kills(view: View, one: Seen, other: Seen) -> bool:
    """Whether the damage of one is the end of the other."""
    if one.power <= 0 or other.has("indestructible"):
        return False
    if other.has("protection") and protected(view, other, one):
        return False
    return one.has("deathtouch") or damage(one) >= toughness_left(view, other)


def can_attack_soon(view: View, seen: Seen) -> bool:
    """Whether a creature could still attack this turn."""
    state = view.state
    if seen.controller != state.active or state.step not in ("upkeep", "draw", "main", "begin combat"):
        return False
    status = index(state.status).get(seen.id)
    if status is None or status.tapped or seen.has("defender"):
        return False
    return seen.has("haste") or not new_here(status, seen)


def loss(view: View, seen: Seen) -> int:
    """What its player misses if a creature dies: not what comes back, and not what stays."""
    if fleeting(has.ability for has in seen.abilities):
        return 0
    if (seen.has("undying") and not seen.obj.counter("+1/+1")) or (
        seen.has("persist") and not seen.obj.counter("-1/-1")
    ):
        return 10
    worth = max(2, permanent(seen) - _worn(view, seen))
    return min(worth, LARGE + (worth - LARGE) // 3)


LARGE = 110
"""Above this, size counts a third: however large, it is one creature, and one chump blocker stops it."""


def _worn(view: View, seen: Seen) -> int:
    """What it owes to things on it that will outlive it: Equipment, and Auras that return."""
    total = 0
    for item in view.battlefield:
        if item.obj.attached != seen.id or not ("Equipment" in item.subtypes or _returns(item)):
            continue
        for has in item.abilities:
            if isinstance(has.ability, Static) and has.ability.what == "attached":
                for change in has.ability.changes:
                    if isinstance(change, Boost):
                        power = change.power if isinstance(change.power, int) else 2
                        tough = change.toughness if isinstance(change.toughness, int) else 0
                        total += 12 * power + 8 * tough
    return total


def _returns(item: Seen) -> bool:
    return any(
        isinstance(has.ability, Triggered)
        and has.ability.when.what == "this"
        and has.ability.when.event in ("dies", "graveyard")
        and any(isinstance(op, Move) and op.to in ("hand", "battlefield") for op in has.ability.do)
        for has in item.abilities
    )


class Fighter:
    """One creature with the numbers that count in combat."""

    __slots__ = (
        "bears",
        "deadly",
        "double",
        "first",
        "id",
        "kind",
        "lasting",
        "lifelink",
        "menace",
        "power",
        "price",
        "seen",
        "trample",
        "whole",
    )

    def __init__(self, view: View, seen: Seen) -> None:
        self.seen, self.id = seen, seen.id
        prevented = [has.ability for has in seen.abilities if isinstance(has.ability, Prevent)]
        self.power = 0 if any(one.by == "this" for one in prevented) else max(0, seen.power)
        self.bears = toughness_left(view, seen)
        self.lasting = seen.has("indestructible") or any(one.to == "this" for one in prevented)
        self.double = seen.has("double strike")
        self.first = self.double or seen.has("first strike")
        self.deadly, self.lifelink = seen.has("deathtouch"), seen.has("lifelink")
        self.trample, self.menace = seen.has("trample"), seen.has("menace")
        self.price = loss(view, seen)
        self.whole = self.power * (2 if self.double else 1)
        """What it deals if nobody stops it."""
        self.kind = (
            self.power,
            self.bears,
            self.price,
            *sorted(seen.keywords),
            seen.colors,
            seen.cant,
            "Artifact" in seen.types,
        )
        """Creatures of one kind are worth comparing once."""

    def strikes(self, early: bool) -> bool:
        """Whether it deals damage in the first of two rounds, or in the second."""
        return self.first if early else self.double or not self.first


class Meeting:
    """What comes of one attacker and its blockers."""

    __slots__ = ("balance", "fallen", "through")

    def __init__(self, balance: int, through: int, fallen: tuple[int, ...]) -> None:
        self.balance, self.through, self.fallen = balance, through, fallen
        """What the attacking player gains by it; what goes on to the defender; who dies."""


LINKED = 4
"""What a point of life is worth that is gained on the way."""


class Fray:
    """A fight between two sides. What has been worked out once is kept."""

    def __init__(self, view: View, attackers: list[Fighter], blockers: list[Fighter]) -> None:
        self.view, self.attackers, self.blockers = view, attackers, blockers
        self.able = {
            (one.id, other.id)
            for other in attackers
            for one in blockers
            if may_block(view, one.seen, other.seen)
        }
        self._met: dict[tuple[int, ...], Meeting] = {}

    def meet(self, attacker: Fighter, blockers: tuple[Fighter, ...]) -> Meeting:
        """What happens if these block this attacker."""
        key = (attacker.id, *(one.id for one in blockers))
        found = self._met.get(key)
        if found is None:
            found = self._met[key] = self._fight(attacker, blockers)
        return found

    def _fight(self, attacker: Fighter, blockers: tuple[Fighter, ...]) -> Meeting:
        linked = LINKED if attacker.lifelink else 0
        if not blockers:
            return Meeting(linked * attacker.whole, attacker.whole, ())
        standing = sorted(blockers, key=lambda one: -one.price)
        wounds = {one.id: 0 for one in standing}
        hurt, alive, through, dealt, healed = 0, True, 0, 0, 0
        fallen: list[Fighter] = []
        rounds = (True, False) if attacker.first or any(one.first for one in blockers) else (False,)
        for early in rounds:
            doomed: list[Fighter] = []
            if alive and attacker.power and (len(rounds) == 1 or attacker.strikes(early)):
                left = attacker.power
                for one in standing:
                    need = 1 if attacker.deadly else one.bears - wounds[one.id]
                    if left >= need or attacker.trample or one is standing[-1]:
                        given = min(left, max(0, need))
                        left -= given
                        if self._safe(one, attacker):
                            continue
                        wounds[one.id] += given
                        if given >= need and not one.lasting:
                            doomed.append(one)
                through += left if attacker.trample else 0
                dealt += attacker.power
            for one in standing:
                if (len(rounds) == 1 or one.strikes(early)) and one.power and not self._safe(attacker, one):
                    hurt += attacker.bears if one.deadly else one.power
                    healed += one.power if one.lifelink else 0
            standing = [one for one in standing if one not in doomed]
            fallen += doomed
            alive = alive and (hurt < attacker.bears or attacker.lasting)
        balance = sum(one.price for one in fallen) - (0 if alive else attacker.price)
        balance += linked * dealt - LINKED * healed
        return Meeting(balance, through, (*(one.id for one in fallen), *(() if alive else (attacker.id,))))

    def _safe(self, one: Fighter, source: Fighter) -> bool:
        return one.seen.has("protection") and protected(self.view, one.seen, source.seen)
