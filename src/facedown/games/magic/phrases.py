"""The clause for each operation and each change. A new operation gets its words here."""

# ruff: noqa: ARG001, ARG005

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from facedown.games.magic import model as m
from facedown.games.magic import nouns
from facedown.games.magic.nouns import COLORS, amount, condition, cost, listed, number

if TYPE_CHECKING:
    from facedown.games.magic.text import Voice

Say = Callable[["Voice", Any], str]


def _cards(count: m.Amount, noun: str = "card") -> str:
    if isinstance(count, int):
        return number(count, noun)
    if isinstance(count, m.X | m.ThatMuch):
        return f"{'X' if isinstance(count, m.X) else 'that many'} {nouns.plural(noun)}"
    return f"{nouns.plural(noun)} equal to {amount(count)}"


def _damage(v: "Voice", op: m.Damage) -> str:
    much = amount(op.amount) if isinstance(op.amount, int | m.X | m.ThatMuch) else ""
    source = "this" if op.source == "source" else v.what(op.source)
    to = ([v.what(op.to)] if op.to is not None else []) + ([v.who(op.players)] if op.players else [])
    if op.to == op.players == "attacked":
        to = ["the player or planeswalker it attacks"]
    words = f"{source} deals {much + ' ' if much else ''}damage"
    words += "" if much else f" equal to {amount(op.amount)}"
    return f"{words}{' divided as you choose among' if op.divided else ' to'} {listed(to)}"


def _until(v: "Voice", op: m.Until) -> str:
    subject = v.who(op.who) if op.who else v.what(op.what)
    many = op.who == "you"
    if isinstance(op.what, m.Filter):
        subject, many = nouns.every(op.what), True
    if op.what == "targets":
        many = True
    last = {
        "turn": " until end of turn",
        "your next turn": " until your next turn",
        "combat": " until end of combat",
        "while this": " for as long as this remains on the battlefield",
        "forever": "",
    }[op.duration]
    if any(isinstance(change, m.Control) for change in op.changes):
        rest = [change for change in op.changes if not isinstance(change, m.Control)]
        more = f" and it {v.changes(rest, False)}" if rest else ""
        return f"gain control of {subject}{last}{more}"
    words, where, value = v.changes(op.changes, many).partition(", where ")
    return f"{subject} {words}{last}{where}{value}"


def _move(v: "Voice", op: m.Move) -> str:
    what = v.what(op.what)
    if op.shuffle:
        return f"shuffle {what} into its owner's library"
    if op.to == "hand":
        return f"return {what} to its owner's hand"
    if op.to == "library":
        return f"put {what} on {'the bottom' if op.bottom else 'top'} of its owner's library"
    if op.to == "battlefield":
        whose = "its owner's" if op.control == "owner" else "your"
        return f"put {what} onto the battlefield{' tapped' if op.tapped else ''} under {whose} control"
    return f"exile {what}" if op.to == "exile" else f"put {what} into its owner's {op.to}"


def _sacrifice(v: "Voice", op: m.Sacrifice) -> str:
    if isinstance(op.what, m.Filter):
        bare = nouns.noun(op.what).replace(" you control", "")
        many = (
            number(op.count, bare)
            if isinstance(op.count, int)
            else f"{amount(op.count)} {nouns.plural(bare)}"
        )
        return v.does(op.who or "you", f"sacrifice {many}")
    return f"sacrifice {v.what(op.what)}"


def _discard(v: "Voice", op: m.Discard) -> str:
    if op.how == "hand":
        return v.does(op.who, "discard their hand" if op.who != "you" else "discard your hand")
    kind = nouns.noun(op.filter).split(" in ")[0] if op.filter is not None else "card"
    if op.how == "you choose":
        return f"{v.does(op.who, 'reveal their hand')}, you choose {number(1, kind)} from it, they discard it"
    return v.does(op.who, f"discard {_cards(op.count, kind)}") + (" at random" if op.how == "random" else "")


