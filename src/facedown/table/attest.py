"""Who answers for a log: what rests on whose signature, and what on nobody's."""

from collections.abc import Mapping, Sequence

import msgspec

from facedown.crypto.signing import fingerprint, signed
from facedown.kernel import ProofRejected, Seat
from facedown.table.entries import SERVER, Chair, Left, Opened, Seal, ending_claim


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


def attest(
    opening: Opened, seal: Seal, *, sealed: bool, absences: Sequence[Left] = (), finished: bool = True
) -> Attestation:
    """What the signatures in a log that follows the rules amount to.

    `sealed`: players have signed every word and proved every card. `absences`: what the server alone says of
    players. Raises `ProofRejected` for a signature that does not hold.
    """
    names = [chair.name for chair in opening.chairs]
    server = "" if opening.server is msgspec.UNSET else opening.server
    keys = tuple(chair.lasting for chair in opening.chairs)
    signers = _signers(opening, seal, server)
    if signers and not finished:
        raise ProofRejected("log", "is signed as a whole, but has no end")
    by_server = SERVER in signers
    words, doubts = list[str](), list[str]()
    for seat, chair in enumerate(opening.chairs):
        if seat in signers:
            words.append(f"{names[seat]} has signed the whole match (key {fingerprint(keys[seat])})")
        elif by_server and server == keys[seat]:
            words.append(f"{names[seat]} is played by the server, which has signed the whole match")
        elif sealed and by_server:
            words.append(f"{names[seat]} has signed all that it did, not the end")
        else:
            doubts.append(f"{names[seat]} has signed {_how_much(chair, sealed=sealed)}")
    if by_server:
        words.append(f"the server has signed the times and the end (key {fingerprint(server)})")
        words += [f"on the server's word alone: {names[left.seat]} {left.why}" for left in absences]
    elif doubts:
        doubts.append("no server has signed the times and the end")
        doubts += [f"nobody answers for it that {names[left.seat]} {left.why}" for left in absences]
    return Attestation(server, keys, tuple(sorted(signers)), tuple(doubts), tuple(words))


def _how_much(chair: Chair, *, sealed: bool) -> str:
    if chair.key is msgspec.UNSET or not (sealed or chair.nonce):
        return "nothing"
    return "all that it did, not the end" if sealed else "the opening, not the end"


def _signers(opening: Opened, seal: Seal, server: str) -> set[Seat]:
    signers = set[Seat]()
    for seat, sign in seal.signs:
        if seat in signers or not SERVER <= seat < len(opening.chairs):
            raise ProofRejected("log", "has a signature under its end that is nobody's")
        key = server if seat == SERVER else opening.chairs[seat].key
        if not isinstance(key, str) or not signed(key, ending_claim(opening.match, seal.head, seat), sign):
            who = "the server" if seat == SERVER else opening.chairs[seat].name
            raise ProofRejected("log", f"has a signature of {who} under its end that does not hold")
        signers.add(seat)
    return signers


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
