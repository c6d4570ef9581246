"""Magic's part of the conversation: why something is as it is, stops, passing on, mana by hand, free play."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from facedown.client import fighting
from facedown.client.choices import candidates
from facedown.client.refusing import refusal
from facedown.client.talk import Answer, Command, Move, numbered
from facedown.games.magic.actions import Cast, Choose, Pass, PlayLand, Stops
from facedown.games.magic.asking import sentence
from facedown.games.magic.decide import STOPS, UNTIL
from facedown.games.magic.dial import parse_command, suggestions
from facedown.games.magic.dial.parse import HELP as FREELY
from facedown.games.magic.engine.priority import DEFAULT_STOPS
from facedown.games.magic.explain import explain, in_words
from facedown.games.magic.naming import Names
from facedown.games.magic.picture import pile, stack
from facedown.games.magic.question import POINTED, question
from facedown.games.magic.scene import Looks, looks_of, scene
from facedown.games.magic.sideboarding import HOW, contents, plan, usual_out
from facedown.games.magic.state import MagicState, Obj, index
from facedown.games.magic.text import capital
from facedown.games.magic.view import printed_card
from facedown.games.magic.wishing import wishes
from facedown.games.magic.words import label
from facedown.kernel import Face, InvalidAction
from facedown.table.mirror import Mirror

MANUAL = "manual mana"
NUMBERS = ("x", "divide", "assign")
"""Prompts that are answered with a number, which is no place in a list then."""
HELD = {"discard": "discard", "bottom": "bottom", "card": "choose"}
"""Prompts about cards of a hand, of which two that are the same are one to choose from."""

HELP = """\
In Magic:
  pass               let things go on; `pass until end of turn`, `my turn` or `stack` (until it is empty)
  attack all         everybody; `attack with fox, wolf and bear` some; `pass` nobody
  block bear with fox, wolf
  why CARD           which effects made it what it is, in their order
  text CARD          what it is and does now
  stack, graveyard [PLAYER], exile [PLAYER], sideboard
  stops              where you are asked; `stop mine upkeep`, `go theirs end` to add and drop one
  mana by hand       tap for every cost yourself; `mana by itself` for the usual way
Where the dial is at `free` or `assisted`, whenever you like:
"""


class MagicTalk:
    """For every position of the dial."""

    help = HELP + "\n".join(f"  {line}" for line in FREELY.splitlines())
    commands: Mapping[str, Command]
    verbs: Collection[str] = ("cast", "play", "attack", "block", "target", "tap", "use", "equip")

    def __init__(self) -> None:
        self.commands = {
            "why": _why,
            "explain": _why,
            "text": _text,
            "stack": lambda mirror, _: (
                stack(mirror.state, _names(mirror), full=True) or ["  The stack is empty."]
            ),
            "graveyard": lambda mirror, whose: _pile(mirror, whose, "graveyard"),
            "exile": lambda mirror, whose: _pile(mirror, whose, "exile"),
            "sideboard": lambda mirror, _: _sideboard(mirror),
            "stops": lambda mirror, _: _stops(mirror),
            "stop": lambda mirror, where: _stop(mirror, where, wanted=True),
            "go": lambda mirror, where: _stop(mirror, where, wanted=False),
            "mana": _mana,
        }

    def moves(self, mirror: Mirror) -> list[Move]:
        """Legal actions; hidden choices card by card; and ways to pass for longer."""
        hidden = wishes(mirror.state, mirror.faces) if _asked(mirror) else []
        if hidden:
            return [Move(*wish) for wish in hidden]
        moves = [Move(_label(mirror, action), action) for action in mirror.legal()]
        prompt = mirror.state.prompt
        if _asked(mirror) and prompt.kind == "priority" and mirror.state.options.dial == "enforced":
            passes = [Pass(until) for until in UNTIL if until and (until != "stack" or mirror.state.stack)]
            moves += [Move(_label(mirror, action), action) for action in passes]
        elif _asked(mirror) and prompt.kind in POINTED:
            moves += fighting.with_all(prompt, moves, _names(mirror))
        return moves

    def question(self, mirror: Mirror) -> str:
        """What the prompt asks, unless it is the usual."""
        state = mirror.state
        if state.options.dial == "assisted" and state.prompt.kind == "free":
            return _suggested(mirror)
        if not _asked(mirror):
            return ""
        names = _names(mirror)
        if state.prompt.kind in POINTED:
            told = fighting.against(state, state.prompt, names)
            return f"{sentence(state, state.prompt)} {capital(told)}".rstrip()
        return asks(state, names)

    def offers(self, mirror: Mirror, labels: Sequence[str]) -> list[str]:
        """The moves, unless a number is asked for, or there are very many blocks."""
        prompt = mirror.state.prompt
        if _asked(mirror) and prompt.kind in NUMBERS:
            values = [int(option[0]) for option in prompt.options]
            return [f"     a number from {min(values)} to {max(values)}"]
        if _asked(mirror) and prompt.kind in POINTED:
            return fighting.offers(mirror.state, prompt, _names(mirror), labels)
        return numbered(labels)

    def understand(self, mirror: Mirror, text: str) -> Answer | None:
        """A number that is asked for, several fighters at once, a sideboard's plan, a free-form command."""
        if mirror.seat < 0 or not mirror.my_move:
            return None
        prompt = mirror.state.prompt
        if text.isdecimal():
            return self._number(mirror, int(text)) if _asked(mirror) and prompt.kind in NUMBERS else None
        if _asked(mirror) and prompt.kind in POINTED:
            fight = fighting.fight(prompt, self.moves(mirror), text)
            if fight is not None:
                return fight
        if prompt.kind != "sideboard" and mirror.state.options.dial == "enforced":
            return None
        try:
            if prompt.kind == "sideboard":
                planned = plan(mirror.state, text, mirror.faces)
                return None if planned is None else Move(text, *planned)
            return Move(text, parse_command(mirror.state, mirror.seat, text, mirror.faces, mirror.names))
        except InvalidAction as error:
            return [str(error)]

    def refusal(self, mirror: Mirror, face: Face) -> str:
        """Which rule forbids it."""
        held = mirror.state.players[mirror.seat].hand if _asked(mirror) else ()
        ref = next((ref for ref in held if mirror.faces.get(ref) == face), None)
        return refusal(mirror.state, mirror.seat, ref, face) if ref is not None else ""

    def _number(self, mirror: Mirror, value: int) -> Answer:
        found = [Choose(at) for at, option in enumerate(mirror.state.prompt.options) if option[0] == value]
        return Move(str(value), found[0]) if found else self.offers(mirror, ())


