"""Magic in words: sentences for events, commands for actions. The table as text is in `picture`."""

from collections.abc import Callable, Sequence
from typing import Any

from facedown.games.magic import events as e
from facedown.games.magic.actions import (
    Activate,
    AnyAction,
    Cast,
    Choose,
    Done,
    Pass,
    PlayLand,
    Stops,
    TurnUp,
)
from facedown.games.magic.freely import say_command
from facedown.games.magic.model import Control
from facedown.games.magic.naming import Names, ability_name, option_name
from facedown.games.magic.nouns import COLORS, listed, number
from facedown.games.magic.phrases import CHANGES
from facedown.games.magic.picture import glance, show
from facedown.games.magic.state import HIDDEN, MADE, MagicState, index, player
from facedown.games.magic.text import capital
from facedown.games.magic.view import printed_card
from facedown.kernel import Faces, Seat

__all__ = ["glance", "label", "say", "show"]


def say(state: MagicState, event: e.AnyEvent, names: Sequence[str], faces: Faces) -> str:
    """The event as one sentence, for somebody who knows these faces."""
    words = _SAY[type(event)](event, Names(state, faces, names))
    if not words.startswith(tuple(names)):  # players write their names as they like
        words = capital(words)
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


def _moved(event: e.Moved, n: Names) -> str:
    what = n.face(event.obj.face) if event.obj is not None and event.obj.face else n.card(event.ref)
    who = n.player(event.owner)
    if event.obj is not None and event.obj.face_down:
        what = "a card face down"
    match event.to:
        case "stack":
            assert event.obj is not None
            return f"{n.player(event.obj.controller)} begins to cast {what}"
        case "battlefield":
            assert event.obj is not None
            if event.origin == "stack":
                return f"{what} enters the battlefield"
            if event.origin == "hand" and event.obj.controller == event.owner:
                land = "Land" in printed_card(event.obj).types
                return f"{who} plays {what}" if land else f"{who} puts {what} onto the battlefield"
            return f"{what} enters the battlefield under {n.player(event.obj.controller)}'s control"
        case "graveyard" if event.origin == "battlefield":
            return f"{what} dies" if n.creature(event.ref) else f"{what} goes to {who}'s graveyard"
        case "graveyard" if event.origin == "hand":
            return f"{who} discards {what}"
        case "hand" if event.origin not in HIDDEN:
            return f"{what} returns to {who}'s hand"
        case "hand":
            return f"{who} puts {what} into their hand"
        case "library":
            return f"{what} goes to the {'bottom' if event.bottom else 'top'} of {who}'s library"
        case "exile":
            return f"{what} is exiled"
    return f"{what} goes to {who}'s {'command zone' if event.to == 'command' else event.to}"


def _made(event: e.Made, n: Names) -> str:
    card = event.obj.card
    what = card.name if card is not None else "something"
    who = n.player(event.obj.controller)
    if event.obj.zone == "stack":
        return f"an ability of {what} goes on the stack"
    return f"{who} gets {what}" if event.obj.zone == "command" else f"{who} creates {number(1, what)} token"


def _remade(event: e.Remade, n: Names) -> str:
    what = n.card(event.obj.id)
    match event.why:
        case "attached":
            return f"{what} is attached to {n.thing(event.obj.attached)}"
        case "unattached":
            return f"{what} comes off"
        case "face up":
            return f"{n.face(event.obj.face)} is turned face up"
        case "face down":
            return f"{what} is turned face down"
        case why if why.endswith("counters"):
            verb = "gets" if event.count > 0 else "loses"
            return f"{what} {verb} {abs(event.count)} {why if abs(event.count) != 1 else why[:-1]}"
        case "announced":
            return f"{what} is announced"
    return f"{what} is changed"


