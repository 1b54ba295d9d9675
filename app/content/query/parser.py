"""From the text of a query to its tree; the grammar is Lark's, the fields are the table's."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedToken, VisitError
from lark.visitors import Transformer_NonRecursive

from app.content.query.errors import QueryError
from app.content.query.fields import BY_NAME, Field
from app.content.query.text import words
from app.content.query.tree import Clause, Either, Every, Group, Node, Not

MAX_LENGTH = 1000
MAX_NESTING = 50
_MAX_DIGITS = 9

_GRAMMAR = r"""
?start: _alternatives

_alternatives: conjunction | either
either: conjunction (_OR conjunction)+
?conjunction: operand | every
every: operand (_AND? operand)+
?operand: _atom | negation
negation: MINUS _atom
_atom: group | term | bare
group: LPAR _alternatives RPAR
term: FIELD OPERATOR (VALUE | QUOTED)
bare: WORD | QUOTED

LPAR: "("
RPAR: ")"
MINUS: "-"
_OR.3: /or(?![^\s()"“”])/i
_AND.3: /and(?![^\s()"“”])/i
FIELD.2: /[^\s()"“”:=<>!-][^\s()"“”:=<>!]*(?=\s*([:=<>]|!=))/
OPERATOR: /!=|<=|>=|[:=<>]/
VALUE: /[^\s()"“”]+/
QUOTED: /"[^"]*"|“[^”]*”/
WORD: /(?!(or|and)(?![^\s()"“”]))([^\s()"“”:=<>!-]|!(?!=))([^\s()"“”:=<>!]|!(?!=))*/i
%ignore /\s+/
"""
_LARK = Lark(_GRAMMAR, parser="lalr")
_SHAPE = re.compile(r'"[^"]*"|“[^”]*”|[()"“”]')
_EXPECTED = {
    "VALUE": "a value",
    "OPERATOR": "an operator",
    "WORD": "a word",
    "FIELD": "a field",
    "LPAR": "(",
    "RPAR": ")",
    "QUOTED": "a “phrase”",
    "MINUS": "-",
    "_OR": "or",
    "_AND": "and",
}

Place = tuple[int, int]
"""Where something starts in the query, and where it ends."""

Vocabulary = Mapping[str, Sequence[str]]
"""The words that each field with words can have, as the cards spell them."""


def parse(query: str, vocabulary: Vocabulary) -> Node:
    """Read a query. Raises `QueryError` for what cannot be read; nothing is ever left out.

    At most 1,000 characters long and 50 parentheses deep.
    """
    _check_shape(query)
    try:
        tree: Any = _Build(query, vocabulary).transform(_LARK.parse(query))
    except UnexpectedToken as problem:
        raise _unexpected(query, problem) from None
    except VisitError as problem:
        raise problem.orig_exc from None
    built: Node = tree
    return built


def make_clause(field: Field, operator: str, value: str, vocabulary: Vocabulary) -> Clause:
    """Return the clause `field operator value`, for a query that is no text.

    Raises `QueryError` with the place in `value`.
    """
    where = (0, len(value))
    found = _VALUES[field.holds](field, value, where, vocabulary)
    return Clause(
        field=field.name, operator=operator, value=found, quoted=True, start=0, end=len(value)
    )


def _check_shape(query: str) -> None:
    """Check length, nesting, parentheses and quotes, with the exact place of what is wrong."""
    if len(query) > MAX_LENGTH:
        detail = f"A query may have {MAX_LENGTH:,} characters; this has {len(query):,}."
        raise QueryError(detail, MAX_LENGTH, len(query))
    if not query.strip():
        raise QueryError("The query is empty: write a word, a “phrase” or field:value.", 0, 0)
    opened: list[int] = []
    for found in _SHAPE.finditer(query):
        start, end = found.span()
        match found[0]:
            case "(":
                opened.append(start)
                if len(opened) > MAX_NESTING:
                    detail = f"Parentheses may be nested {MAX_NESTING} deep; this is deeper."
                    raise QueryError(detail, start, end)
            case ")" if not opened:
                raise QueryError("This parenthesis closes none that was opened.", start, end)
            case ")":
                opened.pop()
            case '"' | "“" | "”":
                raise QueryError("This quotation mark has no other to go with it.", start, end)
            case _:
                pass
    if opened:
        raise QueryError("This parenthesis is never closed.", opened[-1], opened[-1] + 1)


def _unexpected(query: str, problem: UnexpectedToken) -> QueryError:
    token = problem.token
    if token.type == "$END":
        start = end = len(query)
        got = "the query ends"
    else:
        start, end = _place(token)
        got = f"“{token}” stands here"
    allowed = [spoken for name, spoken in _EXPECTED.items() if name in problem.expected]
    detail = f"At character {start}, {got}; expected {' or '.join(allowed)}."
    return QueryError(detail, start, end, allowed)


def _place(first: Token, last: Token | None = None) -> Place:
    """Return the place of a token, or from one to another."""
    return first.start_pos or 0, (last or first).end_pos or 0


class _Build(Transformer_NonRecursive[Token, Node]):
    """Makes nodes of what Lark has read, and checks each clause against the table."""

    def __init__(self, query: str, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._query = query
        self._vocabulary = vocabulary

    def either(self, parts: list[Node]) -> Node:
        return Either(tuple(parts), parts[0].start, parts[-1].end)

    def every(self, parts: list[Node]) -> Node:
        return Every(tuple(parts), parts[0].start, parts[-1].end)

    def negation(self, parts: list[Any]) -> Node:
        minus, inner = parts
        return Not(inner, minus.start_pos, inner.end)

    def group(self, parts: list[Any]) -> Node:
        opening, inner, closing = parts
        return Group(inner, *_place(opening, closing))

    def bare(self, parts: list[Token]) -> Node:
        (token,) = parts
        place = _place(token)
        return Clause(
            field=None,
            operator=":",
            value=_text(None, _unquoted(token), place, {}),
            quoted=token.type == "QUOTED",
            start=place[0],
            end=place[1],
        )

    def term(self, parts: list[Token]) -> Node:
        name, operator, value = parts
        field = BY_NAME.get(name.casefold())
        if field is None:
            detail = f"There is no field “{name}”; put words with a colon in quotes."
            raise QueryError(detail, *_place(name), [*BY_NAME], got=name)
        if operator not in field.operators:
            detail = f"“{field.name}” takes {' '.join(field.operators)} and not {operator}."
            raise QueryError(detail, *_place(operator), field.operators)
        start, end = _place(name, value)
        return Clause(
            field=field.name,
            operator=str(operator),
            value=_VALUES[field.holds](field, _unquoted(value), _place(value), self._vocabulary),
            quoted=value.type == "QUOTED",
            start=start,
            end=end,
        )


def _unquoted(token: Token) -> str:
    return token[1:-1] if token.type == "QUOTED" else str(token)


def _text(_: Field | None, value: str, where: Place, __: Vocabulary) -> str:
    if len(value) > 1 and value[0] == value[-1] == "/":
        raise QueryError("Regular expressions are not taken; write words.", *where)
    if not words(value):
        raise QueryError(f"“{value}” has no letter (a to z) or digit to look for.", *where)
    return value


def _word(field: Field, value: str, where: Place, vocabulary: Vocabulary) -> str:
    allowed = vocabulary[field.name]
    known = {word.casefold(): word for word in allowed} | dict(field.same)
    given = value.casefold()
    found = known.get(given) or known.get(field.prefix + given)
    if found is None:
        listed = ", ".join([*allowed, *field.same])
        detail = f"“{field.name}” cannot be “{value}”; expected {listed}."
        raise QueryError(detail, *where, [*allowed, *field.same], got=value)
    return found


def _number(field: Field, value: str, where: Place, _: Vocabulary) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) <= _MAX_DIGITS):
        detail = f"“{field.name}” is compared with a whole number from 0, not with “{value}”."
        raise QueryError(detail, *where)
    return int(value)


_VALUES: Mapping[str, Callable[[Any, str, Place, Vocabulary], str | int]] = {
    "text": _text,
    "word": _word,
    "number": _number,
}
