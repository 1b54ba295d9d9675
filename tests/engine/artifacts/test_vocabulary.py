"""Words of the vocabulary that no printed card says, or not in this way, on cards made up here."""

from collections.abc import Mapping
from typing import Any

import pytest

from app.engine.artifacts import script
from app.engine.artifacts.actions import Action
from app.engine.artifacts.book import CardBook, Kind, PrintedCard
from app.engine.artifacts.events import (
    AbilityTriggered,
    CardDrawn,
    DamageDealt,
    Defeated,
    DefeatPrevented,
    DiceRolled,
    EffectCancelled,
    Healed,
)
from app.engine.artifacts.position import Position, Result
from app.engine.artifacts.ruleset import SacredArtifacts
from app.engine.artifacts.script import Activated, Attack, Reaction, Requires, Triggered, Who
from tests.engine.artifacts.table import (
    END_TURN,
    LIBRARY,
    PASS,
    Json,
    Played,
    activate,
    attack,
    character,
    choose,
    evolve,
    play,
    play_card,
    promote,
    react,
    refusal,
    shield,
    side,
    steps,
    table,
    used,
)

ENEMY = Who(side="opposing")
ALLY = Who()


class Made:
    """A table whose card book has some made-up cards beside the real ones."""

    def __init__(self) -> None:
        self._cards = [card.printed() for card in LIBRARY.cards.values()]
        self._rules: SacredArtifacts | None = None

    def card(
        self,
        id_: str,
        scripts: Mapping[str, script.Script],
        kind: Kind = "Combatant",
        **fields: Any,
    ) -> "Made":
        hp = 100 if kind == "Combatant" else None
        printed = PrintedCard(id=id_, name=id_.title(), kind=kind, hp=hp, scripts=scripts, **fields)
        self._cards.append(printed)
        return self

    @property
    def rules(self) -> SacredArtifacts:
        if self._rules is None:
            self._rules = SacredArtifacts(CardBook(self._cards))
        return self._rules

    def table(self, own: str | Json, enemy: str | Json = "artax", **fields: Any) -> Position:
        return table(own, enemy, rules=self.rules, **fields)

    def play(self, position: Position, *does: Action, **fields: Any) -> Played:
        return play(position, *does, rules=self.rules, **fields)


def made(id_: str, script_: script.Script, kind: Kind = "Combatant", **fields: Any) -> Made:
    """Return a table with one made-up card, whose one ability is called Act."""
    return Made().card(id_, {"Act": script_}, kind, **fields)


def toy(script_: script.Script) -> Made:
    return made("toy", script_)


ZAP = toy(Activated(do=(script.DealDamage(20),), targets=ENEMY))


# --- deal_damage ----------------------------------------------------------------------------


def test_ability_damage_takes_no_bonus() -> None:
    kit = Made().card(
        "toy",
        {"Act": Activated(do=(script.DealDamage(20),), targets=ENEMY)},
        identities=("Miso",),
    )
    after = kit.play(
        kit.table(side("toy", support="the-solemates")), activate("toy", "Act", "artax")
    )
    assert (after.damage("artax"), steps(after.hit("artax"))) == (20, [])


@pytest.mark.parametrize(
    ("enemy", "taken"),
    [
        (side("miso", support="the-everlights"), 10),
        (side("miso", land="whiskerways"), 20),
        (side("miso", land="purrchgate"), 20),
        (side("miso skyscratcher"), 0),
    ],
)
def test_ability_damage_meets_only_what_reduces_any_damage(enemy: Json, taken: int) -> None:
    after = ZAP.play(ZAP.table("toy", enemy), activate("toy", "Act", "miso"))
    assert after.hit("miso").amount == taken


def test_ability_damage_consumes_shields_against_any_damage_only() -> None:
    enemy = side(character("miso", effects=[shield(10, "any"), shield(30, "attack")]))
    after = ZAP.play(ZAP.table("toy", enemy), activate("toy", "Act", "miso"))
    assert after.damage("miso") == 10
    assert [effect.against for effect in after.effects("miso")] == ["attack"]


