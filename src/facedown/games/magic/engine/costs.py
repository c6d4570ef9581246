"""Paying costs (118, 601.2g-h, 602.2)."""

import msgspec

from facedown.games.magic.amounts import matching
from facedown.games.magic.engine.counters import put_counters
from facedown.games.magic.engine.damage import lose_life
from facedown.games.magic.engine.mana import mana_abilities, plan, produces, ready_to_tap, sources
from facedown.games.magic.engine.moving import Going, going, move
from facedown.games.magic.engine.run import Happening, Run, replace_status
from facedown.games.magic.events import ManaAdded, ManaSpent
from facedown.games.magic.filters import Ctx, tapped
from facedown.games.magic.manas import WUBRG
from facedown.games.magic.model import Cost, Filter
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Pointer, Prompt
from facedown.games.magic.view import View
from facedown.kernel import IllegalAction, Seat


def payable(view: View, seat: Seat, cost: Cost, source: int, extra: int = 0, x: int = 0) -> bool:
    """Whether a player could pay, as far as everybody can see."""
    own = view.state.players[seat]
    seen = view.seen.get(source)
    if cost.tap and (seen is None or not ready_to_tap(view, seen)):
        return False
    if cost.untap and (seen is None or not tapped(view, seen)):
        return False
    if cost.life > own.life:
        return False
    if cost.discard > len(own.hand) - (source in own.hand):
        return False
    if cost.counters is not None and (seen is None or seen.obj.counter(cost.counters[0]) < cost.counters[1]):
        return False
    if isinstance(cost.loyalty, int) and cost.loyalty < 0:
        if seen is None or seen.obj.counter("loyalty") < -cost.loyalty:
            return False
    if not _objects_there(Ctx(view, seat, seen), cost):
        return False
    if not cost.mana and not extra:
        return True
    return plan(view, seat, cost.mana, extra, x, source if cost.tap else -1) is not None


def _objects_there(ctx: Ctx, cost: Cost) -> bool:
    for filter in (cost.exile, cost.return_):
        if filter is not None and not matching(filter, ctx):
            return False
    if isinstance(cost.sacrifice, Filter) and len(_mine(ctx, cost.sacrifice)) < cost.sacrifices:
        return False
    return cost.tap_others is None or bool(_untapped(ctx, cost.tap_others))


def _mine(ctx: Ctx, filter: Filter) -> list[Seen]:
    return [seen for seen in matching(filter, ctx) if seen.controller == ctx.you]


def _untapped(ctx: Ctx, filter: Filter) -> list[Seen]:
    return [seen for seen in _mine(ctx, filter) if not tapped(ctx.view, seen)]


def pay(
    run: Run, seat: Seat, cost: Cost, source: int, extra: int = 0, x: int = 0, manual: bool = False
) -> tuple[Pointer, ...]:
    """Pay a cost. Returns what was sacrificed."""
    _mana(run, seat, cost, source, extra, x, manual)
    gone: list[Pointer] = []
    with run.batch():
        if cost.tap:
            tap(run, [source])
        if cost.untap:
            replace_status(run, [source], "untap", tapped=False)
        if cost.life:
            lose_life(run, seat, cost.life)
        if cost.counters is not None:
            put_counters(run, source, cost.counters[0], -cost.counters[1])
        if isinstance(cost.loyalty, int):
            put_counters(run, source, "loyalty", cost.loyalty, effect=False)
        elif cost.loyalty == "-X":
            put_counters(run, source, "loyalty", -x)
    _objects(run, seat, cost, source, gone)
    return tuple(gone)


def _objects(run: Run, seat: Seat, cost: Cost, source: int, gone: list[Pointer]) -> None:
    view = run.view
    ctx = Ctx(view, seat, view.seen.get(source))
    cards: list[Going] = []
    if cost.tap_others is not None:
        chosen = _choose(run, seat, "tap", _untapped(ctx, cost.tap_others), 1, source)
        tap(run, [seen.id for seen in chosen])
    if cost.sacrifice == "this":
        gone += sacrifice(run, [run.view.seen[source]])
    elif isinstance(cost.sacrifice, Filter):
        chosen = _choose(run, seat, "sacrifice", _mine(ctx, cost.sacrifice), cost.sacrifices, source)
        gone += sacrifice(run, chosen)
    if cost.discard:
        discard(run, seat, cost.discard, cost.discard_filter, but=source)
    if cost.discard_this:
        run.faces.setdefault(source, run.faces.get(source, ""))
        cards.append(Going(source, seat, "hand", "graveyard", face=run.faces.get(source, "")))
        move(run, cards)
        return
    if cost.exile_this and source in run.view.seen:
        found = going(run, run.view.seen[source].obj.pointer, "exile")
        cards += [found] if found is not None else []
    for filter, to, verb in ((cost.exile, "exile", "exile"), (cost.return_, "hand", "return")):
        if filter is not None:
            for seen in _choose(run, seat, verb, matching(filter, ctx), 1, source):
                found = going(run, seen.obj.pointer, to)  # type: ignore[arg-type]
                cards += [found] if found is not None else []
    if cards:
        move(run, cards)


