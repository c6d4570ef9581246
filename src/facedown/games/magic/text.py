"""Rules text, rendered from a card's definition: text and behaviour cannot drift apart."""

from collections.abc import Callable, Sequence
from typing import Any

from facedown.games.magic import nouns
from facedown.games.magic.model import (
    Ability,
    Activated,
    Card,
    Enters,
    Filter,
    Instead,
    Keyword,
    Mode,
    Multiply,
    Operation,
    Prevent,
    Spell,
    Static,
    Target,
    Triggered,
    What,
    When,
    Who,
)
from facedown.games.magic.nouns import COLORS, amount, condition, cost, listed, noun, number, plural
from facedown.games.magic.phrases import CHANGES, OPERATIONS


class Voice:
    """One ability being put into words: remembers which targets it has named, to say `it` afterwards."""

    def __init__(self, name: str, targets: Sequence[Target]) -> None:
        self.name, self.targets = name, targets
        self.named: set[int] = set()

    def what(self, what: What | None) -> str:
        """An object, a target spelled out the first time."""
        if isinstance(what, str) and what.startswith("target"):
            index = 0 if what in ("target", "targets") else int(what[-1]) - 1
            return self._target(index, "them" if what == "targets" else "it")
        if what == "attached":
            return f"{'equipped creature' if self.name == 'equipment' else 'the enchanted permanent'}"
        return nouns.thing(what, "this")

    def who(self, who: Who) -> str:
        """A player."""
        if who in ("target", "target 2"):
            return self._target(0 if who == "target" else 1, "that player")
        return nouns.whom(who)

    def _target(self, index: int, again: str) -> str:
        if index in self.named or index >= len(self.targets):
            return again
        self.named.add(index)
        return nouns.target(self.targets[index])

    def does(self, who: Who, verb: str) -> str:
        """`draw`, `each opponent draws`: a verb with its subject, `you` left out."""
        return verb if who in ("you", "") else f"{self.who(who)} {_third(verb)}"

    def operations(self, operations: Sequence[Operation]) -> str:
        """Operations as sentences."""
        return " ".join(f"{capital(self.operation(operation))}." for operation in operations)

    def clause(self, operations: Sequence[Operation]) -> str:
        """Operations in one clause, without a full stop."""
        return listed([self.operation(operation) for operation in operations])

    def operation(self, operation: Operation) -> str:
        """One operation as a clause."""
        say: Callable[[Voice, Any], str] = OPERATIONS[type(operation)]
        return say(self, operation)

    def changes(self, changes: Sequence[Any], many: bool) -> str:
        """What happens to the objects a continuous effect is about, as verbs."""
        return listed([CHANGES[type(change)](change, many) for change in changes])


def text(card: Card) -> str:
    """All abilities of a card, a line each; keywords without a cost share the first."""
    plain = [
        a.name
        for a in card.abilities
        if isinstance(a, Keyword)
        and a.cost is None
        and a.filter is None
        and not a.count
        and a.name != "leyline"
    ]
    lines = [capital(", ".join(plain))] if plain else []
    kind = "equipment" if "Equipment" in card.subtypes else card.name
    lines += [
        ability_text(ability, kind)
        for ability in card.abilities
        if not (isinstance(ability, Keyword) and ability.name in plain and ability.cost is None)
    ]
    return "\n".join(lines)


def one_line(rules: str) -> str:
    """Abilities that stand on lines of their own as sentences on one."""
    return " ".join(
        line if line.endswith((".", ")", "”")) else f"{line}." for line in rules.split("\n") if line
    )


