"""Positions spoilt at random: as a person mistypes them, and as someone who means harm would."""

import copy
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from app.engine.artifacts import agenda, script
from app.engine.artifacts.agenda import AnyStep
from app.engine.artifacts.position import Position
from app.engine.kernel.refusal import HiddenInformation, Malformed
from tests.conformance.artifacts import BOOK, RULES, answer
from tests.conformance.playing import Moment, sample
from tests.conformance.subjects import SUBJECTS

Path = list[str | int]

SCALARS: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 10, 99, 100, 900_000, 2**31, 2**63, 2**64, 10**30, 0.5,
    1e400, float("nan"), "", "a", "own", "prepare", "act", "end", "start", "setup", "over",
    "attack", "any", "turn", "game", "shield", "asleep", "turn_end", "own_turn_start",
    "own_turn_end", "’", "\x00", "x" * 70, [], {}, [[]], [None], {"id": "a"},
    {"id": "zz", "card": "miso"},
)  # fmt: skip
EFFECTS_FOR: dict[Any, Any] = {
    agenda.BeforeEffect: object,
    agenda.SearchDeck: script.Search,
    agenda.TakeCards: script.RevealTop | script.LookAtTop,
    agenda.OrderCards: script.RevealTop | script.LookAtTop,
}
STEPS = [str(kind.__struct_config__.tag) for kind in AnyStep.__args__]
ABILITIES = [
    (card.id, ability.name) for card in BOOK.values() for ability in card.abilities.values()
]


def real_positions() -> tuple[list[Moment], list[Moment]]:
    """Return moments of whole games: all of them, and those with a question in the middle."""
    subject = next(each for each in SUBJECTS if each.rules is RULES)
    every = [moment for game in sample(subject) for moment in game.moments]
    return every, [moment for moment in every if moment.position.pending is not None]


def payload_of(position: Position, rng: Random) -> dict[str, Any]:
    """Return a position as JSON data: whole, or as one of the seats sees it."""
    if rng.random() < 0.25:
        position = RULES.view(position, rng.choice([None, 0, 1]))
    payload: dict[str, Any] = msgspec.json.decode(RULES.encode(position))
    return payload


def paths(value: Any, at: Path | None = None) -> Iterator[Path]:
    """Yield the way to every part of JSON data."""
    here = at or []
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, part in parts:
        yield [*here, key]
        yield from paths(part, [*here, key])


def at(value: Any, path: Path) -> Any:
    """Return the part that a path leads to."""
    for key in path:
        value = value[key]
    return value


def mutate(payload: dict[str, Any], rng: Random, under: Path | None = None) -> None:
    """Change one thing in place, below `under` if that is given."""
    places = [path for path in paths(payload) if path[: len(under or [])] == (under or [])]
    if not places:
        return
    path = rng.choice(places)
    holder, key = at(payload, path[:-1]), path[-1]
    match rng.randrange(8):
        case 0:
            del holder[key]
        case 1:
            holder[key] = copy.deepcopy(rng.choice(SCALARS))
        case 2:  # something of the same name from elsewhere
            alike = [other for other in paths(payload) if other[-1] == key] or [path]
            holder[key] = copy.deepcopy(at(payload, rng.choice(alike)))
        case 3:  # anything from elsewhere
            holder[key] = copy.deepcopy(at(payload, rng.choice(places)))
        case 4:
            _rename(holder, key, rng)
        case 5 if isinstance(holder[key], list) and holder[key]:
            rng.shuffle(holder[key])
            holder[key] += [
                copy.deepcopy(rng.choice(holder[key])) for _ in range(rng.randint(0, 2))
            ]
        case 6 if isinstance(holder[key], dict):
            holder[key][rng.choice(["hidden", "at", "id", "extra", "a/b~c", "hand_count"])] = 1
        case _ if isinstance(holder[key], int):
            holder[key] += rng.choice([-1, 1, 10, -holder[key]])
        case _:
            holder[key] = rng.choice(SCALARS[:4])


def _rename(holder: Any, key: str | int, rng: Random) -> None:
    """Put another name of the same kind in the place of one."""
    match key:
        case "card":
            holder[key] = rng.choice(list(BOOK))
        case "ability":
            card, ability = rng.choice(ABILITIES)
            holder[key] = ability
            if "card" in holder and rng.random() < 0.9:
                holder["card"] = card
        case "step":
            holder[key] = rng.choice(STEPS)
        case "seat" | "turn_seat":
            holder[key] = 1 - holder[key] if holder[key] in (0, 1) else 0
        case "effect" | "at" | "hidden":
            holder[key] = rng.randint(0, 3)
        case _:
            holder[key] = rng.choice(SCALARS)


