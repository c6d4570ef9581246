"""What every game has to do, as tests that a game gets in one line.

    from facedown.testing import Conformance

    class TestMyGame(Conformance):
        game = MY_GAME

Each check plays random matches on a real table with the house dealer. A failure says which check, which
match (seed and options) and which entry. pytest collects the class; nothing here imports pytest.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from facedown.table import find_game
from facedown.table.table import AnyGame
from facedown.testing import record, rules, sight, speech, twins
from facedown.testing.walk import Broken, Walk


class Conformance:
    """Subclass this and set `game`. More `options` and more `matches` test more and take longer."""

    game: ClassVar[AnyGame]
    options: ClassVar[tuple[Any, ...]] = ()
    """Options to play with beside the defaults."""
    defaults: ClassVar[bool] = True
    """Whether to play with the defaults, too."""
    matches: ClassVar[int] = 5
    """Random matches for each check and each set of options."""

    def _each(self, check: Callable[[Walk], object]) -> None:
        for options in (*([self.game.options_type()] if self.defaults else []), *self.options):
            for seed in range(self.matches):
                walk = Walk(self.game, seed, options)
                try:
                    check(walk)
                except Exception as error:
                    why = str(error) if isinstance(error, Broken) else repr(error)
                    place = f"entry {len(walk.lines) - 1}: " if walk.lines else ""
                    match = f"{self.game.name}, seed {seed}, {options!r}"
                    raise AssertionError(f"{check.__name__}: {match}, {place}{why}") from error

    def test_is_found_by_its_name(self) -> None:
        """The table, the server and `facedown verify` find a game by the entry point `facedown.games`."""
        found = find_game(self.game.name)
        if type(found) is not type(self.game):
            raise AssertionError(f"the game called {self.game.name!r} is {found!r}, not {self.game!r}")

    def test_its_decks_are_legal(self) -> None:
        """There is a ready deck, and every ready deck may be played."""
        decks = self.game.decks()
        if not decks:
            raise AssertionError("there is no ready deck for a newcomer")
        for deck in decks.values():
            self.game.check_deck(deck, self.game.options_type())
        speech.describes_its_cards(self.game)

    def test_ends_for_good(self) -> None:
        self._each(rules.ends_for_good)

    def test_accepts_what_is_legal(self) -> None:
        self._each(rules.accepts_what_is_legal)

    def test_refuses_what_is_not(self) -> None:
        self._each(rules.refuses_what_is_not)

    def test_refuses_malformed(self) -> None:
        self._each(rules.refuses_malformed)

    def test_survives_canonical_bytes(self) -> None:
        self._each(record.survives_canonical_bytes)

    def test_replays_as_played(self) -> None:
        self._each(record.replays_as_played)

    def test_is_followed_alike(self) -> None:
        self._each(record.is_followed_alike)

    def test_is_deterministic(self) -> None:
        self._each(record.is_deterministic)

    def test_undoes_as_if_never_done(self) -> None:
        self._each(record.undoes_as_if_never_done)

    def test_keeps_every_card_once(self) -> None:
        self._each(sight.keeps_every_card_once)

    def test_opens_on_the_record(self) -> None:
        self._each(sight.opens_on_the_record)

    def test_shows_what_zones_allow(self) -> None:
        self._each(sight.shows_what_zones_allow)

    def test_writes_no_hidden_face(self) -> None:
        self._each(sight.writes_no_hidden_face)

    def test_looks_the_same(self) -> None:
        self._each(twins.looks_the_same)

    def test_puts_everything_into_words(self) -> None:
        self._each(speech.puts_everything_into_words)

    def test_names_every_action_apart(self) -> None:
        self._each(speech.names_every_action_apart)
