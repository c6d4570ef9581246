"""Attacking and blocking: what comes of it if both sides choose well."""

from collections.abc import Callable, Sequence

from facedown.games.magic.engine.combat import attack_complete, blocks_complete, may_block
from facedown.games.magic.seen import Seen
from facedown.games.magic.sense.fighters import Fighter, Fray, Meeting, damage
from facedown.games.magic.sense.values import WON, life
from facedown.games.magic.state import Prompt, index, seat_of
from facedown.games.magic.view import View
from facedown.kernel import Seat

PAIRS = 7
"""Up to so many blockers, any two of them may be put in the way of one attacker."""
Blocks = dict[int, tuple[Fighter, ...]]
"""Attackers, by id, and who blocks them."""


def toll(points: int) -> Callable[[int], int]:
    """What it costs a player with so much life to be dealt so much damage."""

    def cost(much: int) -> int:
        if much >= points:
            return WON + 300 * (much - points)
        return life(points) - life(points - much)

    return cost


class Blocking:
    """The blocks that a defender would choose, found step by step: the best one first, while any helps."""

    def __init__(self, fray: Fray, sent: Sequence[Fighter], cost: Callable[[int], int]) -> None:
        self.fray, self.sent, self.cost = fray, sent, cost
        self.chosen: Blocks = {one.id: () for one in sent}
        self.met: dict[int, Meeting] = {one.id: fray.meet(one, ()) for one in sent}
        self.total = sum(found.through for found in self.met.values())
        able = {key for key, _ in fray.able}
        self.free = [one for one in fray.blockers if one.id in able]
        while self.free and self._step():
            pass

    @property
    def gain(self) -> int:
        """What all this is worth to the attacking player."""
        return sum(found.balance for found in self.met.values()) + self.cost(self.total)

    def _step(self) -> bool:
        most = 0
        best: tuple[Fighter, tuple[Fighter, ...]] | None = None
        seen: set[tuple[object, ...]] = set()
        for attacker in self.sent:
            now = self.chosen[attacker.id]
            kind = (attacker.kind, *(one.kind for one in now))
            if kind in seen:
                continue
            seen.add(kind)
            for added in self._additions(attacker, now):
                gain = self._saved(attacker, (*now, *added))
                if gain > most:
                    most, best = gain, (attacker, added)
        if best is None:
            return False
        attacker, added = best
        blockers = (*self.chosen[attacker.id], *added)
        met = self.fray.meet(attacker, blockers)
        self.total += met.through - self.met[attacker.id].through
        self.chosen[attacker.id], self.met[attacker.id] = blockers, met
        self.free = [one for one in self.free if one not in added]
        return True

    def _additions(self, attacker: Fighter, now: tuple[Fighter, ...]) -> list[tuple[Fighter, ...]]:
        """Who may come to block this one: one more, or two at once."""
        able: list[Fighter] = []
        kinds: dict[tuple[object, ...], int] = {}
        for one in self.free:
            if (one.id, attacker.id) in self.fray.able and kinds.get(one.kind, 0) < 2:
                kinds[one.kind] = kinds.get(one.kind, 0) + 1
                able.append(one)
        found: list[tuple[Fighter, ...]] = []
        if now or not attacker.menace:
            found += [(one,) for one in able]
        if not now and (attacker.menace or len(able) <= PAIRS):
            found += [(one, two) for place, one in enumerate(able) for two in able[place + 1 :]]
        return found

    def _saved(self, attacker: Fighter, blockers: tuple[Fighter, ...]) -> int:
        old, new = self.met[attacker.id], self.fray.meet(attacker, blockers)
        total = self.total - old.through + new.through
        return old.balance - new.balance + self.cost(self.total) - self.cost(total)


# --- attacking ---


def plan_attack(view: View, prompt: Prompt) -> tuple[int, ...]:
    """The options of an attack that is good for its player, whoever blocks."""
    able: dict[int, list[int]] = {}
    for place, (key, _) in enumerate(prompt.options):
        able.setdefault(int(key), []).append(place)
    best: tuple[int, tuple[int, ...]] | None = None
    for defender in dict.fromkeys(int(option[1]) for option in prompt.options):
        if defender < 0:
            gain, keys = _Attack(view, prompt.seat, seat_of(defender), list(able)).plan()
            places = tuple(
                place for key in keys for place in able[key] if prompt.options[place][1] == defender
            )
            if best is None or gain > best[0]:
                best = (gain, places)
    places = _at_walkers(view, prompt, best[1] if best is not None else ())
    if attack_complete(view, prompt.options, places):
        return places
    chosen = {prompt.options[place][0] for place in places}
    forced = [
        options[0] for key, options in able.items() if key not in chosen and "attack" in view.seen[key].must
    ]
    return (*places, *forced)


def _at_walkers(view: View, prompt: Prompt, places: tuple[int, ...]) -> tuple[int, ...]:
    """Some of them attack a planeswalker instead, the weakest first, until it is enough."""
    if not places:
        return places
    owner = seat_of(int(prompt.options[places[0]][1]))
    if sum(damage(view.seen[int(prompt.options[p][0])]) for p in places) >= view.state.players[owner].life:
        return places
    found = list(places)
    for walker in view.controlled(owner):
        if "Planeswalker" not in walker.types:
            continue
        left = walker.obj.counter("loyalty")
        for number, place in enumerate(found):
            key = prompt.options[place][0]
            option = (key, walker.id)
            if left > 0 and option in prompt.options and int(prompt.options[place][1]) < 0:
                found[number] = prompt.options.index(option)
                left -= damage(view.seen[int(key)])
    return tuple(found)