def test_ability_damage_is_no_attack() -> None:
    enemy = side("fuzzy-fishies tangledeep")
    after = ZAP.play(ZAP.table("toy", enemy), activate("toy", "Act", "fuzzy-fishies"))
    assert (after.damage("fuzzy-fishies"), after["fuzzy-fishies"].attacked_turn) == (20, 0)
    assert after.seat(0).attacked is False


def test_ability_damage_may_defeat_and_the_enemy_promotes() -> None:
    enemy = side(character("miso", damage=100), "mochi furthings")
    after = ZAP.play(ZAP.table("toy", enemy), activate("toy", "Act", "miso"), promote("furthings"))
    assert (after.active(1).id, after.seat(0).knockouts) == ("furthings", 1)


def test_ability_damage_opens_the_rescue_window() -> None:
    enemy = side(character("miso", damage=100), support="super-misomochi-and-friends")
    after = ZAP.play(
        ZAP.table("toy", enemy),
        activate("toy", "Act", "miso"),
        react("super-misomochi-and-friends", "Continue?", "miso"),
    )
    assert after.only(DefeatPrevented).hp == 10


def test_twin_guardians_cancels_ability_damage() -> None:
    enemy = side("miso mochi", support="infinite-tails")
    after = ZAP.play(
        ZAP.table("toy", enemy),
        activate("toy", "Act", "miso"),
        react("infinite-tails", "Twin Guardians", "miso"),
    )
    assert after.damage("miso") == 0
    assert after.only(EffectCancelled).target == "miso"
    assert [use.ability for use in after.seat(0).used] == ["Act"]


def test_of_two_chosen_targets_twin_guardians_saves_one() -> None:
    kit = toy(Activated(do=(script.DealDamage(20),), targets=Who(side="opposing", count=2)))
    start = kit.table("toy", side("miso mochi", support="infinite-tails"))
    guard = react("infinite-tails", "Twin Guardians", "mochi")
    after = kit.play(start, activate("toy", "Act", "miso", "mochi"), guard)
    assert (after.damage("miso"), after.damage("mochi")) == (20, 0)


def test_damage_to_all_enemies_is_not_aimed() -> None:
    kit = toy(Activated(do=(script.DealDamage(20),), targets=Who(side="opposing", each=True)))
    start = kit.table("toy", side("miso mochi", support="infinite-tails"))
    after = kit.play(start, activate("toy", "Act"))
    assert (after.damage("miso"), after.damage("mochi")) == (20, 20)


def test_damage_to_both_last_combatants_is_a_draw() -> None:
    kit = toy(Activated(do=(script.DealDamage(20),), targets=Who(side="both", each=True)))
    start = kit.table(side(character("toy", damage=80)), side(character("artax", damage=140)))
    after = kit.play(start, activate("toy", "Act"))
    assert after.position.result == Result(None, "no_combatant")
    assert len(after.all(Defeated)) == 2


def test_both_seats_promote_the_one_whose_turn_it_is_first() -> None:
    kit = toy(
        Activated(do=(script.DealDamage(20),), targets=Who(side="both", where="active", each=True))
    )
    start = kit.table(
        side(character("toy", damage=80), "miso mochi"),
        side(character("artax", damage=140), "a:miso b:mochi"),
    )
    first = kit.play(start, activate("toy", "Act"))
    assert (first.asked.kind, first.asked.seat) == ("promote", 0)
    second = kit.play(first.position, promote("mochi"))
    assert (second.asked.kind, second.asked.seat) == ("promote", 1)
    after = kit.play(second.position, promote("b"))
    assert (after.active(0).id, after.active(1).id, after.asked.kind) == ("mochi", "b", "turn")


def test_an_own_defeat_counts_for_the_other_seat() -> None:
    kit = toy(Activated(do=(script.DealDamage(20),), targets=ALLY))
    start = kit.table(side("toy", character("miso", damage=100)))
    after = kit.play(start, activate("toy", "Act", "miso"))
    assert (after.seat(0).knockouts, after.seat(1).knockouts) == (0, 1)


# --- triggers -------------------------------------------------------------------------------


