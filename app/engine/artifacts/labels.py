"""An action in a few words, for a person."""

from typing import assert_never

from app.engine.artifacts import actions
from app.engine.artifacts.agenda import LooseCard, OrderCards, TakeCards
from app.engine.artifacts.book import CardBook
from app.engine.artifacts.position import Position


def label(  # noqa: C901, PLR0911 - one case per action
    book: CardBook, position: Position, action: actions.Action
) -> str:
    """Say an action as a player would; ids that are not in sight stay ids."""

    def name(card_id: str) -> str:
        card = cards.get(card_id)
        return card_id if card is None else book[card].name

    def listed(ids: tuple[str, ...]) -> str:
        return ", ".join(name(one) for one in ids)

    cards = known_cards(position)
    match action:
        case actions.Setup():
            bench = f", Bench: {listed(action.bench)}" if action.bench else ""
            return f"Start with {name(action.active)}{bench}"
        case actions.Deploy():
            return f"Deploy {name(action.card)}"
        case actions.Evolve():
            return f"Evolve {name(action.onto)} into {name(action.card)}"
        case actions.Play():
            onto = "" if action.target is None else f" on {name(action.target)}"
            return f"Play {name(action.card)}{onto}"
        case actions.PlayLand():
            return f"Play {name(action.card)} as your Land"
        case actions.BeginAct():
            return "Begin Act & Attack"
        case actions.Switch():
            return f"Switch in {name(action.with_)} (1 Energy)"
        case actions.Activate() | actions.Attack() | actions.React():
            verb = "Attack with " if isinstance(action, actions.Attack) else ""
            targets = f": {listed(action.targets)}" if action.targets else ""
            return f"{verb}{action.ability} ({name(action.source)}){targets}"
        case actions.Pass():
            return "Pass"
        case actions.Choose():
            return f"Choose {listed(action.ids)}" if action.ids else "Choose none"
        case actions.Promote():
            return f"Promote {name(action.card)}"
        case actions.EndTurn():
            return "End the turn"
        case actions.Concede():
            return "Concede"
        case _:
            assert_never(action)


def known_cards(position: Position) -> dict[str, str]:
    """Return the card of every id in sight."""
    cards: dict[str, str] = {}
    for side in position.seats:
        for held, _host in side.in_play():
            cards[held.id] = held.card
        for zone in (side.hand, side.deck, side.discard):
            cards.update((held.id, held.card) for held in zone)
    for step in () if position.pending is None else position.pending.agenda:
        loose: tuple[LooseCard, ...] = (
            step.cards if isinstance(step, TakeCards | OrderCards) else ()
        )
        cards.update((held.id, held.card) for held in loose)
    return cards
