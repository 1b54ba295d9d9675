"""Names: exact but for how they are spelled, otherwise candidates, never a guess taken."""

import pytest

from app.content.library import load_library
from app.content.names import Candidate, Found, NameIndex, NotFound, normalised

NAMES = load_library().names


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("OOPS! All Gravy...", "oops all gravy"),
        ("SUPER MISOMOCHI &FRIENDS", "super misomochi and friends"),
        ("Fate’s Purr", "fates purr"),
        ("Fate's Purr", "fates purr"),
        ("  Crème   Brûlée ", "creme brulee"),
        ("Miso, Sunblaze", "miso sunblaze"),
        ("B.E.E.P", "beep"),
        ("", ""),
    ],
)
def test_normalised(name: str, form: str) -> None:
    assert normalised(name) == form


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("furthings", "furthings"),
        ("FURTHINGS", "furthings"),
        ("The Twinlight Wand", "twinlight-wand"),
        ("twinlight wand", "twinlight-wand"),
        ("wand", "twinlight-wand"),
        ("gravy", "princess-duck-gravy"),
        ("Oops All Gravy", "princess-duck-gravy"),
        ("super misomochi and friends", "super-misomochi-and-friends"),
        ("Super MisoMochi & Friends", "super-misomochi-and-friends"),
        ("miso", "miso"),
        ("Miso and Mochi", "miso-and-mochi"),
        ("Mochi Moonveil", "mochi-moonveil"),
    ],
)
def test_a_name_is_exact_whatever_its_spelling(name: str, card: str) -> None:
    assert NAMES.find(name) == Found(card)


def test_a_slip_has_candidates_with_scores_and_is_not_taken() -> None:
    found = NAMES.find("furthngs")
    assert isinstance(found, NotFound)
    assert not found.ambiguous
    assert found.candidates[0].id == "furthings"
    assert 80 < found.candidates[0].score < 100


def test_a_part_of_several_names_is_ambiguous() -> None:
    found = NAMES.find("the")
    assert isinstance(found, NotFound)
    assert found.ambiguous
    assert {one.id for one in found.candidates} == {
        "fuzzy-fishies", "the-everlights", "the-solemates", "twinlight-wand",
    }  # fmt: skip


def test_a_search_takes_the_only_name_with_that_part() -> None:
    assert NAMES.search("twinlight") == Found("twinlight-wand")
    assert isinstance(NAMES.search("the"), NotFound)


@pytest.mark.parametrize("name", ["", "?", "zzzzzz", "x" * 10_000])
def test_nonsense_has_no_candidates(name: str) -> None:
    assert NAMES.find(name) == NotFound(())


def test_two_cards_of_one_name_are_ambiguous() -> None:
    names = NameIndex({"a-1": "Twin", "a-2": "Twin!"}, {})
    both = (Candidate("a-1", "Twin", 100.0), Candidate("a-2", "Twin!", 100.0))
    assert names.find("twin") == NotFound(both, ambiguous=True)
