"""Checks of words: a sentence for every event, a command for every action, a picture for everybody."""

from facedown.table.table import AnyGame
from facedown.testing.walk import Broken, Walk


def puts_everything_into_words(walk: Walk) -> None:
    """Everybody can read every event and the table; whoever may act can tell its actions apart."""
    game = walk.game
    for step in walk.play():
        for viewer in range(-1, walk.table.seats):
            faces = walk.faces[viewer] if viewer >= 0 else {}
            if not game.show(walk.state, viewer, walk.names, faces).strip():
                raise Broken(f"seat {viewer} is shown nothing")
            state = walk.before
            for event in step.events:
                sentence = game.say(state, event, walk.names, faces)
                if not sentence.strip() or "\n" in sentence:
                    raise Broken(f"{event!r} is no sentence: {sentence!r}")
                state = game.apply(state, event)
            if viewer >= 0 and "\n" in game.glance(walk.state, viewer):
                raise Broken(f"a glance of seat {viewer} is more than a line")


def names_every_action_apart(walk: Walk) -> None:
    """A person can choose any legal action by typing its label."""
    game = walk.game
    for _ in walk.play():
        for seat in game.active(walk.state):
            names: dict[str, object] = {}
            for action in game.legal(walk.state, seat, walk.faces[seat]):
                label = game.label(walk.state, seat, action, walk.faces[seat])
                if not label.strip() or "\n" in label or label != label.strip():
                    raise Broken(f"nobody can type {label!r} for {action!r}")
                twin = names.setdefault(" ".join(label.casefold().split()), action)
                if twin is not action:
                    raise Broken(f"{label!r} may mean {twin!r} or {action!r}")


def describes_its_cards(game: AnyGame) -> None:
    """Every card of a ready deck is in the catalogue, under a name of its own."""
    cards = game.cards()
    missing = {face for deck in game.decks().values() for face in deck} - set(cards)
    if missing:
        raise Broken(f"cards without a name: {sorted(missing)}")
    names = [card.name.casefold() for card in cards.values()]
    if "" in names or len(set(names)) < len(names):
        raise Broken("two cards have the same name, or one has none")
