"""Who answers for a log: what rests on whose signature, and what on nobody's."""

from collections.abc import Mapping

import msgspec

from facedown.crypto.signing import fingerprint, signed
from facedown.kernel import ProofRejected, Seat
from facedown.table.entries import (
    SERVER,
    Accused,
    Acted,
    Agreed,
    Contributed,
    Entry,
    Left,
    Opened,
    Parted,
    Seal,
    Undone,
    ending_claim,
)


class Attestation(msgspec.Struct, frozen=True):
    """Whose keys stand in a log, and what is bound by them."""

    server: str
    """The server's public key; empty if the match has none."""
    keys: tuple[str, ...]
    """The lasting key of each player; empty for one that has none."""
    signed: tuple[Seat, ...]
    """Who has signed the whole log; -1 is the server."""
    doubts: tuple[str, ...]
    """What nobody answers for. None: the log is attested."""
    words: tuple[str, ...]
    """What is bound, and by whom."""


class Words:
    """What was said in a log, with a signature and without. The signatures were checked before."""

    def __init__(self) -> None:
        self.signed: set[Seat] = set()
        """Who has signed something, and with it the opening."""
        self.loose: set[Seat] = set()
        """Who did something that none of its signatures covers."""
        self.absences: list[Left] = []
        """What the server alone can know of players."""

    def note(self, entry: Entry) -> None:
        """The next entry that does not follow from those before it."""
        match entry.body:
            case Agreed(signs=signs) | Undone(signs=signs):
                self._cover({seat for seat, sign in enumerate(signs) if sign})
            case Left(why=why) as left if why != "conceded":
                self.absences.append(left)
            case Acted(seat=seat) | Left(seat=seat) if entry.sign is not msgspec.UNSET:
                self._cover({seat})
            case (
                Contributed(seat=seat)
                | Parted(seat=seat)
                | Accused(seat=seat)
                | Acted(seat=seat)
                | Left(seat=seat)
            ):
                (self.loose if entry.sign is msgspec.UNSET else self.signed).add(seat)

    def _cover(self, seats: set[Seat]) -> None:
        """These have signed the hash of everything before."""
        self.signed |= seats
        self.loose -= seats

    def bound(self, seat: Seat) -> bool:
        """Whether all that this seat did rests on its signatures."""
        return seat in self.signed and seat not in self.loose


def attest(opening: Opened, seal: Seal, said: Words, *, finished: bool = True) -> Attestation:
    """What the signatures in a log that follows the rules amount to.

    Raises `ProofRejected` for a signature under the end that does not hold.
    """
    names = [chair.name for chair in opening.chairs]
    server = "" if opening.server is msgspec.UNSET else opening.server
    keys = tuple(chair.lasting for chair in opening.chairs)
    signed_by = signers(opening, seal)
    if signed_by and not finished:
        raise ProofRejected("log", "is signed as a whole, but has no end")
    by_server = SERVER in signed_by
    words, doubts = list[str](), list[str]()
    for seat in range(len(names)):
        if seat in signed_by:
            words.append(f"{names[seat]} has signed the whole match (key {fingerprint(keys[seat])})")
        elif by_server and server == keys[seat]:
            words.append(f"{names[seat]} is played by the server, which has signed the whole match")
        elif said.bound(seat):
            (words if by_server else doubts).append(f"{names[seat]} has signed all that it did, not the end")
        else:
            doubts.append(
                f"{names[seat]} has signed {'the opening, not the end' if seat in said.signed else 'nothing'}"
            )
    if by_server:
        words.append(f"the server has signed the times and the end (key {fingerprint(server)})")
        words += [f"on the server's word alone: {names[left.seat]} {left.why}" for left in said.absences]
    elif doubts:
        doubts.append("no server has signed the times and the end")
        doubts += [f"nobody answers for it that {names[left.seat]} {left.why}" for left in said.absences]
    return Attestation(server, keys, tuple(sorted(signed_by)), tuple(doubts), tuple(words))


def signers(opening: Opened, seal: Seal) -> set[Seat]:
    """Who has signed the whole log, each signature checked."""
    found = set[Seat]()
    if [seat for seat, _ in seal.signs] != sorted({seat for seat, _ in seal.signs}):
        raise ProofRejected("log", "has the signatures under its end in disorder")
    for seat, sign in seal.signs:
        if not SERVER <= seat < len(opening.chairs):
            raise ProofRejected("log", "has a signature under its end that is nobody's")
        key = opening.server if seat == SERVER else opening.chairs[seat].key
        if not isinstance(key, str) or not signed(key, ending_claim(opening.match, seal.head, seat), sign):
            who = "the server" if seat == SERVER else opening.chairs[seat].name
            raise ProofRejected("log", f"has a signature of {who} under its end that does not hold")
        found.add(seat)
    return found


def check_keys(opening: Opened, players: Mapping[str, str], server: str | None = None) -> None:
    """Refuse a log whose players or server have other keys than these (whole, or as fingerprints)."""
    for name, wanted in players.items():
        chairs = [chair for chair in opening.chairs if chair.name == name]
        if not chairs:
            raise ProofRejected("log", f"has nobody called {name}")
        for chair in chairs:
            _check_key(name, chair.lasting, wanted)
    if server is not None:
        _check_key("the server", "" if opening.server is msgspec.UNSET else opening.server, server)


def _check_key(who: str, key: str, wanted: str) -> None:
    if not key:
        raise ProofRejected("log", f"has no key of {who}")
    if wanted.lower() not in (key, fingerprint(key), fingerprint(key).replace("-", "")):
        raise ProofRejected("log", f"has another key of {who}: {fingerprint(key)}")
