"""Passwords: Argon2id, and no hint about who has an account."""

import os
import threading
import time

import pytest
from argon2 import PasswordHasher

from facedown.store import BadPassword, hash_password, passwords, verify_password


def test_only_the_right_password_fits() -> None:
    stored = hash_password("correct horse")
    assert stored.startswith("$argon2id$")
    assert verify_password(stored, "correct horse")
    assert not verify_password(stored, "incorrect horse")
    assert hash_password("correct horse") != stored


def test_the_same_characters_fit_however_they_were_composed() -> None:
    assert verify_password(hash_password("Cafe\u0301 noir"), "Caf\u00e9 noir")


@pytest.mark.parametrize("password", ["", "a" * 7, "a" * 257, "a" * 8 + "\ud800"])
def test_bad_passwords_are_refused_and_never_fit(password: str) -> None:
    with pytest.raises(BadPassword):
        hash_password(password)
    assert not verify_password(None, password)


@pytest.mark.parametrize("password", ["a" * 8, "é" * 256])
def test_the_shortest_and_the_longest_are_accepted(password: str) -> None:
    assert hash_password(password)


def test_nobody_has_todays_parameters_and_takes_as_long() -> None:
    def seconds(stored: str | None) -> float:
        start = time.process_time()
        assert not verify_password(stored, "some password")
        return time.process_time() - start

    assert not passwords.outdated(passwords._NOBODY)
    assert seconds(None) > 0.2 * seconds(hash_password("another password"))


def test_nobodys_password_fits_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_NOBODY", hash_password("correct horse"))
    assert not verify_password(None, "correct horse")


def test_other_parameters_are_outdated() -> None:
    assert passwords.outdated(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash("password"))


def test_a_hash_stands_back_for_everybody_else() -> None:
    """It takes every processor that there is: the thread that makes it comes last."""
    hash_password("correct horse")
    thread = passwords._behind.submit(threading.get_native_id).result()
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert os.getpriority(os.PRIO_PROCESS, thread) > own
