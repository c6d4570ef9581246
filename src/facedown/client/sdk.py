"""The SDK: a server from asyncio. It keeps the line up, keeps the server honest, and brings plain news.

    async with Client("http://localhost:8765", name="Ada") as client:
        await client.play_bot("duel")
        async for news in client:
            ...

`run_bot` is all of this around a function that chooses a move.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from facedown.client import shelf
from facedown.client.address import Address
from facedown.client.api import Api, unreachable
from facedown.client.line import Down, Line, wait_before
from facedown.client.news import LineBack, LineLost, Moved, News, Seated
from facedown.client.sessions import Session
from facedown.client.trouble import NO_SERVER, Trouble
from facedown.kernel import (
    Face,
    Faces,
    InvalidAction,
    Options,
    Outcome,
    ProofRejected,
    Refused,
    Seat,
    Wish,
    encode,
)
from facedown.server.messages import (
    CreateLobby,
    DeckChoice,
    FromClient,
    FromServer,
    JoinLobby,
    JoinQueue,
    LeaveMatch,
    PlayBot,
    Resume,
    Spectate,
)
from facedown.table import Clock, Report, find_dealer, find_game, log_file, nonce_commitment
from facedown.table.entries import Accusation, Agreed, Opened, Undone, read_entry
from facedown.table.messages import (
    Act,
    Claim,
    Concede,
    Contribute,
    Offer,
    Offered,
    Overdue,
    Rejected,
    Rematch,
    Reply,
    Said,
    Snapshot,
    Update,
)
from facedown.table.mirror import Mirror
from facedown.table.pocket import Pocket
from facedown.table.story import Moment
from facedown.table.table import AnyGame
from facedown.table.verify import read_log

Wanted: TypeAlias = JoinQueue | CreateLobby | JoinLobby | PlayBot
"""What somebody without a match may ask for."""

Choose: TypeAlias = Callable[[AnyGame, Any, Seat, Faces], Any]
"""From a game, its state, one's seat and the faces one knows to an action, as `Bot.choose` does it."""


NEARLY = 0.9
"""Of the time that a player has before it counts as gone, so much has to pass here too."""


class Finished(msgspec.Struct, frozen=True):
    """A match that is over: how it ended, from which seat it was seen, and what the audit of its log says."""

    match: str
    seat: Seat
    outcome: Outcome
    report: Report
    log: bytes