def _noted(event: e.Noted, n: Names) -> str:
    whats = n.cards([status.id for status in event.status])
    match event.why:
        case "tap":
            return f"{whats} {'is' if len(event.status) == 1 else 'are'} tapped"
        case "untap":
            return f"{whats} {'is' if len(event.status) == 1 else 'are'} untapped"
        case "untap step":
            return "permanents untap"
        case "damage":
            return f"{n.card(event.by)} deals {event.count} damage to {whats}"
        case "healed":
            return "damage wears off"
        case "regenerated":
            return f"{whats} regenerates"
        case "note":
            return f"{whats}: “{event.status[0].note}”"
    return f"{whats}: {event.why or 'noted'}"


def _life(event: e.LifeChanged, n: Names) -> str:
    who = n.player(event.seat)
    if event.why == "damage":
        return f"{who} takes {-event.by} damage"
    return f"{who} {'gains' if event.by > 0 else 'loses'} {abs(event.by)} life"


def _told(event: e.Told, n: Names) -> str:
    who = n.player(event.seat) if event.seat >= 0 else "somebody"
    at = f" at {n.things(event.to)}" if event.to else ""
    what = event.text or n.card(event.id)
    match event.what:
        case "cast":
            more = f" (X is {event.number})" if event.number else ""
            way = f" by {event.text}" if event.text and event.text != "face down" else ""
            return f"{who} casts {n.card(event.id)}{way}{at}{more}"
        case "activated":
            return f"{who} activates {what}{at}"
        case "triggered":
            return f"{what} triggers{at}"
        case "resolved":
            return f"{_on_stack(event, n)} resolves"
        case "fizzled":
            return f"{_on_stack(event, n)} has no legal target left and does nothing"
        case "countered":
            return f"{_on_stack(event, n)} is countered"
        case "reversed":
            return f"{who} cannot finish that and takes it back"
        case "begins":
            return f"{who} begins"
        case "revealed":
            return f"{who} reveals {event.text}"
        case "rolled":
            return f"{who} rolls {event.number} on a die with {event.text} sides"
        case "looked":
            what = "card" if event.number == 1 else "cards"
            words = f"{who} looks at {event.number} {what} at the {event.text} of their library"
            return words + _known(event.to, n)
        case "showed" | "lent":
            verb = "shows" if event.what == "showed" else "lends"
            words = f"{who} {verb} {n.things(event.to[:1])} {event.number} cards"
            return words + _known(event.to[1:], n)
        case "said":
            return f"{who}: {event.text}"
        case "ruled":
            return f"{who} rules for {n.things(event.to)}"
        case "arrow":
            return f"{who} points from {n.card(event.id)} to {n.things(event.to)}"
    return f"{who}: {event.what} {event.text}".strip()


def _known(keys: tuple[int, ...], n: Names) -> str:
    """Hidden cards by name, for who knows them all: `: Forest, 2 Grizzly Bears`."""
    if not all(key in n.faces for key in keys):
        return ""
    counts: dict[str, int] = {}
    for key in keys:
        counts[n.bare(key)] = counts.get(n.bare(key), 0) + 1
    return ": " + ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items())


def _on_stack(event: e.Told, n: Names) -> str:
    """A spell by its name; an ability as such, for its source may be elsewhere by now."""
    obj = index(n.state.objects).get(event.id)
    ability = obj is not None and obj.play is not None and obj.play.ability is not None
    what = event.text or n.card(event.id)
    return f"the ability of {what}" if ability else what


def _combat(event: e.CombatChanged, n: Names) -> str:
    if event.combat is None:
        return "combat is over"
    if event.why == "attack":
        attackers: dict[int, list[int]] = {}
        for attack in event.combat.attacks:
            attackers.setdefault(attack.defender, []).append(attack.id)
        return ", ".join(
            f"{n.crowd(keys)} {'attacks' if len(keys) == 1 else 'attack'} {n.thing(defender)}"
            for defender, keys in attackers.items()
        )
    if event.why == "block":
        parts = [
            f"{n.crowd(list(a.blockers))} {'blocks' if len(a.blockers) == 1 else 'block'} {n.card(a.id)}"
            for a in event.combat.attacks
            if a.blockers
        ]
        return ", ".join(parts) or "nobody blocks"
    return {"begin": "combat begins", "damage": "first strikes"}.get(event.why, "the combat changes")


