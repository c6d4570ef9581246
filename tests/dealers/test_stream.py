"""Numbers from a key: known, fair, and the same for everybody."""

from collections import Counter
from itertools import permutations

import pytest

from facedown.dealers.stream import Stream
from facedown.kernel import digest


def test_known_numbers() -> None:
    """Computed by hand from SHA-256: a later version, or one in another language, must agree."""
    stream = Stream(b"key", b"part")
    key = digest(b"key", b"part")
    block = digest(key, bytes(8)) + digest(key, bytes(7) + b"\x01")
    words = [int.from_bytes(block[at : at + 8], "big") for at in range(0, 64, 8)]
    assert [stream.below(1 << 64) for _ in range(8)] == words
    stream = Stream(b"facedown")
    assert [stream.below(52) for _ in range(10)] == [36, 25, 6, 41, 45, 31, 41, 36, 23, 18]


def test_a_stream_depends_on_every_part_of_its_key() -> None:
    keys = [(b"a",), (b"b",), (b"a", b""), (b"", b"a"), (b"a", b"b"), (b"ab",)]
    assert len({Stream(*key).below(1 << 64) for key in keys}) == len(keys)


@pytest.mark.parametrize("limit", [0, -1, (1 << 64) + 1])
def test_no_number_out_of_range(limit: int) -> None:
    with pytest.raises(ValueError, match="no fair number"):
        Stream(b"x").below(limit)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 52, 1 << 63, (1 << 63) + 1, 1 << 64])
def test_numbers_stay_below_their_limit(limit: int) -> None:
    stream = Stream(b"limit")
    assert all(0 <= stream.below(limit) < limit for _ in range(200))


def test_the_uneven_rest_is_thrown_away() -> None:
    """Of 2**64 words, those from `fair` on would favour small numbers: they are drawn again."""
    limit = (1 << 63) + 1
    words, stream = Stream(b"rest"), Stream(b"rest")
    expected = [word for word in (words.below(1 << 64) for _ in range(60)) if word < limit]
    assert [stream.below(limit) for _ in expected] == expected
    assert 10 < len(expected) < 50


def chi_square(counts: Counter[int], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


# The 99.9 % points of chi-square with kinds - 1 degrees of freedom. The inputs are fixed, so is the result.
@pytest.mark.parametrize(("kinds", "bound"), [(2, 10.83), (6, 20.52), (24, 49.73), (52, 87.97)])
def test_numbers_are_even(kinds: int, bound: float) -> None:
    stream = Stream(b"even", bytes([kinds]))
    assert chi_square(Counter(stream.below(kinds) for _ in range(20_000)), kinds) < bound


def test_every_order_is_equally_likely() -> None:
    """All 24 orders of four cards, from as many independent shuffles as a server deals."""
    orders = {order: at for at, order in enumerate(permutations("abcd"))}
    counts: Counter[int] = Counter()
    for at in range(12_000):
        cards = list("abcd")
        Stream(b"orders", at.to_bytes(4, "big")).shuffle(cards)
        counts[orders[tuple(cards)]] += 1
    assert chi_square(counts, 24) < 49.73


def test_every_card_is_everywhere() -> None:
    """Where each of ten cards ends up, over many shuffles: no place is favoured."""
    places: Counter[tuple[int, int]] = Counter()
    stream = Stream(b"places")
    for _ in range(4_000):
        cards = list(range(10))
        stream.shuffle(cards)
        places.update((card, place) for place, card in enumerate(cards))
    for card in range(10):
        assert chi_square(Counter({place: places[card, place] for place in range(10)}), 10) < 27.88
    assert all(chi_square(Counter({c: places[c, p] for c in range(10)}), 10) < 27.88 for p in range(10))


def test_fisher_and_yates_from_the_end() -> None:
    """The last card is exchanged with any of all, the one before it with any of the rest, and so on."""
    numbers, stream = Stream(b"fisher"), Stream(b"fisher")
    cards = list("abcdefgh")
    expected = list(cards)
    for last in range(7, 0, -1):
        other = numbers.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    stream.shuffle(cards)
    assert cards == expected
    assert sorted(cards) == list("abcdefgh")


@pytest.mark.parametrize("few", [[], ["a"]])
def test_nothing_to_shuffle(few: list[str]) -> None:
    before = list(few)
    Stream(b"few").shuffle(few)
    assert few == before
