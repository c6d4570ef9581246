"""`facedown bench page` measures a real page in a real browser."""

import pytest

from facedown.client.bench import BENCHES, page, page_motion
from web.chromium import executable


@pytest.mark.browser
def test_one_visit_gives_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "VISITS", 1)
    monkeypatch.setattr(page, "STAY", 0)
    monkeypatch.setattr(page_motion, "MOVES", 1)
    monkeypatch.setattr(page_motion, "BRAWL", 1)
    monkeypatch.setenv("FACEDOWN_CHROMIUM", executable())
    figures = {figure.name: figure for figure in page.measure()}
    assert "page" in BENCHES
    for kind in ("cold", "warm"):
        table, mirror = figures[f"table visible, {kind}"], figures[f"mirror ready, {kind}"]
        assert 0.01 < table.value < 60
        assert 0.01 < mirror.value < 60
    weight = figures["page before the mirror, compressed"]
    assert weight.met
    assert weight.value > 20  # what is counted is what came over the wire, not what a cache had
    assert 3 < figures["mirror, compressed"].value < 6
    assert figures["a move is seen"].value >= 1
    assert 0 < figures["20 creatures fighting"].value < 120


def test_frames_are_counted_between_the_marks() -> None:
    mark = [{"name": "brawl begins", "ts": 1_000_000}, {"name": "brawl ends", "ts": 3_000_000}]
    drawn = [{"name": "DrawFrame", "ts": at * 250_000} for at in range(20)]
    dropped = [{"name": "DroppedFrame", "ts": 2_000_000}, {"name": "DroppedFrame", "ts": 9_000_000}]
    assert page_motion.frames_a_second([*mark, *drawn, *dropped, {"name": "thread_name"}]) == (4.5, 0.5)