def _suggested(mirror: Mirror) -> str:
    """What the rules would do now, which the players may do or leave."""
    told, state = [], mirror.state
    for event in suggestions(state):
        if not mirror.game.quiet(event):
            told.append(mirror.game.say(state, event, mirror.names, mirror.faces))
        state = mirror.game.apply(state, event)
    return f"By the rules: {' '.join(told)} `check the table` does it." if told else ""


def asks(state: MagicState, names: Names) -> str:
    """The question of a prompt, with what it is for and how much was chosen; none for priority."""
    asked = question(state)
    if asked is None or asked.kind in ("priority", "free"):
        return ""
    source = f"{names.bare(asked.source)}: " if asked.source is not None and names.known(asked.source) else ""
    source = "" if asked.kind == "assign" else source
    text = "Which do you take?" if asked.kind == "search" else asked.text
    text = f"{text} ({HOW})" if asked.kind == "sideboard" else text
    chosen = f" ({len(asked.picked)} so far)" if asked.picked else ""
    return f"{source}{text}{chosen}"


def _asked(mirror: Mirror) -> bool:
    prompt = mirror.state.prompt
    return prompt is not None and prompt.seat == mirror.seat


def _label(mirror: Mirror, action: Any) -> str:
    """As the game calls it; but of cards in hand that are the same, one is as good as another."""
    state = mirror.state
    if isinstance(action, Pass) and action.until == "stack":
        return "pass until the stack is empty"
    if isinstance(action, Choose) and state.prompt.kind == "mode":
        asked = question(state)
        assert asked is not None
        return _picked(state, action, asked.options[action.option].words.rstrip("."))
    if isinstance(action, Choose) and state.prompt.kind in HELD:
        held = int(state.prompt.options[action.option][0])
        return _picked(state, action, f"{HELD[state.prompt.kind]} {_names(mirror).bare(held)}")
    if isinstance(action, Cast | PlayLand) and action.card in mirror.state.players[mirror.seat].hand:
        verb, way = ("cast", action.way) if isinstance(action, Cast) else ("play", "")
        return f"{verb} {_names(mirror).bare(action.card)}" + (f" ({way})" if way else "")
    return label(mirror.state, mirror.seat, action, mirror.faces, mirror.names)


def _picked(state: MagicState, action: Choose, words: str) -> str:
    """What is chosen already can be taken back."""
    assert state.prompt is not None
    return f"not {words}" if action.option in state.prompt.picked else words


def _names(mirror: Mirror) -> Names:
    return Names(mirror.state, mirror.faces, mirror.names, numbered=True)


def _thing(mirror: Mirror, words: str, keys: Sequence[int]) -> int | list[str]:
    """What a person means: the number of one thing, or what to say if that is not clear."""
    names = _names(mirror)
    called = [names.card(key) for key in keys]
    found = candidates(words, called) if words else []
    if words.isdecimal() or not found:
        return [f"Nothing here is called `{words}`." if words else "Which one? Say its name."]
    kinds = {names.bare(keys[at]) for at in found}
    if len(found) > 1 and len(kinds) > 1:
        return [f"`{words}` may mean: {', '.join(called[at] for at in found)}."]
    return keys[found[0]]


