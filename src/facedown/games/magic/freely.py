"""Free-form commands in words. `dial.parse` reads the same words."""

from facedown.games.magic import freeform as f
from facedown.games.magic.actions import AnyAction
from facedown.games.magic.naming import Names
from facedown.games.magic.nouns import listed
from facedown.games.magic.state import HIDDEN, index


def say_command(action: AnyAction, n: Names) -> str:
    """A command as a person would type it."""
    match action:
        case f.MoveCards():
            return _move(action, n)
        case f.DrawCards(count=count):
            return f"draw {count}" if count >= 0 else f"undo draw {-count}"
        case f.Mulligan(cards=cards):
            return f"mulligan to {cards}"
        case f.ShuffleLibrary(count=count):
            return f"shuffle {_end(count)}" if count else "shuffle"
        case f.Look(count=count):
            return f"look at {_end(count) if count else 'library'}"
        case f.Show():
            return _show(action, n)
        case f.Flip(card=ref):
            return f"flip {card(n, ref)}"
        case f.AttachCard(card=ref, to=to):
            return f"unattach {card(n, ref)}" if to == ref else f"attach {card(n, ref)} to {thing(n, to)}"
        case f.Point(card=ref, to=to):
            return f"arrow from {card(n, ref)} to {thing(n, to)}"
        case f.MakeToken():
            return _token(action, n)
        case f.SetAttribute():
            return _attributes(action, n)
        case f.UntapAll():
            return "untap all"
        case f.SetCounters(on=on, kind=kind, by=by):
            return f"{by:+d} {kind} on {thing(n, on)}"
        case f.SetLife(by=by):
            return f"life {by:+d}"
        case f.AddPool(mana=mana):
            return f"mana {mana}"
        case f.SetStep(step=step):
            return f"go to {step}"
        case f.NextTurn(seat=seat):
            return f"turn of {n.player(seat)}" if seat >= 0 else "next turn"
        case f.ReverseOrder():
            return "reverse turn order"
        case f.RollDie(sides=sides):
            return f"roll {sides}"
        case f.Say(text=text):
            return f"say {text}".strip()
        case f.Concede():
            return "concede"
        case f.Kick(seat=seat):
            return f"kick {n.player(seat)}"
        case f.Ruling(seat=seat, does=does):
            return f"for {n.player(seat)}: {say_command(does, n)}"
        case f.CheckTable():
            return "check the table"
        case f.Resolve():
            return "resolve"
        case f.NeverMind():
            return "never mind"
    return type(action).__name__.lower()


def card(n: Names, ref: int) -> str:
    """A card by its name and, off the battlefield and the stack, its place; an unknown one by its number."""
    if not n.known(ref):
        return f"#{ref}"
    obj = index(n.state.objects).get(ref)
    if obj is not None:
        place = "" if obj.zone in ("battlefield", "stack") else f" in {obj.zone}"
        return f"{n.card(ref)}{place}"
    for zone in HIDDEN:
        if any(ref in getattr(own, zone) for own in n.state.players):
            return f"{n.card(ref)} in {zone}"
    return n.card(ref)


def thing(n: Names, key: int) -> str:
    """A card or a player."""
    return n.thing(key) if key < 0 else card(n, key)


def _cards(n: Names, refs: tuple[int, ...]) -> str:
    return listed([card(n, ref) for ref in refs]) or "nothing"


def _end(count: int) -> str:
    return f"{'top' if count > 0 else 'bottom'} {abs(count)}"


def _move(action: f.MoveCards, n: Names) -> str:
    words = f"move {_cards(n, action.cards)} to {action.to}"
    if action.position:
        below = action.position < 0
        words += " bottom" if action.position == -1 else ""
        words += f" at {action.position}" if not below else ""
        words += f" at {-1 - action.position} from bottom" if action.position < -1 else ""
    words += " tapped" if action.tapped else ""
    words += " face down" if action.face_down else ""
    if action.power is not None or action.toughness is not None:
        words += f" as {_size(action.power, action.toughness)}"
    return words + (f" for {n.player(action.seat)}" if action.seat >= 0 else "")


def _size(power: int | None, toughness: int | None) -> str:
    return f"{'?' if power is None else power}/{'?' if toughness is None else toughness}"


def _show(action: f.Show, n: Names) -> str:
    what = action.zone or _cards(n, action.cards)
    verb = "lend" if action.lend else "reveal"
    return f"{verb} {what}" + (f" to {n.player(action.to)}" if action.to >= 0 else "")


def _token(action: f.MakeToken, n: Names) -> str:
    words = ["create", str(action.count)]
    words += [f"{action.power or 0}/{action.toughness or 0}"] if action.power or action.toughness else []
    words += ["".join(action.colors)] if action.colors else []
    words += list(action.types) if action.types != ("Creature",) else []
    words.append(action.name)
    words += ["with", ", ".join(action.keywords)] if action.keywords else []
    words += [f"on {thing(n, action.attached)}"] if action.attached is not None else []
    words += [f"instead of {thing(n, action.transforms)}"] if action.transforms is not None else []
    return " ".join(words)


def _attributes(action: f.SetAttribute, n: Names) -> str:
    """One phrase for each attribute; most commands set a single one."""
    cards = _cards(n, action.cards)
    parts = []
    if action.tapped is not None:
        parts.append(f"{'tap' if action.tapped else 'untap'} {cards}")
    if action.attacks is not None:
        away = action.cards == (action.attacks,)
        parts.append(f"withdraw {cards}" if away else f"attack {thing(n, action.attacks)} with {cards}")
    if action.blocks is not None:
        away = action.cards == (action.blocks,)
        parts.append(f"unblock {cards}" if away else f"block {thing(n, action.blocks)} with {cards}")
    if action.frozen is not None:
        parts.append(f"{'freeze' if action.frozen else 'unfreeze'} {cards}")
    if action.colors is not None:
        parts.append(f"color {cards} as {''.join(action.colors) or 'colorless'}")
    if action.power is not None or action.toughness is not None:
        parts.append(f"make {cards} {_size(action.power, action.toughness)}")
    if action.damage is not None:
        parts.append(f"damage {cards} to {action.damage}")
    if action.note is not None:
        parts.append(f"note {cards}: {action.note}".rstrip())
    return " and ".join(parts) or f"set {cards}"
