"""When an attack or ability is over: who has won, and who must promote (ruling-08, ruling-35)."""

from app.engine.artifacts.agenda import Promote, Settle
from app.engine.artifacts.game import Game, SeatNo
from app.engine.artifacts.position import Reason
from app.engine.kernel.citation import Cites


def settle(game: Game, step: Settle) -> None:
    """Close the attack; after a defeat, check for a win, then queue promotions."""
    if not any(isinstance(later, Settle) for later in game.agenda):
        game.attack = None
    if not step.defeat:
        return
    first: SeatNo = game.turn_seat
    order: tuple[SeatNo, SeatNo] = (first, 0 if first else 1)
    won = {seat: reason for seat in order if (reason := _won(game, seat)) is not None}
    if won:
        winner = None if len(won) == 2 else next(iter(won))
        game.end(winner, next(iter(won.values())), Cites(rules=("table-12", "ruling-08")))
        return
    game.push(
        *(
            Promote(seat)
            for seat in order
            if game.seats[seat].active is None and game.seats[seat].bench
        )
    )


def _won(game: Game, seat: int) -> Reason | None:
    """Return why this seat has won, if it has (table-12)."""
    if game.seats[seat].knockouts >= game.settings.knockouts_to_win:
        return "knockouts"
    if not game.seats[1 - seat].combatants():
        return "no_combatant"
    return None
