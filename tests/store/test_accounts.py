"""Guests and accounts, names and logins."""

import pytest
from argon2 import PasswordHasher

from facedown.store import (
    Accounts,
    BadName,
    BadPassword,
    Database,
    Decks,
    Match,
    Matches,
    NameTaken,
    NotAGuest,
    Player,
    Seated,
    Tokens,
    WrongCredentials,
    passwords,
)

PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))


@pytest.fixture
def accounts(database: Database) -> Accounts:
    return Accounts(database)


def test_register_then_login(accounts: Accounts) -> None:
    ann = accounts.register("Ann", PASSWORD, 5)
    assert ann == Player(ann.id, "Ann", False, 5)
    assert accounts.login("ann", PASSWORD) == ann
    assert accounts.get(ann.id) == ann
    assert accounts.get("nobody") is None


@pytest.mark.parametrize(
    ("name", "password"), [("Ann", "wrong horse"), ("Bob", PASSWORD), ("\ud800", PASSWORD)]
)
def test_wrong_credentials_do_not_tell_what_is_wrong(accounts: Accounts, name: str, password: str) -> None:
    accounts.register("Ann", PASSWORD, 0)
    with pytest.raises(WrongCredentials, match=r"^wrong name or password$"):
        accounts.login(name, password)


def test_an_unknown_name_still_verifies_a_hash(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[str | None] = []

    def verify(stored: str | None, _: str) -> bool:
        verified.append(stored)
        return False

    monkeypatch.setattr("facedown.store.accounts.verify_password", verify)
    with pytest.raises(WrongCredentials):
        accounts.login("Ann", PASSWORD)
    assert verified == [None]


@pytest.mark.parametrize("name", ["", "ab", "a" * 21, "a b c", "änn", "ann\n", "аnn", "ann!"])
def test_bad_names_are_refused(accounts: Accounts, name: str) -> None:
    with pytest.raises(BadName):
        accounts.register(name, PASSWORD, 0)
    with pytest.raises(BadName):
        accounts.guest(name, 0)


@pytest.mark.parametrize("name", ["abc", "a" * 20, "A_b-9"])
def test_good_names_are_accepted(accounts: Accounts, name: str) -> None:
    assert accounts.register(name, PASSWORD, 0).name == name


def test_a_bad_password_registers_nobody(accounts: Accounts) -> None:
    with pytest.raises(BadPassword):
        accounts.register("Ann", "short", 0)
    assert accounts.register("Ann", PASSWORD, 0).name == "Ann"


def test_a_name_is_taken_in_any_capitals(accounts: Accounts) -> None:
    accounts.register("Ann", PASSWORD, 0)
    with pytest.raises(NameTaken):
        accounts.register("aNN", PASSWORD, 0)
    with pytest.raises(NameTaken):
        accounts.guest("ann", 0).result(60)


def test_a_name_may_be_taken_while_the_password_is_hashed(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow_hash(password: str) -> str:
        monkeypatch.undo()
        accounts.register("Ann", "another password", 0)
        return passwords.hash_password(password)

    monkeypatch.setattr("facedown.store.accounts.hash_password", slow_hash)
    with pytest.raises(NameTaken):
        accounts.register("Ann", PASSWORD, 0)


def test_guests_may_share_a_name_and_cannot_log_in(accounts: Accounts) -> None:
    first, second = accounts.guest("Guest", 0).result(60), accounts.guest("Guest", 0).result(60)
    assert first.guest
    assert first.id != second.id
    assert accounts.get(first.id) == first
    with pytest.raises(WrongCredentials):
        accounts.login("Guest", PASSWORD)


def test_a_guest_becomes_an_account_and_keeps_everything(accounts: Accounts, database: Database) -> None:
    decks, tokens, matches = Decks(database), Tokens(database), Matches(database)
    guest = accounts.guest("Guest", 5).result(60)
    deck = decks.save(guest.id, "duel", "mine", b"[]", 6).result(60)
    token = tokens.issue(guest.id, 100).result(60)
    seats = (Seated(guest.id, "Guest"),)
    matches.open(
        Match(id="m", game="duel", dealer="house", options=b"{}", seats=seats, created=7), b"secret", []
    ).result(60)

    ann = accounts.register("Ann", PASSWORD, 9, guest=guest.id)
    assert ann == Player(guest.id, "Ann", False, 5)
    assert accounts.login("Ann", PASSWORD) == ann
    assert tokens.who(token, 50) == ann
    assert decks.list(ann.id, "duel") == [deck]
    assert [match.id for match in matches.history(ann.id, 9)] == ["m"]


def test_only_a_guest_becomes_an_account(accounts: Accounts) -> None:
    ann = accounts.register("Ann", PASSWORD, 0)
    for player in (ann.id, "nobody"):
        with pytest.raises(NotAGuest):
            accounts.register("Eve", "another password", 0, guest=player)
    assert accounts.login("Ann", PASSWORD) == ann


def test_login_renews_an_outdated_hash(
    accounts: Accounts, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stored() -> str:
        return str(database.read(lambda c: c.execute("SELECT password FROM players").fetchone()[0]))

    accounts.register("Ann", PASSWORD, 0)
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(time_cost=2, memory_cost=64, parallelism=1))
    accounts.login("Ann", PASSWORD)
    assert "t=2" in stored()
    renewed = stored()
    accounts.login("Ann", PASSWORD)
    assert stored() == renewed


def test_no_hash_in_what_is_shown(accounts: Accounts) -> None:
    assert "argon2" not in repr(
        (accounts, accounts.register("Ann", PASSWORD, 0), accounts.login("Ann", PASSWORD))
    )


def test_guests_who_cannot_come_back_are_forgotten(accounts: Accounts, database: Database) -> None:
    tokens, decks = Tokens(database), Decks(database)
    ann = accounts.register("Ann", PASSWORD, 0)
    idle, holder, young, seated = (
        accounts.guest(name, created).result(60)
        for name, created in (("idle", 10), ("holder", 10), ("young", 100), ("seated", 10))
    )
    tokens.issue(holder.id, 1000).result(60)
    for player in (idle, holder):
        decks.save(player.id, "duel", "mine", b"[]", 0).result(60)
    match = Match(
        id="m", game="duel", dealer="house", options=b"{}", seats=(Seated(seated.id, "seated"),), created=0
    )
    Matches(database).open(match, b"secret", []).result(60)
    assert accounts.purge(50).result(60) == 1
    assert accounts.get(idle.id) is None
    assert all(accounts.get(player.id) == player for player in (ann, holder, young, seated))
    assert len(decks.list(holder.id, "duel")) == 1
    tokens.purge(1000).result(60)
    assert accounts.purge(50).result(60) == 1
    assert accounts.get(holder.id) is None
