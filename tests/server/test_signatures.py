"""Players with keys on a real server: what they sign is checked, kept, and makes the log somebody's word."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from facedown.crypto.signing import SessionKey
from facedown.dealers.mental import Keyring
from facedown.games.duel import DECKS
from facedown.kernel import ProofRejected
from facedown.server.limits import Settings
from facedown.table import log_file, verify
from facedown.table.entries import Agreed, Left, Opened, read_entry
from facedown.table.hand import bond_of
from facedown.table.verify import open_log
from server.http_server import PATIENT, HttpServer
from server.modern import Player
from server.signing import NONCE, Signer, meet
from table.altered import Alteration, bare, chained

QUICK = msgspec.structs.replace(PATIENT, signatures_per_address=10_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("signatures"), QUICK) as server:
        yield server


@pytest.fixture
def pair(server: HttpServer) -> Iterator[tuple[Signer, Signer]]:
    with server.player(name="ada") as ada, server.player(name="bob") as bo:
        yield Signer(ada), Signer(bo)


def over(*signers: Signer) -> None:
    for signer in signers:
        while not signer.line.over():
            signer.line.hear("update")


def test_a_match_that_both_sign_is_fair(server: HttpServer, pair: tuple[Signer, Signer]) -> None:
    ada, bo = pair
    match = meet(ada, bo)
    path = f"/matches/{match}"
    for _ in pair:  # each has done something without signing it
        (seat,) = ada.line.standing["active"]
        pair[seat].line.say("act", at=ada.line.standing["at"], action={"type": "end_turn"})
        for signer in pair:
            signer.line.hear("update")
    early = server.ask("POST", f"{path}/signatures", ada.end())
    assert (early.status, early.json["code"]) == (409, "illegal")
    bo.concede()
    over(ada, bo)

    before = server.get(f"{path}/log")
    assert before.headers["cache-control"] == "no-cache"
    report = verify(before.body)
    assert (report.verdict, report.attestation.signed) == ("unattested", (-1,))
    assert report.attestation.doubts == ("ada has signed the opening, not the end",)
    assert server.get(f"{path}/verify").json["verdict"] == "unattested"

    first = server.ask("POST", f"{path}/signatures", ada.end())
    assert first.status == 200
    assert [seat for seat, _ in first.json["signs"]] == [-1, 0]
    second = server.ask("POST", f"{path}/signatures", bo.end())
    assert second.json["head"] == bo.line.standing["head"]
    assert server.ask("POST", f"{path}/signatures", bo.end()).json == second.json  # once more is the same

    after = server.get(f"{path}/log")
    assert after.headers["etag"] != before.headers["etag"]
    assert server.get(f"{path}/log", if_none_match=before.headers["etag"]).status == 200
    assert server.get(f"{path}/log", if_none_match=after.headers["etag"]).status == 304
    lines, seal = open_log(after.body)
    assert json.loads(msgspec.json.encode(seal)) == second.json
    assert lines == open_log(before.body)[0]
    known = {"ada": ada.public, "bob": bo.public}
    report = verify(after.body, players=known, server=server.get("/version").json["server"])
    assert (report.verdict, report.attestation.signed) == ("fair", (-1, 0, 1))
    assert server.get(f"{path}/verify").json["verdict"] == "fair"


FORGED: dict[str, Callable[[Any], Any]] = {
    "a name": lambda body: {**body, "chairs": [{**body["chairs"][0], "name": "eve"}, *body["chairs"][1:]]},
    "the options": lambda body: {**body, "options": {**body["options"], "hero_health": 31}},
    "the clock": lambda body: {**body, "clock": {**body["clock"], "turn": 1}},
    "the start": lambda body: {**body, "started": body["started"] + 1},
    "the server": lambda body: {**body, "server": Signer(None).public},  # type: ignore[arg-type]
}


def test_a_log_from_the_server_that_was_rewritten(server: HttpServer, pair: tuple[Signer, Signer]) -> None:
    """Names, options, clock and start changed, and every hash in order: refused, or nobody's word."""
    ada, bo = pair
    match = meet(ada, bo)
    bo.concede()
    over(ada, bo)
    for signer in (ada, bo):
        server.ask("POST", f"/matches/{match}/signatures", signer.end())
    log = server.get(f"/matches/{match}/log").body
    assert verify(log).verdict == "fair"
    lines, seal = open_log(log)
    entries = [json.loads(line) for line in lines]
    for what, forge in FORGED.items():
        for base, expected in ((entries, "unfair"), (bare(entries), "unattested")):
            opening = {**base[0], "body": forge(base[0]["body"])}
            forged = chained(base, Alteration(what, 0, opening))
            assert _verdict(log_file(forged)) == expected, what
            assert _verdict(log_file(forged, dict(seal.signs))) == "unfair", what


def _verdict(log: bytes) -> str:
    try:
        return verify(log).verdict
    except ProofRejected:
        return "unfair"


