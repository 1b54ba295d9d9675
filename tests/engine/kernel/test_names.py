"""When two printed names are the same name."""

import pytest

from app.engine.kernel.names import folded


@pytest.mark.parametrize(
    "name", ["Fate’s Purr", "Fate's Purr", "Fate‘s Purr", "FATE'S PURR", "fate’s purr"]
)
def test_case_and_the_apostrophes_shape_do_not_count(name: str) -> None:
    assert folded(name) == "fate's purr"


@pytest.mark.parametrize("name", ["Fates Purr", "Fate's  Purr", "Fate´s Purr", " Fate's Purr"])
def test_everything_else_does(name: str) -> None:
    assert folded(name) != folded("Fate's Purr")


def test_other_alphabets_fold_as_well() -> None:
    assert folded("STRASSE") == folded("Straße")
