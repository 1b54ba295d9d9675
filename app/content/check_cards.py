"""Checks that hold a printed card together: titles, lines, HP, placement, labels and limits."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from app.content.cards import attaches_to, traits_of
from app.content.mistakes import Mistake, expected
from app.content.sets import CardSource
from app.engine.artifacts.script import Script

Report = Callable[[str, str], Mistake]


class Known(Struct, frozen=True):
    """What all cards together know: the names that a card or a script may use."""

    titles: Mapping[str, CardSource]
    identities: frozenset[str]
    traits: frozenset[str]
    labels: frozenset[str]
    scripts: Mapping[str, tuple[Script, ...]]


def what_is_known(cards: Sequence[CardSource]) -> Known:
    """Gather titles, identities, traits, labels and scripts by ability name from all cards."""
    scripts: dict[str, tuple[Script, ...]] = {}
    for source in cards:
        for name, script in source.scripts.unwrap().items():
            scripts[name] = (*scripts.get(name, ()), script)
    return Known(
        titles={source.card.name: source for source in cards},
        identities=frozenset(name for source in cards for name in source.card.identities),
        traits=frozenset(trait for source in cards for trait in traits_of(source.card)),
        labels=frozenset(t for source in cards for t in source.card.rules_profile.search_tags),
        scripts=scripts,
    )


def check_cards(cards: Sequence[CardSource], known: Known) -> Iterator[Mistake]:
    """Yield everything that is wrong with the printed cards."""
    ids: set[str] = set()
    titles: set[str] = set()
    for source in cards:
        report = _reporter(source)
        if source.card.id in ids:
            yield report("id", f"the id {source.card.id!r} is another card's, too")
        if source.card.name in titles:
            yield report("name", f"the title {source.card.name!r} is another card's, too")
        ids.add(source.card.id)
        titles.add(source.card.name)
        yield from _line(source, known, report)
        yield from _shape(source, known, report)


def _reporter(source: CardSource) -> Report:
    def report(key: str, detail: str) -> Mistake:
        return source.document.mistake(f"{source.key}.{key}", f"{source.card.name}: {detail}")

    return report


def _line(source: CardSource, known: Known, report: Report) -> Iterator[Mistake]:
    """Check an Evolution against the card that it evolves from (ruling-40, rule-6)."""
    hp = source.card.rules_profile.hp or 0
    for title in source.card.evolves_from:
        base = known.titles.get(title)
        if base is None:
            yield report("evolvesFrom", expected(sorted(known.titles), title))
            continue
        base_hp = base.card.rules_profile.hp or 0
        if hp < base_hp:
            yield report("rulesProfile.hp", f"expected at least {title}'s {base_hp} HP, got {hp}")
        lost = set(base.card.identities) - set(source.card.identities)
        if lost:
            yield report("identities", f"expected {title}'s too: {', '.join(sorted(lost))}")


def _shape(source: CardSource, known: Known, report: Report) -> Iterator[Mistake]:
    """Check what the kind of card asks for (rule-1, rule-7, rule-13)."""
    profile = source.card.rules_profile
    if (profile.hp is not None) != (profile.kind == "Combatant"):
        yield report("rulesProfile.hp", "expected HP on a Combatant and on nothing else")
    try:
        for name in attaches_to(source.card):
            if name not in known.identities:
                yield report("rulesProfile.placement", expected(sorted(known.identities), name))
    except ValueError as error:
        yield report("rulesProfile.placement", str(error))
    if (profile.kind == "Land") != ("Land" in profile.search_tags):
        yield report("rulesProfile.searchTags", "expected Land on a Land and on nothing else")
    limits, one = profile.limits, profile.limits.printed == "LIMIT 1"
    if one != (limits.deck_copies == 1) or one != (limits.in_play_copies == 1):
        yield report("rulesProfile.limits", "expected 1 in deck and in play exactly for LIMIT 1")
    names = [ability.name for ability in profile.abilities]
    for name in {name for name in names if names.count(name) > 1}:
        yield report("rulesProfile.abilities", f"two abilities are named {name!r}")
