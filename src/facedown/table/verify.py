"""The audit of a finished match: *fair*, or who broke which rule at which entry."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from facedown.dealers import Dealer
from facedown.kernel import InvalidAction, Outcome, ProofRejected, Refused
from facedown.kernel.canonical import decode
from facedown.table.attest import Attestation, Words, attest, check_keys
from facedown.table.entries import (
    Acted,
    Contributed,
    Dealt,
    Ended,
    Opened,
    Parted,
    Seal,
    head_of,
    read_entry,
)
from facedown.table.follow import Follower
from facedown.table.registry import find_dealer

MAX_LOG = 64 * 1024 * 1024
"""No honest log comes near this many bytes."""


class Report(msgspec.Struct, frozen=True):
    """What was checked. `finished` is False for a log without an end: then the deal is not proved yet."""

    match: str
    game: str
    dealer: str
    players: tuple[str, ...]
    entries: int
    head: str
    finished: bool
    outcome: Outcome | None
    checks: tuple[str, ...]
    attestation: Attestation
    """Who answers for it."""

    @property
    def attested(self) -> bool:
        """Whether all of it rests on somebody's signature or proof."""
        return not self.attestation.doubts

    @property
    def verdict(self) -> str:
        """`fair`; `unattested` if it follows the rules, but nobody answers for some of it; `unfinished`
        while the dealer has not opened its books."""
        if not self.finished:
            return "unfinished"
        return "fair" if self.attested else "unattested"


def read_log(data: bytes) -> list[bytes]:
    """The lines of a log file, its seal checked and taken off."""
    return open_log(data)[0]


def open_log(data: bytes) -> tuple[list[bytes], Seal]:
    """The lines of a log file, and its seal: the hash is checked here, signatures by `attest`."""
    if len(data) > MAX_LOG:
        raise ProofRejected("log", f"is larger than {MAX_LOG // 1024 // 1024} MB")
    lines = data.split(b"\n")
    if len(lines) < 3 or lines[-1]:
        raise ProofRejected("log", "is cut short: the last line is missing")
    entries, seal = lines[:-2], lines[-2]
    try:
        read = decode(seal, Seal)
    except InvalidAction:
        read = Seal("")
    if read.head != head_of(entries[-1]):
        raise ProofRejected("log", "was changed or cut: the seal does not fit", len(entries) - 1)
    return entries, read


def verify(
    data: bytes,
    head: str | None = None,
    *,
    players: Mapping[str, str] = {},
    server: str | None = None,
) -> Report:
    """Replay a log and check everything; `ProofRejected` says who broke which rule at which entry.

    `head` is the hash that a player kept: it tells whether this log is the one that was played. `players` and
    `server` are keys that are known from elsewhere, the players' by name.
    """
    lines, seal = open_log(data)
    dealer = revealed_dealer(lines)
    follower = Follower(lines[0], dealer)
    proved = dealer is not None or not follower.table.dealer.proves_late
    table, opening = follower.table, follower.table.opening
    counts: Counter[type] = Counter()
    words = Words()
    for line in lines[1:]:
        follows = follower.expects
        entry = follower.feed(line).entry
        counts[type(entry.body)] += 1
        if not follows:  # what follows from what was said before is nobody's word
            words.note(entry)
    check_keys(opening, players, server)
    attestation = attest(opening, seal, words, finished=follower.ended)
    if head is not None and head != table.head:
        raise ProofRejected("log", f"is another match than the one you kept: it ends in {table.head}")
    if proved:
        _check_decks(follower)
    checks = [f"{len(lines)} entries follow one from another by hash"]
    checks.append(f"{counts[Acted]} actions are legal and have the consequences the rules give")
    added = counts[Contributed]
    silent = [chair.name for chair in opening.chairs if not chair.nonce]
    if dealer is not None or not proved:
        checks.append(f"{added} of {len(opening.chairs)} players added randomness they had committed to")
    if silent and (dealer is not None or not proved):
        checks.append(f"no randomness of their own: {', '.join(silent)} (they rely on the others')")
    if dealer is not None:
        checks.append("the dealer revealed the secret it had committed to before the players added theirs")
        checks.append(f"{counts[Dealt]} shuffles, rolls and reveals and every face follow from that secret")
        checks.append("each deck is the one its player was bound to, and legal")
    elif proved:
        checks += _proofs(follower, counts)
    if table.dealer.keyring is not None:
        checks.append(f"everything that {' and '.join(table.names)} did is signed")
    checks += attestation.words
    return Report(
        opening.match,
        opening.game,
        opening.dealer,
        tuple(table.names),
        len(lines),
        table.head,
        follower.ended,
        table.outcome,
        tuple(checks),
        attestation,
    )


def revealed_dealer(lines: list[bytes]) -> Dealer | None:
    """The dealer as it revealed itself in the last entry; None if the match has not ended."""
    try:
        first, last = read_entry(lines[0]), read_entry(lines[-1])
    except InvalidAction:
        return None  # the walk will say which line it is
    if not isinstance(first.body, Opened) or not isinstance(last.body, Ended):
        return None
    try:
        kind = find_dealer(first.body.dealer)
        if not kind.proves_late:
            return None  # it proves everything as it goes
        dealer = kind.revealed(last.body.reveal)
    except LookupError as error:
        raise ProofRejected("log", str(error), 0) from None
    except ProofRejected as error:
        raise ProofRejected(error.who, error.why, last.at) from None
    if dealer.commitment() != first.body.commitment:
        raise ProofRejected("dealer", "the secret it revealed is not the one it had committed to", last.at)
    bound = tuple(chair.deck for chair in first.body.chairs)
    if dealer.deck_commitments() != bound:
        raise ProofRejected("dealer", "a deck it revealed is not the one it had committed to", last.at)
    for seat, (deck, chair) in enumerate(zip(dealer.decks(), first.body.chairs, strict=False)):
        if len(deck) != chair.cards:
            raise ProofRejected(f"seat {seat}", "its deck has not the size it was said to have", 0)
    return dealer


def _check_decks(follower: Follower) -> None:
    table = follower.table
    for seat, deck in enumerate(table.dealer.decks()):
        if not deck and not table.dealer.proves_late:
            continue  # not shown yet, or withheld; the report says so
        try:
            table.game.check_deck(deck, table.options)
        except Refused as error:
            raise ProofRejected(f"seat {seat}", f"its deck is not legal: {error}", 0) from None


def _proofs(follower: Follower, counts: Counter[type]) -> list[str]:
    """What is proved where nobody held the cards."""
    table = follower.table
    checks = [
        f"{counts[Parted]} parts of the players are proved: every shuffle is a shuffle, every card the card",
        f"{counts[Dealt]} shuffles, throws and reveals follow from them; nobody held the cards",
    ]
    shown = [table.names[seat] for seat, deck in enumerate(table.dealer.decks()) if deck]
    hidden = [name for name in table.names if name not in shown]
    if shown and follower.ended:
        checks.append(f"the list of {' and '.join(shown)} is the one that it was bound to, and legal")
    if hidden and follower.ended:
        checks.append(f"not shown: the list of {' and '.join(hidden)}, who had left")
    return checks
