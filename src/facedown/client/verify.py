"""`facedown verify`: a recorded match is fair, or not, and why."""

import argparse

import msgspec

from facedown.client import files
from facedown.client.saying import say, say_json
from facedown.client.trouble import NOT_SO, OK, Trouble
from facedown.kernel import ProofRejected
from facedown.table import Report, verify
from facedown.table.forks import compare
from facedown.table.story import result


class Verdict(msgspec.Struct, frozen=True):
    """What `--json` prints. `fault` says who broke which rule where; `report` is what was checked."""

    verdict: str
    fault: str | None = None
    report: Report | None = None


def run(args: argparse.Namespace) -> int:
    """Check a log. 0: fair; 1: not fair, or not proved yet."""
    data = files.read(args.log)
    if not data.startswith(b"{"):
        raise Trouble(f"{args.log} is no log; give a file that --log or a server's /matches/ID/log has made")
    try:
        report = verify(data, head=args.head)
        if args.against is not None:
            compare(data, files.read(args.against))
        verdict = Verdict("fair" if report.finished else "unfinished", report=report)
    except ProofRejected as error:
        verdict = Verdict("unfair", fault=str(error))
    if args.json:
        say_json(verdict)
    else:
        say(*_words(verdict))
    return OK if verdict.verdict == "fair" else NOT_SO


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
    lines.append(f"  head {report.head}")
    if report.finished:
        lines.append("fair")
    else:
        lines.append("unfinished: all of this holds, but the deal is not proved before the dealer's secret")
        lines[-1] += " is revealed at the end"
    return lines
