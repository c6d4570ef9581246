"""Tables that somebody fills to find out what they cost."""

from collections.abc import Callable, Sequence

from facedown.games.magic.cards import CARDS
from facedown.games.magic.model import Static
from facedown.games.magic.seen import printed
from facedown.games.magic.state import MagicOptions, MagicState, Obj, Player, Status

PLAIN = ("savannah-lions", "plains", "llanowar-elves", "forest", "serra-angel", "sol-ring", "swamp")
STATIC = tuple(
    face
    for face, card in CARDS.items()
    if any(isinstance(has.ability, Static) for has in printed(card).kit.abilities)
)
"""Every card with a continuous effect."""
MIXTURES: dict[str, tuple[str, ...]] = {
    "lords": ("goblin-king", "goblin-chieftain", "lord-of-atlantis", "elvish-champion", "knight-exemplar"),
    "anthems": ("glorious-anthem", "crusade", "fervor", "intangible-virtue", "akromas-memorial"),
    "Humility and Opalescence": ("humility", "opalescence", "dress-down", "enchanted-evening"),
    "lands": (
        "blood-moon",
        "urborg-tomb-of-yawgmoth",
        "yavimaya-cradle-of-growth",
        "prismatic-omen",
        "life-and-limb",
        "kormus-bell",
        "magus-of-the-moon",
    ),
    "types": ("conspiracy", "arcane-adaptation", "xenograft", "march-of-the-machines", "mycosynth-lattice"),
    "thieves": ("control-magic", "confiscate", "mind-control"),
    "Auras": ("song-of-the-dryads", "lignify", "darksteel-mutation", "spreading-seas", "ensoul-artifact"),
    "Equipment": ("loxodon-warhammer", "colossus-hammer", "cranial-plating", "lightning-greaves"),
    "what counts": ("tarmogoyf", "terravore", "master-of-etherium", "kird-ape", "wild-nacatl", "anger"),
    "abilities": ("archetype-of-imagination", "humility", "blood-sun", "muraganda-petroglyphs", "fervor"),
    "everything": STATIC,
}


def board(faces: Sequence[str], effects: int, size: int, seats: int = 2) -> MagicState:
    """So many permanents, so many of them these; Auras and Equipment lie on anything."""
    chosen = [faces[number % len(faces)] for number in range(effects)]
    chosen += [PLAIN[number % len(PLAIN)] for number in range(size - effects)]
    objects = tuple(
        Obj(
            ref,
            0,
            "battlefield",
            ref % seats,
            ref % seats,
            face,
            stamp=ref + 1,
            attached=_host(face, ref, size),
            chosen=(("color", "W"), ("creature type", "Goblin")),
        )
        for ref, face in enumerate(chosen)
    )
    return MagicState(
        MagicOptions(),
        tuple(Player(20) for _ in range(seats)),
        objects,
        tuple(Status(obj.id, fresh=False, held_by=obj.controller) for obj in objects),
        clock=size + 1,
        turn=5,
        step="main",
    )


def _host(face: str, ref: int, size: int) -> int | None:
    if not {"Aura", "Equipment"} & set(CARDS[face].subtypes):
        return None
    return (ref * 7 + 1) % size if (ref * 7 + 1) % size != ref else (ref + 1) % size


def calls(work: Callable[[], object]) -> int:
    """How many functions are called: the work of an interpreter, whatever else the machine does."""
    import sys

    count = 0

    def counted(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