def token(card: m.Card) -> str:
    """`1/1 white Spirit creature token with flying`."""
    from facedown.games.magic.text import ability_text, keyword_name

    words = [f"{card.power}/{card.toughness}"] if card.power is not None else []
    words += [word.lower() for word in card.supertypes]
    words += [listed([COLORS[color] for color in card.indicator])] if card.indicator else ["colorless"]
    words += [*card.subtypes, *(kind.lower() for kind in card.types), "token"]
    has = [keyword_name(a) if isinstance(a, m.Keyword) else f'"{ability_text(a)}"' for a in card.abilities]
    named = "" if card.name.lower() in ("", " ".join(card.subtypes).lower()) else f" named {card.name}"
    return " ".join(words) + named + (f" with {listed(has)}" if has else "")


def _create(v: "Voice", op: m.Create) -> str:
    if op.copy is not None:
        return v.does(op.who, f"create {_cards(op.count, f'token that is a copy of {v.what(op.copy)}')}")
    kind = token(op.token) if op.token is not None else "token"
    head, _, tail = kind.partition(" token")
    plural = f"{head} tokens{tail}"
    last = ""
    if isinstance(op.count, int):
        many = number(1, kind) if op.count == 1 else f"{nouns.counted(op.count)} {plural}"
    else:
        many = f"X {plural}"
        last = "" if isinstance(op.count, m.X) else f", where X is {amount(op.count)}"
    state = " tapped" * op.tapped + " attacking" * op.attacking
    return v.does(op.who, f"create {many}{' that are' + state if state else ''}{last}")


def _counters(v: "Voice", op: m.PutCounters) -> str:
    if op.who:
        return v.does(op.who, f"get {_cards(op.count, f'{op.kind} counter')}")
    return f"put {_cards(op.count, f'{op.kind} counter')} on {v.what(op.what)}"


def _counter(v: "Voice", op: m.Counter) -> str:
    words = f"counter {v.what(op.what)}"
    if op.unless is not None:
        words += f" unless its controller pays {cost(op.unless)}"
    if op.unless_amount is not None:
        words += f" unless its controller pays {{{amount(op.unless_amount)}}}"
    return words + ("; exile it instead of putting it into a graveyard" if op.exile else "")


def _search(v: "Voice", op: m.Search) -> str:
    kind = nouns.noun(op.filter).split(" in ")[0]
    many = number(1, kind) if op.count == 1 else f"up to {nouns.NUMBERS[op.count]} {nouns.plural(kind)}"
    place = {
        "hand": "put it into your hand, then shuffle",
        "battlefield": f"put it onto the battlefield{' tapped' if op.tapped else ''}, then shuffle",
        "top": "shuffle, then put it on top",
        "graveyard": "put it into your graveyard, then shuffle",
    }[op.to]
    shown = "reveal it, " if op.reveal and op.to in ("hand", "top") else ""
    whose = "your" if op.who == "you" else "their"
    return f"{v.does(op.who, f'search {whose} library')} for {many}, {shown}{place}"


def _copy(v: "Voice", op: m.BecomeCopy) -> str:
    words = f"{v.what(op.what)} becomes a copy of {v.what(op.of)}"
    words += " until end of turn" if op.duration == "turn" else ""
    kept = ["its color stays"] if op.keep_color else []
    kept += ["it has this ability"] if op.keep_this_ability else []
    return words + (f", except {listed(kept)}" if kept else "")


def _prevent(v: "Voice", op: m.PreventNext) -> str:
    much = "all" if op.amount is None else f"the next {amount(op.amount)}"
    to = ([v.what(op.to)] if op.to is not None else []) + ([v.who(op.players)] if op.players else [])
    by = f" by {v.what(op.by)}" if op.by is not None else ""
    onto = f" to {listed(to)}" if to else ""
    return f"prevent {much} {'combat ' if op.combat else ''}damage that would be dealt{onto}{by} this turn"


def _if(v: "Voice", op: m.If) -> str:
    words = f"if {condition(op.condition)}, {v.clause(op.do)}"
    return words + (f"; otherwise {v.clause(op.otherwise)}" if op.otherwise else "")