def test_signatures_survive_a_kill_and_come_after_it(server: HttpServer, pair: tuple[Signer, Signer]) -> None:
    ada, bo = pair
    match = meet(ada, bo)
    bo.concede()
    over(ada, bo)
    kept = server.ask("POST", f"/matches/{match}/signatures", ada.end()).json
    server.kill()
    server.start()
    assert open_log(server.get(f"/matches/{match}/log").body)[1].signs == tuple(map(tuple, kept["signs"]))
    server.ask("POST", f"/matches/{match}/signatures", bo.end())
    assert verify(server.get(f"/matches/{match}/log").body).attestation.signed == (-1, 0, 1)


def test_a_signature_that_does_not_hold_is_not_kept(server: HttpServer, pair: tuple[Signer, Signer]) -> None:
    ada, bo = pair
    match = meet(ada, bo)
    bo.concede()
    over(ada, bo)
    path = f"/matches/{match}/signatures"
    mine, theirs = ada.end(), bo.end()
    other = Signer(ada.line)
    for body in (
        {**mine, "sign": theirs["sign"]},
        {**mine, "seat": 1},
        {**mine, "seat": 2},
        {**mine, "seat": 99},
        {**mine, "sign": "0" * 128},
        other.end(),
    ):
        reply = server.ask("POST", path, body)
        assert (reply.status, reply.json["code"]) == (422, "signature"), body
    shapeless: list[Any] = [
        {**mine, "seat": -1},
        {**mine, "seat": "0"},
        {**mine, "seat": 2**70},
        {**mine, "sign": mine["sign"].upper()},
        {**mine, "sign": mine["sign"][:-1]},
        {**mine, "sign": mine["sign"] + "\n"},
        {**mine, "head": "0" * 64},
        {"seat": 0},
        [],
    ]
    for body in shapeless:
        assert server.ask("POST", path, body).status == 400, body
    assert server.ask("POST", "/matches/nosuch/signatures", mine).status == 404
    assert verify(server.get(f"/matches/{match}/log").body).attestation.signed == (-1,)


def test_draws_are_signed_by_both(server: HttpServer, pair: tuple[Signer, Signer]) -> None:
    ada, bo = pair
    match = meet(ada, bo)
    assert ada.line.refused("offer", what="draw")["code"] == "proof"
    forged = ada.consent("draw") | {"sign": bo.consent("draw")["sign"]}
    assert ada.line.refused("offer", **forged)["code"] == "proof"
    assert ada.line.refused("offer", **(ada.consent("draw") | {"at": 1}))["code"] == "stale"
    ada.line.ask("offer", "offered", **ada.consent("draw"))
    bo.line.hear("offered")
    assert bo.line.refused("reply", what="draw", accept=True)["code"] == "proof"
    bo.line.say("reply", accept=True, **bo.consent("draw"))
    over(ada, bo)
    log = server.get(f"/matches/{match}/log").body
    (agreed,) = [body for line in open_log(log)[0] if isinstance(body := read_entry(line).body, Agreed)]
    assert all(agreed.signs)
    assert verify(log).verdict == "fair"  # both have signed the draw, and the server that it came to that


def test_who_gives_up_without_its_key_has_left(server: HttpServer, pair: tuple[Signer, Signer]) -> None:
    ada, bo = pair
    match = meet(ada, bo)
    bo.line.say("concede", sign="0" * 128)
    assert bo.line.hear("rejected")["code"] == "proof"
    bo.line.say("concede")
    over(ada, bo)
    server.ask("POST", f"/matches/{match}/signatures", ada.end())
    log = server.get(f"/matches/{match}/log").body
    assert read_entry(open_log(log)[0][-2]).body == Left(1, "abandoned")
    report = verify(log)
    assert "on the server's word alone: bob abandoned" in report.attestation.words


def test_randomness_is_shown_with_the_key_that_was_named(
    server: HttpServer, pair: tuple[Signer, Signer]
) -> None:
    """Whoever names another's key cannot go on: it has to sign the opening with it."""
    ada, bo = pair
    mallory = Signer(bo.line)
    mallory.wish["key"] = ada.public
    code = ada.line.ask("create_lobby", "lobby_opened", **ada.wish)["code"]
    seen = bo.line.ask("join_lobby", "snapshot", code=code, **mallory.wish)
    mallory.contribute(seen)
    assert bo.line.hear("rejected")["code"] == "proof"
    bo.line.say("contribute", nonce=NONCE)
    assert bo.line.hear("rejected")["code"] == "proof"
    bo.line.say("concede")
    ada.line.hear("snapshot")
    over(ada, bo)


