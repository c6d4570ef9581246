"""What the server's own bots hold in sealed matches: keys of their own, kept like a dealer's secret.

A bot is a player like any other, and the server is its player: it knows the bot's cards, and nobody else's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from facedown.crypto.signing import SessionKey
from facedown.dealers import Dealer
from facedown.kernel import Face, Seat
from facedown.server.lobby import Terms, Wish
from facedown.table import find_dealer, find_game
from facedown.table.hand import bond_of


class Held(msgspec.Struct, frozen=True):
    """One bot's deck and keys."""

    deck: tuple[Face, ...]
    ring: bytes

    def __repr__(self) -> str:
        return "<Held>"


_held = msgspec.json.Decoder(dict[str, Held])


def seal(
    terms: Terms, wishes: Sequence[Wish], key: SessionKey
) -> tuple[Dealer, dict[Seat, Any], list[tuple[str, str]]]:
    """The dealer of a new sealed match, the bots' keyrings, and whose lasting key vouches for which seat's.

    The people's keyrings stay with the people; `key` is the server's, which vouches for its bots.
    """
    kind, game = find_dealer(terms.dealer), find_game(terms.game)
    rings = {
        seat: kind.keyring.fresh(wish.deck, game.parts(terms.options, len(wish.deck)))
        for seat, wish in enumerate(wishes)
        if wish.bot is not None
    }
    asked = [bond_of(rings[seat], key) if seat in rings else wish.bond for seat, wish in enumerate(wishes)]
    bonds = [bond for bond in asked if bond is not None]
    assert len(bonds) == len(wishes), "the reception asks for it"
    return kind.witness(bonds, ""), rings, [(bond.id, bond.vouch) for bond in bonds]


def keep(rings: Mapping[Seat, Any], decks: Sequence[tuple[Face, ...]]) -> bytes:
    """The bots' keys for the store."""
    return msgspec.json.encode(
        {str(seat): Held(tuple(decks[seat]), ring.to_bytes()) for seat, ring in rings.items()}
    )


def kept(dealer: str, secret: bytes, seats: int) -> tuple[dict[Seat, Any], list[tuple[Face, ...]]]:
    """The bots' keyrings and decks again. People's decks are not known here."""
    held = {int(seat): one for seat, one in _held.decode(secret).items()}
    kind = find_dealer(dealer)
    rings = {seat: kind.keyring.from_bytes(one.ring) for seat, one in held.items()}
    return rings, [held[seat].deck if seat in held else () for seat in range(seats)]
