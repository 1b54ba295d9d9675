"""What the checks of legality share."""

from collections.abc import Iterator

from app.engine.artifacts import script
from app.engine.artifacts.book import CardAbility
from app.engine.artifacts.game import known
from app.engine.artifacts.position import Phase, Position
from app.engine.artifacts.uses import spent
from app.engine.kernel.citation import Cites
from app.engine.kernel.refusal import Refusal

PHASE_NAMES: dict[str, str] = {
    "setup": "setup",
    "start": "the start of a turn",
    "prepare": "Prepare",
    "act": "Act & Attack",
    "end": "the end of a turn",
    "over": "a finished game",
}


def no(
    code: str, detail: str, *rules: str, card: str | None = None, ability: str | None = None
) -> Refusal:
    """Return a refusal whose sentence ends with what it rests on."""
    sentence = f"{detail[0].upper()}{detail[1:-1]} ({', '.join(rules)})."
    return Refusal(code, sentence, Cites(card, ability, rules))


def seat_name(seat: int) -> str:
    """Return how a sentence names a seat."""
    return f"seat {seat}"


def wrong_phase(
    position: Position, allowed: tuple[Phase, ...], what: str, *rules: str
) -> Iterator[Refusal]:
    """Yield a refusal unless the phase is one of `allowed`."""
    if position.phase not in allowed:
        when = " or ".join(PHASE_NAMES[phase] for phase in allowed)
        yield no("wrong_phase", f"{what} in {when}; this is {PHASE_NAMES[position.phase]}.", *rules)


def use_left(
    position: Position, seat: int, ability: CardAbility, once: script.Once | None
) -> Iterator[Refusal]:
    """Yield a refusal where a use is spent (rule-7)."""
    if once is not None and spent(position, seat, ability, once):
        code = "already_used_this_turn" if once == "turn" else "already_used_this_game"
        yield no(
            code,
            f"{ability.name} is once per {once} by title and ability, and {seat_name(seat)} has "
            "used it.",
            "rule-7",
            "ruling-22",
            card=ability.card,
            ability=ability.name,
        )


def unmet(ability: CardAbility, requires: script.Requires) -> Refusal:
    """Return the refusal of an ability whose condition, on who is in play, does not hold."""
    who = known(requires.in_play)
    names = " and ".join(who.named_all) or " or ".join(who.named) or who.trait or "an ally"
    place = {"bench": "on your Bench", "active": "Active"}.get(who.where, "in play")
    return no(
        "condition_not_met",
        f"{ability.name} requires your {names} {place}.",
        "rule-6",
        card=ability.card,
        ability=ability.name,
    )