def ability_text(ability: Ability, name: str = "") -> str:
    """One ability as rules text."""
    voice = Voice(name, getattr(ability, "targets", ()))
    match ability:
        case Keyword():
            return keyword(ability)
        case Spell(do=do, modes=modes, extra=extra):
            first = f"As an additional cost to cast this spell, {cost(extra)}. " if extra else ""
            return first + (_modes(modes, name, ability.choose) if modes else voice.operations(do))
        case Activated(cost=price, do=do, modes=modes):
            effect = _modes(modes, name, 1) if modes else voice.operations(do)
            limits = ["only as a sorcery"] if ability.sorcery and price.loyalty is None else []
            limits += ["only once each turn"] if ability.once else []
            limits += [f"only if {condition(ability.if_)}"] if ability.if_ is not None else []
            last = f" Activate {listed(limits)}." if limits else ""
            last += " Any player may activate this ability." if ability.anyone else ""
            return f"{capital(cost(price))}: {effect}{last}"
        case Triggered(when=when, do=do, if_=if_, modes=modes):
            clause = f", if {condition(if_)}" if if_ is not None and when.event != "state" else ""
            effect = _modes(modes, name, 1) if modes else voice.operations(do)
            start = _when(when, voice) if when.event != "state" or if_ is None else f"When {condition(if_)}"
            return f"{start}{clause}, {effect[:1].lower()}{effect[1:]}"
        case Static():
            return _static(ability, voice)
        case Enters():
            return _enters(ability)
        case Instead(filter=filter, to=to):
            subject = "this" if isinstance(filter, str) else number(1, noun(filter).split(" in ")[0])
            subject += " or token" if ability.tokens else ""
            place = {"shuffle": "shuffled into its owner's library", "exile": "exiled"}.get(
                to, f"put into {to}"
            )
            event = "die" if ability.dies else "be put into a graveyard from anywhere"
            return f"If {subject} would {event}, it {'may be' if ability.may else 'is'} {place} instead."
        case Prevent():
            return _prevent(ability, voice)
        case Multiply(event=event, factor=factor, plus=plus, filter=filter):
            subject = f" ({nouns.every(filter)})" if filter is not None else ""
            much = f"{factor} times as much" if factor != 1 else f"{plus} more"
            return f"{capital(event)}{subject}: {much} instead."


def keyword(ability: Keyword) -> str:
    """`Flying`, `protection from black`, `Equip {1}`, `mountainwalk`."""
    if ability.name == "leyline":
        return "You may begin the game with this on the battlefield if it is in your opening hand."
    return capital(keyword_name(ability)) + (f" {cost(ability.cost)}" if ability.cost is not None else "")


def keyword_name(ability: Keyword) -> str:
    """The keyword as people call it, without its cost."""
    name, filter = ability.name, ability.filter
    if name == "landwalk" and filter is not None:
        words = [*filter.subtypes, *(w.lower() + " land" for w in (*filter.supertypes, *filter.types))]
        return "".join(words).lower() + "walk" if filter.subtypes else f"{words[0]}walk"
    if name == "protection" and filter is not None:
        qualities = [COLORS.get(color, color) for color in filter.colors]
        if filter.types or filter.subtypes:
            qualities.append(nouns.every(filter))
        return "protection from " + (listed(qualities) or "everything")
    if name == "enchant" and filter is not None:
        return f"enchant {noun(filter)}"
    return f"{name} {amount(ability.count)}" if ability.count else name


def capital(words: str) -> str:
    """With a capital letter."""
    return words[:1].upper() + words[1:]


def _third(verb: str) -> str:
    head, _, rest = verb.partition(" ")
    ending = "es" if head.endswith(("s", "ch", "sh", "x")) else "s"
    return f"{head}{ending} {rest}".strip()


def _modes(modes: Sequence[Mode], name: str, choose: int) -> str:
    said = "; or ".join(Voice(name, mode.targets).operations(mode.do) for mode in modes)
    return f"Choose {nouns.NUMBERS[choose]}: {said}"


_STEPS = {
    "upkeep": "upkeep",
    "draw step": "draw step",
    "end step": "end step",
    "combat": "combat",
    "main": "precombat main phase",
}
_VERBS = {
    "graveyard": "is put into a graveyard from anywhere",
    "becomes blocked": "becomes blocked",
    "unblocked": "attacks and isn't blocked",
    "is dealt damage": "is dealt damage",
    "tapped": "becomes tapped",
    "targeted": "becomes the target of a spell or ability",
    "face up": "is turned face up",
    "counters": "gets counters",
    "milled": "is milled",
    "discard": "is discarded",
    "sacrifice": "is sacrificed",
    "leaves": "leaves the battlefield",
}


