"""A sensible player's judgement of Magic, for bots. No rule depends on it.

What an action is worth is estimated from the definitions of the cards, not by playing it out: a spell needs
many steps (targets, costs, passes) before anything comes of it. A prompt is answered as a whole: attackers
are chosen one at a time, but the attack is planned once, and each choice is a step of the plan.
"""

from collections.abc import Sequence

from facedown.games.magic.actions import AnyAction, Choose, Done
from facedown.games.magic.sense.answers import answer
from facedown.games.magic.sense.hidden import wish as wish_for
from facedown.games.magic.sense.plays import Plays
from facedown.games.magic.sense.values import worth
from facedown.games.magic.state import MagicState, Prompt
from facedown.kernel import Faces, Seat, Wish

__all__ = ["foresee", "wish", "worth"]

_plans: list[tuple[MagicState, Prompt, tuple[int, ...]]] = []


def foresee(state: MagicState, seat: Seat, actions: Sequence[AnyAction], faces: Faces) -> list[int]:
    """How good each of these legal actions is, as a number to compare them by."""
    prompt = state.prompt
    if len(actions) < 2 or prompt is None or prompt.seat != seat:
        return [0] * len(actions)
    if prompt.kind == "priority":
        plays = Plays(state, seat, faces)
        return [plays.rate(action) for action in actions]
    plan = _plan(state, prompt, faces)
    return [_step(action, plan, prompt.picked) for action in actions]


def _plan(state: MagicState, prompt: Prompt, faces: Faces) -> tuple[int, ...]:
    """The answer to a prompt; for one that takes several steps it is thought of once."""
    for old, known, plan in _plans:
        if known.options is prompt.options and known.kind == prompt.kind and old.objects is state.objects:
            return plan
    plan = answer(state, prompt, faces)
    if prompt.max > 1:
        _plans[:] = [(state, prompt, plan)]
    return plan


def _step(action: AnyAction, plan: tuple[int, ...], picked: tuple[int, ...]) -> int:
    if isinstance(action, Done):
        return 50
    if not isinstance(action, Choose):
        return 0
    if action.option in picked:
        return -10
    return 100 - plan.index(action.option) if action.option in plan else 1


def wish(state: MagicState, seat: Seat, action: AnyAction, faces: Faces) -> Wish:
    """What to wish for, where the action leads to a search or an arrangement."""
    prompt = state.prompt
    if prompt is None or prompt.seat != seat or prompt.kind not in ("search", "arrange"):
        return ()
    if not isinstance(action, Choose) or not 0 <= action.option < len(prompt.options):
        return ()
    return wish_for(state, prompt, action.option, faces)