def test_keys_that_are_refused_at_the_door(server: HttpServer) -> None:
    with server.player(name="ada") as line:
        ada = Signer(line)
        own = line.welcome["server"]
        assert "takes a `commit`" in line.refused("join_queue", key=ada.public)["message"]
        assert "this server's own key" in line.refused("join_queue", **(ada.wish | {"key": own}))["message"]
        for no_key in ("no key", "\n", f"{ada.public}\n", ada.public.upper(), "00"):
            assert line.refused("join_queue", **(ada.wish | {"key": no_key}))["code"] == "invalid"
        assert line.refused("join_queue", commit="\n")["code"] == "invalid"
        assert "`id` and `vouch`" in _sealed(line, key=ada.public)["message"]
        assert "`vouch` is not the signature" in _sealed(line, id=ada.public, vouch="0" * 128)["message"]
        assert "`vouch` is not the signature" in _sealed(line, id=ada.public)["message"]
        assert "`vouch` is not the signature" in _sealed(line, vouch="0" * 128)["message"]


def _sealed(line: Player, key: str = "", **bond: str) -> dict[str, Any]:
    """A sealed match asked for with keys that are not right."""
    made = msgspec.structs.asdict(bond_of(Keyring.fresh(DECKS["starter"]))) | bond
    return line.refused("play_bot", dealer="mental", bond=made, key=key, commit="ab" * 32)


def test_a_bot_is_known_to_be_the_servers(server: HttpServer) -> None:
    with server.player(name="ada") as line:
        ada = Signer(line)
        seen = line.ask("play_bot", "snapshot", bot="random", **ada.wish)
        opening = seen["opening"]["body"]
        assert [chair["key"] for chair in opening["chairs"]] == [ada.public, opening["server"]]
        ada.contribute(seen)
        while not line.standing["active"]:
            line.hear("update")
        while not line.over():
            ada.concede()  # again, if the bot has moved meanwhile
            line.hear("update", "rejected")
        match = line.match
    report = verify(server.get(f"/matches/{match}/log").body)
    assert report.verdict == "fair"
    assert "bot random is played by the server, which has signed the whole match" in report.checks


def test_without_keys_all_goes_on_as_before(server: HttpServer) -> None:
    with server.player(name="ada") as ada, server.player(name="bob") as bo:
        code = ada.ask("create_lobby", "lobby_opened")["code"]
        bo.ask("join_lobby", "snapshot", code=code)
        ada.hear("snapshot")
        bo.say("concede")
        match = ada.match
        over(Signer(ada), Signer(bo))
        reply = server.ask("POST", f"/matches/{match}/signatures", Signer(ada).end())
        assert (reply.status, reply.json["message"]) == (422, "nobody with a key sat there")
    report = verify(server.get(f"/matches/{match}/log").body)
    assert (report.verdict, report.attestation.signed) == ("unattested", (-1,))


def test_signatures_are_paced(tmp_path: Path) -> None:
    with HttpServer(tmp_path, Settings(signatures_per_address=3)) as server:
        body = {"seat": 0, "sign": "0" * 128}
        statuses = [server.ask("POST", "/matches/nosuch/signatures", body).status for _ in range(5)]
    assert statuses == [404, 404, 404, 429, 429]


def test_a_rematch_takes_keys_again(pair: tuple[Signer, Signer]) -> None:
    ada, bo = pair
    first = meet(ada, bo)
    bo.concede()
    over(ada, bo)
    own = ada.wish | {"key": ada.line.welcome["server"]}
    for signer, wish in ((ada, own), (bo, bo.wish)):
        signer.line.say("rematch", **wish)
    for signer in pair:
        assert signer.line.hear("rejected")["message"] == "no rematch: that is this server's own key"
    for signer in pair:
        signer.line.say("rematch", **signer.wish)
    for signer in pair:
        opening = (seen := signer.line.hear("snapshot"))["opening"]["body"]
        assert [chair["key"] for chair in opening["chairs"]] == [bo.public, ada.public]
        signer.contribute(seen)
    while not ada.line.standing["active"]:
        ada.line.hear("update")
    assert ada.line.match != first
    ada.concede()
    over(ada, bo)


def test_another_key_does_not_sign_for_the_one_before(tmp_path: Path) -> None:
    """A match that was opened under a key which is lost ends without the server's signature."""
    with HttpServer(tmp_path, QUICK) as server:
        with server.player(name="ada") as ada_line, server.player(name="bob") as bo_line:
            ada, bo = Signer(ada_line), Signer(bo_line)
            match = meet(ada, bo)
            ended = meet_and_end(server)
        server.kill()
        (server.data / "server.key").unlink()
        server.start()
        with server.player(token=bo_line.token) as line:
            line.say("resume", match=match)
            line.hear("snapshot")
            back = Signer(line, bo.key)
            back.concede()
            over(back)
        lines, seal = open_log(server.get(f"/matches/{match}/log").body)
        assert seal.signs == ()
        opening = read_entry(lines[0]).body
        assert isinstance(opening, Opened)
        assert opening.server != server.get("/version").json["server"]
        # What it had signed, it has signed.
        assert open_log(server.get(f"/matches/{ended}/log").body)[1].signs[0][0] == -1


def meet_and_end(server: HttpServer) -> str:
    with server.player(name="cyd") as cy, server.player(name="dia") as di:
        first, second = Signer(cy), Signer(di, SessionKey.fresh())
        match = meet(first, second)
        second.concede()
        over(first, second)
    return match
