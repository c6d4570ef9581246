"""Matches that have been played, for the tests that read, spoil or follow their logs."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from facedown.dealers import House
from facedown.games.duel import DECKS, DUEL, DuelOptions
from facedown.kernel import ProofRejected, Revealed, decode
from facedown.table import Clock, Entry, Step, Table, log_file, nonce_commitment, verify
from facedown.table.entries import Dealt, Undone, head_of

SECRET = bytes(range(32))
LISTS = (DECKS["starter"], DECKS["gravetide"])
NONCES = ("ada's nonce", "bo's nonce")
NAMES = ("Ada", "Bo")
SHORT = DuelOptions(hero_health=25, max_hand=6)
"""Options with which a random duel is over soon, and cards burn."""


def new_table(
    options: DuelOptions = SHORT,
    *,
    secret: bytes = SECRET,
    nonces: Sequence[str] = NONCES,
    decks: Sequence[tuple[str, ...]] = LISTS,
    clock: Clock = Clock(),  # noqa: B008 (frozen)
    match: str = "match-1",
) -> tuple[Table, list[Step]]:
    """A duel that is opened and waits for the players' randomness, if they add any."""
    bound = [nonce and nonce_commitment(nonce) for nonce in nonces]
    return Table.open(
        DUEL,
        House(secret, decks),
        match=match,
        names=NAMES,
        decks=decks,
        options=options,
        clock=clock,
        nonces=bound,
        started=1_700_000_000_000,
    )


def dealt_table(options: DuelOptions = SHORT, **rest: Any) -> tuple[Table, list[bytes]]:
    """A duel in which all have added their randomness, and its log so far."""
    table, steps = new_table(options, **rest)
    for seat in sorted(table.awaited):
        steps += table.contribute(seat, NONCES[seat], 500)
    return table, [step.line for step in steps]


def random_moves(table: Table, lines: list[bytes], seed: int, most: int = 1_000) -> None:
    """Play on by chance, taking moves back now and then."""
    chance = random.Random(seed)
    for _ in range(most):
        if table.outcome is not None:
            return
        seat, time = table.state.active, table.time + 1_000
        if table.undoable(seat) and chance.random() < 0.3:
            steps = table.undo(seat, time)
        else:
            steps = table.act(seat, chance.choice(DUEL.legal(table.state, seat, table.faces[seat])), time)
        lines += [step.line for step in steps]


@cache
def finished() -> tuple[bytes, ...]:
    """The log of a whole match, with undos, burnt cards and both players' randomness.

    Looks for one that has them all: which match that is depends on the cards, and those are tuned.
    """
    for seed in range(500):
        table, lines = dealt_table()
        random_moves(table, lines, seed)
        bodies = [decode(line, Entry).body for line in lines]
        burnt = any(isinstance(body, Dealt) and isinstance(body.answer, Revealed) for body in bodies)
        if burnt and any(isinstance(body, Undone) for body in bodies) and 25 < len(lines) < 80:
            return tuple(lines)
    raise LookupError("no match has it all")


def rehashed(lines: Sequence[bytes]) -> list[bytes]:
    """The same entries, chained anew, as a forger who can compute hashes would."""
    head, forged = "", []
    for at, line in enumerate(lines):
        entry = msgspec.structs.replace(decode(line, Entry), at=at, prev=head)
        forged.append(entry.line())
        head = head_of(forged[-1])
    return forged


def forged(lines: Sequence[bytes], at: int, change: Callable[[Any], Any]) -> bytes:
    """A log file in which one entry's body is another, and every hash fits."""
    entries = list(lines)
    entry = decode(entries[at], Entry)
    entries[at] = msgspec.structs.replace(entry, body=change(entry.body)).line()
    return log_file(rehashed(entries))


def first_of(lines: Sequence[bytes], kind: type, having: Callable[[Any], bool] = lambda body: True) -> int:
    """The place of the first entry of this kind."""
    for at, line in enumerate(lines):
        body = decode(line, Entry).body
        if isinstance(body, kind) and having(body):
            return at
    raise LookupError(f"no {kind.__name__}")


def rejection(data: bytes, head: str | None = None) -> ProofRejected:
    """The one clear line with which the audit refuses a log."""
    with pytest.raises(ProofRejected) as rejected:
        verify(data, head)
    line = str(rejected.value)
    assert line.isprintable()
    assert len(line) < 700
    return rejected.value
