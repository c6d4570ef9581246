"""Whether an object passes a filter. A filter is turned into a function once, and kept."""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from facedown.games.magic.model import Amount, Filter, Who
from facedown.games.magic.players import seats
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Frame, Note, index
from facedown.kernel import Seat

if TYPE_CHECKING:
    from facedown.games.magic.view import View


NOTHING = Note()


class Ctx:
    """Who asks: the view to look in, `you`, the source, and what is resolving."""

    __slots__ = ("frame", "note", "source", "view", "you")

    def __init__(
        self,
        view: "View",
        you: Seat,
        source: Seen | None = None,
        frame: Frame | None = None,
        note: Note | None = None,
    ) -> None:
        self.view, self.you, self.source = view, you, source
        self.frame = frame
        self.note = note if note is not None else frame.note if frame is not None else NOTHING

    def seats(self, who: Who) -> tuple[Seat, ...]:
        """The players that a word means, in turn order from the active player."""
        return seats(self, who)


Test: TypeAlias = Callable[[Ctx, Seen], bool]
_tests: dict[Filter, Test] = {}
_permanents: dict[Filter, Test] = {}


def passes(filter: Filter, ctx: Ctx, seen: Seen) -> bool:
    """Whether the object passes."""
    return test_of(filter)(ctx, seen)


def test_of(filter: Filter) -> Test:
    """The filter as a function."""
    test = _tests.get(filter)
    if test is None:
        test = _tests[filter] = _join([_zone(filter), *_tests_of(filter)])
    return test


def test_of_permanents(filter: Filter) -> Test:
    """The filter as a function for what is known to be on the battlefield."""
    test = _permanents.get(filter)
    if test is None:
        tests = list(_tests_of(filter))
        test = _permanents[filter] = _join(tests) if tests else lambda _, __: True
    return test


