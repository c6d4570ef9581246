"""The kernel: refs, zones, faces, chance and the contract every game fulfils. It holds no secrets."""

from facedown.kernel.canonical import decode, digest, encode
from facedown.kernel.card import CardInfo, DeckShape
from facedown.kernel.chance import (
    Answer,
    Arrange,
    Arranged,
    Choice,
    Found,
    Request,
    Reveal,
    Revealed,
    Roll,
    Rolled,
    Search,
    Shuffle,
    Shuffled,
    Wish,
    choice_of,
    places,
    renewed,
)
from facedown.kernel.errors import IllegalAction, InvalidAction, ProofRejected, Refused, StaleAction
from facedown.kernel.game import Game, Options
from facedown.kernel.outcome import Outcome
from facedown.kernel.types import DEALER, Face, Faces, Ref, Seat
from facedown.kernel.work import TooMuch, Work
from facedown.kernel.zones import EVERYONE, NOBODY, Sight, Zone, entitled, may_look, only

__all__ = [
    "DEALER",
    "EVERYONE",
    "NOBODY",
    "Answer",
    "Arrange",
    "Arranged",
    "CardInfo",
    "Choice",
    "DeckShape",
    "Face",
    "Faces",
    "Found",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "Options",
    "Outcome",
    "ProofRejected",
    "Ref",
    "Refused",
    "Request",
    "Reveal",
    "Revealed",
    "Roll",
    "Rolled",
    "Search",
    "Seat",
    "Shuffle",
    "Shuffled",
    "Sight",
    "StaleAction",
    "TooMuch",
    "Wish",
    "Work",
    "Zone",
    "choice_of",
    "decode",
    "digest",
    "encode",
    "entitled",
    "may_look",
    "only",
    "places",
    "renewed",
]
