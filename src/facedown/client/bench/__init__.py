"""`facedown bench NAME`: figures with their goals and, where there are any, peers of the same run."""

import argparse
import sys
from collections.abc import Callable, Iterator
from importlib import import_module

from facedown.client.bench.figures import Figure, as_json, as_table

BENCHES = {
    "crypto": "a sealed deck: what players wait for, every proof made and checked, against unproved steps",
    "duel": "the duel's rules: actions a second, one core, against boardgame.io's bare reducer",
    "load": "two thousand matches at once: what a move waits for, memory of a match and of a line in it",
    "magic": "Magic: the layers on boards of all sizes, whole games between bots, scenarios, full tables",
    "page": "the browser client: table visible, mirror ready, moves, frames, weight",
    "room": "a room and a server: moves a CPU second, latency, memory, start-up, against other servers",
}


def run(args: argparse.Namespace) -> int:
    """Run one benchmark and print its figures. 0: all goals met; 1: some missed."""
    if args.name not in BENCHES:
        sys.stderr.write(f"facedown: no benchmark is called {args.name!r}; there are: {', '.join(BENCHES)}\n")
        return 2
    measure: Callable[[], Iterator[Figure]] = import_module(f"facedown.client.bench.{args.name}").measure
    figures = []
    try:
        for figure in measure():
            figures.append(figure)
            if not args.json and sys.stderr.isatty():
                sys.stderr.write(f"\r{len(figures)} figures, last: {figure.name}\x1b[K")
                sys.stderr.flush()
    except RuntimeError as error:
        sys.stderr.write(f"facedown: {error}\n")
        return 2
    if not args.json and sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    sys.stdout.write(as_json(figures) if args.json else as_table(figures))
    return 0 if all(figure.met is not False for figure in figures) else 1