def _may(v: "Voice", op: m.May) -> str:
    who = "you" if op.who == "you" else v.who(op.who)
    if op.cost is not None:
        return (
            f"{who} may {nouns.paid(op.cost)}. If {'you' if who == 'you' else 'they'} do, {v.clause(op.do)}"
        )
    does = v.clause(op.do)
    if does.startswith(f"{who} "):
        return does.replace(who, f"{who} may", 1).replace("searches", "search")
    return f"{who} may have it that {does}" if does.startswith("this ") else f"{who} may {does}"


def _reflexive(v: "Voice", op: m.Reflexive) -> str:
    inner = type(v)(v.name, op.targets)
    return f"when you do, {inner.clause(op.do)}"


def _attach(v: "Voice", op: m.Attach) -> str:
    return f"attach {v.what(op.what)} to {v.what(op.to)}"


OPERATIONS: dict[type, Say] = {
    m.Damage: _damage,
    m.Destroy: lambda v, op: f"destroy {_all(v, op.what)}" + "; it can't be regenerated" * op.no_regeneration,
    m.Exile: lambda v, op: (
        f"exile {_all(v, op.what)}" + " until this leaves the battlefield" * op.until_leaves
    ),
    m.Move: _move,
    m.Blink: lambda v, op: (
        f"exile {v.what(op.what)}, then return it to the battlefield under "
        + ("your control" if op.yours else "its owner's control")
        + " at the beginning of the next end step" * op.later
    ),
    m.Sacrifice: _sacrifice,
    m.Draw: lambda v, op: v.does(op.who, f"draw {_cards(op.count)}"),
    m.Discard: _discard,
    m.Mill: lambda v, op: v.does(op.who, f"mill {_cards(op.count)}"),
    m.GainLife: lambda v, op: v.does(op.who, f"gain {_life(op.amount)}"),
    m.LoseLife: lambda v, op: v.does(op.who, f"lose {_life(op.amount)}"),
    m.SetLife: lambda v, op: f"{v.who(op.who)}: the life total becomes {amount(op.amount)}",
    m.Counter: _counter,
    m.Create: _create,
    m.PutCounters: _counters,
    m.TakeCounters: lambda v, op: f"remove {_cards(op.count, f'{op.kind} counter')} from {v.what(op.what)}",
    m.Tap: lambda v, op: f"tap {_all(v, op.what)}",
    m.Untap: lambda v, op: f"untap {_all(v, op.what)}",
    m.Until: _until,
    m.BecomeCopy: _copy,
    m.ChooseWord: lambda v, op: (
        f"change the text of {v.what(op.what)}: replace one "
        + listed(["color word" if kind == "color" else "basic land type" for kind in op.kinds], "or")
        + " with another"
    ),
    m.ChooseColor: lambda v, op: "choose a color",
    m.AddMana: lambda v, op: v.does(op.who, f"add {_mana(op)}"),
    m.Search: _search,
    m.Scry: lambda v, op: f"scry {amount(op.count)}",
    m.Surveil: lambda v, op: f"surveil {amount(op.count)}",
    m.LookAndTake: lambda v, op: (
        f"look at the top {amount(op.look)} cards of your library, put "
        + (number(op.take, nouns.noun(op.filter).split(" in ")[0] if op.filter else "card"))
        + f" into your hand and the rest {_rest(op.rest)}"
    ),
    m.TakeTop: lambda v, op: (
        v.does(op.who, "reveal the top card of the library")
        + f"; if it is {number(1, nouns.noun(op.filter).split(' in ')[0])}, it goes into the hand"
    ),
    m.LookAtHand: lambda v, op: f"look at the hand of {v.who(op.who)}",
    m.ShuffleLibrary: lambda v, op: v.does(op.who, "shuffle"),
    m.Fight: lambda v, op: (
        f"{v.what(op.first)} deals damage equal to its power to {v.what(op.second)}"
        if op.bite
        else f"{v.what(op.first)} fights {v.what(op.second)}"
    ),
    m.Attach: _attach,
    m.Regenerate: lambda v, op: f"regenerate {v.what(op.what)}",
    m.PreventNext: _prevent,
    m.ExtraTurn: lambda v, op: v.does(op.who, "take an extra turn after this one"),
    m.ExtraCombat: lambda v, op: "after this phase, there is an additional combat phase and main phase",
    m.CopySpell: lambda v, op: f"copy {v.what(op.what)}; you may choose new targets for the copy",
    m.TurnFaceUp: lambda v, op: f"turn {v.what(op.what)} face up",
    m.Manifest: lambda v, op: v.does(op.who, "manifest the top card of your library"),
    m.Emblem: lambda v, op: "you get an emblem with " + listed([f'"{_ability(a)}"' for a in op.abilities]),
    m.RemoveFromCombat: lambda v, op: f"remove {v.what(op.what)} from combat",
    m.WinGame: lambda v, op: v.does(op.who, "lose the game" if op.lose else "win the game"),
    m.Delayed: lambda v, op: f"at the {op.when}, {v.clause(op.do)}",
    m.Reflexive: _reflexive,
    m.May: _may,
    m.Unless: lambda v, op: (
        f"{v.clause(op.do)} unless "
        + (
            f"you {nouns.paid(op.cost)}"
            if op.who == "you"
            else f"{v.who(op.who)} does: {nouns.paid(op.cost)}"
        )
    ),
    m.If: _if,
    m.Repeat: lambda v, op: f"{amount(op.count)} times: {v.clause(op.do)}",
}


