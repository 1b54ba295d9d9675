"""Once per turn, once per game: what is spent, by title and ability (rule-7, ruling-22)."""

from app.engine.artifacts import events
from app.engine.artifacts.book import CardAbility
from app.engine.artifacts.game import Game, State
from app.engine.artifacts.position import Use
from app.engine.artifacts.script import Once
from app.engine.kernel.names import folded


def spent(state: State, seat: int, ability: CardAbility, scope: Once | None) -> bool:
    """Whether the seat has spent this use already."""
    if scope is None:
        return False
    for use in state.seats[seat].used:
        if (
            use.card == ability.use_card
            and use.scope == scope
            and (use.ability == ability.name or folded(use.ability) == folded(ability.name))
        ):
            return True
    return False


def record_use(game: Game, seat: int, ability: CardAbility, scope: Once | None) -> None:
    """Spend a use (ruling-23)."""
    if scope is None:
        return
    use = Use(ability.use_card, ability.name, scope)
    game.change(seat, used=(*game.seats[seat].used, use))
    game.emit(
        events.UseRecorded,
        seat,
        ability.cites("rule-7", "ruling-22"),
        card=use.card,
        ability=use.ability,
        scope=scope,
    )
