"""What a person types at a table, and what follows from it. No I/O."""

import difflib
from collections.abc import Callable
from typing import Any

import msgspec

from facedown.cards import Catalogue
from facedown.client.announcer import Announcer, Line
from facedown.client.choices import candidates
from facedown.client.news import News
from facedown.client.talk import Answer, Command, Move, Talk, menu, talk_of
from facedown.kernel import EVERYONE, Face, Seat, encode, may_look
from facedown.table.messages import Act, Chat, Claim, Concede, Mute, Offer, Rejected, Rematch, Reply, Said
from facedown.table.mirror import Mirror

HELP = """\
You play by typing a move, or a part of it that can mean only one thing:
  3                  the number that `moves` shows
  play pup           for `play Hearth Pup`
  fox hero           for `attack enemy hero with Cinder Fox`
Besides, whenever you like:
  moves [WORDS]      what you may do now, or only what has these words in it
  table              the table as you see it (Enter does the same)
  hand               your cards with their text
  card NAME          what a card does
  log [N]            what has happened, the last N steps (20)
  undo, draw         ask to take your last action back; offer a draw
  accept, decline    answer when the others ask
  chat TEXT          talk to the others; `mute` to hear no more of it
  claim              claim the win from somebody who has left
  concede            give up
  again              after the end: another match
  quit               leave
A slash in front (/draw) says that you mean the command and not a move."""

MANY = 12
"""So many moves are listed when a text may mean several; the rest is counted."""


class Reaction(msgspec.Struct, frozen=True):
    """What follows from a typed line: words for the person, a message for the table, or the way out."""

    lines: tuple[Line, ...] = ()
    say: Said | None = None
    leave: bool = False


