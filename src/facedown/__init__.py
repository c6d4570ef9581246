"""Facedown: trading card games between people who need not trust each other or the server."""

__version__ = "0.1.0"
