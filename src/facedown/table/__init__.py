"""The table: a referee without I/O. One game and one dealer in, log entries out; and the audit."""

from facedown.table.entries import Clock, Entry, log_file
from facedown.table.follow import Follower, follow
from facedown.table.registry import find_dealer, find_game
from facedown.table.table import Step, Table, nonce_commitment
from facedown.table.verify import Report, verify

__all__ = [
    "Clock",
    "Entry",
    "Follower",
    "Report",
    "Step",
    "Table",
    "find_dealer",
    "find_game",
    "follow",
    "log_file",
    "nonce_commitment",
    "verify",
]
