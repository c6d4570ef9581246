"""State-based actions, all at once, again and again until none is left (704)."""

import msgspec

from facedown.games.magic.amounts import host
from facedown.games.magic.engine.counters import put_counters
from facedown.games.magic.engine.damage import protected
from facedown.games.magic.engine.moving import Going, going, move
from facedown.games.magic.engine.run import Run, replace_status
from facedown.games.magic.events import Remade
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import PlayerHas
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Prompt, Status, seat_of
from facedown.games.magic.view import View


class Watched:
    """What state-based actions look at on a battlefield, found once: they are checked all the time."""

    __slots__ = ("attached", "calm", "creatures", "doomed", "legends", "paired", "unhurt")

    def __init__(self, view: View) -> None:
        board = view.battlefield
        self.creatures = [seen for seen in board if seen.creature]
        self.doomed = [seen for seen in board if _doomed(seen)]
        self.attached = [seen for seen in board if seen.obj.attached is not None or "Aura" in seen.subtypes]
        self.paired = [seen for seen in board if len(seen.obj.counters) > 1]
        groups: dict[tuple[int, str], list[Seen]] = {}
        for seen in board:
            if "Legendary" in seen.supertypes and seen.name:
                groups.setdefault((seen.controller, seen.name), []).append(seen)
        self.unhurt: tuple[Status, ...] | None = None
        """How the permanents were when last seen, if no damage was marked on any."""
        self.legends = {key: same for key, same in groups.items() if len(same) > 1}
        self.calm = not (self.doomed or self.attached or self.paired or self.legends)
        """Whether only damage could change anything."""


def _watched(view: View) -> Watched:
    known: Watched | None = view.board.get("watched")
    if known is None:
        known = view.board["watched"] = Watched(view)
    return known


