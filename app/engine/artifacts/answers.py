"""Whether an action answers the open question."""

from collections import Counter
from collections.abc import Iterator

from app.engine.artifacts import actions, script
from app.engine.artifacts.agenda import (
    AnyStep,
    BeforeEffect,
    DiscardToLimit,
    OrderCards,
    Pending,
    SearchDeck,
    SwitchAway,
    TakeCards,
    Trigger,
    WouldBeDefeated,
)
from app.engine.artifacts.battle import own_source
from app.engine.artifacts.book import CardBook
from app.engine.artifacts.game import known
from app.engine.artifacts.position import Position
from app.engine.artifacts.questions import endangered, protectable, question
from app.engine.artifacts.refusals import no, seat_name, unmet, use_left
from app.engine.artifacts.targets import met
from app.engine.kernel.citation import Cites
from app.engine.kernel.decision import Decision
from app.engine.kernel.names import folded
from app.engine.kernel.refusal import Refusal

Objections = Iterator[Refusal]

EXPECTED = {"react": "react or pass", "choose": "choose", "promote": "promote"}
CHOSEN_BY: dict[type[AnyStep], str] = {
    Trigger: "ruling-28",
    SearchDeck: "ruling-29",
    TakeCards: "ruling-29",
    OrderCards: "ruling-29",
    SwitchAway: "ruling-36",
    DiscardToLimit: "table-14",
}
"""What says how a question of that step is answered."""


def objections_to_answer(
    book: CardBook, position: Position, pending: Pending, seat: int, action: actions.Action
) -> Objections:
    """Yield what speaks against an action while a question is open."""
    asked = known(open_question(book, position, pending))
    because = asked.because or Cites()
    if seat != asked.seat:
        yield Refusal(
            "not_your_decision",
            f"The open decision is for {seat_name(asked.seat)} ({_opened_by(because)}).",
            because,
        )
        return
    match asked.kind, action:
        case "react", actions.Pass():
            return
        case "react", actions.React():
            yield from _reaction(book, position, pending, asked, action)
        case "choose", actions.Choose():
            yield from _choice(pending.agenda[0], asked, action)
        case "promote", actions.Promote():
            if action.card not in [ally.id for ally in position.seats[seat].bench]:
                yield no(
                    "illegal_target",
                    f"Card {action.card} is not on the Bench of {seat_name(seat)}; one of those "
                    "is promoted.",
                    "ruling-35",
                )
        case _:
            yield Refusal(
                "wrong_decision",
                f"The open decision asks for {EXPECTED[asked.kind]} ({_opened_by(because)}); "
                "answer it first.",
                because,
            )


def open_question(book: CardBook, position: Position, pending: Pending) -> Decision | None:
    """Return the open decision of a position that waits in the middle of something."""
    return question(book, position, pending.agenda[0], pending.attack)


def _opened_by(because: Cites) -> str:
    return because.ability or ", ".join(because.rules)


def _choice(step: AnyStep, asked: Decision, action: actions.Choose) -> Objections:
    answer = Counter(action.ids)
    offered = (
        [asked.from_]
        if asked.from_
        else [option.ids for option in asked.options if isinstance(option, actions.Choose)]
    )
    if any(Counter(ids) == answer for ids in offered):
        return
    because = asked.because or Cites()
    rule = CHOSEN_BY[type(step)]
    bounds = f"{asked.min}" if asked.min == asked.max else f"{asked.min} to {asked.max}"
    yield Refusal(
        "bad_choice",
        f"This is not one of the answers to {_opened_by(because)}: choose {bounds} of the cards "
        f"that it offers, each once ({rule}).",
        Cites(because.card, because.ability, (rule,)),
    )


def _reaction(
    book: CardBook, position: Position, pending: Pending, asked: Decision, action: actions.React
) -> Objections:
    seat = asked.seat
    source = own_source(book, position, seat, action.source)
    if isinstance(source, Refusal):
        yield source
        return
    card = book[source.card]
    ability = card.abilities.get(folded(action.ability))
    if ability is None:
        yield no(
            "no_such_ability",
            f"{card.name} has no ability {action.ability}.",
            "rule-4",
            card=card.id,
        )
        return
    cited = {"card": card.id, "ability": ability.name}
    words = ability.script
    if not isinstance(words, script.Reaction) or words.window != asked.window:
        yield no(
            "wrong_kind",
            f"{ability.name} is not a reaction of the window that is open ({asked.window}).",
            "rule-4",
            **cited,
        )
        return
    yield from use_left(position, seat, ability, words.once)
    if words.requires is not None and not met(book, position, seat, words.requires, source.id):
        yield unmet(ability, words.requires)
    danger = in_danger(book, position, pending)
    pool = protectable(book, position, seat, words, source.id, danger)
    yield from _protected(words, pool, action, cited)


def in_danger(book: CardBook, position: Position, pending: Pending) -> tuple[str, ...]:
    """Return whom the open window is about."""
    match pending.agenda[0]:
        case WouldBeDefeated(target=target):
            return (target,)
        case BeforeEffect(targets=targets):
            return targets
        case _:
            return endangered(book, position, known(pending.attack))


def _protected(
    words: script.Reaction, pool: list[str], action: actions.React, cited: dict[str, str]
) -> Objections:
    """Check the protected character that the reaction names (nothing where it is itself)."""
    name = cited["ability"]
    if words.protects.is_ == "self":
        if action.targets:
            yield no(
                "too_many_targets",
                f"{name} protects its own card: name nothing.",
                "rule-4",
                **cited,
            )
        elif not pool:
            yield no("illegal_target", f"{name} protects only its own card.", "rule-4", **cited)
    elif not action.targets:
        yield no("missing_target", f"{name} names the one that it protects.", "rule-14", **cited)
    elif len(action.targets) > 1:
        yield no(
            "too_many_targets", f"{name} protects one character, not several.", "rule-14", **cited
        )
    elif action.targets[0] not in pool:
        yield no(
            "illegal_target",
            f"{name} cannot protect card {action.targets[0]} here; it can protect "
            f"{', '.join(pool) or 'none'}.",
            "rule-14",
            **cited,
        )
