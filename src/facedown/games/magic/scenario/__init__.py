"""Scenarios: a table set up by hand, steps in order, and facts that have to hold (docs/magic.md)."""

from facedown.games.magic.scenario.play import Report, play

__all__ = ["Report", "play"]
