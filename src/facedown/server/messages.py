"""What a client and the lobby say to each other; at a table it is `facedown.table.messages`."""

from typing import Annotated, TypeAlias

import msgspec

from facedown.kernel import Face
from facedown.table.entries import Clock
from facedown.table.messages import Bond, Message, Said, Told

PROTOCOL = 1
"""The version of the protocol that `hello` names."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
GameName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=100)]
MatchId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Hash = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$(?!\n)")]
Cards = Annotated[tuple[Face, ...], msgspec.Meta(max_length=500)]
DeckChoice: TypeAlias = Annotated[str, msgspec.Meta(max_length=60)] | Cards
"""The name of a ready deck, the id of a saved one, a list of cards; empty: the first ready deck."""


# --- from a client ---


class Hello(Message, frozen=True, tag="hello"):
    """The first message. Without a token the server makes you a guest and gives you one."""

    protocol: int = PROTOCOL
    token: Token = ""
    name: Name | None = None


class JoinQueue(Message, frozen=True, tag="join_queue"):
    """Find me an opponent who wants the same game, format and dealer. `commit`: the hash of the randomness
    that I shall contribute, if any."""

    game: GameName = "duel"
    deck: DeckChoice = ""
    commit: Hash = ""
    dealer: GameName = "house"
    bond: Bond | None = None
    """Your keys, instead of a deck, where the dealer is `mental`; so in the messages below."""
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    """Those of one of the game's formats, as /games tells them."""


class LeaveQueue(Message, frozen=True, tag="leave_queue"):
    """Do not look any more."""


class CreateLobby(Message, frozen=True, tag="create_lobby"):
    """Open a private place and get a code for friends."""

    game: GameName = "duel"
    dealer: GameName = "house"
    deck: DeckChoice = ""
    commit: Hash = ""
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    clock: Clock = Clock()
    seats: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    """How many players; 0: as few as the game allows."""
    bond: Bond | None = None


class JoinLobby(Message, frozen=True, tag="join_lobby"):
    """Sit down at a friend's place. The match begins when it is full."""

    code: Annotated[str, msgspec.Meta(max_length=12)]
    deck: DeckChoice = ""
    commit: Hash = ""
    bond: Bond | None = None


class LeaveLobby(Message, frozen=True, tag="leave_lobby"):
    """Go away from the lobby again."""


class PlayBot(Message, frozen=True, tag="play_bot"):
    """Play against the computer at once."""

    game: GameName = "duel"
    dealer: GameName = "house"
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "greedy"
    deck: DeckChoice = ""
    bot_deck: DeckChoice = ""
    commit: Hash = ""
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    clock: Clock = Clock(0, 0, 0)
    bond: Bond | None = None


class Resume(Message, frozen=True, tag="resume"):
    """Back to my seat: of this match, or of the one that is running."""

    match: MatchId | None = None


class Spectate(Message, frozen=True, tag="spectate"):
    """Watch a match. Hidden cards stay hidden."""

    match: MatchId


class LeaveMatch(Message, frozen=True, tag="leave_match"):
    """Stand up: stop watching, or walk out of a match without giving it up."""


class Pong(Message, frozen=True, tag="pong"):
    """Answer to `ping`, at once."""

    id: int


Called: TypeAlias = (
    Hello
    | JoinQueue
    | LeaveQueue
    | CreateLobby
    | JoinLobby
    | LeaveLobby
    | PlayBot
    | Resume
    | Spectate
    | LeaveMatch
    | Pong
)

FromClient: TypeAlias = Called | Said


# --- from the lobby ---


class Welcome(Message, frozen=True, tag="welcome"):
    """Who you are here. A guest gets a token once; keep it to come back to your seat."""

    protocol: int
    player: str
    name: str
    guest: bool
    token: str | None
    match: str | None
    """A match of yours that is running: `resume` it."""
    version: str


class Queued(Message, frozen=True, tag="queued"):
    """You are in the queue."""

    game: str


class LobbyOpened(Message, frozen=True, tag="lobby_opened"):
    """You are in a lobby; friends join with this code."""

    code: str
    players: tuple[str, ...]
    seats: int


class Left(Message, frozen=True, tag="left"):
    """You are out of the queue, the lobby or the match."""

    what: str


class Ping(Message, frozen=True, tag="ping"):
    """How far away are you? Answer with `pong`."""

    id: int


FromLobby: TypeAlias = Welcome | Queued | LobbyOpened | Left | Ping
FromServer: TypeAlias = FromLobby | Told