def test_an_optional_trigger_is_asked_for_a_single_target_and_may_be_declined() -> None:
    kit = toy(Triggered(when=script.TurnEnd(), do=(script.Heal(10),), targets=ALLY, optional=True))
    start = kit.table(side(character("toy", damage=50)))
    asked = kit.play(start, END_TURN)
    assert asked.answers == (choose("toy"), choose())
    assert (asked.asked.min, asked.asked.max) == (0, 1)
    assert kit.play(asked.position, choose("toy")).damage("toy") == 40
    declined = kit.play(asked.position, choose())
    assert (declined.damage("toy"), declined.position.turn_seat) == (50, 1)
    assert declined.all(AbilityTriggered) == []


def test_an_optional_trigger_without_targets_is_accepted_by_its_own_card() -> None:
    kit = toy(Triggered(when=script.TurnEnd(), do=(script.Draw(1),), optional=True))
    asked = kit.play(kit.table("toy"), END_TURN)
    assert asked.answers == (choose("toy"), choose())
    assert len(kit.play(asked.position, choose("toy")).seat(0).hand) == 1
    assert len(kit.play(asked.position, choose()).seat(0).hand) == 0


def test_an_optional_trigger_for_all_is_taken_or_left_as_a_whole() -> None:
    kit = toy(
        Triggered(
            when=script.TurnEnd(), do=(script.Heal(10),), targets=Who(each=True), optional=True
        )
    )
    start = kit.table(side(character("toy", damage=50), character("miso", damage=50)))
    asked = kit.play(start, END_TURN)
    after = kit.play(asked.position, choose("toy"))
    assert (after.damage("toy"), after.damage("miso")) == (40, 40)


def test_a_trigger_that_needs_two_targets_does_nothing_with_one() -> None:
    kit = toy(Triggered(when=script.TurnEnd(), do=(script.Heal(10),), targets=Who(count=2)))
    after = kit.play(kit.table(side(character("toy", damage=50))), END_TURN)
    assert after.damage("toy") == 50


@pytest.mark.parametrize(("bench", "healed"), [("", 1), ("miso", 2), ("miso mochi", 2)])
def test_as_many_as_are_available(bench: str, healed: int) -> None:
    who = Who(count=2, as_available=True)
    kit = toy(Triggered(when=script.TurnEnd(), do=(script.Heal(10),), targets=who))
    hurt = [character(card, damage=50) for card in bench.split()]
    after = kit.play(kit.table(side(character("toy", damage=50), *hurt)), END_TURN)
    if len(hurt) == 2:
        assert len(after.answers) == 3
        after = kit.play(after.position, choose("toy", "mochi"))
    assert len(after.all(Healed)) == healed


def test_a_trigger_may_be_once_a_game() -> None:
    kit = toy(
        Triggered(when=script.AbilityHealed("Moon Blessing"), do=(script.Draw(1),), once="game")
    )
    own = side("toy", character("mochi", damage=50))
    after = kit.play(kit.table(own), activate("mochi", "Moon Blessing", "mochi"))
    assert [use.scope for use in after.seat(0).used] == ["turn", "game"]
    spent = side("toy", character("mochi", damage=50), used=[used("toy", "Act", "game")])
    again = kit.play(kit.table(spent), activate("mochi", "Moon Blessing", "mochi"))
    assert again.all(CardDrawn) == []


def test_a_trigger_aimed_at_an_enemy_opens_the_before_effect_window() -> None:
    kit = toy(Triggered(when=script.TurnEnd(), do=(script.DealDamage(20),), targets=ENEMY))
    start = kit.table("toy", side("miso mochi", support="infinite-tails"))
    asked = kit.play(start, END_TURN, choose("miso"))
    assert (asked.asked.window, asked.position.phase) == ("before_effect", "end")
    after = kit.play(asked.position, react("infinite-tails", "Twin Guardians", "miso"))
    assert (after.damage("miso"), after.position.turn_seat) == (0, 1)


