"""Attacking and blocking: what comes of it if both sides choose well."""

from facedown.games.magic.engine.combat import attack_complete, blocks_complete, may_block
from facedown.games.magic.engine.mana import new_here
from facedown.games.magic.seen import Seen
from facedown.games.magic.sense.values import WON, life, permanent
from facedown.games.magic.state import Prompt, index, seat_of
from facedown.games.magic.view import View
from facedown.kernel import Seat


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
    if other.has("protection") and _protected(view, other, one):
        return False
    return one.has("deathtouch") or damage(one) >= toughness_left(view, other)


def _protected(view: View, seen: Seen, source: Seen) -> bool:
    from facedown.games.magic.engine.damage import protected

    return protected(view, seen, source)


def clash(view: View, attacker: Seen, blocker: Seen) -> tuple[bool, bool]:
    """Whether the attacker dies, and whether the blocker does."""
    first = attacker.has("first strike") or attacker.has("double strike")
    second = blocker.has("first strike") or blocker.has("double strike")
    falls, fells = kills(view, blocker, attacker), kills(view, attacker, blocker)
    if first and not second and fells:
        falls = False
    elif second and not first and falls:
        fells = False
    return falls, fells


def _exchange(view: View, attacker: Seen, blocker: Seen) -> int:
    """What the attacking player gains by this block."""
    falls, fells = clash(view, attacker, blocker)
    gain = (permanent(blocker) if fells else 0) - (permanent(attacker) if falls else 0)
    if attacker.has("trample") and not attacker.has("deathtouch"):
        gain += 3 * max(0, damage(attacker) - toughness_left(view, blocker))
    return gain + (4 * damage(attacker) if attacker.has("lifelink") else 0)


def plan_attack(view: View, prompt: Prompt) -> tuple[int, ...]:
    """The options of an attack that is good for its player, whoever blocks."""
    seat = prompt.seat
    able: dict[int, list[int]] = {}
    for place, (key, _) in enumerate(prompt.options):
        able.setdefault(int(key), []).append(place)
    best: tuple[int, tuple[int, ...]] = (0, ())
    for defender in dict.fromkeys(int(option[1]) for option in prompt.options):
        if defender < 0:
            gain, keys = _against(view, seat, seat_of(defender), [view.seen[key] for key in able])
            places = _places(prompt, able, keys, defender)
            if gain > best[0] or not best[1]:
                best = (gain, places)
    places = _at_walkers(view, prompt, best[1])
    if attack_complete(view, prompt.options, places):
        return places
    chosen = {prompt.options[place][0] for place in places}
    forced = [
        options[0] for key, options in able.items() if key not in chosen and "attack" in view.seen[key].must
    ]
    return (*places, *forced)


def _places(prompt: Prompt, able: dict[int, list[int]], keys: list[int], defender: int) -> tuple[int, ...]:
    found = [place for key in keys for place in able[key] if prompt.options[place][1] == defender]
    return tuple(found)


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


def _against(view: View, seat: Seat, defender: Seat, able: list[Seen]) -> tuple[int, list[int]]:
    """Which of these to send against a player, and what that is worth at least."""
    status = index(view.state.status)
    theirs = [seen for seen in view.controlled(defender) if seen.creature]
    blockers = [seen for seen in theirs if not status[seen.id].tapped]
    points = view.state.players[defender].life
    if _through(view, able, blockers) >= points:
        return WON, [seen.id for seen in able]
    hits = {seen.id: _answers(view, seen, blockers) for seen in able}
    order = sorted(able, key=lambda seen: _cost(hits[seen.id]))
    best: tuple[int, list[Seen]] = (0, [])
    for count in range(1, len(order) + 1):
        sent = order[:count]
        best = max(best, (_expected(sent, hits, len(blockers), points), sent), key=lambda pair: pair[0])
    sent = _stay_safe(view, seat, best[1])
    return best[0] if sent else 0, [seen.id for seen in sent]


def _expected(sent: list[Seen], hits: dict[int, tuple[int, int | None]], blockers: int, points: int) -> int:
    """What an attack is worth if the defender blocks where it hurts most, each blocker once."""
    blocked = [seen for seen in reversed(sent) if _cost(hits[seen.id]) > 0][:blockers]
    stopped = {seen.id for seen in blocked}
    through = sum(damage(seen) for seen in sent if seen.id not in stopped)
    if through >= points:
        return WON
    exchanged = sum(hits[seen.id][1] or 0 for seen in blocked)
    return life(points) - life(points - through) + exchanged


def _through(view: View, attackers: list[Seen], blockers: list[Seen]) -> int:
    """The damage that gets through if every blocker stops the strongest attacker that it can."""
    rest = sorted(attackers, key=damage, reverse=True)
    for blocker in blockers:
        stopped = next((seen for seen in rest if may_block(view, blocker, seen)), None)
        if stopped is not None:
            rest.remove(stopped)
    return sum(map(damage, rest))


