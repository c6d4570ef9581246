"""What a scenario says about the table, and what is seen there."""

from typing import Any

from facedown.games.magic.engine.combat import may_block
from facedown.games.magic.engine.mana import mana_abilities, produces
from facedown.games.magic.engine.permission import glimpse, land_plays, surcharge
from facedown.games.magic.manas import symbols
from facedown.games.magic.model import SkipStep
from facedown.games.magic.scenario.script import Script
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import OPS, take
from facedown.games.magic.scenario.trouble import Failure, Illegal, Question
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import MADE, Obj, index, seat_of
from facedown.games.magic.text import keyword_name
from facedown.games.magic.view import printed_card

Fact = dict[str, Any]
REMARKS = ("say", "note", "why", "comment")
"""For people."""
SETS = ("types", "subtypes", "supertypes", "colors", "mana")


def wrong(stage: Stage, fact: Fact) -> list[str]:
    """Where a fact does not hold: expected and seen."""
    for kind, check in CHECKS.items():
        if kind in fact:
            return check(stage, fact)
    raise Failure(f"nobody knows how to check {fact}")


def _compare(what: str, expected: Any, seen: Any) -> list[str]:
    return [] if expected == seen else [f"{what}: expected {expected!r}, seen {seen!r}"]


def _object(stage: Stage, fact: Fact) -> list[str]:
    name = fact["object"]
    if name not in stage.ids:
        return [] if fact.get("zone") == "none" else [f"{name}: expected, and nothing is called that"]
    found: list[str] = []
    for key, expected in fact.items():
        if key != "object" and key not in REMARKS:
            found += [f"{name} {problem}" for problem in _one(stage, stage.ids[name], key, expected)]
    return found


def _one(stage: Stage, key: int, what: str, expected: Any) -> list[str]:
    zone = _where(stage, key)
    if what == "zone":
        return _compare(what, expected, zone)
    seen = _seen(stage, key, zone)
    if seen is None:
        return [f"{what}: expected {expected!r}, but it is gone"]
    return _compared(stage, seen, what, expected)


def _compared(stage: Stage, seen: Seen, what: str, expected: Any) -> list[str]:
    if what in SETS:
        return _compare(what, sorted(expected), sorted(_set(stage, seen, what)))
    if what == "name" and seen.obj.card is not None and seen.obj.card.token:
        # A token without a name of its own is called after its subtypes, with `Token` behind (111.4).
        called = (seen.name, f"{seen.name} Token", f"{seen.name} token")
        return [] if expected in called else _compare(what, expected, seen.name)
    if what in ("has", "lacks"):
        own = {keyword_name(k).lower() for group in seen.keywords.values() for k in group} | set(
            seen.keywords
        )
        missing = [word for word in expected if (word.lower() in own) != (what == "has")]
        return [f"{what}: expected {missing}, seen {sorted(own)}"] if missing else []
    return _compare(what, expected, _single(stage, seen, what))


def _single(stage: Stage, seen: Seen, what: str) -> Any:
    obj = seen.obj
    match what:
        case "power" | "toughness":
            return getattr(seen, what) if seen.creature else None
        case "name":
            return seen.name
        case "controller":
            return stage.names[seen.controller]
        case "owner":
            return stage.names[obj.owner]
        case "no_abilities":
            return not seen.abilities
        case "counters":
            return {kind: count for kind, count, _ in obj.counters if count}
        case "damage":
            return stage.status(seen.id).damage
        case "tapped":
            return stage.status(seen.id).tapped
        case "face_down":
            return obj.face_down
        case "attached_to":
            if obj.attached is None:
                return None
            if obj.attached < 0:
                return stage.names[seat_of(obj.attached)]
            return next((name for name, key in stage.ids.items() if key == obj.attached), "?")
        case "loyalty":
            return obj.counter("loyalty")
        case "mana_value":
            return seen.value
    raise Failure(f"nobody knows how to check {what!r} of an object")


def _set(stage: Stage, seen: Seen, what: str) -> list[str]:
    if what != "mana":
        return list(getattr(seen, what))
    return sorted({"".join(produces(stage.view, seen, ability)) for _, ability in mana_abilities(seen)})


def _where(stage: Stage, key: int) -> str:
    obj = index(stage.state.objects).get(key)
    if obj is not None:
        return obj.zone if not (obj.zone == "exile" and stage.state.players[obj.owner].lost) else "none"
    for own in stage.state.players:
        if key in own.hand:
            return "hand" if not own.lost else "none"
        if key in own.library:
            return "library" if not own.lost else "none"
    return "none"


