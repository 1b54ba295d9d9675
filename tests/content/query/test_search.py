"""Which cards a query finds, and by which abilities."""

import pytest

from app.content.library import load_library
from app.content.query.columns import numbers_in, rows_of
from app.content.query.parser import parse
from app.content.query.search import Search

INDEX = load_library().search


def found(query: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the cards that a query finds, each with the abilities and fields."""
    search, tree = Search(INDEX), parse(query, INDEX.vocabulary)
    rows = list(numbers_in(search.hits(tree).cards))
    return {
        INDEX.cards[row].id: {one.ability: one.fields for one in matches}
        for row, matches in zip(rows, search.matches(tree, rows), strict=True)
    }


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("furth", {"furthings"}),
        ("5.0", {"artax"}),
        ("fates purr", {"nine-lives-dice"}),
        ("FATE'S", {"nine-lives-dice"}),
        ("Fâte’s", {"nine-lives-dice"}),
        ("oops all gravy", {"princess-duck-gravy"}),
        ("OOPS! All Gravy...", {"princess-duck-gravy"}),
        ("super misomochi and friends", {"super-misomochi-and-friends"}),
        ("&friends", {"super-misomochi-and-friends"}),
        ('"draw 1 card"', {"shredder", "super-misomochi-and-friends"}),
        ('"draw 1 car"', set()),
        ("draw-1-car", {"shredder", "super-misomochi-and-friends"}),
        ("name=miso", {"miso"}),
        ("name:\"miso\" -name=miso", {"miso-sunblaze", "miso-and-mochi"}),
        ("type:companion", {"artax", "beepboop9000"}),
        ("kind:land", {"windowland", "purrchgate", "whiskerways", "everspring"}),
        ("kind:land or name:wand", {
            "windowland", "purrchgate", "whiskerways", "everspring", "twinlight-wand",
        }),
        ("label:realm limit:1", {"whiskerways", "everspring"}),
        ("trait:nemesis", {"tangledeep", "fuzzy-fishies"}),
        ("hp>150 -hp>160", {"skyscratcher", "artax", "miso-sunblaze"}),
        ("hp<80", {"fuzzy-fishies", "alley-cat"}),
        ("hp<=70 hp>=70", {"alley-cat"}),
        ("hp!=160 hp>140", {"miso-and-mochi", "mochi-moonveil"}),
        ("rule:7 kind:item -limit:1", set()),
        ("ability:starfire", {"artax"}),
        ('ability="5.0 Starfire"', {"artax"}),
        ("once:game heal>=30", {"twinlight-wand", "everspring"}),
        ("cost<=2 damage>=60", {"crimson-wisp", "artax"}),
        ("trigger:would_be_defeated", {"starglaze-halo", "super-misomochi-and-friends"}),
        ("target:benched", {"whiskerways", "artax", "beepboop9000"}),
        ('timing:"at the end of your turn"', {"windowland", "purrchgate", "everspring"}),
    ],
)  # fmt: skip
def test_finding(query: str, cards: set[str]) -> None:
    assert set(found(query)) == cards


def test_terms_about_abilities_have_to_hold_of_the_same_one() -> None:
    assert "beepboop9000" not in found("ability_kind:trigger damage>=40")
    apart = found("(ability_kind:trigger) (damage>=40)")["beepboop9000"]
    assert apart == {"Warm Corner": ("ability_kind",), "Wormhole Beacon": ("damage",)}


def test_alternatives_in_parentheses_speak_of_the_same_ability() -> None:
    query = "(damage>=60 or heal>=40) once:game"
    assert found(query) == {
        "twinlight-wand": {"Twinlight Finale": ("damage", "heal", "once")},
    }


def test_minus_excludes_cards_and_the_unequal_sign_abilities() -> None:
    with_both = "whiskerways"  # Realmstep is once per turn, Homeward Beacon once per game
    assert with_both not in found("ability_kind:activated -once:game")
    assert found("ability_kind:activated once!=game")[with_both] == {
        "Realmstep": ("ability_kind", "once")
    }


def test_words_tell_the_abilities_that_have_them() -> None:
    assert found("starfire")["artax"] == {
        "Supercharged Gallop": ("text",),
        "5.0 Starfire": ("text",),
    }
    assert found("furthings")["furthings"] == {}


def test_what_is_excluded_is_no_match() -> None:
    assert found("name:alley -damage>=100")["alley-cat"] == {}


def test_a_comparison_of_numbers_needs_a_number() -> None:
    without = {card.id for card in INDEX.cards if card.hp is None}
    assert without.isdisjoint(found("hp!=1"))
    assert set(found("-hp:1")) >= without


def test_sets_of_rows() -> None:
    rows = [0, 7, 8, 63, 64, 1000]
    assert list(numbers_in(rows_of(rows, 2000))) == rows
    assert list(numbers_in(0)) == []
