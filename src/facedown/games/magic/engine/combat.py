"""Combat: who may attack and block, and how damage is assigned and dealt (506 to 510)."""

import msgspec

from facedown.games.magic.engine.costs import tap
from facedown.games.magic.engine.damage import Blow, deal, protected
from facedown.games.magic.engine.mana import new_here
from facedown.games.magic.engine.run import Happening, Run, task
from facedown.games.magic.events import CombatChanged, Tallied
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import Cant, Filter
from facedown.games.magic.players import in_order
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Attack, Combat, Frame, Option, Prompt, Task, index, player, seat_of
from facedown.games.magic.view import View
from facedown.kernel import Seat


def cant(seen: Seen, what: str) -> list[tuple[Cant, Ctx]]:
    """Effects that forbid an object something."""
    return [(change, ctx) for change, ctx in seen.cant if change.what == what]


def may_attack(view: View, seen: Seen) -> bool:
    """Whether a creature can be declared as an attacker at all (508.1c)."""
    if not seen.creature or seen.controller != view.state.active or seen.has("defender"):
        return False
    status = index(view.state.status).get(seen.id)
    if status is None or status.tapped or (new_here(status, seen) and not seen.has("haste")):
        return False
    return not cant(seen, "attack")


def defenders(view: View, seat: Seat) -> list[int]:
    """Whom and what a player may attack: opponents and their planeswalkers."""
    found = [player(other) for other in in_order(view.state, seat) if other != seat]
    found += [s.id for s in view.battlefield if "Planeswalker" in s.types and s.controller != seat]
    return found


def attack_options(view: View) -> tuple[Option, ...]:
    """Every attacker with everything it may attack."""
    seat = view.state.active
    against = defenders(view, seat)
    options: list[Option] = []
    for seen in view.controlled(seat):
        if may_attack(view, seen):
            barred = [ctx.you for _, ctx in cant(seen, "attack you")]
            options += [(seen.id, to) for to in against if not (to < 0 and seat_of(to) in barred)]
    return tuple(options)


def attack_complete(view: View, options: tuple[Option, ...], picked: tuple[int, ...]) -> bool:
    """Whether every creature that has to attack does (508.1d)."""
    attacking = {options[place][0] for place in picked}
    able = {option[0] for option in options}
    return all(key in attacking or "attack" not in view.seen[int(key)].must for key in able)


@task("attackers")
def declare_attackers(run: Run, _: Task) -> None:
    """The active player declares attackers; nobody has to be asked if nothing can attack."""
    seat = run.state.active
    options = attack_options(run.view)
    if not options:
        return
    most = len({option[0] for option in options})
    prompt = Prompt(seat, "attack", options, 0, most, about="attack", groups=True)
    chosen = run.ask(prompt)
    if not chosen:
        return
    attacks = tuple(Attack(int(key), int(to)) for key, to in chosen)
    with run.batch():
        run.emit(CombatChanged(Combat(attacks), "attack"))
        tap(run, [a.id for a in attacks if not run.view.seen[a.id].has("vigilance")])
        run.emit(Tallied(seat, "attacked", len(attacks)))
        for attack in attacks:
            seen = run.view.seen[attack.id]
            against = (
                seat_of(attack.defender) if attack.defender < 0 else run.view.seen[attack.defender].controller
            )
            run.happened(Happening("attacks", seen.obj.pointer, against))


def may_block(view: View, blocker: Seen, attacker: Seen) -> bool:
    """Whether this creature can block that one (509.1b)."""
    if not blocker.creature or blocker.zone != "battlefield" or attacker.zone != "battlefield":
        return False
    status = index(view.state.status).get(blocker.id)
    if status is None or status.tapped:
        return False
    for change, ctx in cant(blocker, "block"):
        if change.by is None or passes(_anywhere(change.by), ctx, attacker):
            return False
    return _evades(view, blocker, attacker)


