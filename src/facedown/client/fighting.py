"""Attackers and blockers in words: several at once, none at all, and how large they are."""

import re
from collections.abc import Iterable, Sequence

from facedown.client.choices import candidates
from facedown.client.talk import Answer, Move, numbered
from facedown.games.magic.actions import Choose, Done
from facedown.games.magic.naming import Names
from facedown.games.magic.nouns import listed
from facedown.games.magic.picture import signs
from facedown.games.magic.question import POINTED
from facedown.games.magic.state import MagicState, Prompt, player
from facedown.games.magic.view import view_of

NOBODY = ("pass", "no", "none", "nobody", "no attack", "no attackers", "no block", "no blocks", "no blockers")
EVERYBODY = ("all", "everybody", "everyone", "everything")
_FIGHT = re.compile(r"(?:(?:attack|block)\b\s*)?(?:(?P<whom>.*?)\s*\bwith\s+)?(?P<who>.+)", re.IGNORECASE)


def with_all(prompt: Prompt, moves: Sequence[Move], names: Names) -> list[Move]:
    """For each defender one move that sends everybody who stays at home now; none if that is one creature."""
    found: dict[int, list[Move]] = {}
    for move in moves if prompt.kind == "attack" else ():
        if isinstance(move.action, Choose) and move.action.option not in prompt.picked:
            defender = int(prompt.options[move.action.option][1])
            found.setdefault(defender, []).append(move)
    return [
        Move(f"attack {names.thing(defender)} with all", one.action, then=tuple(m.label for m in more))
        for defender, (one, *more) in found.items()
        if more
    ]


def fight(prompt: Prompt, moves: Sequence[Move], text: str) -> Answer | None:
    """`attack with fox, wolf and bear`, `block giant with fox and wolf`, `attack all`, `no blocks`."""
    text = text.strip()
    if text.casefold() in NOBODY and not prompt.picked:
        return next((move for move in moves if isinstance(move.action, Done)), None)
    meant = _FIGHT.fullmatch(text)
    if prompt.kind not in POINTED or meant is None:
        return None
    whom, who = meant["whom"] or "", meant["who"]
    if who.casefold() in EVERYBODY:
        whole = [move for move in moves if move.then]
        fits = [whole[at] for at in candidates(whom, [move.label for move in whole])] if whom else whole
        if len(fits) == 1:
            return fits[0]
        return [f"Whom? {' or '.join(f'`{move.label}`' for move in fits)}."] if fits else None
    if not re.search(r",|\band\b", who, re.IGNORECASE):
        return None
    return _several([move for move in moves if isinstance(move.action, Choose) and not move.then], whom, who)


def _several(moves: Sequence[Move], whom: str, who: str) -> Answer | None:
    """One move for each name in a list; as a name may have a comma of its own, the longest that fits."""
    parts = [part for part in re.split(r"\s*(?:,|\band\b)\s*", who, flags=re.IGNORECASE) if part]
    labels = [move.label for move in moves]
    chosen: list[Move] = []
    while parts:
        for size in range(len(parts), 0, -1):
            words = " ".join(parts[:size])
            fits = [
                at for at in candidates(f"{whom} with {words}".strip(), labels) if moves[at] not in chosen
            ]
            if len(fits) == 1:
                chosen.append(moves[fits[0]])
                parts = parts[size:]
                break
        else:
            fits = candidates(f"{whom} with {parts[0]}", labels)
            if not fits:
                return [f"`{parts[0]}` cannot do that."]
            return [f"`{parts[0]}` may mean: {', '.join(labels[at] for at in fits)}."]
    first, *more = chosen
    return Move(first.label, first.action, then=tuple(move.label for move in more))


def against(state: MagicState, prompt: Prompt, names: Names) -> str:
    """Who attacks, with what one has to know to block; or who was sent so far."""
    combat, seen = state.combat, view_of(state).seen
    if prompt.kind == "block" and combat is not None:
        mine = {player(prompt.seat), *(key for key, one in seen.items() if one.controller == prompt.seat)}
        coming = [attack.id for attack in combat.attacks if attack.defender in mine]
        return _together("against", coming, state, names)
    picked = [int(prompt.options[at][0]) for at in prompt.picked]
    return _together("so far", picked, state, names)


def offers(state: MagicState, prompt: Prompt, names: Names, labels: Sequence[str]) -> list[str]:
    """Blockers line by line with whom each of them may block, where a list of all pairs would be too long."""
    whom: dict[int, list[int]] = {}
    for option in prompt.options:
        whom.setdefault(int(option[0]), []).append(int(option[1]))
    if prompt.kind != "block" or len(labels) - 1 <= len(whom) + 1:
        return numbered(labels)
    every = {key for keys in whom.values() for key in keys}
    lines = []
    for blocker, keys in whom.items():
        picked = [prompt.options[at] for at in prompt.picked]
        fights = [names.card(int(option[1])) for option in picked if option[0] == blocker]
        can = "anyone" if len(keys) == len(every) > 1 else listed([names.card(key) for key in keys], "or")
        lines.append(f"     {_size(blocker, state, names)}: {f'blocks {listed(fights)}' if fights else can}")
    return [*lines, "     `block ATTACKER with ONE, ANOTHER`; `done` when that is all, `moves` for a list"]


def _together(what: str, keys: Iterable[int], state: MagicState, names: Names) -> str:
    told = [_size(key, state, names) for key in keys]
    return f"{what}: {', '.join(told)}" if told else ""


def _size(key: int, state: MagicState, names: Names) -> str:
    seen = view_of(state).seen.get(key)
    if seen is None:
        return names.card(key)
    told = [sign for sign in signs(state, seen, names) if not sign.startswith(("attacks", "tapped", "new"))]
    words = f" ({', '.join(told)})" if told else ""
    return f"{names.card(key)} {seen.power}/{seen.toughness}{words}"
