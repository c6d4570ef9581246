"""Whole matches on `mental`: every operation, two to four players, and an audit without any secret."""

import random

import pytest

from dealers.mental.party import Party
from facedown.games.duel import DUEL
from facedown.table import verify
from facedown.testing.workshop import WorkshopOptions


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_random_matches_are_played_to_the_end_and_verify(seats: int, seed: int) -> None:
    party = Party(seats, options=WorkshopOptions(turns=30))
    report = verify(party.play(random.Random(f"{seats} {seed}")))
    assert report.finished
    assert report.outcome == party.table.outcome
    assert "nobody held the cards" in " ".join(report.checks)


def test_a_duel() -> None:
    party = Party(game=DUEL)
    report = verify(party.play(random.Random(5)))
    # All is proved and signed; nobody has put a name under the end.
    assert (report.finished, report.verdict) == (True, "unattested")
