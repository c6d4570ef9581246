"""Keywords that are short for other abilities (702): each stands beside what it means."""

from collections.abc import Callable

from facedown.games.magic.model import (
    Ability,
    Activated,
    Attach,
    Boost,
    Cost,
    Draw,
    Filter,
    Is,
    Keyword,
    Move,
    Not,
    PutCounters,
    Sacrifice,
    Static,
    Target,
    Triggered,
    Turn,
    Unless,
    Until,
    When,
)

CREATURE = Filter(types=("Creature",))
MINE = Filter(types=("Creature",), control="you")


def expand(ability: Ability) -> tuple[Ability, ...]:
    """The ability, and what it means if it is a keyword that is short for something."""
    if isinstance(ability, Keyword) and ability.name in MEANING:
        return (ability, *MEANING[ability.name](ability))
    return (ability,)


def _equip(ability: Keyword) -> tuple[Ability, ...]:
    target = Target(ability.filter if ability.filter is not None else MINE)
    return (Activated(ability.cost or Cost(), (Attach(),), (target,), label="equip", sorcery=True),)


def _cycling(ability: Keyword) -> tuple[Ability, ...]:
    mana = (ability.cost or Cost()).mana
    return (Activated(Cost(mana, discard_this=True), (Draw(1),), label="cycle", zone="hand"),)


def _again(kind: str) -> Callable[[Keyword], tuple[Ability, ...]]:
    """Persist and undying: back from the graveyard once, with a counter."""

    def meaning(_: Keyword) -> tuple[Ability, ...]:
        had = Not(Is("that", Filter(counter=kind)))
        back = Move("that", "battlefield", control="owner", counters=(kind, 1))
        return (Triggered(When("dies", "this"), (back,), if_=had),)

    return meaning


def _exalted(_: Keyword) -> tuple[Ability, ...]:
    when = When("attacks", MINE, kind="alone")
    return (Triggered(when, (Until("that", (Boost(1, 1),)),)),)


def _prowess(_: Keyword) -> tuple[Ability, ...]:
    when = When("cast", Filter(not_types=("Creature",), zone="stack"), who="you")
    return (Triggered(when, (Until("this", (Boost(1, 1),)),)),)


def _echo(ability: Keyword) -> tuple[Ability, ...]:
    unless = Unless((Sacrifice("this"),), ability.cost or Cost())
    return (Triggered(When("upkeep", who="you", kind="echo"), (unless,)),)


def _annihilator(ability: Keyword) -> tuple[Ability, ...]:
    lose = Sacrifice(Filter(), "defending player", ability.count)
    return (Triggered(When("attacks", "this"), (lose,)),)


def _bushido(ability: Keyword) -> tuple[Ability, ...]:
    grow = (Until("this", (Boost(ability.count, ability.count),)),)
    return Triggered(When("blocks", "this"), grow), Triggered(When("becomes blocked", "this"), grow)


def _evolve(_: Keyword) -> tuple[Ability, ...]:
    when = When("enters", Filter(types=("Creature",), control="you", other=True), kind="evolve")
    return (Triggered(when, (PutCounters("+1/+1", 1, "this"),)),)


def _turn_only(_: Keyword) -> tuple[Ability, ...]:
    from facedown.games.magic.model import Gain

    return (Static("this", (Gain((Keyword("first strike"),)),), if_=Turn("you")),)


MEANING: dict[str, Callable[[Keyword], tuple[Ability, ...]]] = {
    "equip": _equip,
    "cycling": _cycling,
    "persist": _again("-1/-1"),
    "undying": _again("+1/+1"),
    "exalted": _exalted,
    "prowess": _prowess,
    "echo": _echo,
    "annihilator": _annihilator,
    "bushido": _bushido,
    "evolve": _evolve,
    "first strike on your turn": _turn_only,
}
