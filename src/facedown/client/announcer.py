"""News in words, as somebody at the table or beside it would hear them."""

from collections.abc import Hashable, Sequence
from typing import Literal, TypeAlias

from facedown.client import sealing
from facedown.client.known import day
from facedown.client.news import KeyChanged, LineBack, LineLost, Moved, News, Seated
from facedown.client.talk import menu, talk_of
from facedown.crypto.signing import fingerprint
from facedown.kernel import Seat
from facedown.kernel.play import replay
from facedown.server.messages import Left, LobbyOpened, Queued
from facedown.table.messages import Chatted, Offered, Overdue, Presence, Rejected, RematchWanted
from facedown.table.mirror import Mirror
from facedown.table.story import Moment, result, tell

Kind: TypeAlias = Literal["event", "heading", "table", "hint", "error", "command"]
Line: TypeAlias = tuple[Kind, str]
"""Something to print, and what sort of thing it is: a terminal may colour it, and need not."""

MANY = 40
"""So many lines of a match that was not heard from its beginning are told unasked."""

OPEN = (
    "Everybody may act here in any turn; bots sit still, so `next turn` ends theirs. `help` lists the words."
)

NOT_CHECKED = "The log could not be had: how the match came to stand like this was not checked here."


class Announcer:
    """Keeps up with one match, and tells it."""

    def __init__(self, *, typing: bool = True) -> None:
        """`typing`: the person sees nothing but these lines, so the table and how to move are told too."""
        self.mirror: Mirror | None = None
        self.heard_at = 0
        """When the match last went on, in the caller's time: the clocks run from there."""
        self.told: list[tuple[int, str]] = []
        """The story so far, by entries, in the words in which it was told: what was hidden then stays so."""
        self._shown: Hashable = None
        """The chapter in which the table was last shown unasked."""
        self._question: tuple[str, list[str]] = "", []
        """What was asked last, with its answers."""
        self._typing, self._hinted, self._opened = typing, False, False
        self.hurried = False
        """Whether the person has said already what to do next, so that nothing need be asked."""
        self._offered_at = 0
        self._stage = ""

    @property
    def over(self) -> bool:
        """Whether there was a match and it has ended."""
        return self.mirror is not None and self.mirror.standing.outcome is not None

    def hear(self, news: News, now: int) -> list[Line]:
        """What there is to say about it; may be nothing."""
        match news:
            case Seated(mirror=mirror, moments=moments, back=back):
                if self.mirror is not mirror:
                    self.told = []
                self.mirror, self.heard_at, self._shown = mirror, now, None
                return [*_welcome(mirror, back=back), *self._happen(mirror, moments)]
            case Moved(mirror=mirror, moments=moments):
                self.heard_at = now
                return self._happen(mirror, moments)
            case Presence(seat=seat, present=present):
                if self.mirror is not None:
                    self.mirror.present[seat] = present
                return [("hint", self._presence(news))]
            case Overdue(seat=seat, why=why):
                return self._late(seat, why)
            case Offered(what=what, seat=seat):
                return self._offered(what, seat)
            case RematchWanted(seats=seats):
                if self.mirror is not None and self.mirror.seat in seats:
                    return [("hint", "You want to play again; waiting for the others.")]
                return [("heading", "They want to play again: `again` or `quit`.")]
            case Chatted(seat=seat, text=text):
                return [("event", f"{self._name(seat)} says: {text}")]
            case Rejected(code="unseated", message=message):
                return [("error", f"You have no place at the table any more: {message}.")]
            case Rejected(message=message):
                return [("error", f"That changed nothing: {message}.")]
            case _:
                return _about_the_line(news)

    def table(self) -> list[Line]:
        """The table as this seat sees it."""
        if self.mirror is None:
            return []
        mirror = self.mirror
        text = mirror.game.show(mirror.state, mirror.seat, mirror.names, mirror.faces)
        return [("table", line) for line in text.splitlines()]

    def _happen(self, mirror: Mirror, moments: Sequence[Moment]) -> list[Line]:
        lines: list[Line] = []
        for moment in moments:
            if text := tell(mirror.game, mirror.names, moment, mirror.faces):
                lines += [("event", ""), ("event", text)] if _passes(mirror, moment) else [("event", text)]
                self.told.append((moment.step.entry.at, text))
        if len(lines) > MANY:
            lines = [("hint", f"So much has happened that `log {len(lines)}` tells it all."), *lines[-MANY:]]
        lines += self._seal(mirror)
        if not self._opened and mirror.seat >= 0 and not self.over and mirror.game.open_ended(mirror.state):
            self._opened = True
            lines.append(("hint", OPEN))
        mine = mirror.my_move and not self.over
        if self.over:
            outcome = mirror.standing.outcome
            assert outcome is not None
            lines += [("event", ""), ("heading", result(outcome, mirror.names, mirror.seat))]
        elif mine and self._typing:
            lines += self.ask(mirror)
        elif mirror.game.chapter(mirror.state) != self._shown:
            self._shown = None
        return lines

    def ask(self, mirror: Mirror) -> list[Line]:
        """The table, if a chapter began since it was last shown; and what is asked, with its answers."""
        if self.hurried:
            return []
        lines: list[Line] = []
        chapter = mirror.game.chapter(mirror.state)
        if chapter != self._shown:
            lines += [("event", ""), *self.table()]
        self._shown = chapter
        question = talk_of(mirror.game.name).question(mirror)
        labels = list(menu(mirror)) if question else []
        if question and (question, labels) != self._question:
            lines.append(("heading", question))
            lines += [("table", line) for line in talk_of(mirror.game.name).offers(mirror, labels)]
        elif not self._hinted:
            lines.append(("hint", "Type a move, `moves` for what you may do, or `help`."))
            self._hinted = True
        self._question = question, labels
        return lines

    def _seal(self, mirror: Mirror) -> list[Line]:
        """What the players do for each other at a sealed table, when that is something else than before."""
        before, self._stage = self._stage, sealing.stage(mirror)
        return [("hint", self._stage)] if self._stage not in {"", before} else []

    def _presence(self, news: Presence) -> str:
        name = self._name(news.seat)
        if news.present:
            return f"{name} is at the table."
        if news.claim_in is None or self.mirror is None or self.mirror.seat < 0:
            return f"{name} has left the table."
        return f"{name} has left the table. In {news.claim_in // 1000} s you may `claim` the win."

    def _late(self, seat: Seat, why: str) -> list[Line]:
        what = "has left and does not come back" if why == "abandoned" else "does not do its part"
        then = "when all others have said so (`claim`)" if why == "abandoned" else "when all others see it so"
        return [("hint", f"{self._name(seat)} {what}; {then}, the match goes on without.")]

    def _offered(self, what: str, seat: Seat | None) -> list[Line]:
        mirror = self.mirror
        if mirror is None:
            return []
        thing = "a draw" if what == "draw" else "an undo of the last action"
        if seat is None:
            # What was accepted has happened and was told; only what was not is worth a word.
            declined = mirror.offer is not None and mirror.standing.at == self._offered_at
            mirror.offer = None
            return [("hint", f"The offer of {thing} is off the table.")] if declined and not self.over else []
        mirror.offer, self._offered_at = (what, seat), mirror.standing.at
        if seat == mirror.seat:
            return [("hint", f"You ask for {thing}.")]
        return [("heading", f"{self._name(seat)} asks for {thing}: `accept` or `decline`.")]

    def _name(self, seat: Seat) -> str:
        return f"seat {seat}" if self.mirror is None else self.mirror.names[seat]


