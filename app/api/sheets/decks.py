"""Decks and what the deck check says of them, as reports."""

from collections.abc import Iterable, Iterator, Sequence

from app.api.sheets.sheet import Section, Sheet
from app.content.deck_check import ReadCard, Verdict
from app.content.deck_text import edit_line
from app.content.library import Library
from app.engine.artifacts.decks import DeckProblem

_LEGAL, _WARNED, _ILLEGAL = 0x3C8C4A, 0xC78A2B, 0xC2412D


def verdict_sheet(
    library: Library, verdict: Verdict, title: str = "Deck check", path: str | None = None
) -> Sheet:
    """Tell a verdict: its problems by kind, the smallest edit that helps, and what was read."""
    sections = [*_problems(verdict.problems)]
    if verdict.fix is not None:
        edits = tuple(edit_line(library, edit) for edit in verdict.fix.edits)
        sections.append(Section("The smallest change that makes it legal", edits))
    if verdict.resolved:
        sections.append(Section("Read as", tuple(map(_read_line, verdict.resolved))))
    if verdict.odds is not None:
        sections.append(Section("Opening hand", tuple(verdict.odds.told())))
    return Sheet(
        title=title,
        lead=(verdict.summary,),
        sections=tuple(sections),
        path=path,
        color=_color([verdict]),
    )


def verdicts_sheet(library: Library, verdicts: Sequence[Verdict]) -> Sheet:
    """Tell the verdicts on several decks, a section for each."""
    legal = sum(verdict.valid for verdict in verdicts)
    return Sheet(
        title="Deck check",
        lead=(f"{legal} of {len(verdicts)} decks are legal.",),
        sections=tuple(
            Section(f"Deck {number}", (verdict.summary, *_said(library, verdict)))
            for number, verdict in enumerate(verdicts, start=1)
        ),
        color=_color(verdicts),
    )


def _read_line(card: ReadCard) -> str:
    """Tell a card, and what was read as it where it was called something else."""
    others = dict.fromkeys(
        one.name for one in card.entries if one.name not in {card.name, card.card}
    )
    said = f" (written {', '.join(others)})" if others else ""
    return f"{card.quantity} {card.name}{said}"


def _said(library: Library, verdict: Verdict) -> Iterator[str]:
    yield from (problem.message for problem in verdict.problems)
    if verdict.fix is not None:
        yield from (f"Fix: {edit_line(library, edit)}" for edit in verdict.fix.edits)


def _problems(problems: Iterable[DeckProblem]) -> Iterator[Section]:
    """Yield a section for each kind of problem, in the order of their first ones."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for problem in problems:
        kinds.setdefault((problem.severity, problem.code), []).append(problem.message)
    for (severity, code), messages in kinds.items():
        what = severity if len(messages) == 1 else f"{len(messages)} {severity}s"
        yield Section(f"{code.replace('_', ' ').capitalize()} ({what})", tuple(messages))


def _color(verdicts: Sequence[Verdict]) -> int:
    if not all(verdict.valid for verdict in verdicts):
        return _ILLEGAL
    return _WARNED if any(verdict.problems for verdict in verdicts) else _LEGAL
