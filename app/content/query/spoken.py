"""A query in plain words, for whoever wonders what it was taken for."""

from app.content.query.fields import BY_NAME
from app.content.query.search import speaks_of_one_ability
from app.content.query.tree import Clause, Either, Every, Group, Node, Not

_COMPARED = {
    ":": "is",
    "=": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}
_BARE = "the name or text"


def say(node: Node) -> str:
    """Say what has to be true of a card that the query finds.

    A word that may go on is told with an ellipsis: `heal` has “heal…”, `"heal"` has “heal”.
    """
    if speaks_of_one_ability(node):
        return f"it has an ability of which {_say(node)}"
    match node:
        case Clause():
            return _clause(node)
        case Not():
            return f"it is not so that {say(node.of)}"
        case Either():
            return " or ".join(_apart(part) for part in node.of)
        case Group():
            return f"({say(node.of)})"
        case Every():
            of_one = [part for part in node.of if speaks_of_one_ability(part)]
            others = [say(part) for part in node.of if part not in of_one]
            if of_one:
                abilities = " and ".join(_say(part) for part in of_one)
                others.append(f"it has an ability of which {abilities}")
            return ", and ".join(others)


def _apart(part: Node) -> str:
    return f"({say(part)})" if isinstance(part, Every) else say(part)


def _say(node: Node) -> str:
    """Say what has to be true of an ability."""
    match node:
        case Clause():
            return _clause(node)
        case Either():
            return " or ".join(_say(part) for part in node.of)
        case Every():
            return " and ".join(_say(part) for part in node.of)
        case Group() | Not():
            return f"({_say(node.of)})"


def _clause(clause: Clause) -> str:
    field = None if clause.field is None else BY_NAME[clause.field]
    subject = _BARE if field is None else f"the {field.spoken}"
    if field is not None and field.holds != "text":
        return f"{subject} {_COMPARED[clause.operator]} {clause.value}"
    if clause.operator == ":":
        return f"{subject} has “{clause.value}{'' if clause.quoted else '…'}”"
    return f"{subject} {_COMPARED[clause.operator]} “{clause.value}”"