def test_a_defeat_at_the_turns_end_promotes_before_the_turn_passes() -> None:
    kit = toy(Triggered(when=script.TurnEnd(), do=(script.DealDamage(20),), targets=ENEMY))
    enemy = side(character("miso", damage=100), "artax furthings")
    asked = kit.play(kit.table("toy", enemy), END_TURN, choose("miso"))
    assert (asked.asked.kind, asked.position.turn_seat) == ("promote", 0)
    after = kit.play(asked.position, promote("furthings"))
    assert (after.active(1).id, after.position.turn_seat) == ("furthings", 1)


def test_a_win_at_the_turns_start_ends_the_game_before_the_draw() -> None:
    kit = toy(Triggered(when=script.TurnStart(), do=(script.DealDamage(20),), targets=ENEMY))
    own = side(character("miso", damage=100))
    after = kit.play(kit.table(own, "toy"), END_TURN)
    assert after.position.result == Result(1, "no_combatant")
    assert after.all(CardDrawn) == []


def test_a_chain_of_after_triggers_keeps_the_target() -> None:
    kit = Made().card(
        "toy",
        {
            "First": Activated(do=(script.Heal(10),), targets=ALLY),
            "Second": Triggered(when=script.After("First"), do=(script.Heal(10),)),
            "Third": Triggered(
                when=script.After("Second"),
                do=(script.Heal(10),),
                requires=Requires(target=Who(named=("Miso",))),
            ),
        },
    )
    own = side(character("toy", damage=50), character("miso", damage=50))
    assert kit.play(kit.table(own), activate("toy", "First", "miso")).damage("miso") == 20
    assert kit.play(kit.table(own), activate("toy", "First", "toy")).damage("toy") == 30


def test_a_trigger_of_a_card_that_has_left_play_does_nothing() -> None:
    kit = Made().card(
        "charm",
        {
            "Go": Triggered(when=script.TurnEnd(), do=(script.DiscardSelf(),)),
            "Late": Triggered(when=script.TurnEnd(), do=(script.GainEnergy(1), script.Draw(1))),
        },
        "Relic",
    )
    after = kit.play(kit.table(side("miso", support="charm")), END_TURN)
    assert after.discarded(0) == ["charm"]
    assert [event.seat for event in after.all(CardDrawn)] == [1]


# --- attacks --------------------------------------------------------------------------------


def test_one_number_is_the_damage_of_each_target() -> None:
    kit = toy(Attack(energy=1, targets=Who(side="opposing", count=2), damage=30))
    after = kit.play(kit.table("toy", "artax miso"), attack("toy", "Act", "miso", "artax"))
    assert (after.damage("artax"), after.damage("miso")) == (30, 30)


def test_an_attack_that_deals_0_hits_no_one_and_takes_no_bonus() -> None:
    kit = Made().card(
        "toy",
        {"Act": Attack(energy=0, targets=ENEMY, damage=0, then=(script.Asleep("own_turn_end"),))},
        identities=("Miso",),
    )
    enemy = side(character("artax", effects=[shield(10)]))
    start = kit.table(side("toy", support="the-solemates"), enemy)
    after = kit.play(start, attack("toy", "Act", "artax"))
    assert after.all(DamageDealt) == []
    assert [effect.kind for effect in after.effects("artax")] == ["shield", "asleep"]


def test_an_attack_may_need_something_in_play_and_be_once_a_game() -> None:
    kit = toy(
        Attack(
            energy=0,
            targets=ENEMY,
            damage=10,
            once="game",
            requires=Requires(in_play=Who(where="active", is_="other")),
        )
    )
    refused = refusal(kit.table("toy miso"), attack("toy", "Act", "artax"), rules=kit.rules)
    assert refused.code == "condition_not_met"
    spent = side("toy", used=[used("toy", "Act", "game")])
    refused = refusal(kit.table(spent), attack("toy", "Act", "artax"), rules=kit.rules)
    assert refused.code == "already_used_this_game"


def test_what_follows_an_attack_may_be_for_the_attacker() -> None:
    then = (
        script.Heal(10, holder="self"),
        script.Shield(10, "any", holder="attacker"),
        script.AttackBonus(10, holder="self", until="own_turn_end"),
        script.AttackPenalty(20, holder="self"),
        script.Asleep("own_turn_end", holder="self"),
    )
    kit = toy(Attack(energy=0, targets=ENEMY, damage=10, then=then))
    start = kit.table(side(character("toy", damage=50)))
    after = kit.play(start, attack("toy", "Act", "artax"))
    assert after.damage("toy") == 40
    kinds = [effect.kind for effect in after.effects("toy")]
    assert kinds == ["shield", "attack_bonus", "attack_penalty", "asleep"]