def _welcome(mirror: Mirror, *, back: bool) -> list[Line]:
    others = " and ".join(name for seat, name in enumerate(mirror.names) if seat != mirror.seat)
    if mirror.seat < 0:
        text = f"You watch {' against '.join(mirror.names)}."
    elif back:
        text = f"You are back at the table with {others}."
    else:
        text = f"You are {mirror.names[mirror.seat]} and play {mirror.game.name} against {others}."
    return [("heading", text)] if mirror.checked else [("heading", text), ("hint", NOT_CHECKED)]


def _about_the_line(news: News) -> list[Line]:
    match news:
        case KeyChanged(who=who, before=before, since=since, now=now):
            known = f"the key {fingerprint(before)}" if before else "no key"
            shown = f"now {fingerprint(now)}" if now else "now there is none"
            what = f"{who or 'The server'} had {known} since {day(since)}; {shown}. Ask whether that is so."
            return [("error", what)]
        case LineLost(why=why, attempt=0):
            return [("error", f"The line is lost: {why}. Your place is kept; trying to get it back.")]
        case LineLost(why=why, wait=wait, attempt=attempt) if attempt & (attempt - 1) == 0:
            return [("hint", f"Still no line ({why}); next try in {wait:.1f} s.")]
        case LineBack():
            return [("hint", "The line is back.")]
        case Queued(game=game):
            return [("hint", f"In the queue for {game}. The match begins when somebody else comes.")]
        case LobbyOpened(players=players, seats=seats):
            return [("hint", f"In the lobby: {', '.join(players)} ({len(players)} of {seats} players).")]
        case Left(what=what):
            return [("hint", f"You have left the {what}.")]
        case _:
            return []


def _passes(mirror: Mirror, moment: Moment) -> bool:
    """Whether another chapter begins: a turn is told apart from the next by an empty line."""
    before = mirror.game.chapter(moment.before)
    after = mirror.game.chapter(replay(mirror.game, moment.before, moment.step.events))
    return bool(before) and before != after
