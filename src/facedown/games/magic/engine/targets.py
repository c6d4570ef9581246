"""What may be targeted, and whether it still may (115, 608.2b)."""

from facedown.games.magic.amounts import matching
from facedown.games.magic.engine.damage import protected
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import PlayerHas, Target
from facedown.games.magic.players import in_order
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Pointer, player, seat_of
from facedown.games.magic.view import View
from facedown.kernel import Seat


def options(ctx: Ctx, target: Target, source: Seen | None, own: int = -1) -> list[Pointer]:
    """Everything that may be chosen for this target. `own` is the spell, which cannot target itself."""
    found: list[Pointer] = []
    if target.filter is not None:
        for seen in matching(target.filter, ctx):
            if seen.id != own and may_target(ctx.view, seen, source, ctx.you):
                found.append(seen.obj.pointer)
    if target.player:
        for seat in in_order(ctx.view.state, ctx.you):
            if player_may_be_targeted(ctx.view, seat, ctx.you) and not (
                target.player == "opponent" and seat == ctx.you
            ):
                found.append((player(seat), 0))
    return found


def legal(ctx: Ctx, target: Target, pointer: Pointer, source: Seen | None) -> bool:
    """Whether a target that was chosen is still a legal one."""
    if pointer[0] < 0:
        seat = seat_of(pointer[0])
        if ctx.view.state.players[seat].lost or not target.player:
            return False
        return player_may_be_targeted(ctx.view, seat, ctx.you)
    seen = ctx.view.at(pointer)
    if seen is None or target.filter is None:
        return False
    return passes(target.filter, ctx, seen) and may_target(ctx.view, seen, source, ctx.you)


def may_target(view: View, seen: Seen, source: Seen | None, you: Seat) -> bool:
    """Shroud, hexproof and protection."""
    keywords = seen.keywords
    if not keywords or seen.zone not in ("battlefield", "stack"):
        return True
    if "shroud" in keywords or ("hexproof" in keywords and seen.controller != you):
        return False
    return not ("protection" in keywords and source is not None and protected(view, seen, source))


def player_may_be_targeted(view: View, seat: Seat, you: Seat) -> bool:
    """Players have shroud or hexproof too."""
    for change, _ in view.ruled(PlayerHas, seat):
        if change.what == "shroud" or (change.what == "hexproof" and seat != you):
            return False
    return True