def _all(v: "Voice", what: m.What) -> str:
    return f"all {nouns.every(what)}" if isinstance(what, m.Filter) else v.what(what)


def _life(value: m.Amount) -> str:
    if isinstance(value, int | m.X):
        return f"{amount(value)} life"
    return "that much life" if isinstance(value, m.ThatMuch) else f"life equal to {amount(value)}"


def _mana(op: m.AddMana) -> str:
    words = "one mana of any color" if op.mana == "any" else op.mana
    return words if op.count == 1 else f"{words} X times, where X is {amount(op.count)}"


def _rest(rest: str) -> str:
    return {"bottom": "on the bottom", "graveyard": "into your graveyard", "top": "back on top"}[rest]


def _ability(ability: m.Ability) -> str:
    from facedown.games.magic.text import ability_text, keyword_name

    return keyword_name(ability) if isinstance(ability, m.Keyword) else f'"{ability_text(ability)}"'


def _is(many: bool) -> str:
    return "are" if many else "is"


def _has(many: bool) -> str:
    return "have" if many else "has"


def _signed(value: m.Amount) -> str:
    if isinstance(value, int):
        return f"{value:+d}"
    return "-X" if isinstance(value, m.Minus) else "+X"


def _boost(op: m.Boost, many: bool) -> str:
    words = f"get{'' if many else 's'} {_signed(op.power)}/{_signed(op.toughness)}"
    value = op.toughness if isinstance(op.power, int) else op.power
    if isinstance(value, int | m.X):
        return words
    return f"{words}, where X is {amount(value.amount if isinstance(value, m.Minus) else value)}"


def _add_types(op: m.AddTypes, many: bool) -> str:
    words = [*op.supertypes, *(["of the chosen type"] if op.chosen else []), *op.subtypes]
    words += [kind.lower() for kind in op.types]
    phrase = nouns.plural(" ".join(words)) if many and op.types else " ".join(words)
    if all(kind in op.subtypes for kind in ("Plains", "Island", "Swamp", "Mountain", "Forest")):
        return f"{_is(many)} every basic land type in addition to other types"
    if many and len(words) == len(op.subtypes) == 1:
        phrase = nouns.plural(phrase)
    return f"{_is(many)} {phrase if many or not op.types else number(1, phrase)} in addition to other types"


def _set_types(op: m.SetTypes, many: bool) -> str:
    words = " ".join([*op.subtypes, *(kind.lower() for kind in op.types)])
    others = "no other card type" + (" or creature type" if op.subtypes else "")
    return f"{_is(many)} {words if many else number(1, words)} and {others}"