def test_what_ends_with_the_present_own_turn_ends_with_it() -> None:
    kit = toy(
        Attack(
            energy=0, targets=ENEMY, damage=10, then=(script.Asleep("own_turn_end", holder="self"),)
        )
    )
    after = kit.play(kit.table("toy"), attack("toy", "Act", "artax"), END_TURN)
    assert after.effects("toy") == ()


def test_a_relics_attack_may_heal_who_makes_it() -> None:
    strike = Attack(
        energy=0,
        targets=ENEMY,
        damage=10,
        attacker=Who(where="active"),
        then=(script.Heal(10, holder="attacker"), script.DiscardSelf()),
    )
    kit = made("charm", strike, "Relic")
    start = kit.table(side(character("miso", damage=50), support="charm"))
    after = kit.play(start, attack("charm", "Act", "artax"))
    assert (after.damage("miso"), after.discarded(0)) == (40, ["charm"])


def test_any_active_combatant_may_use_an_attack_for_all() -> None:
    strike = Attack(energy=0, targets=ENEMY, damage=10, attacker=Who(where="active"))
    kit = made("charm", strike, "Relic")
    after = kit.play(
        kit.table(side("tangledeep", support="charm")), attack("charm", "Act", "artax")
    )
    assert after.damage("artax") == 10


# --- reactions ------------------------------------------------------------------------------


def _guarding(**fields: Any) -> Made:
    made_with: dict[str, Any] = {"window": "before_damage", "do": script.ReduceDamage(30), **fields}
    return made("charm", Reaction(**made_with), "Item", attaches_to=("Miso",))


def test_an_item_may_protect_its_host() -> None:
    kit = _guarding(protects=Who(is_="host"), once="turn")
    enemy = side(character("miso", items="charm"), "b:miso")
    starfire = attack("artax", "5.0 Starfire", "miso")
    asked = kit.play(kit.table("artax", enemy), starfire)
    assert asked.answers == (react("charm", "Act", "miso"), PASS)
    assert kit.play(asked.position, react("charm", "Act", "miso")).damage("miso") == 30
    other = kit.play(kit.table("artax", enemy), attack("artax", "5.0 Starfire", "b"))
    assert other.damage("b") == 60


def test_a_reaction_may_protect_any_ally_each_turn_without_leaving() -> None:
    kit = _guarding(protects=Who(), once="turn")
    enemy = side(character("miso", items="charm"), "furthings")
    start = kit.table("artax", enemy)
    after = kit.play(
        start, attack("artax", "5.0 Starfire", "furthings"), react("charm", "Act", "furthings")
    )
    assert (after.damage("furthings"), len(after["miso"].attachments)) == (30, 1)
    assert kit.play(after.position, END_TURN).seat(1).used == ()


def test_a_reaction_may_have_a_condition() -> None:
    kit = _guarding(
        protects=Who(), once="game", requires=Requires(in_play=Who(where="bench", named=("Mochi",)))
    )
    enemy = side(character("miso", items="charm"), "furthings")
    after = kit.play(kit.table("artax", enemy), attack("artax", "5.0 Starfire", "miso"))
    assert after.damage("miso") == 60


def test_of_several_guards_the_largest_counts() -> None:
    kit = _guarding(protects=Who(), once="turn").card(
        "wall",
        {
            "Hold": Reaction(
                window="before_damage", protects=Who(), do=script.ReduceDamage(40), once="turn"
            )
        },
    )
    enemy = side(character("miso", items="charm"), "wall")
    after = kit.play(
        kit.table("artax", enemy),
        attack("artax", "5.0 Starfire", "miso"),
        react("charm", "Act", "miso"),
        react("wall", "Hold", "miso"),
    )
    assert steps(after.hit("miso")) == [
        ("reduction", -30, "Act", False),
        ("reduction", -40, "Hold", True),
    ]


