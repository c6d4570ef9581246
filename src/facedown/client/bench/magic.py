"""How fast Magic is: the layers, whole games between bots, scenarios, tables that grow. One core."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from facedown.bots.arena import Result, matches
from facedown.client.bench.figures import Figure
from facedown.client.bench.magic_tables import full, growth, table
from facedown.games.magic.cards import CARDS
from facedown.games.magic.decks import CONSTRUCTED
from facedown.games.magic.game import MAGIC
from facedown.games.magic.model import Keyword
from facedown.games.magic.scenario import play
from facedown.games.magic.state import MagicState
from facedown.games.magic.view import View, view_of

GAMES = 44
SCENARIOS = 200


def measure() -> Iterator[Figure]:
    """The view cold and warm, games, scenarios, how a view grows, what the fullest tables take."""
    board = table(40)
    yield Figure("view of 40 permanents, 12 effects, cold", _cold(board), "ms", 2, at_most=True)
    yield Figure("the same again, nothing changed", _again(board), "µs", 1, at_most=True)
    yield Figure("the same after a land was tapped", _tapped(board), "µs")
    yield from _games()
    yield Figure(f"{SCENARIOS} scenarios", _scenarios(), "s", 10, at_most=True)
    yield from growth()
    yield from full()


def _cold(state: MagicState) -> float:
    """Milliseconds for a view that nothing is known of."""
    return 1_000 * _each(lambda: View(state), 100)


def _again(state: MagicState) -> float:
    view_of(state)
    return 1_000_000 * _each(lambda: view_of(state), 20_000)


def _tapped(state: MagicState) -> float:
    """Microseconds, the change itself included."""
    view_of(state)
    first, *rest = state.status

    def tap() -> None:
        status = (msgspec.structs.replace(first, tapped=True), *rest)
        view_of(msgspec.structs.replace(state, status=status))

    return 1_000_000 * _each(tap, 2_000)


def _each(work: Callable[[], object], times: int) -> float:
    """Seconds of CPU time for one, the best of five rounds."""
    rounds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(times // 5):
            work()
        rounds.append((time.process_time() - start) / (times // 5))
    return min(rounds)


def _games() -> Iterator[Figure]:
    """Whole enforced games at a table with a log, greedy against greedy, every pair of decks in turn."""
    _played(2)
    spent, results = _played(GAMES)
    actions = sum(sum(result.actions) for result in results)
    yield Figure("a whole game between bots, mean", spent / GAMES, "s", 1, at_most=True)
    yield Figure("games a minute", 60 * GAMES / spent, "games")
    yield Figure("actions a second, bots' thoughts included", actions / spent, "actions/s")
    yield Figure("actions of a game, mean", actions / GAMES, "actions")


def _played(games: int) -> tuple[float, list[Result]]:
    decks = {name: deck for name, deck in CONSTRUCTED.items() if len(deck) == 60}
    start = time.process_time()
    results = list(matches(MAGIC, ["greedy", "greedy"], games, decks=decks, seed=1))
    return time.process_time() - start, results


def _scenarios() -> float:
    """Seconds for so many scenarios: layers, copies, combat and a spell, each with other creatures."""
    found = list(scenarios())[:SCENARIOS]
    start = time.process_time()
    for scenario in found:
        report = play(scenario)
        if not report.passed:
            raise RuntimeError(f"scenario {report.id} failed: {'; '.join(report.problems)}")
    return (time.process_time() - start) * SCENARIOS / len(found)


def scenarios() -> Iterator[dict[str, Any]]:
    """Four of each creature that is nothing but a body with keywords."""
    plain = ("flying", "vigilance", "trample", "haste", "reach", "first strike", "deathtouch", "lifelink")
    for face, card in CARDS.items():
        named = [one.name for one in card.abilities if isinstance(one, Keyword)]
        if card.token or card.types != ("Creature",) or len(named) < len(card.abilities):
            continue
        if "Legendary" in card.supertypes or not all(name in plain for name in named):
            continue
        power, toughness = int(card.power or 0), int(card.toughness or 0)
        body = {"op": "put", "player": "P1", "card": card.name, "id": "one"}
        clone = {"op": "put", "player": "P2", "card": "Clone", "id": "two", "copy_of": "one"}
        humility = {"op": "put", "player": "P2", "card": "Humility", "id": "humility"}
        growth = {"op": "cast", "player": "P1", "card": "Giant Growth", "targets": ["one"]}
        attack = {"op": "combat", "attackers": {"one": "P2"}, "blocks": {}}
        bolt = {"op": "cast", "player": "P2", "card": "Lightning Bolt", "targets": ["one"]}
        grown = {"object": "one", "power": 4, "toughness": 4, "no_abilities": True}
        copied = {"object": "two", "name": card.name, "power": power, "toughness": toughness}
        dead = {"object": "one", "zone": "graveyard" if toughness <= 3 else "battlefield"}
        for name, steps, fact in (
            ("layers", [body, humility, growth], grown),
            ("copies", [body, clone], copied),
            ("combat", [body, attack], {"player": "P2", "life": 20 - power}),
            ("burnt", [body, bolt], dead),
        ):
            yield {"id": f"{name} {face}", "players": ["P1", "P2"], "steps": steps, "expect": [fact]}
