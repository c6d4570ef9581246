"""The SDK: a server from asyncio. It keeps the line up, keeps the server honest, and brings plain news.

    async with Client("http://localhost:8765", name="Ada") as client:
        await client.play_bot("duel")
        async for news in client:
            ...

`run_bot` is all of this around a function that chooses a move.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec

from facedown.client import shelf
from facedown.client.address import Address
from facedown.client.api import Api, unreachable
from facedown.client.attesting import Attesting
from facedown.client.line import Down, Line, wait_before
from facedown.client.news import KeyChanged, LineBack, LineLost, Moved, News, Seated
from facedown.client.sealed import SealedSeat, is_sealed
from facedown.client.sessions import Session
from facedown.client.trouble import NO_SERVER, Trouble
from facedown.client.wishes import Wanted, Wishes
from facedown.crypto.signing import SessionKey
from facedown.kernel import (
    Face,
    Faces,
    IllegalAction,
    InvalidAction,
    Options,
    Outcome,
    ProofRejected,
    Refused,
    Seat,
    StaleAction,
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
from facedown.table import Clock, Report, find_dealer, find_game, log_file
from facedown.table.asked import Asked
from facedown.table.entries import Agreed, Opened, Undone
from facedown.table.messages import (
    Act,
    Claim,
    Concede,
    Offer,
    Offered,
    Overdue,
    Presence,
    Rejected,
    Rematch,
    Reply,
    Said,
    Snapshot,
    Update,
)
from facedown.table.mirror import Mirror, opening_of
from facedown.table.story import Moment
from facedown.table.table import AnyGame
from facedown.table.verify import read_log

Choose: TypeAlias = Callable[[AnyGame, Any, Seat, Faces], Any]
"""From a game, its state, one's seat and the faces one knows to an action, as `Bot.choose` does it."""


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

    What binds us is signed with the session's key, after a look whether it is what we wanted; the end of a
    match, if all of it was checked.
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
        self.server = ""
        """The server's public key; empty if it has none. Then it knows nothing of ours either."""
        self.mirror: Mirror | None = None
        self.running: str | None = None
        """A match of ours that was running when we came: `resume` it."""
        self._line = Line(self.address, self.session, name)
        self._patience = patience
        self._news: deque[News] = deque()
        self._wishes = Wishes(self.session)
        self._sealed = SealedSeat(self.session, self._try)
        self._attesting = Attesting(self.session, self._api)
        self._missing: asyncio.Task[list[bytes] | None] | None = None
        """Asks for the log of a match of which we have missed a part."""
        self._giving_up: tuple[str, int] = "", -1
        """The match that we give up, and the place that we have signed it for last."""
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
        self._sealed.close()
        if self._missing is not None:
            self._missing.cancel()
        await self._attesting.close()
        await self._line.close()

    @property
    def unconfirmed(self) -> bool:
        """Whether an action of ours is still under way."""
        # In a sealed match a refusal may be about an older one, and for one place only one thing is signed.
        pocket = self._sealed.pocket
        return self._pending is not None or (pocket is not None and pocket.speaking)

    # --- finding a match ---

    async def join_queue(self, game: str = "duel", deck: DeckChoice = "", *, dealer: str = "house") -> None:
        """Play against the next who comes and wants the same dealer."""
        asked = Asked(game, dealer, msgspec.Raw(b"{}"), Clock())
        await self._want(JoinQueue(game, deck, dealer=dealer), asked)

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
        asked = Asked(game, dealer, agreed, clock, seats)
        await self._want(CreateLobby(game, dealer, deck, "", agreed, clock, seats), asked)

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
        asked = Asked(facts.game, facts.dealer, facts.options, facts.clock, facts.seats)
        await self._want(JoinLobby(code, deck), asked)

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
        wish = PlayBot(game, dealer, bot, deck, bot_deck, "", agreed)
        await self._want(wish, Asked(game, dealer, agreed, wish.clock))

    async def resume(self, match: str | None = None) -> None:
        """Back to our seat in this match, or in the one that is running."""
        self._wishes.clear()
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
        if isinstance(message, Rematch):
            await self.send(self._again())
            return
        self._sealed.claimed = self._sealed.claimed or isinstance(message, Claim)
        try:
            message = await self._sign(message)
        except Refused as refused:
            at = None if self.mirror is None else self.mirror.standing.at
            kind = _tag(message)
            self._news.append(Rejected(refused.code, str(refused), at, kind))
            return
        if isinstance(message, Act):
            self._pending = message
        if isinstance(message, Act) or (isinstance(message, Concede) and self._sealed.pocket is not None):
            await self._try(message)
        else:
            await self.send(message)

    async def _sign(self, message: Said) -> Said:
        """What we say, signed where it binds us beyond a move, and in a sealed match in any case."""
        mirror = self.mirror
        if mirror is None or not isinstance(message, Act | Concede | Offer | Reply):
            return message
        if isinstance(message, Reply) and not message.accept:
            return message
        if isinstance(message, Offer | Reply):
            self._agreed.add(message.what)
        keyed = self._sealed.pocket is not None or self._key_on(mirror.opening, mirror.seat) is not None
        if isinstance(message, Concede) and keyed:
            self._giving_up = mirror.match, mirror.standing.at
        if self._sealed.pocket is not None:
            return await self._sealed.sign(mirror, message)
        if isinstance(message, Act) or not keyed:
            return message
        if mirror.hand is None:
            if isinstance(message, Concede):
                return message  # then it will be said that we have left, and that binds nobody
            raise IllegalAction("the log of this match is not here yet; without it nothing is signed")
        match message:
            case Concede():
                return mirror.hand.concede()
            case Offer(what=what):
                return mirror.hand.offer(what)
            case Reply(what=what):
                return mirror.hand.accept(what)

    def _key_on(self, opening: Opened, seat: Seat) -> SessionKey | None:
        """Our key, if it is the one on our chair: where the house deals, that is the lasting one."""
        key = self.session.key
        return key if seat >= 0 and opening.chairs[seat].key == key.public.hex() else None

    async def send(self, message: FromClient) -> None:
        """Send this, or raise `ConnectionError` if there is no line just now."""
        try:
            await self._line.send(message)
        except Down as down:
            raise ConnectionError(f"the line is down ({down.why}); say it again when it is back") from None

    async def audit(self) -> tuple[Report, bytes]:
        """Verify the finished match against what was seen here. The report, and the log as a file.

        Waits a moment for the signatures of those who are there; the report says whose are missing. Raises
        `Unchecked` if we have missed a part of the match, and the server does not give the log.
        """
        self._check_trust()
        assert self.mirror is not None
        try:
            return await self._audit(self.mirror)
        except ProofRejected as caught:
            self._unfair = caught
            raise

    async def _audit(self, mirror: Mirror) -> tuple[Report, bytes]:
        if not mirror.checked:
            mirror.audit(await self._file(mirror.match))
        self._attesting.sign_end(mirror)
        signs = await self._attesting.collect(mirror)
        log = await self._file(mirror.match) if signs is None else log_file(mirror.lines, signs)
        return mirror.audit(log), log or log_file(mirror.lines)

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
                    self._mend(self.mirror)
                    moments = self.mirror.receive(message)
                    self._check_agreed(self.mirror, moments)
                    await self._follow(self.mirror)
                    if self._pending is not None and self.mirror.standing.at > self._pending.at:
                        self._pending = None
                    self._news.append(Moved(self.mirror, moments))
            case Rejected():
                await self._hear_no(message)
            case Offered(what=what, seat=None):
                self._agreed.discard(what)
                self._news.append(message)
            case Presence(seat=seat, present=present) if self.mirror is not None:
                self.mirror.present[seat] = present
                self._news.append(message)
            case Overdue(seat=seat, why=why):
                if self.mirror is not None:
                    self._sealed.see_late(self.mirror, seat, why)
                self._news.append(message)
            case _:
                self._news.append(message)

    async def _hear_no(self, refused: Rejected) -> None:
        kind = refused.refuses
        if kind in ("act", None):
            self._pending = None
        if self._wishes.refused(refused):
            await self._try(Resume(None))
            return
        if isinstance(self._wishes.repeated, Rejected) and kind == "resume":
            refused, self._wishes.repeated = self._wishes.repeated, False
        part = kind == "part" and self._sealed.pocket is not None
        place = kind == "concede" and refused.code == "proof" and self._giving_up[0]
        if not part and not place:  # what is still owed is said again
            self._news.append(refused)

    def _mend(self, mirror: Mirror) -> None:
        """A part of the log is missing: ask for it again, beside the news, and check it once it comes."""
        if self._missing is not None and self._missing.done():
            lines, self._missing = self._missing.result(), None
            if lines is not None and not mirror.checked and lines[0] == mirror.lines[0]:
                with suppress(StaleAction):
                    mirror.mend(lines)
        if self._missing is None and not mirror.checked:
            self._missing = asyncio.create_task(self._log(mirror.match, 1))

    def _check_agreed(self, mirror: Mirror, moments: Sequence[Moment]) -> None:
        """Nobody has a draw or an undo without us, whether we have a key to sign it with or not."""
        for moment in moments if mirror.seat >= 0 else ():
            entry = moment.step.entry
            for kind, what in ((Agreed, "draw"), (Undone, "undo")):
                if isinstance(entry.body, kind) and what not in self._agreed:
                    raise ProofRejected("server", f"says that you agreed to a {what}; you did not", entry.at)

    async def _sit_down(self, snapshot: Snapshot) -> None:
        """A seat, new or again: check how the match came to stand like this, and do what is awaited."""
        old, at = self.mirror, snapshot.standing.at
        back = old is not None and old.match == snapshot.match and old.seat == snapshot.seat
        opening = opening_of(snapshot)
        if not back and snapshot.seat >= 0 and not self._wishes.check(snapshot, self.server):
            why = "a match that was not begun here is running; resume it if it is yours"
            self._news.append(Rejected("illegal", why, None, "resume"))
            self._wishes.clear()
            return
        missed = at > (old.standing.at if old is not None and back else 1) or (
            old is not None and back and not old.checked
        )
        lines = await self._log(snapshot.match, at) if missed else None
        lines = None if lines is None else lines[:at]
        self._sealed.find(opening, snapshot.seat)
        pocket = self._sealed.pocket
        if pocket is not None and missed and lines is None:
            raise Down("the log of the match does not come")
        if old is not None and back:
            moments = old.catch_up(snapshot, lines)
            self._check_agreed(old, moments)
            if pocket is not None:
                pocket.catch_up(old)
        else:
            if pocket is not None:
                self.mirror = pocket.sit(snapshot, lines)
            else:
                self.mirror = Mirror(snapshot, lines, key=self._key_on(opening, snapshot.seat))
            moments = self.mirror.history[:]
            self._meet(self.mirror)
        self._wishes.clear()
        assert self.mirror is not None
        await self._keep_promise(self.mirror)
        await self._follow(self.mirror)
        if self._pending is not None and self._pending.at < at:
            self._pending = None  # its place is taken, perhaps by itself: the answer was lost with the line
        elif self._pending is not None and pocket is None:
            await self._try(self._pending)
        self._news.append(Seated(self.mirror, moments, back))

    def _meet(self, mirror: Mirror) -> None:
        """Whoever sits there with another key than before is worth a word."""
        for seat, chair in enumerate(mirror.opening.chairs):
            if seat != mirror.seat and chair.lasting != mirror.opening.server:
                self._know(chair.name, chair.lasting)

    def _know(self, name: str, key: str) -> None:
        before = self.session.known.meet(self.address.http, name, key)
        if before is not None:
            self._news.append(KeyChanged(name, before.key, before.since, key))

    async def _keep_promise(self, mirror: Mirror) -> None:
        """Show our randomness, now that the dealer is bound and cannot choose by it any more."""
        if mirror.seat < 0 or self._sealed.pocket is not None:
            return  # a pocket looks after that itself
        bound = mirror.opening.chairs[mirror.seat].nonce
        if mirror.seat in mirror.awaited and (nonce := self.session.nonce(bound)) is not None:
            await self._try(mirror.contribute(nonce))

    async def _follow(self, mirror: Mirror) -> None:
        """Do our part; and when the match is over, sign it and forget its keys."""
        if mirror.standing.outcome is not None:
            self._attesting.sign_end(mirror)
            self._sealed.erase()
            return
        self._pending = await self._sealed.follow(mirror) or self._pending
        match, place = self._giving_up
        hand = mirror.hand
        if match != mirror.match or place >= mirror.standing.at or hand is None:
            return
        if hand.table.ending is None and mirror.seat not in hand.table.gone:
            # Giving up is signed for one place; if others came first, it is signed for the next one.
            await self._try(await self._sign(Concede()))

    def _again(self) -> Rematch:
        mirror = self.mirror
        if mirror is None:
            return Rematch()
        opening, deck = mirror.opening, self._sealed.deck
        asked = Asked(opening.game, opening.dealer, opening.options, opening.clock, len(opening.chairs))
        if not is_sealed(opening) or not deck:
            asked = self._promise(asked)
            return Rematch(asked.commit, key=asked.key)
        pocket = self._sealed.bind(
            opening.game, opening.dealer, deck, opening.options, vouch=bool(self.server)
        )
        self._promise(asked, pocket.commit)
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
        return lines if len(lines) >= at else None

    async def _file(self, match: str) -> bytes | None:
        """The log with the signatures under it, if the server lets us have it."""
        try:
            return await asyncio.to_thread(self._api().log, match)
        except Trouble:
            return None

    # --- the line ---

    async def _dial(self) -> None:
        welcome = await self._line.dial()
        self.name, self.running, self.server = welcome.name, welcome.match, welcome.server
        self._know("", self.server)
        self._attesting.deliver()

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
        elif self.running is not None and self._wishes.asked is not None:
            self._wishes.found = True
            await self._try(Resume(self.running))  # what we wished for may have begun while we were away
        elif self._wishes.wish is not None:
            self._wishes.repeated = True
            await self._try(self._wishes.wish)

    async def _want(self, wish: Wanted, asked: Asked) -> None:
        options = asked.options
        assert options is not msgspec.UNSET
        if find_dealer(asked.dealer).keyring is None:
            self._sealed.drop()
            asked = self._promise(asked)
            wish = msgspec.structs.replace(wish, commit=asked.commit, key=asked.key)
        else:
            deck = await self._cards(asked.game, wish.deck)
            pocket = self._sealed.bind(asked.game, asked.dealer, deck, options, vouch=bool(self.server))
            self._promise(asked, pocket.commit)
            wish = msgspec.structs.replace(wish, deck="", commit=pocket.commit, bond=pocket.bond)
        self._wishes.wish, self._wishes.found, self._wishes.repeated = wish, False, False
        await self.send(wish)

    def _promise(self, asked: Asked, commit: str = "") -> Asked:
        """A server that has no key itself knows nothing of ours."""
        key = self.session.key.public.hex() if self.server else ""
        return self._wishes.promise(asked, self.name, key, commit)

    async def _try(self, message: FromClient) -> None:
        """Send this if there is a line; what is lost is sent again when we are seated again."""
        try:
            await self._line.send(message)
        except Down as down:
            if self._down is None:
                self._lose(down.why)

    def _api(self) -> Api:
        return Api(self.address, self.session.kept.token)


def _tag(message: FromClient) -> str:
    return str(message.__struct_config__.tag)


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