class Dialogue:
    """One person's part of the conversation."""

    def __init__(self, announcer: Announcer, *, careful: bool, lasting: bool) -> None:
        """`careful`: ask twice before giving up. `lasting`: the match goes on when the person leaves."""
        self._announcer = announcer
        self._careful, self._lasting = careful, lasting
        self._asked: Reaction | None = None
        self._muted = False
        self._then: tuple[str, ...] = ()
        """What is still to be done of several moves that were meant at once."""
        self._acted_at = -1
        self._commands: dict[str, Callable[[str], Reaction]] = {
            "help": lambda _: _tell("table", *HELP.splitlines(), *self._talk.help.splitlines()),
            "moves": self._moves,
            "table": lambda _: Reaction(tuple(announcer.table())),
            "hand": lambda _: self._hand(),
            "card": self._card,
            "log": self._log,
            "undo": lambda _: Reaction(say=Offer("undo")),
            "draw": lambda _: Reaction(say=Offer("draw")),
            "accept": lambda _: self._reply(accept=True),
            "decline": lambda _: self._reply(accept=False),
            "chat": self._chat,
            "mute": lambda _: self._mute(),
            "claim": lambda _: Reaction(say=Claim()),
            "concede": lambda _: self._surely("give up this match", Reaction(say=Concede())),
            "again": lambda _: Reaction(say=Rematch()),
            "quit": lambda _: self.quit(),
        }

    # --- for whoever runs the conversation ---

    @property
    def awaited(self) -> bool:
        """Whether the match waits for this person: the next line of a script is read only then."""
        mirror = self._announcer.mirror
        if mirror is None or mirror.seat < 0:
            return False
        return mirror.my_move or (mirror.offer is not None and mirror.offer[1] != mirror.seat)

    @property
    def asked(self) -> bool:
        """Whether the next line answers a question of ours, with yes or no."""
        return self._asked is not None

    @property
    def moves(self) -> list[str]:
        """The moves by their names."""
        return list(self.menu())

    def prompt(self, now: int) -> str:
        """What stands before the typing: whose move it is, a glance at the table, the time left."""
        mirror = self._announcer.mirror
        if self.asked:
            return "yes or no> "
        if mirror is None:
            return "waiting> "
        if self._announcer.over:
            return "again or quit> "
        if not mirror.my_move:
            names = " and ".join(mirror.names[seat] for seat in mirror.standing.active)
            return f"{names} to move> " if names else "dealing> "
        glance = mirror.game.glance(mirror.state, mirror.seat)
        left = time_left(mirror, mirror.seat, now - self._announcer.heard_at)
        known = ", ".join(part for part in (glance, left) if part)
        return f"your move ({known})> " if known else "your move> "

    def completions(self) -> list[str]:
        """Everything that may be typed now, in full."""
        return [*self.menu(), *self._commands, *self._talk.commands]

    def menu(self) -> dict[str, Move]:
        """Everything that may be done now, by its name."""
        return menu(self._announcer.mirror)

    # --- typing ---

    def typed(self, text: str) -> Reaction:
        """A line from the person."""
        text = text.strip()
        if self._asked is not None:
            asked, self._asked = self._asked, None
            return asked if text.casefold() in ("y", "yes") else _tell("hint", "Then not.")
        if not text:
            return Reaction(tuple(self._announcer.table()))
        menu = self.menu()
        word, _, rest = text.removeprefix("/").partition(" ")
        command = self._command(word.casefold())
        freely = self._freely(text, menu)
        if isinstance(freely, Move):
            return self.act(freely)
        # A move that is typed in full is a move, even if it begins like a command.
        if text.startswith("/") or (command and text.casefold() not in map(str.casefold, menu)):
            return command(rest.strip()) if command else _tell("error", f"There is no command /{word}.")
        found = candidates(text, list(menu))
        if len(found) == 1:
            return self.act(list(menu.values())[found[0]])
        if found:
            return _tell("error", f"`{text}` may mean:", *self._list(menu, found))
        begins = [name for name in self._commands if name.startswith(text.casefold())]
        if len(begins) == 1:
            return self._commands[begins[0]]("")
        return _tell("error", *freely) if freely and menu else self._puzzled(text, menu)

    def _freely(self, text: str, menu: dict[str, Move]) -> Answer | None:
        """A move that is in no list, unless it is a command of ours (but for `draw`)."""
        mirror, typed = self._announcer.mirror, text.casefold()
        ours = typed in self._commands and typed != "draw"
        if mirror is None or ours or typed.startswith("/") or typed in map(str.casefold, menu):
            return None
        return self._talk.understand(mirror, text)

    @property
    def _talk(self) -> Talk:
        mirror = self._announcer.mirror
        return talk_of(mirror.game.name if mirror is not None else "")

    def _command(self, word: str) -> Callable[[str], Reaction] | None:
        """A command of ours, or of the game that is played."""
        mirror, own = self._announcer.mirror, self._talk.commands.get(word)
        if word in self._commands or own is None or mirror is None:
            return self._commands.get(word)
        return lambda rest: self._answered(own, mirror, rest)

    def _answered(self, command: Command, mirror: Mirror, rest: str) -> Reaction:
        answer = command(mirror, rest)
        return self.act(answer) if isinstance(answer, Move) else _tell("table", *answer)

    def quit(self) -> Reaction:
        """The person wants to leave."""
        if self._announcer.over or self._lasting or self._announcer.mirror is None:
            return Reaction(leave=True)
        return self._surely("leave, which gives up this match", Reaction(say=Concede(), leave=True))

    def act(self, move: Move) -> Reaction:
        """Make a move."""
        assert self._announcer.mirror is not None
        action, at = msgspec.Raw(encode(move.action)), self._announcer.mirror.standing.at
        self._then, self._acted_at, self._announcer.hurried = move.then, at, bool(move.then)
        lines: tuple[Line, ...] = (("hint", move.said),) if move.said else ()
        return Reaction(lines, Act(at, action, move.wish))

    def follow(self, news: News) -> Reaction | None:
        """The next of several moves that were meant at once, now that the one before it is made."""
        mirror = self._announcer.mirror
        if not self._then or mirror is None:
            return None
        if isinstance(news, Rejected):
            self._then, self._announcer.hurried = (), False
        if not self._then or mirror.standing.at <= self._acted_at:
            return None
        move = self.menu().get(self._then[0])
        if move is None:  # the match has gone on in another way: what was meant is out of date
            self._then, self._announcer.hurried = (), False
            return Reaction(tuple(self._announcer.ask(mirror))) if mirror.my_move else None
        return self.act(msgspec.structs.replace(move, then=self._then[1:]))

    def _surely(self, what: str, reaction: Reaction) -> Reaction:
        if not self._careful or self._announcer.over:
            return reaction
        self._asked = reaction
        return _tell("heading", f"Do you want to {what}?")

    def _puzzled(self, text: str, menu: dict[str, Move]) -> Reaction:
        """Nothing fits: say why, and what would have been right."""
        mirror = self._announcer.mirror
        if self._announcer.over or mirror is None:
            return _tell("error", "There is no match to move in: `again` for another one, `quit` to leave.")
        if not menu:
            return _tell("error", f"`{text}` is no command, and it is not your move. `help` lists commands.")
        if text.isdecimal():
            return _tell("error", f"There are {len(menu)} moves, from 1 on; `moves` lists them.")
        for face in self._held():
            name, info = mirror.game.card(face).name, mirror.game.card(face).text
            if not candidates(text.rpartition(" ")[2], [name]):
                continue
            why = self._talk.refusal(mirror, face)
            if why or not any(name in label for label in menu):
                return _tell("error", f"You cannot play {name} now{why and f': {why}'}. It is: {info}")
        unknown = [word for word in text.split() if not candidates(word, list(menu))]
        if not unknown:
            return _tell("error", f"None of your moves is `{text}`. `moves` lists them.")
        if unknown[0].casefold() in self._talk.verbs:
            return _tell(
                "error", f"There is nothing like that to {unknown[0].casefold()} now. `moves` lists them."
            )
        known = [*self._commands, *(word for label in menu for word in label.split())]
        near = difflib.get_close_matches(unknown[0], known, n=1, cutoff=0.6)
        hint = f"Did you mean `{near[0]}`?" if near else "`moves` lists them, `help` the commands."
        asked = self._talk.question(mirror)
        hint = f"You are asked: {asked}" if asked and not near else hint
        return _tell("error", f"None of your moves has `{unknown[0]}` in it. {hint}")

    # --- commands ---

    def _moves(self, words: str) -> Reaction:
        menu = self.menu()
        found = candidates(words, list(menu)) if words else list(range(len(menu)))
        if not menu:
            return _tell("hint", "It is not your move.")
        if not found:
            return _tell("hint", f"None of your {len(menu)} moves has `{words}` in it.")
        return _tell("table", *self._list(menu, found, most=len(found)))

    def _list(self, menu: dict[str, Move], found: list[int], most: int = MANY) -> list[str]:
        labels = list(menu)
        lines = [f"{at + 1:4} {labels[at]}" for at in found[:most]]
        return lines if len(found) <= most else [*lines, f"     and {len(found) - most} more"]

    def _hand(self) -> Reaction:
        mirror = self._announcer.mirror
        if mirror is None or mirror.seat < 0:
            return _tell("hint", "You have no cards here.")
        held = [mirror.game.card(face) for face in self._held()]
        lines = [f"  {card.name}: {card.text}" if card.text else f"  {card.name}" for card in held]
        return _tell("table", *(lines or ["  Your hand is empty."]))

    def _held(self) -> list[Face]:
        """The hidden cards that this seat may look at."""
        mirror = self._announcer.mirror
        if mirror is None or mirror.seat < 0:
            return []
        zones = mirror.game.zones(mirror.state)
        mine = [zone for zone in zones if zone.sight != EVERYONE and may_look(zone.sight, mirror.seat)]
        return [mirror.faces[ref] for zone in mine for ref in zone.refs if ref in mirror.faces]

    def _card(self, name: str) -> Reaction:
        mirror = self._announcer.mirror
        if mirror is None:
            return _tell("hint", "There is no match yet.")
        catalogue = self._catalogue(mirror)
        exact = catalogue.find(name)
        found = [exact] if exact else catalogue.starting(name)
        if not found:
            near = catalogue.nearest(name)
            hint = f" Did you mean {near}?" if near else " `facedown deck cards` lists all."
            return _tell(
                "error", f"No card is called `{name}`.{hint}" if name else "Which card? `card NAME`."
            )
        return _tell(
            "table", *(f"  {catalogue.name(f)}: {mirror.game.cards()[f].text}" for f in found[:MANY])
        )

    def _log(self, count: str) -> Reaction:
        told = self._announcer.told[-(int(count) if count.isdecimal() else 20) :]
        return _tell("table", *(f"{at:4} {text}" for at, text in told or [(0, "Nothing has happened yet.")]))

    def _reply(self, *, accept: bool) -> Reaction:
        mirror = self._announcer.mirror
        if mirror is None or mirror.offer is None:
            return _tell("hint", "Nobody has asked you for anything.")
        return Reaction(say=Reply("draw" if mirror.offer[0] == "draw" else "undo", accept))

    def _chat(self, text: str) -> Reaction:
        return (
            Reaction(say=Chat(text[:300])) if text else _tell("hint", "What do you want to say? `chat TEXT`.")
        )

    def _mute(self) -> Reaction:
        self._muted = not self._muted
        said = (
            "You hear no chat any more; `mute` again to hear it." if self._muted else "You hear chat again."
        )
        return Reaction((("hint", said),), Mute(self._muted))

    def _catalogue(self, mirror: Mirror) -> Catalogue:
        return Catalogue(mirror.game.cards())


def time_left(mirror: Mirror, seat: Seat, passed: int) -> str:
    """`1:05 left`, and what is in reserve once the turn's own time is used up; empty without a clock.

    `passed`: milliseconds since the match last went on, which only those who are to move have lost.
    """
    if not mirror.clock.turn or mirror.game.open_ended(mirror.state):
        return ""  # where everybody may act at any time no clock runs
    left, passed = mirror.standing.left[seat], passed if seat in mirror.standing.active else 0
    if left.turn > passed:
        return f"{_minutes(left.turn - passed)} left"
    return f"{_minutes(max(0, left.reserve - (passed - left.turn)))} of reserve left"


def _minutes(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02}"


def _tell(kind: Any, *texts: str) -> Reaction:
    return Reaction(tuple((kind, text) for text in texts))
