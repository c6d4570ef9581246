"""The nouns of every game, in the smallest types that carry them."""

from collections.abc import Mapping
from typing import TypeAlias

Ref: TypeAlias = int
"""One physical card in this match. It says nothing of the card's face, and a shuffle retires it."""

Face: TypeAlias = str
"""What is printed on a card: the id of a card in a catalogue."""

Faces: TypeAlias = Mapping[Ref, Face]
"""The faces somebody knows. They live with that somebody, never in the state."""

Seat: TypeAlias = int
"""A place at the table, counted from 0."""

DEALER: Seat = -1
"""The one who answers chance and turns up cards; takes no turn."""
