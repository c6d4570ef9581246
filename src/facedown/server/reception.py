"""Where a connection is helped to a match: names, decks, the queue, lobbies, bots, watching, coming back."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

import facedown
from facedown.bots.registry import bots
from facedown.crypto.signing import signed
from facedown.kernel import Face, IllegalAction, InvalidAction, Refused, Seat
from facedown.server.connection import Connection
from facedown.server.http.pace import Pace
from facedown.server.hub import Hub
from facedown.server.limits import Settings
from facedown.server.live import BOT_PREFIX, Listener, Live
from facedown.server.lobby import Lobbies, Lobby, Queue, Terms, Wish
from facedown.server.messages import (
    PROTOCOL,
    Called,
    CreateLobby,
    DeckChoice,
    Hello,
    JoinLobby,
    JoinQueue,
    LeaveLobby,
    LeaveMatch,
    LeaveQueue,
    Left,
    LobbyOpened,
    PlayBot,
    Pong,
    Queued,
    Resume,
    Spectate,
    Welcome,
)
from facedown.server.metrics import Metrics
from facedown.store import Accounts, Decks, Player, Tokens
from facedown.table import Clock, find_dealer, find_game
from facedown.table.entries import bond_claim
from facedown.table.messages import Bond, Rejected, Rematch
from facedown.table.room import Again
from facedown.table.table import AnyGame

DAY = 24 * 3_600_000
MOST_LAG = 10_000
"""Milliseconds."""
MOST_SEALED = 100
"""Cards of a deck that others have to mix: their part has to fit into a message (`Settings`)."""


class Reception:
    """Everybody who is connected, and what they are waiting for."""

    def __init__(
        self,
        hub: Hub,
        accounts: Accounts,
        tokens: Tokens,
        decks: Decks,
        *,
        settings: Settings,
        metrics: Metrics,
        wall: Callable[[], int],
    ) -> None:
        self.hub = hub
        self.queue = Queue()
        self.lobbies = Lobbies(secrets.choice)
        self._accounts, self._tokens, self._decks = accounts, tokens, decks
        self._settings = settings
        self._guests = Pace(settings.guests_per_address)
        self._codes = Pace(settings.codes_per_address)
        self._wall = wall
        self._waiting: dict[str, Connection] = {}
        """The line on which each player waits in the queue or in a lobby."""
        hub.rematch = self._rematch
        metrics.queued.set_function(lambda: len(self.queue))

    async def hear(self, line: Connection, message: Called) -> None:
        """Do what somebody asks for, or raise `Refused`."""
        if isinstance(message, Hello):
            await self._hello(line, message)
            return
        player = line.player
        if player is None:
            if not isinstance(message, JoinQueue):
                raise IllegalAction("say hello first")
            player = await self._new_guest(line, None)  # the first protocol knows no hello
        match message:
            case JoinQueue():
                self._join_queue(line, player, message)
            case LeaveQueue():
                self._leave(line, player, "queue", self.queue.leave(player.id))
            case CreateLobby():
                self._create_lobby(line, player, message)
            case JoinLobby():
                self._join_lobby(line, player, message)
            case LeaveLobby():
                self._leave(line, player, "lobby", self._leave_lobby(player.id))
            case PlayBot():
                self._play_bot(line, player, message)
            case Resume(match=match):
                await self._resume(line, player, match)
            case Spectate(match=match):
                await self.hub.watch(await self.hub.bring(match, line, player.id), line)
            case LeaveMatch():
                if not line.stand_up():
                    raise IllegalAction("you are in no match")
                line.send(Left("match"))
            case Pong(id=id_):
                line.pong(id_)

    def gone(self, line: Connection) -> None:
        """A line is closed: nobody waits on it any more."""
        if line.player is not None and self._waiting.get(line.player.id) is line:
            self._wait_no_more(line.player.id)

    # --- who is it ---

    async def _hello(self, line: Connection, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            raise InvalidAction(f"this server speaks protocol {PROTOCOL}, not {hello.protocol}")
        if line.player is not None:
            raise IllegalAction("you have said hello already")
        if not hello.token:
            await self._new_guest(line, hello.name)
            return
        player = self._tokens.who(hello.token, self._wall())
        if player is None:
            raise IllegalAction("that token has expired or was revoked; log in again or come as a guest")
        self._welcome(line, player, None)

    async def _new_guest(self, line: Connection, name: str | None) -> Player:
        self._guests.check(line.address, time.monotonic())
        now = self._wall()
        chosen = name or f"guest-{secrets.token_hex(3)}"
        player = await asyncio.wrap_future(self._accounts.guest(chosen, now))
        expires = now + self._settings.guest_days * DAY
        token = await asyncio.wrap_future(self._tokens.issue(player.id, expires))
        self._welcome(line, player, token)
        return player

    def _welcome(self, line: Connection, player: Player, token: str | None) -> None:
        line.player = player
        running = self.hub.playing.get(player.id)
        line.send(
            Welcome(
                PROTOCOL,
                player.id,
                player.name,
                player.guest,
                token,
                running,
                facedown.__version__,
                self.hub.public,
            )
        )

    # --- finding a match ---

    def _join_queue(self, line: Connection, player: Player, message: JoinQueue) -> None:
        self._check_free(player)
        game = _game(message.game)
        _check_dealer(message.dealer)
        options, usual = game.read_options(message.options), game.options_type()
        if options not in game.formats().values():
            raise IllegalAction(
                "strangers meet with the options of a format (see /games); open a lobby for others"
            )
        wish = self._wish(player, game, options, message.dealer, message)
        self._wait(line, player)
        wishes = self.queue.join(game.name, message.dealer, options, wish, game.seats[0])
        if wishes:
            # A guest costs nothing: one that loses on purpose must not be worth anything either.
            rated = options == usual and not any(wish.guest for wish in wishes)
            terms = Terms(game.name, message.dealer, options, Clock(), rated)
            self._begin(terms, wishes, self._waiting)
        else:
            line.send(Queued(game.name))

    def _create_lobby(self, line: Connection, player: Player, message: CreateLobby) -> None:
        self._check_free(player)
        game, terms = _game(message.game), _terms(message)
        wish = self._wish(player, game, terms.options, terms.dealer, message)
        seats = message.seats or game.seats[0]
        if not game.seats[0] <= seats <= game.seats[1]:
            raise IllegalAction(f"{game.name} is for {game.company}")
        if self.lobbies.full:
            raise IllegalAction("there are too many lobbies; try again later")
        self._wait(line, player)
        self._announce(self.lobbies.create(terms, seats, wish))

    def _join_lobby(self, line: Connection, player: Player, message: JoinLobby) -> None:
        self._check_free(player)
        lobby = self.find_lobby(message.code, line.address)
        game = _game(lobby.terms.game)
        wish = self._wish(player, game, lobby.terms.options, lobby.terms.dealer, message)
        self._wait(line, player, lobby)
        wishes = self.lobbies.join(lobby, wish)
        if wishes:
            self._begin(lobby.terms, wishes, self._waiting)
        else:
            self._announce(lobby)

    def find_lobby(self, code: str, address: str) -> Lobby:
        """The lobby with this code, for somebody at this address. Who has guessed too often finds none."""
        now = time.monotonic()
        self._codes.look(address, now)
        try:
            return self.lobbies.find(code)
        except IllegalAction:
            self._codes.check(address, now)
            raise

    def _play_bot(self, line: Connection, player: Player, message: PlayBot) -> None:
        self._check_free(player)
        game, terms = _game(message.game), _terms(message)
        if message.bot not in bots():
            raise IllegalAction(f"no bot is called {message.bot!r}; there are: {', '.join(bots())}")
        mine = self._wish(player, game, terms.options, terms.dealer, message)
        rivals = []
        for _ in range(game.seats[0] - 1):
            # Whoever plays the computer often wants to meet more than one deck.
            choice = message.bot_deck or secrets.choice([*game.ready(terms.options).values()] or [()])
            bot_deck = self._deck(player, game, terms.options, choice)
            rivals.append(Wish(None, BOT_PREFIX + message.bot, bot_deck, bot=message.bot))
        self._begin(terms, [mine, *rivals], {player.id: line})

    def _rematch(self, live: Live, again: Again) -> None:
        """The same players again, with the seats turned round, if all of them are still there and free."""
        people = {player: seat for seat, player in enumerate(live.players) if player is not None}
        if not live.seated.keys() >= {*people.values()} or self.hub.playing.keys() & people.keys():
            self._no_rematch(live, IllegalAction("somebody is gone or plays elsewhere"))
            return
        try:
            for seat in people.values():
                self._check_again(live, again.said[seat])
        except Refused as refused:
            self._no_rematch(live, refused)
            return
        names, bots = live.room.table.names, live.bots
        wishes = [
            Wish(
                player,
                names[seat],
                live.decks[seat],
                again.said[seat].commit,
                bots.get(seat),
                bond=again.said[seat].bond,
                key=again.said[seat].key,
            )
            for seat, player in enumerate(live.players)
        ]
        seated = self.hub.clear(live)
        self._begin(live.terms, wishes[::-1], {player: seated[seat] for player, seat in people.items()})

    @staticmethod
    def _no_rematch(live: Live, why: Refused) -> None:
        for place in live.seated.values():
            if place.told:
                place.listener.send(Rejected(why.code, f"no rematch: {why}"))

    def _check_again(self, live: Live, said: Rematch) -> None:
        sealed = find_dealer(live.terms.dealer).keyring is not None
        _check_bond(live.terms.dealer, said.bond, "", sealed=sealed)
        self._check_keys(said, sealed=sealed)

    def _begin(self, terms: Terms, wishes: Sequence[Wish], lines: Mapping[str, Listener]) -> None:
        """Open a match and bring everybody to the table, each on their line."""
        live = self.hub.open(terms, wishes)
        arriving = [(seat, lines[wish.player]) for seat, wish in enumerate(wishes) if wish.player is not None]
        for wish in wishes:
            self._wait_no_more(wish.player or "")
        for seat, line in arriving:
            self.hub.join(live, seat, line)

    async def _resume(self, line: Connection, player: Player, match: str | None) -> None:
        match = match or self.hub.playing.get(player.id)
        if match is None:
            raise IllegalAction("you have no match that is running")
        live = await self.hub.bring(match, line, player.id)
        await self.hub.join(live, _seat_of(live, player.id), line)

    # --- waiting ---

    def _wait(self, line: Connection, player: Player, lobby: Lobby | None = None) -> None:
        """This player waits on this line now, and nowhere else than in this lobby, if it is in one."""
        before = self._waiting.get(player.id)
        left = "queue" if self.queue.leave(player.id) else "lobby"
        if lobby is None or player.id not in lobby.wishes:
            self._leave_lobby(player.id)
        if before is not None and before is not line:
            before.send(Left(left))
        line.stand_up()
        self._waiting[player.id] = line

    def _wait_no_more(self, player: str) -> None:
        self.queue.leave(player)
        self._leave_lobby(player)
        self._waiting.pop(player, None)

    def _leave_lobby(self, player: str) -> bool:
        lobby = self.lobbies.leave(player)
        if lobby is not None:
            self._announce(lobby)
        return lobby is not None

    def _announce(self, lobby: Lobby) -> None:
        names = tuple(wish.name for wish in lobby.wishes.values())
        for player in lobby.wishes:
            self._waiting[player].send(LobbyOpened(lobby.code, names, lobby.seats))

    def _leave(self, line: Connection, player: Player, what: str, left: bool) -> None:
        if not left:
            raise IllegalAction(f"you are in no {what}")
        for listener in {line, self._waiting.pop(player.id)}:
            listener.send(Left(what))

    def _check_free(self, player: Player) -> None:
        if player.id in self.hub.playing:
            raise IllegalAction("your last match is still running; resume it, and concede it if you must")

    # --- decks ---

    def _wish(
        self,
        player: Player,
        game: AnyGame,
        options: object,
        dealer: str,
        asked: JoinQueue | CreateLobby | JoinLobby | PlayBot,
    ) -> Wish:
        sealed = find_dealer(dealer).keyring is not None
        _check_bond(dealer, asked.bond, asked.deck, sealed=sealed)
        self._check_keys(asked, sealed=sealed)
        cards = () if sealed else self._deck(player, game, options, asked.deck)
        return Wish(
            player.id, player.name, cards, asked.commit, guest=player.guest, bond=asked.bond, key=asked.key
        )

    def _check_keys(
        self, asked: JoinQueue | CreateLobby | JoinLobby | PlayBot | Rematch, *, sealed: bool
    ) -> None:
        """A lasting key is a player's own: it shows so by signing its randomness, or what it is bound to."""
        key, bond = asked.key, asked.bond
        if key and sealed:
            raise InvalidAction("at this table your lasting key belongs into the bond: `id` and `vouch`")
        if key and not asked.commit:
            raise InvalidAction(
                "a key takes a `commit`: the randomness that you show is the first thing signed"
            )
        if bond is not None and (bond.id or bond.vouch):
            claim = bond_claim(bond.deck, bond.cards, bond.key, bond.box)
            if not signed(bond.id, claim, bond.vouch):
                raise InvalidAction(
                    "the bond's `vouch` is not the signature of its `id` under the rest of it"
                )
        if self.hub.public in ({key} if bond is None else {bond.id, bond.key}):
            raise InvalidAction("that is this server's own key")

    def _deck(self, player: Player, game: AnyGame, options: object, choice: DeckChoice) -> tuple[Face, ...]:
        ready = game.decks()
        if isinstance(choice, tuple):
            deck = choice
        elif not choice:
            deck = next(iter((game.ready(options) or ready).values()))
        elif choice in ready:
            deck = ready[choice]
        else:
            deck = msgspec.json.decode(self._decks.get(player.id, choice).cards, type=tuple[Face, ...])
        game.check_deck(deck, options)
        return deck