def _triggers(event: e.TriggersChanged, n: Names) -> str:
    new = event.waiting[len(n.state.waiting) :]
    if new:
        return ", ".join(one.card.name if one.card is not None else "an ability" for one in new) + " triggers"
    return "a trigger goes on the stack"


def _asked(event: e.Asked, n: Names) -> str:
    if event.prompt is None:
        return "the dealer is asked"
    who = n.player(event.prompt.seat)
    if event.prompt.kind == "free":
        return "anybody may go on"
    if event.prompt.kind == "priority":
        return f"{who} has priority"
    source = event.prompt.source
    about = f" for {n.card(source)}" if source is not None and n.known(source) else ""
    return f"{who} is asked{about}: {event.prompt.about or event.prompt.kind}"


def _step(event: e.StepBegan, n: Names) -> str:  # noqa: ARG001
    phases = {
        "main": "first main phase",
        "second main": "second main phase",
        "begin combat": "beginning of combat",
    }
    name = {"attackers": "declare attackers", "blockers": "declare blockers"}.get(event.step, event.step)
    return phases.get(event.step, f"{name} step")


def _effect(event: e.EffectBegan, n: Names) -> str:
    """What becomes of the objects: `Goblin Piledriver gets +4/+0 until end of turn`."""
    effect = event.effect
    keys = [pointer[0] for pointer in effect.objects]
    if not keys or not effect.changes or any(isinstance(change, Control) for change in effect.changes):
        return f"{effect.name or 'an effect'} changes {n.cards(keys) or 'the game'}"
    does = listed([CHANGES[type(change)](change, len(keys) > 1) for change in effect.changes])
    does = does.replace("the chosen color", COLORS.get(effect.color, "the chosen color"))
    return f"{n.crowd(keys)} {does}{' until end of turn' if effect.duration == 'turn' else ''}"


_SAY: dict[type, Callable[[Any, Names], str]] = {
    e.Moved: _moved,
    e.Made: _made,
    e.Ceased: lambda event, n: f"{n.card(event.id)} is gone",
    e.Remade: _remade,
    e.Noted: _noted,
    e.Drawn: lambda event, n: f"{n.player(event.seat)} draws {n.card(event.ref)}",
    e.LibraryChanged: lambda event, n: (
        f"{n.player(event.seat)}'s library of {len(event.refs)} is "
        f"{'shuffled' if event.shuffled else 'arranged'}"
    ),
    e.LifeChanged: _life,
    e.PlayerCounted: lambda event, n: (
        f"{n.player(event.seat)} {'gets' if event.by > 0 else 'loses'} {abs(event.by)} {event.kind}"
    ),
    e.ManaAdded: lambda event, n: f"{n.player(event.seat)} adds {_mana(event.mana)}",
    e.ManaSpent: lambda event, n: f"{n.player(event.seat)} spends {_mana(event.mana)}",
    e.PoolsEmptied: lambda event, n: "unspent mana is gone",  # noqa: ARG005
    e.TurnBegan: lambda event, n: (
        f"turn {event.turn}: {n.player(event.seat)}{' again' if event.extra else ''}"
    ),
    e.StepBegan: _step,
    e.EffectBegan: _effect,
    e.EffectsEnded: lambda event, n: f"{len(event.stamps)} effects are over",  # noqa: ARG005
    e.CombatChanged: _combat,
    e.TriggersChanged: _triggers,
    e.TriggerPut: lambda event, n: "a trigger goes on the stack",  # noqa: ARG005
    e.LaterChanged: lambda event, n: "something will happen later",  # noqa: ARG005
    e.ShieldsChanged: lambda event, n: (  # noqa: ARG005
        "damage will be prevented" if event.shields else "no damage is prevented"
    ),
    e.Tallied: lambda event, n: f"{n.player(event.seat)}: {event.what}",
    e.CommanderHit: lambda event, n: f"{n.card(event.ref)} deals {event.by} commander damage",
    e.Kept: lambda event, n: f"{n.player(event.seat)} {'takes a mulligan' if event.mulligan else 'keeps'}",
    e.Looking: lambda event, n: f"{n.player(event.seat)} looks at {len(event.refs)} cards",
    e.SideboardLocked: lambda event, n: (
        f"{n.player(event.seat)} locks the sideboard; {len(event.refs)} cards stay out{_known(event.refs, n)}"
    ),
    e.Unwanted: lambda event, n: f"{n.player(event.seat)} wants {n.player(event.whom)} to go",
    e.StopsSet: lambda event, n: (
        f"{n.player(event.seat)} passes until {_UNTIL.get(event.until, event.until)}"
        if event.until
        else f"{n.player(event.seat)} says where to stop"
    ),
    e.ExtraTurnGained: lambda event, n: (
        f"{n.player(event.seat)} will take an extra turn"
        if event.seat >= 0
        else "there will be another combat"
    ),
    e.OrderReversed: lambda event, n: "turns go the other way round",  # noqa: ARG005
    e.PlayerLost: lambda event, n: f"{n.player(event.seat)} loses: {event.why}",
    e.Told: _told,
    e.Passed: lambda event, n: f"{n.player(event.seat)} passes",
    e.Picked: lambda event, n: (  # noqa: ARG005
        f"{n.player(n.state.prompt.seat)} chooses" if n.state.prompt else "a choice"
    ),
    e.Asked: _asked,
    e.GameEnded: lambda event, n: (
        f"{n.player(event.outcome.winners[0])} wins: {event.outcome.reason}"
        if event.outcome.winners
        else f"nobody wins: {event.outcome.reason}"
    ),
}