class Client:
    """One player on one server. Iterate over it for news; the mirror is as new as the last item.

    Every move of the server is checked by the mirror, which raises `ProofRejected`. A lost line is dialled
    again, with patience, and the match goes on at the same move. What the server refuses is news
    (`Rejected`); what cannot be done from here is `Trouble`, raised before anything was sent.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str | None = None,
        token: str = "",
        session: Session | None = None,
        patience: float = 600.0,
    ) -> None:
        """`session` remembers who we are beyond this process; `patience`: seconds to try for a lost line."""
        self.address = Address.parse(url)
        self.session = session or Session()
        if token:
            self.session.remember(token=token)
        self.name = ""
        self.mirror: Mirror | None = None
        self.running: str | None = None
        """A match of ours that was running when we came: `resume` it."""
        self._line = Line(self.address, self.session, name)
        self._patience = patience
        self._news: deque[News] = deque()
        self._wish: Wanted | None = None
        self._commit = ""
        self._pocket: Pocket | None = None
        """Our keys, where the match is sealed, or is going to be."""
        self._deck: tuple[Face, ...] = ()
        """What they were made for."""
        self._signing = asyncio.Lock()
        """One thing at a time is made with the keys."""
        self._quiet: tuple[tuple[int, str], float] = (-1, ""), 0.0
        """Since when nothing has happened in a sealed match: the last entry that counts, and our time."""
        self._claimed = False
        """Whether the person says that whoever is away has left."""
        self._waiting: set[asyncio.Task[None]] = set()
        self._giving_up: tuple[str, int] = "", -1
        """The sealed match that we give up, and the place that we have signed it for last."""
        self._agreed: set[str] = set()
        """What we have offered or accepted: a draw, an undo."""
        self._unfair: ProofRejected | None = None
        """What the server was caught at: from then on nothing more is said to it."""
        self._pending: Act | None = None
        """An action that the server has not confirmed yet: it is sent again when the line is back."""
        self._down: str | None = None
        """Why there is no line, while there is none."""
        self._attempt, self._give_up_at = 0, 0.0
        self._wait: float | None = None

    async def __aenter__(self) -> "Client":
        try:
            await self._dial()
        except Down as down:
            raise ConnectionError(unreachable(self.address, down.why)) from None
        if self.running is None and self.session.alone:
            self.session.keys.clear()  # of matches that ended without us
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._waiting:
            task.cancel()
        await self._line.close()

    @property
    def unconfirmed(self) -> bool:
        """Whether an action of ours is still under way."""
        # In a sealed match a refusal may be about an older one, and for one place only one thing is signed.
        return self._pending is not None or (self._pocket is not None and self._pocket.speaking)

    # --- finding a match ---

    async def join_queue(self, game: str = "duel", deck: DeckChoice = "", *, dealer: str = "house") -> None:
        """Play against the next who comes and wants the same dealer."""
        await self._want(JoinQueue(game, deck, dealer=dealer), game, dealer, b"{}")

    async def create_lobby(
        self,
        game: str = "duel",
        deck: DeckChoice = "",
        *,
        dealer: str = "house",
        options: Options | None = None,
        clock: Clock = Clock(),  # noqa: B008 (frozen)
        seats: int = 0,
    ) -> None:
        """Open a private place; the code comes as news, `LobbyOpened`."""
        agreed = _raw(options)
        await self._want(CreateLobby(game, dealer, deck, "", agreed, clock, seats), game, dealer, agreed)

    async def join_lobby(self, code: str, deck: DeckChoice = "", *, dealer: str | None = None) -> None:
        """Sit down at a friend's place; with `dealer`, only if that one deals there."""
        try:
            facts = await asyncio.to_thread(self._api().lobby, code)
        except Trouble as refused:
            if refused.code == NO_SERVER:
                raise ConnectionError(str(refused)) from None
            self._news.append(Rejected("illegal", str(refused), None, "join_lobby"))
            return
        if dealer is not None and facts.dealer != dealer:
            what = f"in the lobby {facts.code} the dealer is {facts.dealer}, not {dealer}"
            raise Trouble(f"{what}; ask your friend for another one")
        await self._want(JoinLobby(code, deck), facts.game, facts.dealer, facts.options)

    async def play_bot(
        self,
        game: str = "duel",
        bot: str = "greedy",
        deck: DeckChoice = "",
        *,
        bot_deck: DeckChoice = "",
        dealer: str = "house",
        options: Options | None = None,
    ) -> None:
        """Play against the computer at once."""
        agreed = _raw(options)
        await self._want(PlayBot(game, dealer, bot, deck, bot_deck, "", agreed), game, dealer, agreed)

    async def resume(self, match: str | None = None) -> None:
        """Back to our seat in this match, or in the one that is running."""
        await self.send(Resume(match or self.running))

    async def watch(self, match: str) -> None:
        """Watch a match. Hidden cards stay hidden."""
        await self.send(Spectate(match))

    async def leave(self) -> None:
        """Stand up without giving up."""
        await self.send(LeaveMatch())

    # --- at the table ---

    async def act(self, action: Any, wish: Wish = ()) -> None:
        """Take an action. It arrives exactly once, even if the line is lost on the way."""
        if self.mirror is None:
            raise InvalidAction("there is no match to act in")
        await self.say(Act(self.mirror.standing.at, msgspec.Raw(encode(action)), wish))

    async def rematch(self) -> None:
        """Play again with the same people, with fresh randomness."""
        await self.say(Rematch())

    async def say(self, message: Said) -> None:
        """Say anything at the table: act, concede, offer, reply, claim, chat, mute, rematch."""
        self._check_trust()
        if isinstance(message, Offer) or (isinstance(message, Reply) and message.accept):
            self._agreed.add(message.what)
        if self._pocket is not None and isinstance(message, Act | Concede):
            await self._say_signed(message)
        elif isinstance(message, Act):
            self._pending = message
            await self._try(message)
        elif isinstance(message, Rematch):
            await self.send(self._again())
        else:
            self._claimed = self._claimed or isinstance(message, Claim)
            await self.send(message)

    async def _say_signed(self, message: Act | Concede) -> None:
        """What we say ourselves in a sealed match is signed, and kept before it is sent."""
        async with self._signing:
            mirror, pocket = self.mirror, self._pocket
            assert mirror is not None
            assert pocket is not None
            try:
                if isinstance(message, Act):
                    action = mirror.game.read_action(message.action)
                    message = self._pending = pocket.act(mirror, action, message.wish)
                else:
                    message = pocket.concede(mirror)
                    self._giving_up = mirror.match, mirror.standing.at
            except Refused as refused:
                kind = "act" if isinstance(message, Act) else "concede"
                self._news.append(Rejected(refused.code, str(refused), mirror.standing.at, kind))
                return
            self.session.keys.keep(pocket, self._deck)
        await self._try(message)

    async def send(self, message: FromClient) -> None:
        """Send this, or raise `ConnectionError` if there is no line just now."""
        try:
            await self._line.send(message)
        except Down as down:
            raise ConnectionError(f"the line is down ({down.why}); say it again when it is back") from None

    async def audit(self) -> tuple[Report, bytes]:
        """Verify the finished match against what was seen here. The report, and the log as a file."""
        assert self.mirror is not None
        mirror = self.mirror
        log = (
            log_file(mirror.lines)
            if mirror.checked
            else await asyncio.to_thread(self._api().log, mirror.match)
        )
        return mirror.audit(log), log

    async def play(self, choose: Choose) -> Finished:
        """Play the match that is on, or else the next one that begins, to its end."""
        on = self.mirror if self.mirror is not None and self.mirror.standing.outcome is None else None
        while on is None or on.standing.outcome is None:
            if on is not None and on.my_move and not self.unconfirmed:
                view = (on.game, on.state, on.seat, dict(on.faces))
                await self.act(await asyncio.to_thread(choose, *view))
            news = await anext(self)
            if isinstance(news, Seated):
                on = news.mirror
            elif isinstance(news, Rejected) and news.code != "stale":
                raise InvalidAction(news.message)
            elif isinstance(news, Offered) and on is not None and news.seat not in (None, on.seat):
                await self.say(Reply(news.what, False))
        report, log = await self.audit()
        return Finished(on.match, on.seat, on.standing.outcome, report, log)

    # --- news ---

    def __aiter__(self) -> "Client":
        return self

    async def __anext__(self) -> News:
        try:
            return await self._next()
        except ProofRejected as caught:
            self._unfair = caught
            raise

    async def _next(self) -> News:
        while not self._news:
            self._check_trust()
            if self._down is not None:
                await self._redial(self._down)
            else:
                try:
                    await self._hear(await self._line.receive())
                except Down as down:
                    self._lose(down.why)
        return self._news.popleft()

    def _check_trust(self) -> None:
        if self._unfair is not None:
            raise self._unfair

    async def _hear(self, message: FromServer) -> None:
        match message:
            case Snapshot():
                await self._sit_down(message)
            case Update(match=match):
                if self.mirror is not None and self.mirror.match == match:
                    moments = self.mirror.receive(message)
                    self._check_agreed(self.mirror, moments)
                    await self._follow(self.mirror)
                    if self._pending is not None and self.mirror.standing.at > self._pending.at:
                        self._pending = None
                    self._news.append(Moved(self.mirror, moments))
            case Rejected(refuses=kind):
                if kind in ("act", None):
                    self._pending = None
                again = kind == "part" or (kind == "concede" and message.code == "proof")
                if self._pocket is None or not again:  # what is still owed is said again
                    self._news.append(message)
            case Offered(what=what, seat=None):
                self._agreed.discard(what)
                self._news.append(message)
            case Overdue(seat=seat, why=why):
                self._see_late(seat, why)
                self._news.append(message)
            case _:
                self._news.append(message)

    def _check_agreed(self, mirror: Mirror, moments: Sequence[Moment]) -> None:
        """A draw and an undo are no entries that anybody signs; but nobody has them without us."""
        for moment in moments if mirror.seat >= 0 else ():
            entry = moment.step.entry
            for kind, what in ((Agreed, "draw"), (Undone, "undo")):
                if isinstance(entry.body, kind) and what not in self._agreed:
                    raise ProofRejected("server", f"says that you agreed to a {what}; you did not", entry.at)

    async def _sit_down(self, snapshot: Snapshot) -> None:
        """A seat, new or again: check how the match came to stand like this, and do what is awaited."""
        old, at = self.mirror, snapshot.standing.at
        back = old is not None and old.match == snapshot.match and old.seat == snapshot.seat
        known = old.standing.at if old is not None and back else 1
        lines = await self._log(snapshot.match, at) if at > known else None
        self._find_pocket(snapshot)
        if self._pocket is not None and at > known and lines is None:
            raise Down("the log of the match does not come")
        if old is not None and back and old.checked:
            moments = old.catch_up(snapshot, lines)
            self._check_agreed(old, moments)
            if self._pocket is not None:
                self._pocket.catch_up(old)
        else:
            sit = Mirror if self._pocket is None else self._pocket.sit
            self.mirror = sit(snapshot, lines)
            moments = self.mirror.history[:]
        self._wish = None
        assert self.mirror is not None
        await self._keep_promise(self.mirror, snapshot)
        await self._follow(self.mirror)
        if self._pending is not None and self._pending.at < at:
            self._pending = None  # its place is taken, perhaps by itself: the answer was lost with the line
        elif self._pending is not None and self._pocket is None:
            await self._try(self._pending)
        self._news.append(Seated(self.mirror, moments, back))

    async def _keep_promise(self, mirror: Mirror, snapshot: Snapshot) -> None:
        """Show our randomness, now that the dealer is bound and cannot choose by it any more."""
        opening = read_entry(bytes(snapshot.opening)).body
        if mirror.seat < 0 or not isinstance(opening, Opened):
            return
        promised, self._commit = self._commit, ""
        if self._pocket is not None:
            return  # it looks after that itself
        bound = opening.chairs[mirror.seat].nonce
        if promised and bound != promised:
            raise ProofRejected("server", "left out the randomness that you had promised", 0)
        if mirror.seat in mirror.awaited and (nonce := self.session.nonce(bound)) is not None:
            await self._try(Contribute(nonce))

    # --- sealed matches ---

    def _find_pocket(self, snapshot: Snapshot) -> None:
        """The keys that belong to our chair, if it has any."""
        opening = read_entry(bytes(snapshot.opening)).body
        chair = opening.chairs[snapshot.seat] if isinstance(opening, Opened) and snapshot.seat >= 0 else None
        keyless = chair is None or chair.key is msgspec.UNSET
        if self._wish is not None and self._pocket is not None and keyless:
            raise ProofRejected("server", "opened another match than the sealed one that you asked for", 0)
        if chair is None or chair.key is msgspec.UNSET:
            self._pocket, self._deck = None, ()
            return
        if self._pocket is not None and self._pocket.bond.key == chair.key:
            return
        found = self.session.keys.find(chair.key)
        if found is None:
            raise Trouble("the match is sealed, and its keys are not here; play on where you sat down to it")
        self._pocket, self._deck = found

    async def _follow(self, mirror: Mirror) -> None:
        """Do our part in a sealed match; and when it is over, forget its keys."""
        pocket = self._pocket
        if pocket is None:
            return
        if mirror.standing.outcome is not None:
            self.session.keys.erase(pocket)
            self._pocket = None
            return
        async with self._signing:
            pocket.follow(mirror)
            if mirror.hand is not None and mirror.hand.table.anchor != self._quiet[0]:
                self._quiet = mirror.hand.table.anchor, asyncio.get_running_loop().time()
                self._claimed = False
            owed = [*await asyncio.to_thread(pocket.owed, mirror), *self._give_up_again(mirror, pocket)]
            self.session.keys.keep(pocket, self._deck)
        for message in owed:
            if isinstance(message, Act):
                self._pending = message
            await self._try(message)

    def _give_up_again(self, mirror: Mirror, pocket: Pocket) -> list[Concede]:
        """Giving up is signed for one place; if others came first, it is signed for the next one."""
        match, place = self._giving_up
        hand = mirror.hand
        if match != mirror.match or place >= mirror.standing.at or hand is None:
            return []
        if hand.table.ending is not None or mirror.seat in hand.table.gone:
            return []
        self._giving_up = match, mirror.standing.at
        return [pocket.concede(mirror)]

    def _see_late(self, whom: Seat, why: Accusation) -> None:
        """The server asks us to say that a player is gone: we do when we have waited for it ourselves."""
        mirror, pocket = self.mirror, self._pocket
        if mirror is None or pocket is None:
            return
        wait = pocket.patience(mirror, whom, why)
        if why == "abandoned" and self._claimed:
            wait = 0
        if wait is not None:
            waited = asyncio.get_running_loop().time() - self._quiet[1]
            task = asyncio.create_task(self._accuse(whom, why, NEARLY * wait / 1000 - waited))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _accuse(self, whom: Seat, why: Accusation, wait: float) -> None:
        quiet, mirror = self._quiet, self.mirror
        await asyncio.sleep(max(0.0, wait))
        async with self._signing:
            if self._pocket is None or mirror is not self.mirror or quiet != self._quiet:
                return  # whatever it was, it has happened
            assert mirror is not None
            message = self._pocket.accuse(mirror, whom, why)
        await self._try(message)

    def _again(self) -> Rematch:
        mirror = self.mirror
        if mirror is None or not self._deck:
            return Rematch(self._promise())
        parts = mirror.game.parts(mirror.options, len(self._deck))
        pocket = self._pocket = Pocket.fresh(mirror.dealer, self._deck, parts)
        self.session.keys.keep(pocket, self._deck)
        return Rematch(pocket.commit, pocket.bond)

    async def _cards(self, game: str, deck: DeckChoice) -> tuple[Face, ...]:
        """A deck card by card: whoever deals it to us need not know it."""
        if isinstance(deck, tuple):
            return deck
        rules = find_game(game)
        if deck and deck not in rules.decks():
            for saved in await asyncio.to_thread(self._api().decks, game):
                if deck in (saved.id, saved.name):
                    return saved.cards
        return shelf.find(rules, deck)

    async def _log(self, match: str, at: int) -> list[bytes] | None:
        """The log up to this place, if the server lets us have it."""
        try:
            lines = read_log(await asyncio.to_thread(self._api().log, match))
        except Trouble:
            return None
        return lines[:at] if len(lines) >= at else None

    # --- the line ---

    async def _dial(self) -> None:
        welcome = await self._line.dial()
        self.name, self.running = welcome.name, welcome.match

    def _lose(self, why: str) -> None:
        self._down, self._attempt, self._wait = why, 0, None
        self._give_up_at = asyncio.get_running_loop().time() + self._patience

    async def _redial(self, why: str) -> None:
        """Tell that the line is lost; and when we are asked for news again, try to get it back."""
        if self._wait is None:
            self._wait = wait_before(self._attempt)
            self._news.append(LineLost(why, self._wait, self._attempt))
            return
        await asyncio.sleep(self._wait)
        self._attempt, self._wait = self._attempt + 1, None
        try:
            await self._dial()
        except Down as down:
            self._down = down.why
            if asyncio.get_running_loop().time() > self._give_up_at:
                raise ConnectionError(unreachable(self.address, down.why)) from None
            return
        self._down = None
        self._news.append(LineBack())
        await self._come_back()

    async def _come_back(self) -> None:
        """Back to where we were: at a table, beside one, or waiting for one."""
        mirror = self.mirror
        if mirror is not None and mirror.standing.outcome is None:
            await self._try(Resume(mirror.match) if mirror.seat >= 0 else Spectate(mirror.match))
        elif self._wish is not None:
            await self._try(self._wish)

    async def _want(self, wish: Wanted, game: str, dealer: str, options: bytes | msgspec.Raw) -> None:
        if find_dealer(dealer).keyring is None:
            self._pocket, self._deck = None, ()
            self._commit = self._promise()
            self._wish = msgspec.structs.replace(wish, commit=self._commit)
        else:
            self._deck = await self._cards(game, wish.deck)
            if not self._deck:
                raise Trouble(
                    "at a sealed table everybody deals: bring a deck; judges sit where the house deals"
                )
            rules = find_game(game)
            parts = rules.parts(rules.read_options(options), len(self._deck))
            pocket = self._pocket = Pocket.fresh(dealer, self._deck, parts)
            self.session.keys.keep(pocket, self._deck)
            self._wish = msgspec.structs.replace(wish, deck="", commit=pocket.commit, bond=pocket.bond)
        await self.send(self._wish)

    def _promise(self) -> str:
        nonce = secrets.token_hex(32)
        self._commit = nonce_commitment(nonce)
        self.session.promise(self._commit, nonce)
        return self._commit

    async def _try(self, message: FromClient) -> None:
        """Send this if there is a line; what is lost is sent again when we are seated again."""
        try:
            await self._line.send(message)
        except Down as down:
            if self._down is None:
                self._lose(down.why)

    def _api(self) -> Api:
        return Api(self.address, self.session.kept.token)


def _raw(options: Options | None) -> msgspec.Raw:
    return msgspec.Raw(b"{}" if options is None else encode(options))


def run_bot(
    url: str,
    choose: Choose,
    *,
    game: str = "duel",
    name: str | None = None,
    deck: DeckChoice = "",
    against: str = "",
    lobby: str = "",
    matches: int = 1,
    token: str = "",
    dealer: str = "house",
) -> list[Finished]:
    """Let a function play on a server: with the next who comes, in a friend's `lobby`, or `against` a bot.

    In a lobby its dealer deals; in a sealed match (`mental`) the keys are in memory alone.
    """

    async def play() -> list[Finished]:
        finished: list[Finished] = []
        async with Client(url, name=name, token=token) as client:
            while len(finished) < matches:
                if client.running is not None:
                    await client.resume()
                elif lobby:
                    await client.join_lobby(lobby, deck)
                elif against:
                    await client.play_bot(game, against, deck, dealer=dealer)
                else:
                    await client.join_queue(game, deck, dealer=dealer)
                finished.append(await client.play(choose))
                client.running = None
        return finished

    return asyncio.run(play())
