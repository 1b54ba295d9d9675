"""What a seat does in its turn, once it is known to be legal."""

from typing import assert_never

from app.engine.artifacts import events, script
from app.engine.artifacts.actions import (
    Action,
    Activate,
    Attack,
    BeginAct,
    Choose,
    Concede,
    Deploy,
    EndTurn,
    Evolve,
    Pass,
    Play,
    PlayLand,
    Promote,
    React,
    Setup,
    Switch,
)
from app.engine.artifacts.agenda import Ability, DiscardPlayed, LooseCard, Settle, Trigger
from app.engine.artifacts.attack import declare
from app.engine.artifacts.effects import perform
from app.engine.artifacts.game import Game, SeatNo, find_combatant, find_in_play, known
from app.engine.artifacts.position import Card, Combatant
from app.engine.artifacts.supply import supplied_attack
from app.engine.artifacts.targets import characters
from app.engine.artifacts.turn import end_turn
from app.engine.artifacts.uses import record_use
from app.engine.kernel.citation import Cites

SWITCH_COST = 1
"""Energy for the normal switch (rule-5)."""


def play(game: Game, seat: SeatNo, action: Action) -> None:
    """Play a legal action of the seat whose turn it is."""
    match action:
        case Deploy():
            _deploy(game, seat, action)
        case Evolve():
            _evolve(game, seat, action)
        case Play():
            _play_card(game, seat, action)
        case PlayLand():
            _play_land(game, seat, action)
        case BeginAct():
            game.begin_phase("act")
        case Switch():
            _switch(game, seat, action)
        case Activate():
            _activate(game, seat, action)
        case Attack():
            _attack(game, seat, action)
        case EndTurn():
            end_turn(game)
        case Setup() | React() | Pass() | Choose() | Promote() | Concede():  # pragma: no cover
            raise TypeError(f"{type(action).__name__} is no action of a turn")
        case _:
            assert_never(action)


def _from_hand(game: Game, seat: int, card_id: str) -> Card:
    hand = game.seats[seat].hand
    card = next(card for card in hand if card.id == card_id)
    game.change(seat, hand=tuple(one for one in hand if one.id != card_id))
    return card


def _deploy(game: Game, seat: SeatNo, action: Deploy) -> None:
    card = _from_hand(game, seat, action.card)
    side = game.seats[seat]
    combatant = Combatant(card.id, card.card, entered_turn=game.turn)
    deployed = side.deployed + 1
    cites = Cites(card.card, rules=("rule-1", "rule-2"))
    if side.active is None:
        game.change(seat, active=combatant, deployed=deployed)
        game.emit(events.Deployed, seat, cites, id=card.id, card=card.card, where="active")
    else:
        game.change(seat, bench=(*side.bench, combatant), deployed=deployed)
        game.emit(events.Deployed, seat, cites, id=card.id, card=card.card, where="bench")


def _evolve(game: Game, seat: SeatNo, action: Evolve) -> None:
    _, combatant = known(find_combatant(game, action.onto))
    card = _from_hand(game, seat, action.card)
    game.change_combatant(
        seat,
        combatant,
        card=card.card,
        evolved_turn=game.turn,
        under=(*combatant.under, Card(card.id, combatant.card)),
    )
    cites = Cites(card.card, rules=("rule-6", "ruling-40"))
    game.emit(events.Evolved, seat, cites, target=combatant.id, card=card.card, under=card.id)


def _play_card(game: Game, seat: SeatNo, action: Play) -> None:
    card = _from_hand(game, seat, action.card)
    game.change(seat, item_played=True)
    cites = Cites(card.card, rules=("rule-1", "rule-2"))
    game.emit(events.CardPlayed, seat, cites, id=card.id, card=card.card, target=action.target)
    match game.book[card.card].kind:
        case "Item":
            _, host = known(find_combatant(game, known(action.target)))
            game.change_combatant(seat, host, attachments=(*host.attachments, card))
            game.emit(events.Attached, seat, cites, id=card.id, card=card.card, target=host.id)
            _fire(game, seat, card, script.Attached, host.id)
        case "Consumable":
            game.push(DiscardPlayed(seat, LooseCard(card.id, card.card)))
            _fire(game, seat, card, script.Played, action.target)
        case _:
            game.change(seat, support=(*game.seats[seat].support, card))


def _fire(
    game: Game,
    seat: SeatNo,
    card: Card,
    when: type[script.Attached | script.Played],
    subject: str | None,
) -> None:
    """Queue the card's own triggers, in the printed order, then settle them."""
    game.push(
        *(
            Trigger(Ability(seat, card.id, card.card, ability.name), subject)
            for ability, _words in game.book[card.card].triggers.get(when, ())
        ),
        Settle(),
    )


def _play_land(game: Game, seat: SeatNo, action: PlayLand) -> None:
    card = _from_hand(game, seat, action.card)
    side = game.seats[seat]
    old = side.land
    game.change(seat, land=None, lands_played=side.lands_played + 1)
    if old is not None:
        game.discard(seat, (old,), Cites(card.card, rules=("rule-2", "ruling-32")))
    game.change(seat, land=card)
    cites = Cites(card.card, rules=("rule-2", "table-08"))
    game.emit(events.LandPlayed, seat, cites, id=card.id, card=card.card)


def _switch(game: Game, seat: SeatNo, action: Switch) -> None:
    _, incoming = known(find_combatant(game, action.with_))
    cites = Cites(rules=("rule-5",))
    game.change(seat, switched=True)
    game.spend(seat, SWITCH_COST, cites)
    game.switch(seat, incoming, cites)


def _activate(game: Game, seat: SeatNo, action: Activate) -> None:
    _, card = known(find_in_play(game, action.source))
    ability, words = game.book.scripted(card.card, action.ability, script.Activated)
    targets = action.targets
    if words.targets is not None and words.targets.each:
        meant = characters(game.book, game, seat, words.targets, card.id)
        targets = tuple(one.id for one in meant)
    game.emit(
        events.AbilityActivated,
        seat,
        ability.cites("rule-4"),
        source=card.id,
        targets=targets,
    )
    game.spend(seat, words.energy, ability.cites("rule-2"))
    record_use(game, seat, ability, words.once)
    perform(game, Ability(seat, card.id, card.card, ability.name), ability, targets)


def _attack(game: Game, seat: SeatNo, action: Attack) -> None:
    supplied = known(supplied_attack(game.book, game, seat, action.source, action.ability))
    declare(game, seat, action, *supplied)
