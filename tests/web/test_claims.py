"""What the page hashes and signs, and what it takes for the match it asked for: the same as in Python."""

import copy
import hashlib
import json
import subprocess
from typing import Any

import msgspec
import pytest

from facedown.crypto.signing import fingerprint
from facedown.kernel.canonical import digest
from facedown.table import nonce_commitment
from facedown.table.entries import Contributed, Left, bond_claim, claim, consent, ending_claim, head_of
from table.rooms import Party
from web.hatch import hatch_build
from web.site import HERE, NODE_MODULES

KEY = "ab" * 32
ODD = 'Zoë 🂡 "\\\u202e\u2028'
"""A match that nobody would call so."""


def asked(*questions: tuple[str, str, list[Any]]) -> list[Any]:
    """What functions of web/src/session answer."""
    node = hatch_build.find_node()
    assert node is not None, "run `make setup`: it brings Node.js"
    command = [node.program, str(HERE / "claims.mjs"), str(NODE_MODULES.parent)]
    run = subprocess.run(command, input=json.dumps(questions).encode(), capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()[-2000:]
    found: list[Any] = json.loads(run.stdout)
    return found


def test_hashes_of_every_length_around_a_block() -> None:
    texts = ["x" * size for size in (0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 5000)] + [ODD]
    found = asked(*(("digest", "sha256", [text]) for text in texts))
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_parts_do_not_run_into_each_other() -> None:
    lists = [[], [""], ["", ""], ["a", "b"], ["ab"], [ODD, ""]]
    found = asked(*(("digest", "digest", parts) for parts in lists))
    assert found == [digest(*map(str.encode, parts)).hex() for parts in lists]
    assert len(set(found)) == len(lists)


def test_a_key_looks_the_same_and_so_does_what_binds_to_a_number() -> None:
    found = asked(("digest", "fingerprint", [KEY]), ("nonce", "commitTo", ["cd" * 32]))
    assert found == [fingerprint(KEY), nonce_commitment("cd" * 32)]


@pytest.mark.parametrize("match", ["m", ODD])
@pytest.mark.parametrize("seat", [0, 3])
def test_what_is_signed_is_the_same_word_for_word(match: str, seat: int) -> None:
    place = {"match": match, "at": 17, "prev": "ee" * 32, "seat": seat}
    bond = {"deck": "11" * 32, "cards": 30, "key": KEY, "box": "22" * 32}
    found = asked(
        ("claims", "contributed", [match, "ee" * 32, seat, "cd" * 32]),
        ("claims", "conceded", [place]),
        ("claims", "consent", [place, "draw"]),
        ("claims", "consent", [place, "undo"]),
        ("claims", "ending", [match, "ee" * 32, seat]),
        ("claims", "bonded", [bond]),
    )
    expected = [
        claim(match, 0, "ee" * 32, Contributed(seat, "cd" * 32)),
        claim(match, 17, "ee" * 32, Left(seat, "conceded")),
        consent(match, 17, "ee" * 32, seat, "draw"),
        consent(match, 17, "ee" * 32, seat, "undo"),
        ending_claim(match, "ee" * 32, seat),
        bond_claim("11" * 32, 30, KEY, "22" * 32),
    ]
    assert found == [words.hex() for words in expected]


def _snapshot() -> str:
    """What seat 0 is told first, by a server that calls it something difficult to read."""
    told = Party(nonces=(nonce_commitment("aa" * 16), "")).told[0][0]
    name = json.dumps('Zoë \\ "}{" ],:', ensure_ascii=False)
    return msgspec.json.encode(told).decode().replace('"ada"', name)


def test_the_opening_is_hashed_as_it_came() -> None:
    text = _snapshot()
    line = bytes(msgspec.json.decode(text, type=dict[str, msgspec.Raw])["opening"])
    # Two members of one name: what is checked is what is hashed.
    forged = text.replace('"opening":', '"opening":{"at":0,"prev":"","body":{"type":"opened"}},"opening":', 1)
    first, twice, none = asked(
        ("opening", "firstOf", [text]), ("opening", "firstOf", [forged]), ("opening", "firstOf", ["{}"])
    )
    assert first == {"opening": json.loads(line)["body"], "hash": head_of(line)}
    assert twice["opening"] == {"type": "opened"}
    assert twice["hash"] == hashlib.sha256(b'{"at":0,"prev":"","body":{"type":"opened"}}').hexdigest()
    assert none is None


def _changed(told: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
    """The snapshot with something else in its opening, and around it where it stands there too."""
    told = copy.deepcopy(told)
    opening = told["opening"]["body"]
    at: Any = opening
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    told |= {name: opening[name] for name in ("game", "dealer", "options", "clock")}
    told["names"] = [chair["name"] for chair in opening["chairs"]]
    return told


def test_every_way_in_which_an_opening_can_be_another_is_found() -> None:
    told = json.loads(_snapshot())
    opening, seat = told["opening"]["body"], told["seat"]
    chair = opening["chairs"][seat]
    chair["key"], opening["server"] = KEY, "cc" * 32
    wanted = {name: opening[name] for name in ("game", "dealer", "options", "clock")}
    wanted |= {"name": chair["name"], "key": KEY, "commit": chair["nonce"], "bond": "", "server": "cc" * 32}
    mine: tuple[str | int, ...] = ("chairs", seat)
    others = {
        "is about another match": _changed(told, "match", to="n"),
        "is about another game": _changed(told, "game", to="magic"),
        "has another dealer": _changed(told, "dealer", to="mental"),
        "has other options": _changed(told, "options", "mana", to=9),
        "has another clock": _changed(told, "clock", "turn", to=1),
        "has another name on your chair": _changed(told, *mine, "name", to="Bram"),
        "leaves out the randomness that you promised": _changed(told, *mine, "nonce", to=""),
        "has another key on your chair": _changed(told, *mine, "key", to="ac" * 32),
        "has another key of the server than the one it gave you": _changed(told, "server", to="ac" * 32),
        "is not what the server shows of it": told | {"names": ["x", "y"]},
    }
    sealed = wanted | {"bond": "bd" * 32}
    bound = _changed(told, *mine, "key", to="bd" * 32)
    vouched = _changed(bound, *mine, "id", to=KEY)
    found = asked(
        ("opening", "otherThan", [wanted, opening, told]),
        *(("opening", "otherThan", [wanted, one["opening"]["body"], one]) for one in others.values()),
        ("opening", "otherThan", [sealed, vouched["opening"]["body"], vouched]),
        ("opening", "otherThan", [sealed, bound["opening"]["body"], bound]),
    )
    assert found == ["", *others, "", "has another lasting key on your chair"]


def test_one_agreement_for_one_place() -> None:
    places = [
        ("m", "aa", "draw"),
        ("m", "aa", "undo"),
        ("m", "aa", "draw"),
        ("m", "bb", "undo"),
        ("n", "bb", "draw"),
    ]
    found = asked(*(("agreed", "promise", list(place)) for place in places))
    assert found == ["draw", "draw", "draw", "undo", "draw"]


def test_a_match_is_compared_with_the_wish_that_it_comes_from() -> None:
    wishes = [{"asked": {"commit": f"c{count}"}, "nonce": f"n{count}", "signed": ""} for count in range(10)]
    signed = wishes[8] | {"signed": "aa"}
    first, *found = asked(
        ("wish", "wished", ["c0"]),
        *(("wish", "remember", [wish]) for wish in wishes),
        ("wish", "wished", ["c8"]),
        ("wish", "wished", ["c9"]),
        ("wish", "wished", [""]),  # none of ours: it is held against the last
        ("wish", "wished", ["c0"]),  # long forgotten
        ("wish", "remember", [signed]),
        ("wish", "wished", ["c8"]),
    )
    assert first is None
    assert found[len(wishes) :] == [wishes[8], wishes[9], wishes[9], wishes[9], None, signed]
