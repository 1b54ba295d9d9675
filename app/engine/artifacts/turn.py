"""A turn's start and end (rules-as-read, section 1)."""

from app.engine.artifacts import events, script
from app.engine.artifacts.agenda import (
    Ability,
    AnyStep,
    DiscardToLimit,
    DrawForTurn,
    PassTurn,
    Trigger,
)
from app.engine.artifacts.game import Game, SeatNo
from app.engine.artifacts.position import Effect, Use
from app.engine.artifacts.script import Until
from app.engine.kernel.citation import Cites

FIRST_ENERGY, FULL_ENERGY = 2, 4
"""The normal pool of the first own turn, and of the third and later ones (rule-3)."""


def energy_for(turns_taken: int) -> int:
    """Return the Energy pool of a seat's own turn with this number: 2, then 3, then 4 (rule-3)."""
    return min(FIRST_ENERGY + turns_taken - 1, FULL_ENERGY)


def begin_turn(game: Game, seat: SeatNo) -> None:
    """Start a seat's turn: expire, set Energy, queue start triggers and the draw."""
    game.turn_seat = seat
    turns_taken = game.seats[seat].turns_taken + 1
    energy = energy_for(turns_taken)
    game.phase = "start"
    game.change(
        seat,
        turns_taken=turns_taken,
        energy=energy,
        item_played=False,
        lands_played=0,
        deployed=0,
        switched=False,
        attacked=False,
    )
    game.emit(events.TurnStarted, seat, turns_taken=turns_taken)
    game.emit(events.PhaseBegan, seat, phase="start")
    _expire(game, seat, "own_turn_start")
    game.emit(events.EnergySet, seat, Cites(rules=("rule-3",)), energy=energy)
    game.push(*_timed(game, seat, script.TurnStart), DrawForTurn())


def draw_for_turn(game: Game) -> None:
    """Draw for the turn; then Prepare begins, unless an empty deck has lost the game (table-11)."""
    seat = game.turn_seat
    settings = game.settings
    skipped = game.turn == 1 and not settings.first_player_draws
    if settings.draw_per_turn and not skipped:
        cites = Cites(rules=("table-10",))
        drawn = game.draw(seat, settings.draw_per_turn, cites)
        if drawn < settings.draw_per_turn and settings.deck_out == "lose":
            game.end(1 - seat, "deck_out", Cites(rules=("table-11",)))
            return
    game.begin_phase("prepare")


def end_turn(game: Game) -> None:
    """Begin the turn's end: end triggers, the hand limit, then the other seat's turn."""
    game.begin_phase("end")
    steps: list[AnyStep] = [*_timed(game, game.turn_seat, script.TurnEnd)]
    if game.settings.hand_limit is not None:
        steps.append(DiscardToLimit())
    game.push(*steps, PassTurn())


def _timed(
    game: Game, seat: SeatNo, when: type[script.TurnStart | script.TurnEnd]
) -> list[Trigger]:
    """Return the triggers of a turn's start or end, in the order of ruling-28."""
    return [
        Trigger(Ability(seat, card.id, card.card, ability.name))
        for card, _host in game.seats[seat].in_play()
        for ability, _words in game.book[card.card].triggers.get(when, ())
    ]


def pass_turn(game: Game) -> None:
    """Expire what ends with this turn, then begin the other seat's (or end by table-15)."""
    seat = game.turn_seat
    for side in (0, 1):
        _expire(game, side, "turn_end")
    _expire(game, seat, "own_turn_end")
    for side in (0, 1):
        kept: tuple[Use, ...] = tuple(u for u in game.seats[side].used if u.scope == "game")
        if len(kept) != len(game.seats[side].used):
            game.change(side, used=kept)
    lost = game.seats[seat].energy
    game.change(seat, energy=0, unlocked=())
    game.emit(events.TurnEnded, seat, Cites(rules=("rule-3",)), energy_lost=lost)
    if game.turn >= game.settings.turn_limit:
        game.end(None, "turn_limit", Cites(rules=("table-15",)))
        return
    game.turn += 1
    begin_turn(game, 0 if seat else 1)


def _expire(game: Game, seat: int, until: Until) -> None:
    for combatant in game.seats[seat].combatants():
        ending: list[Effect] = [effect for effect in combatant.effects if effect.until == until]
        if ending:
            game.end_effects(seat, combatant, ending, Cites(rules=("rule-11",)))
