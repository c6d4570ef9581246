"""What is to be played, from the words of a command line."""

from collections.abc import Iterable, Sequence
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec

from facedown.client.trouble import Trouble
from facedown.dealers import Dealer
from facedown.kernel import Options, Refused, encode
from facedown.table import find_dealer, find_game
from facedown.table.table import AnyGame


def game_called(name: str) -> AnyGame:
    """The game of this name."""
    try:
        return find_game(name)
    except LookupError as error:
        raise Trouble(str(error)) from None


def dealer_called(name: str) -> type[Dealer]:
    """The dealer of this name."""
    try:
        return find_dealer(name)
    except LookupError as error:
        raise Trouble(str(error)) from None


def options_of(game: AnyGame, settings: Sequence[str]) -> Options:
    """Options from `key=value` settings, each value as JSON or, failing that, as a word."""
    given = {}
    known = game.options_type.__struct_fields__
    for setting in settings:
        key, sign, value = setting.partition("=")
        if not sign or key not in known:
            raise Trouble(
                f"{setting!r} is no option of {game.name}; give KEY=VALUE, with KEY from: {', '.join(known)}"
            )
        try:
            given[key] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            given[key] = value
    try:
        return game.read_options(encode(given))
    except Refused as refused:
        raise Trouble(f"{refused}{_choices(game, given)}") from None


def _choices(game: AnyGame, given: Iterable[str]) -> str:
    """What may be said for those of the options that are chosen from a few words."""
    kinds = get_type_hints(game.options_type)
    words = {key: get_args(kinds[key]) for key in given if get_origin(kinds[key]) is Literal}
    return "".join(f"; {key} is one of: {', '.join(map(str, some))}" for key, some in words.items())