def _join(tests: list[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    first, second = tests[:2]
    if len(tests) == 2:
        return lambda ctx, seen: first(ctx, seen) and second(ctx, seen)
    rest = _join(tests[2:])
    return lambda ctx, seen: first(ctx, seen) and second(ctx, seen) and rest(ctx, seen)


def _tests_of(f: Filter) -> Iterator[Test]:  # noqa: PLR0915 (one line for each field)
    if f.types:
        yield _word(f.types, attrgetter("types"))
    if f.all_types:
        yield lambda _, seen: all(word in seen.types for word in f.all_types)
    if f.not_types:
        yield lambda _, seen: not any(word in seen.types for word in f.not_types)
    if f.subtypes:
        yield _word(f.subtypes, attrgetter("subtypes"))
    if f.not_subtypes:
        yield lambda _, seen: not any(word in seen.subtypes for word in f.not_subtypes)
    if f.supertypes:
        yield _word(f.supertypes, attrgetter("supertypes"))
    if f.not_supertypes:
        yield lambda _, seen: not any(word in seen.supertypes for word in f.not_supertypes)
    if f.colors:
        yield _word(f.colors, attrgetter("colors"))
    if f.not_colors:
        yield lambda _, seen: not any(color in seen.colors for color in f.not_colors)
    if f.colorless:
        yield lambda _, seen: not seen.colors
    if f.multicolored:
        yield lambda _, seen: len(seen.colors) > 1
    if f.named:
        yield lambda _, seen: seen.name == f.named
    if f.keyword:
        yield lambda _, seen: seen.has(f.keyword)
    if f.without_keyword:
        yield lambda _, seen: not seen.has(f.without_keyword)
    if f.no_abilities:
        yield lambda _, seen: not seen.abilities
    if f.control:
        yield _player(f.control, attrgetter("controller"))
    if f.own:
        yield _player(f.own, attrgetter("obj.owner"))
    if f.other:
        yield lambda ctx, seen: ctx.source is None or seen.id != ctx.source.id
    if f.tapped is not None:
        yield lambda ctx, seen: tapped(ctx.view, seen) is f.tapped
    if f.attacking is not None:
        yield lambda ctx, seen: ctx.view.attacks(seen.id) is f.attacking
    if f.blocking is not None:
        yield lambda ctx, seen: ctx.view.blocks(seen.id) is f.blocking
    if f.token is not None:
        yield lambda _, seen: (seen.obj.card is not None and seen.obj.card.token) is f.token
    if f.face_down is not None:
        yield lambda _, seen: seen.obj.face_down is f.face_down
    if f.to_same:
        yield lambda ctx, seen: ctx.source is not None and seen.obj.attached == ctx.source.obj.attached
    elif f.attached:
        yield lambda ctx, seen: ctx.source is not None and seen.obj.attached == ctx.source.id
    if f.counter:
        yield lambda _, seen: seen.obj.counter(f.counter) > 0
    if f.damaged is not None:
        yield lambda ctx, seen: _damaged(ctx.view, seen) is f.damaged
    yield from _measures(f)
    if f.chosen:
        yield lambda ctx, seen: _chosen(f.chosen, ctx, seen)
    if f.targets is not None:
        yield _targets(f.targets)
    if f.any_of:
        parts = [test_of(part) for part in f.any_of]
        yield lambda ctx, seen: any(part(ctx, seen) for part in parts)


def _zone(f: Filter) -> Test:
    zone = f.zone
    if zone == "anywhere" or (f.any_of and zone == "battlefield"):
        return lambda _, __: True
    if zone == "elsewhere":
        return lambda _, seen: seen.zone != "battlefield"
    if zone == "stack" and not f.ability:
        return lambda _, seen: (
            seen.zone == "stack" and (seen.obj.play is None or seen.obj.play.ability is None)
        )
    return lambda _, seen: seen.zone == zone


def _word(wanted: tuple[str, ...], get: Callable[[Seen], tuple[str, ...]]) -> Test:
    if len(wanted) == 1:
        only = wanted[0]
        return lambda _, seen: only in get(seen)
    return lambda _, seen: any(word in get(seen) for word in wanted)


def _player(who: Who, get: Callable[[Seen], Seat]) -> Test:
    if who == "you":
        return lambda ctx, seen: get(seen) == ctx.you
    if who == "opponent":
        return lambda ctx, seen: get(seen) != ctx.you
    return lambda ctx, seen: get(seen) in ctx.seats(who)


def _measures(f: Filter) -> Iterator[Test]:
    from facedown.games.magic.amounts import value

    def at_least(least: Amount, get: Callable[[Seen], int]) -> Test:
        return lambda ctx, seen: get(seen) >= value(least, ctx)

    def at_most(most: Amount, get: Callable[[Seen], int]) -> Test:
        return lambda ctx, seen: get(seen) <= value(most, ctx)

    if f.power_min is not None:
        yield at_least(f.power_min, lambda seen: seen.power)
    if f.power_max is not None:
        yield at_most(f.power_max, lambda seen: seen.power)
    if f.toughness_max is not None:
        yield at_most(f.toughness_max, lambda seen: seen.toughness)
    if f.value_min is not None:
        yield at_least(f.value_min, lambda seen: seen.value)
    if f.value_max is not None:
        yield at_most(f.value_max, lambda seen: seen.value)


def _targets(inner: Filter) -> Test:
    test = test_of(inner)

    def targets(ctx: Ctx, seen: Seen) -> bool:
        play = seen.obj.play
        if play is None:
            return False
        aimed = [ctx.view.at(pointer) for group in play.targets for pointer in group]
        return any(found is not None and test(ctx, found) for found in aimed)

    return targets


def tapped(view: "View", seen: Seen) -> bool:
    """Whether a permanent is tapped."""
    status = index(view.state.status).get(seen.id)
    return status is not None and status.tapped


def _damaged(view: "View", seen: Seen) -> bool:
    status = index(view.state.status).get(seen.id)
    return status is not None and status.damage > 0


def _chosen(what: str, ctx: Ctx, seen: Seen) -> bool:
    if ctx.source is None:
        return False
    chosen = dict(ctx.source.obj.chosen)
    if what == "type":
        return chosen.get("creature type", "?") in seen.subtypes
    if what == "color":
        return chosen.get("color", "?") in seen.colors
    return seen.name == chosen.get("name", "?")
