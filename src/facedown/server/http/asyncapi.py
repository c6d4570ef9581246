"""The AsyncAPI description of the WebSocket, made from the structs that are sent."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec

import facedown
from facedown.dealers.mental.complaints import Complaint
from facedown.dealers.mental.parts import AnyPart, Stripped
from facedown.games.duel import classic
from facedown.server.http.schemas import Fillings, Schema, components, draft_07, one_line
from facedown.server.messages import PROTOCOL, CreateLobby, FromClient, FromServer, JoinQueue, PlayBot
from facedown.table import find_game
from facedown.table.entries import Accused, Acted, Entry, Left, Opened, Parted
from facedown.table.messages import Accuse, Act, Concede, Part, Recorded, Snapshot, Standing, Update
from facedown.table.registry import games

_ABOUT = f"""The WebSocket of a Facedown server, at /ws: JSON objects in text frames, one message each.
A connection whose first message is `hello` speaks protocol {PROTOCOL}; any other speaks the classic protocol
of the duel. docs/protocol.md explains both, with examples."""


# --- the classic protocol's answers, which the server writes as plain objects ---


class _Classic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    pass


class HandCard(_Classic, frozen=True):
    """A card in a hand."""

    instance_id: str
    card_id: str
    """The card in /card-catalog; `hidden` for a card that you may not look at."""


class BoardCard(_Classic, frozen=True):
    """A creature on the board."""

    instance_id: str
    card_id: str
    current_health: int
    attacked_this_turn: bool
    """Whether it has to wait for its owner's next turn."""


class PlayerState(_Classic, frozen=True):
    """One player. The deck is left out: nobody may look at it."""

    hero_health: int
    hand: tuple[HandCard, ...]
    board: tuple[BoardCard, ...]


class GameState(_Classic, frozen=True):
    """The whole table as you may see it."""

    current_turn: Literal[0, 1]
    mana_remaining: int
    players: tuple[PlayerState, PlayerState]
    winner: Literal[0, 1] | None


class StateTold(_Classic, frozen=True, tag_field="type", tag="state"):
    """The answer to everything: the whole state, who you are, and what was wrong with your last intent."""

    state: GameState
    player_index: Literal[0, 1] | msgspec.UnsetType = msgspec.UNSET
    """Unset while you wait for an opponent."""
    error: str | msgspec.UnsetType = msgspec.UNSET


def asyncapi() -> Schema:
    """The description of both dialects, with the actions, events, states and options of every game here."""
    dialects: dict[str, tuple[Sequence[Any], Sequence[Any]]] = {
        "facedown": (get_args(FromClient), get_args(FromServer)),
        "classic": (get_args(classic.Intent), (StateTold,)),
    }
    told = [struct for pair in dialects.values() for side in pair for struct in side]
    types = [*_game_types(), *_picture_types()]
    _, named = components([*told, Entry, AnyPart, Complaint, *types], _fillings(told))
    names = {struct: _name_of(struct, named) for struct in told}
    document: Schema = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Facedown",
            "version": facedown.__version__,
            "description": one_line(_ABOUT),
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {},
        "operations": {},
        "components": {"messages": {}, "schemas": draft_07(named)},
    }
    for dialect, (heard, said) in dialects.items():
        _describe(document, dialect, "receive", heard, names)
        _describe(document, dialect, "send", said, names)
    return document


def _describe(
    document: Schema, dialect: str, action: str, structs: Sequence[Any], names: dict[Any, str]
) -> None:
    """One direction of a dialect. `receive` is what the server receives."""
    channel = document["channels"].setdefault(
        dialect, {"address": "/ws", "description": _DIALECTS[dialect], "messages": {}}
    )
    keys = []
    for struct in structs:
        tag = struct.__struct_config__.tag
        key = f"{dialect}.{tag}"
        keys.append(tag)
        channel["messages"][tag] = {"$ref": f"#/components/messages/{key}"}
        document["components"]["messages"][key] = {
            "name": tag,
            "summary": one_line(struct.__doc__),
            "payload": {"$ref": f"#/components/schemas/{names[struct]}"},
        }
    document["operations"][f"{dialect}.{action}"] = {
        "action": action,
        "channel": {"$ref": f"#/channels/{dialect}"},
        "summary": {"receive": "From a client.", "send": "From the server."}[action],
        "messages": [{"$ref": f"#/channels/{dialect}/messages/{key}"} for key in keys],
    }


_DIALECTS = {
    "facedown": f"Protocol {PROTOCOL}: begins with `hello`.",
    "classic": "The duel's first protocol: five intents in, the whole state out after each change.",
}


def _name_of(struct: type, named: Schema) -> str:
    return struct.__name__ if struct.__name__ in named else f"{struct.__module__}.{struct.__qualname__}"


def _game_types() -> list[Any]:
    found = [find_game(name) for name in games()]
    return [
        kind
        for game in found
        for kind in (game.action_type, game.event_type, game.state_type, game.options_type)
    ]


def _picture_types() -> list[Any]:
    return [game.picture_type for game in map(find_game, games()) if game.picture_type is not None]


def _fillings(told: Sequence[Any]) -> Fillings:
    """What stands where a message carries something of the game's, whichever game that is."""
    types = _game_types()
    # With all messages beside them: a struct that is called like another has a longer name in both places.
    pictures = _picture_types()
    schemas, _ = components([*types, *pictures, *told, Complaint, Stripped, AnyPart, Entry])
    action, event, state, options = ({"anyOf": schemas[kind : len(types) : 4]} for kind in range(4))
    return {
        (Act, "action"): action,
        (Act, "proof"): schemas[-3],
        (Acted, "proof"): schemas[-3],
        (Concede, "proof"): schemas[-3],
        (Left, "proof"): schemas[-3],
        (Accuse, "proof"): schemas[-4],
        (Accused, "proof"): schemas[-4],
        (Part, "part"): schemas[-2],
        (Parted, "part"): schemas[-2],
        (Acted, "action"): action,
        (Standing, "legal"): {"type": "array", "items": action},
        (Recorded, "events"): event,
        (Snapshot, "state"): state,
        (Snapshot, "picture"): {"anyOf": schemas[len(types) : len(types) + len(pictures)]},
        (Update, "state"): state,
        (Snapshot, "options"): options,
        (Opened, "options"): options,
        (CreateLobby, "options"): options,
        (JoinQueue, "options"): options,
        (PlayBot, "options"): options,
        (Recorded, "entry"): schemas[-1],
        (Snapshot, "opening"): schemas[-1],
    }