def _when(when: When, voice: Voice) -> str:
    if when.event in _STEPS:
        step = _STEPS[when.event]
        if when.who == "you":
            return f"At the beginning of {'combat on your turn' if step == 'combat' else f'your {step}'}"
        if when.who == "opponent":
            return f"At the beginning of each opponent's {step}"
        return f"At the beginning of {'the' if step == 'end step' else 'each'} {step}"
    subject = nouns.a(when.what) if isinstance(when.what, Filter) else voice.what(when.what)
    start = "Whenever" if isinstance(when.what, Filter) or when.event in _OFTEN else "When"
    player = {"you": "you", "opponent": "an opponent", "": "a player"}.get(when.who, nouns.whom(when.who))
    s = "" if player == "you" else "s"
    match when.event:
        case "cast" | "land":
            return f"Whenever {player} {'cast' if when.event == 'cast' else 'play'}{s} {subject or 'a spell'}"
        case "draw" | "cycle" | "discard" | "sacrifice" if when.what != "this":
            return f"Whenever {player} {when.event}{s} {subject or 'a card'}"
        case "gain life" | "lose life":
            verb, _, life = when.event.partition(" ")
            return f"Whenever {player} {verb}{s} {life}"
        case "deals damage":
            hurt = "an opponent" if when.who == "opponent" else "a player"
            to = {"player": f" to {hurt}", "creature": " to a creature", "": ""}[when.to]
            return f"{start} {subject} deals {'combat ' if when.combat else ''}damage{to}"
    return f"{start} {subject} {_VERBS.get(when.event, when.event)}"


_OFTEN = ("attacks", "blocks", "deals damage", "is dealt damage", "tapped", "targeted", "becomes blocked")


def _static(ability: Static, voice: Voice) -> str:
    start = f"As long as {condition(ability.if_)}, " if ability.if_ is not None else ""
    if ability.zone == "graveyard":
        start = f"As long as this card is in your graveyard{' and ' if start else ', '}{start[11:]}"
    if ability.who:
        many = ability.who == "you"
        subject = nouns.whom(ability.who)
    elif isinstance(ability.what, Filter):
        many, subject = True, nouns.every(ability.what)
        plain = ability.what
        if not (
            plain.control or plain.other or plain.colors or plain.subtypes or plain.zone != "battlefield"
        ):
            subject = f"all {subject}"
    else:
        many, subject = False, voice.what(ability.what)
    return f"{capital(start + subject)} {voice.changes(ability.changes, many)}."


def _enters(ability: Enters) -> str:
    subject = nouns.every(ability.what) if isinstance(ability.what, Filter) else "this"
    s = "" if isinstance(ability.what, Filter) else "s"
    if ability.copy is not None:
        words = f"You may have {subject} enter as a copy of {nouns.a(ability.copy)}"
        words += ", except it keeps its color" if ability.keep_color else ""
        words += (
            " and has the ability: " + " ".join(ability_text(a) for a in ability.keep) if ability.keep else ""
        )
        return words.rstrip(".") + "."
    if ability.choose:
        return f"As {subject} enters, choose {number(1, ability.choose)}."
    if ability.unless is not None:
        return f"As {subject} enters, you may {cost(ability.unless)}. If you don't, it enters tapped."
    parts = ["tapped"] if ability.tapped else []
    for kind, count in ability.counters:
        many = (
            number(count, f"{kind} counter") if isinstance(count, int) else f"{amount(count)} {kind} counters"
        )
        parts.append(f"with {many} on it")
    last = f" if {condition(ability.if_)}" if ability.if_ is not None else ""
    return f"{capital(subject)} enter{s} {listed(parts)}{last}."


def _prevent(ability: Prevent, voice: Voice) -> str:
    much = "all" if ability.amount is None else f"{ability.amount} of the"
    kind = "combat damage" if ability.combat else "damage"
    to = [nouns.whom(ability.players)] if ability.players else []
    to += [voice.what(ability.to)] if ability.to is not None else []
    by = f" by {voice.what(ability.by)}" if ability.by is not None else ""
    onto = f" to {listed(to)}" if to else ""
    return f"Prevent {much} {kind} that would be dealt{onto}{by}."


def type_line(card: Card) -> str:
    """`Legendary Creature — Dog`."""
    words = " ".join((*card.supertypes, *card.types))
    return f"{words} — {' '.join(card.subtypes)}" if card.subtypes else words


__all__ = ["ability_text", "capital", "keyword_name", "plural", "text", "type_line"]
