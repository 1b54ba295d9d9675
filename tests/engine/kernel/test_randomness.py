"""The keyed stream: known answers, fairness, and what a judge supposes instead."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from app.engine.kernel.randomness import (
    JUDGE_KEY,
    DiceExhausted,
    KeyedStream,
    ScriptedRandomness,
    Stream,
)

KEY = "00" * 31 + "07"


def stream(key: str = KEY, counter: int = 0) -> KeyedStream:
    return KeyedStream(Stream(key, counter))


def block(key: str, counter: int) -> bytes:
    """A block by the standard library's other face, as the module's docstring defines it."""
    return hmac.new(bytes.fromhex(key), counter.to_bytes(8, "big"), hashlib.sha256).digest()


def chi_square(counts: Counter[object], outcomes: int) -> float:
    expected = counts.total() / outcomes
    unseen = (outcomes - len(counts)) * expected
    return unseen + sum((count - expected) ** 2 / expected for count in counts.values())


# --- known answers ---


def test_hmac_sha256_is_the_one_of_rfc_4231() -> None:
    """Test case 1, whose message has 8 bytes, too: key 20 times 0x0b, data "Hi There"."""
    counter = int.from_bytes(b"Hi There", "big")
    known = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    assert stream("0b" * 20, counter)._block().hex() == known


@pytest.mark.parametrize("counter", [0, 1, 255, 256, 2**32, 2**61])
def test_a_block_is_the_hmac_of_its_number(counter: int) -> None:
    randomness = stream(counter=counter)
    assert randomness._block() == block(KEY, counter)
    assert randomness.counter == counter + 1


def test_a_number_is_the_first_8_bytes_modulo_the_bound() -> None:
    randomness = stream()
    for counter in range(50):
        wanted = int.from_bytes(block(KEY, counter)[:8], "big") % 12
        assert randomness.below(12) == wanted


def test_a_die_is_one_more() -> None:
    assert [stream().die(6)] == [stream().below(6) + 1]


def test_a_token_is_6_bytes_of_a_block() -> None:
    randomness = stream(counter=9)
    assert randomness.token() == "c" + block(KEY, 9)[:6].hex()
    assert randomness.counter == 10


def test_the_first_values_of_the_judges_key() -> None:
    """Written down once: whatever changes these changes every stored game."""
    randomness = stream(JUDGE_KEY)
    assert [randomness.die(6) for _ in range(8)] == [5, 6, 4, 6, 2, 5, 6, 2]
    assert randomness.shuffled("abcdefgh") == tuple("ehcbgfda")
    assert randomness.token() == "cf4f5585ed923"
    assert randomness.counter == 16


# --- fairness: fixed keys, so that these always give the same ---


@pytest.mark.parametrize(("sides", "limit"), [(2, 10.8), (6, 20.5), (12, 31.3), (100, 148.2)])
def test_dice_are_fair(sides: int, limit: float) -> None:
    """Chi-square below the value that one fair die in a thousand exceeds."""
    randomness = stream()
    rolled: Counter[object] = Counter(randomness.die(sides) for _ in range(200 * sides))
    assert set(rolled) <= set(range(1, sides + 1))
    assert chi_square(rolled, sides) < limit


def test_every_order_is_equally_likely() -> None:
    randomness = stream()
    orders: Counter[object] = Counter(randomness.shuffled("abcd") for _ in range(4800))
    assert set(orders) == set(permutations("abcd"))
    assert chi_square(orders, 24) < 49.7  # one in a thousand, 23 degrees of freedom


def test_an_incomplete_last_run_is_skipped() -> None:
    """With a bound just over half the span, half of all blocks are rejected."""
    bound = (1 << 63) + 1
    randomness = stream()
    values = [randomness.below(bound) for _ in range(400)]
    blocks = [int.from_bytes(block(KEY, n)[:8], "big") for n in range(randomness.counter)]
    assert values == [value for value in blocks if value < bound]
    assert 700 < randomness.counter < 900


def test_a_bound_of_one_leaves_no_choice() -> None:
    assert stream().below(1) == 0


@pytest.mark.parametrize("cards", ["", "a"])
def test_nothing_to_shuffle_takes_nothing_from_the_stream(cards: str) -> None:
    randomness = stream()
    assert randomness.shuffled(cards) == tuple(cards)
    assert randomness.counter == 0


def test_a_stream_goes_on_where_it_was_left() -> None:
    whole = stream()
    values = [whole.die(6) for _ in range(10)]
    first = stream()
    assert [first.die(6) for _ in range(4)] == values[:4]
    assert [stream(counter=first.counter).die(6)] == values[4:5]


# --- what a judge supposes ---


def test_given_dice_come_in_order() -> None:
    randomness = ScriptedRandomness(stream(), [9, 12, 1])
    assert [randomness.die(12) for _ in range(3)] == [9, 12, 1]
    assert randomness.counter == 0


def test_dice_that_run_short_are_said_to() -> None:
    randomness = ScriptedRandomness(stream(), [])
    with pytest.raises(DiceExhausted, match="a 6-sided die is rolled, and no given die is left"):
        randomness.die(6)


@pytest.mark.parametrize("value", [-1, 0, 7])
def test_a_die_shows_only_what_it_has(value: int) -> None:
    randomness = ScriptedRandomness(stream(), [value])
    with pytest.raises(DiceExhausted, match=f"^{value} is not on a 6-sided die"):
        randomness.die(6)


def test_dice_that_are_not_given_are_the_streams() -> None:
    randomness = ScriptedRandomness(stream(), None)
    assert randomness.die(6) == stream().die(6)
    assert randomness.counter == 1


def test_decks_stay_as_they_are_where_that_is_supposed() -> None:
    randomness = ScriptedRandomness(stream(), None, keep_order=True)
    assert randomness.shuffled("dbca") == ("d", "b", "c", "a")
    assert randomness.counter == 0


def test_decks_are_shuffled_by_the_stream_otherwise() -> None:
    randomness = ScriptedRandomness(stream(), [6])
    assert randomness.shuffled("abcdef") == stream().shuffled("abcdef")
    assert randomness.token() == stream(counter=5).token()


def test_given_dice_stay_the_callers() -> None:
    dice = [6]
    ScriptedRandomness(stream(), dice).die(6)
    assert dice == [6]


def test_the_counter_is_the_streams_and_can_be_put() -> None:
    fallback = stream()
    randomness = ScriptedRandomness(fallback, None)
    randomness.counter = 40
    assert fallback.counter == randomness.counter == 40