# --- rolls, cards, Energy -------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "energy"), [((1, 6), 4), ((3, 6), 5), ((5, 6), 7)])
def test_a_result_counts_when_every_die_reaches_it(dice: tuple[int, int], energy: int) -> None:
    roll = script.Roll(
        2,
        6,
        (
            script.RollResult(3, (script.GainEnergy(1),)),
            script.RollResult(5, (script.GainEnergy(2),)),
        ),
    )
    kit = toy(Activated(do=(roll,)))
    after = kit.play(kit.table("toy"), activate("toy", "Act"), dice=dice)
    assert (after.only(DiceRolled).dice, after.seat(0).energy) == (dice, energy)


def test_a_roll_may_lead_to_a_roll() -> None:
    again = script.Roll(1, 6, (script.RollResult(6, (script.Draw(1),)),))
    kit = toy(Activated(do=(script.Roll(1, 6, (script.RollResult(4, (again,)),)),)))
    after = kit.play(kit.table("toy"), activate("toy", "Act"), dice=[4, 6])
    assert (len(after.all(DiceRolled)), len(after.seat(0).hand)) == (2, 1)


@pytest.mark.parametrize(("deck", "drawn"), [("a:miso b:miso c:miso", 2), ("a:miso", 1), ("", 0)])
def test_a_draw_takes_what_there_is(deck: str, drawn: int) -> None:
    kit = toy(Activated(do=(script.Draw(2),)))
    after = kit.play(kit.table(side("toy", deck=deck)), activate("toy", "Act"))
    assert (len(after.seat(0).hand), after.position.result) == (drawn, None)


def test_a_search_for_two_may_find_fewer() -> None:
    kit = toy(Activated(do=(script.Search(("Miso", "Mochi"), count=2),)))
    deck = "s:miso-sunblaze v:mochi-moonveil m:miso"
    asked = kit.play(kit.table(side("toy", deck=deck)), activate("toy", "Act"))
    assert set(asked.answers) == {choose(), choose("s"), choose("v"), choose("s", "v")}
    after = kit.play(asked.position, choose("s", "v"))
    assert len(after.seat(0).hand) == 2


def test_two_of_the_revealed_cards_may_have_to_be_taken() -> None:
    kit = toy(Activated(do=(script.RevealTop(3, 2, ("Land",)),)))
    lands = "a:windowland b:purrchgate c:everspring"
    asked = kit.play(kit.table(side("toy", deck=lands)), activate("toy", "Act"))
    assert len(asked.answers) == 3
    after = kit.play(asked.position, choose("a", "c"))
    assert [card.card for card in after.seat(0).hand] == ["windowland", "everspring"]
    assert [card.card for card in after.seat(0).deck] == ["purrchgate"]


def test_an_order_of_five_cards_is_bounded_instead_of_listed() -> None:
    kit = toy(Activated(do=(script.LookAtTop(6, 1),)))
    deck = " ".join(f"{id_}:miso" for id_ in "abcdef")
    asked = kit.play(kit.table(side("toy", deck=deck)), activate("toy", "Act"), choose("a"))
    assert (asked.answers, asked.asked.from_) == ((), tuple("bcdef"))
    assert (asked.asked.min, asked.asked.max) == (5, 5)
    assert refusal(asked.position, choose(*"bcde"), rules=kit.rules).code == "bad_choice"
    after = kit.play(asked.position, choose(*"fedcb"))
    assert len(after.seat(0).deck) == 5


def test_a_switch_may_be_a_triggers() -> None:
    kit = toy(Triggered(when=script.TurnEnd(), do=(script.SwitchIn(),), targets=Who(where="bench")))
    after = kit.play(kit.table("toy miso"), END_TURN)
    assert after.active(0).id == "miso"


def test_a_triggers_return_takes_a_card_from_the_discard() -> None:
    kit = toy(
        Triggered(when=script.TurnEnd(), do=(script.ReturnToHand(),), targets=Who(where="discard"))
    )
    after = kit.play(kit.table(side("toy", discard="shredder")), END_TURN)
    assert [card.card for card in after.seat(0).hand] == ["shredder"]


