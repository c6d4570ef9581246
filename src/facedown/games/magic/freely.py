"""Free-form commands in words."""

from facedown.games.magic import freeform as f
from facedown.games.magic.actions import AnyAction
from facedown.games.magic.naming import Names


def say_command(action: AnyAction, n: Names) -> str:
    """A command as a person would type it."""
    match action:
        case f.MoveCards(cards=cards, to=to):
            return f"move {n.cards(list(cards)) or 'nothing'} to {to}"
        case f.DrawCards(count=count):
            return f"draw {count}"
        case f.Mulligan(cards=cards):
            return f"mulligan to {cards}"
        case f.ShuffleLibrary(count=count):
            return f"shuffle {count}" if count else "shuffle"
        case f.Look(count=count, seat=seat):
            whose = f" of {n.player(seat)}" if seat >= 0 else ""
            return f"look at {count or 'all'} cards{whose}"
        case f.Show(cards=cards, zone=zone, to=to):
            what = n.cards(list(cards)) or zone or "nothing"
            return f"reveal {what}" + (f" to {n.player(to)}" if to >= 0 else "")
        case f.Flip(card=ref):
            return f"flip {n.card(ref)}"
        case f.AttachCard(card=ref, to=to):
            return f"attach {n.card(ref)} to {n.thing(to)}"
        case f.Point(card=ref, to=to):
            return f"arrow from {n.card(ref)} to {n.thing(to)}"
        case f.MakeToken(name=name, count=count):
            return f"create {count} {name}"
        case f.SetAttribute(card=ref):
            parts = [
                f"{field} {getattr(action, field)}"
                for field in action.__struct_fields__
                if field != "card" and getattr(action, field) is not None
            ]
            return f"set {n.card(ref)} {', '.join(parts)}"
        case f.SetCounters(on=on, kind=kind, by=by):
            return f"{by:+d} {kind} on {n.thing(on)}"
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
            return f"roll a die with {sides} sides"
        case f.Say(text=text):
            return f"say {text}".strip()
        case f.Concede():
            return "concede"
        case f.CheckTable():
            return "check the table"
        case f.Resolve():
            return "resolve"
    return type(action).__name__.lower()
