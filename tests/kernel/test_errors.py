"""A refusal is one printable line, whatever it quotes."""

import pytest

from facedown.kernel import IllegalAction, InvalidAction, ProofRejected, Refused, StaleAction


@pytest.mark.parametrize(
    ("error", "code"),
    [(Refused, "refused"), (InvalidAction, "invalid"), (IllegalAction, "illegal"), (StaleAction, "stale")],
)
def test_each_has_a_code_and_a_reason(error: type[Refused], code: str) -> None:
    refusal = error("it is not your turn")
    assert (refusal.code, str(refusal)) == (code, "it is not your turn")
    assert isinstance(refusal, Refused)


def test_a_rejected_proof_says_who_where_and_why() -> None:
    rejected = ProofRejected("dealer", "its answer is not the one its secret gives", 7)
    assert str(rejected) == "dealer at entry 7: its answer is not the one its secret gives"
    assert (rejected.who, rejected.at, rejected.code) == ("dealer", 7, "proof")
    assert str(ProofRejected("log", "is cut short")) == "log: is cut short"


@pytest.mark.parametrize("quoted", ["a\nb", "\x1b[2J", "\r", "\u2028", "\x00", "\u202eevil"])
def test_what_a_stranger_sent_cannot_break_the_line(quoted: str) -> None:
    for refusal in (InvalidAction(f"no card is called {quoted}"), ProofRejected("log", quoted, 3)):
        assert str(refusal).isprintable()
        assert len(str(refusal).splitlines()) == 1


def test_a_reason_has_an_end() -> None:
    assert len(str(InvalidAction("x" * 10_000))) < 600
    assert str(InvalidAction("Über 5 Žádosti 決闘")) == "Über 5 Žádosti 決闘"
