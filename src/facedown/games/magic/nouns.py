"""Filters, amounts, conditions and costs in words: rules text is rendered from definitions, never copied."""

from facedown.games.magic.model import (
    AllOf,
    Amount,
    AnyOf,
    CardTypes,
    Compare,
    Condition,
    Cost,
    Count,
    Counters,
    Devotion,
    Did,
    Exists,
    Filter,
    Greatest,
    Half,
    HandSize,
    Happened,
    Is,
    ItsValue,
    Kicked,
    Life,
    Minus,
    Not,
    Stat,
    Sum,
    Target,
    ThatMuch,
    Turn,
    WasCast,
    What,
    Who,
    X,
)

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
PERMANENTS = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")


_CUTS = (
    " you ",
    " your ",
    " an ",
    " a ",
    " with",
    " in ",
    " outside ",
    " owned ",
    " or ",
    " on ",
    " of ",
    " that ",
    " controlled ",
    " attached ",
)


def number(count: int, noun: str) -> str:
    """`a card`, `three cards`."""
    if count == 1:
        return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
    return f"{counted(count)} {plural(noun)}"


def counted(count: int) -> str:
    """`three`; a large number in digits."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def plural(noun: str) -> str:
    """The plural of a noun phrase whose first part is the noun."""
    cuts = [noun.find(cut) for cut in _CUTS if cut in noun]
    if cuts and noun[min(cuts) :].startswith(" or "):
        first, _, second = noun.partition(" or ")
        if " spell" in second or " card" in second:
            return f"{first} or {plural(second)}"
        return f"{', '.join(plural(word) for word in first.split(', '))} and {plural(second)}"
    if cuts:
        rest = noun[min(cuts) :]
        return plural(noun[: min(cuts)]) + rest.replace(" in a graveyard", " in all graveyards")
    if noun.endswith(("Plains", "Merfolk")):
        return noun
    if noun.endswith("f") and not noun.endswith("ff"):
        return noun[:-1] + "ves"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def listed(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """`a, b and c`."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def noun(filter: Filter) -> str:
    """A filter as a noun phrase in the singular: `nonblack creature you control`."""
    before: list[str] = []
    before += ["other"] if filter.other else []
    before += [] if filter.tapped is None else ["tapped" if filter.tapped else "untapped"]
    before += ["attacking"] if filter.attacking else []
    before += ["blocking"] if filter.blocking else []
    before += ["face-down"] if filter.face_down else []
    before += [f"non{word.lower()}" for word in filter.not_supertypes]
    before += [f"non{COLORS[color]}" for color in filter.not_colors]
    before += [f"non{word.lower()}" for word in filter.not_types]
    before += [f"non-{word}" for word in filter.not_subtypes]
    before += [word.lower() for word in filter.supertypes]
    before += [listed([COLORS[color] for color in filter.colors], "or")] if filter.colors else []
    before += ["colorless"] if filter.colorless else []
    before += ["multicolored"] if filter.multicolored else []
    before += ["token"] if filter.token and filter.types else []
    before += ["nontoken"] if filter.token is False else []
    before += [listed(filter.subtypes, "or")] if filter.subtypes and filter.types else []
    parts = [*before, _head(filter)]
    return " ".join([*parts, *_tail(filter)])


def _head(filter: Filter) -> str:
    if filter.named:
        return f"card named {filter.named}" if filter.zone != "battlefield" else filter.named
    if filter.any_of:
        return listed([noun(part) for part in filter.any_of], "or")
    card = " card" if filter.zone not in ("battlefield", "stack") else ""
    if filter.all_types:
        return " ".join(word.lower() for word in filter.all_types) + card
    if filter.types:
        spell = " spell" if filter.zone == "stack" else card
        return listed([word.lower() for word in filter.types], "or") + spell
    if filter.subtypes:
        return listed(filter.subtypes, "or") + card
    if filter.zone == "stack":
        return "spell or ability" if filter.ability else "spell"
    if filter.token:
        return "token"
    return card.strip() or "permanent"


