"""Whether an action is legal, and everything that speaks against it.

Each check yields a `Refusal` with its code, what it rests on and one sentence: what was asked,
what the rule says and what would have made it legal. The order is the contract's (section 5):
decision, phase, source, ability, attack already made, use spent, Active, Asleep, unlocked,
condition, targets, Energy.
"""

from collections.abc import Iterator
from typing import assert_never

from app.engine.artifacts import actions
from app.engine.artifacts.answers import objections_to_answer
from app.engine.artifacts.battle import objections_to_activation, objections_to_attack
from app.engine.artifacts.book import BookCard, CardBook
from app.engine.artifacts.game import State, find_combatant, find_in_play
from app.engine.artifacts.plays import SWITCH_COST
from app.engine.artifacts.position import Card, Position
from app.engine.artifacts.refusals import no, seat_name, wrong_phase
from app.engine.artifacts.script import Triggered, Who
from app.engine.artifacts.setup import objections_to_setup
from app.engine.artifacts.targets import candidates
from app.engine.kernel.citation import Cites
from app.engine.kernel.refusal import HiddenInformation, Refusal

Objections = Iterator[Refusal]


def objections(book: CardBook, position: Position, seat: int, action: actions.Action) -> Objections:
    """Yield everything that makes the action illegal, the weightiest first."""
    if position.result is not None:
        yield no("match_over", "The game is over: nothing more can be done in it.", "table-12")
        return
    if isinstance(action, actions.Concede):
        return
    if position.phase == "setup":
        yield from objections_to_setup(book, position, seat, action)
    elif position.pending is not None:
        yield from objections_to_answer(book, position, position.pending, seat, action)
    elif seat != position.turn_seat:
        yield no(
            "not_your_decision",
            f"It is the turn of {seat_name(position.turn_seat)}; {seat_name(seat)} acts in its "
            "own turn or when it is asked.",
            "rule-4",
        )
    else:
        yield from _turn_action(book, position, seat, action)


def _turn_action(
    book: CardBook, position: Position, seat: int, action: actions.Action
) -> Objections:
    match action:
        case actions.Deploy():
            yield from _deploy(book, position, seat, action)
        case actions.Evolve():
            yield from _evolve(book, position, seat, action)
        case actions.Play():
            yield from _play(book, position, seat, action)
        case actions.PlayLand():
            yield from _play_land(book, position, seat, action)
        case actions.BeginAct():
            yield from wrong_phase(position, ("prepare",), "Act & Attack begins", "rule-4")
        case actions.Switch():
            yield from _switch(book, position, seat, action)
        case actions.Activate():
            yield from objections_to_activation(book, position, seat, action)
        case actions.Attack():
            yield from objections_to_attack(book, position, seat, action)
        case actions.EndTurn():
            yield from wrong_phase(position, ("prepare", "act"), "A turn is ended", "ruling-38")
        case (
            actions.Setup()
            | actions.React()
            | actions.Pass()
            | actions.Choose()
            | actions.Promote()
        ):
            yield no(
                "wrong_decision",
                f"No question is open: it is the turn of {seat_name(seat)} in its "
                f"{position.phase} phase, and this answers none of a turn's choices.",
                "rule-4",
            )
        case actions.Concede():  # pragma: no cover - it is always legal, and never comes here
            pass
        case _:
            assert_never(action)


# --- cards from hand ---


def _in_hand(position: Position, seat: int, card_id: str) -> Card | Refusal:
    side = position.seats[seat]
    for card in side.hand:
        if card.id == card_id:
            return card
    found = find_in_play(position, card_id)
    if found is not None and found[0] != seat:
        return no("not_yours", f"Card {card_id} is the other seat's.", "rule-2")
    if side.hand_count and found is None and not side.hand:
        return HiddenInformation(
            f"Card {card_id} would be played from the hand of seat {seat}, which this view hides."
        )
    return no(
        "no_such_card", f"There is no card {card_id} in the hand of {seat_name(seat)}.", "rule-2"
    )