def _game(name: str) -> AnyGame:
    try:
        return find_game(name)
    except LookupError as error:
        raise IllegalAction(str(error)) from None


def _check_bond(dealer: str, bond: Bond | None, deck: DeckChoice, *, sealed: bool) -> None:
    """In a sealed match a player brings keys, and keeps the deck for itself."""
    if not sealed:
        if bond is not None:
            raise InvalidAction(f"the dealer {dealer} knows the cards: bring a deck, not a bond")
        return
    if bond is None or deck:
        raise InvalidAction(f"with the dealer {dealer} bring keys (`bond`), and keep your deck to yourself")
    if bond.cards > MOST_SEALED:
        raise IllegalAction(f"a sealed deck has at most {MOST_SEALED} cards")
    find_dealer(dealer).witness([bond], "")


def _check_dealer(name: str) -> None:
    try:
        find_dealer(name)
    except LookupError as error:
        raise IllegalAction(str(error)) from None


def _terms(message: CreateLobby | PlayBot) -> Terms:
    game, clock = _game(message.game), message.clock
    _check_dealer(message.dealer)
    if max(clock.turn, clock.reserve) > 7 * DAY or clock.lag > MOST_LAG:
        raise IllegalAction("a clock gives at most seven days, and forgives at most ten seconds of lag")
    private = isinstance(message, CreateLobby)
    return Terms(game.name, message.dealer, game.read_options(message.options), clock, private=private)


def _seat_of(live: Live, player: str) -> Seat:
    if player not in live.players:
        raise IllegalAction("you have no seat in that match; you may watch it")
    return live.players.index(player)
