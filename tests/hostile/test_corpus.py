"""The law: whatever one client or ten from one address do, no table waits more than 50 ms, and memory is
bounded.

A real server, twenty tables that play, and one attack after the other. The server's own watchdog is the
judge: what it counts in processor time is ours, whatever else the machine runs.
"""

import contextlib
import http.client
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from facedown.server.limits import Settings
from hostile.corpus import Attack, Target, attacks
from hostile.tables import Tables
from server.process import ServerProcess

LONGEST = 0.05
"""Seconds that anybody may wait for somebody else's doing."""
GROWTH = 64
"""MB that the server may grow by during an attack."""


class Besieged:
    """The server and its tables, with what is known of them."""

    def __init__(self, server: ServerProcess, tables: Tables) -> None:
        self.server, self.tables = server, tables
        player = server.player(name="Mallory")
        self.token = player.token
        player.close()

    def steps(self) -> dict[str, dict[str, float]]:
        """How many steps took at most so long, for each clock."""
        found: dict[str, dict[str, float]] = {}
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, 60, source_address=("127.0.0.3", 0))
        with contextlib.closing(line):
            line.request("GET", "/metrics")
            text = line.getresponse().read().decode()
        for clock, bound, count in re.findall(
            r'facedown_loop_step_seconds_bucket{clock="(\w+)",le="(.*?)"} (.*)', text
        ):
            found.setdefault(clock, {})[bound] = float(count)
        return found

    def memory(self, name: str = "VmRSS") -> float:
        """MB."""
        status = Path(f"/proc/{self.server.pid}/status").read_text()
        return int(re.findall(rf"{name}:\s+(\d+) kB", status)[0]) / 1000

    def forget_peak(self) -> None:
        """Let `VmHWM` begin anew."""
        Path(f"/proc/{self.server.pid}/clear_refs").write_text("5")


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    # Guests are told apart by a pace of their own, which is not what is tried here.
    settings = Settings(guests_per_address=100_000)
    with ServerProcess(tmp_path_factory.mktemp("besieged"), settings) as server, Tables(server.url) as tables:
        tables.all_moved([0] * 20)
        yield Besieged(server, tables)


@pytest.mark.parametrize("attack", [pytest.param(attack, id=name) for name, attack in attacks()])
def test_nobody_waits_for_an_attacker(besieged: Besieged, attack: Attack) -> None:
    server, tables = besieged.server, besieged.tables
    match = tables.since()["match"]
    target = Target(server, match, besieged.token)
    before, logged = besieged.steps(), len(server.log())
    besieged.forget_peak()
    memory = besieged.memory()
    try:
        attack(target)
    finally:
        target.leave()
    tables.all_moved(tables.since()["moves"])
    after, grown = besieged.steps(), besieged.memory("VmHWM") - memory
    for clock in ("loop", "process"):
        slow = {
            bound: int(after[clock][bound] - before.get(clock, {}).get(bound, 0))
            for bound in after.get(clock, {})
        }
        over = slow.get("+Inf", 0) - slow.get(str(LONGEST), 0)
        named = [line for line in server.log()[logged:].splitlines() if '"slow step"' in line]
        assert not over, f"{over} steps beyond {LONGEST} s by the clock `{clock}`: {named[:3]}"
    assert grown < GROWTH, f"the server grew by {grown:.0f} MB"