def _is_kind(card: BookCard, expected: str, how: str) -> Objections:
    yield no(
        "wrong_kind",
        f"{card.name} is {'an' if card.kind == 'Item' else 'a'} {card.kind}"
        f"{' (an Evolution)' if card.is_evolution else ''}; {how} {expected}.",
        "rule-1",
        card=card.id,
    )


def _limit_in_play(
    book: CardBook, position: Position, seat: int, card: BookCard, replaced: str | None = None
) -> Objections:
    if card.limit_in_play is None:
        return
    count = sum(
        book[held.card].name == card.name and held.id != replaced
        for held, _host in position.seats[seat].in_play()
    )
    if count >= card.limit_in_play:
        yield no(
            "limit_one_in_play",
            f"{card.name} prints Limit {card.limit_in_play}, and {seat_name(seat)} has it in play.",
            "rule-7",
            "ruling-25",
            card=card.id,
        )


def _deploy(book: CardBook, position: Position, seat: int, action: actions.Deploy) -> Objections:
    yield from wrong_phase(position, ("prepare",), "Combatants are deployed", "rule-2")
    held = _in_hand(position, seat, action.card)
    if isinstance(held, Refusal):
        yield held
        return
    card = book[held.card]
    if not card.is_basic:
        yield from _is_kind(card, "a combatant that needs no base", "only deploy puts into play")
        return
    yield from _limit_in_play(book, position, seat, card)
    side = position.seats[seat]
    settings = position.settings
    allowed = settings.deployments_per_prepare
    if allowed is not None and side.deployed >= allowed:
        yield no(
            "deployment_limit",
            f"{seat_name(seat)} has deployed {side.deployed} this Prepare; the table allows "
            f"{allowed}.",
            "table-06",
            card=card.id,
        )
    if side.active is not None and len(side.bench) >= settings.bench_size:
        yield no(
            "bench_full",
            f"The Bench of {seat_name(seat)} is full: it holds {settings.bench_size}.",
            "table-05",
            card=card.id,
        )


def _evolve(book: CardBook, position: Position, seat: int, action: actions.Evolve) -> Objections:
    yield from wrong_phase(position, ("prepare",), "Evolutions are played", "rule-2")
    held = _in_hand(position, seat, action.card)
    if isinstance(held, Refusal):
        yield held
        return
    card = book[held.card]
    if not card.is_evolution:
        yield from _is_kind(card, "an Evolution", "only evolve takes")
        return
    yield from _limit_in_play(book, position, seat, card)
    found = find_combatant(position, action.onto)
    bases = " or ".join(card.evolves_from)
    if found is None or found[0] != seat or not evolves(book, card, found[1].card):
        yield no(
            "illegal_target",
            f"{card.name} evolves {bases}; {_named(book, position, action.onto)} is not your "
            f"{bases} in play.",
            "rule-6",
            "ruling-40",
            card=card.id,
        )
        return
    combatant = found[1]
    if position.settings.evolve_delay and position.turn in (
        combatant.entered_turn,
        combatant.evolved_turn,
    ):
        yield no(
            "evolved_too_soon",
            f"{book[combatant.card].name} entered play or evolved this turn; it can evolve from "
            "the next turn on.",
            "table-07",
            card=card.id,
        )


def evolves(book: CardBook, evolution: BookCard, base: str) -> bool:
    """Whether an Evolution may be put on a character whose top card is `base` (ruling-40)."""
    line = book[book[base].line] if book[base].line in book else book[base]
    return line.name in evolution.evolves_from or book[base].name in evolution.evolves_from


def _named(book: CardBook, state: State, card_id: str) -> str:
    found = find_in_play(state, card_id)
    return f"card {card_id}" if found is None else f"{book[found[1].card].name} ({card_id})"


