"""Checks of the rules: what is legal is accepted, what is not is refused, and an end is an end."""

from typing import Any

from facedown.kernel import IllegalAction, InvalidAction, Refused, Seat, decode, encode
from facedown.kernel.play import replay
from facedown.table import Table
from facedown.testing.odd import malformed, odd_actions, with_extra_field
from facedown.testing.walk import Broken, Walk, try_out

STRIDE = 4
"""Odd messages are tried at every so many settled steps: they are many."""


def accepts_what_is_legal(walk: Walk) -> None:
    """Every legal action is accepted, for the seat whose move it is and for no other."""
    for _ in walk.play():
        if not walk.settled:
            continue
        before, active = encode(walk.state), set(walk.game.active(walk.state))
        for seat in range(walk.table.seats):
            legal = walk.game.legal(walk.state, seat, walk.faces[seat])
            if legal and seat not in active:
                raise Broken(f"seat {seat} is not active and yet may {legal[0]!r}")
            _accepts(walk, seat, legal)
        if encode(walk.state) != before:
            raise Broken("asking what is legal, or deciding, has changed the state")


def _accepts(walk: Walk, seat: Seat, legal: list[Any]) -> None:
    if len({encode(action) for action in legal}) < len(legal):
        raise Broken(f"an action is listed twice for seat {seat}: {legal!r}")
    for action in legal:
        try:
            walk.attempt(seat, action)
        except Refused as refusal:
            raise Broken(f"{action!r} of seat {seat} is legal and was refused: {refusal}") from None
    blind = {encode(action) for action in walk.game.legal(walk.state, seat, {})}
    if not blind <= {encode(action) for action in legal}:
        raise Broken(f"seat {seat} may do more when it knows less")


def refuses_what_is_not(walk: Walk) -> None:
    """Whatever is not listed as legal is refused and changes nothing: odd, mutated, or another seat's."""
    for _ in walk.play():
        if not walk.settled or walk.table.at % STRIDE:
            continue
        legal = [_legal(walk, seat) for seat in range(walk.table.seats)]
        refs = [ref for zone in walk.game.zones(walk.state) for ref in zone.refs]
        known = sorted({face for faces in walk.faces for face in faces.values()})
        for seat, mine in enumerate(legal):
            messages = list(odd_actions(walk.game, walk.rng, list(mine.values()), refs, known))
            messages += [data for theirs in legal for data in theirs]
            for data in messages:
                if data not in mine:
                    _refuses(walk, seat, data)


def refuses_malformed(walk: Walk) -> None:
    """Bytes that are no action are refused, with `InvalidAction`, and change nothing."""
    for _ in walk.play():
        if not walk.settled or walk.table.at % STRIDE:
            continue
        for seat in walk.game.active(walk.state):
            legal = _legal(walk, seat)
            action = walk.rng.choice(list(legal.values()))
            for data in malformed(action):
                _refuses(walk, seat, data, legal)
            try:
                walk.game.read_action(with_extra_field(action))
            except InvalidAction:
                continue
            raise Broken(f"{action!r} was read with a field too many; use forbid_unknown_fields")


def _legal(walk: Walk, seat: Seat) -> dict[bytes, Any]:
    return {encode(action): action for action in walk.game.legal(walk.state, seat, walk.faces[seat])}


def _refuses(walk: Walk, seat: Seat, data: bytes, legal: dict[bytes, Any] | None = None) -> None:
    """The table, given these bytes by this seat, says no in one line, and is as it was."""
    table = walk.table
    place = _place(table)
    shown = f"{data[:200]!r}{'…' if len(data) > 200 else ''} of seat {seat}"
    try:
        action = walk.game.read_action(data)
        if legal and encode(action) in legal:
            return  # spoilt, but still an action that may be taken
        if walk.game.unproved(walk.state, seat, action):
            return
        if walk.game.open_ended(walk.state) and seat in walk.game.active(walk.state):
            _bears(walk, seat, action)
            return
        table.act(seat, action, table.time)
    except (InvalidAction, IllegalAction) as refusal:
        if not str(refusal):
            raise Broken(f"{shown} was refused without a reason") from None
    except Exception as error:
        raise Broken(f"{shown} raised {error!r}; a refusal is InvalidAction or IllegalAction") from error
    else:
        raise Broken(f"{shown} is not among the legal actions and was accepted")
    if _place(table) != place:
        raise Broken(f"{shown} was refused and has changed the table")


def _bears(walk: Walk, seat: Seat, action: Any) -> None:
    """An action that was not listed where more is possible: refused, or carried out with no card lost."""
    game = walk.game
    _, events = try_out(walk.table, seat, action)
    state = replay(game, walk.state, events)
    if decode(encode(state), game.state_type) != state:
        raise Broken(f"{action!r} of seat {seat} leads to a state that its bytes do not give again")
    before, after = (
        sorted(ref for zone in game.zones(one) if not zone.grant for ref in zone.refs)
        for one in (walk.state, state)
    )
    if before != after:
        raise Broken(f"{action!r} of seat {seat} loses or makes cards")
    shown = walk.state
    for event in events:
        if "\n" in game.say(shown, event, walk.names, {}):
            raise Broken(f"{event!r} is no sentence")
        shown = game.apply(shown, event)


def _place(table: Table) -> tuple[Any, ...]:
    return table.at, table.head, table.time, id(table.state), *map(len, table.faces)


def ends_for_good(walk: Walk) -> None:
    """Nobody acts while the dealer is asked; a match ends, stays ended, and then nobody acts at all."""
    game, ended = walk.game, None
    for _ in walk.play():
        outcome, active = game.outcome(walk.state), game.active(walk.state)
        if active and game.requests(walk.state):
            raise Broken(
                f"seats {list(active)} may act although the dealer owes {game.requests(walk.state)!r}"
            )
        if active and outcome is not None:
            raise Broken(f"seats {list(active)} may act although the match is over: {outcome!r}")
        if game.outcome(walk.state) != outcome or (ended is not None and outcome != ended):
            raise Broken(f"the outcome {ended or outcome!r} did not last")
        ended = outcome
    if ended is None or walk.table.outcome != ended:
        raise Broken(f"the table ended with {walk.table.outcome!r}, the rules with {ended!r}")
    if not ended.reason or not set(ended.winners) <= set(range(walk.table.seats)):
        raise Broken(f"{ended!r} names no reason, or winners who do not play")
    for seat in range(walk.table.seats):
        if game.legal(walk.state, seat, walk.faces[seat]):
            raise Broken(f"seat {seat} has legal actions after the end")
