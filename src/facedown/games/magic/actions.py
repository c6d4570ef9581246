"""What players do, in the imperative. Free-form commands are in `freeform`."""

from typing import Literal, TypeAlias

import msgspec

from facedown.games.magic.freeform import Command
from facedown.kernel import Ref


class Action(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The root of all actions."""


class Pass(Action, frozen=True, gc=False, tag="pass", forbid_unknown_fields=True):
    """Pass priority; or go on passing until something comes about."""

    until: str = ""
    """`stack`: until the stack is empty; `end of turn`; `my turn`."""


class Cast(Action, frozen=True, gc=False, tag="cast", forbid_unknown_fields=True):
    """Cast a card; `way` is empty, or another way than its printed cost."""

    card: Ref
    way: Literal["", "face down", "flashback", "command", "evoke"] = ""


class Activate(Action, frozen=True, gc=False, tag="activate", forbid_unknown_fields=True):
    """Activate an ability of an object, by its place among the object's abilities."""

    card: Ref
    ability: int


class PlayLand(Action, frozen=True, gc=False, tag="land", forbid_unknown_fields=True):
    """Play a land."""

    card: Ref


class TurnUp(Action, frozen=True, gc=False, tag="turn_up", forbid_unknown_fields=True):
    """Turn a face-down permanent face up."""

    card: Ref


class Choose(Action, frozen=True, gc=False, tag="choose", forbid_unknown_fields=True):
    """Take one of the options that one is asked to choose from, by its place."""

    option: int


class Done(Action, frozen=True, gc=False, tag="done", forbid_unknown_fields=True):
    """Choose no more."""


class Stops(Action, frozen=True, gc=False, tag="stops", forbid_unknown_fields=True):
    """Say where to be asked: `mine upkeep`, `theirs end`; `manual mana` to tap for mana by hand."""

    stops: tuple[str, ...]


AnyAction: TypeAlias = Pass | Cast | Activate | PlayLand | TurnUp | Choose | Done | Stops | Command
