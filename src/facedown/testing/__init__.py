"""Tests that any game gets for nothing, ours or a third party's."""

from facedown.testing.conformance import Conformance

__all__ = ["Conformance"]
