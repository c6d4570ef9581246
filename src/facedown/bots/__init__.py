"""Bots: random, greedy and tree search. They are generic over the kernel and see only what a seat sees."""

from facedown.bots.bot import Bot
from facedown.bots.registry import bots, find_bot, make_bot

__all__ = ["Bot", "bots", "find_bot", "make_bot"]