def _tail(filter: Filter) -> list[str]:
    tail = []
    if filter.control:
        tail.append(_controlled(filter.control))
    if filter.own:
        owned = {"you": "you own", "opponent": "an opponent owns"}
        tail.append(owned.get(filter.own, f"owned by {whom(filter.own)}"))
    if filter.keyword:
        tail.append(f"with {filter.keyword}")
    if filter.without_keyword:
        tail.append(f"without {filter.without_keyword}")
    tail += ["with no abilities"] if filter.no_abilities else []
    tail += [f"with a {filter.counter} counter on it"] if filter.counter else []
    tail += ["that was dealt damage this turn"] if filter.damaged else []
    for name, least, most in (
        ("power", filter.power_min, filter.power_max),
        ("toughness", None, filter.toughness_max),
        ("mana value", filter.value_min, filter.value_max),
    ):
        if least is not None and least == most:
            tail.append(f"with {name} {amount(least)}")
        else:
            tail += [f"with {name} {amount(least)} or greater"] if least is not None else []
            tail += [f"with {name} {amount(most)} or less"] if most is not None else []
    tail += [f"of the chosen {'type' if filter.chosen == 'type' else filter.chosen}"] if filter.chosen else []
    tail += ["attached to this"] if filter.attached and not filter.to_same else []
    tail += ["attached to that permanent"] if filter.to_same else []
    tail += [f"that targets {a(filter.targets)}"] if filter.targets is not None else []
    if filter.zone in ("graveyard", "hand", "library", "exile"):
        whose = {"you": "your ", "opponent": "an opponent's ", "": "a ", "target": "target player's "}
        place = "exile" if filter.zone == "exile" else f"{whose.get(filter.own, 'their ')}{filter.zone}"
        tail = [word for word in tail if not word.endswith(("you own", "opponent owns", "target player"))]
        tail.append(f"in {place}")
    tail += ["outside the battlefield"] if filter.zone == "elsewhere" else []
    return tail


def _controlled(who: Who) -> str:
    return {"you": "you control", "opponent": "an opponent controls"}.get(who, f"controlled by {whom(who)}")


def a(filter: Filter) -> str:
    """`a creature you control`, `another Goblin`."""
    phrase = noun(filter)
    if phrase.startswith("other "):
        return f"an{phrase}"
    return number(1, phrase)


def every(filter: Filter) -> str:
    """`all creatures`, `other Goblins`, `creatures you control`: the plural, as static abilities say it."""
    if filter.any_of and noun(Filter(any_of=filter.any_of)) == noun(filter):
        return listed([every(part) for part in filter.any_of])
    return plural(noun(filter))


def thing(what: What | None, name: str = "this") -> str:
    """An object as an ability speaks of it."""
    if isinstance(what, Filter):
        return f"each {noun(what)}"
    words = {
        "this": name,
        "source": name,
        "target": "it",
        "target 2": "the second target",
        "target 3": "the third target",
        "targets": "those targets",
        "attached": "the permanent it's attached to",
        "attacked": "the planeswalker it attacks",
        "that": "it",
        "it": "it",
        None: "",
    }
    return words[what]


def whom(who: Who) -> str:
    """Players as an ability speaks of them."""
    words = {
        "": "any player",
        "opponent": "each opponent",
        "target": "target player",
        "target 2": "the second target player",
        "that player": "that player",
        "active player": "the active player",
        "controller": "its controller",
        "owner": "its owner",
        "chosen player": "the chosen player",
        "attached": "its controller",
        "attacked": "the player it attacks",
    }
    return words.get(who, "the defending player" if who == "defending player" else who)


def amount(value: Amount | ItsValue | None) -> str:
    """An amount in words."""
    match value:
        case int():
            return str(value)
        case X():
            return "X"
        case Count(filter=filter, times=times):
            text = f"the number of {every(filter)}"
            return text if times == 1 else f"{times} times {text}"
        case CardTypes(filter=filter):
            return f"the number of card types among {every(filter)}"
        case Stat(of=what, name=name):
            return f"{_possessive(thing(what))} {_stat(name)}"
        case Greatest(filter=filter, name=name):
            return f"the greatest {_stat(name)} among {every(filter)}"
        case Counters(of=what, kind=kind):
            return f"the number of {kind} counters on {thing(what)}"
        case HandSize(who=who):
            return "the number of cards in " + (
                "your hand" if who == "you" else f"{_possessive(whom(who))} hand"
            )
        case Life(who=who):
            return "your life total" if who == "you" else f"{_possessive(whom(who))} life total"
        case ThatMuch():
            return "that much"
        case Devotion(colors=colors):
            return f"your devotion to {listed([COLORS[color] for color in colors])}"
        case Sum(amounts=amounts):
            return " plus ".join(amount(part) for part in amounts)
        case Minus(amount=part):
            return f"minus {amount(part)}"
        case Half(amount=part, up=up):
            return f"half {amount(part)}, rounded {'up' if up else 'down'}"
        case ItsValue():
            return "its mana value"
    return "any"


