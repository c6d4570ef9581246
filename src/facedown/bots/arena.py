"""Bots against each other at a real table, one result after another."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise, product
from multiprocessing import get_context
from time import perf_counter
from typing import Any, TypeAlias

import msgspec

from facedown.bots.bot import AnyGame, Bot
from facedown.bots.registry import make_bot
from facedown.crypto.signing import SessionKey
from facedown.kernel import Face, Outcome, Seat
from facedown.table import Clock, Table
from facedown.table.entries import SERVER, ending_claim
from facedown.table.hand import Hand, bond_of, new_dealer, rings, say, settle

Player: TypeAlias = str | type[Bot]
"""A bot by its name, or a class of your own."""


class Result(msgspec.Struct, frozen=True):
    """How one match went. Players are counted as they were listed, wherever they sat."""

    at: int
    """Which of the matches this was, from 0."""
    players: tuple[str, ...]
    decks: tuple[str, ...]
    """The name of each player's deck."""
    winners: tuple[int, ...]
    """The players who won; none: a draw."""
    first: int
    """The player who acted first."""
    reason: str
    actions: tuple[int, ...]
    """How often each player acted."""
    seconds: tuple[float, ...]
    """How long each player thought, all its actions together."""
    turns: int
    """How often the move went to another player, and one."""
    lines: tuple[bytes, ...]
    """The log, entry by entry."""
    signs: dict[Seat, str]
    """Who has signed it, if there was a key: `log_file(lines, signs)` can be verified."""


class _Plan(msgspec.Struct, frozen=True):
    """All that any of the matches needs, small enough to send to another process."""

    game: AnyGame
    players: tuple[Player, ...]
    decks: dict[str, tuple[Face, ...]]
    dealer: str
    options: Any
    seed: int
    most: int
    key: SessionKey | None


def matches(
    game: AnyGame,
    bots: Sequence[Player],
    games: int,
    *,
    decks: dict[str, tuple[Face, ...]] | None = None,
    dealer: str = "house",
    options: Any = None,
    seed: int | None = None,
    processes: int = 1,
    most: int = 10_000,
    key: SessionKey | None = None,
) -> Iterator[Result]:
    """Play so many games and yield each result as it is known, in order.

    Players change seats from game to game and meet with every combination of the decks. The same seed plays
    the same games, in any number of processes; with a dealer that nobody can foresee (`mental`) only the bots
    repeat themselves. A game of more than `most` actions is drawn. `key` signs for the table and the bots.
    """
    low, high = game.seats
    if not low <= len(bots) <= high:
        raise ValueError(f"{game.name} is for {game.company}, here are {len(bots)}")
    seed = random.SystemRandom().getrandbits(64) if seed is None else seed
    options = game.options_type() if options is None else options
    plan = _Plan(game, tuple(bots), decks or game.ready(options), dealer, options, seed, most, key)
    if processes == 1:
        yield from map(partial(_play, plan), range(games))
        return
    # Spawned, not forked: a host with threads (a server, a notebook) must survive it.
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(partial(_play, plan), range(games))


def _play(plan: _Plan, at: int) -> Result:
    """One match from its opening to its end."""
    game, count = plan.game, len(plan.players)
    rng = random.Random(f"{plan.seed}/{at}")  # noqa: S311 (a rehearsal has to be repeatable)
    combinations = list(product(plan.decks, repeat=count))
    decks = combinations[at // count % len(combinations)]
    order = [(seat + at) % count for seat in range(count)]
    """Which player sits where."""
    names = [player if isinstance(player, str) else player.__name__ for player in plan.players]
    dealt = [plan.decks[decks[who]] for who in order]
    bots = [
        _bot(plan.players[who], rng.getrandbits(64), deck) for who, deck in zip(order, dealt, strict=True)
    ]
    held = rings(plan.dealer, dealt, game, plan.options)
    dealer = new_dealer(plan.dealer, rng.randbytes(32), dealt, held)
    public = "" if plan.key is None else plan.key.public.hex()
    bonds = [None if ring is None else bond_of(ring, plan.key) for ring in held]
    table, steps = Table.open(
        game,
        dealer,
        match=f"arena-{at}",
        names=[names[who] for who in order],
        decks=dealt,
        options=plan.options,
        clock=Clock(turn=0),
        keys=[public] * count,
        vouchers=[("", "") if bond is None else (bond.id, bond.vouch) for bond in bonds],
        server=public,
    )
    hands = [Hand(table, seat, ring, plan.key) for seat, ring in enumerate(held)]
    steps += settle(table, hands, 0)
    actors: list[int] = []
    seconds = [0.0] * count
    while table.ending is None and len(actors) < plan.most:
        seat = game.active(table.state)[0]
        began = perf_counter()
        action, wish = bots[seat].decide(game, table.state, seat, hands[seat].faces())
        seconds[order[seat]] += perf_counter() - began
        actors.append(order[seat])
        steps += say(table, seat, hands[seat].act(action, wish), 0)
        steps += settle(table, hands, 0)
    if table.ending is None:
        signs = [hand.accept("draw").sign for hand in hands]
        steps += table.agree(0, tuple(signs) if any(signs) else ())
        steps += settle(table, hands, 0)
    outcome = table.outcome or Outcome((), "unfinished")
    return Result(
        at=at,
        players=tuple(names),
        decks=decks,
        winners=tuple(order[seat] for seat in outcome.winners),
        first=actors[0],
        reason=outcome.reason,
        actions=tuple(actors.count(who) for who in range(count)),
        seconds=tuple(seconds),
        turns=1 + sum(one != two for one, two in pairwise(actors)),
        lines=tuple(step.line for step in steps),
        signs={} if plan.key is None else _signatures(table, hands, plan.key),
    )


def _signatures(table: Table, hands: Sequence[Hand], key: SessionKey) -> dict[Seat, str]:
    end = ending_claim(table.opening.match, table.head, SERVER)
    return {SERVER: key.sign(end).hex(), **{hand.seat: hand.sign_end() for hand in hands}}


def _bot(player: Player, seed: int, deck: tuple[Face, ...]) -> Bot:
    return make_bot(player, seed, deck=deck) if isinstance(player, str) else player(seed, deck=deck)
