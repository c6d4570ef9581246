"""From words to a command: the words that `freely` uses, with names cut short where one thing is meant."""

import re
from collections.abc import Callable, Sequence

from facedown.games.magic import freeform as f
from facedown.games.magic.dial.marks import KEYWORDS
from facedown.games.magic.dial.things import Things
from facedown.games.magic.state import HIDDEN, STEPS, MagicState, player
from facedown.kernel import Faces, InvalidAction, Seat

TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
ZONES = ("battlefield", "graveyard", "exile", "stack", "command", "hand", "library", "sideboard")
LONGEST_COMMAND = 1000
"""Characters. The patterns below try a text again from each of its words: it must not have too many."""
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
HELP = """\
move CARDS to ZONE [bottom | at N] [tapped] [face down] [as 2/2] [for PLAYER]
  zones: battlefield graveyard exile stack command hand library sideboard
  cards: names or beginnings of them, `top 3`, `bottom 2`, `hand`, `library`, `graveyard`, `#17`
play CARD, cast CARD, discard CARD, kill CARD, exile CARD    short for moves
draw [N]; undo draw [N]; mulligan to N; shuffle [top N | bottom N]; look at top N | bottom N | library
reveal CARDS [to PLAYER]; lend CARDS to PLAYER (who may then move them); flip CARD
tap CARDS; untap CARDS; untap all; freeze CARDS; unfreeze CARDS; note CARD: TEXT
attack PLAYER with CARDS; withdraw CARD; block CARD with CARDS; unblock CARD
attach CARD to CARD; unattach CARD; arrow from CARD to CARD
make CARD 5/5; color CARD as WU; damage CARD to 3; +1 charge on CARD; -1 poison on PLAYER
create [N] [2/2] [WU] [TYPES] NAME [with flying, haste] [on CARD | instead of CARD]
life -3; mana WW; mana -W; go to STEP; next turn; turn of PLAYER; reverse turn order; roll 20
resolve; check the table; never mind; say TEXT; concede; kick PLAYER (when all others say so)
for PLAYER: COMMAND (a judge's, for a player)"""


def parse_command(
    state: MagicState, seat: Seat, words: str, faces: Faces, names: Sequence[str] = ()
) -> f.Command:
    """The command that these words mean; `InvalidAction` says what is wrong with them.

    `faces` is what the player knows, `names` what the players are called. Whether it may be done is for
    `decide` to say.
    """
    if len(words) > LONGEST_COMMAND:
        raise InvalidAction(f"a command has at most {LONGEST_COMMAND} characters")
    text = " ".join(words.split())
    t = Things(state, seat, faces, names)
    if ruling := _FOR.fullmatch(text):
        if _FOR.fullmatch(ruling[2]):
            raise InvalidAction("a judge acts for one player at a time")
        who = t.player(ruling[1])
        does = parse_command(state, who, ruling[2], faces, names)
        assert not isinstance(does, f.Ruling)
        return f.Ruling(who, does)
    for pattern, make in _GRAMMAR:
        found = pattern.fullmatch(text)
        if found is not None:
            return make(t, *[group or "" for group in found.groups()])
    verb = text.partition(" ")[0]
    raise InvalidAction(f"`{verb[:40]}` is no command here, or more has to follow it; `help` lists them")


def _number(text: str, otherwise: int = 1) -> int:
    if len(text) > 6:
        raise InvalidAction(f"`{text[:20]}` is too large a number")
    return int(text) if text else otherwise


def _ended(text: str, count: str) -> int:
    return -_number(count) if text.lower() == "bottom" else _number(count)


def _some(text: str) -> int | None:
    return None if text == "?" else _number(text)


def _move(t: Things, cards: str, zone: str, rest: str) -> f.Command:
    if zone.lower() not in ZONES:
        raise InvalidAction(f"`{zone}` is no zone; zones: {', '.join(ZONES)}")
    how = _HOW.fullmatch(rest.strip())
    if how is None:
        raise InvalidAction(f"`{rest.strip()[:60]}`: say `bottom`, `at 2`, `tapped`, `face down`, `as 2/2`")
    bottom, at, from_bottom, tapped, down, power, toughness, who = how.groups()
    position = -1 if bottom else _number(at or "", 0)
    position = -1 - position if from_bottom else position
    return f.MoveCards(
        t.cards(cards),
        zone.lower(),  # type: ignore[arg-type]
        position,
        tapped=bool(tapped),
        face_down=bool(down),
        power=_some(power) if power else None,
        toughness=_some(toughness) if toughness else None,
        seat=t.player(who) if who else -1,
    )


