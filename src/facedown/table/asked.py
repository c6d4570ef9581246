"""What a player has asked for, and whether an opening is that: our signature goes under nothing else."""

import msgspec

from facedown.kernel import ProofRejected, Seat, encode
from facedown.table.entries import Clock, Opened
from facedown.table.registry import find_game


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match that a player wants, and what it brings. Nothing: the player has not said."""

    game: str = ""
    dealer: str = ""
    options: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    clock: Clock | None = None
    seats: int = 0
    name: str = ""
    key: str = ""
    """The lasting key."""
    commit: str = ""
    """The hash of the player's randomness."""
    server: str = ""
    """The key that the server says it has."""

    def check(self, opening: Opened, seat: Seat) -> None:
        """Raises `ProofRejected` if this is not the match for this seat that was asked for."""
        chair = opening.chairs[seat]
        server = "" if opening.server is msgspec.UNSET else opening.server
        for wanted, given, what in (
            (self.game, opening.game, "another game than the one that you asked for"),
            (self.dealer, opening.dealer, "a match of another dealer than the one that you asked for"),
            (self.clock, opening.clock, "a match with other clocks than you asked for"),
            (self.seats, len(opening.chairs), "a match for more or fewer players than you asked for"),
            (self.name, chair.name, "the match with another name on your chair"),
            (self.key, chair.lasting, "the match with another key on your chair"),
            (self.server, server, "the match with another key of the server than it had shown you"),
        ):
            if wanted and wanted != given:
                raise ProofRejected("server", f"opened {what}", 0)
        if self.commit and self.commit != chair.nonce:
            raise ProofRejected("server", "left out the randomness that you had promised", 0)
        if self.options is not msgspec.UNSET:
            game = find_game(opening.game)
            if encode(game.read_options(self.options)) != encode(game.read_options(opening.options)):
                raise ProofRejected("server", "opened a match with other options than you asked for", 0)
