"""`facedown bench page` measures a real page in a real browser."""

import pytest

from facedown.client.bench import BENCHES, page


def test_one_visit_gives_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "VISITS", 1)
    monkeypatch.setattr(page, "STAY", 0)
    figures = {figure.name: figure for figure in page.measure()}
    assert "page" in BENCHES
    for kind in ("cold", "warm"):
        table, mirror = figures[f"table visible, {kind}"], figures[f"mirror ready, {kind}"]
        assert 0.01 < table.value < mirror.value < 60
    weight = figures["page before the mirror, compressed"]
    assert weight.met
    assert weight.value > 20  # what is counted is what came over the wire, not what a cache had
    assert 3 < figures["mirror, compressed"].value < 6
