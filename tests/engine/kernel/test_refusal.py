"""Three ways to say no, told apart by their type."""

import pytest

from app.engine.kernel.citation import Cites
from app.engine.kernel.refusal import (
    Flaw,
    HiddenInformation,
    InvalidPosition,
    Malformed,
    Refusal,
)


def test_a_refusal_carries_code_sentence_and_citation() -> None:
    cites = Cites("miso", "Sunny Swipe", ("rule-3",))
    refusal = Refusal("not_enough_energy", "It costs 2 Energy; you have 1 (rule-3).", cites)
    assert refusal.code == "not_enough_energy"
    assert refusal.cites is cites
    assert str(refusal) == refusal.detail == "It costs 2 Energy; you have 1 (rule-3)."


def test_hidden_information_is_a_refusal_that_rests_on_nothing_printed() -> None:
    hidden = HiddenInformation("The deck is hidden.")
    assert isinstance(hidden, Refusal)
    assert (hidden.code, hidden.cites) == ("hidden_information", Cites())


def test_a_malformed_payload_is_no_refusal() -> None:
    assert not issubclass(Malformed, Refusal)
    with pytest.raises(ValueError, match=r"^/a: wrong; /: bad$") as malformed:
        raise Malformed([Flaw("/a", "wrong"), Flaw("", "bad")])
    assert malformed.value.flaws == (Flaw("/a", "wrong"), Flaw("", "bad"))  # type: ignore[attr-defined]


def test_an_invalid_position_is_malformed_too() -> None:
    assert issubclass(InvalidPosition, Malformed)
