"""One match as a text that a person can read: everybody's view at every step.

    python -m facedown.testing.playthrough duel --seed 1 --steps 20 --write FILE
    python -m facedown.testing.playthrough --again FILE...

A playthrough is kept in a file and compared in the tests: a rule that changed and a card that leaked both
show up as a difference. The first line of the file says how it was made, so that it can be made again.
"""

import argparse
import hashlib
import random
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from facedown.dealers import House
from facedown.kernel import Face, Ref, Seat, encode
from facedown.table import Step, Table, find_game, log_file, nonce_commitment, verify
from facedown.table.entries import Acted, Ended, Undone
from facedown.table.table import AnyGame

NAMES = ("Ada", "Bo", "Cleo", "Dag")
PAUSE = 1_000
UNDO_RATE = 0.1


def playthrough(
    game: AnyGame, *, seed: int = 1, steps: int = 20, options: Any = None, decks: Sequence[str] = ()
) -> Iterator[str]:
    """The lines of a match played by chance for so many moves, and then given up."""
    decks = decks or [next(iter(game.decks()))] * game.seats[0]
    yield from _Scribe(game, seed, steps, options, decks).lines()


class _Scribe:
    """Plays a match and writes down what everybody saw."""

    def __init__(self, game: AnyGame, seed: int, steps: int, options: Any, decks: Sequence[str]) -> None:
        self.game, self.steps = game, steps
        self.rng = random.Random(f"playthrough {seed}")  # noqa: S311 (repeatable, not secret)
        self.names = NAMES[: len(decks)]
        self.nonces = [f"{name} {seed}" for name in self.names]
        ready = game.decks()
        lists = [ready[deck] if deck in ready else tuple(deck.split("+")) for deck in decks]
        self.table, self.opening = Table.open(
            game,
            House(hashlib.sha256(f"playthrough {seed}".encode()).digest(), lists),
            match=f"playthrough-{seed}",
            names=self.names,
            decks=lists,
            options=options,
            nonces=[nonce_commitment(nonce) for nonce in self.nonces],
        )
        self.state = self.table.state
        self.past = {0: self.state}
        self.log: list[bytes] = []

    def lines(self) -> Iterator[str]:
        table = self.table
        yield from self._tell("the match is opened", self.opening)
        for seat, nonce in enumerate(self.nonces):
            yield from self._tell(f"{self.names[seat]} adds randomness", table.contribute(seat, nonce, PAUSE))
        for _ in range(self.steps):
            if table.outcome is not None:
                break
            yield from self._move()
        if table.outcome is None:
            loser = self.game.active(table.state)[0]
            steps = table.leave(loser, "conceded", table.time + PAUSE)
            yield from self._tell(f"{self.names[loser]} concedes", steps)
        yield ""
        yield "== the audit"
        yield from (f"  {check}" for check in verify(log_file(self.log)).checks)

    def _move(self) -> Iterator[str]:
        table, rng = self.table, self.rng
        seat = rng.choice(list(self.game.active(table.state)))
        name, faces, time = self.names[seat], table.faces[seat], table.time + PAUSE
        if table.undoable(seat) and rng.random() < UNDO_RATE:
            yield from self._tell(f"{name} takes it back", table.undo(seat, time))
            return
        actions = self.game.legal(table.state, seat, faces)
        labels = [self.game.label(table.state, seat, action, faces) for action in actions]
        chosen = rng.randrange(len(actions))
        yield ""
        yield f"{name} may: {'; '.join(labels)}"
        wish = self.game.wish(table.state, seat, actions[chosen], faces)
        yield from self._tell(f"{name}: {labels[chosen]}", table.act(seat, actions[chosen], time, wish=wish))

    def _tell(self, title: str, steps: list[Step]) -> Iterator[str]:
        """What was done, what was recorded, what each seat and a spectator heard and now see."""
        yield ""
        yield f"== {title}"
        heard: dict[Seat, list[str]] = {viewer: [] for viewer in range(-1, self.table.seats)}
        for step in steps:
            yield from self._record(step)
            for viewer, sentences in heard.items():
                sentences.extend(self._sentences(viewer, step))
            self._advance(step)
        for viewer, sentences in heard.items():
            if sentences and (viewer < 0 or sentences != heard[-1]):
                yield f"-- {self._name(viewer)} hears"
                yield from (f"  {sentence}" for sentence in sentences)
        for viewer in heard:
            yield f"-- {self._name(viewer)} sees"
            view = self.game.show(self.state, viewer, self.names, self._faces(viewer))
            yield from (f"  | {line}".rstrip() for line in view.split("\n"))

    def _name(self, viewer: Seat) -> str:
        return self.names[viewer] if viewer >= 0 else "a spectator"

    def _record(self, step: Step) -> Iterator[str]:
        """The entry without its hash, and its events."""
        body = step.entry.body
        text = encode(body).decode() if not isinstance(body, Ended) else f"ended {body.outcome!r}"
        yield f"{step.entry.at}: {text}"
        yield from (f"  {event!r}" for event in step.events)

    def _sentences(self, viewer: Seat, step: Step) -> Iterator[str]:
        state, faces = self.state, self._faces(viewer)
        for event in step.events:
            yield self.game.say(state, event, self.names, faces)
            state = self.game.apply(state, event)

    def _advance(self, step: Step) -> None:
        body = step.entry.body
        if isinstance(body, Acted):
            self.past[step.entry.at] = self.state
        if isinstance(body, Undone):
            self.state = self.past[body.to]
        for event in step.events:
            self.state = self.game.apply(self.state, event)
        self.log.append(step.line)

    def _faces(self, viewer: Seat) -> dict[Ref, Face]:
        return self.table.faces[viewer] if viewer >= 0 else {}


def regenerate(text: str) -> str:
    """A playthrough again, from the command in its first line."""
    return _text(shlex.split(text.split("\n", 1)[0].removeprefix("# ")))


def _text(command: Sequence[str]) -> str:
    wanted = _parser().parse_args(command)
    game = find_game(wanted.game)
    options = game.read_options(wanted.options.encode())
    decks = wanted.decks.split(",") if wanted.decks else ()
    told = playthrough(game, seed=wanted.seed, steps=wanted.steps, options=options, decks=decks)
    return "\n".join([f"# {shlex.join(command)}", *told, ""])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m facedown.testing.playthrough", description=__doc__)
    parser.add_argument("game", help="the name of a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20, help="moves before a player concedes")
    parser.add_argument("--options", default="{}", help="options of the game as JSON")
    parser.add_argument(
        "--decks", default="", help="one a seat, with commas: a ready deck, or cards joined by +"
    )
    return parser


def main(arguments: Sequence[str]) -> None:
    """Write a playthrough to a file or to the screen, or make files again."""
    if arguments[:1] == ["--again"]:
        for path in map(Path, arguments[1:]):
            path.write_text(regenerate(path.read_text("utf-8")), "utf-8")
        return
    outer = argparse.ArgumentParser(add_help=False)
    outer.add_argument("--write", type=Path)
    target, command = outer.parse_known_args(arguments)
    text = _text(command)
    if target.write is None:
        sys.stdout.write(text)
    else:
        target.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
