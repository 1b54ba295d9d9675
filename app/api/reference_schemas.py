"""The reference and the deck check in the OpenAPI document, from the structs that are sent."""

from typing import Any

import msgspec

from app.api.deck_check import DECK_EXAMPLE, DeckQuestion, DeckQuestions, Verdicts
from app.api.names import CardCollection, CardIdentifiers, Suggestion
from app.api.rules import ShownRule, ShownRuling, ShownSetting
from app.api.selecting import FoundCard
from app.api.sheets.embed import Embed
from app.content.bulk import BulkFile
from app.content.cards import Card
from app.content.changes import Change
from app.content.deck_check import Verdict, check_deck
from app.content.deck_lists import DeckList
from app.content.library import Library
from app.content.query.explain import Explanation
from app.content.releases import Release
from app.content.rules import Rule, Ruling, TableSetting
from app.content.rules_search import RuleHit
from app.content.shared_decks import SharedDeck, Starter
from app.engine.artifacts import script

_REF = "#/components/schemas/{name}"
_SENT: tuple[Any, ...] = (
    Card, FoundCard, Suggestion, CardIdentifiers, CardCollection, Explanation,
    Rule, Ruling, TableSetting, Release, ShownRule, ShownRuling, ShownSetting, RuleHit,
    BulkFile, Change,
    Verdict, Verdicts, DeckQuestion, DeckQuestions, DeckList, SharedDeck, Starter, Embed,
)  # fmt: skip
_QUERY = {"Clause", "Not", "Every", "Either", "Group", "Counted", "Relief", "Explanation"}
_WORDS = {name for name, word in vars(script).items() if isinstance(word, type)}


def add_reference(document: dict[str, Any], library: Library) -> dict[str, Any]:
    """Add the components of the reference to an OpenAPI document, in place, with real examples."""
    _, found = msgspec.json.schema_components(_SENT, ref_template=_REF)
    named = {_name(name): _renamed(schema) for name, schema in found.items()}
    for name, example in _examples(library).items():
        named[name]["examples"] = [msgspec.to_builtins(example)]
    # What is there already (events, citations) is told better there.
    document["components"]["schemas"] = named | document["components"]["schemas"]
    return document


def _examples(library: Library) -> dict[str, object]:
    """Return an example of each answer, made as the routes make it."""
    question = msgspec.convert(DECK_EXAMPLE, DeckQuestion)
    return {
        "Card": next(iter(library.cards.values())),
        "Rule": next(iter(library.rules.values())),
        "Ruling": next(iter(library.rulings.values())),
        "TableSetting": next(iter(library.settings.values())),
        "Release": library.release,
        "Verdict": check_deck(library, question, question.settings),
    }


def _name(name: str) -> str:
    """Set the words of scripts apart from actions of the same name, and tell parts of queries."""
    if name in _QUERY:
        return f"Query{name}"
    return f"Script{name}" if name in _WORDS else name


def _renamed(schema: Any) -> Any:
    match schema:
        case dict():
            return {key: _renamed(value) for key, value in schema.items()}
        case list() | tuple():
            return [_renamed(value) for value in schema]
        case str() if schema.startswith(_REF.format(name="")):
            return _REF.format(name=_name(schema.removeprefix(_REF.format(name=""))))
        case _:
            return schema