_HOW = re.compile(
    r"(?:(?:to )?(?:the )?(bottom))? ?(?:at (\d+)( from bottom)?)? ?(tapped)? ?(face[ -]down)?"
    r" ?(?:as (-?\d+|\?)/(-?\d+|\?))? ?(?:(?:for|under) (.+))?",
    re.IGNORECASE,
)


def _short(to: str) -> Callable[[Things, str], f.Command]:
    return lambda t, cards: f.MoveCards(t.cards(cards), to)  # type: ignore[arg-type]


def _play(t: Things, cards: str) -> f.Command:
    refs = t.held(cards)
    return f.MoveCards(refs, "battlefield" if all(t.is_land(ref) for ref in refs) else "stack")


def _reveal(t: Things, verb: str, what: str, who: str) -> f.Command:
    lend = verb.lower() == "lend"
    to = t.player(who) if who else -1
    if what.lower() in HIDDEN:
        return f.Show(zone=what.lower(), to=to, lend=lend)  # type: ignore[arg-type]
    return f.Show(t.cards(what), to=to, lend=lend)


def _step(t: Things, text: str) -> f.Command:  # noqa: ARG001
    wanted = text.lower().removesuffix(" step").removesuffix(" phase")
    found = [step for step in STEPS if step == wanted]
    found = found or [step for step in STEPS if step.startswith(wanted)]
    found = found or [step for step in STEPS if wanted in step.split()]
    if not found:
        raise InvalidAction(f"`{text[:40]}` is no step; steps: {', '.join(STEPS)}")
    return f.SetStep(found[0])


def _colors(text: str) -> tuple[str, ...]:
    words = text.lower().replace(",", " ").replace(" and ", " ").split()
    if words == ["colorless"]:
        return ()
    letters = [_COLORS[word] for word in words] if all(word in _COLORS for word in words) else []
    if not letters and len(words) == 1 and all(letter in "wubrg" for letter in words[0]):
        letters = list(words[0].upper())
    if not letters:
        raise InvalidAction(f"`{text[:40]}` are no colors: say WUBRG, or `white blue`, or `colorless`")
    return tuple(letters)


def _create(t: Things, count: str, power: str, toughness: str, rest: str, where: str, host: str) -> f.Command:
    name, _, with_ = rest.partition(" with ")
    words = name.split()
    colors: list[str] = []
    while len(words) > 1 and (words[0].lower() in _COLORS or re.fullmatch("[WUBRG]{1,5}", words[0])):
        word = words.pop(0)
        colors += [_COLORS[word.lower()]] if word.lower() in _COLORS else list(word)
    types = []
    while len(words) > 1 and words[0].capitalize() in TYPES:
        types.append(words.pop(0).capitalize())
    keywords = tuple(part.strip().lower() for part in re.split(", | and ", with_) if part.strip())
    unknown = [keyword for keyword in keywords if keyword not in KEYWORDS]
    if unknown:
        raise InvalidAction(f"`{unknown[0][:40]}` is no keyword here: {', '.join(KEYWORDS)}")
    plain = not (power or colors or types or keywords)
    kinds = tuple(types) or ("Creature",)
    on = t.thing(host) if host else None
    subtypes = tuple(word.capitalize() for word in words if word.isalpha())
    return f.MakeToken(
        " ".join(words),
        power,
        toughness,
        kinds,
        () if plain or kinds != ("Creature",) else subtypes,
        tuple(colors),
        keywords,
        _number(count),
        attached=on if where.lower() == "on" else None,
        transforms=on if where.lower() == "instead of" else None,
    )


def _set(field: str, value: bool) -> Callable[[Things, str], f.Command]:
    return lambda t, cards: f.SetAttribute(t.cards(cards), **{field: value})  # type: ignore[arg-type]


def _off(field: str) -> Callable[[Things, str], f.Command]:
    return lambda t, card: f.SetAttribute((t.card(card),), **{field: t.card(card)})  # type: ignore[arg-type]


def _attack(t: Things, whom: str, cards: str) -> f.Command:
    refs = t.cards(cards)
    to = t.thing(whom) if whom else player(t.next_player)
    return f.SetAttribute(refs, attacks=to)


def _rule(pattern: str, make: Callable[..., f.Command]) -> tuple[re.Pattern[str], Callable[..., f.Command]]:
    return re.compile(pattern, re.IGNORECASE), make


