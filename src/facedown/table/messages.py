"""What people at a table and the room say to each other. docs/protocol.md is the description for clients."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from facedown.kernel import Face, Outcome, Ref, Seat
from facedown.table.entries import Accusation, Clock

Nonce = Annotated[str, msgspec.Meta(max_length=128)]
# A `$` of Python's lets a line break pass; one of a browser's does not.
Signature = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{128})?$(?!\n)")]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Key = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Hash = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")]
FacePairs: TypeAlias = tuple[tuple[Ref, Face], ...]


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Every message is a JSON object with its `type`; a field nobody knows is refused."""


class Bond(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What binds you to a sealed match, instead of a deck: nobody else has to know that."""

    deck: Key
    """The root of your hidden list."""
    cards: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    """How many cards it has."""
    key: Key
    """The public key that you sign this match with."""
    box: Key
    """The public key that letters to you are sealed with."""
    id: Hash = ""
    """Your lasting key, by which others know you from match to match, if you have one."""
    vouch: Signature = ""
    """Its signature under all of the above."""


# --- from a seat ---


class Act(Message, frozen=True, tag="act"):
    """An action, meant for place `at` of the log: sent late, early or twice, it is refused."""

    at: int
    action: msgspec.Raw
    wish: Annotated[tuple[Ref, ...], msgspec.Meta(max_length=1000)] = ()
    """A hidden choice that the action leads to: the cards you want first, best first. Nobody else is told."""
    proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """What the cards are that the action turns up, where the dealer does not know them."""
    sign: Signature = ""
    """Your signature under the entry, if you gave a key when joining."""


class Contribute(Message, frozen=True, tag="contribute"):
    """The randomness whose hash was given when joining."""

    nonce: Nonce
    sign: Signature = ""


class Part(Message, frozen=True, tag="part"):
    """Your part in what the dealer cannot do alone, for the job of this number."""

    job: int
    part: msgspec.Raw
    sign: Signature = ""


class Concede(Message, frozen=True, tag="concede"):
    """Give up. `sign`: for the place where the match stands. `proof`: what you leave behind at a sealed table
    where others play on, so that they can."""

    sign: Signature = ""
    proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Accuse(Message, frozen=True, tag="accuse"):
    """At a sealed table: another player is gone, which all others have to say; or has cheated (`proof`)."""

    whom: Seat
    why: Accusation
    proof: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    sign: Signature = ""


class Offer(Message, frozen=True, tag="offer"):
    """Ask the others for a draw, or to take back one's last action."""

    what: Literal["draw", "undo"]
    at: int | None = None
    """The place of the log that you have seen: sent too late, it is refused."""
    sign: Signature = ""
    """Your signature under the agreement, if you gave a key when joining."""


class Reply(Message, frozen=True, tag="reply"):
    """Accept or decline what is on offer."""

    what: Literal["draw", "undo"]
    accept: bool
    at: int | None = None
    sign: Signature = ""
    """If you accept: as for an offer."""


class Claim(Message, frozen=True, tag="claim"):
    """Claim the win because the opponent has left and not come back."""


class Chat(Message, frozen=True, tag="chat"):
    """Say something to the table."""

    text: Text


class Mute(Message, frozen=True, tag="mute"):
    """Hear no chat any more, or hear it again."""

    muted: bool


class Rematch(Message, frozen=True, tag="rematch"):
    """Play again with the seats turned round. `commit`: the hash of fresh randomness, if any; `bond`: fresh
    keys, if the match is sealed."""

    commit: Hash = ""
    bond: Bond | None = None
    key: Hash = ""
    """The key that you sign with where the house deals, if any."""


class Sync(Message, frozen=True, tag="sync"):
    """Send the whole picture again."""


Said: TypeAlias = (
    Act | Contribute | Part | Concede | Accuse | Offer | Reply | Claim | Chat | Mute | Rematch | Sync
)


# --- from the room ---


class TimeLeft(msgspec.Struct, frozen=True, gc=False):
    """Milliseconds left of this turn and of the reserve."""

    turn: int
    reserve: int


class Standing(msgspec.Struct, frozen=True):
    """How the match stands for the one who is told."""

    at: int
    """The place of the next entry: what the next action has to name."""
    head: str
    """The hash of the last entry. Keep it: it proves which log was played."""
    active: tuple[Seat, ...]
    left: list[TimeLeft]
    legal: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """Everything you may do now, if it is your move."""
    undoable: bool = False
    """Whether your last action may be taken back, if the others agree."""
    outcome: Outcome | None = None
    due: tuple[Seat, ...] | msgspec.UnsetType = msgspec.UNSET
    """Seats that owe a part, where the dealer cannot deal alone."""


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The whole picture: after joining, coming back, or asking for it."""

    match: str
    game: str
    dealer: str
    seat: Seat
    """Yours, or -1 for a spectator."""
    names: tuple[str, ...]
    options: msgspec.Raw
    clock: Clock
    opening: msgspec.Raw
    """The first entry, with the dealer's commitment."""
    state: msgspec.Raw
    faces: FacePairs
    """Hidden cards that you may look at."""
    present: tuple[bool, ...]
    claim_in: tuple[int | None, ...]
    """For each seat that is away: milliseconds until the win may be claimed from it."""
    awaited: tuple[Seat, ...]
    """Seats that have still to contribute the randomness they committed to."""
    offer: tuple[str, Seat] | None
    standing: Standing
    picture: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The state as a page draws it, where that is something else (`Game.picture`)."""


class Recorded(msgspec.Struct, frozen=True):
    """An entry as it stands in the log, and the events it caused."""

    entry: msgspec.Raw
    events: list[Any]


class Update(Message, frozen=True, tag="update"):
    """What has just happened, in order. `state` is sent only where the table was set back."""

    match: str
    steps: list[Recorded]
    faces: FacePairs
    """Hidden cards that you have just become entitled to see."""
    standing: Standing
    state: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Offered(Message, frozen=True, tag="offered"):
    """Somebody offers a draw or asks for an undo; `seat` None: it is off the table."""

    what: Literal["draw", "undo"]
    seat: Seat | None


class Presence(Message, frozen=True, tag="presence"):
    """A player came or went. `claim_in`: milliseconds until the win may be claimed."""

    seat: Seat
    present: bool
    claim_in: int | None = None


class Overdue(Message, frozen=True, tag="overdue"):
    """At a sealed table: this seat owes something and does not give it. If you see it so too, `accuse` it."""

    seat: Seat
    why: Accusation


class Chatted(Message, frozen=True, tag="chatted"):
    """Somebody said something."""

    seat: Seat
    text: str


class Rejected(Message, frozen=True, tag="rejected"):
    """What you sent changed nothing, and why. `code` is stable, `message` is for people."""

    code: str
    message: str
    at: int | None = None
    """Where the match stands, if it is about a match."""
    refuses: str | None = None
    """The `type` of the message that was refused; None: of none in particular."""


class RematchWanted(Message, frozen=True, tag="rematch_wanted"):
    """These seats want to play again."""

    seats: tuple[Seat, ...]


Told: TypeAlias = Snapshot | Update | Offered | Presence | Overdue | Chatted | Rejected | RematchWanted