def _evades(view: View, blocker: Seen, attacker: Seen) -> bool:
    has = attacker.keywords
    if not has and not attacker.cant:
        return True
    if "flying" in has and not (blocker.has("flying") or blocker.has("reach")):
        return False
    if "shadow" in has and not blocker.has("shadow"):
        return False
    if "horsemanship" in has and not blocker.has("horsemanship"):
        return False
    if "fear" in has and not ("Artifact" in blocker.types or "B" in blocker.colors):
        return False
    if "intimidate" in has and not (
        "Artifact" in blocker.types or any(color in attacker.colors for color in blocker.colors)
    ):
        return False
    if "skulk" in has and blocker.power > attacker.power:
        return False
    if "unblockable" in has:
        return False
    if "protection" in has and protected(view, attacker, blocker):
        return False
    if "landwalk" in has and _walks(view, attacker, blocker.controller):
        return False
    for change, ctx in cant(attacker, "be blocked"):
        if change.by is None and change.except_by is None:
            return False
        if change.by is not None and passes(_anywhere(change.by), ctx, blocker):
            return False
        if change.except_by is not None and not passes(_anywhere(change.except_by), ctx, blocker):
            return False
    return True


def _walks(view: View, attacker: Seen, defender: Seat) -> bool:
    """Landwalk: the defending player controls such a land (702.14c)."""
    for keyword in attacker.keywords["landwalk"]:
        wanted = keyword.filter or Filter()
        ctx = Ctx(view, attacker.controller, attacker)
        for land in view.controlled(defender):
            if "Land" in land.types and passes(wanted, ctx, land):
                return True
    return False


def _anywhere(filter: Filter) -> Filter:
    return msgspec.structs.replace(filter, zone="anywhere", control=filter.control)


def block_options(view: View, seat: Seat) -> tuple[Option, ...]:
    """Every blocker of this player with every attacker it can block."""
    combat = view.state.combat
    if combat is None:
        return ()
    options: list[Option] = []
    for blocker in view.controlled(seat):
        if not blocker.creature:
            continue
        for attack in combat.attacks:
            attacker = view.seen.get(attack.id)
            if attacker is None or _defending(view, attack) != seat:
                continue
            if may_block(view, blocker, attacker):
                options.append((blocker.id, attack.id))
    return tuple(options)


def _defending(view: View, attack: Attack) -> Seat:
    if attack.defender < 0:
        return seat_of(attack.defender)
    seen = view.seen.get(attack.defender)
    return seen.controller if seen is not None else -1


def blocks_complete(view: View, options: tuple[Option, ...], picked: tuple[int, ...]) -> bool:
    """Whether a set of blocks is legal as a whole: menace, one attacker for each blocker, requirements."""
    blocks = [options[place] for place in picked]
    by: dict[int, list[int]] = {}
    for blocker, attacker in blocks:
        by.setdefault(int(attacker), []).append(int(blocker))
    for key, blockers in by.items():
        if view.seen[key].has("menace") and len(blockers) < 2:
            return False
    for blocker in dict.fromkeys(int(block[0]) for block in blocks):
        if sum(1 for block in blocks if block[0] == blocker) > 1 + view.seen[blocker].more_blocks:
            return False
    busy = {int(block[0]) for block in blocks}
    for blocker, attacker in options:
        seen, aim = view.seen[int(blocker)], view.seen[int(attacker)]
        if int(blocker) not in busy and not aim.has("menace"):
            if "block" in seen.must or ("be blocked" in aim.must and int(attacker) not in by):
                return False
    return True


@task("blockers")
def declare_blockers(run: Run, task: Task) -> None:
    """Each defending player declares blockers, in turn order (802.4)."""
    combat = run.state.combat
    if combat is None or not combat.attacks:
        return
    turns = [(run.state.active + turn) % len(run.state.players) for turn in range(len(run.state.players))]
    if run.state.reversed:
        turns = [turns[0], *reversed(turns[1:])]
    following = turns[turns.index(task.id) + 1 if task.id >= 0 else 1 :]
    seat = next((one for one in following if not run.state.players[one].lost), None)
    if seat is None:
        _blocked(run)
        return
    run.push(Task("blockers", id=seat))
    _block(run, seat)


def _block(run: Run, seat: Seat) -> None:
    options = block_options(run.view, seat)
    if not options:
        return
    many = any(run.view.seen[int(option[0])].more_blocks for option in options)
    most = len(options) if many else len({option[0] for option in options})
    chosen = run.ask(Prompt(seat, "block", options, 0, most, about="block", groups=not many))
    combat = run.state.combat
    assert combat is not None
    attacks = []
    for attack in combat.attacks:
        blockers = tuple(int(b) for b, a in chosen if a == attack.id)
        attacks.append(
            msgspec.structs.replace(
                attack, blockers=(*attack.blockers, *blockers), blocked=attack.blocked or bool(blockers)
            )
        )
    if chosen:
        run.emit(CombatChanged(msgspec.structs.replace(combat, attacks=tuple(attacks)), "block"))