def any_step(payload: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return an agenda step of any type, filled with what the position and the book have."""
    ids = [at(payload, path) for path in paths(payload) if path[-1] == "id"] or ["a"]
    kind = rng.choice(AnyStep.__args__)
    by, effect = _work(kind, rng, ids)
    loose = [{"id": f"n{rng.getrandbits(32)}", "card": rng.choice(list(BOOK))} for _ in range(3)]
    values = {
        "at": rng.choice([0, 0, 1]),
        "target": rng.choice(ids),
        "targets": rng.sample(ids, min(len(ids), rng.randint(0, 3))),
        "subject": rng.choice([None, *ids]),
        "because": by,
        "by": by,
        "todo": [effect] * rng.randint(1, 2),
        "effect": effect,
        "cards": loose[: rng.randint(1, 3)],
        "card": loose[0],
        "seat": by["seat"],
        "defeat": rng.random() < 0.5,
        "hidden": 0,
    }
    fields = {name: values[name] for name in kind.__struct_fields__}
    return {"step": kind.__struct_config__.tag, **fields}


def _work(kind: Any, rng: Random, ids: list[str]) -> tuple[dict[str, Any], int]:
    """Return an ability at work and one of its effects, mostly such as suits the step."""
    wanted = EFFECTS_FOR.get(kind)
    suitable = [
        (ability, number)
        for card in BOOK.values()
        for ability in card.abilities.values()
        for number, effect in enumerate(ability.effects or (None,))
        if (wanted is None or isinstance(effect, wanted))
        and (kind is not agenda.Trigger or isinstance(ability.script, script.Triggered))
        and (kind is not agenda.Effects or effect is not None)
    ]
    ability, number = rng.choice(suitable)
    by = {"seat": rng.randint(0, 1), "source": rng.choice(ids), "card": ability.card}
    return {**by, "ability": ability.name}, number


# --- what may become of it ---


def try_out(payload: object, rng: Random) -> bool:
    """Read spoilt data and use whatever is accepted; whether it was.

    Everything but `Malformed` (with flaws that point into the data) and `HiddenInformation` is an
    error, as are options that are refused.
    """
    try:
        position = RULES.read_position(payload)
    except Malformed as malformed:
        check_flaws(payload, malformed)
        return False
    for _ in range(12):
        after = use(position, rng)
        if after is None:
            break
        position = after
        assert RULES.read_position(RULES.encode(position)) == position
    return True


def check_flaws(payload: object, malformed: Malformed) -> None:
    """Check that a flaw names a place that is there, or one field more, and says something."""
    assert malformed.flaws
    if isinstance(payload, bytes | str):
        return
    for flaw in malformed.flaws:
        assert flaw.detail
        value: Any = payload
        parts = [p.replace("~1", "/").replace("~0", "~") for p in flaw.pointer.split("/")[1:]]
        for number, part in enumerate(parts, start=1):
            if isinstance(value, list) and part.isdigit() and int(part) < len(value):
                value = value[int(part)]
            elif isinstance(value, dict) and part in value:
                value = value[part]
            else:  # a field that is missing, or that a default stands for
                assert number == len(parts) or part == "seats", (flaw, part)
                break


def use(position: Position, rng: Random) -> Position | None:
    """Ask a position everything and play an option; None where it ends or cannot be judged."""
    for viewer in (None, 0, 1):
        view = RULES.view(position, viewer)
        assert RULES.read_position(RULES.encode(view)) == view
        with suppress(HiddenInformation):
            RULES.decisions(view)
    try:
        decisions = RULES.decisions(position)
        assert RULES.to_act(position) == tuple(asked.seat for asked in decisions)
    except HiddenInformation:
        return None
    reached = []
    for asked in decisions:
        options: list[Any] = list(asked.options)
        if asked.from_:
            options = [answer(asked, rng)]
        for option in rng.sample(options, min(len(options), 20)):
            assert RULES.label(position, option)
            with suppress(HiddenInformation):
                reached.append(RULES.apply(position, asked.seat, option)[0])
    return rng.choice(reached) if reached else None
