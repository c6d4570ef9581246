"""What makes the view quick never changes it; and the benchmark measures what it says."""

import msgspec
import pytest

from facedown.client.bench.magic import scenarios
from facedown.client.bench.magic_tables import USUAL, table
from facedown.games.magic.scenario import play
from facedown.games.magic.view import Trace, View, view_of
from games.magic_soak import Soak, characteristics


def test_a_view_is_kept_while_nothing_changes_that_it_looks_at() -> None:
    state = table(40)
    view = view_of(state)
    assert view_of(state) is view
    first, *rest = state.status
    tapped = msgspec.structs.replace(state, status=(msgspec.structs.replace(first, tapped=True), *rest))
    assert view_of(tapped) is view
    assert view_of(msgspec.structs.replace(state, objects=state.objects[1:])) is not view


@pytest.mark.parametrize(("size", "effects"), [(10, 3), (40, 12), (80, 24)])
def test_the_short_way_through_the_layers_is_the_long_one(size: int, effects: int) -> None:
    """To explain, all dependencies are worked out; otherwise the oldest effect is taken where it is free."""
    state = table(size, effects)
    assert characteristics(View(state)) == characteristics(View(state, None, Trace(0)))


def test_a_kept_view_is_what_it_would_be_anew() -> None:
    """In positions of random games, some of which once told them apart; `Soak` fails where it is not."""
    for seed in (11, 24):
        assert Soak(seed, rate=0.1).play().outcome is not None


def test_the_board_of_the_benchmark_has_twelve_effects() -> None:
    trace = Trace(0)
    view = View(table(40), None, trace)
    assert len(view.battlefield) == 40
    sources = {step.running.source.obj.face for step in trace.steps if step.running.source is not None}
    assert sources == set(USUAL)


@pytest.mark.parametrize(("size", "effects"), [(10, 3), (10, 48), (40, 12)])
def test_boards_of_the_benchmark_have_the_permanents_and_effects_that_they_are_named_by(
    size: int, effects: int
) -> None:
    view = View(table(size, effects))
    assert len(view.battlefield) == size
    assert sum(seen.kit.statics or seen.obj.zone == "command" for seen in view.seen.values()) >= effects * 0.9


def test_the_scenarios_of_the_benchmark_pass() -> None:
    found = list(scenarios())
    assert len(found) > 100
    assert [report for scenario in found[::7] if not (report := play(scenario)).passed] == []