def _blocked(run: Run) -> None:
    combat = run.state.combat
    assert combat is not None
    with run.batch():
        for attack in combat.attacks:
            seen = run.view.seen.get(attack.id)
            if seen is None:
                continue
            pointer = seen.obj.pointer
            run.happened(
                Happening("becomes blocked" if attack.blocked else "unblocked", pointer, seen.controller)
            )
            for blocker in attack.blockers:
                other = run.view.seen[blocker]
                run.happened(Happening("blocks", other.obj.pointer, other.controller, other=pointer))


def remove_from_combat(run: Run, key: int) -> None:
    """Take an object out of combat (506.4)."""
    combat = run.state.combat
    if combat is None:
        return
    attacks = tuple(
        msgspec.structs.replace(attack, blockers=tuple(b for b in attack.blockers if b != key))
        if key in attack.blockers
        else attack
        for attack in combat.attacks
        if attack.id != key
    )
    if attacks != combat.attacks:
        run.emit(CombatChanged(msgspec.structs.replace(combat, attacks=attacks), "removed"))


def leave_combat(run: Run) -> None:
    """Who is no creature any more, or has changed sides, is no longer in combat (506.4)."""
    combat = run.state.combat
    if combat is None or not combat.attacks:
        return
    view, active = run.view, run.state.active
    for attack in combat.attacks:
        for key, attacks in ((attack.id, True), *((key, False) for key in attack.blockers)):
            seen = view.seen.get(key)
            if seen is None or not seen.creature or (seen.controller == active) is not attacks:
                remove_from_combat(run, key)


def join_attack(run: Run, keys: list[int], frame: Frame) -> None:
    """Tokens that come in attacking: they attack what their maker attacks."""
    combat = run.state.combat
    if combat is None:
        return
    own = next((a.defender for a in combat.attacks if a.id == frame.source[0]), None)
    against = own if own is not None else (combat.attacks[0].defender if combat.attacks else None)
    if against is not None:
        attacks = (*combat.attacks, *(Attack(key, against) for key in keys))
        run.emit(CombatChanged(msgspec.structs.replace(combat, attacks=attacks), "attack"))


# --- damage ---


def strikes(seen: Seen, first: bool, combat: Combat) -> bool:
    """Whether a creature deals damage in this damage step (510.4)."""
    early = seen.has("first strike") or seen.has("double strike")
    if first:
        return early
    return seen.id not in combat.struck or seen.has("double strike")


def first_strike_needed(view: View) -> bool:
    """Whether there are two damage steps."""
    combat = view.state.combat
    if combat is None:
        return False
    keys = [key for attack in combat.attacks for key in (attack.id, *attack.blockers)]
    found = [view.seen[key] for key in keys if key in view.seen]
    return any(seen.has("first strike") or seen.has("double strike") for seen in found)


def lethal(view: View, seen: Seen, attacker: Seen, marked: int = 0) -> int:
    """The damage that is enough for a creature, as assignment sees it (702.19b, 702.2c).

    What others assign to it at the same time is as good as marked.
    """
    status = index(view.state.status).get(seen.id)
    hurt = status.damage if status is not None else 0
    left = max(0, seen.toughness - hurt - marked)
    return min(left, 1) if attacker.has("deathtouch") else left