def _subtypes(op: m.SetSubtypes, many: bool) -> str:
    if op.chosen:
        return f"{_is(many)} of the chosen type and of no other creature type"
    return f"{_is(many)} {listed([nouns.plural(w) if many else number(1, w) for w in op.subtypes])}"


def _base(op: m.SetBase, many: bool) -> str:
    if op.power == op.toughness and not isinstance(op.power, int):
        return f"{_has(many)} base power and toughness each equal to {amount(op.power)}"
    return f"{_has(many)} base power and toughness {amount(op.power)}/{amount(op.toughness)}"


def _cant(op: m.Cant, many: bool) -> str:
    words = f"can't {op.what}" + ("" if op.what != "untap" else " during the untap step")
    words += f" {'by ' if op.what == 'be blocked' else ''}{nouns.every(op.by)}" if op.by is not None else ""
    return words + (f" except by {nouns.every(op.except_by)}" if op.except_by is not None else "")


CHANGES: dict[type, Callable[[Any, bool], str]] = {
    m.Control: lambda op, many: f"{_is(many)} controlled by {nouns.whom(op.who)}",
    m.ChangeText: lambda op, many: f"read{'' if many else 's'} {op.new} for {op.old}",
    m.AddTypes: _add_types,
    m.SetTypes: _set_types,
    m.SetSubtypes: _subtypes,
    m.LoseTypes: lambda op, many: f"{_is(many)} not {listed([*op.supertypes, *op.types], 'or').lower()}",
    m.SetColors: lambda op, many: f"{_is(many)} {listed([COLORS[c] for c in op.colors]) or 'colorless'}",
    m.AddColors: lambda op, many: (
        f"{_is(many)} "
        + ("the chosen color" if op.chosen else listed([COLORS[c] for c in op.colors]))
        + " in addition to other colors"
    ),
    m.Gain: lambda op, many: f"{_has(many)} {listed([_ability(a) for a in op.abilities])}",
    m.GainChosen: lambda op, many: f"gain{'' if many else 's'} protection from the chosen color",
    m.LoseAll: lambda op, many: (
        f"lose{'' if many else 's'} all abilities" + " except mana abilities" * op.but_mana
    ),
    m.Lose: lambda op, many: f"lose{'' if many else 's'} {op.keyword}",
    m.CantHave: lambda op, many: f"lose{'' if many else 's'} {op.keyword} and can't have or gain it",
    m.SetBase: _base,
    m.Boost: _boost,
    m.Switch: lambda op, many: f"{_has(many)} power and toughness switched",
    m.Cant: _cant,
    m.Must: lambda op, many: f"must {op.what} each combat if able",
    m.CanBlockMore: lambda op, many: f"can block {number(op.count, 'more creature')} each combat",
    m.ExtraLands: lambda op, many: f"may play {number(op.count, 'additional land')} on each of your turns",
    m.SkipStep: lambda op, many: f"skip{'' if many else 's'} the {op.step} step",
    m.HandLimit: lambda op, many: (
        f"{_has(many)} "
        + ("no maximum hand size" if op.size is None else f"a maximum hand size of {op.size}")
    ),
    m.PlayerHas: lambda op, many: (
        f"{_has(many)} {op.what}"
        if op.what in ("shroud", "hexproof")
        else op.what.replace("spend any color", "may spend mana as though it were of any color")
    ),
    m.CostChange: lambda op, many: (
        f"cast{'' if many else 's'} {nouns.every(op.filter)} for {_more(op.amount)}"
    ),
    m.CastAs: lambda op, many: f"may cast {nouns.every(op.filter)} as though they had flash",
    m.Again: lambda op, many: (
        f"trigger{'' if many else 's'} abilities once more when {nouns.a(op.filter)} enters"
    ),
}


def _more(value: m.Amount) -> str:
    if isinstance(value, int):
        return f"{{{abs(value)}}} {'more' if value > 0 else 'less'}"
    return f"{amount(value)} more"