_UNTIL: dict[str, str] = {"my turn": "their own turn", "stack": "the stack is empty"}


def _mana(mana: tuple[str, ...]) -> str:
    return "".join(f"{{{one[0]}}}" for one in mana) or "nothing"


def label(state: MagicState, seat: Seat, action: AnyAction, faces: Faces, names: Sequence[str] = ()) -> str:
    """The action as a command that a person could type; players by their names, where these are known."""
    called = names or [f"player {number}" for number in range(len(state.players))]
    n = Names(state, faces, called, numbered=True)
    match action:
        case Pass(until=""):
            return "pass"
        case Pass(until=until):
            return f"pass until {until}"
        case Cast(card=ref, way=way):
            return f"cast {n.card(ref)}" + (f" ({way})" if way else "")
        case PlayLand(card=ref):
            return f"play {n.card(ref)}"
        case TurnUp(card=ref):
            return f"turn up {n.card(ref)}"
        case Activate(card=ref, ability=place):
            return f"{ability_name(state, seat, ref, place, faces)} with {n.card(ref)}"
        case Choose(option=option):
            return _option(state, option, n)
        case Done():
            return "done"
        case Stops(stops=stops):
            return f"stop at {', '.join(stops) or 'the usual places'}"
    return say_command(action, n)


def _option(state: MagicState, option: int, n: Names) -> str:
    prompt = state.prompt
    if prompt is None or not 0 <= option < len(prompt.options):
        return f"option {option}"
    words = option_name(state, prompt, option, n)
    twins = [place for place in range(len(prompt.options)) if option_name(state, prompt, place, n) == words]
    words = f"{words} {twins.index(option) + 1}" if len(twins) > 1 else words
    return f"not {words}" if option in prompt.picked else words


def targetable(state: MagicState) -> dict[int, str]:
    """Every object and player by what it is called, for those who draw arrows."""
    n = Names(state, {}, [f"player {number}" for number in range(len(state.players))], numbered=True)
    found = {key: n.card(key) for key in index(state.objects) if key < MADE or n.known(key)}
    found.update({player(seat): n.player(seat) for seat in range(len(state.players))})
    return found
