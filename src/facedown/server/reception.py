"""Where a connection is helped to a match: names, decks, the queue, lobbies, bots, watching, coming back."""

import asyncio
import secrets
from collections.abc import Callable

import msgspec

import facedown
from facedown.bots.registry import find_bot
from facedown.kernel import Face, IllegalAction, InvalidAction, Seat
from facedown.server.connection import Connection
from facedown.server.hub import BOT_PREFIX, Hub, Live
from facedown.server.limits import Settings
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
from facedown.store import Accounts, Decks, Player, Tokens
from facedown.table import Clock, find_dealer, find_game
from facedown.table.table import AnyGame

DAY = 24 * 3_600_000


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
        wall: Callable[[], int],
    ) -> None:
        self.hub = hub
        self.queue = Queue()
        self.lobbies = Lobbies(secrets.choice)
        self._accounts, self._tokens, self._decks = accounts, tokens, decks
        self._settings = settings
        self._wall = wall
        self._lines: dict[str, Connection] = {}
        """The line that each player talked on last."""

    async def hear(self, line: Connection, message: Called) -> None:
        """Do what somebody asks for, or raise `Refused`."""
        if isinstance(message, Hello):
            await self._hello(line, message)
            return
        player = line.player
        if player is None:
            player = await self._new_guest(line, None)
        match message:
            case JoinQueue():
                self._join_queue(line, player, message)
            case LeaveQueue():
                self._leave(self.queue.leave(player.id), line, "queue")
            case CreateLobby():
                self._create_lobby(line, player, message)
            case JoinLobby():
                self._join_lobby(player, message)
            case LeaveLobby():
                self._leave(self._leave_lobby(player.id), line, "lobby")
            case PlayBot():
                self._play_bot(line, player, message)
            case Resume(match=match):
                self._resume(line, player, match)
            case Spectate(match=match):
                line.stand_up()
                self.hub.watch(self.hub.find(match), line)
            case LeaveMatch():
                self._leave(line.stand_up(), line, "match")
            case Pong(id=id_):
                line.pong(id_)

    def gone(self, line: Connection) -> None:
        """A line is closed: nobody waits on it any more."""
        if line.player is not None and self._lines.get(line.player.id) is line:
            del self._lines[line.player.id]
            self.queue.leave(line.player.id)
            self._leave_lobby(line.player.id)

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
        now = self._wall()
        chosen = name or f"guest-{secrets.token_hex(3)}"
        player = await asyncio.wrap_future(self._accounts.guest(chosen, now))
        expires = now + self._settings.guest_days * DAY
        token = await asyncio.wrap_future(self._tokens.issue(player.id, expires))
        self._welcome(line, player, token)
        return player

    def _welcome(self, line: Connection, player: Player, token: str | None) -> None:
        line.player = player
        self._lines[player.id] = line
        running = self.hub.playing.get(player.id)
        line.send(
            Welcome(PROTOCOL, player.id, player.name, player.guest, token, running, facedown.__version__)
        )

    # --- finding a match ---

    def _join_queue(self, line: Connection, player: Player, message: JoinQueue) -> None:
        self._check_free(player)
        game = _game(message.game)
        wish = self._wish(player, game, game.options_type(), message.deck, message.commit)
        terms = Terms(game.name, "house", game.options_type(), Clock(), rated=True)
        self._leave_lobby(player.id)
        wishes = self.queue.join(game.name, wish, game.seats[0])
        if wishes:
            self._begin(terms, wishes)
        else:
            line.send(Queued(game.name))

    def _create_lobby(self, line: Connection, player: Player, message: CreateLobby) -> None:
        self._check_free(player)
        terms = _terms(message.game, message.dealer, message)
        game = _game(message.game)
        wish = self._wish(player, game, terms.options, message.deck, message.commit)
        seats = message.seats or game.seats[0]
        if not game.seats[0] <= seats <= game.seats[1]:
            raise IllegalAction(f"{game.name} is for {game.seats[0]} to {game.seats[1]} players")
        self.queue.leave(player.id)
        _announce(self.lobbies.create(terms, seats, wish), [line])

    def _join_lobby(self, player: Player, message: JoinLobby) -> None:
        self._check_free(player)
        lobby = self.lobbies.find(message.code)
        game = _game(lobby.terms.game)
        wish = self._wish(player, game, lobby.terms.options, message.deck, message.commit)
        self.queue.leave(player.id)
        wishes = self.lobbies.join(lobby, wish)
        if wishes:
            self._begin(lobby.terms, wishes)
        else:
            _announce(lobby, self._lines_of(lobby))

    def _leave_lobby(self, player: str) -> bool:
        lobby = self.lobbies.leave(player)
        if lobby is not None:
            _announce(lobby, self._lines_of(lobby))
        return lobby is not None

    def _play_bot(self, line: Connection, player: Player, message: PlayBot) -> None:
        self._check_free(player)
        game, terms = _game(message.game), _terms(message.game, message.dealer, message)
        try:
            find_bot(message.bot)
        except LookupError as error:
            raise IllegalAction(str(error)) from None
        mine = self._wish(player, game, terms.options, message.deck, message.commit)
        bot_deck = self._deck(player, game, terms.options, message.bot_deck)
        bots = [
            Wish(None, BOT_PREFIX + message.bot, bot_deck, bot=message.bot) for _ in range(game.seats[0] - 1)
        ]
        self.queue.leave(player.id)
        self._leave_lobby(player.id)
        self.hub.join(self.hub.open(terms, [mine, *bots]), 0, line)

    def _begin(self, terms: Terms, wishes: list[Wish]) -> None:
        live = self.hub.open(terms, wishes)
        for seat, wish in enumerate(wishes):
            line = self._lines.get(wish.player or "")
            if line is not None:
                line.stand_up()
                self.hub.join(live, seat, line)

    def _resume(self, line: Connection, player: Player, match: str | None) -> None:
        match = match or self.hub.playing.get(player.id)
        if match is None:
            raise IllegalAction("you have no match that is running")
        live = self.hub.find(match)
        seat = _seat_of(live, player.id)
        if line.sits_at(live, seat):
            self.hub.join(live, seat, line)
            return
        line.stand_up()
        self.hub.join(live, seat, line)

    def _check_free(self, player: Player) -> None:
        if player.id in self.hub.playing:
            raise IllegalAction("your last match is still running; resume it, and concede it if you must")

    # --- decks ---

    def _wish(self, player: Player, game: AnyGame, options: object, deck: DeckChoice, commit: str) -> Wish:
        return Wish(player.id, player.name, self._deck(player, game, options, deck), commit)

    def _deck(self, player: Player, game: AnyGame, options: object, choice: DeckChoice) -> tuple[Face, ...]:
        ready = game.decks()
        if isinstance(choice, tuple):
            deck = choice
        elif not choice:
            deck = next(iter(ready.values()))
        elif choice in ready:
            deck = ready[choice]
        else:
            deck = msgspec.json.decode(self._decks.get(player.id, choice).cards, type=tuple[Face, ...])
        game.check_deck(deck, options)
        return deck

    def _leave(self, left: bool, line: Connection, what: str) -> None:
        if not left:
            raise IllegalAction(f"you are in no {what}")
        line.send(Left(what))

    def _lines_of(self, lobby: Lobby) -> list[Connection]:
        return [self._lines[player] for player in lobby.wishes if player in self._lines]


def _announce(lobby: Lobby, lines: list[Connection]) -> None:
    names = tuple(wish.name for wish in lobby.wishes.values())
    for line in lines:
        line.send(LobbyOpened(lobby.code, names, lobby.seats))


def _game(name: str) -> AnyGame:
    try:
        return find_game(name)
    except LookupError as error:
        raise IllegalAction(str(error)) from None


def _terms(game: str, dealer: str, message: CreateLobby | PlayBot) -> Terms:
    try:
        find_dealer(dealer)
    except LookupError as error:
        raise IllegalAction(str(error)) from None
    clock = message.clock
    if min(clock.turn, clock.reserve, clock.lag) < 0 or max(clock.turn, clock.reserve) > 7 * DAY:
        raise IllegalAction("a clock is between nothing and seven days")
    return Terms(game, dealer, _game(game).read_options(message.options), clock)


def _seat_of(live: Live, player: str) -> Seat:
    if player not in live.players:
        raise IllegalAction("you have no seat in that match; you may watch it")
    return live.players.index(player)