def _choose(run: Run, seat: Seat, kind: str, among: list[Seen], count: int, source: int) -> list[Seen]:
    options = tuple((seen.id,) for seen in among)
    prompt = Prompt(
        seat,
        kind,
        options,
        count,
        count,
        default=tuple(range(count)),
        about=f"{kind} as a cost",
        source=source,
    )
    return [run.view.seen[int(option[0])] for option in run.ask(prompt)]


def sacrifice(run: Run, permanents: list[Seen]) -> list[Pointer]:
    """Put permanents into their owners' graveyards; this is no destruction (701.21)."""
    cards = []
    pointers = [seen.obj.pointer for seen in permanents]
    with run.batch():
        for seen in permanents:
            found = going(run, seen.obj.pointer, "graveyard")
            if found is not None:
                cards.append(found)
                run.happened(Happening("sacrifice", seen.obj.pointer, seen.controller))
        if cards:
            move(run, cards)
    return pointers


def discard(run: Run, seat: Seat, count: int, filter: Filter | None = None, but: int = -1) -> list[int]:
    """A player discards cards of their choice. What is discarded is turned up."""
    hand = tuple(ref for ref in run.state.players[seat].hand if ref != but)
    count = min(count, len(hand))
    if not count:
        return []
    options = tuple((ref,) for ref in hand)
    prompt = Prompt(
        seat, "discard", options, count, count, default=tuple(range(count)), about="discard", opens=True
    )
    refs = [int(option[0]) for option in run.ask(prompt)]
    del filter
    throw_away(run, seat, refs)
    return refs


def throw_away(run: Run, seat: Seat, refs: list[int]) -> None:
    """Put these cards from a hand into the graveyard."""
    with run.batch():
        cards = [Going(ref, seat, "hand", "graveyard", face=run.faces.get(ref, "")) for ref in refs]
        became = move(run, cards)
        for pointer in became:
            run.happened(Happening("discard", pointer, seat))


def tap(run: Run, keys: list[int]) -> None:
    """Tap permanents."""
    keys = [key for key in keys if not run.status(key).tapped]
    if keys:
        with run.batch():
            replace_status(run, keys, "tap", tapped=True)
            for key in keys:
                obj = run.obj(key)
                if obj is not None:
                    run.happened(Happening("tapped", obj.pointer, run.view.seen[key].controller))


def _mana(run: Run, seat: Seat, cost: Cost, source: int, extra: int, x: int, manual: bool) -> None:
    if not cost.mana and not extra:
        return
    without = source if cost.tap else -1
    while manual:
        left = sources(run.view, seat)
        options = tuple(dict.fromkeys((unit.source,) for unit in left if unit.source != without))
        enough = plan_from_pool(run, seat, cost.mana, extra, x)
        if enough or not options:
            break
        picked = run.choose(Prompt(seat, "pay", (*options, ("auto",)), about="tap for mana", source=source))
        if picked[0] == "auto":
            break
        make_mana(run, seat, int(picked[0]))
    way = plan(run.view, seat, cost.mana, extra, x, without)
    if way is None:
        raise IllegalAction("you cannot pay for that")
    taps, spend, life = way
    for key, place, color in taps:
        make_mana(run, seat, key, place, color)
    if spend:
        run.emit(ManaSpent(seat, tuple(spend)))
    if life:
        lose_life(run, seat, life)


def plan_from_pool(run: Run, seat: Seat, cost: str, extra: int, x: int) -> bool:
    """Whether the mana in the pool is enough."""
    way = plan(run.view, seat, cost, extra, x)
    return way is not None and not way[0]


def make_mana(run: Run, seat: Seat, key: int, place: int = -1, color: str = "") -> None:
    """Activate a mana ability; it does not use the stack (605.3)."""
    seen = run.view.seen[key]
    abilities = mana_abilities(seen)
    if not abilities:
        raise IllegalAction(f"{seen.name} makes no mana")
    if place < 0 and len(abilities) > 1:
        options = tuple((number,) for number, _ in abilities)
        place = int(
            run.choose(Prompt(seat, "mana", options, about="which mana", source=key, default=(0,)))[0]
        )
    ability = next((one for number, one in abilities if number == place), abilities[0][1])
    made = produces(run.view, seen, ability)
    snow = "s" if "Snow" in seen.supertypes else ""
    for number, mana in enumerate(made):
        if mana == "any":
            if not color:
                prompt = Prompt(
                    seat, "color", tuple((c,) for c in WUBRG), about="which mana", source=key, default=(0,)
                )
                made[number] = str(run.choose(prompt)[0])
            else:
                made[number] = color
    price = msgspec.structs.replace(ability.cost, mana="")
    if ability.cost.mana:
        _mana(run, seat, Cost(ability.cost.mana, tap=ability.cost.tap), key, 0, 0, False)
    pay(run, seat, price, key)
    run.emit(ManaAdded(seat, tuple(mana + snow for mana in made)))


def can_pay_now(run: Run, seat: Seat, cost: Cost, source: int) -> bool:
    """Whether a player could pay in the middle of something."""
    return payable(run.view, seat, cost, source)


def pay_now(run: Run, seat: Seat, cost: Cost, source: int) -> None:
    """Pay in the middle of something."""
    pay(run, seat, cost, source)