def check(run: Run) -> bool:
    """Perform every state-based action that applies now. Returns whether there was one."""
    run.work.spend(1 + len(run.state.status) // 8)
    if _players(run):
        return True
    view = run.view
    watched, status = _watched(view), run.state.status
    if watched.calm and watched.unhurt is status and not run.state.options.commander:
        return False
    destroyed = _destroyed(run, watched)
    doomed = watched.doomed
    legends = _legends(run, watched)
    loose, unattached = _attachments(view, watched)
    cards: list[Going] = []
    gone: set[int] = set()
    for seen in (*doomed, *legends, *loose):
        if seen.id not in gone:
            gone.add(seen.id)
            cards += _to_graveyard(run, seen)
    saved = False
    for seen in destroyed:
        if seen.id not in gone:
            if regenerate(run, seen):
                saved = True
                continue
            gone.add(seen.id)
            cards += _to_graveyard(run, seen)
    if cards:
        move(run, cards)
    if watched.unhurt is not status:
        _deathtouch_is_over(run)
    for seen in unattached:
        obj = run.obj(seen.id)
        if obj is not None:
            run.emit(Remade(msgspec.structs.replace(obj, attached=None), "unattached"))
    annihilated = _annihilate(run, watched, gone)
    commanders = _commanders(run) if not cards else False
    return bool(cards or unattached or annihilated or commanders or saved)


def _deathtouch_is_over(run: Run) -> None:
    """Deathtouch counts for the one check after the damage (704.5h): who survived that is safe from it."""
    touched = [status.id for status in run.state.status if status.deathtouched]
    if touched:
        replace_status(run, touched, "", deathtouched=False)


def _to_graveyard(run: Run, seen: Seen) -> list[Going]:
    found = going(run, seen.obj.pointer, "graveyard")
    return [found] if found is not None else []


def _players(run: Run) -> bool:
    from facedown.games.magic.engine.leaving import lose

    losers: list[tuple[int, str]] = []
    for seat, own in enumerate(run.state.players):
        if own.lost:
            continue
        why = ""
        if own.life <= 0:
            why = "no life left"
        elif own.drew_empty:
            why = "drew from an empty library"
        elif own.counters and own.counter("poison") >= 10:
            why = "poisoned"
        elif run.state.options.commander and any(count >= 21 for _, count in own.wounds):
            why = "commander damage"
        elif any(what == "no morph" for what, _ in own.tally):
            why = "cast a card face down that has no morph"
        if why and not any(change.what == "can't lose" for change, _ in run.view.ruled(PlayerHas, seat)):
            losers.append((seat, why))
    if losers:
        lose(run, losers)
    return bool(losers)


def _doomed(seen: Seen) -> bool:
    """Whether it is put into the graveyard for what it is (704.5f, 704.5i)."""
    if seen.creature and seen.toughness <= 0:
        return True
    return "Planeswalker" in seen.types and not seen.obj.counter("loyalty")


def _destroyed(run: Run, watched: Watched) -> list[Seen]:
    """Creatures with lethal damage (704.5g, 704.5h)."""
    if watched.unhurt is run.state.status:
        return []
    hurt = {one.id: one for one in run.state.status if one.damage or one.deathtouched}
    if not hurt:
        watched.unhurt = run.state.status
        return []
    return [
        seen
        for seen in watched.creatures
        if (status := hurt.get(seen.id)) is not None
        and seen.toughness > 0
        and (status.damage >= seen.toughness or status.deathtouched)
        and not seen.has("indestructible")
    ]


def regenerate(run: Run, seen: Seen) -> bool:
    """Use a regeneration shield, if there is one (701.19)."""
    from facedown.games.magic.engine.combat import remove_from_combat

    status = run.status(seen.id)
    if status.shields <= 0 or any(change.what == "be regenerated" for change, _ in seen.cant):
        return False
    replace_status(
        run,
        [seen.id],
        "regenerated",
        shields=status.shields - 1,
        tapped=True,
        damage=0,
        deathtouched=False,
    )
    remove_from_combat(run, seen.id)
    return True


def _legends(run: Run, watched: Watched) -> list[Seen]:
    """The legend rule: a player keeps one of each name (704.5j)."""
    gone: list[Seen] = []
    for (seat, name), same in watched.legends.items():
        options = tuple((seen.id,) for seen in same)
        about = f"keep one {name}"
        prompt = Prompt(seat, "legend", options, about=about, default=(len(options) - 1,))
        kept = run.choose(prompt)[0]
        gone += [seen for seen in same if seen.id != kept]
    return gone


def _attachments(view: View, watched: Watched) -> tuple[list[Seen], list[Seen]]:
    """Auras that may not be where they are go to the graveyard; Equipment comes off (704.5m, 704.5n)."""
    loose, unattached = [], []
    for seen in watched.attached:
        if "Aura" in seen.subtypes and "Enchantment" in seen.types:
            if _torn_off(view, seen) or not aura_fits(view, seen, seen.obj.attached):
                loose.append(seen)
        elif seen.obj.attached is not None:
            if _torn_off(view, seen) or not equipment_fits(view, seen, seen.obj.attached):
                unattached.append(seen)
    return loose, unattached


def _torn_off(view: View, item: Seen) -> bool:
    """Attached to what is no longer there, though its card may have come back (400.7)."""
    return item.obj.attached is not None and item.obj.attached >= 0 and host(view, item) is None


def aura_fits(view: View, aura: Seen, to: int | None) -> bool:
    """Whether an Aura may be attached there."""
    if to is None or aura.creature:
        return False
    if to < 0:
        return not view.state.players[seat_of(to)].lost and any(
            keyword.filter is None for keyword in aura.keywords.get("enchant", ())
        )
    found = view.seen.get(to)
    if found is None or found.zone != "battlefield" or protected(view, found, aura) or found.id == aura.id:
        return False
    ctx = Ctx(view, aura.controller, aura)
    wanted = aura.keywords.get("enchant", ())
    return all(keyword.filter is not None and passes(keyword.filter, ctx, found) for keyword in wanted)


def equipment_fits(view: View, item: Seen, to: int) -> bool:
    """Whether Equipment may be attached there."""
    found = view.seen.get(to)
    if found is None or found.zone != "battlefield" or not found.creature or found.id == item.id:
        return False
    return "Equipment" in item.subtypes and not item.creature and not protected(view, found, item)


def _annihilate(run: Run, watched: Watched, gone: set[int]) -> bool:
    """+1/+1 and -1/-1 counters go in pairs (704.5q)."""
    found = False
    for seen in watched.paired:
        if seen.id not in gone:
            pairs = min(seen.obj.counter("+1/+1"), seen.obj.counter("-1/-1"))
            if pairs:
                put_counters(run, seen.id, "+1/+1", -pairs)
                put_counters(run, seen.id, "-1/-1", -pairs)
                found = True
    return found


def _commanders(run: Run) -> bool:
    """A commander in a graveyard or in exile may go to the command zone (903.9a), and is asked once."""
    if not run.state.options.commander:
        return False
    for seat, own in enumerate(run.state.players):
        obj = run.obj(own.commander) if own.commander >= 0 and not own.lost else None
        if obj is None or obj.zone not in ("graveyard", "exile") or obj.chosen or obj.face_down:
            continue
        if run.confirm(seat, "put your commander into the command zone", obj.id):
            found = going(run, obj.pointer, "command")
            if found is not None:
                move(run, [found])
        else:
            run.emit(Remade(msgspec.structs.replace(obj, chosen=(("command", "no"),)), "stays"))
        return True
    return False