def _answers(view: View, attacker: Seen, blockers: list[Seen]) -> tuple[int, int | None]:
    """What an attacker is worth unblocked, and blocked as badly as may be; None: it cannot be blocked."""
    hit = 4 * damage(attacker) - (0 if attacker.power > 0 else 1)
    able = [blocker for blocker in blockers if may_block(view, blocker, attacker)]
    if not able or (attacker.has("menace") and len(able) < 2):
        return hit, None
    worst = min(_exchange(view, attacker, blocker) for blocker in able)
    if len(able) > 1 and not attacker.has("first strike"):
        together = sum(max(0, blocker.power) for blocker in able)
        if together >= toughness_left(view, attacker) and not attacker.has("indestructible"):
            # Two may stand in its way together: it falls, and takes at most one of them with it.
            worst = min(worst, max(0, worst) - permanent(attacker) // 3)
    return hit, worst


def _cost(answers: tuple[int, int | None]) -> int:
    """What its player loses if the defender blocks it."""
    hit, blocked = answers
    return 0 if blocked is None else hit - blocked


def _stay_safe(view: View, seat: Seat, sent: list[Seen]) -> list[Seen]:
    """Keep back whoever is needed at home: the others strike back before these have untapped."""
    status = index(view.state.status)
    home = [seen for seen in view.controlled(seat) if seen.creature and not status[seen.id].tapped]
    enemies = [seen for seen in view.battlefield if seen.creature and seen.controller != seat]
    points = view.state.players[seat].life
    sent = list(sent)
    while sent:
        away = {seen.id for seen in sent if not seen.has("vigilance")}
        guard = [seen for seen in home if seen.id not in away]
        if len(enemies) <= len(guard) or _threat(enemies, len(guard)) < points:
            return sent
        last = min((seen for seen in sent if seen.id in away), key=damage, default=None)
        if last is None:
            return sent
        sent.remove(last)
    return sent


def _threat(enemies: list[Seen], guards: int) -> int:
    """Damage next turn if each guard stops one attacker, the strongest first."""
    return sum(sorted(map(damage, enemies), reverse=True)[guards:])


def plan_block(view: View, prompt: Prompt) -> tuple[int, ...]:
    """The options of a block: what pays, and what has to be if it would be the end otherwise."""
    return _Blocks(view, prompt).plan()


class _Blocks:
    """The blocks of one player."""

    def __init__(self, view: View, prompt: Prompt) -> None:
        self.view, self.prompt = view, prompt
        combat = view.state.combat
        assert combat is not None
        self.attackers = {int(option[1]): view.seen[int(option[1])] for option in prompt.options}
        self.blockers = {int(option[0]): view.seen[int(option[0])] for option in prompt.options}
        self.places = {(int(a), int(b)): place for place, (a, b) in enumerate(prompt.options)}
        me = -1 - prompt.seat
        self.at_me = [
            view.seen[attack.id]
            for attack in combat.attacks
            if attack.defender == me and attack.id in view.seen
        ]
        self.chosen: dict[int, int] = {}
        """Blocker to attacker."""

    def plan(self) -> tuple[int, ...]:
        """Good exchanges, then two against one, then whatever keeps us alive."""
        self._single()
        self._pairs()
        if self._coming() >= self.view.state.players[self.prompt.seat].life:
            self._chump()
        places = tuple(self.places[pair] for pair in self.chosen.items())
        if blocks_complete(self.view, self.prompt.options, places):
            return places
        alone = {a for a in self.chosen.values() if self.attackers[a].has("menace")}
        kept = tuple(self.places[b, a] for b, a in self.chosen.items() if a not in alone)
        return kept if blocks_complete(self.view, self.prompt.options, kept) else places

    def _free(self, attacker: Seen) -> list[Seen]:
        return [
            blocker
            for key, blocker in self.blockers.items()
            if key not in self.chosen and (key, attacker.id) in self.places
        ]

    def _single(self) -> None:
        points = self.view.state.players[self.prompt.seat].life
        order = sorted(self.attackers.values(), key=permanent, reverse=True)
        for attacker in order:
            if attacker.has("menace"):
                continue
            saved = life(points) - life(points - damage(attacker))
            best, gain = None, 0
            for blocker in self._free(attacker):
                now = saved - _exchange(self.view, attacker, blocker)
                falls, fells = clash(self.view, attacker, blocker)
                if fells and not falls and self._coming() < points:
                    now -= saved  # nobody is thrown away to save a little life
                if now > gain:
                    best, gain = blocker, now
            if best is not None:
                self.chosen[best.id] = attacker.id

    def _pairs(self) -> None:
        for attacker in self.attackers.values():
            if attacker.id in self.chosen.values() or attacker.has("indestructible"):
                continue
            free = sorted(self._free(attacker), key=permanent)
            for number, one in enumerate(free):
                partner = next((two for two in free[number + 1 :] if self._enough(attacker, one, two)), None)
                lost = [seen for seen in (one, partner) if seen and kills(self.view, attacker, seen)]
                if partner is None or attacker.has("first strike") or attacker.has("deathtouch"):
                    continue
                if max(map(permanent, lost), default=0) < permanent(attacker):
                    self.chosen[one.id] = self.chosen[partner.id] = attacker.id
                    break

    def _enough(self, attacker: Seen, one: Seen, two: Seen) -> bool:
        return max(0, one.power) + max(0, two.power) >= toughness_left(self.view, attacker)

    def _coming(self) -> int:
        blocked = set(self.chosen.values())
        return sum(damage(seen) for seen in self.at_me if seen.id not in blocked)

    def _chump(self) -> None:
        for attacker in sorted(self.at_me, key=damage, reverse=True):
            if self._coming() < self.view.state.players[self.prompt.seat].life:
                return
            if attacker.id in self.chosen.values() or attacker.id not in self.attackers:
                continue
            free = sorted(self._free(attacker), key=permanent)
            need = 2 if attacker.has("menace") else 1
            if len(free) >= need:
                for blocker in free[:need]:
                    self.chosen[blocker.id] = attacker.id


def can_attack_soon(view: View, seen: Seen) -> bool:
    """Whether a creature could still attack this turn."""
    state = view.state
    if seen.controller != state.active or state.step not in ("upkeep", "draw", "main", "begin combat"):
        return False
    status = index(state.status).get(seen.id)
    if status is None or status.tapped or seen.has("defender"):
        return False
    return seen.has("haste") or not new_here(status, seen)