def _why(mirror: Mirror, words: str) -> Answer:
    state: MagicState = mirror.state
    first = [obj.id for obj in state.objects if obj.zone in ("battlefield", "stack")]
    found = _thing(mirror, words, [*first, *(key for key in index(state.objects) if key not in first)])
    if isinstance(found, list):
        return _text(mirror, words)  # what lies in a hand is what is printed on it
    return in_words(explain(state, found, mirror.names))


def _text(mirror: Mirror, words: str) -> Answer:
    state: MagicState = mirror.state
    held = [ref for ref in mirror.faces if ref not in index(state.objects)]
    found = _thing(mirror, words, [*index(state.objects), *held])
    if isinstance(found, list):
        return found
    thing = next((one for one in scene(state).things if one.id == found), None)
    face = mirror.faces.get(found, thing.face if thing is not None else "")
    looks = thing.looks if thing is not None else None
    looks = looks or looks_of(
        printed_card(index(state.objects).get(found) or Obj(-1, -1, "hand", 0, 0, face))
    )
    numbers = f" {thing.power}/{thing.toughness}" if thing is not None and thing.power is not None else ""
    return _read(looks, numbers)


def _read(looks: Looks, numbers: str) -> list[str]:
    body = numbers or (f" {looks.power}/{looks.toughness}" if looks.power else "")
    body += f" [{looks.loyalty}]" if looks.loyalty else ""
    return [
        f"{looks.name} {looks.cost}".rstrip(),
        f"  {looks.line}{body}",
        *(f"  {t}" for t in looks.text.split("\n")),
    ]


def _pile(mirror: Mirror, whose: str, zone: str) -> list[str]:
    found = candidates(whose, mirror.names) if whose else range(len(mirror.names))
    lines = [line for seat in found for line in pile(mirror.state, seat, zone, _names(mirror))]
    return lines or [f"Nobody here is called `{whose}`."]


def _sideboard(mirror: Mirror) -> list[str]:
    """One's own; while it is being planned, the deck beside it."""
    if mirror.seat < 0:
        return ["You have no cards here."]
    out, prompt = mirror.state.players[mirror.seat].sideboard, mirror.state.prompt
    if not _asked(mirror) or prompt.kind != "sideboard":
        return [f"  Your sideboard: {contents(out, mirror.faces) or 'empty'}."]
    out = usual_out(prompt)
    deck = [ref for ref in prompt.sees if ref not in out]
    return [
        f"  Your deck of {len(deck)}: {contents(deck, mirror.faces)}.",
        f"  Your sideboard of {len(out)}: {contents(out, mirror.faces) or 'empty'}.",
    ]


def _current(mirror: Mirror) -> tuple[str, ...]:
    stops = mirror.state.players[mirror.seat].stops if mirror.seat >= 0 else ()
    return stops or DEFAULT_STOPS


def _stops(mirror: Mirror) -> list[str]:
    now = _current(mirror)
    lines = [f"  You are asked at: {', '.join(stop for stop in STOPS if stop in now and stop != MANUAL)}."]
    lines += ["  And whenever somebody else has put something on the stack."]
    return [*lines, "  Mana: by hand." if MANUAL in now else "  Mana: by itself."]


def _stop(mirror: Mirror, where: str, *, wanted: bool) -> Answer:
    steps = [stop for stop in STOPS if stop != MANUAL]
    exact = [stop for stop in steps if stop == where.casefold().strip()]
    found = exact or [
        steps[at] for at in (candidates(where, steps) if where and not where.isdecimal() else [])
    ]
    if len(found) != 1:
        return [f"Say whose step and which, such as `mine upkeep`; there are: {', '.join(steps)}."]
    return _set(mirror, found[0], wanted=wanted)


def _mana(mirror: Mirror, how: str) -> Answer:
    if how not in ("by hand", "by itself"):
        return ["`mana by hand`: you tap for every cost. `mana by itself`: the table taps for you."]
    return _set(mirror, MANUAL, wanted=how == "by hand")


def _set(mirror: Mirror, stop: str, *, wanted: bool) -> Answer:
    if not _asked(mirror):
        return ["You can change that when you are asked for a move."]
    kept = [one for one in _current(mirror) if one != stop]
    stops = tuple([*kept, stop] if wanted else kept)
    if not any(one != MANUAL for one in stops):
        return ["You have to be asked somewhere: this is the last one."]
    told = f"You are {'' if wanted else 'not '}asked at {stop} {'from now on' if wanted else 'any more'}."
    if stop == MANUAL:
        told = "You tap for every cost yourself now." if wanted else "Mana is paid by itself again."
    return Move(f"stop at {', '.join(stops)}", Stops(stops), said=told)