def _seen(stage: Stage, key: int, zone: str) -> Seen | None:
    if zone in ("hand", "library"):
        seat = next(s for s, own in enumerate(stage.state.players) if key in (*own.hand, *own.library))
        return glimpse(stage.state, key, stage.faces[key], seat, zone, whole=True)
    return stage.view.seen.get(key)


def _player(stage: Stage, fact: Fact) -> list[str]:
    name = fact["player"]
    seat = stage.seat(name)
    own = stage.state.players[seat]
    found: list[str] = []
    for key, expected in fact.items():
        if key == "player" or key in REMARKS:
            continue
        values = {
            "life": own.life,
            "lost": bool(own.lost) or _defeated(stage, seat),
            "hand_size": len(own.hand),
            "library_size": len(own.library),
            "graveyard_size": len(_zone(stage, seat, "graveyard")),
            "max_land_plays": land_plays(stage.view, seat),
            "skips_draw_step": any(c.step == "draw" for c, _ in stage.view.ruled(SkipStep, seat)),
            "poison": own.counter("poison"),
        }
        if key in values:
            found += [f"{name} {problem}" for problem in _compare(key, expected, values[key])]
        elif key in ("graveyard_has", "exile_has"):
            cards = _zone(stage, seat, key.partition("_")[0])
            missing = [card for card in expected if card not in cards]
            found += [f"{name} {key}: expected {missing}, seen {cards}"] if missing else []
        elif key == "hand_has":
            hand = [printed_card(_obj(stage, ref)).name for ref in own.hand]
            missing = [card for card in expected if card not in hand]
            found += [f"{name} {key}: expected {missing}, seen {hand}"] if missing else []
        else:
            raise Failure(f"nobody knows how to check {key!r} of a player")
    return found


def _obj(stage: Stage, ref: int) -> Obj:
    return Obj(ref, -1, "exile", 0, 0, stage.faces[ref])


def _defeated(stage: Stage, seat: int) -> bool:
    result = stage.state.result
    return result is not None and bool(result.winners) and seat not in result.winners


def _zone(stage: Stage, seat: int, zone: str) -> list[str]:
    return [
        printed_card(obj).name
        for obj in stage.state.objects
        if obj.zone == zone and obj.owner == seat and obj.id < MADE
    ]


def _allowed(stage: Stage, step: Fact) -> str:
    """Empty if a step is possible now; why not otherwise."""
    trial = stage.copy()
    trial.trial = True
    try:
        take(trial, step)
    except Illegal as error:
        return str(error) or "illegal"
    except Question:  # possible: it is only not said how it would go on
        return ""
    return ""


def _illegal(stage: Stage, fact: Fact) -> list[str]:
    return (
        []
        if _allowed(stage, fact["illegal"])
        else [f"expected to be illegal, and it is not: {fact['illegal']}"]
    )


def _legal(stage: Stage, fact: Fact) -> list[str]:
    why = _allowed(stage, {**fact["legal"], "hold": True})
    return [f"expected to be legal: {fact['legal']}; seen: {why}"] if why else []


def _assignment(stage: Stage, fact: Fact) -> list[str]:
    """Damage of a whole combat, or of the one that is under way."""
    said = fact["illegal_assignment"]
    if "attackers" in said:
        step = {"op": "combat", **said}
    else:
        parts = next((said[key] for key in ("assign", "assignment", "damage") if key in said), said)
        assign = {said["attacker"]: parts} if "attacker" in said and said["attacker"] not in parts else parts
        step = {"op": "damage", "assign": assign}
        if stage.state.combat is None:
            step = {"op": "combat", "assign": assign, **_implied(stage, assign, said.get("blockers") or [])}
    rejected, wanted = bool(_allowed(stage, step)), fact.get("value", True)
    return _compare(f"whether {said} is rejected", wanted, rejected)


def _implied(stage: Stage, assign: dict[str, dict[str, int]], blockers: list[str]) -> Fact:
    """The combat that an assignment is about: what it names blocks, or is the player attacked."""
    attackers: dict[str, str] = {}
    blocks: dict[str, str] = {}
    for name, parts in assign.items():
        seen = stage.view.seen.get(stage.target(name))
        own = seen.controller if seen is not None else -1
        others = [player for player, seat in stage.seats.items() if seat != own]
        attackers[name] = next((to for to in parts if to in stage.seats), others[0])
        blocks |= {to: name for to in (*parts, *blockers) if to not in stage.seats}
    return {"attackers": attackers, "blocks": blocks}


def _can_block(stage: Stage, fact: Fact) -> list[str]:
    pair = fact["can_block"]
    blocker, attacker = (stage.view.seen.get(stage.target(pair[one])) for one in ("blocker", "attacker"))
    able = (
        blocker is not None
        and attacker is not None
        and blocker.controller != attacker.controller
        and may_block(stage.view, blocker, attacker)
    )
    wanted = _value({"value": True, **pair, **fact}, "can_block")
    return _compare(f"can {pair['blocker']} block {pair['attacker']}", wanted, able)


