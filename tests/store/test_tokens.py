"""Tokens expire, can be revoked, and are not in the file."""

from pathlib import Path

import pytest

from facedown.store import Accounts, Database, Player, Tokens


@pytest.fixture
def tokens(database: Database) -> Tokens:
    return Tokens(database)


@pytest.fixture
def ann(database: Database) -> Player:
    return Accounts(database).guest("ann", 0).result(60)


def test_a_token_tells_who_until_it_expires(tokens: Tokens, ann: Player) -> None:
    token = tokens.issue(ann.id, 100).result(60)
    assert tokens.who(token, 99) == ann
    assert tokens.who(token, 100) is None


@pytest.mark.parametrize("token", ["", "unknown", "\ud800"])
def test_an_unknown_token_is_nobodys(tokens: Tokens, token: str) -> None:
    assert tokens.who(token, 0) is None


def test_every_token_is_different(tokens: Tokens, ann: Player) -> None:
    made = {tokens.issue(ann.id, 100).result(60) for _ in range(10)}
    assert len(made) == 10
    assert all(len(token) >= 43 for token in made)


def test_revoking_one_token_leaves_the_others(tokens: Tokens, ann: Player) -> None:
    gone, kept = tokens.issue(ann.id, 100).result(60), tokens.issue(ann.id, 100).result(60)
    assert tokens.revoke(gone).result(60) == 1
    assert tokens.revoke(gone).result(60) == 0
    assert tokens.who(gone, 0) is None
    assert tokens.who(kept, 0) == ann


def test_revoking_all_leaves_those_of_others(tokens: Tokens, ann: Player, database: Database) -> None:
    bob = Accounts(database).guest("bob", 0).result(60)
    gone = [tokens.issue(ann.id, 100).result(60) for _ in range(2)]
    kept = tokens.issue(bob.id, 100).result(60)
    assert tokens.revoke_all(ann.id).result(60) == 2
    assert [tokens.who(token, 0) for token in (*gone, kept)] == [None, None, bob]


def test_purge_forgets_only_what_has_expired(tokens: Tokens, ann: Player) -> None:
    old, new = tokens.issue(ann.id, 100).result(60), tokens.issue(ann.id, 200).result(60)
    assert tokens.purge(150).result(60) == 1
    assert tokens.who(old, 0) is None
    assert tokens.who(new, 150) == ann


def test_the_file_does_not_hold_the_token(
    tokens: Tokens, ann: Player, database: Database, path: Path
) -> None:
    token = tokens.issue(ann.id, 100).result(60)
    database.close()
    assert ann.id.encode() in path.read_bytes()
    assert token.encode() not in path.read_bytes()
