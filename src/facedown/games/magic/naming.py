"""What things are called: cards by name, numbered where there are twins, hidden ones not at all."""

from collections import Counter
from collections.abc import Sequence

from facedown.games.magic.manas import symbols
from facedown.games.magic.model import Activated, AddMana, Keyword
from facedown.games.magic.nouns import COLORS, listed
from facedown.games.magic.seen import Seen, is_mana
from facedown.games.magic.state import MagicState, Obj, Prompt, index, seat_of
from facedown.games.magic.text import ability_text
from facedown.games.magic.view import printed_card, view_of
from facedown.kernel import Faces, Ref, Seat


class Names:
    """Names of cards and players, for somebody who knows these faces."""

    def __init__(self, state: MagicState, faces: Faces, names: Sequence[str], numbered: bool = False) -> None:
        # What was turned up for the choice that is under way, such as a hand, everybody knows.
        shown = {ref: face for given in state.answers for ref, face in given.faces}
        self.faces = {**shown, **faces} if shown else faces
        self.state, self.names, self.numbered = state, names, numbered
        self._twins: dict[tuple[str, str], list[int]] | None = None

    def player(self, seat: Seat) -> str:
        """A player."""
        return self.names[seat] if 0 <= seat < len(self.names) else "somebody"

    def face(self, face: str) -> str:
        """A card by its face."""
        return printed_card(Obj(-1, -1, "exile", 0, 0, face)).name

    def known(self, key: int) -> bool:
        """Whether it has a name for this viewer."""
        return key in index(self.state.objects) or key in self.faces

    def bare(self, key: int) -> str:
        """A card's name without a number."""
        obj = index(self.state.objects).get(key)
        if obj is not None and obj.face_down and key in self.faces:
            return f"face-down {self.face(self.faces[key])}"
        if obj is not None:
            seen = view_of(self.state).seen.get(key)
            name = seen.name if seen is not None else printed_card(obj).name
            return name or "a face-down card"
        return self.face(self.faces[key]) if key in self.faces else "a card"

    def card(self, key: int) -> str:
        """A card, with a number if another is called the same and numbers are wanted."""
        name = self.bare(key)
        if not self.numbered:
            return name
        twins = self._all().get((name, self._zone(key)), [])
        return f"{name} {twins.index(key) + 1}" if len(twins) > 1 and key in twins else name

    def _zone(self, key: int) -> str:
        """Things are told apart from those beside them, not from others of the name elsewhere."""
        obj = index(self.state.objects).get(key)
        if obj is None:
            return "hidden"
        if obj.play is not None and obj.play.ability is not None:
            return "ability"
        return "table" if obj.zone in ("battlefield", "stack") else obj.zone

    def _all(self) -> dict[tuple[str, str], list[int]]:
        if self._twins is None:
            self._twins = {}
            keys = [*index(self.state.objects)]
            keys += [ref for own in self.state.players for ref in own.hand if ref in self.faces]
            prompt = self.state.prompt
            keys += [ref for ref in (prompt.sees if prompt is not None else ()) if ref in self.faces]
            keys += [ref for own in self.state.players for ref in own.library if ref in self.faces]
            keys += [ref for own in self.state.players for ref in own.sideboard if ref in self.faces]
            for key in dict.fromkeys(keys):
                self._twins.setdefault((self.bare(key), self._zone(key)), []).append(key)
        return self._twins

    def placed(self, key: int) -> str:
        """A card with the place where it lies, if that is not where one would look for it."""
        obj = index(self.state.objects).get(key)
        if obj is None or obj.zone not in ("graveyard", "exile"):
            return self.thing(key)
        return f"{self.card(key)} in {self.player(obj.owner)}'s {obj.zone}"

    def cards(self, keys: list[int]) -> str:
        """Several cards."""
        return listed([self.card(key) for key in keys])

    def crowd(self, keys: list[int]) -> str:
        """Several cards, those of the same name together: `Goblin ×3 and Goblin King`."""
        if self.numbered:
            return self.cards(keys)
        counts = Counter(map(self.card, keys))
        return listed([name if count == 1 else f"{name} ×{count}" for name, count in counts.items()])

    def thing(self, key: int | None) -> str:
        """An object or a player."""
        if key is None:
            return "nothing"
        return self.player(seat_of(key)) if key < 0 else self.card(key)

    def things(self, keys: tuple[int, ...]) -> str:
        """Objects and players."""
        return listed([self.thing(key) for key in keys])

    def creature(self, key: int) -> bool:
        """Whether it is a creature now."""
        seen = view_of(self.state).seen.get(key)
        return seen is not None and seen.creature


def ability_name(state: MagicState, seat: Seat, ref: Ref, place: int, faces: Faces) -> str:
    """An ability as a command: `tap for {G}`, `animate`, or its text in brackets."""
    seen = view_of(state).seen.get(ref)
    if seen is None:
        obj = Obj(ref, -1, "hand", seat, seat, faces.get(ref, ""))
        seen = Seen(obj, printed_card(obj))
    ability = seen.abilities[place].ability if 0 <= place < len(seen.abilities) else None
    if isinstance(ability, Keyword):
        return "begin the game with it"  # the only keyword that is used by itself
    if not isinstance(ability, Activated):
        return f"ability {place}"
    name = _plain_name(ability)
    same = [number for number, has in enumerate(seen.abilities) if _plain_name(has.ability) == name]
    return f"{name} ({same.index(place) + 1})" if len(same) > 1 else name


def _plain_name(ability: object) -> str:
    if not isinstance(ability, Activated):
        return ""
    if is_mana(ability):
        made = [
            o.mana if o.mana == "any" else "".join(symbols(o.mana))
            for o in ability.do
            if isinstance(o, AddMana)
        ]
        return f"tap for {' '.join(made)}" if ability.cost.tap else f"make {' '.join(made)}"
    return ability.label or f"use [{ability_text(ability).rstrip('.')}]"


def option_name(state: MagicState, prompt: Prompt, place: int, n: Names) -> str:
    """An option of a prompt in words."""
    option = prompt.options[place]
    first = option[0]
    match prompt.kind:
        case "attack":
            return f"attack {n.thing(int(option[1]))} with {n.card(int(first))}"
        case "block":
            return f"block {n.card(int(option[1]))} with {n.card(int(first))}"
        case "assign":
            return f"{first} damage to {n.thing(int(option[1]))}"
        case "color":
            return COLORS.get(str(first), str(first))
        case "replace" | "trigger":
            return f"{option[1]} first"
        case "mode":
            return f"mode {int(first) + 1}"
        case "sideboard":
            return f"lock with {first} cards out"
        case "x" | "divide" | "search" | "arrange":
            return f"{prompt.kind} {first}" if prompt.kind in ("x", "divide") else f"take {first}"
        case "mana":
            return ability_name(state, prompt.seat, prompt.source or -1, int(first), n.faces)
    if isinstance(first, str):
        return first
    words = n.placed(first)
    if not n.known(first) and first >= 0:
        return f"card {place + 1}"
    return f"{_VERBS.get(prompt.kind, prompt.kind)} {words}"


_VERBS = {
    "target": "target",
    "discard": "discard",
    "bottom": "bottom",
    "legend": "keep",
    "copy": "copy",
    "pay": "tap",
    "card": "choose",
    "attach": "attach to",
}
