"""Why a card in hand cannot be played now, for people who wonder."""

from facedown.games.magic.engine.costs import payable
from facedown.games.magic.engine.permission import castable, may_play_land, sorcery_time, ways
from facedown.games.magic.nouns import paid
from facedown.games.magic.state import MagicState, Obj
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Face, Ref, Seat


def refusal(state: MagicState, seat: Seat, ref: Ref, face: Face) -> str:
    """The first of the rules that forbid it; empty if none of the usual ones does."""
    if state.prompt is None or state.prompt.kind != "priority":
        return "you are asked something else first"
    if "Land" in printed_card(Obj(ref, -1, "hand", seat, seat, face)).types:
        if not sorcery_time(state, seat):
            return "lands are played in your main phase, with nothing on the stack"
        return "" if may_play_land(state, seat) else "you have played your land for this turn"
    if castable(state, seat, ref, face):
        return ""
    found = ways(state, seat, ref, face)
    if not found:
        return "it is cast in your main phase, with nothing on the stack"
    if not any(payable(view_of(state), seat, way.cost, ref, way.extra) for way in found):
        extra = found[0].extra
        changed = f" and {{{extra}}} more" if extra > 0 else f" (less {{{-extra}}})" if extra < 0 else ""
        return f"you cannot {paid(found[0].cost)}{changed}"
    return "there is nothing it could target"
