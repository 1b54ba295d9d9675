"""The query language as a page and as a paragraph, made from the table of fields.

`python -m app.content.query.page` writes `docs/query.md`; a test holds it to what this writes.
"""

from pathlib import Path

from app.content.library import Library, load_library
from app.content.query.fields import BY_NAME, FIELDS, Field

PAGE = Path("docs/query.md")

_INTRODUCTION = """\
# The query language

Made from `app/content/query/fields.py` by `python -m app.content.query.page`; do not edit.

`GET /v1/cards?q=…`, `/v1/cards/search`, `/v1/artifacts`, `/v1/realms` and `/v1/cards/random` take a
query, and `GET /v1/cards/search/explain?q=…` tells how one is read: as a tree, in plain words, with
the number of cards that each clause finds, and, where nothing is found, the clause to leave out.

| you write | and find cards |
|---|---|
| `moon` | with a word that begins so in their name or text |
| `"draw 1 card"` | with exactly these words in a row (curly quotes do as well) |
| `field:value` | by a field of the table below |
| `hp>=100` | by a number; `:` `=` `!=` `<` `<=` `>` `>=` |
| `name=miso` | whose name is this and nothing more |
| `kind:land miso` | for which both hold; `and` may be written, too |
| `kind:land or miso` | for which one holds; side by side binds closer than `or` |
| `-kind:land` | for which it does not hold; `-( … )` excludes what the parentheses find |
| `(moon or sun) -kind:land` | as parentheses say |

Case, accents, apostrophes and the dots of abbreviations do not count, `&` is `and`, and a dot
between digits does count: `fates purr`, `oops all gravy` and `5.0` all find what they are after.

Nothing of a query is ever left out. What cannot be read is answered with the problem
`invalid_query`: `position` says where (`start` and `end`, in characters from 0), `allowed` what may
stand there, and `nearest` what was probably meant. A query has at most 1,000 characters, and
parentheses at most 50 deep. There are no regular expressions.

`!=` of words finds what does not have the word; a comparison of numbers, `!=` among them, finds
only what has such a number.

## Fields of the card

"""
_ABILITIES = """
## Fields of abilities

What is asked of abilities side by side has to hold of one and the same ability:
`cost<=2 damage>=60` finds cards with an attack that is both. Alternatives in parentheses speak of
that ability, too: `(damage>=60 or heal>=40) once:game`. Other parentheses speak of an ability of
their own: `(ability_kind:trigger) (damage>=40)` finds cards with a trigger and with an attack. `-`
always excludes cards, so that an ability that is *not* so is asked for with `!=`: `once!=game`.

Each result says in `matches` which abilities it was found by, and by which fields.

"""


def page(library: Library) -> str:
    """Return the page."""
    return (
        _INTRODUCTION
        + _table([field for field in FIELDS if not field.one_ability], library)
        + _ABILITIES
        + _table([field for field in FIELDS if field.one_ability], library)
    )


def _table(fields: list[Field], library: Library) -> str:
    lines = ["| field | what it is | compared by | for example |", "|---|---|---|---|"]
    for field in fields:
        meaning = field.meaning
        words = library.search.vocabulary.get(field.name, ())
        if words:
            meaning += ": " + ", ".join(f"`{word}`" for word in (*words, *field.same))
        operators = " ".join(f"`{operator}`" for operator in field.operators)
        lines.append(f"| `{field.name}` | {meaning} | {operators} | `{field.example}` |")
    return "\n".join(lines) + "\n"


def paragraph() -> str:
    """Return the description of `q` for the OpenAPI document."""
    fields = ", ".join(f"`{name}`" for name in BY_NAME)
    examples = ", ".join(f"`{field.example}`" for field in FIELDS if field.holds == "number")
    return (
        'Words and "phrases" match the name and the text; `field:value` with '
        "`= != < <= > >=`; `-` excludes, `or` and `( )` join. "
        f"Fields: {fields}. For example {examples}. At most 1,000 characters."
    )


def main() -> None:
    """Write the page into the checkout."""
    PAGE.write_text(page(load_library()), encoding="utf-8")


if __name__ == "__main__":
    main()