@task("damage")
def combat_damage(run: Run, task: Task) -> None:
    """Assign and deal combat damage, all at once (510)."""
    leave_combat(run)
    combat = run.state.combat
    if combat is None:
        return
    first = task.text == "first"
    view = run.view
    blows: list[Blow] = []
    struck: list[int] = []
    striking = [(a, view.seen[a.id]) for a in combat.attacks if a.id in view.seen]
    striking = [(attack, seen) for attack, seen in striking if strikes(seen, first, combat)]
    blocking = [key for attack, _ in striking for key in attack.blockers]
    if len(set(blocking)) < len(blocking):
        # What tramples comes last: it may count on what others assign to the blocker that they share.
        striking.sort(key=lambda one: one[1].has("trample"))
    for place, (attack, attacker) in enumerate(striking):
        struck.append(attack.id)
        already = _already(blows, striking[place + 1 :])
        blows += [
            Blow(attacker, to, much, True) for to, much in _assign(run, view, attack, attacker, already)
        ]
    for key in dict.fromkeys(key for attack in combat.attacks for key in attack.blockers):
        blocker = view.seen.get(key)
        if blocker is not None and strikes(blocker, first, combat):
            struck.append(key)
            blows += [Blow(blocker, to, much, True) for to, much in _strike_back(run, view, combat, blocker)]
    if first:
        run.emit(CombatChanged(msgspec.structs.replace(combat, struck=tuple(struck)), "damage"))
    deal(run, blows)


def _strike_back(run: Run, view: View, combat: Combat, blocker: Seen) -> list[tuple[int, int]]:
    """A blocker's damage: to what it blocks, divided as its player likes if that is several (510.1d)."""
    blocked = [a.id for a in combat.attacks if blocker.id in a.blockers and a.id in view.seen]
    left = max(0, blocker.power)
    parts: list[tuple[int, int]] = []
    for place, key in enumerate(blocked):
        much = left
        if place < len(blocked) - 1 and left:
            options = tuple((number, key, blocker.id) for number in range(left + 1))
            default = min(lethal(view, view.seen[key], blocker), left)
            about = "damage to this attacker"
            prompt = Prompt(
                blocker.controller, "assign", options, about=about, source=key, default=(default,)
            )
            much = int(run.choose(prompt)[0])
        parts.append((key, much))
        left -= much
    return [(key, much) for key, much in parts if much]


def _attacked(view: View, key: int, attacker: Seen) -> bool:
    """Whether a planeswalker that is attacked still is one of another player's."""
    seen = view.seen.get(key)
    return seen is not None and "Planeswalker" in seen.types and seen.controller != attacker.controller


def _already(blows: list[Blow], later: list[tuple[Attack, Seen]]) -> dict[int, tuple[int, bool]]:
    """How much each blocker is dealt by other attackers in any case, and whether deathtouch is in it.

    An attacker that has one blocker deals it lethal damage if it can, so whoever is asked before it may
    count on it (702.19b).
    """
    sure = [(blow.to, blow.amount, blow.source) for blow in blows]
    sure += [(a.blockers[0], max(0, seen.power), seen) for a, seen in later if len(a.blockers) == 1]
    found: dict[int, tuple[int, bool]] = {}
    for key, much, source in sure:
        total, deadly = found.get(key, (0, False))
        found[key] = total + much, deadly or (much > 0 and source.has("deathtouch"))
    return found


def _assign(
    run: Run, view: View, attack: Attack, attacker: Seen, already: dict[int, tuple[int, bool]]
) -> list[tuple[int, int]]:
    """How an attacker's damage is spread: lethal to all its blockers before anything tramples over."""
    power = max(0, attacker.power)
    here = [key for key in attack.blockers if key in view.seen]
    target = attack.defender
    there = target < 0 or _attacked(view, target, attacker)
    if not attack.blocked:
        return [(target, power)] if there else []
    over = attacker.has("trample") and there
    if not here:
        return [(target, power)] if over else []
    parts: list[tuple[int, int]] = []
    left, enough = power, over
    for key in here:
        marked, deadly = already.get(key, (0, False))
        need = 0 if deadly else min(lethal(view, view.seen[key], attacker, marked), left)
        last = key == here[-1]
        # Among blockers any division will do; what goes past them needs lethal damage to every one.
        least = 0 if not last else need if enough else left
        much = least if least == left else _ask_assign(run, attacker, key, least, left, need)
        enough = enough and much >= need
        parts.append((key, much))
        left -= much
    return [(key, much) for key, much in (*parts, (target, left)) if much]


def _ask_assign(run: Run, attacker: Seen, key: int, least: int, most: int, usual: int) -> int:
    """How much of an attacker's damage goes to one of its blockers."""
    options = tuple((number, key, attacker.id) for number in range(least, most + 1))
    about = "damage to this blocker"
    default = (usual - least,)
    prompt = Prompt(attacker.controller, "assign", options, about=about, source=key, default=default)
    return int(run.choose(prompt)[0])
