"""The keys that we have met: the first is believed, every change is shown."""

from pathlib import Path

import msgspec
import pytest

from facedown.client.announcer import Announcer
from facedown.client.known import MOST, Known
from facedown.client.news import KeyChanged
from facedown.client.trouble import Trouble
from facedown.crypto.signing import fingerprint

HERE, THERE = "http://here", "http://there"
ONE, TWO = "11" * 32, "22" * 32


@pytest.mark.parametrize("lasting", [True, False])
def test_a_change_is_shown_once(tmp_path: Path, lasting: bool) -> None:
    known = Known(tmp_path / "known.json" if lasting else None)
    assert known.meet(HERE, "ada", ONE) is None
    assert known.meet(HERE, "ada", ONE) is None
    assert known.meet(THERE, "ada", TWO) is None  # somebody else, on another server
    assert known.meet(HERE, "", TWO) is None  # and the server is no player
    before = known.meet(HERE, "ada", TWO)
    assert before is not None
    assert before.key == ONE
    assert known.meet(HERE, "ada", TWO) is None


def test_whoever_has_no_key_any_more_is_shown_and_who_never_had_one_is_not() -> None:
    known = Known(None)
    assert known.meet(HERE, "ada", "") is None
    assert known.meet(HERE, "ada", ONE) is None
    before = known.meet(HERE, "ada", "")
    assert before is not None
    assert before.key == ONE


def test_it_outlives_the_process_and_is_for_us_alone(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    Known(path).meet(HERE, "ada", ONE)
    assert path.stat().st_mode & 0o777 == 0o600
    again = Known(path)
    assert again.about(ONE).startswith("known since 20")
    assert again.about(ONE).endswith(": ada on http://here")
    assert again.about(TWO) == "never met"


def test_who_was_not_met_for_longest_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_bytes(
        msgspec.json.encode(
            [{"address": HERE, "name": f"n{at}", "key": ONE, "since": at} for at in range(MOST)]
        )
    )
    known = Known(path)
    known.meet(HERE, "n0", ONE)
    known.meet(HERE, "new", TWO)
    names = [met["name"] for met in msgspec.json.decode(path.read_bytes())]
    assert len(names) == MOST
    assert (names[0], names[-2:]) == ("n2", ["n0", "new"])


def test_a_broken_file_is_not_silently_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_text("{nonsense")
    with pytest.raises(Trouble, match="move that file away"):
        Known(path).meet(HERE, "ada", ONE)


@pytest.mark.parametrize("who", ["ada", ""])
def test_a_change_is_one_plain_line(who: str) -> None:
    ((_, line),) = Announcer().hear(KeyChanged(who, ONE, 0, TWO), 0)
    assert line.startswith(who or "The server")
    assert fingerprint(ONE) in line
    assert fingerprint(TWO) in line