_FOR = re.compile(r"for ([^:]+): (.+)", re.IGNORECASE)
_GRAMMAR = (
    _rule(r"move (.+?) to (?:the |my )?(\w+)((?: .+)?)", _move),
    _rule(r"(?:play|cast) (.+)", _play),
    _rule(r"discard (.+)", lambda t, cards: f.MoveCards(t.held(cards), "graveyard")),
    _rule(r"kill (.+)", _short("graveyard")),
    _rule(r"exile (.+)", _short("exile")),
    _rule(r"draw(?: (\d+))?", lambda t, n: f.DrawCards(_number(n))),  # noqa: ARG005
    _rule(r"undo draw(?: (\d+))?", lambda t, n: f.DrawCards(-_number(n))),  # noqa: ARG005
    _rule(r"mulligan(?: to)? (\d+)", lambda t, n: f.Mulligan(_number(n))),  # noqa: ARG005
    _rule(r"shuffle(?: (top|bottom) (\d+))?", lambda t, e, n: f.ShuffleLibrary(_ended(e, n) if e else 0)),  # noqa: ARG005
    _rule(r"look at (?:the |my )?library", lambda t: f.Look(0)),  # noqa: ARG005
    _rule(r"look at (?:the )?(top|bottom)(?: (\d+))?", lambda t, e, n: f.Look(_ended(e, n))),  # noqa: ARG005
    _rule(r"(reveal|lend) (?:my )?(.+?)(?: to (.+))?", _reveal),
    _rule(r"flip (.+)", lambda t, card: f.Flip(t.card(card))),
    _rule(r"attach (.+?) to (.+)", lambda t, card, to: f.AttachCard(t.card(card), t.thing(to))),
    _rule(r"unattach (.+)", lambda t, card: f.AttachCard(t.card(card), t.card(card))),
    _rule(r"arrow from (.+?) to (.+)", lambda t, card, to: f.Point(t.card(card), t.thing(to))),
    _rule(r"create(?: (\d+)(?!/))?(?: (\d+|\*)/(\d+|\*))? (.+?)(?: (on|instead of) (.+))?", _create),
    _rule(r"untap all", lambda t: f.UntapAll()),  # noqa: ARG005
    _rule(r"tap (.+)", _set("tapped", True)),
    _rule(r"untap (.+)", _set("tapped", False)),
    _rule(r"freeze (.+)", _set("frozen", True)),
    _rule(r"unfreeze (.+)", _set("frozen", False)),
    _rule(r"attack(?: (.+?))? with (.+)", _attack),
    _rule(r"withdraw (.+)", _off("attacks")),
    _rule(
        r"block (.+?) with (.+)",
        lambda t, attacker, cards: f.SetAttribute(t.cards(cards), blocks=t.card(attacker)),
    ),
    _rule(r"unblock (.+)", _off("blocks")),
    _rule(
        r"make (.+) (-?\d+|\?)/(-?\d+|\?)",
        lambda t, cards, p, s: f.SetAttribute(t.cards(cards), power=_some(p), toughness=_some(s)),
    ),
    _rule(
        r"colou?r (.+) as (.+)",
        lambda t, cards, colors: f.SetAttribute(t.cards(cards), colors=_colors(colors)),
    ),
    _rule(r"damage (.+) to (\d+)", lambda t, cards, n: f.SetAttribute(t.cards(cards), damage=_number(n))),
    _rule(r"note (.+?):(?: (.*))?", lambda t, cards, note: f.SetAttribute(t.cards(cards), note=note)),
    _rule(r"([+-]\d+) (.+) on (.+)", lambda t, n, kind, on: f.SetCounters(t.thing(on), kind, _number(n))),
    _rule(r"life ([+-]?\d+)", lambda t, n: f.SetLife(_number(n))),  # noqa: ARG005
    _rule(r"mana (-?[WUBRGC]+)", lambda t, mana: f.AddPool(mana.upper())),  # noqa: ARG005
    _rule(r"go to (?:the )?(.+)", _step),
    _rule(r"next turn", lambda t: f.NextTurn()),  # noqa: ARG005
    _rule(r"turn of (.+)", lambda t, who: f.NextTurn(t.player(who))),
    _rule(r"reverse(?: turn)?(?: order)?", lambda t: f.ReverseOrder()),  # noqa: ARG005
    _rule(r"roll(?: (?:a )?d?(\d+))?", lambda t, n: f.RollDie(_number(n, 20))),  # noqa: ARG005
    _rule(r"say (.+)", lambda t, text: f.Say(text)),  # noqa: ARG005
    _rule(r"kick (.+)", lambda t, who: f.Kick(t.player(who))),
    _rule(r"concede", lambda t: f.Concede()),  # noqa: ARG005
    _rule(r"check(?: the table)?", lambda t: f.CheckTable()),  # noqa: ARG005
    _rule(r"resolve", lambda t: f.Resolve()),  # noqa: ARG005
    _rule(r"never mind", lambda t: f.NeverMind()),  # noqa: ARG005
)