def test_a_consumable_without_targets_names_none() -> None:
    kit = made("snack", Triggered(when=script.Played(), do=(script.Draw(1),)), "Consumable")
    start = kit.table(side("miso", hand="snack"), phase="prepare")
    after = kit.play(start, play_card("snack"))
    assert (len(after.seat(0).hand), after.discarded(0)) == (1, ["snack"])
    refused = refusal(start, play_card("snack", "miso"), rules=kit.rules)
    assert refused.code == "too_many_targets"


# --- continuous -----------------------------------------------------------------------------


def test_a_bonus_may_be_for_the_attackers_of_both_sides() -> None:
    bonus = script.ContinuousBonus(10, Who(side="both"))
    kit = made("charm", script.Continuous(attack_bonus=bonus), "Relic")
    starfire = attack("artax", "5.0 Starfire", "furthings")
    mine = kit.play(kit.table(side("artax", support="charm"), "furthings"), starfire)
    theirs = kit.play(kit.table("artax", side("furthings", support="charm")), starfire)
    assert (mine.damage("furthings"), theirs.damage("furthings")) == (70, 70)


def test_copies_of_a_bonus_on_both_sides_do_not_stack() -> None:
    bonus = script.ContinuousBonus(10, Who(side="both"))
    kit = made("charm", script.Continuous(attack_bonus=bonus), "Relic")
    start = kit.table(side("artax", support="a:charm"), side("furthings", support="b:charm"))
    after = kit.play(start, attack("artax", "5.0 Starfire", "furthings"))
    assert after.damage("furthings") == 70


def test_a_bonus_may_depend_on_the_traits_or_names_that_one_lacks() -> None:
    bonus = script.ContinuousBonus(10, Who(trait="Cat", not_named=("Miso",)))
    kit = made("charm", script.Continuous(attack_bonus=bonus), "Relic")
    for attacker, ability, dealt in (
        ("alley-cat", "Quick Scratch", 30),
        ("miso", "Sunny Swipe", 40),
        ("mochi", "Moon Bop", 40),
    ):
        start = kit.table(side(attacker, support="charm"))
        assert kit.play(start, attack(attacker, ability, "artax")).damage("artax") == dealt


def test_a_change_of_a_heal_may_have_a_condition() -> None:
    change = script.Continuous(
        heal_change=script.HealChange("Moon Blessing", from_=10, to=30),
        requires=Requires(in_play=Who(named=("Miso",))),
    )
    kit = made("charm", change, "Item", attaches_to=("Mochi",))
    bless = activate("mochi", "Moon Blessing", "mochi")
    alone = side(character("mochi", damage=50, items="charm"))
    assert kit.play(kit.table(alone), bless).damage("mochi") == 40
    together = side(character("mochi", damage=50, items="charm"), "miso")
    assert kit.play(kit.table(together), bless).damage("mochi") == 20


def test_a_heal_is_changed_only_where_it_is_the_amount_that_the_change_names() -> None:
    kit = Made().card(
        "toy",
        {"Moon Blessing": Activated(do=(script.Heal(30),), targets=ALLY)},
        identities=("Mochi",),
    )
    own = side(character("toy", damage=50, items="starglaze-halo"))
    assert kit.play(kit.table(own), activate("toy", "Moon Blessing", "toy")).damage("toy") == 20


def test_an_attack_on_an_own_ally_is_no_enemy_attack() -> None:
    kit = toy(Attack(energy=0, targets=Who(where="bench"), damage=30))
    start = kit.table(side("toy miso", land="whiskerways"))
    assert kit.play(start, attack("toy", "Act", "miso")).damage("miso") == 30
    cats = kit.table(side("toy miso", land="purrchgate"))
    assert kit.play(cats, attack("toy", "Act", "miso")).damage("miso") == 20


def test_a_power_may_pay_with_its_own_card() -> None:
    kit = made("charm", Activated(energy=2, do=(script.DiscardSelf(), script.Draw(1))), "Relic")
    after = kit.play(kit.table(side("miso", support="charm")), activate("charm", "Act"))
    assert (after.seat(0).energy, after.discarded(0), len(after.seat(0).hand)) == (2, ["charm"], 1)