def _play(book: CardBook, position: Position, seat: int, action: actions.Play) -> Objections:
    yield from wrong_phase(
        position, ("prepare",), "Items, Relics and Consumables are played", "rule-2"
    )
    held = _in_hand(position, seat, action.card)
    if isinstance(held, Refusal):
        yield held
        return
    card = book[held.card]
    if card.kind not in ("Item", "Relic", "Consumable"):
        yield from _is_kind(card, "an Item, a Relic or a Consumable", "only play takes")
        return
    if position.seats[seat].item_played:
        yield no(
            "item_already_played",
            f"{card.name} needs the one Item or bonus-relic play of a Prepare, and it has been "
            "used; it comes back next turn.",
            "rule-2",
            card=card.id,
        )
    yield from _limit_in_play(book, position, seat, card)
    yield from _play_target(book, position, seat, card, held.id, action.target)


def _play_target(
    book: CardBook,
    position: Position,
    seat: int,
    card: BookCard,
    source: str,
    target: str | None,
) -> Objections:
    pool = play_targets(book, position, seat, card, source)
    if pool is None:
        if target is not None:
            yield no("too_many_targets", f"{card.name} takes no target.", "ruling-37", card=card.id)
    elif target is None:
        yield no(
            "missing_target",
            f"{card.name} is played on a character of yours: name one as target.",
            "rule-1",
            "ruling-36",
            card=card.id,
        )
    elif target not in pool:
        named = " or ".join(card.attaches_to) or "ally"
        yield no(
            "illegal_target",
            f"{card.name} goes on your {named} in play; {_named(book, position, target)} is not.",
            "rule-1",
            "ruling-37",
            card=card.id,
        )


def play_targets(
    book: CardBook, state: State, seat: int, card: BookCard, source: str
) -> list[str] | None:
    """Return the characters that an Item or Consumable may be played on; None: it takes none."""
    if card.kind == "Item":
        return candidates(book, state, seat, Who(named=card.attaches_to), source)
    if card.kind == "Consumable":
        for ability in card.abilities.values():
            words = ability.script
            if isinstance(words, Triggered) and words.targets is not None:
                return candidates(book, state, seat, words.targets, source)
    return None


def _play_land(
    book: CardBook, position: Position, seat: int, action: actions.PlayLand
) -> Objections:
    yield from wrong_phase(position, ("prepare",), "Lands are played", "rule-2")
    held = _in_hand(position, seat, action.card)
    if isinstance(held, Refusal):
        yield held
        return
    card = book[held.card]
    if card.kind != "Land":
        yield from _is_kind(card, "a Land", "only play_land takes")
        return
    side = position.seats[seat]
    allowed = position.settings.lands_per_prepare
    if side.lands_played >= allowed:
        yield no(
            "land_already_played",
            f"{seat_name(seat)} has played {side.lands_played} Land this Prepare; the table "
            f"allows {allowed}.",
            "table-08",
            card=card.id,
        )
    replaced = None if side.land is None else side.land.id
    yield from _limit_in_play(book, position, seat, card, replaced)


# --- the paid switch ---


def _switch(book: CardBook, position: Position, seat: int, action: actions.Switch) -> Objections:
    yield from wrong_phase(position, ("act",), "The normal switch is made", "rule-5")
    side = position.seats[seat]
    if side.switched:
        yield no(
            "already_switched",
            "The normal switch is once a turn, and it has been made; it comes back next turn.",
            "rule-5",
        )
    if side.active is None:
        yield no("not_active", "There is no Active ally to switch out.", "rule-5")
    elif action.with_ not in [ally.id for ally in side.bench]:
        yield no(
            "illegal_target",
            f"The Active ally changes places with a Benched ally of yours; "
            f"{_named(book, position, action.with_)} is not on your Bench.",
            "rule-5",
        )
    if side.energy < SWITCH_COST:
        yield Refusal(
            "not_enough_energy",
            f"The normal switch costs {SWITCH_COST} Energy; you have {side.energy} (rule-5).",
            Cites(rules=("rule-5", "rule-3")),
        )