def _stat(name: str) -> str:
    return "mana value" if name == "value" else name


def _possessive(words: str) -> str:
    return {"it": "its", "this": "this card's"}.get(words, f"{words}'s")


def condition(node: Condition) -> str:
    """A condition in words, for after `if` or `as long as`."""
    match node:
        case Exists(filter=filter, least=least, most=None):
            if filter.zone == "battlefield" and filter.control == "you":
                bare = noun(filter).replace(" you control", "")
                many = number(1, bare) if least == 1 else f"{NUMBERS[min(least, 10)]} or more {plural(bare)}"
                return f"you control {many}"
            many = a(filter) if least == 1 else f"{NUMBERS[min(least, 10)]} or more {every(filter)}"
            return f"there {'is' if least == 1 else 'are'} {many}"
        case Exists(filter=filter, most=most):
            return (
                f"there are no {every(filter)}" if most == 0 else f"there are {most} or fewer {every(filter)}"
            )
        case Compare(left=left, sign=sign, right=right):
            words = {">=": "is at least", "<=": "is at most", "==": "is"}
            return f"{amount(left)} {words[sign]} {amount(right)}"
        case Is(what=what, filter=filter):
            return f"{thing(what)} is {a(filter)}"
        case Turn(who=who):
            return "it's your turn" if who == "you" else f"it's {_possessive(whom(who))} turn"
        case Kicked(name=name):
            return "it was kicked" if name == "kicker" else f"its {name} cost was paid"
        case WasCast():
            return "you cast it"
        case Did():
            return "you do"
        case Happened(what=what, least=least, who=who):
            times = "" if least == 1 else f" {least} or more times"
            return f"{whom(who)}: {what}{times} this turn"
        case Not(condition=part):
            return f"it isn't so that {condition(part)}"
        case AllOf(conditions=parts):
            return " and ".join(condition(part) for part in parts)
        case AnyOf(conditions=parts):
            return " or ".join(condition(part) for part in parts)


def cost(node: Cost) -> str:
    """A cost in words, as it stands before the colon."""
    parts = [node.mana] if node.mana else []
    parts += ["{T}"] if node.tap else []
    parts += ["{Q}"] if node.untap else []
    if node.loyalty is not None:
        parts.append(f"{node.loyalty:+d}" if isinstance(node.loyalty, int) else node.loyalty)
    if isinstance(node.sacrifice, Filter):
        parts.append(f"sacrifice {number(node.sacrifices, noun(node.sacrifice))}")
    elif node.sacrifice:
        parts.append("sacrifice this")
    if node.discard:
        wanted = noun(node.discard_filter).split(" in ")[0] if node.discard_filter else "card"
        parts.append(f"discard {number(node.discard, wanted)}")
    parts += ["discard this card"] if node.discard_this else []
    parts += ["exile this"] if node.exile_this else []
    parts += [f"exile {a(node.exile)}"] if node.exile is not None else []
    parts += [f"return {a(node.return_)} to its owner's hand"] if node.return_ is not None else []
    parts += [f"tap {a(node.tap_others)}"] if node.tap_others is not None else []
    parts += [f"pay {node.life} life"] if node.life else []
    if node.counters is not None:
        parts.append(f"remove {number(node.counters[1], f'{node.counters[0]} counter')} from this")
    return ", ".join(parts) or "{0}"


def paid(node: Cost) -> str:
    """A cost as something one does: `pay {2}`, `discard a card`."""
    words = cost(node)
    return f"pay {words}" if words.startswith("{") else words


def target(node: Target) -> str:
    """`target creature`, `any target`, `up to two target lands`."""
    if node.filter is None:
        words = "target opponent" if node.player == "opponent" else "target player"
    elif node.player and set(node.filter.types) == {"Creature", "Planeswalker"}:
        words = "any target"
    else:
        words = f"target {noun(node.filter)}".replace("target other", "another target")
        words += " or player" if node.player else ""
    if node.least == node.most == 1:
        return words
    if words == "any target":
        return f"up to {NUMBERS[node.most]} targets"
    many = plural(words.replace("target ", "", 1)) if node.most > 1 else words.replace("target ", "", 1)
    count = NUMBERS[node.most] if node.most < len(NUMBERS) else "any number of"
    return f"{'up to ' if node.least < node.most else ''}{count} target {many}"