# --- what is gone, or is not there ----------------------------------------------------------


def test_an_attack_goes_on_after_it_has_defeated_its_own_attacker() -> None:
    kit = toy(
        Attack(
            energy=0,
            targets=Who(side="both", count=2),
            damage=(200, 20),
            then=(script.MaySwitch(),),
        )
    )
    after = kit.play(kit.table(side("toy", "miso")), attack("toy", "Act", "toy", "artax"))
    assert (after.damage("artax"), after.position.seats[1].knockouts) == (20, 1)


def test_a_card_is_discarded_once() -> None:
    kit = made("toy", Activated(do=(script.DiscardSelf(), script.DiscardSelf())), kind="Relic")
    after = kit.play(kit.table(side("miso", support="toy")), activate("toy", "Act"))
    assert [card.id for card in after.position.seats[0].discard] == ["toy"]


def test_a_land_can_discard_itself() -> None:
    kit = made("toy", Activated(do=(script.DiscardSelf(),)), kind="Land")
    after = kit.play(kit.table(side("miso", land="toy")), activate("toy", "Act"))
    assert after.position.seats[0].land is None


def test_a_second_switch_needs_the_attacker_active() -> None:
    kit = toy(
        Attack(energy=0, targets=ENEMY, damage=10, then=(script.MaySwitch(), script.MaySwitch()))
    )
    after = kit.play(
        kit.table(side("toy", "miso mochi")), attack("toy", "Act", "artax"), choose("miso")
    )
    assert kit.rules.decisions(after.position)[0].kind == "turn"


def test_a_reaction_whose_condition_does_not_hold_is_refused_with_it() -> None:
    ward = Reaction(window="before_effect", protects=ALLY, do=script.CancelEffect(), once="turn")
    kit = Made().card("ward", {"Act": ward}, kind="Relic")
    kit.card("zap", {"Act": Activated(do=(script.DealDamage(10),), targets=ENEMY)})
    position = kit.play(
        kit.table("zap", side("miso", support="ward infinite-tails")),
        activate("zap", "Act", "miso"),
    ).position
    denied = refusal(
        position, react("infinite-tails", "Twin Guardians", "miso"), rules=kit.rules, seat=1
    )
    assert denied.code == "condition_not_met"


def test_an_evolution_with_a_printed_limit_is_no_option_while_one_is_in_play() -> None:
    kit = Made().card("grown", {}, evolves_from=("Miso",), limit_in_play=1)
    position = kit.table(side("miso", "played:grown", hand="grown"), phase="prepare")
    denied = refusal(
        position,
        evolve(position.seats[0].hand[0].id, "miso"),
        rules=kit.rules,
    )
    assert denied.code == "limit_one_in_play"


def test_a_line_whose_base_nobody_has_printed_starts_with_its_evolution() -> None:
    kit = Made().card("grown", {}, evolves_from=("Nobody",))
    assert kit.rules.book["grown"].line == "grown"


def test_a_consumable_counts_as_being_at_the_table_while_it_resolves() -> None:
    kit = made(
        "toy",
        Triggered(when=script.Played(), do=(script.LookAtTop(2, 1),)),
        kind="Consumable",
    )
    position = kit.table(side("miso", hand="toy"), phase="prepare")
    opened = kit.play(position, play_card("toy"))
    (asked,) = kit.rules.decisions(opened.position)
    assert (asked.kind, len(asked.options)) == ("choose", 2)
    after = kit.play(opened.position, choose(asked.cards[0].id))
    assert after.position.seats[0].discard[-1].card == "toy"


def test_an_attached_item_can_ask_for_a_target() -> None:
    kit = made(
        "toy",
        Triggered(when=script.Attached(), targets=ALLY, do=(script.Heal(10),)),
        kind="Item",
        attaches_to=("Miso",),
    )
    position = kit.table(side("miso", "mochi", hand="toy"), phase="prepare")
    opened = kit.play(position, play_card("toy", "miso")).position
    assert kit.rules.read_position(kit.rules.encode(opened)) == opened
    assert len(kit.rules.decisions(opened)[0].options) == 2
