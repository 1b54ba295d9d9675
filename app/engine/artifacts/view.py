"""What one viewer may see of a position: hidden zones become counts, randomness is left out."""

from msgspec.structs import replace

from app.engine.artifacts.agenda import OrderCards, Pending, TakeCards
from app.engine.artifacts.book import CardBook
from app.engine.artifacts.position import Position, Seat
from app.engine.artifacts.script import LookAtTop


def view(book: CardBook, position: Position, viewer: int | None) -> Position:
    """Return the position as `viewer` (None: a spectator) may see it.

    Own hand stays; decks are hidden from everyone. In setup what the other seat has placed is face
    down, and counted as hand. Cards that a seat looks at in private are counted for the others.
    """
    first, second = position.seats
    return replace(
        position,
        seats=(
            _side(first, own=viewer == 0, face_down=position.phase == "setup"),
            _side(second, own=viewer == 1, face_down=position.phase == "setup"),
        ),
        pending=_pending(book, position.pending, viewer),
        random=None,
    )


def _side(side: Seat, *, own: bool, face_down: bool) -> Seat:
    deck_count = len(side.deck) if side.deck_count is None else side.deck_count
    if own:
        return replace(side, deck=(), deck_count=deck_count)
    hand_count = len(side.hand) if side.hand_count is None else side.hand_count
    if face_down:
        hand_count += len(side.combatants())
        return replace(
            side,
            deck=(),
            deck_count=deck_count,
            hand=(),
            hand_count=hand_count,
            active=None,
            bench=(),
            placed=side.placed or side.active is not None,
        )
    return replace(side, deck=(), deck_count=deck_count, hand=(), hand_count=hand_count)


def _pending(book: CardBook, pending: Pending | None, viewer: int | None) -> Pending | None:
    if pending is None:
        return None
    agenda = tuple(
        replace(step, cards=(), hidden=len(step.cards))
        if isinstance(step, TakeCards | OrderCards)
        and step.cards
        and step.by.seat != viewer
        and _is_private(book, step)
        else step
        for step in pending.agenda
    )
    return replace(pending, agenda=agenda)


def _is_private(book: CardBook, step: TakeCards | OrderCards) -> bool:
    """Whether only the deck's owner sees the cards: those that it looks at, not revealed ones."""
    effect = book.ability(step.by.card, step.by.ability).effects[step.effect]
    return isinstance(effect, LookAtTop)