MANY = 10
"""Of more creatures than this, several at once are sent or kept."""


class _Attack:
    """Attacks on one player: who to send, if the defender blocks well and strikes back afterwards."""

    def __init__(self, view: View, seat: Seat, defender: Seat, keys: list[int]) -> None:
        self.view, self.seat = view, seat
        status = index(view.state.status)
        self.sendable = [Fighter(view, view.seen[key]) for key in keys]
        theirs = [Fighter(view, seen) for seen in view.controlled(defender) if seen.creature]
        self.fray = Fray(view, self.sendable, [one for one in theirs if not status[one.id].tapped])
        self.cost = toll(view.state.players[defender].life)
        self.own_cost = toll(view.state.players[seat].life)
        mine = [seen for seen in view.controlled(seat) if seen.creature and not status[seen.id].tapped]
        self.home = mine
        self.enemies = [
            sorted(
                (
                    seen
                    for seen in view.controlled(other)
                    if seen.creature and seen.power > 0 and not seen.has("defender")
                ),
                key=damage,
                reverse=True,
            )
            for other in range(len(view.state.players))
            if other != seat
        ]
        self.haste = self._haste()

    def _haste(self) -> int:
        """How much more damage counts, in quarters: whoever bleeds every turn had better be quick."""
        points = self.view.state.players[self.seat].life
        bleeds = max((through(self.view, theirs, self.home) for theirs in self.enemies), default=0)
        return 4 + min(16, 16 * bleeds // max(1, points))

    def plan(self) -> tuple[int, list[int]]:
        """What the best attack is worth more than none, and whom to send."""
        nothing = self._worth(())
        alone = {one.id: self._worth((one,)) for one in self.sendable}
        order = sorted(self.sendable, key=lambda one: -alone[one.id])
        size = 1 + len(order) // MANY
        groups = [tuple(order[place : place + size]) for place in range(0, len(order), size)]
        best = max(self._grown(groups, nothing), self._pruned(groups), key=lambda pair: pair[0])
        return best[0] - nothing, [one.id for one in best[1]]

    def _grown(self, groups: list[tuple[Fighter, ...]], nothing: int) -> tuple[int, tuple[Fighter, ...]]:
        """From nobody on: whoever makes it better joins."""
        best: tuple[int, tuple[Fighter, ...]] = (nothing, ())
        for group in groups:
            sent = (*best[1], *group)
            worth = self._worth(sent)
            if worth > best[0]:
                best = (worth, sent)
        return best

    def _pruned(self, groups: list[tuple[Fighter, ...]]) -> tuple[int, tuple[Fighter, ...]]:
        """From everybody on: whoever makes it no worse stays at home."""
        sent = tuple(one for group in groups for one in group)
        best = (self._worth(sent), sent)
        for group in reversed(groups):
            rest = tuple(one for one in best[1] if one not in group)
            worth = self._worth(rest)
            if worth >= best[0]:
                best = (worth, rest)
        return best

    def _worth(self, sent: tuple[Fighter, ...]) -> int:
        blocking = Blocking(self.fray, sent, self.cost)
        if blocking.gain >= WON:
            return blocking.gain
        fallen = {key for met in blocking.met.values() for key in met.fallen}
        dealt = self.cost(blocking.total)
        return blocking.gain - dealt + dealt * self.haste // 4 - self._danger(sent, fallen)

    def _danger(self, sent: tuple[Fighter, ...], fallen: set[int]) -> int:
        """What they may do next turn, before these have untapped."""
        away = {one.id for one in sent if not one.seen.has("vigilance")} | fallen
        guards = [seen for seen in self.home if seen.id not in away]
        coming = 0
        for theirs in self.enemies:
            left = [seen for seen in theirs if seen.id not in fallen]
            coming = max(coming, through(self.view, left, guards))
        cost = self.own_cost(coming)
        return cost // 2 if cost < WON else WON // 4


def through(view: View, attackers: list[Seen], blockers: list[Seen]) -> int:
    """The damage that gets through if every blocker stops the strongest attacker that it can."""
    rest = list(attackers)
    for blocker in blockers:
        stopped = next((seen for seen in rest if may_block(view, blocker, seen)), None)
        if stopped is not None:
            rest.remove(stopped)
    return sum(map(damage, rest))


# --- blocking ---


def plan_block(view: View, prompt: Prompt) -> tuple[int, ...]:
    """The options of a block: what pays, and what has to be if it would be the end otherwise."""
    combat = view.state.combat
    assert combat is not None
    at = {attack.id: attack.defender for attack in combat.attacks}
    places = {(int(a), int(b)): place for place, (a, b) in enumerate(prompt.options)}
    keys = list(dict.fromkeys(int(option[0]) for option in prompt.options))
    me = -1 - prompt.seat
    sent = [
        Fighter(view, view.seen[key])
        for key, defender in at.items()
        if key in view.seen and (defender == me or any(pair[1] == key for pair in places))
    ]
    fray = Fray(view, sent, [Fighter(view, view.seen[key]) for key in keys])
    blocking = Blocking(fray, sent, toll(view.state.players[prompt.seat].life))
    found = tuple(
        places[one.id, key]
        for key, blockers in blocking.chosen.items()
        for one in blockers
        if (one.id, key) in places
    )
    if blocks_complete(view, prompt.options, found):
        return found
    sure = [key for key, blockers in blocking.chosen.items() if not view.seen[key].has("menace")]
    kept = tuple(place for (_, key), place in places.items() if place in found and key in sure)
    return kept if blocks_complete(view, prompt.options, kept) else found
