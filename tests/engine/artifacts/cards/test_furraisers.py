"""FURRAISERS: Cabinet Peek, Slam Shut."""

from typing import Any

import pytest

from app.engine.artifacts.events import DamageDealt, DamagePrevented, LookedAt, Revealed
from tests.engine.artifacts.table import (
    PASS,
    RULES,
    Json,
    activate,
    attack,
    character,
    choose,
    code,
    play,
    react,
    refusal,
    side,
    table,
    used,
)

PEEK = activate("furraisers", "Cabinet Peek")
STARFIRE = attack("artax", "5.0 Starfire", "miso")
SHUT = react("furraisers", "Slam Shut", "miso")
PARKOUR: Json = {"card": "crimson-wisp", "ability": "Parkour Assault"}


def _own(*combatants: str | Json, **fields: Any) -> Json:
    return side(*combatants, support="furraisers", **fields)


# --- Cabinet Peek ---------------------------------------------------------------------------


def test_it_takes_one_of_three_and_orders_the_rest_at_the_bottom() -> None:
    own = _own("miso", deck="a:artax b:miso c:mochi rest:furthings")
    asked = play(table(own), PEEK)
    assert asked.answers == (choose("a"), choose("b"), choose("c"))
    after = play(asked.position, choose("b"), choose("c", "a"))
    assert [card.card for card in after.seat(0).hand] == ["miso"]
    assert [card.card for card in after.seat(0).deck] == ["furthings", "mochi", "artax"]


def test_one_must_be_taken() -> None:
    asked = play(table(_own("miso")), PEEK)
    assert code(asked.position, choose()) == "bad_choice"


@pytest.mark.parametrize(("deck", "hand"), [("", 0), ("a:artax", 1)])
def test_a_deck_of_one_or_none_asks_nothing(deck: str, hand: int) -> None:
    after = play(table(_own("miso", deck=deck)), PEEK)
    assert (len(after.seat(0).hand), after.asked.kind) == (hand, "turn")


def test_it_looks_in_private() -> None:
    looked = play(table(_own("miso")), PEEK)
    event = looked.only(LookedAt)
    assert event.seen_by(0).cards is not None
    assert (event.seen_by(1).cards, event.seen_by(1).count) == (None, 3)
    assert looked.all(Revealed) == []


def test_the_other_seat_sees_no_card_of_it() -> None:
    looked = play(table(_own("miso", deck="a:tangledeep b:artax c:mochi")), PEEK)
    seen = RULES.encode(RULES.view(looked.position, 1))
    assert b"tangledeep" not in seen


def test_it_is_once_a_turn() -> None:
    start = table(_own("miso", used=[used("furraisers", "Cabinet Peek")]))
    assert code(start, PEEK) == "already_used_this_turn"


# --- Slam Shut ------------------------------------------------------------------------------


def test_it_prevents_all_damage_and_is_discarded() -> None:
    after = play(table("artax", _own("miso")), STARFIRE, SHUT)
    assert after.damage("miso") == 0
    assert (after.only(DamagePrevented).base, after.all(DamageDealt)) == (60, [])
    assert (after.discarded(1), after.seat(1).support) == (["furraisers"], ())


def test_it_is_optional() -> None:
    after = play(table("artax", _own("miso")), STARFIRE, PASS)
    assert (after.damage("miso"), len(after.seat(1).support)) == (60, 1)


@pytest.mark.parametrize("card", ["m:mochi-moonveil", "m:miso-and-mochi"])
def test_it_protects_an_evolution_and_a_duo(card: str) -> None:
    after = play(
        table("artax", _own(card)),
        attack("artax", "5.0 Starfire", "m"),
        react("furraisers", "Slam Shut", "m"),
    )
    assert after.damage("m") == 0


def test_it_protects_no_one_else() -> None:
    start = table("artax", _own("furthings miso"))
    after = play(start, attack("artax", "5.0 Starfire", "furthings"))
    assert after.damage("furthings") == 60


def test_it_protects_only_a_cat_that_receives_the_attack() -> None:
    asked = play(table("artax", _own("miso mochi")), STARFIRE)
    assert code(asked.position, react("furraisers", "Slam Shut", "mochi")) == "illegal_target"


def test_of_two_cats_it_protects_one() -> None:
    own = side(character("m:miso", items="crimson-wisp"), unlocked=[PARKOUR])
    start = table(own, _own("miso mochi"))
    asked = play(start, attack("crimson-wisp", "Parkour Assault", "miso", "mochi"))
    assert code(asked.position, react("furraisers", "Slam Shut", "miso", "mochi")) == (
        "too_many_targets"
    )
    after = play(asked.position, SHUT)
    assert (after.damage("miso"), after.damage("mochi")) == (0, 20)


def test_the_attacks_other_effects_still_resolve() -> None:
    start = table("tangledeep", _own("miso"))
    after = play(start, attack("tangledeep", "Tangle Snare", "miso"), SHUT)
    assert (after.damage("miso"), len(after.effects("miso"))) == (0, 1)


def test_it_saves_from_any_amount() -> None:
    start = table("artax", _own(character("miso", damage=110)))
    assert play(start, STARFIRE, SHUT).damage("miso") == 110


def test_it_is_not_offered_where_the_attack_would_deal_nothing() -> None:
    snared: Json = {"kind": "attack_penalty", "amount": 20}
    start = table(side(character("alley-cat", effects=[snared])), _own("miso"))
    after = play(start, attack("alley-cat", "Quick Scratch", "miso"))
    assert (after.asked.kind, after.hit("miso").amount) == ("turn", 0)


def test_it_is_offered_only_for_the_target_that_the_attack_would_damage() -> None:
    snared: Json = {"kind": "attack_penalty", "amount": 20}
    own = side(character("m:miso", items="crimson-wisp", effects=[snared]), unlocked=[PARKOUR])
    asked = play(
        table(own, _own("miso mochi")), attack("crimson-wisp", "Parkour Assault", "miso", "mochi")
    )
    assert asked.answers == (SHUT, PASS)


def test_a_reduction_to_0_is_still_offered() -> None:
    start = table("alley-cat", _own("miso skyscratcher"))
    assert play(start, attack("alley-cat", "Quick Scratch", "miso")).asked.kind == "react"


def test_a_replayed_book_shuts_no_second_time() -> None:
    spent = used("furraisers", "Slam Shut", "game")
    assert play(table("artax", _own("miso", used=[spent])), STARFIRE).damage("miso") == 60


def test_it_answers_before_damage_only() -> None:
    enemy = side(character("miso", damage=110), support="furraisers super-misomochi-and-friends")
    asked = play(table("artax", enemy), STARFIRE, PASS)
    assert asked.asked.window == "would_be_defeated"
    assert refusal(asked.position, SHUT).code == "wrong_kind"