def _value(fact: Fact, kind: str) -> Any:
    """What a fact expects: it stands beside what is asked about, or in it."""
    for place in (fact, fact[kind]):
        if "value" in place:
            return place["value"]
    raise Failure(f"{fact} expects no value")


def _count(stage: Stage, fact: Fact) -> list[str]:
    """How many there are: on the battlefield, if no zone is named (109.2)."""
    wanted = {"zone": "battlefield"} | {key: one for key, one in fact["count"].items() if key != "value"}
    unknown = [key for key in wanted if key not in COUNTED]
    if unknown:
        raise Failure(f"nobody knows how to count by {unknown}")
    zone = str(wanted["zone"])
    seen = [one for one in stage.view.seen.values() if _where(stage, one.id) != "none"]
    for own in stage.state.players if zone in ("hand", "library") else ():
        refs = own.hand if zone == "hand" else own.library
        seen += [found for ref in refs if (found := _seen(stage, ref, zone)) is not None]
    number = sum(1 for one in seen if _matches(stage, one, wanted))
    return _compare(f"count of {wanted}", _value(fact, "count"), number)


COUNTED = (
    *SETS,
    *("type", "subtype", "supertype", "color", "zone", "token", "card", "name", "player", "has", "lacks"),
    *("power", "toughness", "controller", "owner", "no_abilities", "counters", "damage", "tapped"),
    *("face_down", "attached_to", "loyalty", "mana_value"),
)
"""By what things may be counted."""


def _matches(stage: Stage, seen: Seen, wanted: Fact) -> bool:
    for key, value in wanted.items():
        if key in ("types", "subtypes", "supertypes", "colors", "type", "subtype", "supertype", "color"):
            words = value if isinstance(value, list) else [value]
            own = getattr(seen, key if key.endswith("s") else f"{key}s")
            if not all(word in own for word in words) or (key == "colors" and not words and own):
                return False
        elif key == "zone":
            if seen.zone != value:
                return False
        elif key == "token":
            if (seen.obj.card is not None and seen.obj.card.token) != value:
                return False
        elif key == "card":
            token = stage.token(value)
            if printed_card(seen.obj).name != (token.name if token is not None else value):
                return False
        elif key == "player":
            if stage.names[seen.controller] != value:
                return False
        elif key in ("has", "lacks", "mana", "name"):
            if _compared(stage, seen, key, [value] if isinstance(value, str) and key != "name" else value):
                return False
        elif _single(stage, seen, key) != value:
            return False
    return True


def _cost(stage: Stage, fact: Fact) -> list[str]:
    seat = stage.seat(fact["cost"]["player"])
    face = stage.face(fact["cost"]["card"])
    ref = next((r for r in stage.state.players[seat].hand if stage.faces[r] == face), -5)
    seen = glimpse(stage.state, ref, face, seat)
    extra = surcharge(stage.view, seat, seen)
    printed = symbols(seen.card.cost)
    if (
        stage.state.players[seat].commander >= 0
        and stage.faces.get(stage.state.players[seat].commander) == face
    ):
        extra += 2 * stage.state.players[seat].casts
    generic = max(0, sum(int(s) for s in printed if s.isdecimal()) + extra)
    colored = [f"{{{s}}}" for s in printed if not s.isdecimal()]
    total = "".join([f"{{{generic}}}" if generic or not colored else "", *colored])
    expected = _value(fact, "cost")
    if isinstance(expected, int):
        return _compare("cost", expected, generic + len(colored) - colored.count("{X}"))
    return _compare("cost", sorted(symbols(expected)), sorted(symbols(total)))


def _winner(stage: Stage, fact: Fact) -> list[str]:
    result = stage.state.result
    winners = [stage.names[seat] for seat in result.winners] if result is not None else []
    expected = fact["winner"]
    wanted = expected if isinstance(expected, list) else [expected] if expected else []
    return _compare("winner", wanted, winners)


CHECKS = {
    "object": _object,
    "player": _player,
    "illegal_assignment": _assignment,
    "illegal": _illegal,
    "legal": _legal,
    "can_block": _can_block,
    "count": _count,
    "cost": _cost,
    "winner": _winner,
}


def _expect(stage: Stage, step: Fact, script: Script) -> None:  # noqa: ARG001
    """A checkpoint in the middle of another step."""
    problems = [problem for fact in step.get("facts") or [] for problem in wrong(stage, fact)]
    if problems:
        raise Failure("; ".join(problems))


OPS["expect"] = _expect
