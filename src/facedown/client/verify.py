"""`facedown verify`: a recorded match is fair, or not, and why."""

import argparse
import re
from collections.abc import Sequence

import msgspec

from facedown.client import files
from facedown.client.known import known
from facedown.client.lasting import own_key
from facedown.client.saying import say, say_json
from facedown.client.trouble import NOT_SO, OK, Trouble
from facedown.crypto.signing import fingerprint
from facedown.kernel import ProofRejected
from facedown.table import Report, verify
from facedown.table.forks import compare
from facedown.table.story import result


class Verdict(msgspec.Struct, frozen=True):
    """What `--json` prints. `fault` says who broke which rule where; `report` is what was checked, and in its
    `attestation` are the keys and what nobody answers for."""

    verdict: str
    fault: str | None = None
    report: Report | None = None


def run(args: argparse.Namespace) -> int:
    """Check a log. 0: fair; 1: not fair, not proved yet, or nobody answers for it."""
    players = dict(_named(text) for text in args.player)
    server = None if args.server is None else _key(args.server)
    data = files.read(args.log)
    if not data.startswith(b"{"):
        raise Trouble(f"{args.log} is no log; give a file that --log or a server's /matches/ID/log has made")
    try:
        report = verify(data, head=args.head, players=players, server=server)
        if args.against is not None:
            compare(data, files.read(args.against))
        verdict = Verdict(report.verdict, report=report)
    except ProofRejected as error:
        verdict = Verdict("unfair", fault=str(error))
    if args.json:
        say_json(verdict)
    else:
        say(*_words(verdict))
    return OK if verdict.verdict == "fair" else NOT_SO


def _named(text: str) -> tuple[str, str]:
    name, _, key = text.rpartition("=")
    if not name:
        raise Trouble(f"--player takes a name and a key, as in --player Ada=KEY; not {text!r}")
    return name, _key(key)


def _key(text: str) -> str:
    """A key as people have it: whole, or its fingerprint."""
    text = text.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{64}|[0-9a-f]{32}|([0-9a-f]{4}-){7}[0-9a-f]{4}", text):
        raise Trouble(f"{text!r} is no key; give its 64 digits, or its fingerprint as `verify` prints it")
    return text


def _words(verdict: Verdict) -> list[str]:
    report = verdict.report
    if report is None:
        return [f"not fair: {verdict.fault}"]
    lines = [
        f"match {report.match}: {report.game}, {' against '.join(report.players)}, dealer {report.dealer}"
    ]
    if report.outcome is not None:
        lines.append(result(report.outcome, report.players))
    lines += [f"  ok  {check}" for check in report.checks]
    lines += _keys(report)
    lines.append(f"  head {report.head}")
    match verdict.verdict:
        case "fair":
            lines.append("fair")
        case "unattested":
            lines += [f"  ??  {doubt}" for doubt in report.attestation.doubts]
            lines.append("unattested: it follows the rules, but nobody answers for what is marked ??")
        case _:
            lines.append(
                "unfinished: all of this holds, but the deal is not proved before the dealer's secret"
            )
            lines[-1] += " is revealed at the end"
    return lines


def _keys(report: Report) -> Sequence[str]:
    """Whose they are, a log cannot tell: compare them with those that you know."""
    keys = [
        *zip(report.players, report.attestation.keys, strict=True),
        ("the server", report.attestation.server),
    ]
    met, own = known(), own_key()
    return [
        f"  key {fingerprint(key)} {name} ({'this machine' if key == own else met.about(key)})"
        for name, key in keys
        if key
    ]
